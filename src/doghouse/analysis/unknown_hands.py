"""Fill in unknown cards of a position, written as ``?``.

Advice does not depend on these cards, but a game needs some: any that are not elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from doghouse.analysis.errors import NoAdvice
from doghouse.rules.chance import FULL_PACK
from doghouse.rules.notation import CARDS

UNKNOWN = "?"
PACK = Counter(dict(zip(CARDS, FULL_PACK, strict=True)))


def known_hands(position: Mapping[str, Any], seats: str) -> str:
    """Return the seats whose hands are known."""
    return "".join(seat for seat in seats if UNKNOWN not in position["hands"].get(seat, []))


def check_hands(position: Mapping[str, Any], seats: str) -> None:
    """Raise NoAdvice if a hand is missing: the number of cards must be known."""
    hands, turn, out = position["hands"], position.get("turn"), position.get("laid_down", {})
    if position["phase"] not in ("give", "play") or not (isinstance(hands, Mapping) and isinstance(out, Mapping)):
        return  # the game is over, or Game.from_position reports the fault
    missing = tuple(seat for seat in seats if seat not in hands and seat not in out)
    if turn in missing:
        raise NoAdvice("hand_missing", seat=str(turn))
    if missing:
        raise NoAdvice("hands_missing", seats=missing)


def fill_hands(position: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the position with a card in place of each ``?``; an invalid one unchanged."""
    try:
        if not all(isinstance(hand, list) for hand in position["hands"].values()):
            return position
        hands = {seat: list(hand) for seat, hand in position["hands"].items()}
        given = dict(position.get("given") or {})
        for known in (position.get("known") or {}).values():
            _place(known, hands)
        unknown = sum(hand.count(UNKNOWN) for hand in hands.values()) + list(given.values()).count(UNKNOWN)
        left = _cards_left(position, hands, given)
    except (AttributeError, KeyError, TypeError, ValueError):
        return position  # not a position: Game.from_position reports the fault
    if unknown > left.total():
        raise NoAdvice("too_many_unknown", count=unknown, left=left.total())
    pool = left.elements()
    filled = {
        **position,
        "hands": {seat: list(_fill(hand, pool)) for seat, hand in hands.items()},
        "given": dict(zip(given, _fill(given.values(), pool), strict=True)),
    }
    if filled.get("stock", ()) is None:
        del filled["stock"]
    return filled


def _fill(cards: Any, pool: Iterator[str]) -> Iterator[str]:
    return (next(pool) if card == UNKNOWN else card for card in cards)


def _place(known: Mapping[str, list[str]], hands: Mapping[str, list[str]]) -> None:
    """Replace unknown cards by those that a seat knows; the key ``BC`` means that B or C holds the cards."""
    free = {seat: Counter(hand) for seat, hand in hands.items()}
    for holders in sorted(known, key=len):
        for card in known[holders]:
            seat = next((seat for seat in holders if free[seat][card]), None)
            if seat is not None:
                free[seat][card] -= 1
                continue
            seat = max(holders, key=lambda seat: hands[seat].count(UNKNOWN))
            if UNKNOWN in hands[seat]:
                hands[seat][hands[seat].index(UNKNOWN)] = card


def _cards_left(position: Mapping[str, Any], hands: Mapping[str, list[str]], given: Mapping[str, str]) -> Counter[str]:
    """Return the cards whose place is unknown."""
    left = Counter(PACK)
    for hand in hands.values():
        left -= Counter(hand)
    left -= Counter(position.get("stock") or ())
    left -= Counter(position.get("seen") or {})
    if position["phase"] == "give":  # later, a given card is in a hand or on the pile
        left -= Counter(given.values())
    if "seven" in position and position.get("seen") is None:
        left -= Counter([position["seven"]["card"]])
    return left
