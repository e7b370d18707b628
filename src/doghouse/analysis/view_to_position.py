"""Convert a view to a position with ``?`` for each card that its seat does not know."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from doghouse.analysis.errors import NoAdvice
from doghouse.analysis.unknown_hands import PACK, UNKNOWN
from doghouse.rules.errors import IllegalPlay, InvalidRules
from doghouse.rules.reasons import because
from doghouse.rules.rules import Rules

REQUIRED = ("seat", "hand", "marbles", "cards", "phase")
COPIED = ("rules", "marbles", "turn", "phase", "round", "starter", "laid_down", "seen", "seven", "last")


def is_view(data: Mapping[str, Any]) -> bool:
    return "hands" not in data and ("hand" in data or "cards" in data)


def view_to_position(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return the position as the seat of the view knows it. Raise NoAdvice if the view is invalid."""
    if "seat" not in view and "hand" not in view:
        raise NoAdvice("spectator")
    if missing := tuple(name for name in REQUIRED if name not in view):
        raise NoAdvice("view_lacks", parts=missing)
    try:
        if view["phase"] == "over":
            stopped = (view.get("outcome") or {}).get("reason") == "stopped"
            raise IllegalPlay(because("game_stopped" if stopped else "game_over"))
        return _position(view, Rules.from_json(view.get("rules", {})))
    except InvalidRules as error:
        raise NoAdvice("impossible", faults=f"rules: {error}") from None
    except IllegalPlay:
        raise
    except (AttributeError, KeyError, TypeError, ValueError):
        raise NoAdvice("bad_view") from None


def _position(view: Mapping[str, Any], rules: Rules) -> dict[str, Any]:
    seat, known = str(view["seat"]), view.get("known") or {}
    if seat not in tuple(rules.seats):
        raise IllegalPlay(because("not_playing", seat=seat))
    position: dict[str, Any] = {name: view[name] for name in COPIED if view.get(name) is not None}
    position["hands"] = {
        other: view["hand"] if other == seat else [UNKNOWN] * _count(view["cards"], other) for other in rules.seats
    }
    if isinstance(view["hand"], list) and (count := _count(view["cards"], seat)) != len(view["hand"]):
        raise NoAdvice("own_count", seat=seat, count=count, held=len(view["hand"]))
    position["known"] = {seat: known} if known else {}
    position["given"] = _given(view, rules, seat)
    if "round" in position and "starter" in position:
        position["first_dealer"] = rules.after(view["starter"], -view["round"])
    return position


def _count(cards: Mapping[str, Any], seat: str) -> int:
    """Return the number of cards that a seat holds."""
    count = cards[seat]
    if type(count) is not int or not 0 <= count <= PACK.total():
        raise NoAdvice("bad_count", seat=seat, count=json.dumps(count), most=PACK.total())
    return count


def _given(view: Mapping[str, Any], rules: Rules, seat: str) -> dict[str, str]:
    """Return the cards given in the exchange, as far as the seat knows."""
    given = {other: UNKNOWN for other in view.get("has_given") or () if other != seat}
    if view.get("gave") is not None:
        given[seat] = view["gave"]
    if view.get("received") is not None:
        given[next(other for other in rules.seats if rules.receiver(other) == seat)] = view["received"]
    return given
