"""One of several processes ends: the others take over its tables, and its people reconnect to them."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from doghouse.server.client import Person, TableClient
from tests.support.database import Postgres, new_database, run_sql, url_of
from tests.support.players import decision, is_to_decide, table_of
from tests.support.server_process import until
from tests.support.two_processes import (
    Pair,
    all_at_end,
    check_same_messages,
    clients_of,
    close_all,
    pair_on,
    play_out,
    spread_table,
    start,
)

BOT_PAUSE = 1.0  # long enough to kill a process before its bot plays


@pytest.fixture
def pair(postgres: Postgres, tmp_path: Path) -> Iterator[Pair]:
    with pair_on(new_database(postgres), tmp_path) as running:
        yield running


def test_players_of_killed_process_reconnect_to_another(pair: Pair) -> None:
    first, second = pair.houses

    async def play() -> str:
        connections = await spread_table(pair, 2)
        await start(connections)
        playing = asyncio.create_task(play_out(connections))
        await connections[-1].own.until(lambda: connections[-1].own.number > 40)
        first.kill()
        for client in clients_of(connections):
            client.person.address = second.address
        await playing
        check_same_messages(connections)
        await close_all(connections)
        return connections[0].own.code

    events = pair.events(asyncio.run(play()))
    assert '"revealed"' in events[-1]
    assert not any('"stand-in"' in event for event in events)


def test_restarted_process_rejoins(pair: Pair) -> None:
    """A rolling upgrade: each process is stopped and started in turn."""

    async def play() -> str:
        connections = await spread_table(pair, 2)
        await start(connections)
        playing = asyncio.create_task(play_out(connections))
        for turn, house in enumerate(pair.houses):
            begin = connections[-1].own.number
            await until(lambda begin=begin: max(c.number for c in clients_of(connections)) > begin + 15)  # type: ignore[misc]
            assert await asyncio.to_thread(house.stop) == 0
            await asyncio.to_thread(house.start)
            assert turn < 2
        await playing
        await all_at_end(connections)
        check_same_messages(connections)
        assert all(client.connections > 1 for client in clients_of(connections))
        await close_all(connections)
        return connections[0].own.code

    pair.events(asyncio.run(play()))


@pytest.mark.parametrize("watched", [True, False])
def test_bots_of_killed_process_are_taken_over(postgres: Postgres, tmp_path: Path, watched: bool) -> None:
    """After TAKEOVER_SECONDS by a process with the table in memory, or with a clock by one that finds it due."""
    with pair_on(new_database(postgres), tmp_path, "--bot-pause", str(BOT_PAUSE)) as pair:
        first, second = pair.houses
        url = url_of(database=pair.database)

        async def play() -> None:
            pace = None if watched else 3600
            request = {"rules": {"players": 3}, "bots": {"B": "puppy", "C": "puppy"}, "pace": pace}
            (client,) = await table_of(first.address, 1, **request)
            person = Person(second.address)
            person.cookie = client.person.cookie
            watching = await TableClient(person, client.code).open() if watched else None
            await client.act("start", "start")
            await client.until(lambda: is_to_decide(client))
            kind, fields = decision(client.state["view"], random.Random(1))
            number = await client.act(kind, "mine", after=client.number, **fields)
            first.kill()
            await client.close()
            await until(lambda: len(pair.events(client.code)) > number)
            assert json.loads(pair.events(client.code)[number])["by"] == "bot"
            if watching is not None:
                await watching.until(lambda: watching.number > number)
                await watching.close()

        asyncio.run(play())
        assert run_sql(url, "SELECT count(*) FROM tables") == [1]


def test_presence_is_known_in_all_processes(pair: Pair) -> None:
    told: list[tuple[list[str], int]] = []

    async def look() -> None:
        (host,) = await table_of(pair.houses[0].address, 1)
        other = await Person(pair.houses[1].address).introduce("Other")

        def hear(message: dict[str, object]) -> None:
            if message["type"] == "presence":
                told.append((message["seats"], message["watching"]))  # type: ignore[arg-type]

        watcher = await Person(pair.houses[0].address).introduce("Watcher")
        watching = await TableClient(watcher, host.code, hear).open()
        await watching.until(lambda: told[-1:] == [(["A"], 1)])
        seated = await TableClient(other, host.code).open()
        await watching.until(lambda: told[-1:] == [(["A"], 2)])
        await seated.act("sit", "sit", seat="B")
        await watching.until(lambda: told[-1:] == [(["A", "B"], 1)])
        await seated.close()
        await watching.until(lambda: told[-1:] == [(["A"], 1)])
        await host.close()
        await watching.until(lambda: told[-1:] == [([], 1)])
        await watching.close()

    asyncio.run(look())


def test_stand_in_plays_for_players_of_stopped_process(postgres: Postgres, tmp_path: Path) -> None:
    with pair_on(new_database(postgres), tmp_path, "--away", "0.5") as pair:

        async def play() -> None:
            (host,) = await table_of(pair.houses[0].address, 1)
            guest = await Person(pair.houses[1].address).introduce("Guest")
            there = await TableClient(guest, host.code).open()
            await there.act("sit", "sit", seat="B")
            await host.act("start", "start", fill="puppy")
            assert await asyncio.to_thread(pair.houses[0].stop) == 0
            await host.close()
            await there.until(lambda: there.state["seats"]["A"]["by"] == "stand-in")
            await there.close()

        asyncio.run(play())
