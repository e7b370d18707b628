"""What a training run is made of: one file for each mode, ``modes/4-pairs.toml`` and so on."""

from __future__ import annotations

import hashlib
import json
import math
import tomllib
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from doghouse.bots.modes import NAMES

HOME = Path(__file__).parent / "modes"
FORK_FIELDS = ("forks", "until", "sparring")  # what makes no difference to a run that never looks ahead
Schedule = tuple[tuple[float, float], ...]  # (part of the run, value): straight lines in between


class InvalidConfig(ValueError):
    """A configuration that cannot be trained with."""


@dataclass(frozen=True)
class Shape:
    """A net: a wide layer, residual layers of the same width, a narrower one before the outputs."""

    width: int
    blocks: int
    head: int


KINDS: dict[type, str] = {  # what is said of them
    str: "a text",
    int: "a whole number",
    float: "a number",
    tuple: "a schedule such as [[0.0, 0.05], [1.0, 0.001]]",
    Shape: "a shape such as { width = 64, blocks = 0, head = 32 }, in whole numbers",
}


@dataclass(frozen=True)
class PlayStyle:
    """How games are played and judged at some part of a run."""

    epsilon: float = 0.0
    decay: float = 1.0


@dataclass(frozen=True)
class Config:
    """All that decides how a run goes, but for the machine's speed."""

    mode: str
    seed: int = 1
    steps: int = 20_000  # of the learner
    games: int = 16_384  # played at the same time, in each of three groups
    most_steps: int = 600  # of one game; then R2.5 decides
    net: Shape = Shape(512, 1, 256)
    small: Shape = Shape(128, 0, 64)  # trained on the same rows, for looking ahead
    batch: int = 16_384
    window: int = 40_000_000  # rows kept; it is drawn from the half that was settled last
    least: int = 500_000  # rows before learning begins
    reuse: Schedule = ((0.0, 1.0), (0.15, 1.0), (0.2, 2.5), (1.0, 2.5))  # how often a row is used, on average
    rate: Schedule = ((0.0, 1e-3), (1.0, 2e-5))  # of learning; cosines in between
    warm_up: int = 200  # steps
    weight_decay: float = 1e-4
    average: float = 0.999  # of the weights that play
    epsilon: Schedule = ((0.0, 0.05), (0.15, 0.02), (0.5, 0.004), (1.0, 0.001))
    decay: Schedule = ((0.0, 1.0), (0.1, 1.0), (0.15, 0.95), (1.0, 0.9))  # lambda
    ahead: float = 1.0  # the part of the run after which it learns by looking ahead
    forks: int = 4_096  # games in which that is done at the same time
    until: str = "round"  # branches go on to the end of the "round", or to the "turn" at which the mover decides again
    sparring: float = 0.0  # the part of games, while looking ahead, in which ``greedy`` plays for all teams but one
    margin: float = 0.25  # weight of the second output's loss
    chapter: int = 1_000_000  # steps after which all games begin anew, from a checkpoint that is all there is to know
    evaluate: int = 1_000  # steps between evaluations
    deals: int = 256  # of an evaluation

    def changed(self, **changes: Any) -> Config:
        return replace(self, **changes)

    def play_style(self, part: float) -> PlayStyle:
        """How to play at a part of the run."""
        return PlayStyle(at(self.epsilon, part), at(self.decay, part))

    @property
    def first_fork_step(self) -> int:
        """The step with which looking ahead begins."""
        return math.ceil(self.ahead * self.steps)

    def fingerprint(self) -> str:
        """Tells configurations apart; a run is resumed only with its own."""
        told = asdict(self)
        if self.ahead == 1.0:  # as in all runs before there was looking ahead
            for name in ("ahead", *FORK_FIELDS):
                del told[name]
        else:
            for name in ("until", "sparring"):  # as in all runs before there was a choice
                if told[name] == getattr(Config, name):
                    del told[name]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def load(name: str, *, small: bool = False, home: Path = HOME) -> Config:
    """The configuration of a mode; ``small``: with the changes for a machine without a GPU."""
    if name not in NAMES:
        raise InvalidConfig(f"there is no mode {name!r}; the modes are {', '.join(NAMES)}")
    file = home / f"{name}.toml"
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        changes = data.pop("cpu", {})
        return read({"mode": name, **data, **(changes if small else {})})
    except (OSError, ValueError) as error:
        raise InvalidConfig(f"{file}: {error}") from None


def read(data: dict[str, Any]) -> Config:
    """A configuration from plain data; what it does not say takes its default."""
    known = {field.name for field in fields(Config)}
    unknown = sorted(set(data) - known)
    if unknown:
        raise InvalidConfig(f"a configuration has no {', '.join(unknown)}; it has {', '.join(sorted(known))}")
    usual = Config(data["mode"])
    return Config(**{name: _as(type(getattr(usual, name)), name, value) for name, value in data.items()})


def _as(kind: type, name: str, value: Any) -> Any:
    """A value of the kind that belongs there."""
    try:
        if kind is Shape:
            return Shape(**{part: _as(int, part, size) for part, size in value.items()})
        if kind is tuple:
            return tuple((float(part), float(number)) for part, number in value)
        if kind is float and type(value) is int:
            return float(value)
        if type(value) is kind:
            return value
    except (TypeError, ValueError, AttributeError):
        pass
    raise InvalidConfig(f"{name} is {KINDS[kind]}, not {value!r}")


def at(schedule: Schedule, part: float, *, smooth: bool = False) -> float:
    """The value of a schedule at a part of the run; ``smooth``: with cosines instead of straight lines."""
    before = schedule[0]
    for after in schedule:
        if part <= after[0]:
            if after[0] == before[0]:
                return after[1]
            way = (part - before[0]) / (after[0] - before[0])
            if smooth:
                way = 0.5 * (1 - math.cos(math.pi * way))
            return before[1] + (after[1] - before[1]) * way
        before = after
    return before[1]
