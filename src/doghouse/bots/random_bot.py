"""The ``random`` bot: any legal play, any card."""

from __future__ import annotations

import itertools
import random

from doghouse.bots.bot import View
from doghouse.bots.determinize import legal_plays
from doghouse.rules.notation import Play

MAX_PLAYS = 200  # without teams a 7 may have a million; the simplest come first


class RandomBot:
    """Chooses at random."""

    def __init__(self, seed: int = 0) -> None:
        self._chooser = random.Random(seed)

    def give(self, view: View) -> str:
        card: str = self._chooser.choice(view["hand"])
        return card

    def play(self, view: View) -> Play:
        return self._chooser.choice(list(itertools.islice(legal_plays(view), MAX_PLAYS)))
