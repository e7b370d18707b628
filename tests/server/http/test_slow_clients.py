"""Clients that do not read, vanish or ask for too much do not affect others."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets

from doghouse.server.client import Message, Person, TableClient
from doghouse.server.protocol import limits
from tests.support.clients import BROADCASTS, RawSocket, TableSocket, open_socket
from tests.support.in_process_server import in_process_server
from tests.support.players import play_on, table_of
from tests.support.server_process import HouseProcess, check_log

HELLOS = 80
HELLO = '{"type":"hello"}'
SLOW = 'doghouse_connections_dropped_total{why="slow"}'
OPEN = "doghouse_connections"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HouseProcess]:
    """A house in which somebody soon plays for people who are gone."""
    running = HouseProcess(tmp_path / "data", "--away", "0.02").start()
    yield running
    running.kill()


async def metric(house: HouseProcess, name: str) -> float:
    def read() -> float:
        with urllib.request.urlopen(f"{house.address}/metrics", timeout=30) as answer:
            lines = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines() if line[0] != "#")
        return float(lines.get(name, 0))

    return await asyncio.to_thread(read)


async def until_metric(house: HouseProcess, name: str, value: float) -> None:
    async with asyncio.timeout(60):
        while await metric(house, name) != value:
            await asyncio.sleep(0.05)


async def until_open_files(house: HouseProcess, most: int) -> None:
    """Until the house has no more files and sockets open than so many."""
    async with asyncio.timeout(60):
        while open_files(house) > most:
            await asyncio.sleep(0.05)


def open_files(house: HouseProcess) -> int:
    assert house.process is not None
    return len(list(Path(f"/proc/{house.process.pid}/fd").iterdir()))


async def slow_socket(person: Person, code: str) -> RawSocket:
    """Somebody who looks at a table, and then at nothing that is sent."""
    slow = await asyncio.to_thread(RawSocket, person, code, small=True)
    slow.send_text(HELLO)
    return slow


async def close_all(clients: list[TableClient]) -> None:
    for client in clients:
        await client.close()


def test_slow_client_is_dropped_and_can_reconnect(house: HouseProcess) -> None:
    async def play() -> None:
        clients = await table_of(house.address, 1, rules={"players": 6})
        others = await table_of(house.address, 2, rules={"players": 2})
        host, before = clients[0], open_files(house)
        slow = [await slow_socket(host.person, host.code) for _socket in range(16)]
        await until_metric(house, OPEN, 3 + len(slow))
        since, state = host.number, host.state
        await host.act("start", "start", fill="puppy")
        await others[0].act("start", "start")
        await asyncio.gather(
            *(play_on(client, random.Random(1), f"play {number}") for number, client in enumerate(clients + others))
        )
        assert host.connections == 1, "who reads is not let go"
        async with asyncio.timeout(60):
            while await metric(house, SLOW) < len(slow):  # the game was too short for that
                await (await TableClient(host.person, host.code).open()).close()  # and everyone is told so
        await until_metric(house, OPEN, 3)
        await until_open_files(house, before + len(slow) // 2)  # although they still do not read
        missed: list[int] = []
        back = TableClient(host.person, host.code, lambda message: missed.extend(numbers(message)))
        back.number, back.state = since, state
        await back.open()
        assert missed == list(range(since + 1, host.number + 1))
        assert (back.number, back.state) == (host.number, host.state)
        for each in slow:
            each.close()
        await close_all([*clients, *others, back])

    asyncio.run(play())
    check_log(house, ["Person"])


def numbers(message: Message) -> list[int]:
    return [event["number"] for event in message.get("missed", ())]


def test_vanished_player_keeps_the_seat(house: HouseProcess) -> None:
    """Somebody plays for them meanwhile, so that the others can go on."""

    async def play() -> None:
        clients = await table_of(house.address, 2, rules={"players": 2})
        present: list[Any] = []

        def hear(told: Message) -> None:
            if told["type"] == "presence":
                present.append(told["seats"])

        host = await TableClient(clients[0].person, clients[0].code, hear).open()
        gone = clients[1]
        await host.act("start", "start")
        chooser = random.Random(3)
        for number in range(60):  # at all moments: while they come in, and while they act
            code = host.code if number % 3 else "NOSUCH"
            peer = await asyncio.to_thread(RawSocket, gone.person, code, patient=bool(number % 2))
            for _message in range(number % 4):
                peer.send_text(
                    chooser.choice([HELLO, '{"type":"say","id":"v","phrase":"wow"}', '{"type":"explore","id":"e"}'])
                )
            peer.reset()
        await gone.close()
        await host.until(lambda: present[-1] == ["A"])
        await play_on(host, chooser, "play")
        assert host.state["status"] == "over"
        assert {seat["by"] for seat in host.state["seats"].values()} == {"person", "stand-in"}
        await until_metric(house, OPEN, 2)
        back = await TableClient(gone.person, gone.code).open()
        assert back.state["you"] == "C"
        assert back.state["seats"] == host.state["seats"]
        await close_all([host, back, clients[0]])

    asyncio.run(play())
    check_log(house, ["Person"])


def test_repeated_large_requests_are_rate_limited(house: HouseProcess) -> None:
    """Everything there is to tell, many times over: that is between the house and whoever asks, and has an end."""

    async def play() -> None:
        clients = await table_of(house.address, 1, rules={"players": 6})
        host = clients[0]
        await host.act("start", "start", fill="puppy")
        await play_on(host, random.Random(1), "play")
        greedy = await Person(house.address).introduce("Greedy")
        sockets = [await open_socket(greedy, host.code) for _socket in range(10)]
        began = time.monotonic()
        for socket in sockets:
            for _time in range(HELLOS):
                await socket.send('{"type":"hello","since":0}')
        answers = [answer for socket in sockets for answer in await answers_until_closed(socket)]
        seconds = time.monotonic() - began
        told = sum(len(answer) for answer in answers if json.loads(answer)["type"] == "table")
        assert any(json.loads(answer).get("code") == "too_fast" for answer in answers)
        most = limits.MESSAGES_PER_PERSON_BURST + seconds * limits.MESSAGES_PER_PERSON_RATE
        assert told < limits.BYTES_PER_MESSAGE * most + len(sockets) * max(
            map(len, answers)
        )  # the last of each can be owed
        assert host.connections == 1
        assert await metric(house, SLOW) == 0
        await host.act("say", "still here", phrase="hello")
        await close_all(clients)

    asyncio.run(play())


async def answers_until_closed(socket: TableSocket) -> list[str]:
    """All that is answered to many messages until the house has had enough of them, or has answered them all."""
    found: list[str] = []
    with contextlib.suppress(websockets.ConnectionClosed):
        await socket.send('{"type":"explore","id":"last"}')
        while not found or json.loads(found[-1]).get("id") != "last":
            if (await socket.next())["type"] not in BROADCASTS:
                found.append(socket.raw[-1].decode())
    await socket.close()
    return found


def test_slow_client_is_dropped_for_few_long_messages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_QUEUED_BYTES", 50_000)

    async def play() -> None:
        async with in_process_server(tmp_path / "data") as server:
            (host,) = await table_of(server.address, 1, rules={"players": 2})
            await host.act("start", "start", fill="puppy")
            await play_on(host, random.Random(1), "play")
            slow = await slow_socket(host.person, host.code)
            async with asyncio.timeout(30):
                while not server.house.metrics.dropped.labels("slow")._value.get():
                    slow.send_text('{"type":"hello","since":0}')
                    await asyncio.sleep(0.01)
            assert server.house.metrics.refusals.labels("too_fast")._value.get() < limits.MAX_FAULTS
            slow.close()
            await host.close()

    asyncio.run(play())


def test_late_hello_joins_the_same_table(tmp_path: Path) -> None:
    """A table that nobody has used for long leaves the memory, but not while somebody is about to say hello."""

    async def play() -> None:
        async with in_process_server(tmp_path / "data") as server:
            host = await Person(server.address).introduce("Host")
            code = (await host.request("POST", "/api/tables", {}))["code"]
            (await server.house.table(code)).used_at -= 3600
            late = await open_socket(host, code)
            await server.house._load_due()
            early = await TableClient(host, code).open()
            await late.send(HELLO)
            await late.wait_for_type("table")
            await early.act("sit", "sit", seat="A")
            assert (await late.wait_for_type("event"))["event"] == {"type": "sat", "seat": "A", "name": "Host"}
            await late.close()
            await early.close()

    asyncio.run(play())
