"""The list of one's games: complete, whatever happened to the seat, and in pages."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

import doghouse as dog
from doghouse.server.client import Message, NotAllowed, Person, TableClient
from doghouse.server.fairness import verify
from doghouse.server.protocol import limits
from tests.support.database import finished_long_ago, new_database, run_sql, url_of
from tests.support.players import play_on, table_of
from tests.support.server_process import HouseProcess


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of a house for all tests of this file, on either database, and where it keeps everything."""
    database = new_database(request.getfixturevalue("postgres")) if request.param == "postgresql" else None
    running = HouseProcess(tmp_path_factory.mktemp("house") / "data", database=database).start()
    yield running.address, url_of(running.data, database)
    running.kill()


@pytest.fixture
def address(place: tuple[str, str]) -> str:
    return place[0]


@pytest.fixture
def url(place: tuple[str, str]) -> str:
    return place[1]


async def moved_from(client: TableClient) -> Person:
    """Another device that has taken a person's seat."""
    link = await client.person.request("POST", f"/api/tables/{client.code}/move")
    device = Person(client.person.address)
    await device.request("POST", "/api/move", {"token": urlsplit(link["link"]).path.removeprefix("/m/")})
    return device


async def games_of(person: Person, after: str = "") -> list[Message]:
    found: list[Message] = await person.request("GET", f"/api/me/games{after and f'?after={after}'}")
    return found


def codes(games: list[Message]) -> list[str]:
    return [game["code"] for game in games]


def test_moved_host_is_host_in_the_lists(address: str, url: str) -> None:
    async def move() -> None:
        (host,) = await table_of(address, 1)
        old, new = host.person, await moved_from(host)
        assert codes(await games_of(new)) == [host.code]
        assert codes(await games_of(old)) == []
        (kept,) = run_sql(url, "SELECT host FROM tables WHERE code = :code", code=host.code)
        (sits,) = run_sql(url, "SELECT guest FROM seats WHERE code = :code", code=host.code)
        assert kept == sits
        await host.close()

    asyncio.run(move())


def test_everyone_who_played_finds_the_game(address: str) -> None:
    """One hands their seat to a bot, one is replaced by the host, one goes on on another device."""

    async def play() -> None:
        anna, ben, cleo, dora = clients = await table_of(address, 4)
        gone = await Person(address).introduce("Gone")
        leaving = await TableClient(gone, anna.code).open()
        await dora.act("stand", "stand")
        await leaving.act("sit", "sit", seat="D")
        await leaving.act("stand", "stand")
        await dora.act("sit", "sit again", seat="D")
        await anna.act("start", "start")
        await ben.act("bot", "out", seat="B", level="puppy")
        await anna.act("bot", "out", seat="C", level="wolf")
        await anna.act("bot", "again", seat="C", level="puppy")
        device = await moved_from(dora)
        back = await TableClient(device, anna.code).open()
        assert codes(await games_of(ben.person)) == []  # it is played by others now
        players = enumerate((anna, back))
        await asyncio.gather(*(play_on(client, random.Random(place), "p") for place, client in players))
        for person in (anna.person, ben.person, cleo.person, dora.person, device):
            (game,) = await games_of(person)
            assert (game["code"], game["status"]) == (anna.code, "over")
            assert game["you"] == {anna.person: "A", device: "D"}.get(person)
        assert codes(await games_of(gone)) == []  # who stood up before it began did not play
        await check_record(anna)
        for client in (*clients, leaving, back):
            await client.close()

    async def check_record(client: TableClient) -> None:
        while True:
            try:
                record = await client.person.request("GET", f"/api/tables/{client.code}/record")
                break
            except NotAllowed:  # the seed is revealed in a moment
                await asyncio.sleep(0.02)
        headers = dog.Game.from_record(record).headers
        names = [headers[f"Player {seat}"] for seat in "ABCD"]
        assert names == ["Person 0", "Person 1, then puppy", "Person 2, then wolf, then puppy", "Person 3"]
        assert all(check.holds for check in verify(record))

    asyncio.run(play())


def test_one_host_cannot_fill_the_list_of_open_tables(address: str) -> None:
    async def look() -> None:
        for name in ("Anna", "Bea"):
            host = await Person(address).introduce(name)
            for _table in range(limits.LISTED_TABLES_PER_PERSON + 1):
                await host.request("POST", "/api/tables", {"public": True})
            assert len(await games_of(host)) == limits.LISTED_TABLES_PER_PERSON + 1  # they themselves find all
        hosts = [table["host"] for table in await Person(address).request("GET", "/api/tables")]
        assert sorted(hosts) == ["Anna"] * limits.LISTED_TABLES_PER_PERSON + ["Bea"] * limits.LISTED_TABLES_PER_PERSON

    asyncio.run(look())


def test_list_is_paginated(address: str, url: str) -> None:
    """The unfinished ones stand first, then the latest; a page goes on after the last game of the one before."""

    async def look() -> None:
        (client,) = await table_of(address, 1, rules={"players": 2})
        await client.act("start", "start", fill="puppy")
        await client.close()
        finished_long_ago(url, client.code, 2 * limits.LISTED_GAMES)
        first = await games_of(client.person)
        assert len(first) == limits.LISTED_GAMES
        assert first[0]["code"] == client.code
        second = await games_of(client.person, first[-1]["code"])
        third = await games_of(client.person, second[-1]["code"])
        assert (len(second), len(third)) == (limits.LISTED_GAMES, 1)
        assert codes(first + second + third)[1:] == [f"Z{n:05}" for n in range(2 * limits.LISTED_GAMES, 0, -1)]
        assert await games_of(client.person, third[-1]["code"]) == []
        with pytest.raises(NotAllowed, match="there is no table NOBODY"):
            await games_of(client.person, "nobody")

    asyncio.run(look())
