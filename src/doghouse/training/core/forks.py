# cython: language_level=3, annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True
"""Forks: branches of a game, one for each of the best plays of a decision, all with the same cards."""

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


def fork(source: Lockstep, branches: Lockstep, values: Any, width: int, picks: Any) -> None:
    """Start a branch for each of the ``width`` best plays of each decision in ``source``.

    Those of game 0 become the first ``width`` games among the branches, and so on. ``picks`` [game, branch] gets their
    rows, or -1 where a decision has no more plays: that branch counts as ended.
    """
    if branches.count != source.count * width:
        raise ValueError(f"{source.count} games with {width} branches each need {source.count * width} games")
    with cython.nogil:
        fork_all(source, branches, values, width, picks)


def fork_all(source: Lockstep, branches: Lockstep, values: Any, width: int, picks: Any) -> None:
    for game in range(source.count):
        for branch in range(width):
            branches.ended[game * width + branch] = WON
            picks[game, branch] = -1
        if source.ended[game] or source.first[game] < 0:
            continue
        for branch in range(width):
            row = next_best(source, game, values, branch, picks)
            if row < 0:
                break
            picks[game, branch] = row
            begin_branch(source, game, branches, game * width + branch, row)


def next_best(source: Lockstep, game: int, values: Any, picked: int, picks: Any) -> int:
    """Return the row of the best play of a decision that is not picked yet, or -1."""
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
    branches.gift_played[branch] = source.gift_played[game]
    branches.gift_played_round[branch] = source.gift_played_round[game]
    branches.apply(branch, choice_at(source.plays, row))


def end_where_decides(branches: Lockstep, seats: Any, width: int, values: Any, reached: Any) -> None:
    """End every branch in which the seat that had the first decision decides again.

    ``values`` are those of the rows that were filled last; ``reached`` gets those of the branch's best play.
    """
    with cython.nogil:
        end_deciding(branches, seats, width, values, reached)


def end_deciding(branches: Lockstep, seats: Any, width: int, values: Any, reached: Any) -> None:
    for branch in range(branches.count):
        if branches.ended[branch] or branches.number[branch] == 0:
            continue
        if state_at(branches.games, branch).turn != seats[branch // width]:
            continue
        best = branches.best_row(branch, values)
        for team in range(values.shape[1]):
            reached[branch, team] = values[best, team]
        branches.ended[branch] = DECIDES


def read_ends(branches: Lockstep, seats: Any, width: int, rows: Any) -> None:
    """Encode every branch whose round has ended, as seen by the seat that had the decision."""
    with cython.nogil:
        read_all(branches, seats, width, rows)


def read_all(branches: Lockstep, seats: Any, width: int, rows: Any) -> None:
    for branch in range(branches.count):
        if branches.ended[branch] != ROUND_ENDED:
            continue
        if cython.compiled:
            encode(state_at(branches.games, branch), seats[branch // width], EMPTY, cython.address(rows[branch, 0]))
        else:
            encode(state_at(branches.games, branch), seats[branch // width], EMPTY, rows[branch])
