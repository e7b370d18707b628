"""Ratings from all pairings together: Bradley and Terry's model, on the scale of Elo.

A bot of strength p beats one of strength q with probability p / (p + q). The strengths under which the results are
most likely are found by Hunter's MM iteration; ties count half to each. Each pairing is given one more pair, a drawn
one, so that a bot that won everything has a finite rating; with many pairs it does not matter. Ratings are anchored at
mean 0. Their intervals come from the bootstrap: the pairs of each pairing are drawn anew, with repetition. Where all
pairs of a pairing ended alike, that would show no spread at all; there the win rate is drawn from what so many games,
one for each pair, leave open (the Beta distribution after Jeffreys).
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from doghouse.arena.statistics import Interval

SAMPLES = 1000
MOST_ROUNDS = 10_000
EXACT = 1e-9  # the iteration ends when no strength changes by more than this part of it

Pairing = tuple[int, int]
Scores = Mapping[Pairing, Sequence[float]]  # the pair scores of the first of each pairing, from 0 to 1


@dataclass(frozen=True)
class Rating:
    """A rating in Elo with its 95 % interval."""

    elo: float
    interval: Interval


def bradley_terry(bots: int, sums: Mapping[Pairing, tuple[float, float]], drawn: float = 1.0) -> list[float]:
    """The ratings in Elo, mean 0, from the points of both sides of each pairing, and as many drawn pairs added."""
    met = [[0.0] * bots for _bot in range(bots)]
    won = [0.0] * bots
    for (first, second), (points, others) in sums.items():
        met[first][second] += points + others + drawn
        met[second][first] += points + others + drawn
        won[first] += points + drawn / 2
        won[second] += others + drawn / 2
    strengths = [1.0] * bots
    for _round in range(MOST_ROUNDS):
        before = strengths
        strengths = [
            won[bot] / sum(met[bot][other] / (before[bot] + before[other]) for other in range(bots) if met[bot][other])
            if any(met[bot])
            else before[bot]
            for bot in range(bots)
        ]
        middle = math.exp(math.fsum(map(math.log, strengths)) / bots)
        strengths = [strength / middle for strength in strengths]
        if all(abs(new - old) <= EXACT * old for new, old in zip(strengths, before, strict=True)):
            break
    return [400 * math.log10(strength) for strength in strengths]


def ratings(bots: int, scores: Scores, seed: str, samples: int = SAMPLES) -> list[Rating]:
    """A rating for each bot; the same results and seed give the same intervals."""
    chooser = random.Random(f"bootstrap {seed}")
    middle = bradley_terry(bots, {pairing: _sums(seen) for pairing, seen in scores.items()})
    drawn = [
        bradley_terry(bots, {pairing: _drawn_anew(seen, chooser) for pairing, seen in scores.items() if seen})
        for _sample in range(samples)
    ]
    found = []
    for bot, elo in enumerate(middle):
        values = sorted(sample[bot] for sample in drawn)
        low, high = _quantile(values, 0.025), _quantile(values, 0.975)
        found.append(Rating(elo, (min(low, elo), max(high, elo))))
    return found


def _drawn_anew(scores: Sequence[float], chooser: random.Random) -> tuple[float, float]:
    if min(scores) < max(scores):
        return _sums(chooser.choices(scores, k=len(scores)))
    points, others = _sums(scores)
    rate = chooser.betavariate(points + 0.5, others + 0.5)
    return rate * len(scores), (1 - rate) * len(scores)


def _sums(scores: Sequence[float]) -> tuple[float, float]:
    points = math.fsum(scores)
    return points, len(scores) - points


def _quantile(values: Sequence[float], part: float) -> float:
    place = part * (len(values) - 1)
    below = int(place)
    above = min(below + 1, len(values) - 1)
    return values[below] + (values[above] - values[below]) * (place - below)
