"""The exceptions of the rules.

A call that raises one of these changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from doghouse.rules.reasons import Reason


class DogError(Exception):
    """The base class."""


class InvalidRules(DogError, ValueError):
    """Contradicting rules, or an unknown edition."""


class InvalidPlay(DogError, ValueError):
    """Text that is not a play, a card or a field."""


class InvalidPosition(DogError, ValueError):
    """An invalid position; ``faults`` lists every error."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__(faults)
        self.faults = tuple(faults)

    def __str__(self) -> str:
        return f"invalid position: {'; '.join(self.faults)}"


class InvalidRecord(DogError, ValueError):
    """A record that does not parse or replay; ``line`` and ``problem`` say where and why."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(line, problem)
        self.line = line
        self.problem = problem

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


class IllegalPlay(DogError, ValueError):
    """A play that the rules forbid; ``rule`` and ``reason`` say why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason

    @property
    def rule(self) -> str:
        return self.reason.rule


class IllegalGive(IllegalPlay):
    """A card that the rules forbid to give."""
