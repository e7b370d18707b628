# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Early-stop standings (R2.5), as in ``doghouse.rules.outcome`` but compiled."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.rules.core.engine import Core
    from doghouse.rules.core.layout import *

    FINISHED = 10000


def standing(state: State, team: int) -> int:
    """Return FINISHED for each marble in the finish plus the fields all marbles have come."""
    total = 0
    for marble in range(MARBLES):
        if not (team >> (marble >> 2)) & 1:
            continue
        field = state.board.at[marble]
        if field >= KENNEL:
            continue
        if field >= FINISH:
            total += FINISHED + state.ring_size + 2 + (field & 3)
            continue
        distance = field - (marble >> 2) * SECTION
        if distance < 0:
            distance += state.ring_size
        if distance == 0 and not (state.board.fresh >> (marble >> 2)) & 1:
            distance = state.ring_size
        total += distance + 1
    return total


def leaders(state: State) -> int:
    """Return the leading team, or 0 after a tie."""
    best = -1
    leader = 0
    rest = state.seats
    while rest:
        team = state.team[lowest(rest)]
        rest &= ~team
        total = standing(state, team)
        if total > best:
            best = total
            leader = team
        elif total == best:
            leader = 0
    return leader


def progress_of(state: State, team: int) -> float:
    """Return the progress of a team from 0 to 1."""
    members = 0
    for seat in range(SEATS):
        members += (team >> seat) & 1
    return (standing(state, team) % FINISHED) / (members * (4.0 * state.ring_size + 14))


def leading_team(core: Core) -> int:
    """Return the seats of the leading team as bits, or 0 after a tie."""
    return leaders(core.state)
