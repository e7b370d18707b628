"""Positions of people who know one hand only: ``?`` stands for each card of the others.

Advice does not depend on these cards, but a game needs some: any that are not elsewhere will do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from doghouse.rules.chance import FULL_PACK
from doghouse.rules.notation import CARDS

UNKNOWN = "?"


def known_hands(position: Mapping[str, Any], seats: str) -> str:
    """The seats whose hands are known in a position."""
    return "".join(seat for seat in seats if UNKNOWN not in position["hands"].get(seat, []))


def with_hands(position: Any) -> Any:
    """The position with a card in the place of each ``?``, if some hands are known; any other as it is."""
    try:
        hands = {seat: list(hand) for seat, hand in position["hands"].items()}
        if all(UNKNOWN in hand for hand in hands.values()):
            return position
        pool = _cards_left(position).elements()
    except (AttributeError, KeyError, TypeError, ValueError):
        return position  # not the shape of a position, as will be told when it is read
    filled = {
        **position,
        "hands": {
            seat: [next(pool, UNKNOWN) if card == UNKNOWN else card for card in hand] for seat, hand in hands.items()
        },
    }
    if filled.get("stock", ()) is None:
        del filled["stock"]
    return filled


def _cards_left(position: Mapping[str, Any]) -> Counter[str]:
    """The cards whose place a position does not tell."""
    left = Counter(dict(zip(CARDS, FULL_PACK, strict=True)))
    for hand in position["hands"].values():
        left -= Counter(hand)
    left -= Counter(position.get("stock") or ())
    left -= Counter(position.get("seen") or {})
    left -= Counter((position.get("given") or {}).values())
    if "seven" in position:
        left -= Counter([position["seven"]["card"]])
    return left
