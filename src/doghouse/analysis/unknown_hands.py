"""Positions of people who know one hand only: ``?`` stands for each card of the others.

Advice does not depend on these cards, but a game needs some: any that are not elsewhere will do.
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
    """The seats whose hands are known in a position."""
    return "".join(seat for seat in seats if UNKNOWN not in position["hands"].get(seat, []))


def check_hands(position: Mapping[str, Any], seats: str) -> None:
    """A hand that is not told is not empty: without knowing how many cards it has, there is nothing to reckon with."""
    hands, turn, out = position["hands"], position.get("turn"), position.get("laid_down", {})
    if position["phase"] not in ("give", "play") or not (isinstance(hands, Mapping) and isinstance(out, Mapping)):
        return  # the game is over, or this will be told when it is read
    missing = tuple(seat for seat in seats if seat not in hands and seat not in out)
    if turn in missing:
        raise NoAdvice("hand_missing", seat=str(turn))
    if missing:
        raise NoAdvice("hands_missing", seats=missing)


def fill_hands(position: Mapping[str, Any]) -> Mapping[str, Any]:
    """The position with a card in the place of each ``?``; any other as it is."""
    try:
        hands = {seat: [*_cards(hand)] for seat, hand in position["hands"].items()}
        given = dict(position.get("given") or {})
        for known in (position.get("known") or {}).values():
            _place(known, hands)
        wanted = sum(hand.count(UNKNOWN) for hand in hands.values()) + list(given.values()).count(UNKNOWN)
        left = _cards_left(position, hands, given)
    except (AttributeError, KeyError, TypeError, ValueError):
        return position  # not the shape of a position, as will be told when it is read
    if wanted > left.total():
        raise NoAdvice("too_many_unknown", count=wanted, left=left.total())
    pool = left.elements()
    filled = {
        **position,
        "hands": {seat: list(_fill(hand, pool)) for seat, hand in hands.items()},
        "given": dict(zip(given, _fill(given.values(), pool), strict=True)),
    }
    if filled.get("stock", ()) is None:
        del filled["stock"]
    return filled


def _cards(hand: Any) -> list[str]:
    if not isinstance(hand, list):
        raise TypeError("a hand is a list of cards")
    return hand


def _fill(cards: Any, pool: Iterator[str]) -> Iterator[str]:
    return (next(pool) if card == UNKNOWN else card for card in cards)


def _place(known: Mapping[str, list[str]], hands: Mapping[str, list[str]]) -> None:
    """Put the cards that one seat is certain of where it knows them to be, instead of unknown ones.

    Several seats, such as ``BC``, are one of which holds the cards.
    """
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
    """The cards whose place a position does not tell."""
    left = Counter(PACK)
    for hand in hands.values():
        left -= Counter(hand)
    left -= Counter(position.get("stock") or ())
    left -= Counter(position.get("seen") or {})
    if position["phase"] == "give":  # later, what was given is in a hand or on the pile
        left -= Counter(given.values())
    if "seven" in position and position.get("seen") is None:
        left -= Counter([position["seven"]["card"]])
    return left
