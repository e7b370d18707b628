"""A match from beginning to end: everything that its results follow from."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from doghouse.arena.errors import ArenaError
from doghouse.arena.seating import seatings
from doghouse.bots.registry import UnknownBot, check_spec
from doghouse.rules.rules import RULES_VERSION, Rules
from doghouse.version import __version__

FORMAT = 1  # of results files
VERSIONS = {"doghouse": __version__, "rules_version": RULES_VERSION}  # on which the results of a match depend
MOST_PAIRS = 10_000_000
MOST_PLIES = 2000
LONGEST = 100_000  # seconds for a decision
MOST_ELO = 1000  # further apart, one game in three hundred is lost and there is nothing to test


@dataclass(frozen=True)
class Limits:
    """Where a game is broken off and settled by R2.5, and how long a decision may take."""

    most_plies: int = MOST_PLIES
    time_limit: float | None = None


@dataclass(frozen=True)
class GameJob:
    """One game to play: the seed of its deals, and the bot and its seed for each seat."""

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
    """The games on the same deals: a pair, or a set of rotations. The unit of counting, working and resuming."""

    number: int
    pairing: int
    seed: str
    games: tuple[GameJob, ...]


@dataclass(frozen=True)
class Plan:
    """A match: who plays whom, by which rules, on which deals, how often."""

    rules: Rules
    bots: tuple[str, ...]
    seed: str
    pairs: int
    stranger: str | None = None
    round_robin: bool = False
    limits: Limits = Limits()
    sprt: tuple[float, float] | None = None

    def check(self) -> None:
        """Refuse what cannot be played before anything is."""
        if len(self.bots) < 2:
            raise ArenaError("an arena needs at least two bots, such as: doghouse arena greedy random")
        if self.stranger is not None and self.rules.alone:
            raise ArenaError("strangers are partners, and here everyone plays alone (R2.3)")
        allowed = self.limits.time_limit
        if allowed is not None and not 0 < allowed <= LONGEST:
            raise ArenaError(f"a time limit is a number of seconds up to {LONGEST:,}, not {allowed:g}")
        if self.sprt is not None and len(self.bots) > 2:
            raise ArenaError("a sequential test is between two bots")
        if self.sprt is not None and not -MOST_ELO <= self.sprt[0] < self.sprt[1] <= MOST_ELO:
            raise ArenaError(
                f"a sequential test needs two different ratings up to {MOST_ELO}, the smaller first, such as 0,20"
            )
        for bot in {*self.bots, *([] if self.stranger is None else [self.stranger])}:
            try:
                check_spec(bot, self.rules)
            except UnknownBot as error:
                raise ArenaError(str(error)) from None

    @cached_property
    def pairings(self) -> list[tuple[int, int]]:
        """Which bots meet, by their places in the list: all, or the first each of the others."""
        others = range(1, len(self.bots))
        everyone = list(itertools.combinations(range(len(self.bots)), 2))
        return everyone if self.round_robin else [(0, other) for other in others]

    def names(self) -> list[str]:
        """A name for each bot; one that plays against itself gets a number."""
        found: list[str] = []
        for place, bot in enumerate(self.bots):
            before = self.bots[:place].count(bot)
            found.append(f"{bot} ({before + 1})" if before else bot)
        return found

    def tasks(self) -> Iterator[Task]:
        """All tasks, so ordered that at any time each pairing has been played about as often."""
        return map(self.task, range(len(self)))

    def __len__(self) -> int:
        return self.pairs * len(self.pairings)

    def task(self, number: int) -> Task:
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

    def with_pairs(self, pairs: int) -> Plan:
        return replace(self, pairs=pairs)


def derived_seed(*parts: str) -> int:
    """A number that follows from these words on every machine."""
    return int.from_bytes(hashlib.sha256("\n".join(parts).encode()).digest()[:6], "big")
