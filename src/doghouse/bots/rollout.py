"""Rolling on from a decision: each choice made in each of some worlds, and all games carried on together by a net."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from doghouse.bots.core.choice import MAX_PLAYS
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.modes import Mode
from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.nets.inference import Numbers, Rows
from doghouse.bots.weights import weights_for
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import GIVE
from doghouse.rules.notation import KIND

Evaluator = Callable[[Rows], Numbers]  # the first number of a line says how good a play is for the mover
Counts = NDArray[np.int32]

ROOM = 16  # rows for each game, on average
NO_LIMIT = 1 << 30


def roll(
    decision: Decision,
    worlds: Sequence[Core],
    tried: Sequence[EvaluatedPlay],
    evaluate: Evaluator,
    *,
    max_steps: int = NO_LIMIT,
    one_round: bool = False,
    greedy_seats: int = 0,
    lasts: Callable[[], bool] = lambda: True,
) -> Lockstep:
    """The games after each choice in each world: first all of the first world, then all of the second, and so on.

    They go on to their end, or are broken off after so many steps (R2.5), or left at the end of the round, or wherever
    they are when the budget no longer ``lasts``. The seats ``greedy_seats``, as bits, play like ``greedy``.
    """
    count = len(worlds) * len(tried)
    lockstep = Lockstep(count, count * ROOM + MAX_PLAYS)
    lockstep.limit(max_steps, one_round)
    lockstep.weigh(weights_for(decision.determinized.rules))
    for number, choice in enumerate(tried):
        for at, world in enumerate(worlds):
            game = at * len(tried) + number
            if world.phase == GIVE:
                core = world.copy()
                core.give(decision.determinized.seat, KIND[choice.card])
                lockstep.put(game, core, greedy_seats)
            else:
                lockstep.put(game, world, greedy_seats)
                lockstep.make_choice(game, choice.code, choice.points)
    rows = np.zeros((count * ROOM + MAX_PLAYS, decision.mode.features), np.uint8)
    chosen, movers = np.zeros(count, np.int32), np.zeros(count, np.int32)
    while lasts() and (used := lockstep.fill(rows)):
        lockstep.decide(evaluate(rows[:used]), 0.0, chosen, movers)
    return lockstep


def outcomes(lockstep: Lockstep, mode: Mode, count: int) -> tuple[Counts, Counts]:
    """How each game ended (as ``Lockstep.outcomes`` says), and the number of the team that won or stands best."""
    endings, winners = np.zeros(count, np.int32), np.zeros(count, np.int32)
    margins = np.zeros((count, len(mode.teams)), np.float32)
    lockstep.outcomes(np.array(mode.teams, np.int32), endings, winners, margins)
    return endings, winners
