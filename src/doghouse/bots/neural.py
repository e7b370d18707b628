"""``neural``: the play after which a trained net sees the best chance of winning."""

from __future__ import annotations

from collections.abc import Iterable

from doghouse.bots.bot import View
from doghouse.bots.judging import Decision
from doghouse.bots.nets import nets_for
from doghouse.rules.notation import Play


class NeuralBot:
    """Looks at every play once, with the net of the mode."""

    def __init__(self, seed: int = 0) -> None:
        pass

    def give(self, view: View) -> str:
        decision = Decision(view)
        return decision.judge(nets_for(decision.mode.name).net)[0].card

    def play(self, view: View, plays: Iterable[Play]) -> Play:  # noqa: ARG002
        decision = Decision(view)
        return decision.judge(nets_for(decision.mode.name).net)[0].play(decision.core)
