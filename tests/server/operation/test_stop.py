"""Stops and failures: nothing acknowledged is lost, and clients reconnect."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
import websockets

from doghouse.server.client import NotAllowed, TableClient
from tests.support.clients import TableSocket
from tests.support.database import Postgres, new_database, open_postgres, run_sql, stored_acts, url_of
from tests.support.players import acknowledged, play_on, table_of
from tests.support.server_process import HouseProcess, children_of, get, log_lines, until, wait_until


def check_kept(url: str, clients: list[TableClient]) -> None:
    """What was acknowledged is kept under that number, and nothing else that anybody sent."""
    assert stored_acts(url, clients[0].code) == acknowledged(clients)
    numbers = run_sql(url, "SELECT number FROM events WHERE code = :code ORDER BY number", code=clients[0].code)
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_restarts_during_games_lose_nothing(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    database = new_database(request.getfixturevalue("postgres")) if kind == "postgresql" else None
    house = HouseProcess(tmp_path / "data", database=database).start()

    async def play() -> list[TableClient]:
        clients = await table_of(house.address, 3)
        await clients[0].act("start", "sit-and-start", fill="puppy")
        players = [
            asyncio.create_task(play_on(client, random.Random(place), f"p{place}"))
            for place, client in enumerate(clients)
        ]
        for _stop in range(2):
            number = clients[0].number
            await until(lambda number=number: clients[0].number > number + 12)  # type: ignore[misc]
            async with TableSocket(clients[0].person, clients[0].code) as socket:
                await socket.hello()
                assert await asyncio.to_thread(house.stop) == 0
                with pytest.raises(websockets.ConnectionClosed):
                    await socket.wait_for(lambda _message: False)
                assert socket.connection.close_code == 1012
            await asyncio.to_thread(house.start)
        await asyncio.gather(*players)
        assert all(client.connections == 3 for client in clients)
        for client in clients:
            assert client.state["status"] == "over"
            await client.close()
        return clients

    try:
        clients = asyncio.run(play())
        check_kept(url_of(house.data, database), clients)
        troubles = [line for line in log_lines(house) if line["level"] in ("error", "warning")]
        assert troubles == []
    finally:
        house.kill()


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("everyone", [False, True], ids=["to the house", "to all its processes"])
def test_signal_shuts_down_cleanly(own_house: HouseProcess, told: signal.Signals, everyone: bool) -> None:
    """Ctrl-C in a terminal, and some service managers, tell the thinkers too; the house ends them, not the signal."""
    assert own_house.process is not None
    pid = own_house.process.pid
    children = children_of(pid)
    assert children
    wait_until(lambda: all(_ignores(child, told) for child in children))  # they are ready
    if everyone:
        os.killpg(pid, told)
    else:
        os.kill(pid, told)
    assert own_house.process.wait(30) == 0
    lines = log_lines(own_house)
    assert [line["what"] for line in lines] == ["open", "closing", "closed"]
    assert "Traceback" not in own_house.log.read_text()
    wait_until(lambda: not any(map(_is_alive, children)))


def test_killed_server_leaves_no_processes(own_house: HouseProcess) -> None:
    assert own_house.process is not None
    children = children_of(own_house.process.pid)
    assert children
    os.kill(own_house.process.pid, signal.SIGKILL)
    own_house.process.wait()
    wait_until(lambda: not any(map(_is_alive, children)))


def _ignores(pid: int, told: signal.Signals) -> bool:
    (ignored,) = re.findall(r"^SigIgn:\s+([0-9a-f]+)$", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return bool(int(ignored, 16) & 1 << told - 1)


def _is_alive(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that may be stopped."""
    with open_postgres() as server:
        yield server


def _refusals(clients: list[TableClient]) -> set[str]:
    return {refused["code"] for client in clients for refused in client.refused}


def test_lost_database_is_reported_and_retried(own_postgres: Postgres, tmp_path: Path) -> None:
    database = new_database(own_postgres)
    house = HouseProcess(tmp_path / "data", database=database).start()

    async def play() -> list[TableClient]:
        clients = await table_of(house.address, 2)
        await clients[0].act("start", "start", fill="puppy")
        players = [
            asyncio.create_task(play_on(client, random.Random(place), f"p{place}"))
            for place, client in enumerate(clients)
        ]
        await until(lambda: clients[0].number > 15)
        await asyncio.to_thread(own_postgres.stop)
        await until(lambda: get(house.address, "/healthz")[0] == 503)
        saying = asyncio.create_task(clients[0].act("say", "meanwhile", phrase="one_moment"))
        await until(lambda: "unavailable" in _refusals(clients))
        assert _refusals(clients) <= {"unavailable", "stale", "illegal"}
        with pytest.raises(NotAllowed, match="cannot save this right now"):
            await clients[0].person.request("POST", "/api/tables", {})
        assert get(house.address, "/")[0] == 200
        async with TableSocket(clients[0].person, clients[0].code) as socket:
            assert await socket.next() == {"type": "bye", "code": "unavailable", "retry": True}
        await asyncio.to_thread(own_postgres.restart, first=True)
        await until(lambda: get(house.address, "/healthz")[0] == 200)
        await asyncio.gather(saying, *players)
        for client in clients:
            assert client.state["status"] == "over"
            await client.close()
        return clients

    try:
        clients = asyncio.run(play())
        check_kept(url_of(database=database), clients)
        assert not [line for line in log_lines(house) if line["level"] == "error"]
    finally:
        house.kill()
