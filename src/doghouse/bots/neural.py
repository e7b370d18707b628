"""The ``neural`` bot: the play after which a trained net sees the best chance of winning."""

from __future__ import annotations

from doghouse.bots.bot import View
from doghouse.bots.net_bot import NetBot
from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.rules.notation import Play


class NeuralBot(NetBot):
    """Evaluates every play with the net of the mode; ``nets`` is a folder to use instead of the shipped ones."""

    def __init__(self, seed: int = 0, nets: str = "") -> None:  # noqa: ARG002
        super().__init__(nets)

    def give(self, view: View) -> str:
        return self._choose(Decision(view)).card

    def play(self, view: View) -> Play:
        decision = Decision(view)
        return self._choose(decision).play(decision.core)

    def _choose(self, decision: Decision) -> EvaluatedPlay:
        return decision.evaluate(self._nets(decision.mode.name).net)[0]
