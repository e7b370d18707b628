"""Ratings from all pairings together: Bradley and Terry's model, on the scale of Elo.

A bot of strength p beats one of strength q with probability p / (p + q). The strengths under which the results are
most likely are found by Newton's method on their logarithms; ties count half to each. Each pairing is given one more
pair, a drawn one, so that a bot that won everything has a finite rating; with many pairs it does not matter. Ratings
are anchored at mean 0. Their intervals come from the bootstrap: the pairs of each pairing are drawn anew, with
repetition. Where all pairs of a pairing ended alike, that would show no spread at all; there the win rate is drawn from
what so many games, one for each pair, leave open (the Beta distribution after Jeffreys).

All samples of the bootstrap are rated at once: the first axis of the arrays is the sample.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from doghouse.arena.stats.intervals import Interval

if TYPE_CHECKING:  # numpy takes its time, and only who rates needs it
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SAMPLES = 1000
MOST_ROUNDS = 1000
LONGEST_STEP = 0.6  # how far two strengths move against each other at most; so short, every step is one uphill
EXACT = 1e-10  # the search ends when no logarithm of a strength changes by more
ELO = 400 / math.log(10)  # the unit of Elo, from natural logarithms

Pairing = tuple[int, int]
Scores = Mapping[Pairing, Sequence[float]]  # the pair scores of the first of each pairing, from 0 to 1


@dataclass(frozen=True)
class Rating:
    """A rating in Elo with its 95 % interval."""

    elo: float
    interval: Interval


def bradley_terry(bots: int, sums: Mapping[Pairing, tuple[float, float]], drawn: float = 1.0) -> list[float]:
    """The ratings in Elo, mean 0, from the points of both sides of each pairing, and as many drawn pairs added."""
    import numpy as np

    met = {pairing: points + others + drawn for pairing, (points, others) in sums.items()}
    won = {pairing: np.array([points + drawn / 2]) for pairing, (points, _others) in sums.items()}
    return [ELO * float(strength) for strength in _strengths(bots, met, won)[0]]


def ratings(bots: int, scores: Scores, seed: str, samples: int = SAMPLES) -> list[Rating]:
    """A rating for each bot; the same results and seed give the same intervals."""
    import numpy as np

    words = hashlib.sha256(f"bootstrap {seed}".encode()).digest()
    chooser = np.random.Generator(np.random.PCG64(int.from_bytes(words[:16], "big")))
    met = {pairing: len(seen) + 1.0 for pairing, seen in scores.items()}
    middle = _strengths(bots, met, {pairing: np.array([math.fsum(seen) + 0.5]) for pairing, seen in scores.items()})
    won = {pairing: _drawn_anew(seen, chooser, samples) + 0.5 for pairing, seen in scores.items()}
    drawn = ELO * _strengths(bots, met, won, middle)
    lows, highs = np.quantile(drawn, (0.025, 0.975), axis=0)
    found = []
    for elo, low, high in zip((ELO * middle[0]).tolist(), lows.tolist(), highs.tolist(), strict=True):
        found.append(Rating(elo, (min(low, elo), max(high, elo))))
    return found


def _drawn_anew(scores: Sequence[float], chooser: np.random.Generator, samples: int) -> Floats:
    """The points of the first in each sample. How often each score is drawn is all that matters of a sample."""
    import numpy as np

    if not scores:
        return np.zeros(samples)
    if min(scores) < max(scores):
        values, counts = np.unique(np.array(scores), return_counts=True)
        drawn: Floats = chooser.multinomial(len(scores), counts / len(scores), size=samples) @ values
        return drawn
    points = math.fsum(scores)
    return len(scores) * chooser.beta(points + 0.5, len(scores) - points + 0.5, size=samples)


def _strengths(
    bots: int, met: Mapping[Pairing, float], won: Mapping[Pairing, Floats], start: Floats | None = None
) -> Floats:
    """The most likely logarithms of the strengths, mean 0: for each sample of what the first of each pairing won."""
    import numpy as np

    samples = len(next(iter(won.values())))
    first, second = np.array(list(met)).T
    often = np.array(list(met.values()))
    points = np.stack(list(won.values()), axis=1)
    sides = np.zeros((len(met), bots))  # of each pairing: its first counts for, its second against
    sides[range(len(met)), first], sides[range(len(met)), second] = 1.0, -1.0
    found = np.zeros((samples, bots)) if start is None else np.repeat(start, samples, axis=0)
    for _round in range(MOST_ROUNDS):
        rates = 1 / (1 + np.exp(found[:, second] - found[:, first]))
        uphill = (points - often * rates) @ sides
        curve = np.einsum("sp,pb,pc->sbc", often * rates * (1 - rates), sides, sides, optimize=True)
        step = np.linalg.solve(curve + 1 / bots, uphill[..., None])[..., 0]  # 1 / bots keeps the mean where it is
        spread = step.max(axis=1, keepdims=True) - step.min(axis=1, keepdims=True)
        found += step * np.minimum(1, LONGEST_STEP / np.maximum(spread, EXACT))
        if spread.max() <= EXACT:
            break
    centred: Floats = found - found.mean(axis=1, keepdims=True)
    return centred
