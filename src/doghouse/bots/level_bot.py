"""Bots for people to play with: all evaluate by the nets, and the weaker ones err as people do who are new to the game.

They overlook plays, the intricate ones more often than the plain ones, and misjudge those they see, a little or more.
They never play nonsense on purpose, and nobody overlooks a play that wins.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from doghouse import COMPILED
from doghouse.bots.bot import View
from doghouse.bots.core.choice import INTO
from doghouse.bots.levels import LEVELS, Level
from doghouse.bots.net_bot import NetBot
from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.neural_search import NeuralSearchBot, log_odds
from doghouse.rules.core.layout import BACK, RUN, SWAP, TAKE, WHAT_BITS
from doghouse.rules.notation import Play

MAX_SECONDS = 2.0  # seconds for a decision, on whatever machine; half a second is much on a laptop


class LevelBot(NetBot):
    """A player of some level; ``nets`` is a folder with other nets than the shipped ones."""

    def __init__(self, level: Level, seed: int = 0, nets: str = "") -> None:
        self._level = level
        super().__init__(nets)
        self._chooser = random.Random(f"level {seed}")
        self._ahead = None
        if level.deals and COMPILED:  # else a look ahead would take minutes
            self._ahead = NeuralSearchBot(seed, deals=level.deals, time=MAX_SECONDS, nets=nets)

    def give(self, view: View) -> str:
        return self._choose(Decision(view)).card if self._ahead is None else self._ahead.give(view)

    def play(self, view: View) -> Play:
        if self._ahead is not None:
            return self._ahead.play(view)
        decision = Decision(view)
        return self._choose(decision).play(decision.core)

    def _choose(self, decision: Decision) -> EvaluatedPlay:
        evaluated = decision.evaluate(self._nets(decision.mode.name).net)
        if evaluated[0].chance == 1.0:
            return evaluated[0]
        return max(self._noticed(evaluated), key=self._opinion)

    def _noticed(self, evaluated: Sequence[EvaluatedPlay]) -> list[EvaluatedPlay]:
        """The choices without those overlooked; one is always noticed."""
        seen = [choice for choice in evaluated if self._chooser.random() >= self._level.overlooks * intricacy(choice)]
        return seen or [self._chooser.choice(evaluated)]

    def _opinion(self, choice: EvaluatedPlay) -> float:
        return log_odds(choice) + self._chooser.gauss(0, self._level.misjudges)


def intricacy(choice: EvaluatedPlay) -> float:
    """How easily a choice is overlooked, next to a plain one."""
    what = choice.code & WHAT_BITS
    if what == RUN:
        return 1.6 if len({point & (INTO - 1) for point in choice.points}) > 1 else 1.0
    if choice.card == "X" or what in (SWAP, TAKE):
        return 1.2
    return 1.0 if what == BACK else 0.5


puppy, companion, hunter, wolf = (partial(LevelBot, level) for level in LEVELS.values())
