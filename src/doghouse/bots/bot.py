"""The Bot protocol: a bot sees the view of its seat, never a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from doghouse.rules.notation import Play

View = Mapping[str, Any]


class InvalidOption(ValueError):
    """A bot option with an invalid value."""


class Bot(Protocol):
    """A player for one seat of one game.

    Each game creates a new one with a random seed: the same seed and the same views lead to the same decisions, unless
    the bot has a time limit.
    """

    def give(self, view: View) -> str:
        """Return the card to give in the exchange, one of ``view["hand"]``."""
        ...

    def play(self, view: View) -> Play:
        """Return a legal play; ``doghouse.bots.determinize.legal_plays(view)`` lists them."""
        ...
