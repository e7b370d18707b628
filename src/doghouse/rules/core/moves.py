# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Moves of single marbles: how far they reach, and landing (R7, R8)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.rules.core.layout import *


def lift(board: Board, marble: int) -> None:
    """Take a marble off its field; a fresh one that leaves its start is fresh no longer (R7.1)."""
    source = board.at[marble]
    if source < FINISH:
        board.ring[source] = EMPTY
        seat = marble >> 2
        if source == seat * SECTION:
            board.fresh &= ~(1 << seat)
    elif source < KENNEL:
        board.finish[marble >> 2] &= ~(1 << (source & 3))


def land(board: Board, marble: int, field: int) -> None:
    """Put a lifted marble down and send home whoever stood there (R7.3)."""
    if field < FINISH:
        there = board.ring[field]
        if there != EMPTY:
            board.at[there] = KENNEL
        board.ring[field] = marble
    else:
        seat = marble >> 2
        board.finish[seat] |= 1 << (field & 3)
    board.at[marble] = field


def swap_marbles(board: Board, mine: int, other: int) -> None:
    """Swap two marbles: nothing is passed or sent home (R9.2)."""
    field = board.at[mine]
    board.at[mine] = board.at[other]
    board.at[other] = field
    board.ring[board.at[mine]] = mine
    board.ring[field] = other


def ring_reach(state: State, marble: int) -> int:
    """Return how far a marble on the ring may go before a fresh marble, at most 13 (R7.1)."""
    field = state.board.at[marble]
    ahead = SECTION - (field & 15)
    if ahead > 13:
        return 13
    coming = (field >> 4) + 1
    if coming * SECTION == state.ring_size:
        coming = 0
    if (state.board.fresh >> coming) & 1:
        return ahead - 1
    return 13


def finish_reach(state: State, marble: int) -> int:
    """Return the distances into or inside the finish, as a bit set (R8)."""
    field = state.board.at[marble]
    seat = marble >> 2
    if field >= KENNEL:
        return 0
    if field >= FINISH:
        open_fields = (state.board.finish[seat] | 16) >> ((field & 3) + 1)
        return ((open_fields & -open_fields) - 1) << 1
    if (state.board.fresh >> seat) & 1:
        return 0  # a fresh marble neither turns in nor lets another over its start
    start = seat * SECTION
    ahead = start - field
    if ahead < 0:
        ahead += state.ring_size
    if ahead > 12:
        return 0
    open_fields = state.board.finish[seat] | 16
    free = (open_fields & -open_fields) - 1
    return (free << (ahead + 1)) & 0x3FFE


def may_go_back(state: State, marble: int) -> int:
    """Return whether a marble is on the ring without a fresh one within four fields behind it."""
    field = state.board.at[marble]
    behind = field & 15
    return field < FINISH and not (1 <= behind <= 4 and (state.board.fresh >> (field >> 4)) & 1)


def forward(state: State, marble: int, far: int) -> int:
    """Return the ring field ``far`` ahead (behind, if negative)."""
    field = state.board.at[marble] + far
    if field >= state.ring_size:
        field -= state.ring_size
    elif field < 0:
        field += state.ring_size
    return field


def inward(state: State, marble: int, far: int) -> int:
    """Return the finish field ``far`` ahead."""
    field = state.board.at[marble]
    if field >= FINISH:
        return field + far
    seat = marble >> 2
    field = seat * SECTION - field
    if field < 0:
        field += state.ring_size
    return FINISH + seat * 4 + far - field - 1
