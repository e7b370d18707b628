"""Value plays by roll-outs: make them in many deals of the hidden cards, and let a net play on in all seats.

The deals follow from the view and a seed and are the same for all plays, so that differences are due to the plays and
not to the cards. Plays that are clearly behind are tried on fewer deals.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.rollout import Evaluator, outcomes, roll
from doghouse.positions.play_identity import shortest_notation
from doghouse.positions.position_set import Position, ValuedPlay
from doghouse.rules.core.engine import Core
from doghouse.rules.notation import SEATS
from doghouse.rules.outcome import stopped

Shares = NDArray[np.float64]

MAX_STEPS = 3_000  # of a roll-out; then R2.5 decides
MAX_BATCH = 8_192  # games rolled out together
BEST, RANDOM = 12, 4  # plays to value if there are more
PARTS = (16, 4, 1)  # divisors of the deals, after which plays that are clearly behind are dropped
MIN_DEALS = 256  # for all plays, since fewer would mistake bad luck for a bad play
BEHIND = 3.0  # standard errors
FOLDS = 8
DIGITS = 5


def value(
    position: Position,
    decision: Decision,
    evaluated: Sequence[EvaluatedPlay],
    evaluator: Evaluator,
    deals: int,
    seed: str,
) -> Position:
    """Return the position with the values of its plays.

    Of many plays only the best by the net are valued, and some random ones to represent all others.
    """
    best, others = list(evaluated), []
    if len(evaluated) > BEST + RANDOM:
        best, others = list(evaluated[:BEST]), random.Random(f"{seed} plays").sample(evaluated[BEST:], RANDOM)
    tried = [*best, *others]
    names = names_of(decision, tried)
    won = race(decision, tried, evaluator, deals, seed)
    plays = [replace(play, by_chance=play.play in names[len(best) :]) for play in weigh(names, won)]
    return replace(position, plays=tuple(plays), luck=luck_of(won))


def names_of(decision: Decision, tried: Sequence[EvaluatedPlay]) -> list[str]:
    """Return plays in notation."""
    if decision.view["phase"] == "give":
        return [f"give {choice.card}" for choice in tried]
    return shortest_notation(decision.core, [choice.play(decision.core) for choice in tried])


def race(
    decision: Decision, tried: Sequence[EvaluatedPlay], evaluator: Evaluator, deals: int, seed: str
) -> list[Shares]:
    """Return what the seat's team won with each play, deal by deal; plays that are clearly behind stop early."""
    chooser = random.Random(seed)
    won = [np.zeros(0)] * len(tried)
    alive = list(range(len(tried)))
    for until in sorted({min(deals, max(MIN_DEALS, deals // part)) for part in PARTS}):
        more = until - max(map(len, won))
        shares = roll_out(decision, [tried[at] for at in alive], evaluator, more, chooser)
        for column, at in enumerate(alive):
            won[at] = np.concatenate([won[at], shares[:, column]])
        best = max(alive, key=lambda at: won[at].mean())
        alive = [at for at in alive if is_near(won[best] - won[at])]
        if len(alive) == 1:
            break
    return won


def is_near(lost: Shares) -> bool:
    return bool(lost.mean() <= BEHIND * standard_error(lost))


def roll_out(
    decision: Decision, tried: Sequence[EvaluatedPlay], evaluator: Evaluator, deals: int, chooser: random.Random
) -> Shares:
    """Return what the seat's team won in each deal (row) with each play (column): 1, 0, or its share of a tie."""
    parts = []
    batch = max(1, MAX_BATCH // len(tried))
    mine = next(at for at, team in enumerate(decision.mode.teams) if team >> decision.determinized.seat & 1)
    for first in range(0, deals, batch):
        worlds = [decision.deal(chooser) for _deal in range(min(batch, deals - first))]
        lockstep = roll(decision, worlds, tried, evaluator, max_steps=MAX_STEPS)
        _endings, winners = outcomes(lockstep, decision.mode, len(worlds) * len(tried))
        shares = (winners == mine).astype(np.float64)
        for game in np.flatnonzero(winners < 0):
            shares[game] = share_of_tie(decision, lockstep.take(int(game)))
        parts.append(shares.reshape(len(worlds), len(tried)))
    return np.concatenate(parts)


def share_of_tie(decision: Decision, core: Core) -> float:
    """Return the share of the win in a game that was stopped with several teams equally far."""
    rules, seat = decision.determinized.rules, SEATS[decision.determinized.seat]
    winners = stopped(rules, core).winners
    return len(rules.team(seat)) / len(winners) if seat in winners else 0.0


def weigh(names: Sequence[str], won: Sequence[Shares]) -> list[ValuedPlay]:
    """Return mean and standard error of each play and of its loss on the same deals, the best play first."""
    longest = max(map(len, won))
    best = max(range(len(won)), key=lambda at: (len(won[at]) == longest, won[at].mean()))
    plays = []
    for name, shares in zip(names, won, strict=True):
        lost = won[best][: len(shares)] - shares
        plays.append(
            ValuedPlay(
                name,
                rounded(shares.mean()),
                rounded(standard_error(shares)),
                rounded(max(0.0, lost.mean())),
                rounded(standard_error(lost)),
                len(shares),
            )
        )
    return sorted(plays, key=lambda play: (play.play != names[best], play.loss))


def luck_of(won: Sequence[Shares]) -> float:
    """Estimate how much the best value is too high because it is the best of several.

    Cross-validation: the best play is chosen on seven eighths of the deals and measured on the rest, in turn.
    """
    longest = max(map(len, won))
    rivals = np.stack([shares for shares in won if len(shares) == longest], axis=1)
    total, measured = rivals.sum(axis=0), 0.0
    for fold in range(FOLDS):
        part = rivals[fold::FOLDS].sum(axis=0)
        measured += part[np.argmax(total - part)]
    return rounded((total.max() - measured) / longest)


def standard_error(numbers: Shares) -> float:
    return float(numbers.std(ddof=1)) / math.sqrt(len(numbers)) if len(numbers) > 1 else 0.0


def rounded(number: float) -> float:
    return round(float(number), DIGITS)
