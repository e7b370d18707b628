"""Bradley-Terry ratings from all pairings, on the Elo scale.

A bot of strength p beats one of strength q with probability p / (p + q). Newton's method on the logarithms finds the
strengths with maximum likelihood; ties count half for each. Each pairing gets one additional pair, drawn, so that a bot
that won every game has a finite rating. The mean rating is 0.

Intervals come from a bootstrap over the pairs of each pairing. Resampling pairs that all have the same score would show
no spread; then the win rate is drawn from its Beta posterior with Jeffreys' prior, one game per pair. All bootstrap
samples are rated at once: they are the first axis of the arrays.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from doghouse.arena.stats.intervals import Interval

if TYPE_CHECKING:  # numpy is slow to import, and only ratings need it
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SAMPLES = 1000
MAX_ITERATIONS = 1000
MAX_STEP = 0.6  # of the difference of two log strengths; short enough for every step to increase the likelihood
TOLERANCE = 1e-10  # of log strengths
ELO = 400 / math.log(10)  # Elo per unit of log strength

Pairing = tuple[int, int]
Scores = Mapping[Pairing, Sequence[float]]  # pair scores of the first bot, from 0 to 1


@dataclass(frozen=True)
class Rating:
    elo: float
    interval: Interval


def ratings(bots: int, scores: Scores, seed: str, samples: int = SAMPLES) -> list[Rating]:
    """Return the rating of each bot; the seed makes the bootstrap reproducible."""
    import numpy as np

    digest = hashlib.sha256(f"bootstrap {seed}".encode()).digest()
    generator = np.random.Generator(np.random.PCG64(int.from_bytes(digest[:16], "big")))
    games = {pairing: len(values) + 1.0 for pairing, values in scores.items()}
    points = {pairing: np.array([math.fsum(values) + 0.5]) for pairing, values in scores.items()}
    estimate = log_strengths(bots, games, points)
    resampled = {pairing: _resample(values, generator, samples) + 0.5 for pairing, values in scores.items()}
    bootstrap = ELO * log_strengths(bots, games, resampled, estimate)
    lows, highs = np.quantile(bootstrap, (0.025, 0.975), axis=0).tolist()
    return [
        Rating(elo, (min(low, elo), max(high, elo)))
        for elo, low, high in zip((ELO * estimate[0]).tolist(), lows, highs, strict=True)
    ]


def _resample(scores: Sequence[float], generator: np.random.Generator, samples: int) -> Floats:
    """Return the first bot's points in each bootstrap sample of the scores."""
    import numpy as np

    if not scores:
        return np.zeros(samples)
    if min(scores) < max(scores):
        values, counts = np.unique(np.array(scores), return_counts=True)
        points: Floats = generator.multinomial(len(scores), counts / len(scores), size=samples) @ values
        return points
    won = math.fsum(scores)
    return len(scores) * generator.beta(won + 0.5, len(scores) - won + 0.5, size=samples)


def log_strengths(
    bots: int, games: Mapping[Pairing, float], won: Mapping[Pairing, Floats], start: Floats | None = None
) -> Floats:
    """Return the log strengths with maximum likelihood, mean 0, for each sample of the first bots' points."""
    import numpy as np

    samples = len(next(iter(won.values())))
    first, second = np.array(list(games)).T
    counts = np.array(list(games.values()))
    points = np.stack(list(won.values()), axis=1)
    signs = np.zeros((len(games), bots))  # +1 for the first bot of a pairing, -1 for the second
    signs[range(len(games)), first], signs[range(len(games)), second] = 1.0, -1.0
    strengths = np.zeros((samples, bots)) if start is None else np.repeat(start, samples, axis=0)
    for _iteration in range(MAX_ITERATIONS):
        rates = 1 / (1 + np.exp(strengths[:, second] - strengths[:, first]))
        gradient = (points - counts * rates) @ signs
        hessian = np.einsum("sp,pb,pc->sbc", counts * rates * (1 - rates), signs, signs, optimize=True)
        step = np.linalg.solve(hessian + 1 / bots, gradient[..., None])[..., 0]  # 1 / bots keeps the mean constant
        spread = step.max(axis=1, keepdims=True) - step.min(axis=1, keepdims=True)
        strengths += step * np.minimum(1, MAX_STEP / np.maximum(spread, TOLERANCE))
        if spread.max() <= TOLERANCE:
            break
    centred: Floats = strengths - strengths.mean(axis=1, keepdims=True)
    return centred
