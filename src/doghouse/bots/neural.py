"""``neural``: the play after which a trained net sees the best chance of winning."""

from __future__ import annotations

from collections.abc import Iterable

from doghouse.bots.bot import View
from doghouse.bots.judging import Decision, Judged
from doghouse.bots.modes import mode_of
from doghouse.bots.nets import net_folder, nets_for
from doghouse.rules.notation import Play
from doghouse.rules.rules import Rules


class NeuralBot:
    """Looks at every play once, with the net of the mode; ``nets`` is a folder with others than the shipped ones."""

    def __init__(self, seed: int = 0, nets: str = "") -> None:  # noqa: ARG002
        self._home = net_folder(nets)

    def prepare(self, rules: Rules) -> None:
        """Load the nets, or say what is wrong with them."""
        nets_for(mode_of(rules).name, self._home)

    def give(self, view: View) -> str:
        return self._choose(Decision(view)).card

    def play(self, view: View, plays: Iterable[Play]) -> Play:  # noqa: ARG002
        decision = Decision(view)
        return self._choose(decision).play(decision.core)

    def _choose(self, decision: Decision) -> Judged:
        return decision.judge(nets_for(decision.mode.name, self._home).net)[0]
