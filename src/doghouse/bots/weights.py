"""Evaluation weights for each mode, tuned by ``python -m tools.tune_weights``."""

from __future__ import annotations

from collections.abc import Sequence

from doghouse.rules.rules import Rules

Weights = Sequence[float]

# In the order of doghouse.bots.core.weights.
_PAIRS_OF_FOUR = (134.7, 1, 90.7, 33.9, 0.301, 3.1, 3.0, 59.0, 33.9, 12.6, 18.0, 0.83, 0.076, 1_000_000, -0.213, 1)
_PAIRS_OF_SIX = (70.5, 1, 95.6, 73.1, 0.232, 10.6, 27.0, 51.1, 67.2, 22.0, 3.8, 0.83, 0.159, 1_000_000, 0, 1)
_TRIOS = (158.6, 1, 72.9, 33.9, 0.232, 10.6, 6.4, 62.2, 70.6, 24.9, 5.5, 0.595, 0.232, 1_000_000, -0.042, 1)
_ALONE = {
    2: (55.1, 1, 64.4, 20.2, 0.241, 2.0, 8.5, 24.7, 41.0, 25.3, 3.8, 0.603, 0.609, 1_000_000, 0, 42.2),
    3: (49.8, 1, 123.3, 38.0, 0.451, 6.5, 25.5, 37.6, 49.5, 36.5, 6.2, 0.712, 0.568, 1_000_000, 0, 39.5),
    5: (57.5, 1, 86.0, 33.9, 0.232, 6.5, 23.8, 51.1, 45.6, 15.1, 2.1, 0.31, 0.231, 1_000_000, 0, 3.8),
}


def weights_for(rules: Rules) -> Weights:
    """Return the weights for these rules."""
    if rules.alone:
        return _ALONE[rules.players]
    if rules.players == 4:
        return _PAIRS_OF_FOUR
    return _PAIRS_OF_SIX if rules.teams == "pairs" else _TRIOS
