# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Forks: games that go on from a decision with each of its best plays, all with the same cards."""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:
    from doghouse.rules.core import _cython as cython

if not cython.compiled:
    from doghouse.bots.core.choice import choice_at, state_at
    from doghouse.bots.core.encode import encode
    from doghouse.bots.core.games import DECIDES, ROUND_ENDED, RUNNING, WON
    from doghouse.bots.core.lockstep import Lockstep
    from doghouse.rules.core.layout import EMPTY, copy_state


def fork(source: Lockstep, branches: Lockstep, values: Any, most: int, picks: Any) -> None:
    """Go on from each decision of the games in ``source`` with its plays of the highest values, ``most`` at the most.

    Those of game 0 become the first ``most`` games among the branches, and so on. ``picks`` [game, branch] gets their
    rows, or -1 where there is no such play: that branch counts as ended.
    """
    if branches.count != source.count * most:
        raise ValueError(f"{source.count} games with {most} branches each need {source.count * most} games")
    if cython.compiled:
        with cython.nogil:
            fork_all(source, branches, values, most, picks)
    else:
        fork_all(source, branches, values, most, picks)


def fork_all(source: Lockstep, branches: Lockstep, values: Any, most: int, picks: Any) -> None:
    for game in range(source.count):
        for branch in range(most):
            branches.ended[game * most + branch] = WON
            picks[game, branch] = -1
        if source.ended[game] or source.first[game] < 0:
            continue
        for branch in range(most):
            row = next_best(source, game, values, branch, picks)
            if row < 0:
                break
            picks[game, branch] = row
            begin_branch(source, game, branches, game * most + branch, row)


def next_best(source: Lockstep, game: int, values: Any, picked: int, picks: Any) -> int:
    """The row of the best play of a decision that is not picked yet, or -1."""
    best = -1
    for row in range(source.first[game], source.first[game] + source.number[game]):
        taken = 0
        for branch in range(picked):
            taken |= picks[game, branch] == row
        if not taken and (best < 0 or values[row, 0] > values[best, 0]):
            best = row
    return best


def begin_branch(source: Lockstep, game: int, branches: Lockstep, branch: int, row: int) -> None:
    copy_state(state_at(branches.games, branch), state_at(source.games, game))
    branches.ended[branch] = RUNNING
    branches.first[branch] = -1
    branches.number[branch] = 0
    branches.greedy_seats[branch] = source.greedy_seats[game]
    branches.gone[branch] = source.gone[game]
    branches.gone_round[branch] = source.gone_round[game]
    branches.make(branch, choice_at(source.plays, row))


def end_where_decides(branches: Lockstep, seats: Any, most: int, values: Any, reached: Any) -> None:
    """End every branch in which the seat comes to decide that had the decision it began with.

    ``values`` are those of the rows that were filled last; the branch gets in ``reached`` those of its best play.
    """
    if cython.compiled:
        with cython.nogil:
            end_deciding(branches, seats, most, values, reached)
    else:
        end_deciding(branches, seats, most, values, reached)


def end_deciding(branches: Lockstep, seats: Any, most: int, values: Any, reached: Any) -> None:
    for branch in range(branches.count):
        if branches.ended[branch] or branches.number[branch] == 0:
            continue
        if state_at(branches.games, branch).turn != seats[branch // most]:
            continue
        best = branches.best_row(branch, values)
        for team in range(values.shape[1]):
            reached[branch, team] = values[best, team]
        branches.ended[branch] = DECIDES


def read_ends(branches: Lockstep, seats: Any, most: int, rows: Any) -> None:
    """Write the row of every branch whose round has ended, as the seat sees it that had the decision."""
    if cython.compiled:
        with cython.nogil:
            read_all(branches, seats, most, rows)
    else:
        read_all(branches, seats, most, rows)


def read_all(branches: Lockstep, seats: Any, most: int, rows: Any) -> None:
    for branch in range(branches.count):
        if branches.ended[branch] != ROUND_ENDED:
            continue
        if cython.compiled:
            encode(state_at(branches.games, branch), seats[branch // most], EMPTY, cython.address(rows[branch, 0]))
        else:
            encode(state_at(branches.games, branch), seats[branch // most], EMPTY, rows[branch])
