"""Tables of every kind at a real house, for tests and pictures that visit every screen.

Anna is at all of them. The others stay connected as long as the stage stands, so that nobody is shown as gone.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from itertools import islice
from types import TracebackType
from typing import Any, TypeVar

from doghouse.bots.determinize import legal_plays
from doghouse.bots.registry import make_bot
from doghouse.server.client import Message, Person, TableClient
from tests.support.players import is_to_decide

T = TypeVar("T")
NAMES = ("Anna", "Beat", "Carla", "Dario", "Elsa", "Fabio")
MAX_DECISIONS = 5000
MAX_GAMES = 20


@dataclass(frozen=True)
class Tables:
    """The codes of the tables that stand on the stage, and a link that moves Anna's seat."""

    lobby: str
    exchange: str
    play: str
    six: str
    over: str
    move: str


class Stage:
    """Sets up the tables, with people in a thread of their own: beside an open browser this one has an event loop."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._clients: list[TableClient] = []
        self.people: list[Person] = []

    def __enter__(self) -> Stage:
        self._thread.start()
        try:
            self.tables = self._do(self._set_up())
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop()

    @property
    def cookie(self) -> str:
        """Who comes with it is Anna."""
        return self.people[0].cookie

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _stop(self) -> None:
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _close(self) -> None:
        await asyncio.gather(*(client.close() for client in self._clients))

    async def _set_up(self) -> Tables:
        self.people = [await Person(self.address).introduce(name) for name in NAMES]
        anna = self.people[0]
        over = await self._played(4, is_over, careless="BD")
        play = await self._played(4, is_a_good_moment)
        exchange = await self._played(4, lambda view: view["phase"] == "give" and view["round"] == 4)
        six = await self._played(6, lambda view: view["phase"] == "play" and view["round"] == 4)
        lobby = await self._new(self.people[0], {"bots": {"C": "hunter"}, "public": True}, self.people[1:2])
        await self._new(self.people[2], {"edition": "kings", "public": True}, self.people[3:4])
        move = await anna.request("POST", f"/api/tables/{play}/move")
        return Tables(lobby, exchange, play, six, over, move["link"])

    async def _new(self, host: Person, request: Message, others: list[Person]) -> str:
        """A table at which some people sit already."""
        code = str((await host.request("POST", "/api/tables", {"seat": "A", **request}))["code"])
        for seat, person in zip("BCDEF", others):
            client = await TableClient(person, code).open()
            self._clients.append(client)
            await client.act("sit", "sit", seat=seat)
        return code

    async def _played(self, players: int, enough: Callable[[Message], bool], careless: str = "") -> str:
        """A game played up to the first decision of Anna that is like this; if none comes, another game."""
        for _game in range(MAX_GAMES):
            code = await self._new(self.people[0], {"rules": {"players": players}}, self.people[1:players])
            anna = await TableClient(self.people[0], code).open()
            clients = [anna, *self._clients[-(players - 1) :]]
            self._clients.append(anna)  # who were gone would soon have a stand-in
            await anna.act("start", "start")
            if await _play_until(clients, enough, careless):
                return code
        raise AssertionError("no such moment came in any game")


async def _play_until(clients: list[TableClient], enough: Callable[[Message], bool], careless: str) -> bool:
    """Whether the moment came before the game was over; if none is waited for, the end is what is wanted."""
    anna = clients[0]
    for number in range(MAX_DECISIONS):
        seen = anna.number
        for client in clients:
            await _until_number(client, seen)
        if anna.state["status"] == "over":
            return enough is is_over
        if is_to_decide(anna) and enough(anna.state["view"]):
            return True
        deciding = [client for client in clients if is_to_decide(client)]
        if not deciding:  # the house itself has something to do
            await _until_number(anna, seen + 1)
            continue
        client = deciding[-1]  # Anna last
        kind, fields = decision(client.state["view"], client.state["you"] in careless)
        await _until_number(anna, await client.act(kind, f"decision-{number}", after=client.number, **fields))
    raise AssertionError("the game does not end")


async def _until_number(client: TableClient, number: int) -> None:
    await client.until(lambda: client.number >= number)


def decision(view: Message, careless: bool) -> tuple[str, dict[str, str]]:
    """What a sensible player would do, or the first thing that comes to mind."""
    bot = make_bot("greedy")
    if view["phase"] == "give":
        return "give", {"card": bot.give(view)}
    if careless:
        return "play", {"play": str(next(iter(legal_plays(view))))}
    return "play", {"play": str(bot.play(view))}


def is_over(_view: Message) -> bool:
    return False


def is_a_good_moment(view: Message) -> bool:
    """A hand with choices, among them a 7 that can be split, and marbles of everyone under way."""
    if view["phase"] != "play" or view["round"] < 3 or len(view["hand"]) < 3 or "7" not in view["hand"]:
        return False
    under_way = [fields for fields in view["marbles"].values() if any(not field.endswith("-") for field in fields)]
    plays = list(islice(legal_plays(view), 400))
    splits = [play for play in plays if play.card == "7" and len(play.moves) > 1]
    return len(under_way) == 4 and bool(splits) and len({play.card for play in plays if play.moves}) > 1
