"""Modes, each with its own net: players and teams. Variants are inputs of the net."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cache

from doghouse.bots.core.encode import feature_count
from doghouse.rules.core.layout import SECTION
from doghouse.rules.notation import SEATS
from doghouse.rules.rules import Rules

NAMES = ("4-pairs", "6-pairs", "6-trios", "2", "3", "5")


@dataclass(frozen=True)
class Mode:
    """A mode, and the order of its teams in the nets."""

    name: str
    rules: Rules

    @property
    def features(self) -> int:
        """The length of a feature row."""
        return feature_count(self.rules.players, self.ring_size)

    @property
    def ring_size(self) -> int:
        return self.rules.sections * SECTION

    @property
    def teams(self) -> list[int]:
        """The seats of each team, as bit sets."""
        return [sum(1 << SEATS.index(seat) for seat in team) for team in self.rules.all_teams()]

    def team_order(self) -> list[list[int]]:
        """Return for each seat the team indices in its order: its own first, then by turn."""
        rows = []
        for seat in SEATS:
            if seat in self.rules.seats:
                turns = [self.rules.team(self.rules.after(seat, place)) for place in range(self.rules.players)]
                order = dict.fromkeys(turns)
                rows.append([self.rules.all_teams().index(team) for team in order])
            else:
                rows.append([0] * len(self.rules.all_teams()))
        return rows

    def variants(self) -> list[Rules]:
        """Return rules to sample from: all variants, and the plain rules with more weight."""
        players, teams = self.rules.players, self.rules.teams
        switches = (False, True)
        if self.rules.alone:
            variants = [
                Rules(players, teams, joker_may_finish=joker, exchange=exchange)
                for exchange in ("draw", "pass")
                for joker in (True, True, False)
            ]
            return [self.rules] * 3 + variants
        variants = [
            Rules(players, teams, canadian_seven=canadian, joker_may_finish=joker, quick_start=quick)
            for canadian, joker, quick in itertools.product(switches, switches, switches)
        ]
        return [self.rules] * 8 + variants


@cache
def mode(name: str) -> Mode:
    """Return a mode by name, such as ``4-pairs``."""
    if name not in NAMES:
        raise ValueError(f"unknown mode {name!r}; modes are {', '.join(NAMES)}")
    players, _dash, teams = name.partition("-")
    return Mode(name, Rules(int(players), teams or None))  # type: ignore[arg-type]


def mode_of(rules: Rules) -> Mode:
    """Return the mode of a game."""
    return mode(str(rules.players) if rules.alone else f"{rules.players}-{rules.teams}")
