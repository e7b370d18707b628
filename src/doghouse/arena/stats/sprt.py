"""Generalised sequential probability ratio test on pair scores, as used for chess engines.

It decides between two hypotheses: the first bot is better than the second by ``elo0``, or by ``elo1``. The test ends
when the log likelihood ratio leaves its bounds; it is wrong in about 5 % of cases. The frequencies of the pair scores
(0, ½, 1, 1½, 2: "pentanomial") are unknown, so each hypothesis takes the most likely ones with its mean.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from doghouse.arena.stats.intervals import win_rate

ALPHA = BETA = 0.05
LOWER = math.log(BETA / (1 - ALPHA))
UPPER = math.log((1 - BETA) / ALPHA)

Verdict = Literal["elo0", "elo1", "open"]
_PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
_PRIOR = 1e-3  # pairs added for each score, as it may still occur


@dataclass(frozen=True)
class SprtDecision:
    elo0: float
    elo1: float
    llr: float
    verdict: Verdict
    pairs: int


class SequentialTest:
    """A test that takes one pair score after the other until it is decided."""

    def __init__(self, elo0: float, elo1: float) -> None:
        self.decision = SprtDecision(elo0, elo1, 0.0, "open", 0)
        self._counts: Counter[float] = Counter()
        self._rates = win_rate(elo0), win_rate(elo1)

    @property
    def is_decided(self) -> bool:
        return self.decision.verdict != "open"

    def add(self, score: float) -> None:
        if self.is_decided:
            return
        self._counts[score] += 1
        llr = log_likelihood_ratio(self._counts, *self._rates)
        verdict: Verdict = "elo1" if llr >= UPPER else "elo0" if llr <= LOWER else "open"
        self.decision = replace(self.decision, llr=llr, verdict=verdict, pairs=self.decision.pairs + 1)


def log_likelihood_ratio(counts: Counter[float], low: float, high: float) -> float:
    """Return the log likelihood ratio of the win rate ``high`` to ``low`` for counted pair scores from 0 to 1."""
    seen = dict.fromkeys(_PAIR_SCORES, _PRIOR)
    for score, count in counts.items():
        seen[score] = seen.get(score, 0.0) + count
    total = math.fsum(seen.values())
    rates = [(score, count / total) for score, count in seen.items()]
    tilt_low, tilt_high = _tilt(rates, low), _tilt(rates, high)
    return total * math.fsum(
        rate * math.log((1 + tilt_low * (score - low)) / (1 + tilt_high * (score - high))) for score, rate in rates
    )


def _tilt(rates: Sequence[tuple[float, float]], mean: float) -> float:
    """Find by bisection the tilt that makes rate / (1 + tilt * (score - mean)) the most likely rates with a mean."""
    low = -1 / (max(score for score, _rate in rates) - mean)
    high = -1 / (min(score for score, _rate in rates) - mean)
    for _iteration in range(60):
        middle = (low + high) / 2
        if math.fsum(rate * (score - mean) / (1 + middle * (score - mean)) for score, rate in rates) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
