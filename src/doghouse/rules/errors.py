"""What can go wrong, as one tree.

::

    DogError
    ├── InvalidRules        rules that contradict themselves or no edition has
    ├── InvalidPlay         text that is not a play, a card or a field
    ├── InvalidPosition     a position that cannot be; ``faults`` lists everything wrong with it
    ├── InvalidRecord       a record that cannot be read; ``line`` and what was expected there
    └── IllegalPlay         a play that is notation but forbidden here; ``rule`` and ``reason`` say why
        └── IllegalGive     the same for a card to be given

A call that raises one of these has changed nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from doghouse.rules.reasons import Reason


class DogError(Exception):
    """Anything the rules of Dog refuse."""


class InvalidRules(DogError, ValueError):
    """Rules that contradict themselves."""


class InvalidPlay(DogError, ValueError):
    """Text that is not notation."""


class InvalidPosition(DogError, ValueError):
    """A position that cannot be."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(faults)
        self.faults = tuple(faults)

    def __str__(self) -> str:
        return "; ".join(self.faults)


class InvalidRecord(DogError, ValueError):
    """A record that cannot be read or does not replay."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(line, problem)
        self.line = line
        self.problem = problem

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


class IllegalPlay(DogError, ValueError):
    """A play that the rules forbid here."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    @property
    def rule(self) -> str:
        return self.reason.rule


class IllegalGive(IllegalPlay):
    """A card that cannot be given."""
