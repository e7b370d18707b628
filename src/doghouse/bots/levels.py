"""Levels for people: ``puppy``, ``companion``, ``hunter``, ``wolf``.

Weaker levels play as people do who are new to the game: they overlook plays, the intricate ones more often than the
plain ones, and care less about danger and about what the others are up to. They never play nonsense on purpose.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from doghouse.bots.bot import View
from doghouse.bots.candidates import Candidate, ranked
from doghouse.bots.core.policy import best_gift
from doghouse.bots.core.weights import LEADER, LOCK, RISK, RIVAL
from doghouse.bots.imagine import Imagination
from doghouse.bots.search import SearchBot
from doghouse.bots.weights import Weights, weights_for
from doghouse.rules.notation import CARDS, Play


@dataclass(frozen=True)
class Level:
    """How strong a level is: how often it overlooks a play, how much it cares about others, how far it thinks."""

    overlooks: float
    care: float
    playouts: int
    width: int = 8


LEVELS = {
    "puppy": Level(overlooks=0.45, care=0.75, playouts=0),
    "companion": Level(overlooks=0.15, care=0.7, playouts=0),
    "hunter": Level(overlooks=0.08, care=1.0, playouts=40, width=5),
    "wolf": Level(overlooks=0.0, care=1.0, playouts=1200),
}


class LevelBot:
    """A player of some level."""

    def __init__(self, level: Level, seed: int = 0) -> None:
        self._level = level
        self._chooser = random.Random(f"level {seed}")
        self._search = SearchBot(seed, playouts=level.playouts, width=level.width) if level.playouts else None

    def give(self, view: View) -> str:
        if self._search is not None:
            return self._search.give(view)
        if self._chooser.random() < self._level.overlooks / 2:
            plain = [card for card in view["hand"] if card != "X"]  # nobody overlooks a joker
            card: str = self._chooser.choice(plain or view["hand"])
            return card
        return CARDS[best_gift(Imagination(view).core)]

    def play(self, view: View, plays: Iterable[Play]) -> Play:  # noqa: ARG002
        imagined = Imagination(view)
        seen = self._noticed(ranked(imagined.core, self._weights(imagined)))
        return (seen[0] if self._search is None else self._search.choose(imagined, seen)).play

    def _weights(self, imagined: Imagination) -> Weights:
        weights = list(weights_for(imagined.rules))
        for part in (RISK, LOCK, RIVAL, LEADER):
            weights[part] *= self._level.care
        return weights

    def _noticed(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates without those overlooked; one is always noticed."""
        seen = [candidate for candidate in candidates if not self._overlooks(candidate.play)]
        return seen or [self._chooser.choice(candidates)]

    def _overlooks(self, play: Play) -> bool:
        return self._chooser.random() < min(0.9, self._level.overlooks * intricacy(play))


puppy, companion, hunter, wolf = (partial(LevelBot, level) for level in LEVELS.values())


def intricacy(play: Play) -> float:
    """How easily a play is overlooked, next to a plain one."""
    if len(play.moves) > 1:
        return 1.6
    if play.card == "X" or play.acts_as == "J" or play.takes_from is not None:
        return 1.2
    if play.acts_as == "4":
        return 1.0
    return 0.5
