"""Base class of the bots that evaluate with nets."""

from __future__ import annotations

from doghouse.bots.modes import mode_of
from doghouse.bots.nets.inference import Nets, net_folder, nets_for
from doghouse.rules.rules import Rules


class NetBot:
    """Loads its nets; ``nets`` is a folder to use instead of the shipped ones."""

    def __init__(self, nets: str) -> None:
        self._home = net_folder(nets)

    def prepare(self, rules: Rules) -> None:
        """Load the nets, or raise InvalidNet."""
        self._nets(mode_of(rules).name)

    def _nets(self, mode: str) -> Nets:
        return nets_for(mode, self._home)
