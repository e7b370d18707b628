"""Win rates, confidence intervals and Elo.

The unit is the score of a pair, from 0 (all lost) to 1 (all won): pairs are independent, the two games of a pair are
not, since they share their deals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Z95 = 1.959963984540054  # standard deviations of a 95 % interval
MIN_RATE = 1e-9  # win rates are clamped to this distance from 0 and 1 to keep Elo finite

Interval = tuple[float, float]


def mean(scores: Sequence[float]) -> float:
    return math.fsum(scores) / len(scores)


def interval(scores: Sequence[float]) -> Interval:
    """Return the 95 % interval of the mean of pair scores.

    It is Wilson's interval for the number of independent games with the same standard error, since a plain standard
    error is too optimistic near 0 and 1. The spread of a few pairs is estimated poorly, so one game, won or lost, is
    added to it. If all scores are the same, their spread is unknown, and each pair counts as one game.
    """
    count, middle = len(scores), mean(scores)
    squares = math.fsum((score - middle) ** 2 for score in scores)
    if squares < 1e-12 * count:
        return wilson(middle, count)
    one_game = middle * (1 - middle)  # variance of one game
    variance = (squares + one_game) / count
    return wilson(middle, count * one_game / variance)


def wilson(rate: float, count: float) -> Interval:
    """Return Wilson's 95 % interval of a rate observed in a number of trials."""
    square = Z95 * Z95
    middle = (rate + square / (2 * count)) / (1 + square / count)
    half = Z95 / (1 + square / count) * math.sqrt(rate * (1 - rate) / count + square / (4 * count * count))
    return max(0.0, min(middle - half, rate)), min(1.0, max(middle + half, rate))  # despite rounding


def elo(rate: float) -> float:
    """Return the Elo difference that gives this win rate."""
    rate = min(max(rate, MIN_RATE), 1 - MIN_RATE)
    return 400 * math.log10(rate / (1 - rate))


def win_rate(difference: float) -> float:
    """Return the win rate of a bot that is better by an Elo difference."""
    return 1 / (1 + 10 ** (-difference / 400))
