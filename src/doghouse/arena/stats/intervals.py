"""Win rates, intervals and Elo: from scores of pairs to what they say.

The pair is the unit of all of it: its two games share their deals, so they are not independent, and pairs are. Scores
of pairs are written from 0 (all lost) to 1 (all won).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Z95 = 1.959963984540054  # a normal variable lies within so many deviations with 95 %
LARGEST = 1e-9  # how near to 0 and 1 a win rate comes at most when it is turned into Elo

Interval = tuple[float, float]


def mean(scores: Sequence[float]) -> float:
    return math.fsum(scores) / len(scores)


def interval(scores: Sequence[float]) -> Interval:
    """The 95 % interval of the mean of pair scores: Wilson's, for as many games as say as much as these pairs.

    That many independent games, each won or lost, would leave the same standard error. Near 0 and 1 a plain standard
    error promises too much: whoever lost one game of two hundred may well lose three of the next. A few pairs say
    little about their own spread, so a pair that is one game won or lost is counted in. Where all scores are the same,
    or there is only one, they say nothing about it; then each pair counts as one game.
    """
    count, middle = len(scores), mean(scores)
    squares = math.fsum((score - middle) ** 2 for score in scores)
    if squares < 1e-12 * count:
        return wilson(middle, count)
    one_game = middle * (1 - middle)  # the variance of a game won or lost
    variance = (squares + one_game) / count
    return wilson(middle, count * one_game / variance)


def wilson(rate: float, count: float) -> Interval:
    """Wilson's 95 % interval for a rate seen in so many trials."""
    square = Z95 * Z95
    middle = (rate + square / (2 * count)) / (1 + square / count)
    half = Z95 / (1 + square / count) * math.sqrt(rate * (1 - rate) / count + square / (4 * count * count))
    return max(0.0, min(middle - half, rate)), min(1.0, max(middle + half, rate))  # whatever rounding does


def elo(rate: float) -> float:
    """The difference in Elo at which the better one wins so often."""
    rate = min(max(rate, LARGEST), 1 - LARGEST)
    return 400 * math.log10(rate / (1 - rate))


def win_rate(difference: float) -> float:
    """How often a bot wins that is better by so many Elo."""
    return 1 / (1 + 10 ** (-difference / 400))
