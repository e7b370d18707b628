"""The best choices tried on deals of the hidden cards, to the end of the round: what ``neural-search`` does, shown."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.nets.inference import Nets
from doghouse.bots.neural_search import NET_WEIGHT, WIDTH, EvaluationBudget, rollout_values

BATCH = 16  # deals


@dataclass(frozen=True)
class Ahead:
    """The chance of winning at the end of the round, on average over the deals, and how far that may be off."""

    chance: float
    error: float | None  # one standard error; nothing can be said from a single deal

    def together(self, at_once: float) -> float:
        """With what the net saw at once, weighed as neural-search does."""
        return NET_WEIGHT * at_once + (1 - NET_WEIGHT) * self.chance


def look_ahead(
    decision: Decision, nets: Nets, judged: Sequence[EvaluatedPlay], deals: int, report: Callable[[int], None]
) -> Mapping[EvaluatedPlay, Ahead]:
    """The best of the choices, on common deals; the same view and number of deals give the same result.

    ``report`` is told how many deals are done.
    """
    tried = judged[:WIDTH]
    chooser = random.Random(deals)
    parts = []
    for done in range(0, deals, BATCH):
        worlds = [decision.deal(chooser) for _deal in range(min(BATCH, deals - done))]
        parts.append(rollout_values(decision, nets, worlds, tried, EvaluationBudget()))
        report(done + len(worlds))
    found = np.concatenate(parts)
    errors = found.std(axis=0) / (len(found) - 1) ** 0.5 if len(found) > 1 else [None] * len(tried)
    return {
        choice: Ahead(float(mean), None if error is None else float(error))
        for choice, mean, error in zip(tried, found.mean(axis=0), errors, strict=True)
    }
