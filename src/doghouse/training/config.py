"""Config of a training run, from one file per mode (``modes/4-pairs.toml``) and ``modes/cpu.toml``."""

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
FORK_FIELDS = ("forks", "until", "sparring")  # without effect on a run that has no fork phase
Schedule = tuple[tuple[float, float], ...]  # (fraction of the run, value), with straight lines in between


class InvalidConfig(ValueError):
    """A config that no run can use."""


@dataclass(frozen=True)
class Shape:
    """Layer sizes of a net: a wide layer, residual blocks of the same width, and a narrower head."""

    width: int
    blocks: int
    head: int


TYPE_NAMES: dict[type, str] = {
    str: "a string",
    int: "an integer",
    float: "a number",
    tuple: "a schedule such as [[0.0, 0.05], [1.0, 0.001]]",
    Shape: "a shape of integers such as { width = 64, blocks = 0, head = 32 }",
}


@dataclass(frozen=True)
class PlayStyle:
    """How self-play explores and how its decisions are valued."""

    epsilon: float = 0.0
    decay: float = 1.0


@dataclass(frozen=True)
class Config:
    """All parameters of a run. Field names are part of checkpoints and fingerprints."""

    mode: str
    seed: int = 1
    steps: int = 20_000  # of the optimizer
    games: int = 16_384  # concurrent games in each of three groups
    most_steps: int = 600  # maximum length of a game; then R2.5 decides
    net: Shape = Shape(512, 1, 256)
    small: Shape = Shape(128, 0, 64)  # trained on the same rows, for search and forks
    batch: int = 16_384
    window: int = 40_000_000  # rows in the replay buffer; batches are drawn from the newer half
    least: int = 500_000  # rows before learning begins
    reuse: Schedule = ((0.0, 1.0), (0.15, 1.0), (0.2, 2.5), (1.0, 2.5))  # how often a row is used, on average
    rate: Schedule = ((0.0, 1e-3), (1.0, 2e-5))  # learning rate, with cosines in between
    warm_up: int = 200  # steps
    weight_decay: float = 1e-4
    average: float = 0.999  # decay of the moving average of the weights, which self-play uses
    epsilon: Schedule = ((0.0, 0.05), (0.15, 0.02), (0.5, 0.004), (1.0, 0.001))  # chance of a random play
    decay: Schedule = ((0.0, 1.0), (0.1, 1.0), (0.15, 0.95), (1.0, 0.9))  # lambda
    ahead: float = 1.0  # the fraction of the run at which the fork phase begins
    forks: int = 4_096  # concurrent games of the fork phase
    until: str = "round"  # where branches stop: at the end of the "round" or at the mover's next "turn"
    sparring: float = 0.0  # fraction of the fork phase's games in which ``greedy`` plays for all teams but one
    margin: float = 0.25  # weight of the margin's loss
    chapter: int = 1_000_000  # steps after which all games restart, from a checkpoint that is complete
    evaluate: int = 1_000  # steps between evaluations
    deals: int = 256  # of an evaluation

    def changed(self, **changes: Any) -> Config:
        return replace(self, **changes)

    def play_style(self, fraction: float) -> PlayStyle:
        """Return the style of play at a fraction of the run."""
        return PlayStyle(value_at(self.epsilon, fraction), value_at(self.decay, fraction))

    @property
    def first_fork_step(self) -> int:
        return math.ceil(self.ahead * self.steps)

    def fingerprint(self) -> str:
        """Return a hash of the config; a run resumes only with its own. Options added later do not change it."""
        data = asdict(self)
        if self.ahead == 1.0:
            for name in ("ahead", *FORK_FIELDS):
                del data[name]
        else:
            for name in ("until", "sparring"):
                if data[name] == getattr(Config, name):
                    del data[name]
        return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def load(name: str, *, small: bool = False, home: Path = HOME) -> Config:
    """Load the config of a mode; ``small``: with the changes for a machine without a GPU."""
    if name not in NAMES:
        raise InvalidConfig(f"unknown mode {name!r}; choose one of {', '.join(NAMES)}")
    data: dict[str, Any] = {"mode": name}
    for file in [f"{name}.toml", "cpu.toml"] if small else [f"{name}.toml"]:
        try:
            data |= tomllib.loads((home / file).read_text(encoding="utf-8"))
            config = parse(data)
        except (OSError, ValueError) as error:
            raise InvalidConfig(f"{home / file}: {error}") from None
    return config


def parse(data: dict[str, Any]) -> Config:
    """Validate plain data and return it as a config, with defaults for missing fields."""
    known = {field.name for field in fields(Config)}
    if unknown := sorted(set(data) - known):
        raise InvalidConfig(f"unknown config field {', '.join(unknown)}; the fields are {', '.join(sorted(known))}")
    defaults = Config(data["mode"])
    return Config(**{name: _convert(type(getattr(defaults, name)), name, value) for name, value in data.items()})


def _convert(kind: type, name: str, value: Any) -> Any:
    """Return the value as the type of its field."""
    try:
        if kind is Shape:
            return Shape(**{part: _convert(int, part, size) for part, size in value.items()})
        if kind is tuple:
            return tuple((float(fraction), float(number)) for fraction, number in value)
        if kind is float and type(value) is int:
            return float(value)
        if type(value) is kind:
            return value
    except (TypeError, ValueError, AttributeError):
        pass
    raise InvalidConfig(f"{name} must be {TYPE_NAMES[kind]}, not {value!r}")


def value_at(schedule: Schedule, fraction: float, *, smooth: bool = False) -> float:
    """Interpolate a schedule at a fraction of the run; ``smooth``: with cosines instead of straight lines."""
    before = schedule[0]
    for after in schedule:
        if fraction <= after[0]:
            if after[0] == before[0]:
                return after[1]
            weight = (fraction - before[0]) / (after[0] - before[0])
            if smooth:
                weight = 0.5 * (1 - math.cos(math.pi * weight))
            return before[1] + (after[1] - before[1]) * weight
        before = after
    return before[1]
