"""What a seat or a spectator may know, built by naming what is shown: nothing gets into a view by default."""

from __future__ import annotations

from typing import Any

from doghouse.rules.core.layout import EMPTY
from doghouse.rules.game_state import Course
from doghouse.rules.marbles import marbles_of
from doghouse.rules.notation import CARDS, SEATS


def build_view(course: Course, seat: str | None) -> dict[str, Any]:
    """The view of a seat, or with None that of a spectator, as plain data."""
    view = public_view(course)
    if seat is not None:
        view["seat"] = seat
        view["hand"] = course.hand(seat)
        if course.hands_known:
            view["gave"] = course.given(seat)
            view["received"] = None if view["phase"] == "give" else _received(course, seat)
            view["known"] = course.knowledge.of(seat)
    return view


def public_view(course: Course) -> dict[str, Any]:
    """What everyone at the table sees."""
    core, rules = course.core, course.rules
    phase, last, outcome = course.phase, course.last, course.outcome
    return {
        "rules": rules.to_json(),
        "marbles": marbles_of(core, rules.seats),
        "turn": course.turn,
        "phase": phase,
        "round": core.round,
        "dealt": course.dealt,
        "dealer": course.dealer,
        "starter": SEATS[core.starter],
        "next_deal": core.deal_size(),
        "cards": {seat: len(course.hand(seat)) for seat in rules.seats},
        "has_given": [seat for seat in rules.seats if phase == "give" and course.given(seat) is not None],
        "laid_down": {seat: list(cards) for seat, cards in sorted(course.laid_down.items())},
        "seen": {card: count for card, count in zip(CARDS, core.seen(), strict=True) if count},
        "stock": len(core.stock()),
        "seven": seven_under_way(course),
        "last": None if last is None else {"seat": last.seat, "play": last.play},
        "outcome": None if outcome is None else outcome.to_json(),
    }


def seven_under_way(course: Course) -> dict[str, Any] | None:
    """A 7 that is partly spent: its card, the points left, and alone who was completed first by it (R13.4)."""
    core = course.core
    if not core.seven_left:
        return None
    seven: dict[str, Any] = {"card": CARDS[core.seven_card], "left": core.seven_left}
    if core.first_done != EMPTY:
        seven["first_done"] = SEATS[core.first_done]
    return seven


def _received(course: Course, seat: str) -> str | None:
    """The card this seat got in the exchange."""
    giver = next(other for other in course.rules.seats if course.rules.receiver(other) == seat)
    return course.given(giver)
