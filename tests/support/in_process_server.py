"""A server in the process of the test, which controls its clock, its secrets and the positions of its games."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from doghouse.rules.game import Game
from doghouse.rules.rules import Rules
from doghouse.server.house import House
from doghouse.server.http.access import Access
from doghouse.server.http.identity import COOKIE, Identity, open_identity
from doghouse.server.http.uvicorn_server import UvicornServer
from doghouse.server.protocol.events import Event, Played, Started, TableSettings
from doghouse.server.settings import Pauses, Settings
from doghouse.server.storage.guests import Guest
from doghouse.server.tables.live_table import LiveTable
from doghouse.server.tables.table import Seat

if TYPE_CHECKING:
    from playwright.sync_api import Page

NOON = 1_800_000_000_000  # ms, at which the clock of the server begins
SECRET = "5eed" * 16  # of every table


class InProcessServer:
    """A running server whose clock only the test moves."""

    def __init__(self, data: Path, pauses: Pauses, opens_at: int) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.now = opens_at
        self.house = House(
            Settings(
                host="127.0.0.1",
                port=0,
                data=data,
                pauses=pauses,
                now=lambda: self.now,
                monotonic=lambda: self.now,
                token=lambda _bytes: SECRET,
            )
        )
        self.address = ""
        self.admin_token: str | None = None

    def pass_time(self, seconds: float) -> None:
        """Advance the clock and let every table check its duties."""
        self.now += int(1000 * seconds)
        for live in self.house.tables.values():
            live.schedule()

    async def forget(self, code: str) -> None:
        """Unload a table from memory, as happens when nobody has used it for a while."""
        await self.house.tables.pop(code).stop()


@asynccontextmanager
async def in_process_server(
    data: Path, pauses: Pauses | None = None, opens_at: int = NOON
) -> AsyncIterator[InProcessServer]:
    running = InProcessServer(data, pauses or Pauses(bot=0, fold=0, away=60_000), opens_at)
    await running.house.open()
    identity, running.admin_token = await open_identity(running.house.store)
    server = UvicornServer(Access(running.house, identity))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        assert not serving.done(), "the server did not start"
        await asyncio.sleep(0.005)
    running.address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    try:
        yield running
    finally:
        server.should_exit = True
        await serving


T = TypeVar("T")
Position = dict[str, Any]
NAMES = {"A": "Anna", "B": "Beat", "C": "Carla", "D": "Dario", "E": "Elsa", "F": "Fabio"}
PAUSES = Pauses(bot=0, fold=30_000, away=60_000)  # longer than a test would take


def position(hand: str, own: str, turn: str = "A", **more: Any) -> Position:
    """Return a position in which A has these cards and marbles and is to play, by default with four players.

    The others have a king each, so that nobody has to fold, and marbles in their kennels, unless ``hands`` and
    ``marbles`` say otherwise.
    """
    rules = Rules(**{"players": 4, **more.pop("rules", {})})
    marbles, hands = more.pop("marbles", {}), more.pop("hands", {})
    return {
        "rules": rules.to_json(),
        "marbles": {seat: _four(seat, own if seat == "A" else marbles.get(seat, "")) for seat in rules.seats},
        "hands": {seat: hand.split() if seat == "A" else hands.get(seat, "K").split() for seat in rules.seats},
        "turn": turn,
        "phase": "play",
        **more,
    }


def _four(seat: str, fields: str) -> list[str]:
    found = fields.split()
    return found + [f"{seat}-"] * (4 - len(found))


GIVING: Position = {
    **position("3 5 8", "", hands={"B": "3 6 9", "C": "4 Q K", "D": "2 2 2"}),
    "phase": "give",
    "turn": None,
    "round": 4,
}


class ScriptedServer:
    """A server whose games start from given positions.

    It runs in its own thread, since playwright already runs an event loop in the main thread.
    """

    def __init__(self, data: Path) -> None:
        self._data = data
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._open = AsyncExitStack()
        self._patch = pytest.MonkeyPatch()
        self._position: Position | None = None
        self.address = ""

    def __enter__(self) -> ScriptedServer:
        self._thread.start()
        self._patch.setattr("doghouse.server.tables.table.Game", self._new_game)
        self._server: InProcessServer = self._do(self._open.enter_async_context(in_process_server(self._data, PAUSES)))
        self._identity: Identity = self._do(open_identity(self._server.house.store))[0]
        self.address = self._server.address
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._do(self._open.aclose())
        self._patch.undo()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def table(self, position: Position, people: Mapping[str, Page], bots: str = "") -> str:
        """Create a table whose game starts from a position; return its code. Seats without a page or a bot belong to
        absent people, so that nothing happens by itself."""
        return self._do(self._set_up(position, {seat: self._guest(page) for seat, page in people.items()}, bots))

    def game(self, code: str) -> Game:
        """Return a copy of the game."""
        game = self._do(self._live(code)).table.game
        assert game is not None
        return game.copy()

    def append_event(self, code: str, event: Event) -> None:
        """Append an event to a table, as if by somebody without a page."""
        assert self._do(self._append(code, event))

    def play(self, code: str, play: str) -> None:
        """Play for the seat to move, as if by somebody without a page."""
        self.append_event(code, Played(self.game(code).turn or "", play, "person"))

    def pass_time(self, seconds: float) -> None:
        self._do(self._pass(seconds))

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def _new_game(self, rules: Rules, seed: str) -> Game:
        return Game(rules, seed) if self._position is None else Game.from_position(self._position, seed)

    def _guest(self, page: Page) -> str:
        cookie = next(one for one in page.context.cookies(self.address) if one.get("name") == COOKIE)
        guest = self._identity.guest_of(cookie.get("value"))
        assert guest is not None
        return guest

    async def _set_up(self, position: Position, people: Mapping[str, str], bots: str) -> str:
        seats = {
            seat: Seat(level="puppy") if seat in bots else Seat(people.get(seat, f"gone-{seat}"), NAMES[seat])
            for seat in position["marbles"]
        }
        host = Guest(token_hex(8), "", "en")
        code = await self._server.house.create_table(host, TableSettings("xl", position["rules"]), seats)
        live = await self._live(code)
        self._position = position
        await live.append(Started({}, live.table.seeds(), {seat: NAMES[seat] for seat in seats}))
        self._position = None
        return code

    async def _live(self, code: str) -> LiveTable:
        return await self._server.house.table(code)

    async def _append(self, code: str, event: Event) -> bool:
        return await (await self._live(code)).append(event)

    async def _pass(self, seconds: float) -> None:
        self._server.pass_time(seconds)
