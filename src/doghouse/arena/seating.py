"""Who sits where, so that the cards and the order of the turns favour nobody.

*Two teams* (four players, six in trios, two alone): a pair of games on the same deals, the second with the teams
exchanged. *More than two teams* (three or five alone, six in pairs): on the same deals, each bot plays each team once
against the other bot on all the other teams, first the one, then the other: twice as many games as teams. Equal bots
win half of such a set, as they do of a pair; so both count alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from doghouse.rules.rules import Rules

FIRST, SECOND, STRANGER = 0, 1, 2  # the roles in a pairing
Seating = Mapping[str, int]  # the role on each seat


def seatings(rules: Rules, number: int = 0, stranger: bool = False) -> tuple[Seating, ...]:
    """The games of a task. With a stranger, each team is one bot and strangers; its place alternates by ``number``."""
    return _seatings(rules, number % len(teams_of(rules)[0]) if stranger else None)


@cache
def _seatings(rules: Rules, bots_place: int | None) -> tuple[Seating, ...]:
    teams = teams_of(rules)
    found = [_seating(teams, team, FIRST) for team in teams]
    if len(teams) > 2:
        found += [_seating(teams, team, SECOND) for team in teams]
    if bots_place is not None:
        for seating in found:
            for team in teams:
                for place, seat in enumerate(team):
                    if place != bots_place:
                        seating[seat] = STRANGER
    return tuple(found)


@cache
def teams_of(rules: Rules) -> tuple[str, ...]:
    """The teams; they are asked for with every game of a long match, so they are kept."""
    return rules.all_teams()


def _seating(teams: tuple[str, ...], alone: str, role: int) -> dict[str, int]:
    return {seat: role if team == alone else 1 - role for team in teams for seat in sorted(team)}


def roles_of_teams(rules: Rules, seating: Seating) -> dict[str, int]:
    """Which bot each team stands for."""
    return {team: next(seating[seat] for seat in team if seating[seat] != STRANGER) for team in teams_of(rules)}


def lone_role(rules: Rules, seating: Seating) -> int | None:
    """With more than two teams, the bot that has only one of them."""
    roles = list(roles_of_teams(rules, seating).values())
    return None if len(roles) == 2 else min((FIRST, SECOND), key=roles.count)


def share_won(rules: Rules, seating: Seating, winners: str) -> float:
    """The first bot's share of the win: all, nothing, or with several winning teams its part of them."""
    won = [role for team, role in roles_of_teams(rules, seating).items() if team[0] in winners]
    return won.count(FIRST) / len(won)
