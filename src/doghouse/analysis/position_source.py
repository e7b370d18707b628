"""Read the position to advise on: a position or a view as JSON, or a record and the number of a move."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from doghouse.analysis.errors import NoAdvice
from doghouse.analysis.unknown_hands import check_hands, fill_hands, known_hands
from doghouse.analysis.view_to_position import is_view, view_to_position
from doghouse.rules.errors import IllegalGive, IllegalPlay, InvalidPosition, InvalidRecord, InvalidRules
from doghouse.rules.game import Game
from doghouse.rules.reasons import because
from doghouse.rules.rules import Rules
from doghouse.terminal.replay_moments import read_moments

REQUIRED = ("marbles", "hands", "phase")  # fields of a position


@dataclass(frozen=True)
class SourcePosition:
    """A game, the seats whose hands are known, and what was played or given next, by seat."""

    game: Game
    known: str
    played: Mapping[str, str] = field(default_factory=dict)
    seat: str | None = None  # the seat of a view

    def seat_to_advise(self, seat: str | None) -> str:
        """Return the seat to play or, in the exchange, the requested or first seat that has to give."""
        game, seat = self.game, seat or self.seat
        if seat is not None and seat not in game.rules.seats:
            raise IllegalPlay(because("not_playing", seat=seat))
        if game.phase != "give":
            game.check_turn(seat)
            seat = game.turn
        elif seat is None:
            seat = next((other for other in game.to_give() if other in self.known), game.to_give()[0])
        elif seat not in game.to_give():
            raise IllegalGive(because("gave_already", seat=seat, form=game.rules.exchange_form))
        if seat is None:
            raise NoAdvice("not_dealt")
        if seat not in self.known:
            raise NoAdvice("hand_unknown", seat=seat)
        return seat


def read_position(text: str, move: int | None = None) -> SourcePosition:
    """Read a position, or a record and one of its moves. Raise NoAdvice if that is impossible."""
    if text.lstrip()[:1] in ("{", "["):
        if move is not None:
            raise NoAdvice("move_in_position")
        return _read_json(text)
    try:
        return _read_record(text, move)
    except InvalidRecord as error:
        raise NoAdvice("neither", line=error.line, problem=error.problem) from None


def _read_json(text: str) -> SourcePosition:
    position = _parse_json(text)
    seat = str(position["seat"]) if "seat" in position and is_view(position) else None
    if is_view(position):
        position = view_to_position(position)
    if missing := tuple(name for name in REQUIRED if name not in position):
        raise NoAdvice("lacks", parts=missing)
    try:
        check_hands(position, Rules.from_json(position.get("rules", {})).seats)
        game = Game.from_position(fill_hands(position))
    except (InvalidRules, TypeError) as error:
        raise NoAdvice("impossible", faults=f"rules: {error}") from None
    except InvalidPosition as error:
        raise NoAdvice("impossible", faults="; ".join(error.faults)) from None
    return SourcePosition(game, known_hands(position, game.rules.seats), seat=seat)


def _parse_json(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise NoAdvice("not_json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise NoAdvice("too_deep") from None
    except ValueError:  # Python limits the digits of an integer
        raise NoAdvice("long_number") from None
    if not isinstance(data, dict):
        raise NoAdvice("not_object")
    return data


# Records.


def _read_record(text: str, move: int | None) -> SourcePosition:
    """Return the position before a move, numbered as in ``doghouse replay``, or the last one with a decision."""
    positions = list(_decisions(text))
    numbers = [number for number, position in enumerate(positions, 1) if position is not None]
    if not numbers:
        raise NoAdvice("no_decision")
    first, last = numbers[0], numbers[-1]
    move = last if move is None else move
    position = positions[move - 1] if 1 <= move <= last else None
    if position is not None:
        return position
    if 1 <= move <= last:
        following = next(number for number in numbers if number > move)
        raise NoAdvice("deal", move=move, following=following, first=first, last=last)
    raise NoAdvice("no_move", move=move, first=first, last=last)


def _decisions(text: str) -> Iterator[SourcePosition | None]:
    """Yield the position before each moment of a record, and the one at its end; None where nobody decides."""
    moments = read_moments(text)
    yield None
    for before, moment in pairwise(moments):
        gives = {seat: f"give {card}" for seat, card in moment.given.items()}
        yield None if moment.kind == "deal" else _decision(before.game, gives or {moment.seat: str(moment.play)})
    end = moments[-1].game
    yield _decision(Game.from_record(text) if end.to_give() else end, {})  # the exchange may have begun


def _decision(game: Game, played: Mapping[str, str]) -> SourcePosition | None:
    if not (game.turn or game.to_give()):
        return None
    return SourcePosition(game, game.rules.seats if game.hands_known else "", played)
