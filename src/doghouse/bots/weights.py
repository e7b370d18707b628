"""The weights of the evaluation for each kind of game, found by ``python -m doghouse.bots.tuning``."""

from __future__ import annotations

from collections.abc import Sequence

from doghouse.rules.rules import Rules

Weights = Sequence[float]

# In the order of doghouse.bots.core.weights.
_PAIRS_OF_FOUR = (107.2, 1, 64.4, 33.9, 0.232, 10.6, 6.4, 51.1, 45.6, 15.1, 3.8, 0.83, 0.159, 1_000_000, 0, 1)
_PAIRS_OF_SIX = (79.2, 1, 64.4, 33.9, 0.232, 10.6, 14.1, 51.1, 45.6, 32.1, 3.8, 0.83, 0.159, 1_000_000, 0, 1)
_TRIOS = (107.2, 1, 72.9, 33.9, 0.232, 10.6, 6.4, 82.1, 45.6, 15.1, 5.5, 0.83, 0.323, 1_000_000, 0, 1)
_ALONE = {
    2: (55.1, 1, 64.4, 33.9, 0.241, 6.4, 7.5, 37.1, 41.0, 25.3, 3.8, 0.603, 0.609, 1_000_000, 0, 49.6),
    3: (49.8, 1, 67.7, 47.8, 0.258, 10.6, 10.3, 17.7, 49.5, 15.1, 2.1, 0.411, 0.390, 1_000_000, 0, 12.7),
    5: (57.5, 1, 86.0, 33.9, 0.232, 10.6, 17.0, 51.1, 45.6, 15.1, 2.1, 0.310, 0.159, 1_000_000, 0, 2.0),
}


def weights_for(rules: Rules) -> Weights:
    """The weights for these rules."""
    if rules.alone:
        return _ALONE[rules.players]
    if rules.players == 4:
        return _PAIRS_OF_FOUR
    return _PAIRS_OF_SIX if rules.teams == "pairs" else _TRIOS
