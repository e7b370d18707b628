"""Win rates, intervals, Elo, Bradley-Terry: against values known from elsewhere."""

from __future__ import annotations

import math
import random

import pytest

from doghouse.arena.ratings import bradley_terry, ratings
from doghouse.arena.statistics import elo, interval, mean, wilson, win_rate


def test_elo_and_back() -> None:
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(10 / 11) == pytest.approx(400)
    assert win_rate(elo(0.64)) == pytest.approx(0.64)
    assert math.isfinite(elo(1.0))
    assert elo(0.0) == pytest.approx(-elo(1.0))


def test_the_interval_is_over_pairs() -> None:
    scores = [0.5, 1.0, 0.5, 0.0, 1.0, 0.5, 1.0, 0.5]
    deviation = math.sqrt(sum((score - 0.625) ** 2 for score in scores) / 7)
    low, high = interval(scores)
    assert mean(scores) == 0.625
    assert high - low == pytest.approx(2 * 1.96 * deviation / math.sqrt(8), rel=1e-4)
    assert (low + high) / 2 == pytest.approx(0.625)


def test_wilson() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)


@pytest.mark.parametrize("scores", [[1.0] * 10, [0.5] * 10, [0.75]])
def test_scores_that_are_all_the_same_still_have_an_interval(scores: list[float]) -> None:
    low, high = interval(scores)
    assert low <= scores[0] <= high
    assert high - low > 0.2


def test_the_interval_holds_what_it_says() -> None:
    chooser = random.Random(1)
    held = 0
    for _match in range(1000):
        low, high = interval(chooser.choices([0, 0.5, 1], [1, 2, 2], k=100))
        held += low <= 0.6 <= high
    assert 930 <= held <= 968


def test_two_bots_are_rated_by_their_win_rate() -> None:
    first, second = bradley_terry(2, {(0, 1): (75.0, 25.0)}, drawn=0)
    assert first - second == pytest.approx(elo(0.75))
    assert first == pytest.approx(-second)


def test_strengths_that_made_the_results_are_found() -> None:
    true = [300.0, 50.0, -100.0, -250.0]
    sums = {
        (one, other): (1000 * win_rate(true[one] - true[other]), 1000 * win_rate(true[other] - true[one]))
        for one in range(4)
        for other in range(one + 1, 4)
    }
    assert bradley_terry(4, sums, drawn=0) == pytest.approx(true, abs=0.01)


def test_transitive_without_meeting() -> None:
    first, _middle, last = bradley_terry(3, {(0, 1): (75.0, 25.0), (1, 2): (75.0, 25.0)}, drawn=0)
    assert first - last == pytest.approx(2 * elo(0.75), abs=0.01)


def test_one_who_wins_everything_has_a_finite_rating() -> None:
    first, second = bradley_terry(2, {(0, 1): (100.0, 0.0)})
    assert first - second == pytest.approx(elo(100.5 / 101))


def test_one_who_wins_everything_is_not_rated_with_certainty() -> None:
    first, second = ratings(2, {(0, 1): [1.0] * 18}, "seed")
    assert first.interval[0] < first.elo - 50
    assert first.interval[0] > 0 > second.interval[1]


def test_bootstrap() -> None:
    chooser = random.Random(2)
    scores = {(0, 1): chooser.choices([0, 0.5, 1], [1, 2, 3], k=400)}
    first, second = ratings(2, scores, "seed")
    assert ratings(2, scores, "seed") == [first, second]
    low, high = (elo(value) / 2 for value in interval(scores[0, 1]))  # each is half the difference from the mean
    assert first.interval == pytest.approx((low, high), abs=2.5)
    assert first.elo == pytest.approx(-second.elo)
    assert first.interval[0] < first.elo < first.interval[1]
