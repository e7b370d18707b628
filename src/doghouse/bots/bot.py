"""What a bot is: it sees a view and the legal plays, never a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from doghouse.rules.notation import Play

View = Mapping[str, Any]


class BadOption(ValueError):
    """An option of a bot with a value it cannot have."""


class Bot(Protocol):
    """A player for one seat of one game.

    A new one is made for every game, with a seed for all that it leaves to chance: the same seed and the same views
    lead to the same decisions, unless a bot thinks against the clock.
    """

    def give(self, view: View) -> str:
        """The card to give in the exchange, one of ``view["hand"]``."""
        ...

    def play(self, view: View, plays: Iterable[Play]) -> Play:
        """One of the legal plays. They are found as they are asked for: with a 7 alone there may be a million."""
        ...
