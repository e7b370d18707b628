"""The ``neural`` bot: the play after which a trained net sees the best chance of winning."""

from __future__ import annotations

from doghouse.bots.bot import View
from doghouse.bots.modes import mode_of
from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.nets.inference import Nets, net_folder, nets_for
from doghouse.rules.notation import Play
from doghouse.rules.rules import Rules


class NeuralBot:
    """Evaluates every play with the net of the mode; ``nets`` is a folder to use instead of the shipped ones."""

    def __init__(self, seed: int = 0, nets: str = "") -> None:  # noqa: ARG002
        self._home = net_folder(nets)

    def prepare(self, rules: Rules) -> None:
        """Load the nets, or raise InvalidNet."""
        nets_for(mode_of(rules).name, self._home)

    def give(self, view: View) -> str:
        return self._choose(Decision(view)).card

    def play(self, view: View) -> Play:
        decision = Decision(view)
        chosen = self._choose(decision)
        return chosen.play(decision.determinized.deal(None))  # a search has dealt other cards

    def _choose(self, decision: Decision) -> EvaluatedPlay:
        return decision.evaluate(self._nets(decision).net)[0]

    def _nets(self, decision: Decision) -> Nets:
        return nets_for(decision.mode.name, self._home)
