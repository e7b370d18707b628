"""Duplicate deals: who sits where, so that the cards and the order of play favour no bot.

*Two teams* (four players, six in trios, two alone): a pair of games on the same deals, the second with the teams
swapped. *More than two teams* (three or five alone, six in pairs): a set of games on the same deals, twice as many as
there are teams: each bot plays each team once against the other bot in all other teams. Equal bots win half of a pair
and half of a set, so both are scored alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from doghouse.rules.rules import Rules

FIRST, SECOND, STRANGER = 0, 1, 2  # roles in a pairing
Seating = Mapping[str, int]  # role of each seat


def seatings(rules: Rules, number: int = 0, stranger: bool = False) -> tuple[Seating, ...]:
    """Return the seating of each game of a task.

    With a stranger, each team has one bot, and strangers in its other seats; the bot's seat alternates by ``number``.
    """
    return _seatings(rules, number % len(teams_of(rules)[0]) if stranger else None)


@cache
def _seatings(rules: Rules, bot_index: int | None) -> tuple[Seating, ...]:
    teams = teams_of(rules)
    result = [_seating(teams, team, FIRST) for team in teams]
    if len(teams) > 2:
        result += [_seating(teams, team, SECOND) for team in teams]
    if bot_index is not None:
        for seating in result:
            for team in teams:
                seating.update({seat: STRANGER for index, seat in enumerate(team) if index != bot_index})
    return tuple(result)


@cache
def teams_of(rules: Rules) -> tuple[str, ...]:
    """Return the teams; cached, since every game of a match needs them."""
    return rules.all_teams()


def _seating(teams: tuple[str, ...], alone: str, role: int) -> dict[str, int]:
    return {seat: role if team == alone else 1 - role for team in teams for seat in sorted(team)}


def roles_of_teams(rules: Rules, seating: Seating) -> dict[str, int]:
    """Return the role of each team's bot."""
    return {team: next(seating[seat] for seat in team if seating[seat] != STRANGER) for team in teams_of(rules)}


def lone_role(rules: Rules, seating: Seating) -> int | None:
    """Return the bot that plays one team against the rest; None for two teams."""
    roles = list(roles_of_teams(rules, seating).values())
    return None if len(roles) == 2 else min((FIRST, SECOND), key=roles.count)


def share_won(rules: Rules, seating: Seating, winners: str) -> float:
    """Return the first bot's share of the winning teams, from 0 to 1."""
    won = [role for team, role in roles_of_teams(rules, seating).items() if team[0] in winners]
    return won.count(FIRST) / len(won)
