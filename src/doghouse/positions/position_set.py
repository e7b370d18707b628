"""The position set as a file of JSON lines: a header with the origin of each mode, then one line per position.

A position is complete (``Game.from_position`` loads it) and has the seat to decide and the values of its plays.
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
REBUILD = "to rebuild it, in a checkout: python -m tools.positions.make"


class InvalidPositionSet(ValueError):
    """A file that is not a position set, is damaged, or was built for other rules."""


@dataclass(frozen=True)
class ValuedPlay:
    """A play, its value (how often its team won) and its loss against the best play, with standard errors.

    The loss is counted deal by deal, over the deals that both plays were tried on.
    """

    play: str  # or "give K"
    value: float
    error: float
    loss: float
    loss_error: float
    deals: int
    by_chance: bool = False  # drawn to represent all plays beyond the best

    def to_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name != "by_chance" or value}

    @property
    def is_best(self) -> bool:
        """Whether no other play won more often."""
        return self.loss == 0

    @property
    def as_good(self) -> bool:
        """Whether the roll-outs cannot distinguish it from the best play (at two standard errors)."""
        return self.loss <= 2 * self.loss_error


@dataclass(frozen=True)
class Position:
    """A decision: the position, the seat to decide, and its plays with their values, the best first.

    The best of several uncertain values is too high; ``luck`` estimates by how much.
    """

    name: str
    seat: str
    position: dict[str, Any]
    plays: tuple[ValuedPlay, ...] = ()
    luck: float = 0.0

    @property
    def mode(self) -> str:
        return self.name.rpartition("/")[0]

    @property
    def best(self) -> ValuedPlay:
        return self.plays[0]

    def game(self) -> Game:
        return Game.from_position(self.position)

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "plays": [play.to_json() for play in self.plays]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Position:
        return cls(**{**data, "plays": tuple(ValuedPlay(**play) for play in data["plays"])})


@dataclass(frozen=True)
class Origin:
    """Origin of the positions of a mode: seed, deals per good play, and the nets that selected and valued them."""

    seed: str
    count: int  # positions
    deals: int
    rolled_by: str  # net or small
    nets: str  # checksum
    positions_of: str = ""  # checksum of the set whose positions were reused


Origins = dict[str, Origin]  # by mode


@dataclass(frozen=True)
class PositionSet:
    origins: Origins
    positions: tuple[Position, ...]
    sha256: str  # of the lines of the positions

    def only(self, modes: tuple[str, ...]) -> PositionSet:
        """Return the positions of these modes; without any, of all."""
        if not modes:
            return self
        origins = {mode: origin for mode, origin in self.origins.items() if mode in modes}
        return PositionSet(origins, tuple(one for one in self.positions if one.mode in modes), self.sha256)

    def modes_of_other_nets(self) -> tuple[str, ...]:
        """Return the modes whose values come from other nets than the installed ones."""
        return tuple(mode for mode, origin in self.origins.items() if origin.nets != _installed_nets(mode))


def _installed_nets(mode: str) -> str:
    """Return the checksum of the installed nets of a mode, or nothing without usable ones."""
    from doghouse.bots.nets.inference import InvalidNet, nets_for  # imports numpy, which is slow

    try:
        return str(nets_for(mode).card["sha256"])
    except InvalidNet:
        return ""


def line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def header(origins: Origins, **more: str) -> str:
    modes = {mode: asdict(origin) for mode, origin in origins.items()}
    return line({"positions": FORMAT, "rules_version": RULES_VERSION, "modes": modes, **more})


def save(path: Path, origins: Origins, positions: Iterable[Position]) -> None:
    lines = "".join(line(position.to_json()) for position in positions)
    write_atomic(path, header(origins, sha256=checksum(lines)) + lines)


def load(path: Path = SHIPPED) -> PositionSet:
    """Load a set; raise InvalidPositionSet if it is damaged or for other rules."""
    try:
        first, _newline, rest = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidPositionSet(f"{path}: {getattr(error, 'strerror', 'not a text file')}") from None
    origins, sha256 = read_header(path, first)
    if checksum(rest) != sha256:
        raise InvalidPositionSet(f"{path}: damaged or modified (checksum mismatch); {REBUILD}")
    try:
        positions = tuple(Position.from_json(json.loads(text)) for text in rest.splitlines())
        for position in positions:
            position.game()
    except (ValueError, TypeError, KeyError, DogError) as error:
        raise InvalidPositionSet(f"{path}: invalid position: {error}") from None
    return PositionSet(origins, positions, sha256)


def read_header(path: Path, text: str) -> tuple[Origins, str]:
    """Parse the first line: the origins, and the checksum of the lines (empty during a build)."""
    try:
        data = json.loads(text)
        if data["positions"] != FORMAT:
            raise ValueError
        origins = {mode: Origin(**origin) for mode, origin in data["modes"].items()}
        version, sha256 = data["rules_version"], data.get("sha256", "")
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InvalidPositionSet(f"{path}: not a position set of this version (invalid first line)") from None
    if version != RULES_VERSION:
        raise InvalidPositionSet(f"{path}: built for version {version} of the rules, not {RULES_VERSION}; {REBUILD}")
    return origins, sha256


def checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
