"""Marbles of the core in notation, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import FINISH, KENNEL
from doghouse.rules.notation import SEATS, field_code, field_text

FRESH = "!"


def marbles_of(core: Core, seats: str) -> dict[str, list[str]]:
    """Return the marbles of each seat in the order finish, ring, kennel, the fresh one marked."""
    marbles = {}
    fields, fresh = core.marbles(), core.fresh()
    for letter in seats:
        seat = SEATS.index(letter)
        own = sorted(fields[4 * seat : 4 * seat + 4], key=lambda field: (field >= KENNEL, field < FINISH, field))
        names = [field_text(field, seat) for field in own]
        marbles[letter] = [name + FRESH if name == f"{letter}0" and fresh >> seat & 1 else name for name in names]
    return marbles


def load_marbles(core: Core, marbles: Mapping[str, Sequence[str]]) -> None:
    """Load the marbles into the core; seats not named have theirs in the kennel."""
    fields = [KENNEL] * (4 * len(SEATS))
    fresh = 0
    for letter, names in marbles.items():
        seat = SEATS.index(letter)
        fields[4 * seat : 4 * seat + 4] = sorted(field_code(name.rstrip(FRESH)) for name in names)
        fresh |= any(name.endswith(FRESH) for name in names) << seat
    core.load_board(fields, fresh)


def sent_home(before: Sequence[int], after: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """Return seat and field of each marble sent home between two boards."""
    return tuple(
        (SEATS[marble >> 2], field_text(was, marble >> 2))
        for marble, (was, now) in enumerate(zip(before, after, strict=True))
        if was < KENNEL <= now
    )
