"""A table over two processes: every person has a socket through each, and both must tell the same."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from doghouse.server.client import Message, Person, TableClient
from tests.support.database import run_sql, url_of
from tests.support.players import play_on
from tests.support.server_process import HouseProcess

EVENTS = "SELECT event FROM events WHERE code = :code ORDER BY number"
NUMBERS = "SELECT number FROM events WHERE code = :code ORDER BY number"


@dataclass
class Pair:
    """Two processes on one database."""

    database: str
    houses: list[HouseProcess]

    def events(self, code: str) -> list[str]:
        """The events of a table as they are kept, whose numbers must have no gap."""
        numbers = run_sql(url_of(database=self.database), NUMBERS, code=code)
        assert numbers == list(range(1, len(numbers) + 1))
        return run_sql(url_of(database=self.database), EVENTS, code=code)


@contextmanager
def pair_on(database: str, folder: Path, *options: str) -> Iterator[Pair]:
    houses = [HouseProcess(folder / f"house{number}", *options, database=database) for number in range(2)]
    try:
        for house in houses:
            house.start()
        yield Pair(database, houses)
    finally:
        for house in houses:
            if house.process is not None:
                house.kill()


@dataclass
class Twins:
    """The same person at the same table through both processes; the first socket is the one that decides."""

    own: TableClient
    other: TableClient
    heard: dict[str, list[Message]] = field(default_factory=dict)

    def events(self, which: str, after: int) -> list[Message]:
        return [message for message in self.heard[which] if message["number"] > after]


async def twins(person: Person, code: str, pair: Pair, first: int) -> Twins:
    heard: dict[str, list[Message]] = {"own": [], "other": []}
    sockets = []
    for which, house in (("own", pair.houses[first]), ("other", pair.houses[1 - first])):
        through = Person(house.address)
        through.cookie = person.cookie

        def told(message: Message, kept: list[Message] = heard[which]) -> None:
            if message["type"] == "table":
                kept.extend(message["missed"])
            elif message["type"] == "event":
                kept.append(message)

        sockets.append(await TableClient(through, code, told).open())
    return Twins(sockets[0], sockets[1], heard)


async def spread_table(pair: Pair, people: int, **wishes: Any) -> list[Twins]:
    """A new table with so many people, by turns through one process and the other, and a spectator at the end."""
    persons = [await Person(pair.houses[n % 2].address).introduce(f"Person {n}") for n in range(people + 1)]
    made = await persons[0].request("POST", "/api/tables", wishes)
    found = [await twins(person, made["code"], pair, number % 2) for number, person in enumerate(persons)]
    for seat, twin in zip(found[0].own.state["seats"], found[:-1], strict=False):
        await twin.own.act("sit", "sit", seat=seat)
    return found


async def start(found: list[Twins], fill: str = "puppy") -> None:
    await found[0].own.act("start", "start", fill=fill)


async def play_out(found: list[Twins]) -> None:
    """Let everyone decide at random until the game is over and everyone knows."""
    await asyncio.gather(
        *(play_on(twin.own, random.Random(place), f"p{place}") for place, twin in enumerate(found[:-1]))
    )
    await all_at_end(found)


async def all_at_end(found: list[Twins]) -> None:
    for client in clients_of(found):
        await client.until(lambda client=client: client.state["status"] == "over")  # type: ignore[misc]
    last = found[0].own
    await last.until(lambda: any(h["event"]["type"] == "revealed" for h in found[0].heard["own"]))
    for client in clients_of(found):
        await client.until(lambda client=client: client.number == last.number)  # type: ignore[misc]


def clients_of(found: list[Twins]) -> list[TableClient]:
    return [client for twin in found for client in (twin.own, twin.other)]


def check_told_the_same(found: list[Twins]) -> None:
    """Both sockets of everyone have heard the same, number by number, and everyone the same but for hidden cards."""
    for twin in found:
        begin = max(heard[0]["number"] for heard in twin.heard.values()) - 1
        own, other = twin.events("own", begin), twin.events("other", begin)
        assert [message["number"] for message in own] == list(range(begin + 1, twin.own.number + 1))
        assert [_without_state(message) for message in own] == [_without_state(message) for message in other]
        assert twin.own.state == twin.other.state
    views = [twin.own.state["view"] for twin in found]
    assert all(view["marbles"] == views[0]["marbles"] for view in views)
    assert all(view["outcome"] == views[0]["outcome"] for view in views)


def _without_state(message: Message) -> Message:
    """States do not come with events that a socket had missed while it was away."""
    return {name: value for name, value in message.items() if name != "state"}


async def close_all(found: list[Twins]) -> None:
    await asyncio.gather(*(client.close() for client in clients_of(found)))
