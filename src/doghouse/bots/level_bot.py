"""Bots for playing with people: all use the nets, and the weaker ones make the errors of beginners.

They overlook plays, complicated ones more often, and misjudge those they see. None overlooks a winning play.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from doghouse import COMPILED
from doghouse.bots.core.choice import INTO
from doghouse.bots.levels import LEVELS, Level
from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.neural import NeuralBot
from doghouse.bots.neural_search import NeuralSearchBot, log_odds
from doghouse.rules.core.layout import BACK, RUN, STEP_KIND_BITS, SWAP, TAKE

MAX_SECONDS = 2.0  # per decision on any machine; a laptop needs less than half a second


class LevelBot(NeuralBot):
    """A player of a level; ``nets`` is a folder to use instead of the shipped nets."""

    def __init__(self, level: Level, seed: int = 0, nets: str = "") -> None:
        self._level = level
        super().__init__(nets=nets)
        self._chooser = random.Random(f"level {seed}")
        self._search = None
        if level.deals and COMPILED:  # uncompiled, search would take minutes
            self._search = NeuralSearchBot(seed, deals=level.deals, time=MAX_SECONDS, nets=nets)

    def _choose(self, decision: Decision) -> EvaluatedPlay:
        if self._search is not None:
            return self._search._choose(decision)
        evaluated = decision.evaluate(self._nets(decision).net)
        if evaluated[0].chance == 1.0:
            return evaluated[0]
        return max(self._noticed(evaluated), key=self._opinion)

    def _noticed(self, evaluated: Sequence[EvaluatedPlay]) -> list[EvaluatedPlay]:
        """Drop the overlooked choices, but keep at least one."""
        seen = [choice for choice in evaluated if self._chooser.random() >= self._level.overlooks * complexity(choice)]
        return seen or [self._chooser.choice(evaluated)]

    def _opinion(self, choice: EvaluatedPlay) -> float:
        return log_odds(choice) + self._chooser.gauss(0, self._level.misjudges)


def complexity(choice: EvaluatedPlay) -> float:
    """Return how easily a choice is overlooked; 1 is usual."""
    step_kind = choice.code & STEP_KIND_BITS
    if step_kind == RUN:
        return 1.6 if len({point & (INTO - 1) for point in choice.points}) > 1 else 1.0
    if choice.card == "X" or step_kind in (SWAP, TAKE):
        return 1.2
    return 1.0 if step_kind == BACK else 0.5


puppy, companion, hunter, wolf = (partial(LevelBot, level) for level in LEVELS.values())
