# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""The feature rows of one decision."""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.bots.core.afterstates import is_seven, plays_of, write_afterstate
    from doghouse.bots.core.choice import *
    from doghouse.bots.core.encode import encode
    from doghouse.rules.core.engine import Core
    from doghouse.rules.core.layout import *

GOES_ON = 0
WINS = 1
LOSES = 2


def write_rows(core: Core, known: int, rows: Any) -> list[tuple[int, bytes, int]]:
    """Return the choices of the seat to act, and write to ``rows`` what it would know after each.

    A choice is a step code, the points if it is a seven, and whether it wins the game, ends it for another, or neither.
    ``known`` is the kind of card that the seat knows to be with its receiver, or EMPTY.
    """
    if cython.compiled:
        after = cython.address(memory)  # type: ignore[name-defined]
    else:
        after = new_state()
        out = Choices()
    search = new_seven_search()
    count = plays_of(core.state, out.all, search)
    if cython.compiled:
        free(search)  # type: ignore[name-defined]
    left = core.state.seven_left or POINTS
    choices = []
    for at in range(count):
        choice = choice_at(out.all, at)
        write_afterstate(core.state, choice, after)
        ends = GOES_ON
        if after.phase == OVER:
            ends = WINS if (after.winners >> core.state.turn) & 1 else LOSES
        seen = (choice.code >> CARD_SHIFT) & 15 if choice.code & STEP_KIND_BITS == GIVING else known
        if cython.compiled:
            encode(after, core.state.turn, seen, cython.address(rows[at, 0]))
        else:
            encode(after, core.state.turn, seen, rows[at])
        points = bytes([choice.points[spent] for spent in range(left)]) if is_seven(choice) else b""
        choices.append((choice.code, points, ends))
    return choices
