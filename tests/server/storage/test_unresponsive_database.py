"""A database that does not answer is reported; the server recovers when it is back, and can be stopped meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import random
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from doghouse.server.client import Person, TableClient
from doghouse.server.http.identity import COOKIE
from doghouse.server.protocol import limits
from tests.support.database import Postgres, new_database, open_postgres, stored_acts, url_of
from tests.support.in_process_server import in_process_server
from tests.support.players import acknowledged, play_on, table_of
from tests.support.server_process import HouseProcess, get, log_lines, until

SILENT = ["database not responding", "database responding again"]
PROMISED = 10  # seconds in which a house notices, and stops, whatever its database does


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL that may hang."""
    with open_postgres() as server:
        yield server


@pytest.fixture
def hanging(own_postgres: Postgres, tmp_path: Path) -> Iterator[tuple[HouseProcess, Postgres, str]]:
    database = new_database(own_postgres)
    house = HouseProcess(tmp_path / "data", database=database).start()
    yield house, own_postgres, database
    own_postgres.go_on()
    house.kill()


def check_kept(database: str, clients: list[TableClient]) -> None:
    assert set(acknowledged(clients)) <= set(stored_acts(url_of(database=database), clients[0].code))


def test_hanging_database_is_reported_and_recovers(hanging: tuple[HouseProcess, Postgres, str]) -> None:
    house, postgres, database = hanging

    async def play() -> list[TableClient]:
        clients = await table_of(house.address, 2, rules={"players": 2})
        await clients[0].act("start", "start")
        players = [
            asyncio.create_task(play_on(client, random.Random(place), f"p{place}"))
            for place, client in enumerate(clients)
        ]
        await until(lambda: clients[0].number > 8)
        postgres.hang()
        began = time.monotonic()
        assert (await asyncio.to_thread(get, house.address, "/healthz"))[0] == 503
        assert time.monotonic() - began < PROMISED
        assert (await asyncio.to_thread(get, house.address, "/"))[0] == 200
        postgres.go_on()
        await until(lambda: get(house.address, "/healthz")[0] == 200)
        number = clients[0].number
        await until(lambda: clients[0].number > number + 8)
        for player in players:
            player.cancel()
        for client in clients:
            await client.close()
        return clients

    check_kept(database, asyncio.run(play()))
    said = [line["what"] for line in log_lines(house) if line["level"] == "warning"]
    assert [what for what in said if what in SILENT] == SILENT
    assert not [line for line in log_lines(house) if line["level"] == "error"]


def test_server_stops_while_its_database_hangs(hanging: tuple[HouseProcess, Postgres, str]) -> None:
    house, postgres, database = hanging

    async def play() -> list[TableClient]:
        clients = await table_of(house.address, 2, rules={"players": 2})
        await clients[0].act("start", "start")
        postgres.hang()
        saying = asyncio.create_task(clients[0].act("say", "meanwhile", phrase="one_moment"))
        asking = http.client.HTTPConnection(urlsplit(house.address).netloc, timeout=30)
        asking.request("GET", "/api/tables", headers={"Cookie": f"{COOKIE}={clients[0].person.cookie}"})
        await asyncio.to_thread(get, house.address, "/metrics")  # answered without a database: the other one was read
        began = time.monotonic()
        assert await asyncio.to_thread(house.stop) == 0
        assert time.monotonic() - began < PROMISED
        answer = await asyncio.to_thread(asking.getresponse)
        assert answer.status == 503
        assert "cannot save this right now" in answer.read().decode()
        asking.close()
        saying.cancel()
        for client in clients:
            await client.close()
        return clients

    clients = asyncio.run(play())
    assert "Traceback" not in house.log.read_text()
    assert log_lines(house)[-1]["what"] == "closed"
    postgres.go_on()
    check_kept(database, clients)


def test_write_timeout_is_refused_and_can_be_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with in_process_server(tmp_path / "data") as server:
            host = await Person(server.address).introduce("Host")
            code = (await host.request("POST", "/api/tables", {}))["code"]
            client = await TableClient(host, code).open()
            with (
                contextlib.closing(sqlite3.connect(tmp_path / "data" / "doghouse.db", isolation_level=None)) as other,
                monkeypatch.context() as meanwhile,
            ):
                other.execute("BEGIN IMMEDIATE")  # nobody else can write
                meanwhile.setattr(limits, "WRITE_SECONDS", 0.3)
                sitting = asyncio.create_task(client.act("sit", "sit", seat="A"))
                await client.until(lambda: len(client.refused) > 1)
                assert {refused["code"] for refused in client.refused} == {"unavailable"}
                other.execute("ROLLBACK")
            assert await sitting == 2
            assert await client.act("stand", "stand") == 3
            await client.close()

    asyncio.run(play())
