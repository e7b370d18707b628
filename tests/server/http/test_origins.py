"""Which origins count as the server's own."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from pathlib import Path

import pytest
import websockets

from doghouse.server.client import Person
from doghouse.server.http.origins import is_own_page, origin_of
from tests.support.clients import open_socket
from tests.support.server_process import HouseProcess

PUBLIC = "https://dog.example.org"


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("http://dog.example.org:80", "http://dog.example.org"),
        ("https://DOG.example.org:443/", "https://dog.example.org"),
        ("https://dog.example.org:80", "https://dog.example.org:80"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        *((bad, None) for bad in ("", "null", "http://[", "file://", "http://", "ftp://x", "http://x:y", "http://a@x")),
    ],
)
def test_origin_is_normalised(url: str, origin: str | None) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize(
    ("origin", "scheme", "host", "public_url", "own"),
    [
        ("http://192.168.1.20:8000", "http", "192.168.1.20:8000", None, True),
        ("http://192.168.1.20:8000", "ws", "192.168.1.20:8000", PUBLIC, True),  # at home, past the proxy
        ("http://192.168.1.20:9000", "http", "192.168.1.20:8000", None, False),
        ("https://dog.example.org", "http", "dog.example.org", None, True),
        ("https://dog.example.org", "wss", "dog.example.org", None, True),
        ("http://dog.example.org", "wss", "dog.example.org", None, False),
        (PUBLIC, "ws", "dog.example.org", PUBLIC, True),
        (PUBLIC, "ws", "house1:8000", PUBLIC, True),  # by a proxy that calls the house by another name
        ("http://dog.example.org", "ws", "dog.example.org", PUBLIC, False),
        ("http://dog.example.org", "http", "dog.example.org:443", PUBLIC, False),
        ("https://elsewhere.example", "https", "dog.example.org", PUBLIC, False),
        ("http://dog.example.org", "http", "dog.example.org", "http://dog.example.org", True),
    ],
)
def test_own_origins_are_accepted(origin: str, scheme: str, host: str, public_url: str | None, own: bool) -> None:
    assert is_own_page(origin, scheme, host, public_url) == own


def test_origin_without_tls_is_refused_if_public_url_has_tls(tmp_path: Path) -> None:
    house = HouseProcess(tmp_path / "data", "--public-url", PUBLIC).start()

    async def knock() -> None:
        person = await Person(house.address).introduce("Guest")
        code = (await person.request("POST", "/api/tables", {}))["code"]
        for scheme, host in itertools.product(("http", "https"), ("dog.example.org", f"127.0.0.1:{house.port}")):
            socket = await open_socket(person, code, headers={"Origin": f"{scheme}://{host}"})
            with contextlib.suppress(websockets.ConnectionClosed):
                await socket.send('{"type":"hello"}')
            is_let_in = (await socket.next())["type"] == "table"
            assert is_let_in == (f"{scheme}://{host}" != "http://dog.example.org")
            await socket.close()

    try:
        asyncio.run(knock())
    finally:
        house.kill()
