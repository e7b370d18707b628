"""Two houses on one PostgreSQL in one process, so that slow or rare situations can be forced."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from doghouse.server import house as house_module
from doghouse.server.house import House
from doghouse.server.protocol import incoming
from doghouse.server.protocol.events import Entry, Said, Sat, TableSettings
from doghouse.server.settings import Pauses, Settings
from doghouse.server.storage.bus import PostgresBus
from doghouse.server.storage.guests import Guest
from doghouse.server.storage.store import Store
from doghouse.server.storage.table_rows import TableUpdate
from doghouse.server.storage.timeouts import DatabaseUnavailable
from doghouse.server.tables import presence as presence_module
from doghouse.server.tables.acts import event_for
from doghouse.server.tables.new_table import validate_settings
from doghouse.server.tables.table import Seat
from tests.support.database import END_LISTENERS, Postgres, new_database, run_sql, url_of
from tests.support.server_process import TIMEOUT

HOST, GUEST = (Guest(letter * 32, letter, "en") for letter in "hg")


@asynccontextmanager
async def houses_on(database: str, pauses: Pauses) -> AsyncIterator[list[House]]:
    houses = [House(Settings(database=database, pauses=pauses)) for _house in range(2)]
    for house in houses:
        await house.open()
    yield houses
    for house in houses:
        await house.close()


class Onlooker:
    """A viewer that records what it is sent."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.received: list[dict[str, object]] = []

    def send(self, text: str) -> None:
        self.received.append(json.loads(text))


def _settings(players: int = 2) -> TableSettings:
    return validate_settings("xl", {"players": players}, None, False)


def test_event_written_while_table_loads_is_not_missed(postgres: Postgres) -> None:
    """Its notification arrives before the table is in memory, and nothing else would wake this process."""

    async def look() -> None:
        async with houses_on(new_database(postgres), Pauses()) as (writer, reader):
            code = await writer.create_table(HOST, _settings(), {"A": Seat(HOST.id, "Host")})
            live = await writer.table(code)
            load = reader.store.load

            async def slow_load(code: str) -> object:
                stored = await load(code)
                assert await live.append(Said("A", "hello"))
                heard = asyncio.Event()
                asyncio.get_running_loop().call_later(0.3, heard.set)  # the notification has arrived by then
                await heard.wait()
                return stored

            reader.store.load = slow_load  # type: ignore[method-assign,assignment]
            assert (await reader.table(code)).table.number == live.table.number == 3

    asyncio.run(look())


def test_listener_survives_errors_when_it_reconnects(postgres: Postgres) -> None:
    """The database may be gone again while the missed events are looked up."""

    async def listen() -> None:
        database = new_database(postgres)
        words: list[str] = []
        looked_up = 0

        async def heard(word: str) -> None:
            words.append(word)

        async def again() -> None:
            nonlocal looked_up
            looked_up += 1
            if looked_up in (2, 3):
                raise DatabaseUnavailable("gone again")

        bus = PostgresBus(url_of(database=database))
        await bus.start(heard, again)
        store = Store(url_of(database=database))
        await store.open()
        await asyncio.to_thread(run_sql, url_of(database=database), END_LISTENERS)
        await _wait_until(lambda: looked_up == 4)
        await store.notify("hello")
        await _wait_until(lambda: words == ["hello"])
        await bus.stop()
        await store.close()

    asyncio.run(listen())


def test_seated_player_is_present_at_once(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only with the next announcement of all processes."""
    monkeypatch.setattr(house_module, "ANNOUNCE_SECONDS", 3600)

    async def look() -> None:
        async with houses_on(new_database(postgres), Pauses()) as (mine, other):
            code = await mine.create_table(HOST, _settings(), {"A": Seat(HOST.id, "Host")})
            watching = Onlooker(HOST)
            (await mine.table(code)).join(watching, None)
            far = await other.table(code)
            far.join(Onlooker(GUEST), None)
            assert await far.append(Sat("C", GUEST.id, "Guest"))
            await _wait_until(lambda: _seats_present(watching) == ["A", "C"])

    asyncio.run(look())


def test_players_of_silent_process_are_absent(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed process announces nothing: after STALE_SECONDS its people are absent, and a stand-in plays."""
    monkeypatch.setattr(presence_module, "STALE_SECONDS", 0.6)
    monkeypatch.setattr(house_module, "ANNOUNCE_SECONDS", 0.2)

    async def look() -> None:
        async with houses_on(new_database(postgres), Pauses(bot=0, fold=0, away=100)) as (mine, other):
            seats = {"A": Seat(HOST.id, "Host"), "C": Seat(GUEST.id, "Guest")}
            code = await mine.create_table(HOST, _settings(players=4), seats)
            watching = Onlooker(HOST)
            live = await mine.table(code)
            live.join(watching, None)
            (await other.table(code)).join(Onlooker(GUEST), None)
            await _wait_until(lambda: _seats_present(watching) == ["A", "C"])
            await _kill(other)
            await _wait_until(lambda: _seats_present(watching) == ["A"])
            await live.append(event_for(live.table, HOST.id, "Host", incoming.Start("start", fill="puppy")))
            await _wait_until(lambda: live.table.decided_by.get("C") == "stand-in")

    asyncio.run(look())


async def _kill(house: House) -> None:
    """Stop its announcements and its listener, as a crash would."""
    for task in house._background_tasks:
        task.cancel()
    assert house.bus is not None
    await house.bus.stop()


async def _wait_until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not holds():
            await asyncio.sleep(0.01)


def _seats_present(onlooker: Onlooker) -> object:
    return [message["seats"] for message in onlooker.received if message["type"] == "presence"][-1]


def test_event_number_admits_one_of_two_writers(postgres: Postgres) -> None:
    async def write() -> None:
        database = new_database(postgres)
        async with houses_on(database, Pauses()) as (house, _other):
            code = await house.create_table(HOST, _settings(), {})
        stores = [Store(url_of(database=database)) for _store in range(2)]
        for store in stores:
            await store.open()
        for number in range(2, 52):
            stored = await asyncio.gather(
                *(
                    store.append(
                        code, Entry(number, 0, Said("A", "hello")), TableUpdate("waiting", HOST.id, place, "{}")
                    )
                    for place, store in enumerate(stores)
                )
            )
            assert sorted(stored) == [False, True]
            ((row, entries),) = [await stores[0].load(code)]  # type: ignore[misc]
            assert (row.number, len(entries), row.due_at) == (number, number, stored.index(True))
        assert not await stores[0].append(
            "NOHOUSE", Entry(1, 0, Said("A", "hello")), TableUpdate("waiting", HOST.id, None, "{}")
        )
        for store in stores:
            await store.close()

    asyncio.run(write())
