"""The result of a game, and the fault of a bot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

FaultKind = Literal["crashed", "illegal", "time"]
Reason = Literal["finished", "stopped", "fault"]

MAX_DETAIL_LENGTH = 160

FAULT_TEXTS: Mapping[FaultKind, str] = {
    "crashed": "crashed",
    "illegal": "made an illegal choice",
    "time": "ran out of time",
}


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong, and where; its team has lost the game."""

    seat: str
    bot: str
    kind: FaultKind
    ply: int
    detail: str = ""

    def __str__(self) -> str:
        detail = f": {_one_line(self.detail)}" if self.detail else ""
        return f"{self.bot} {FAULT_TEXTS[self.kind]} at ply {self.ply} on seat {self.seat}{detail}"


def _one_line(text: str) -> str:
    """Return a bot's text as a short line without control characters."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= MAX_DETAIL_LENGTH else line[: MAX_DETAIL_LENGTH - 1] + "…"


@dataclass(frozen=True)
class GameResult:
    """The result of a game: the seats that won, why it ended, and the decisions and their time by seat."""

    winners: str
    reason: Reason
    plies: int
    decisions: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    fault: Fault | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameResult:
        fault = data["fault"]
        return cls(**{**data, "fault": None if fault is None else Fault(**fault)})

    def without_clock(self) -> dict[str, Any]:
        """Return the part that is the same whenever and wherever the game is played."""
        return {name: value for name, value in asdict(self).items() if name != "seconds"}


Results = dict[int, list[GameResult]]  # the games of each finished task
