"""Replays of finished games: every moment with all hands open, and statistics."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from doghouse.rules.game import Game
from doghouse.rules.record_reader import Event
from doghouse.rules.rules import Rules
from doghouse.server.protocol.outgoing import Seating, SentHome, VisibleSeat
from doghouse.server.protocol.refusals import Refused
from doghouse.server.tables.statistics import SeatStatistics, statistics
from doghouse.server.tables.table import Table
from doghouse.server.tables.visibility import seating, visible_state


class Frame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A moment of a game. ``seat`` plays or deals; ``marbles`` and ``hands`` hold the seats whose marbles or cards have
    changed; ``given`` is what each seat gave, or lost to a hidden draw."""

    kind: Literal["deal", "exchange", "play", "stop"]
    round: int
    seat: str | None = None
    play: str | None = None
    marbles: dict[str, list[str]] = {}
    hands: dict[str, list[str]] = {}
    sent_home: tuple[SentHome, ...] = ()
    laid_down: tuple[str, ...] = ()
    taken: str | None = None
    dealt: int | None = None
    given: dict[str, str] = {}


class Replay(msgspec.Struct, frozen=True):
    code: str
    edition: str
    rules: dict[str, Any]
    seats: dict[str, VisibleSeat]
    result: dict[str, Any]
    frames: list[Frame]
    statistics: dict[str, SeatStatistics]
    seating: Seating


class FrameMaker:
    """Turn the events of a record into frames that hold only what has changed since the one before."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._marbles: dict[str, list[str]] = {}
        self._hands: dict[str, list[str]] = {}

    def frames(self, record: str) -> list[Frame]:
        frames: list[Frame] = []
        for event, game in Game.replay(record):
            if event.kind == "deal":
                frames.append(self._deal(game))
                if self._rules.exchange == "draw":  # cards are drawn by chance right after the deal
                    frames.append(self._exchange(game))
            elif event.kind == "give" and not game.to_give():
                frames.append(self._exchange(game))
            elif event.kind == "play":
                frames.append(self._play(event, game))
            elif event.kind == "stop":
                frames.append(Frame("stop", len(game.rounds), hands=self._changed_hands(game)))
        return frames

    def _deal(self, game: Game) -> Frame:
        dealt = game.rounds[-1]
        hands = dealt.hands or {}
        self._hands = dict(hands)
        return Frame(
            "deal", dealt.number, dealt.dealer, marbles=self._changed_marbles(game), hands=hands, dealt=dealt.cards
        )

    def _exchange(self, game: Game) -> Frame:
        number, given = game.rounds[-1].number, dict(game.rounds[-1].given)
        return Frame("exchange", number, hands=self._changed_hands(game), given=given)

    def _play(self, event: Event, game: Game) -> Frame:
        turn = game.last
        assert turn is not None
        return Frame(
            "play",
            game.rounds[-1].number,
            event.seat,
            turn.play,
            marbles=self._changed_marbles(game),
            hands=self._changed_hands(game),
            sent_home=tuple(SentHome(owner, field) for owner, field in turn.sent_home),
            laid_down=turn.laid_down,
            taken=turn.taken,
        )

    def _changed_marbles(self, game: Game) -> dict[str, list[str]]:
        before, self._marbles = self._marbles, game.marbles()
        return _changed(before, self._marbles)

    def _changed_hands(self, game: Game) -> dict[str, list[str]]:
        before, self._hands = self._hands, {seat: game.hand(seat) for seat in self._rules.seats}
        return _changed(before, self._hands)


def _changed(before: dict[str, list[str]], after: dict[str, list[str]]) -> dict[str, list[str]]:
    return {seat: items for seat, items in after.items() if before.get(seat) != items}


def replay_of(table: Table) -> Replay:
    """Return the replay of a finished game, or raise ``Refused``: any other has hidden cards."""
    game = table.game
    if game is None or game.outcome is None or table.status != "over" or not table.revealed:
        raise Refused("not_over")
    return Replay(
        code=table.code,
        edition=table.settings.edition,
        rules=table.rules.to_json(),
        seats=visible_state(table, None).seats,
        result=game.outcome.to_json(),
        frames=FrameMaker(table.rules).frames(table.record()),
        statistics=statistics(table.rules, game.rounds),
        seating=seating(table.rules),
    )
