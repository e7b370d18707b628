"""Roll out the best choices on deals of the hidden cards to the end of the round, as ``neural-search`` does."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.nets.inference import Nets
from doghouse.bots.neural_search import NET_WEIGHT, WIDTH, rollout_values
from doghouse.bots.search import Budget

BATCH = 16  # deals rolled out together


@dataclass(frozen=True)
class RolloutResult:
    """The mean chance of winning at the end of the round, over all deals."""

    chance: float
    error: float | None  # standard error; None with a single deal

    def blend(self, at_once: float) -> float:
        """Blend with the net's chance before the roll-outs, as neural-search does."""
        return NET_WEIGHT * at_once + (1 - NET_WEIGHT) * self.chance


def look_ahead(
    decision: Decision, nets: Nets, evaluated: Sequence[EvaluatedPlay], deals: int, on_progress: Callable[[int], None]
) -> Mapping[EvaluatedPlay, RolloutResult]:
    """Roll out the best choices on the same deals. View and number of deals determine the result.

    ``on_progress`` is called with the number of deals done.
    """
    tried = evaluated[:WIDTH]
    rng = random.Random(deals)
    parts = []
    for done in range(0, deals, BATCH):
        worlds = [decision.deal(rng) for _deal in range(min(BATCH, deals - done))]
        parts.append(rollout_values(decision, nets, worlds, tried, Budget()))
        on_progress(done + len(worlds))
    chances = np.concatenate(parts)
    errors = chances.std(axis=0) / (deals - 1) ** 0.5 if deals > 1 else [None] * len(tried)
    return {
        choice: RolloutResult(float(mean), None if error is None else float(error))
        for choice, mean, error in zip(tried, chances.mean(axis=0), errors, strict=True)
    }
