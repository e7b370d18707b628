"""What came of a game, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

FaultKind = Literal["crashed", "illegal", "time"]
Reason = Literal["finished", "stopped", "fault"]

LONGEST = 160  # letters of what a bot said that are shown

FAULTS: Mapping[FaultKind, str] = {
    "crashed": "crashed",
    "illegal": "answered against the rules",
    "time": "ran over its time",
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
        detail = f": {told_in_a_line(self.detail)}" if self.detail else ""
        return f"{self.bot} {FAULTS[self.kind]} at ply {self.ply} on seat {self.seat}{detail}"


def told_in_a_line(text: str) -> str:
    """What a bot said, without what terminals obey, and not too long."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


@dataclass(frozen=True)
class GameResult:
    """A game that was played: the seats that won, why it ended, and how much was decided in what time."""

    winners: str
    reason: Reason
    plies: int
    decisions: dict[str, int] = field(default_factory=dict)  # for each seat
    seconds: dict[str, float] = field(default_factory=dict)  # for each seat, all its decisions together
    fault: Fault | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameResult:
        fault = data["fault"]
        return cls(**{**data, "fault": None if fault is None else Fault(**fault)})

    def without_clock(self) -> dict[str, Any]:
        """All of it that is the same whenever and wherever the game is played."""
        data = self.to_json()
        del data["seconds"]
        return data
