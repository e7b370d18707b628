"""The sequential test: its ratio, its verdicts and their error rate."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import pytest

from doghouse.arena.stats.intervals import mean, win_rate
from doghouse.arena.stats.sprt import LOWER, UPPER, SequentialTest, SprtDecision, log_likelihood_ratio


def ratio(scores: Iterable[float], elo0: float, elo1: float) -> float:
    return log_likelihood_ratio(Counter(scores), win_rate(elo0), win_rate(elo1))


def run_sprt(scores: Iterable[float], elo0: float, elo1: float) -> SprtDecision:
    """Run the test on pair scores in their order, and return its final state."""
    test = SequentialTest(elo0, elo1)
    for score in scores:
        test.add(score)
    return test.decision


def test_bounds() -> None:
    assert pytest.approx(2.944, abs=1e-3) == UPPER
    assert pytest.approx(-UPPER) == LOWER


def test_ratio_is_near_the_normal_approximation() -> None:
    """For small differences the ratio is n (s1 - s0) (2 mean - s0 - s1) / (2 variance)."""
    scores = [0.0] * 100 + [0.25] * 150 + [0.5] * 480 + [0.75] * 150 + [1.0] * 120
    middle = mean(scores)
    variance = mean([(score - middle) ** 2 for score in scores])
    low, high = win_rate(0), win_rate(5)
    normal = len(scores) * (high - low) * (2 * middle - low - high) / (2 * variance)
    assert ratio(scores, 0, 5) == pytest.approx(normal, rel=0.01)


def test_sprt_is_symmetric_in_both_bots() -> None:
    scores = [1.0, 0.5, 0.5, 0.75, 0.0]
    assert ratio(scores, -10, 10) == pytest.approx(-ratio([1 - score for score in scores], -10, 10))


def test_clear_cases_are_decided_early() -> None:
    better, worse = run_sprt([1.0] * 100, 0, 50), run_sprt([0.0] * 100, 0, 50)
    assert (better.verdict, worse.verdict) == ("elo1", "elo0")
    assert better.pairs < 60
    assert run_sprt([0.5, 0.75], 0, 50).verdict == "open"
    assert run_sprt([], 0, 50).llr == 0


def test_scores_after_the_verdict_are_ignored() -> None:
    assert run_sprt([1.0] * 100 + [0.0] * 1000, 0, 50) == run_sprt([1.0] * 100, 0, 50)


@pytest.mark.parametrize(("true", "wrong"), [(0, "elo1"), (60, "elo0")])
def test_wrong_verdicts_are_rare(true: float, wrong: str) -> None:
    chooser = random.Random(3)
    rate = win_rate(true)
    matches = 150
    mistakes = 0
    for _match in range(matches):
        scores = [sum(chooser.random() < rate for _game in range(2)) / 2 for _pair in range(600)]
        mistakes += run_sprt(scores, 0, 60).verdict == wrong
    assert mistakes / matches < 0.09
