"""When a match is settled: Wald's sequential test, on pair scores, as it is used for chess engines.

Two hypotheses stand against each other: the first bot is better than the second by ``elo0``, or by ``elo1``. After each
pair the logarithm of the ratio of their likelihoods is formed; when it leaves the bounds, the test ends, and it ends
wrongly with a probability of at most about 5 %. How often each pair score (0, ½, 1, 1½, 2: "pentanomial") occurs is not
known, so for either hypothesis the most likely frequencies with its mean are taken (the generalised test).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from doghouse.arena.stats.intervals import win_rate

ALPHA = BETA = 0.05
LOWER = math.log(BETA / (1 - ALPHA))
UPPER = math.log((1 - BETA) / ALPHA)

Verdict = Literal["elo0", "elo1", "open"]
_FIVE = (0.0, 0.25, 0.5, 0.75, 1.0)
_TRACE = 1e-3  # of a pair, for scores that have not occurred yet but may


@dataclass(frozen=True)
class Settlement:
    """How far a sequential test has come."""

    elo0: float
    elo1: float
    llr: float
    verdict: Verdict
    pairs: int


def log_likelihood_ratio(scores: Iterable[float], elo0: float, elo1: float) -> float:
    """How much more likely the pair scores (0 to 1) are under ``elo1`` than under ``elo0``, as a logarithm."""
    return _ratio(Counter(scores), win_rate(elo0), win_rate(elo1))


class SequentialTest:
    """A test under way: it is given one pair score after the other, and when it is settled it stays so."""

    def __init__(self, elo0: float, elo1: float) -> None:
        self.settlement = Settlement(elo0, elo1, 0.0, "open", 0)
        self._counts: Counter[float] = Counter()
        self._rates = win_rate(elo0), win_rate(elo1)

    @property
    def is_settled(self) -> bool:
        return self.settlement.verdict != "open"

    def add(self, score: float) -> None:
        if self.is_settled:
            return
        self._counts[score] += 1
        llr = _ratio(self._counts, *self._rates)
        verdict: Verdict = "elo1" if llr >= UPPER else "elo0" if llr <= LOWER else "open"
        self.settlement = replace(self.settlement, llr=llr, verdict=verdict, pairs=self.settlement.pairs + 1)


def settle(scores: Iterable[float], elo0: float, elo1: float) -> Settlement:
    """The test on these pair scores in their order: where it ended, or how it stands after all of them."""
    test = SequentialTest(elo0, elo1)
    for score in scores:
        test.add(score)
    return test.settlement


def _ratio(counts: Counter[float], low: float, high: float) -> float:
    seen = dict.fromkeys(_FIVE, _TRACE)
    for score, count in counts.items():
        seen[score] = seen.get(score, 0.0) + count
    total = math.fsum(seen.values())
    parts = [(score, count / total) for score, count in seen.items()]
    lean_low, lean_high = _lean(parts, low), _lean(parts, high)
    return total * math.fsum(
        part * math.log((1 + lean_low * (score - low)) / (1 + lean_high * (score - high))) for score, part in parts
    )


def _lean(parts: Sequence[tuple[float, float]], mean: float) -> float:
    """The most likely frequencies with this mean are part / (1 + lean * (score - mean)); bisection finds the lean."""
    least = -1 / (max(score for score, _part in parts) - mean)
    most = -1 / (min(score for score, _part in parts) - mean)
    for _halving in range(60):
        middle = (least + most) / 2
        if math.fsum(part * (score - mean) / (1 + middle * (score - mean)) for score, part in parts) > 0:
            least = middle
        else:
            most = middle
    return (least + most) / 2
