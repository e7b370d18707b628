"""The modes that have a net of their own: how many play, in which teams. Variants are inputs of the net."""

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
    """A mode, and how its nets count players and teams."""

    name: str
    rules: Rules

    @property
    def features(self) -> int:
        """The length of a row."""
        return feature_count(self.rules.players, self.ring_size)

    @property
    def ring_size(self) -> int:
        return self.rules.sections * SECTION

    @property
    def teams(self) -> list[int]:
        """The seats of each team, as bits."""
        return [sum(1 << SEATS.index(seat) for seat in team) for team in self.rules.all_teams()]

    def team_order(self) -> list[list[int]]:
        """For each seat the teams as it counts them: its own first, then in the order of turns."""
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
        """All variants of this mode; the plain rules are more than half of it."""
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
    """A mode by its name, such as ``4-pairs``."""
    if name not in NAMES:
        raise ValueError(f"unknown mode {name!r}; modes are {', '.join(NAMES)}")
    players, _dash, teams = name.partition("-")
    return Mode(name, Rules(int(players), teams or None))  # type: ignore[arg-type]


def mode_of(rules: Rules) -> Mode:
    """The mode that a game belongs to."""
    return mode(str(rules.players) if rules.alone else f"{rules.players}-{rules.teams}")
