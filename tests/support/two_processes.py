"""A table served by two processes: every person has a socket to each, and both must receive the same."""

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
        """Return the stored events of a table; check that their numbers have no gap."""
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
class DualConnection:
    """Connections of one person to the same table through both processes; the first is the one that decides."""

    own: TableClient
    other: TableClient
    received: dict[str, list[Message]] = field(default_factory=dict)

    def events(self, which: str, after: int) -> list[Message]:
        return [message for message in self.received[which] if message["number"] > after]


async def connect_to_both(person: Person, code: str, pair: Pair, first: int) -> DualConnection:
    received: dict[str, list[Message]] = {"own": [], "other": []}
    sockets = []
    for which, house in (("own", pair.houses[first]), ("other", pair.houses[1 - first])):
        through = Person(house.address)
        through.cookie = person.cookie

        def on_message(message: Message, received: list[Message] = received[which]) -> None:
            if message["type"] == "table":
                received.extend(message["missed"])
            elif message["type"] == "event":
                received.append(message)

        sockets.append(await TableClient(through, code, on_message).open())
    return DualConnection(sockets[0], sockets[1], received)


async def spread_table(pair: Pair, people: int, **request: Any) -> list[DualConnection]:
    """Create a table; its people, and a spectator at the end, use the two processes in turn."""
    persons = [await Person(pair.houses[n % 2].address).introduce(f"Person {n}") for n in range(people + 1)]
    made = await persons[0].request("POST", "/api/tables", request)
    connections = [
        await connect_to_both(person, made["code"], pair, number % 2) for number, person in enumerate(persons)
    ]
    for seat, dual in zip(connections[0].own.state["seats"], connections[:-1], strict=False):
        await dual.own.act("sit", "sit", seat=seat)
    return connections


async def start(connections: list[DualConnection], fill: str = "puppy") -> None:
    await connections[0].own.act("start", "start", fill=fill)


async def play_out(connections: list[DualConnection]) -> None:
    """Let everyone decide at random until the game is over and everyone knows."""
    await asyncio.gather(
        *(play_on(dual.own, random.Random(place), f"p{place}") for place, dual in enumerate(connections[:-1]))
    )
    await all_at_end(connections)


async def all_at_end(connections: list[DualConnection]) -> None:
    for client in clients_of(connections):
        await client.until(lambda client=client: client.state["status"] == "over")  # type: ignore[misc]
    last = connections[0].own
    await last.until(lambda: any(message["event"]["type"] == "revealed" for message in connections[0].received["own"]))
    for client in clients_of(connections):
        await client.until(lambda client=client: client.number == last.number)  # type: ignore[misc]


def clients_of(connections: list[DualConnection]) -> list[TableClient]:
    return [client for dual in connections for client in (dual.own, dual.other)]


def check_same_messages(connections: list[DualConnection]) -> None:
    """Check that both sockets of everyone received the same events, and all people the same board and outcome."""
    for dual in connections:
        begin = max(messages[0]["number"] for messages in dual.received.values()) - 1
        own, other = dual.events("own", begin), dual.events("other", begin)
        assert [message["number"] for message in own] == list(range(begin + 1, dual.own.number + 1))
        assert [_without_state(message) for message in own] == [_without_state(message) for message in other]
        assert dual.own.state == dual.other.state
    views = [dual.own.state["view"] for dual in connections]
    assert all(view["marbles"] == views[0]["marbles"] for view in views)
    assert all(view["outcome"] == views[0]["outcome"] for view in views)


def _without_state(message: Message) -> Message:
    """Drop the state, which events missed while disconnected do not have."""
    return {name: value for name, value in message.items() if name != "state"}


async def close_all(connections: list[DualConnection]) -> None:
    await asyncio.gather(*(client.close() for client in clients_of(connections)))
