"""The weights of the evaluation for each kind of game, found by letting them play against each other."""

from __future__ import annotations

from collections.abc import Sequence

from doghouse.bots.core.weights import WEIGHTS
from doghouse.rules.rules import Rules

Weights = Sequence[float]

_FOUR = (107.2, 1, 64.4, 33.9, 0.232, 10.6, 6.4, 51.1, 45.6, 15.1, 3.8, 0.83, 0.159, 1000, 0, 1)
_ALONE = _FOUR
_SIX = _FOUR

assert len(_FOUR) == WEIGHTS


def weights_for(rules: Rules) -> Weights:
    """The weights for these rules."""
    if rules.alone:
        return _ALONE
    return _FOUR if rules.players == 4 else _SIX
