"""Views: what a seat or spectator may know. Every field is named, so nothing is shown by default."""

from __future__ import annotations

from typing import Any

from doghouse.rules.core.layout import EMPTY
from doghouse.rules.game_state import GameState
from doghouse.rules.marbles import marbles_of
from doghouse.rules.notation import CARDS, SEATS


def build_view(state: GameState, seat: str | None) -> dict[str, Any]:
    """Return the view of a seat, or with None of a spectator, as plain data."""
    view = public_view(state)
    if seat is not None:
        view["seat"] = seat
        view["hand"] = state.hand(seat)
        if state.hands_known:
            view["gave"] = state.given(seat)
            giver = next(other for other in state.rules.seats if state.rules.receiver(other) == seat)
            view["received"] = None if view["phase"] == "give" else state.given(giver)
            view["known"] = state.knowledge.of(seat)
    return view


def public_view(state: GameState) -> dict[str, Any]:
    """Return what everyone at the table sees."""
    core, rules = state.core, state.rules
    phase, last, outcome = state.phase, state.last, state.outcome
    return {
        "rules": rules.to_json(),
        "marbles": marbles_of(core, rules.seats),
        "turn": state.turn,
        "phase": phase,
        "round": core.round,
        "dealt": state.dealt,
        "dealer": state.dealer,
        "starter": SEATS[core.starter],
        "next_deal": core.deal_size(),
        "cards": {seat: len(state.hand(seat)) for seat in rules.seats},
        "has_given": [seat for seat in rules.seats if phase == "give" and state.given(seat) is not None],
        "laid_down": {seat: list(cards) for seat, cards in sorted(state.laid_down.items())},
        "seen": {card: count for card, count in zip(CARDS, core.seen(), strict=True) if count},
        "stock": len(core.stock()),
        "seven": seven_under_way(state),
        "last": None if last is None else {"seat": last.seat, "play": last.play},
        "outcome": None if outcome is None else outcome.to_json(),
    }


def seven_under_way(state: GameState) -> dict[str, Any] | None:
    """Return the card and points left of an unfinished 7, and without teams who was completed first (R13.4)."""
    core = state.core
    if not core.seven_left:
        return None
    seven: dict[str, Any] = {"card": CARDS[core.seven_card], "left": core.seven_left}
    if core.first_done != EMPTY:
        seven["first_done"] = SEATS[core.first_done]
    return seven
