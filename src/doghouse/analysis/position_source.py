"""Where the game to advise on comes from: a position or a view as JSON, or a record and the number of a move in it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from doghouse.analysis.errors import NoAdvice
from doghouse.analysis.unknown_hands import check_hands, fill_hands, known_hands
from doghouse.analysis.view_to_position import is_view, view_to_position
from doghouse.rules.errors import IllegalGive, IllegalPlay, InvalidPosition, InvalidRecord, InvalidRules
from doghouse.rules.game import Game
from doghouse.rules.reasons import because
from doghouse.rules.rules import Rules

NEEDED = ("marbles", "hands", "phase")  # what a position cannot do without


@dataclass(frozen=True)
class Moment:
    """A game as it stands, the seats whose hands are known in it, and what those who then acted did."""

    game: Game
    known: str
    played: Mapping[str, str] = field(default_factory=dict)
    seat: str | None = None  # whose view it is, if it is one

    def seat_to_advise(self, seat: str | None) -> str:
        """The seat to advise: the one to play or, in the exchange, the one asked for or the first that has to give."""
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


def read_moment(text: str, move: int | None = None) -> Moment:
    """The position that a text is; or of a record, the one before a move, or else the last with a decision."""
    if text.lstrip()[:1] in ("{", "["):
        if move is not None:
            raise NoAdvice("move_in_position")
        return _read_position(text)
    try:
        return _before_move(list(_moments(text)), move)
    except InvalidRecord as error:
        raise NoAdvice("neither", line=error.line, problem=error.problem) from None


def _read_position(text: str) -> Moment:
    position = _parse_json(text)
    seat = str(position["seat"]) if "seat" in position and is_view(position) else None
    if is_view(position):
        position = view_to_position(position)
    lacking = tuple(part for part in NEEDED if part not in position)
    if lacking:
        raise NoAdvice("lacks", parts=lacking)
    try:
        check_hands(position, Rules.from_json(position.get("rules", {})).seats)
        game = Game.from_position(fill_hands(position))
    except (InvalidRules, TypeError) as error:
        raise NoAdvice("impossible", faults=f"rules: {error}") from None
    except InvalidPosition as error:
        raise NoAdvice("impossible", faults="; ".join(error.faults)) from None
    return Moment(game, known_hands(position, game.rules.seats), seat=seat)


def _parse_json(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise NoAdvice("not_json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise NoAdvice("too_deep") from None
    except ValueError:  # Python reads no number of thousands of digits
        raise NoAdvice("long_number") from None
    if not isinstance(data, dict):
        raise NoAdvice("not_object")
    return data


# Records.


def _moments(text: str) -> Iterator[Moment | None]:
    """What stands before each number that ``doghouse replay`` shows, and at the end; nothing where nobody decides."""
    before: Moment | None = None
    begun = False
    gifts: dict[str, str] = {}
    for event, game in Game.replay(text):
        now = _moment(game)
        if event.kind == "deal" or (event.kind == "begin" and (game.turn or game.to_give())):
            yield None
            gifts = {}
        elif event.kind == "begin":
            continue
        elif event.kind == "give":
            gifts[event.seat or ""] = f"give {event.card}"
            if game.to_give() or not game.hands_known:
                end = now
                continue
            yield _with_played(before, gifts)
        else:
            yield _with_played(before, {event.seat or "": str(event.play)})
        before = end = now
        begun = True
    if not begun:  # headers alone: the first deal follows from them
        yield None
        end = _moment(Game.from_record(text))
    yield end


def _moment(game: Game) -> Moment | None:
    if not (game.turn or game.to_give()):
        return None
    return Moment(game, game.rules.seats if game.hands_known else "")


def _with_played(moment: Moment | None, played: Mapping[str, str]) -> Moment | None:
    return None if moment is None else Moment(moment.game, moment.known, dict(played))


def _before_move(moments: Sequence[Moment | None], move: int | None) -> Moment:
    numbers = [number for number, moment in enumerate(moments, 1) if moment is not None]
    if not numbers:
        raise NoAdvice("no_decision")
    if move is None:
        move = numbers[-1]
    chosen = moments[move - 1] if move in numbers else None
    if chosen is None:
        first, last = numbers[0], numbers[-1]
        if 1 <= move <= last:
            following = next(number for number in numbers if number > move)
            raise NoAdvice("deal", move=move, following=following, first=first, last=last)
        raise NoAdvice("no_move", move=move, first=first, last=last)
    return chosen
