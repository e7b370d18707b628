# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""How teams stand when play is stopped early (R2.5): what ``doghouse.rules.outcome`` says, without Python."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.rules.core.engine import Core
    from doghouse.rules.core.layout import FINISH, KENNEL, MARBLES, SEATS, SECTION, State, lowest

    FINISHED = 10000


def standing(state: State, team: int) -> int:
    """FINISHED for each marble in the finish, and one for each field that a marble has come since the kennel."""
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
        far = field - (marble >> 2) * SECTION
        if far < 0:
            far += state.ring_size
        if far == 0 and not (state.board.fresh >> (marble >> 2)) & 1:
            far = state.ring_size
        total += far + 1
    return total


def leaders(state: State) -> int:
    """The team that stands best, or 0 if none does alone."""
    best = -1
    found = 0
    rest = state.seats
    while rest:
        team = state.team[lowest(rest)]
        rest &= ~team
        total = standing(state, team)
        if total > best:
            best = total
            found = team
        elif total == best:
            found = 0
    return found


def progress_of(state: State, team: int) -> float:
    """How far the marbles of a team have come, from 0 to 1."""
    members = 0
    for seat in range(SEATS):
        members += (team >> seat) & 1
    return (standing(state, team) % FINISHED) / (members * (4.0 * state.ring_size + 14))


def leading_team(core: Core) -> int:
    """The seats of the team that stands best as bits, or 0 if none does alone."""
    return leaders(core.state)
