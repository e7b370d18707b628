"""Limits of HTTP requests and connections: endless heads and bodies, silence, too many connections."""

from __future__ import annotations

import asyncio
import contextlib
import re
import resource
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from doghouse.server.client import Person, TableClient
from doghouse.server.protocol import limits
from doghouse.server.serve import MAX_OPEN_FILES
from tests.support.clients import open_socket
from tests.support.in_process_server import InProcessServer, in_process_server
from tests.support.server_process import HouseProcess, get, log_lines

GREETING = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
HALF_A_BODY = b'POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{"name":'
CHUNKED = b"POST /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
CHUNK = b"a" * 65536
ENDLESS = 64 * 1024 * 1024  # bytes, as far as anybody tries


def knock(address: str) -> socket.socket:
    host, _colon, port = address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=30)


def rest_of(peer: socket.socket) -> bytes:
    """Everything until the house hangs up."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while data := peer.recv(65536):
            found += data
    return found


def sent_until_cut_off(peer: socket.socket, data: bytes) -> int:
    """Send the same again and again; how many bytes went out before the house hung up."""
    sent = 0
    with contextlib.suppress(ConnectionError):
        while sent < ENDLESS:
            sent += peer.send(data)
    return sent


@pytest.mark.parametrize(
    ("beginning", "again"),
    [
        (GREETING + b"X-A: ", CHUNK),
        (GREETING, b"X-A: b\r\n" * 8000),
        (b"GET /", CHUNK),
        (b"\r\n" * 100, b"\r\n" * 30000),
        (
            b"POST /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"8000\r\n" + CHUNK[:32768] + b"\r\n",
        ),
        (CHUNKED + b"0\r\n", b"X-A: b\r\n" * 8000),
        (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n", CHUNK),
        (b"", b"GET /web/main.js HTTP/1.1\r\nHost: x\r\n\r\n" * 1500),
    ],
    ids=["header", "headers", "address", "empty lines", "body", "trailers", "unread body", "requests"],
)
def test_endless_request_is_cut_off(house: HouseProcess, beginning: bytes, again: bytes) -> None:
    with knock(house.address) as peer:
        peer.sendall(beginning)
        assert sent_until_cut_off(peer, again) < ENDLESS // 4
    began = time.monotonic()
    assert get(house.address, "/healthz")[0] == 200
    assert time.monotonic() - began < 10


def test_head_longer_than_32_kib_is_refused(house: HouseProcess) -> None:
    for length, status in ((limits.MAX_HEAD_BYTES - 200, b"200"), (limits.MAX_HEAD_BYTES, b"431")):
        with knock(house.address) as peer:
            peer.sendall(GREETING + b"Connection: close\r\nX-A: " + b"a" * length + b"\r\n\r\n")
            assert rest_of(peer).split(b" ")[1] == status
    assert "Traceback" not in house.log.read_text()


def test_fragmented_and_pipelined_requests_are_answered(house: HouseProcess) -> None:
    with knock(house.address) as peer:
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in GREETING + b"\r\n":
            peer.send(bytes([byte]))
        peer.sendall((GREETING + b"\r\n") * 5 + GREETING + b"Connection: close\r\n\r\n")
        assert rest_of(peer).count(b"HTTP/1.1 200 OK") == 7


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that waits for requests only for a moment."""
    monkeypatch.setattr(limits, "REQUEST_SECONDS", 1.0)
    monkeypatch.setattr(limits, "LINGER_SECONDS", 0.3)


@pytest.mark.usefixtures("hasty")
def test_slow_request_times_out(tmp_path: Path) -> None:
    async def wait() -> None:
        async with in_process_server(tmp_path / "data") as server:
            for beginning, drop in ((b"", b""), (GREETING, b"X"), (HALF_A_BODY, b"a"), (b"", b"\r\n")):
                await asyncio.to_thread(drip, server, beginning, drop)
            assert server.house.metrics.connections._value.get() == 0

    asyncio.run(wait())


def drip(server: InProcessServer, beginning: bytes, drop: bytes) -> None:
    """Say something, and then a little again and again, so that there is never silence, until the house hangs up."""
    with knock(server.address) as peer:
        peer.sendall(beginning)
        peer.settimeout(0.02)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                peer.sendall(drop)
                if not peer.recv(1000):
                    return
            except TimeoutError:
                pass
            except ConnectionError:
                return
        raise AssertionError("nobody hung up")


@pytest.mark.usefixtures("hasty")
def test_client_that_does_not_read_is_aborted(tmp_path: Path) -> None:
    async def wait() -> None:
        async with in_process_server(tmp_path / "data") as server:
            address = server.address.removeprefix("http://").split(":")
            with socket.socket() as peer:
                peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                peer.setblocking(False)
                loop = asyncio.get_running_loop()
                await loop.sock_connect(peer, (address[0], int(address[1])))
                asked = b"GET /web/vendor/preact.mjs HTTP/1.1\r\nHost: x\r\n\r\n"
                with contextlib.suppress(ConnectionError, TimeoutError):
                    async with asyncio.timeout(5):
                        while True:
                            await loop.sock_sendall(peer, asked)
                            await asyncio.sleep(0)
                state = peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
                assert state != 1, "it is established still"

    asyncio.run(wait())


@pytest.mark.usefixtures("hasty")
def test_request_timeout_does_not_apply_to_websockets(tmp_path: Path) -> None:
    async def wait() -> None:
        async with in_process_server(tmp_path / "data") as server:
            host = await Person(server.address).introduce("Host")
            code = (await host.request("POST", "/api/tables", {}))["code"]
            client = await TableClient(host, code).open()
            await asyncio.to_thread(drip, server, b"", b"")  # so long it took
            await client.act("sit", "sit", seat="A")
            assert client.connections == 1
            await client.close()

    asyncio.run(wait())


def test_open_file_limit_is_raised(tmp_path: Path) -> None:
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    house = HouseProcess(tmp_path / "data")
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, most))
    try:
        process = house.start().process
        assert process is not None
        limits_of = Path(f"/proc/{process.pid}/limits").read_text()
        found = re.search(r"^Max open files +(\d+)", limits_of, re.MULTILINE)
        assert found is not None
        assert int(found[1]) == min(most, MAX_OPEN_FILES)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, most))
        house.kill()


@pytest.fixture
def small_house(tmp_path: Path) -> Iterator[HouseProcess]:
    """A house without a proxy, with little room for each address."""
    running = HouseProcess(tmp_path / "data", "--per-address", "20", "--proxies", "192.0.2.1").start()
    yield running
    running.kill()


def test_connections_of_any_kind_per_address_are_limited(small_house: HouseProcess) -> None:
    most = limits.OPEN_PER_CONNECTION * 20

    async def come() -> None:
        host = await Person(small_house.address).introduce("Host")
        code = (await host.request("POST", "/api/tables", {}))["code"]
        sockets = [await open_socket(host, code) for _socket in range(10)]
        silent = [knock(small_house.address) for _peer in range(most - len(sockets))]
        with knock(small_house.address) as peer:
            assert (await asyncio.to_thread(rest_of, peer)).startswith(b"HTTP/1.1 503 ")
        silent.pop().close()
        while True:  # as soon as it has gone
            with knock(small_house.address) as peer:
                peer.sendall(GREETING + b"Connection: close\r\n\r\n")
                if b"200 OK" in await asyncio.to_thread(rest_of, peer):
                    break
        for table_socket in sockets:
            await table_socket.close()
        while len(silent) < most:  # there is room for them all once the sockets are gone
            peer = knock(small_house.address)
            peer.setblocking(False)
            await asyncio.sleep(0.01)
            with contextlib.suppress(BlockingIOError):
                peer.recv(1)
                peer.close()
                continue
            silent.append(peer)
        for peer in silent:
            peer.close()

    asyncio.run(come())


def test_incomplete_request_does_not_delay_shutdown(small_house: HouseProcess) -> None:
    house = small_house
    with knock(house.address) as silent, knock(house.address) as head, knock(house.address) as body:
        head.sendall(GREETING)
        body.sendall(HALF_A_BODY)
        assert get(house.address, "/healthz")[0] == 200
        began = time.monotonic()
        assert house.stop() == 0
        assert time.monotonic() - began < 10
        assert rest_of(silent) == b""
    assert [line["what"] for line in log_lines(house)] == ["open", "closing", "closed"]
    assert "Traceback" not in house.log.read_text()
