"""The set as a file: a header that says what it follows from, then a line for each position.

The positions are whole (``Game.from_position`` replays them), each with the seat that decides and the value of its
plays. Every line is JSON that a person can read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from doghouse.rules.errors import DogError
from doghouse.rules.game import Game
from doghouse.rules.rules import RULES_VERSION
from doghouse.util.files import write_atomic

FORMAT = 2
SHIPPED = Path(__file__).parent / "positions.jsonl"
ANEW = "make it anew with: python -m tools.positions.make"


class BadSet(ValueError):
    """A file that is no set of positions, is damaged, or was made for other rules."""


@dataclass(frozen=True)
class Valued:
    """A play and how often its team won after it; both numbers with their standard error.

    What is lost against the best play is counted deal by deal, over the deals that both have met.
    """

    play: str  # or "give K"
    value: float
    error: float
    loss: float
    loss_error: float
    deals: int
    by_chance: bool = False  # one of those that stand for all plays beyond the best

    def to_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name != "by_chance" or value}

    @property
    def is_best(self) -> bool:
        """Whether no play won more often."""
        return self.loss == 0

    @property
    def as_good(self) -> bool:
        """Whether the roll-outs cannot tell it from the best play (at two standard errors)."""
        return self.loss <= 2 * self.loss_error


@dataclass(frozen=True)
class Position:
    """A decision: the position, the seat that decides, and what its plays are worth, the best first.

    The best of several uncertain values is too high by luck; ``luck`` is how much.
    """

    name: str
    seat: str
    position: dict[str, Any]
    plays: tuple[Valued, ...] = ()
    luck: float = 0.0

    @property
    def mode(self) -> str:
        return self.name.rpartition("/")[0]

    @property
    def best(self) -> Valued:
        return self.plays[0]

    def game(self) -> Game:
        return Game.from_position(self.position)

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "plays": [play.to_json() for play in self.plays]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Position:
        return cls(**{**data, "plays": tuple(Valued(**play) for play in data["plays"])})


@dataclass(frozen=True)
class Origin:
    """What the positions of a mode follow from: seed, deals for a good play, the nets that chose and judged them."""

    seed: str
    count: int  # positions
    deals: int
    rolled_by: str  # net, or the small one
    nets: str  # their checksum
    positions_of: str = ""  # the checksum of the set whose positions were kept


Origins = dict[str, Origin]  # by mode


@dataclass(frozen=True)
class PositionSet:
    """All positions, and where those of each mode come from."""

    origins: Origins
    positions: tuple[Position, ...]
    sha256: str  # of the lines of the positions

    def only(self, modes: tuple[str, ...]) -> PositionSet:
        """The positions of these modes; of all if none is named."""
        wanted = modes or tuple(self.origins)
        origins = {mode: origin for mode, origin in self.origins.items() if mode in wanted}
        kept = tuple(position for position in self.positions if position.mode in wanted)
        return PositionSet(origins, kept, self.sha256)


def line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def header(origins: Origins, **more: str) -> str:
    """The first line of a set."""
    modes = {mode: asdict(origin) for mode, origin in origins.items()}
    return line({"positions": FORMAT, "rules_version": RULES_VERSION, "modes": modes, **more})


def save(path: Path, origins: Origins, positions: Iterable[Position]) -> None:
    """Write a set; a file that is there stays whole until the new one is."""
    lines = "".join(line(position.to_json()) for position in positions)
    write_atomic(path, header(origins, sha256=checksum(lines)) + lines)


def load(path: Path = SHIPPED) -> PositionSet:
    """Read a set and check that it is whole and of these rules."""
    try:
        first, _newline, rest = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSet(f"{path}: {getattr(error, 'strerror', 'this is not text')}") from None
    origins, sha256 = read_header(path, first)
    if checksum(rest) != sha256:
        raise BadSet(f"{path} is damaged or was changed: its checksum is not that of its header; {ANEW}")
    try:
        positions = tuple(Position.from_json(json.loads(text)) for text in rest.splitlines())
        for position in positions:
            position.game()
    except (ValueError, TypeError, KeyError, DogError) as error:
        raise BadSet(f"{path}: a line is no position with its plays ({error})") from None
    return PositionSet(origins, positions, sha256)


def read_header(path: Path, text: str) -> tuple[Origins, str]:
    """What a set follows from, and the checksum of its lines (none while it is being made)."""
    try:
        data = json.loads(text)
        if data["positions"] != FORMAT:
            raise ValueError
        origins = {mode: Origin(**origin) for mode, origin in data["modes"].items()}
        version, sha256 = data["rules_version"], data.get("sha256", "")
    except (ValueError, TypeError, KeyError, AttributeError):
        raise BadSet(f"{path} is no set of positions of this version: its first line is not such a header") from None
    if version != RULES_VERSION:
        raise BadSet(
            f"{path} was made for version {version} of the rules, and this is {RULES_VERSION}: "
            f"its plays may lead elsewhere now; {ANEW}"
        )
    return origins, sha256


def checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
