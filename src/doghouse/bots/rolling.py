"""Rolling on from a decision: each choice made in each of some worlds, and all games carried on together by a net."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from doghouse.bots.core.choice import MOST_PLAYS
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.judging import Decision, Judged
from doghouse.bots.modes import Mode
from doghouse.bots.nets import Numbers, Rows
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import ARGUMENT_SHIFT, FOLD, GIVE, GIVING, TAKE, WHAT_BITS
from doghouse.rules.notation import KIND, SEATS

Judge = Callable[[Rows], Numbers]  # the first number of a line says how good a play is for the mover
Counts = NDArray[np.int32]

ROOM = 16  # rows for each game, on average
NO_LIMIT = 1 << 30


def roll(
    decision: Decision,
    worlds: Sequence[Core],
    tried: Sequence[Judged],
    judge: Judge,
    *,
    most_steps: int = NO_LIMIT,
    one_round: bool = False,
    lasts: Callable[[], bool] = lambda: True,
) -> Lockstep:
    """The games after each choice in each world: first all of the first world, then all of the second, and so on.

    They go on to their end, or are broken off after so many steps (R2.5), or left at the end of the round, or wherever
    they are when the budget no longer ``lasts``.
    """
    count = len(worlds) * len(tried)
    lockstep = Lockstep(count, count * ROOM + MOST_PLAYS)
    lockstep.limit(most_steps, one_round)
    for number, choice in enumerate(tried):
        gone = unsure_after(decision, choice)
        for at, world in enumerate(worlds):
            core = world.copy()
            if core.phase == GIVE:
                core.give(decision.imagined.seat, KIND[choice.card])
            else:
                choice.carry_out(core)
            lockstep.put(at * len(tried) + number, core, gone=gone)
    rows = np.zeros((count * ROOM + MOST_PLAYS, decision.mode.features), np.uint8)
    chosen, movers = np.zeros(count, np.int32), np.zeros(count, np.int32)
    while lasts() and (used := lockstep.fill(rows)):
        lockstep.decide(judge(rows[:used]), 0.0, chosen, movers)
    return lockstep


def unsure_after(decision: Decision, choice: Judged) -> int:
    """The seats, as bits, that no longer know where the card is that they gave: it is played, laid down or taken."""
    rules, mover, what = decision.imagined.rules, decision.view["seat"], choice.code & WHAT_BITS
    robbed = SEATS[choice.code >> ARGUMENT_SHIFT & 31] if what == TAKE else None
    unsure = 0
    for seat in rules.seats if what != GIVING else ():
        receiver = rules.receiver(seat)
        spent = receiver == mover and (what == FOLD or choice.card == decision.view.get("received"))
        if spent or receiver == robbed:
            unsure |= 1 << SEATS.index(seat)
    return unsure


def outcomes(lockstep: Lockstep, mode: Mode, count: int) -> tuple[Counts, Counts]:
    """How each game ended (as ``Lockstep.outcomes`` says), and the number of the team that won or stands best."""
    endings, winners = np.zeros(count, np.int32), np.zeros(count, np.int32)
    margins = np.zeros((count, len(mode.teams)), np.float32)
    lockstep.outcomes(np.array(mode.teams, np.int32), endings, winners, margins)
    return endings, winners
