"""What plays are worth: made in many deals of the hidden cards, and played on to the end by a net in all seats.

The deals follow from what the seat sees and from a seed, and are the same for all plays: what differs between two plays
is then due to the plays and not to the cards. Plays that are clearly behind meet fewer deals than the others.
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
from doghouse.positions.play_identity import as_listed
from doghouse.positions.position_set import Position, Valued
from doghouse.rules.core.engine import Core
from doghouse.rules.notation import SEATS
from doghouse.rules.outcome import stopped

Shares = NDArray[np.float64]

MOST_STEPS = 3_000  # of a roll-out; then R2.5 decides
AT_ONCE = 8_192  # games rolled on together
BEST, BY_CHANCE = 12, 4  # plays that are valued where there are more
PARTS = (16, 4, 1)  # of the deals, after each of which plays that are clearly behind are left
LEAST = 256  # deals that all plays meet, where so many are wanted: fewer would take bad luck for a bad play
BEHIND = 3.0  # standard errors
FOLDS = 8
DIGITS = 5


def value(
    position: Position, decision: Decision, judged: Sequence[EvaluatedPlay], judge: Evaluator, deals: int, seed: str
) -> Position:
    """The position with the values of its plays.

    Of many plays only those that the net likes best are valued, and some by chance that stand for all others.
    """
    best, others = list(judged), []
    if len(judged) > BEST + BY_CHANCE:
        best, others = list(judged[:BEST]), random.Random(f"{seed} plays").sample(judged[BEST:], BY_CHANCE)
    tried = [*best, *others]
    names = names_of(decision, tried)
    won = race(decision, tried, judge, deals, seed)
    plays = [replace(play, by_chance=play.play in names[len(best) :]) for play in weigh(names, won)]
    return replace(position, plays=tuple(plays), luck=luck_of(won))


def names_of(decision: Decision, tried: Sequence[EvaluatedPlay]) -> list[str]:
    """Choices in notation."""
    if decision.view["phase"] == "give":
        return [f"give {choice.card}" for choice in tried]
    return as_listed(decision.core, [choice.play(decision.core) for choice in tried])


def race(decision: Decision, tried: Sequence[EvaluatedPlay], judge: Evaluator, deals: int, seed: str) -> list[Shares]:
    """What the seat's team won after each choice, deal by deal; choices that are clearly behind stop early."""
    chooser = random.Random(seed)
    won = [np.zeros(0)] * len(tried)
    alive = list(range(len(tried)))
    for until in sorted({min(deals, max(LEAST, deals // part)) for part in PARTS}):
        more = until - max(map(len, won))
        shares = roll_out(decision, [tried[at] for at in alive], judge, more, chooser)
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
    decision: Decision, tried: Sequence[EvaluatedPlay], judge: Evaluator, deals: int, chooser: random.Random
) -> Shares:
    """What the seat's team won after each choice (column) in each deal (line): 1, 0, or its part of a tie."""
    parts = []
    at_once = max(1, AT_ONCE // len(tried))
    mine = next(at for at, team in enumerate(decision.mode.teams) if team >> decision.determinized.seat & 1)
    for first in range(0, deals, at_once):
        worlds = [decision.deal(chooser) for _deal in range(min(at_once, deals - first))]
        lockstep = roll(decision, worlds, tried, judge, max_steps=MOST_STEPS)
        _endings, winners = outcomes(lockstep, decision.mode, len(worlds) * len(tried))
        shares = (winners == mine).astype(np.float64)
        for game in np.flatnonzero(winners < 0):
            shares[game] = part_of_tie(decision, lockstep.take(int(game)))
        parts.append(shares.reshape(len(worlds), len(tried)))
    return np.concatenate(parts)


def part_of_tie(decision: Decision, core: Core) -> float:
    """The part of the win of a game that was broken off with several teams equally far."""
    rules, seat = decision.determinized.rules, SEATS[decision.determinized.seat]
    winners = stopped(rules, core).winners
    return len(rules.team(seat)) / len(winners) if seat in winners else 0.0


def weigh(names: Sequence[str], won: Sequence[Shares]) -> list[Valued]:
    """Mean and standard error of each play, and of what it loses against the best on the same deals; the best first."""
    most = max(map(len, won))
    best = max(range(len(won)), key=lambda at: (len(won[at]) == most, won[at].mean()))
    plays = []
    for name, shares in zip(names, won, strict=True):
        lost = won[best][: len(shares)] - shares
        plays.append(
            Valued(
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
    """How much the best value is too high because it was chosen as the best of several.

    The best play is found on most of the deals and measured on the others, in turn.
    """
    most = max(map(len, won))
    rivals = np.stack([shares for shares in won if len(shares) == most], axis=1)
    total, measured = rivals.sum(axis=0), 0.0
    for fold in range(FOLDS):
        part = rivals[fold::FOLDS].sum(axis=0)
        measured += part[np.argmax(total - part)]
    return rounded((total.max() - measured) / most)


def standard_error(numbers: Shares) -> float:
    return float(numbers.std(ddof=1)) / math.sqrt(len(numbers)) if len(numbers) > 1 else 0.0


def rounded(number: float) -> float:
    return round(float(number), DIGITS)
