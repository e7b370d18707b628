"""The ``greedy`` bot: looks one play ahead with a hand-written evaluation."""

from __future__ import annotations

from doghouse.bots.bot import View
from doghouse.bots.candidates import ranked
from doghouse.bots.core.policy import best_gift
from doghouse.bots.determinize import Determinization
from doghouse.bots.weights import weights_for
from doghouse.rules.notation import CARDS, Play


class GreedyBot:
    """Plays what leads to the best position, and gives the card that the receiver needs more."""

    def __init__(self, seed: int = 0) -> None:
        pass

    def give(self, view: View) -> str:
        return CARDS[best_gift(Determinization(view).core)]

    def play(self, view: View) -> Play:
        determinized = Determinization(view)
        return ranked(determinized.core, weights_for(determinized.rules))[0].play
