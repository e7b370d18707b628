"""Tables in every phase at a real server, for tests and screenshots that visit every screen.

Anna is at all of them. The others stay connected as long as the stage is open, so that nobody is shown as away.
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
    """The codes of the tables, and a link that moves Anna's seat."""

    lobby: str
    exchange: str
    play: str
    six: str
    over: str
    move: str


class Stage:
    """Sets up the tables. Its clients run in their own thread: playwright has an event loop in the main thread."""

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
        """Return the cookie of Anna."""
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
        over = await self._played(4, is_over, first_play_seats="BD")
        play = await self._played(4, is_presentable)
        exchange = await self._played(4, lambda view: view["phase"] == "give" and view["round"] == 4)
        six = await self._played(6, lambda view: view["phase"] == "play" and view["round"] == 4)
        lobby = await self._new(self.people[0], {"bots": {"C": "hunter"}, "public": True}, self.people[1:2])
        await self._new(self.people[2], {"edition": "kings", "public": True}, self.people[3:4])
        move = await anna.request("POST", f"/api/tables/{play}/move")
        return Tables(lobby, exchange, play, six, over, move["link"])

    async def _new(self, host: Person, request: Message, others: list[Person]) -> str:
        """Create a table at which some people are seated; return its code."""
        code = str((await host.request("POST", "/api/tables", {"seat": "A", **request}))["code"])
        for seat, person in zip("BCDEF", others):
            client = await TableClient(person, code).open()
            self._clients.append(client)
            await client.act("sit", "sit", seat=seat)
        return code

    async def _played(self, players: int, stop_when: Callable[[Message], bool], first_play_seats: str = "") -> str:
        """Play games until Anna has to decide in a view that matches; return the code of the table."""
        for _game in range(MAX_GAMES):
            code = await self._new(self.people[0], {"rules": {"players": players}}, self.people[1:players])
            anna = await TableClient(self.people[0], code).open()
            clients = [anna, *self._clients[-(players - 1) :]]
            self._clients.append(anna)  # a stand-in would soon replace absent people
            await anna.act("start", "start")
            if await _play_until(clients, stop_when, first_play_seats):
                return code
        raise AssertionError("no game reached a matching view")


async def _play_until(clients: list[TableClient], stop_when: Callable[[Message], bool], first_play_seats: str) -> bool:
    """Play until a view of Anna matches or the game is over; tell whether that was the goal."""
    anna = clients[0]
    for number in range(MAX_DECISIONS):
        seen = anna.number
        for client in clients:
            await _until_number(client, seen)
        if anna.state["status"] == "over":
            return stop_when is is_over
        if is_to_decide(anna) and stop_when(anna.state["view"]):
            return True
        deciding = [client for client in clients if is_to_decide(client)]
        if not deciding:  # the server has a duty
            await _until_number(anna, seen + 1)
            continue
        client = deciding[-1]  # Anna last
        kind, fields = decision(client.state["view"], client.state["you"] in first_play_seats)
        await _until_number(anna, await client.act(kind, f"decision-{number}", after=client.number, **fields))
    raise AssertionError("the game does not end")


async def _until_number(client: TableClient, number: int) -> None:
    await client.until(lambda: client.number >= number)


def decision(view: Message, first_play: bool) -> tuple[str, dict[str, str]]:
    """Return the decision of the greedy bot, or the first legal play."""
    bot = make_bot("greedy")
    if view["phase"] == "give":
        return "give", {"card": bot.give(view)}
    if first_play:
        return "play", {"play": str(next(iter(legal_plays(view))))}
    return "play", {"play": str(bot.play(view))}


def is_over(_view: Message) -> bool:
    return False


def is_presentable(view: Message) -> bool:
    """Tell whether several cards can be played, a 7 can be split, and everyone has marbles on the board."""
    if view["phase"] != "play" or view["round"] < 3 or len(view["hand"]) < 3 or "7" not in view["hand"]:
        return False
    under_way = [fields for fields in view["marbles"].values() if any(not field.endswith("-") for field in fields)]
    plays = list(islice(legal_plays(view), 400))
    splits = [play for play in plays if play.card == "7" and len(play.moves) > 1]
    return len(under_way) == 4 and bool(splits) and len({play.card for play in plays if play.moves}) > 1
