"""Win rates, intervals, Elo and Bradley-Terry against known values."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from time import process_time

import numpy as np
import pytest

from doghouse.arena.stats.intervals import elo, interval, mean, wilson, win_rate
from doghouse.arena.stats.ratings import ELO, Pairing, log_strengths, ratings


def test_elo_and_back() -> None:
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(10 / 11) == pytest.approx(400)
    assert win_rate(elo(0.64)) == pytest.approx(0.64)
    assert math.isfinite(elo(1.0))
    assert elo(0.0) == pytest.approx(-elo(1.0))


def test_interval_is_over_pairs() -> None:
    """In the middle, and with many pairs, it is that of the standard error over pairs."""
    scores = [0.5, 1.0, 0.5, 0.0, 0.25, 0.5, 0.75, 0.5] * 50
    deviation = math.sqrt(mean([(score - 0.5) ** 2 for score in scores]))
    low, high = interval(scores)
    assert (low + high) / 2 == pytest.approx(0.5)
    assert high - low == pytest.approx(2 * 1.96 * deviation / math.sqrt(400), rel=0.01)
    alone = [1.0] * 270 + [0.0] * 130  # pairs of one game are games
    assert interval(alone) == pytest.approx(wilson(270 / 400, 400), abs=1e-3)


@pytest.mark.parametrize("games", [2, 6])
@pytest.mark.parametrize("alike", [0.0, 0.3])
@pytest.mark.parametrize(("rate", "pairs"), [(0.5, 10), (0.8, 30), (0.95, 30), (0.99, 100), (0.998, 400)])
def test_interval_is_rarely_too_optimistic(games: int, alike: float, rate: float, pairs: int) -> None:
    """Pairs and sets, whose games are independent or now and then all end alike, from equal bots to unequal ones."""
    chooser = random.Random(f"{games} {alike} {rate}")
    too_good = held = 0
    for _match in range(400):
        scores = []
        for _pair in range(pairs):
            drawn = 1 if chooser.random() < alike else games
            scores.append(sum(chooser.random() < rate for _game in range(drawn)) / drawn)
        low, high = interval(scores)
        held += low <= rate <= high
        too_good += low > rate
    assert held / 400 > 0.88
    assert too_good / 400 < 0.07


@pytest.mark.parametrize("games", [1, 30, 100, 3000])
def test_interval_after_winning_every_game(games: int) -> None:
    low, high = interval([1.0] * games)
    assert high == 1
    assert low == pytest.approx(games / (games + 1.96**2), abs=1e-4)
    assert interval([0.0] * games) == pytest.approx((0, 1 - low))
    assert low < interval([1.0] * games + [1.0])[0]
    almost = interval([1.0] * games + [0.5])
    assert almost[1] < 1
    assert almost[1] - almost[0] > 0.5 / (games + 1)


def test_wilson() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)


@pytest.mark.parametrize("scores", [[1.0] * 10, [0.5] * 10, [0.75]])
def test_equal_scores_have_an_interval(scores: list[float]) -> None:
    low, high = interval(scores)
    assert low <= scores[0] <= high
    assert high - low > 0.2


def test_interval_covers_95_percent() -> None:
    chooser = random.Random(1)
    held = 0
    for _match in range(1000):
        low, high = interval(chooser.choices([0, 0.5, 1], [1, 2, 2], k=100))
        held += low <= 0.6 <= high
    assert 930 <= held <= 968


def bradley_terry(bots: int, sums: Mapping[Pairing, tuple[float, float]], drawn: float = 1.0) -> list[float]:
    """Return ratings in Elo from the points of both sides of each pairing, with ``drawn`` pairs added to each."""
    games = {pairing: points + others + drawn for pairing, (points, others) in sums.items()}
    won = {pairing: np.array([points + drawn / 2]) for pairing, (points, _others) in sums.items()}
    return [ELO * float(strength) for strength in log_strengths(bots, games, won)[0]]


def test_ratings_of_two_bots_follow_from_the_win_rate() -> None:
    first, second = bradley_terry(2, {(0, 1): (75.0, 25.0)}, drawn=0)
    assert first - second == pytest.approx(elo(0.75))
    assert first == pytest.approx(-second)


def test_bradley_terry_recovers_true_strengths() -> None:
    true = [300.0, 50.0, -100.0, -250.0]
    sums = {
        (one, other): (1000 * win_rate(true[one] - true[other]), 1000 * win_rate(true[other] - true[one]))
        for one in range(4)
        for other in range(one + 1, 4)
    }
    assert bradley_terry(4, sums, drawn=0) == pytest.approx(true, abs=0.01)


def test_bots_are_rated_through_common_opponents() -> None:
    first, _middle, last = bradley_terry(3, {(0, 1): (75.0, 25.0), (1, 2): (75.0, 25.0)}, drawn=0)
    assert first - last == pytest.approx(2 * elo(0.75), abs=0.01)


def test_bot_that_wins_every_game_has_a_finite_rating() -> None:
    first, second = bradley_terry(2, {(0, 1): (100.0, 0.0)})
    assert first - second == pytest.approx(elo(100.5 / 101))


def test_bot_that_wins_every_game_has_a_rating_interval() -> None:
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


def iterated(bots: int, sums: dict[tuple[int, int], tuple[float, float]]) -> list[float]:
    """The same by Hunter's MM iteration, slow and simple; each pairing has one drawn pair more."""
    met = {pair: 1 + sum(points) for pair, points in sums.items()}
    won = [0.0] * bots
    for (first, second), (points, others) in sums.items():
        won[first] += points + 0.5
        won[second] += others + 0.5
    strengths = [1.0] * bots
    for _round in range(3000):
        parts = [0.0] * bots
        for (first, second), often in met.items():
            for bot in (first, second):
                parts[bot] += often / (strengths[first] + strengths[second])
        strengths = [points / part for points, part in zip(won, parts, strict=True)]
    logarithms = [400 * math.log10(strength) for strength in strengths]
    return [value - mean(logarithms) for value in logarithms]


@pytest.mark.parametrize("round_robin", [True, False])
def test_ratings_have_maximum_likelihood(round_robin: bool) -> None:
    chooser = random.Random(5)
    pairs = [(one, other) for one in range(6) for other in range(one + 1, 6) if round_robin or one == 0]
    for often in (1.0, 40.0):
        sums = {pair: (often, 0.0) if chooser.random() < 0.5 else (0.3 * often, 0.7 * often) for pair in pairs}
        assert bradley_terry(6, sums) == pytest.approx(iterated(6, sums), abs=1e-3)


def test_bootstrap_samples_with_replacement() -> None:
    """Its samples spread as the theory of such draws says, however many scores there are."""
    scores = {(0, 1): [0.0] * 60 + [0.25] * 40 + [0.5] * 150 + [1.0] * 150}
    first, _second = ratings(2, scores, "seed", samples=20_000)
    middle = mean(scores[0, 1])
    error = math.sqrt(mean([(score - middle) ** 2 for score in scores[0, 1]]) / 400)
    drawn = [elo((400 * (middle + 1.96 * side * error) + 0.5) / 401) / 2 for side in (-1, 1)]
    assert first.interval == pytest.approx(drawn, abs=0.7)


def test_many_bots_are_rated_fast() -> None:
    chooser = random.Random(6)
    scores = {
        (one, other): chooser.choices([0, 0.5, 1], [1, 2, 1 + other - one], k=500)
        for one in range(8)
        for other in range(one + 1, 8)
    }
    ratings(2, {(0, 1): [0.5]}, "warm up")
    begun = process_time()
    ratings(8, scores, "seed")
    assert process_time() - begun < 0.8
