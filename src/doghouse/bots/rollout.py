"""Roll out a decision: apply each choice in each world, and let a net play all games in a batch."""

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

Evaluator = Callable[[Rows], Numbers]  # column 0: how good a play is for the mover
Counts = NDArray[np.int32]

ROWS_PER_GAME = 16  # on average
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
    keep_going: Callable[[], bool] = lambda: True,
) -> Lockstep:
    """Return the games after each choice in each world, ordered by world, then by choice.

    They end when won, after ``max_steps`` (R2.5), after one round, or as soon as ``keep_going`` is false. The seats in
    the bit set ``greedy_seats`` play like ``greedy``.
    """
    count = len(worlds) * len(tried)
    lockstep = Lockstep(count, count * ROWS_PER_GAME + MAX_PLAYS)
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
                lockstep.apply_choice_to_game(game, choice.code, choice.points)
    rows = np.zeros((count * ROWS_PER_GAME + MAX_PLAYS, decision.mode.features), np.uint8)
    chosen, movers = np.zeros(count, np.int32), np.zeros(count, np.int32)
    while keep_going() and (used := lockstep.fill(rows)):
        lockstep.decide(evaluate(rows[:used]), 0.0, chosen, movers)
    return lockstep


def outcomes(lockstep: Lockstep, mode: Mode, count: int) -> tuple[Counts, Counts]:
    """Return how each game ended (see ``Lockstep.outcomes``), and the index of the winning or leading team."""
    endings, winners = np.zeros(count, np.int32), np.zeros(count, np.int32)
    margins = np.zeros((count, len(mode.teams)), np.float32)
    lockstep.outcomes(np.array(mode.teams, np.int32), endings, winners, margins)
    return endings, winners
