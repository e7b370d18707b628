"""Standings and outcome of a game (R2.4, R2.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import FINISH, KENNEL, SECTION
from doghouse.rules.notation import SEATS
from doghouse.rules.rules import Rules

_FULL_FINISH = 1 + 2 + 3 + 4  # the depths of the four finish fields


@dataclass(frozen=True)
class Standing:
    """The progress of a team: its marbles in the finish, and the fields its marbles still have to go."""

    team: str
    finished: int
    to_go: int

    @property
    def order(self) -> tuple[int, int]:
        """Better teams first (R2.5)."""
        return -self.finished, self.to_go


@dataclass(frozen=True)
class Outcome:
    """The end of a game: the winners (several teams after a tie), the reason, and all teams, the best first."""

    winners: str
    reason: Literal["finished", "stopped"]
    standings: tuple[Standing, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "winners": list(self.winners),
            "reason": self.reason,
            "standings": [
                {"team": list(standing.team), "finished": standing.finished, "to_go": standing.to_go}
                for standing in self.standings
            ],
        }


def fields_to_go(field: int, seat: int, is_fresh: bool, lap: int) -> int:
    """Return the distance of a marble to its finish; inside, minus its depth."""
    if field >= KENNEL:
        return lap + 1
    if field >= FINISH:
        return -(field % 4 + 1)
    return lap if is_fresh else (seat * SECTION - field) % lap


def standings(rules: Rules, core: Core) -> tuple[Standing, ...]:
    """Return all teams, the best first; equal ones in seat order."""
    marbles, fresh = core.marbles(), core.fresh()
    lap = rules.sections * SECTION
    table = []
    for team in rules.all_teams():
        finished = to_go = 0
        for seat in map(SEATS.index, team):
            to_go += _FULL_FINISH
            for field in marbles[4 * seat : 4 * seat + 4]:
                finished += FINISH <= field < KENNEL
                to_go += fields_to_go(field, seat, field == seat * SECTION and bool(fresh >> seat & 1), lap)
        table.append(Standing(team, finished, to_go))
    return tuple(sorted(table, key=lambda standing: standing.order))


def finished(rules: Rules, core: Core) -> Outcome:
    winners = "".join(seat for seat in rules.seats if core.winners >> SEATS.index(seat) & 1)
    return Outcome(winners, "finished", standings(rules, core))


def stopped(rules: Rules, core: Core) -> Outcome:
    teams = standings(rules, core)
    best = [standing.team for standing in teams if standing.order == teams[0].order]
    return Outcome("".join(sorted("".join(best))), "stopped", teams)
