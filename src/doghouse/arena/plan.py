"""The definition of a match, and its tasks."""

from __future__ import annotations

import hashlib
import itertools
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from doghouse.arena.errors import ArenaError
from doghouse.arena.seating import seatings
from doghouse.bots.registry import UnknownBot, check_spec
from doghouse.rules.rules import RULES_VERSION, Rules
from doghouse.version import __version__

FORMAT = 1  # of results files
VERSIONS = {"doghouse": __version__, "rules_version": RULES_VERSION}  # another version may give other results
MAX_PAIRS = 10_000_000
MAX_PLIES = 2000
MAX_TIME_LIMIT = 100_000  # seconds per decision
MAX_ELO = 1000  # of the hypotheses of a sequential test


@dataclass(frozen=True)
class Limits:
    """After how many plies a game is stopped and scored by R2.5, and how many seconds a decision may take."""

    most_plies: int = MAX_PLIES
    time_limit: float | None = None


@dataclass(frozen=True)
class GameJob:
    """A game to play: the seed of its deals, and the bot and the bot's seed for each seat."""

    rules: Rules
    seed: str
    bots: dict[str, str]
    bot_seeds: dict[str, int]
    limits: Limits

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "rules": self.rules.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> GameJob:
        return cls(**{**data, "rules": Rules.from_json(data["rules"]), "limits": Limits(**data["limits"])})


@dataclass(frozen=True)
class Task:
    """The games on the same deals: a pair, or a set of rotations. Tasks are played, stored and scored as a whole."""

    number: int
    pairing: int
    seed: str
    games: tuple[GameJob, ...]


@dataclass(frozen=True)
class Plan:
    """A match. Its results depend on nothing else."""

    rules: Rules
    bots: tuple[str, ...]
    seed: str
    pairs: int
    stranger: str | None = None
    round_robin: bool = False
    limits: Limits = Limits()
    sprt: tuple[float, float] | None = None

    def check(self) -> None:
        """Raise ArenaError if the match cannot be played."""
        if len(self.bots) < 2:
            raise ArenaError("a match needs at least two bots, such as: doghouse arena greedy random")
        if self.stranger is not None and self.rules.alone:
            raise ArenaError(f"no team mates for {self.stranger}: {self.rules.players} players play alone (R2.3)")
        time_limit = self.limits.time_limit
        if time_limit is not None and not 0 < time_limit <= MAX_TIME_LIMIT:
            raise ArenaError(f"invalid time limit {time_limit:g}: expected more than 0 and up to {MAX_TIME_LIMIT:,} s")
        if self.sprt is not None and len(self.bots) > 2:
            raise ArenaError(f"a sequential test is for two bots, not {len(self.bots)}")
        if self.sprt is not None and not -MAX_ELO <= self.sprt[0] < self.sprt[1] <= MAX_ELO:
            raise ArenaError(
                f"invalid ratings {self.sprt[0]:g},{self.sprt[1]:g} for a sequential test: expected two "
                f"up to {MAX_ELO}, the smaller first, such as 0,20"
            )
        for bot in {*self.bots, *([] if self.stranger is None else [self.stranger])}:
            try:
                check_spec(bot, self.rules)
            except UnknownBot as error:
                raise ArenaError(str(error)) from None

    @cached_property
    def pairings(self) -> list[tuple[int, int]]:
        """The bots that meet, as indices: all combinations, or the first bot with each of the others."""
        everyone = itertools.combinations(range(len(self.bots)), 2)
        return [pairing for pairing in everyone if self.round_robin or pairing[0] == 0]

    def names(self) -> list[str]:
        """Return a name for each bot; repeated bots are numbered."""
        repeats = [self.bots[:index].count(bot) for index, bot in enumerate(self.bots)]
        return [f"{bot} ({count + 1})" if count else bot for bot, count in zip(self.bots, repeats, strict=True)]

    def __len__(self) -> int:
        return self.pairs * len(self.pairings)

    def task(self, number: int) -> Task:
        """Return a task; they alternate between the pairings."""
        pair, pairing = divmod(number, len(self.pairings))
        seed = f"{self.seed}-{pairing}-{pair}"
        first, second = self.pairings[pairing]
        players = (self.bots[first], self.bots[second], self.stranger or "")
        games = []
        for game, seating in enumerate(seatings(self.rules, pair, self.stranger is not None)):
            bots = {seat: players[role] for seat, role in seating.items()}
            seeds = {seat: derived_seed(seed, str(game), seat, bot) for seat, bot in bots.items()}
            games.append(GameJob(self.rules, seed, bots, seeds, self.limits))
        return Task(number, pairing, seed, tuple(games))

    def to_json(self) -> dict[str, Any]:
        return {**VERSIONS, **asdict(self), "rules": self.rules.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Plan:
        values = {name: value for name, value in data.items() if name not in VERSIONS}
        values["rules"] = Rules.from_json(values["rules"])
        values["limits"] = Limits(**values["limits"])
        values["bots"] = tuple(values["bots"])
        values["sprt"] = None if values["sprt"] is None else tuple(values["sprt"])
        return cls(**values)


def derived_seed(*parts: str) -> int:
    """Return a seed that depends on these strings only, the same on every machine."""
    return int.from_bytes(hashlib.sha256("\n".join(parts).encode()).digest()[:6], "big")
