"""The server leaks no hidden card: its messages do not depend on cards that the receiver may not see.

A game is played at two servers at once, with different cards wherever the watched seat cannot see them. Before a
differing card becomes visible, the second table is redealt so that it no longer differs. So every byte sent to the
watched seat, on all its devices and whatever it asks or tries, and to spectators must be the same at both.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

import doghouse as dog
from doghouse.server.protocol import limits
from doghouse.server.protocol.events import Event, Gave, Played, TableSummary
from doghouse.server.protocol.incoming import Explore
from doghouse.server.protocol.outgoing import State, VisibleEvent
from doghouse.server.settings import Pauses
from doghouse.server.storage.guests import Guest
from doghouse.server.tables import viewer_messages, visibility
from doghouse.server.tables.effects import Effects
from doghouse.server.tables.live_table import LiveTable, Viewer
from doghouse.server.tables.table import Table
from tests.support.hidden_worlds import redeal_hidden
from tests.support.in_process_server import InProcessServer, in_process_server
from tests.support.twin_worlds import ParallelTables, World

PAUSES = Pauses(bot=0, fold=3_600_000, away=3_600_000)  # long enough that people fold themselves
Houses = tuple[InProcessServer, InProcessServer]


@dataclass(frozen=True)
class Kind:
    """A kind of game: its settings, the seats of bots, and the seat watched in each game; None is a spectator."""

    request: dict[str, Any]
    watched: tuple[str | None, ...]
    bots: str = ""

    @property
    def rules(self) -> dog.Rules:
        rules = dict(self.request.get("rules", {}))
        return dog.Rules.edition(self.request.get("edition", "xl"), rules.pop("players", 4), **rules)


KINDS = {
    "2 draw": Kind({"rules": {"players": 2}}, ("A", None)),
    "2 pass": Kind({"rules": {"players": 2}, "edition": "dog"}, ("C",)),
    "3 draw": Kind({"rules": {"players": 3}, "pace": 3600}, ("C", None)),
    "3 pass": Kind({"rules": {"players": 3}, "edition": "dog", "public": True}, ("B",)),
    "4 pairs": Kind({"pace": 3600}, ("D", None)),
    "4 pairs and a bot": Kind({"rules": {"canadian_seven": True}}, ("D",), bots="B"),
    "5 draw": Kind({"rules": {"players": 5}}, ("C",)),
    "6 pairs": Kind({"rules": {"players": 6, "quick_start": True}, "public": True}, ("E",)),
    "6 trios and bots": Kind({"rules": {"players": 6, "teams": "trios"}}, ("F",), bots="BE"),
}
MORE = ("2 pass", "3 draw", "4 pairs and a bot", "6 pairs")  # in long runs


@pytest.fixture(autouse=True)
def no_rate_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lift the rate limits: what they refuse depends on the clock, not on the cards."""
    for name in ("MESSAGES_BURST", "MESSAGES_PER_PERSON_BURST", "MINOR_ACTS_BURST"):
        monkeypatch.setattr(limits, name, 1_000_000)


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[Houses]:
    async with in_process_server(folder / "one", PAUSES) as one, in_process_server(folder / "other", PAUSES) as other:
        yield one, other


async def parallel_tables(
    houses: Houses, kind: Kind, watched: str | None, seed: str, patch: pytest.MonkeyPatch
) -> ParallelTables:
    """Create the same table at both servers; the worlds differ from the first deal on."""
    one, other = World(houses[0]), World(houses[1])
    observers = {*kind.bots, *([watched] if watched else [])}
    chooser = random.Random(seed)
    code = "".join(chooser.choices("ABCDEFGH", k=6))
    patch.setattr("doghouse.server.tables.new_table.new_code", lambda: code)
    await one.set_up(kind.request, kind.bots, watched)
    await one.start()
    await other.set_up(kind.request, kind.bots, watched)
    with patch.context() as patched:
        patched.setattr(
            "doghouse.server.tables.table.Game",
            lambda rules, seed: redeal_hidden(dog.Game(rules, seed), observers, chooser),
        )
        await other.start()
    return ParallelTables(one, other, watched, observers, chooser)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak) if name in MORE else name for name in KINDS]
)
def test_hidden_cards_change_no_byte_a_viewer_is_sent(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = KINDS[name]
    total: Counter[str] = Counter()

    async def play() -> None:
        async with two_servers(tmp_path) as houses:
            for number, watched in enumerate(kind.watched):
                pair = await parallel_tables(houses, kind, watched, f"{name} {number}", monkeypatch)
                await pair.play()
                pair.check_cards_are_visible()
                total.update(pair.count)
                total["messages"] += sum(pair.compared.values())
                for world in pair.worlds:
                    await world.close()

    asyncio.run(play())
    games, alone, others = len(kind.watched), kind.rules.alone, kind.rules.players > 2
    assert total["messages"] > 200 * games, "whole games were compared"
    assert total["in different worlds"] > 0.6 * total["actions"], "the worlds were really different"
    assert total["checked"] > 200 * games
    assert total["reconnects"] > games
    assert min(total["answered by refused"], total["answered by options"]) > 0
    assert total["folds of others"] > 0
    assert total["takes among others"] > 0 or not (alone and others)
    assert total["gifts of others"] > 5 * games or kind.rules.exchange == "draw"


# Injected leaks, to check that they are detected.


def leaking_event(kind: type[Event], **what: Callable[[Effects], Any]) -> Callable[..., VisibleEvent]:
    """Return a ``visible_event`` that shows more than it should."""

    def shows(effects: Effects, seat: str | None) -> VisibleEvent:
        visible = visibility.visible_event(effects, seat)
        if not isinstance(effects.entry.event, kind):
            return visible
        return msgspec.structs.replace(visible, **{name: value(effects) for name, value in what.items()})

    return shows


def leaking_state(**what: Callable[[Table], Any]) -> Callable[..., State]:
    """Return a ``visible_state`` that shows more than it should."""

    def shows(table: Table, seat: str | None) -> State:
        visible = visibility.visible_state(table, seat)
        return msgspec.structs.replace(visible, **{name: value(table) for name, value in what.items()})

    return shows


def card_of(effects: Effects) -> str:
    assert isinstance(effects.entry.event, Gave)
    return effects.entry.event.card


def blocked_cards_of_turn(table: Table) -> Any:
    game = table.game
    return visibility.blocked_cards(game, game.turn) if game is not None and game.turn and table.must_fold else None


def view_of_other_seat(table: Table) -> Any:
    return None if table.game is None else table.game.view("B")


def hand_in_summary(table: Table) -> TableSummary:
    game = table.game
    return msgspec.structs.replace(SUMMARY(table), edition="" if game is None else str(game.hand("B")))


@dataclass(eq=False)
class Impostor:
    """A viewer with the guest of another."""

    guest: Guest
    send: Callable[[str], None]


def explore_for_others(self: LiveTable, viewer: Viewer, message: Explore) -> None:
    turn = None if self.table.game is None else self.table.game.turn
    mover = next((other for other in self.viewers if self.table.seat_of(other.guest.id) == turn), viewer)
    EXPLORE(self, Impostor(mover.guest, viewer.send), message)


SUMMARY, EXPLORE = Table.summary, LiveTable.explore
LEAKS = {
    "a card given": (viewer_messages, "visible_event", leaking_event(Gave, card=card_of), "4 pairs"),
    "a card received": (
        viewer_messages,
        "visible_event",
        leaking_event(Gave, received=lambda effects: effects.received.get("D")),
        "4 pairs",
    ),
    "a card taken": (
        viewer_messages,
        "visible_event",
        leaking_event(Played, taken=lambda effects: effects.taken),
        "3 draw",
    ),
    "another's view": (viewer_messages, "visible_state", leaking_state(view=view_of_other_seat), "4 pairs"),
    "who has to fold": (
        viewer_messages,
        "visible_state",
        leaking_state(deadline=lambda table: table.deadline),
        "3 draw",
    ),
    "why they have to": (viewer_messages, "visible_state", leaking_state(stuck=blocked_cards_of_turn), "2 pass"),
    "what others can play": (LiveTable, "explore", explore_for_others, "3 pass"),
    "a hand in a list": (Table, "summary", hand_in_summary, "3 pass"),
}


def test_every_injected_leak_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with two_servers(tmp_path) as houses:
            for name, (where, what, leak, kind) in LEAKS.items():
                with monkeypatch.context() as patched:
                    pair = await parallel_tables(houses, KINDS[kind], "A", name, patched)
                    patched.setattr(where, what, leak)
                    with pytest.raises(AssertionError, match="tell the worlds apart"):
                        await pair.play()
                for world in pair.worlds:
                    await world.close()

    asyncio.run(play())
