"""Whole games at a real house, for pages that show them afterwards."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from doghouse.server.client import Message, Person, TableClient
from tests.support.players import play_on, table_of

T = TypeVar("T")
BySeat = dict[str, list[str]]


def run_in_thread(work: Coroutine[Any, Any, T]) -> T:
    """Run something in a thread of its own: beside an open browser this one has an event loop already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@dataclass(frozen=True)
class PlayedTable:
    """A table whose game is over, and what was shown there before the first deal."""

    code: str
    commitment: str
    record: str


async def new_table(address: str, **request: Any) -> str:
    """The code of a table at which nobody plays yet."""
    host = await Person(address).introduce("Anna")
    return str((await host.request("POST", "/api/tables", request))["code"])


async def until_revealed(client: TableClient, messages: list[Message]) -> None:
    """Wait until everything hidden is revealed, the last event of a table."""
    await client.until(lambda: any(message.get("event", {}).get("type") == "revealed" for message in messages))


async def played_table(address: str, seed: str, **request: Any) -> PlayedTable:
    """A game of Anna, whose seat adds this seed, against bots."""
    anna = await Person(address).introduce("Anna")
    made = await anna.request("POST", "/api/tables", {**request, "seat": "A"})
    messages: list[Message] = []
    client = await TableClient(anna, made["code"], messages.append).open()
    commitment = str(messages[0]["about"]["commitment"])
    await client.act("seed", "seed", seed=seed)
    await client.act("start", "start", fill="puppy")
    await play_on(client, random.Random(1), "play")
    await until_revealed(client, messages)
    record = await anna.request("GET", f"/api/tables/{client.code}/record")
    await client.close()
    return PlayedTable(client.code, commitment, record)


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over: its replay as the house tells it, and the cookies of those who played."""

    code: str
    cookies: list[str]
    replay: dict[str, Any]
    record: str

    @property
    def count(self) -> int:
        return len(self.replay["frames"])

    def after(self, number: int, what: str) -> BySeat:
        """The marbles or the hands after a moment, counted from 1."""
        found: BySeat = {}
        for frame in self.replay["frames"][:number]:
            found |= frame.get(what, {})
        return found


async def finish_game(address: str, people: int, **request: Any) -> FinishedGame:
    clients = await table_of(address, people, **request)
    messages: list[Message] = []
    host = clients[0]
    onlooker = await TableClient(host.person, host.code, messages.append).open()
    await host.act("start", "start", fill="puppy")
    await asyncio.gather(*(play_on(one, random.Random(place), f"p{place}") for place, one in enumerate(clients)))
    await until_revealed(onlooker, messages)
    replay = await host.person.request("GET", f"/api/tables/{host.code}/replay")
    record = await host.person.request("GET", f"/api/tables/{host.code}/record")
    for client in (*clients, onlooker):
        await client.close()
    return FinishedGame(host.code, [client.person.cookie for client in clients], replay, record)
