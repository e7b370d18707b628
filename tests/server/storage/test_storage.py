"""Storage: SQLite settings, faulty writes that affect no others, and foreign data."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from doghouse.server.client import NotAllowed, TableClient
from doghouse.server.storage.database import migrate, open_database
from doghouse.server.storage.guests import Guest
from doghouse.server.storage.store import Store
from doghouse.server.storage.timeouts import DatabaseUnavailable
from tests.support.clients import TableSocket
from tests.support.database import Postgres, new_database, run_sql, url_of
from tests.support.players import play_on, table_of
from tests.support.server_process import HouseProcess, command, doghouse, get, log_lines, until


@pytest.mark.parametrize("writes", [True, False])
def test_sqlite_pragmas_make_commits_durable(tmp_path: Path, writes: bool) -> None:
    engine = open_database(url_of(tmp_path), writes)
    with engine.begin() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    engine.dispose()
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30_000}


def test_write_transaction_locks_immediately(tmp_path: Path) -> None:
    """BEGIN IMMEDIATE: who reads first and writes later cannot fail in the middle. Readers are not held up."""
    writing, reading = (open_database(url_of(tmp_path), writes) for writes in (True, False))
    migrate(writing)
    other = sqlite3.connect(tmp_path / "doghouse.db", timeout=0, isolation_level=None)
    with reading.begin() as connection:
        assert connection.scalar(text("SELECT count(*) FROM tables")) == 0
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    with writing.begin():
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        assert other.execute("SELECT count(*) FROM tables").fetchone() == (0,)
    other.execute("BEGIN IMMEDIATE")
    other.close()
    writing.dispose()
    reading.dispose()


def test_writer_engine_takes_the_lock(tmp_path: Path) -> None:
    async def write() -> None:
        store = Store(url_of(tmp_path))
        await store.open()

        def made() -> str:
            with sqlite3.connect(tmp_path / "doghouse.db", timeout=0, isolation_level=None) as other:
                try:
                    other.execute("BEGIN IMMEDIATE")
                except sqlite3.OperationalError as error:
                    return str(error)
            return "not locked"

        assert await store.house_value("lock", made) == ("database is locked", True)
        await store.close()

    asyncio.run(write())


def test_second_process_on_same_data_is_refused(own_house: HouseProcess) -> None:
    second = doghouse("serve", "--host", "127.0.0.1", "--port", "0", "--data", str(own_house.data))
    assert second.returncode == 1
    assert second.stderr.startswith(f"Error: another server uses the data in {own_house.data}: stop it")
    assert "Traceback" not in second.stderr
    assert own_house.is_open()


NO_ADDRESS = ["mysql://dog:geheim@127.0.0.1/dog", "postgresql://dog:geheim@127.0.0.1:port/dog", "dog:geheim"]
NO_SERVER = "postgresql://dog:geheim@127.0.0.1:1/dog"


@pytest.mark.parametrize("address", [*NO_ADDRESS, "postgresql://dog:geheim@127.0.0.1", NO_SERVER])
def test_invalid_database_url_is_reported_without_password(address: str, tmp_path: Path) -> None:
    refused = command("backup", str(tmp_path / "backup"), DOGHOUSE_DATABASE=address)
    assert refused.exit_code == (1 if address == NO_SERVER else 2)
    assert "Error: " in refused.stderr
    assert "geheim" not in refused.output
    assert list(tmp_path.iterdir()) == []


def test_server_without_database_does_not_start() -> None:
    refused = doghouse("serve", "--host", "127.0.0.1", "--port", "0", DOGHOUSE_DATABASE=NO_SERVER)
    assert refused.returncode == 1
    assert refused.stderr.startswith("Error: cannot use the database: ")
    assert "geheim" not in refused.stdout + refused.stderr
    assert "Traceback" not in refused.stderr


BREAKAGES = {
    "other rules": ("rules_version", 999, "was played under version 999 of the rules"),
    "other settings": ("settings", {"of": "tomorrow"}, "cannot be replayed by this version"),
    "other events": ("type", "teleported", "cannot be replayed by this version"),
}


@pytest.mark.parametrize("breakage", BREAKAGES)
def test_table_of_another_version_does_not_affect_others(own_house: HouseProcess, breakage: str) -> None:
    name, value, told = BREAKAGES[breakage]

    async def begin() -> list[TableClient]:
        """Two games of a person with bots, of which the first waits for a bot when the house opens again."""
        found = []
        for _table in range(2):
            (client,) = await table_of(own_house.address, 1, rules={"players": 2})
            await client.act("start", "start", fill="puppy")
            found.append(client)
        for client in found:
            await client.close()
        return found

    strange, fine = asyncio.run(begin())
    own_house.stop()
    url = url_of(own_house.data)
    (event,) = run_sql(url, "SELECT event FROM events WHERE code = :code AND number = 1", code=strange.code)
    broken = json.dumps({**json.loads(event), name: value})
    run_sql(url, "UPDATE events SET event = :event WHERE code = :code AND number = 1", event=broken, code=strange.code)
    run_sql(url, "UPDATE tables SET due_at = 1 WHERE code = :code", code=strange.code)
    own_house.start()

    async def go_on() -> None:
        with pytest.raises(NotAllowed, match=told):
            await strange.person.request("GET", f"/api/tables/{strange.code}")
        async with TableSocket(strange.person, strange.code) as socket:
            assert await socket.next() == {"type": "bye", "code": "other_rules", "retry": False}
        (listed,) = await strange.person.request("GET", "/api/me/games")
        assert listed["code"] == strange.code
        again = await TableClient(fine.person, fine.code).open()
        await play_on(again, random.Random(1), "p")
        assert again.state["status"] == "over"
        await again.close()
        await until(lambda: not run_sql(url, "SELECT 1 FROM tables WHERE due_at = 1"))

    asyncio.run(go_on())
    troubles = [line["what"] for line in log_lines(own_house) if line["level"] == "error"]
    assert "cannot load due table" in troubles
    assert set(troubles) <= {"cannot load due table", "cannot replay table"}


def test_faulty_write_fails_alone(url: str) -> None:
    """Writes that share a transaction do not share a fault."""

    async def write() -> None:
        store = Store(url)
        await store.open()
        gate = threading.Event()
        waiting = asyncio.create_task(store.house_value("first", lambda: str(gate.wait(30))))
        guests = [Guest(f"guest{number}", "Name", "en") for number in range(5)]
        kept = [asyncio.create_task(store.save_guest(guest, 0)) for guest in guests]
        bad = asyncio.create_task(store.save_guest(Guest("bad", None, "en"), 0))  # type: ignore[arg-type]
        await asyncio.sleep(0)  # all of them wait for the first
        gate.set()
        with pytest.raises(DatabaseUnavailable):
            await bad
        await asyncio.gather(waiting, *kept)
        assert [await store.guest(guest.id) for guest in guests] == guests
        assert await store.guest("bad") is None
        await store.close()

    asyncio.run(write())


def test_no_message_can_stop_the_writer(postgres: Postgres, tmp_path: Path) -> None:
    """PostgreSQL keeps no NUL; a client that sends one hurts nobody."""
    house = HouseProcess(tmp_path / "data", database=new_database(postgres)).start()

    async def try_it() -> None:
        (client,) = await table_of(house.address, 1)
        with pytest.raises(NotAllowed, match="not a message"):
            await client.act("say", "a\0b", phrase="hello")
        await client.act("say", "ab", phrase="hello")
        await client.close()

    try:
        asyncio.run(try_it())
        assert get(house.address, "/api/tables/AB%00CD")[0] == 404
    finally:
        house.kill()
