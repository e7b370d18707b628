"""Command line options for the rules of a game, shared by ``doghouse play`` and ``doghouse arena``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from doghouse.rules.rules import EDITIONS, Rules

RULE_OPTIONS = ("edition", "players", "teams", "canadian_seven", "no_joker_finish", "quick_start")

_Command = TypeVar("_Command", bound=Callable[..., Any])
_DECORATORS = (
    click.option(
        "--edition",
        type=click.Choice(list(EDITIONS)),
        default="xl",
        show_default=True,
        help="Printed edition whose rules apply.",
    ),
    click.option("--players", type=click.IntRange(2, 6), default=4, show_default=True, help="Number of players."),
    click.option("--teams", type=click.Choice(["pairs", "trios"]), help="How six players team up.  [default: pairs]"),
    click.option("--canadian-seven", is_flag=True, help="Let a 7 move marbles of team mates, too (R12.1)."),
    click.option("--no-joker-finish", is_flag=True, help="Do not let a joker bring in the last marble (R12.2)."),
    click.option("--quick-start", is_flag=True, help="Start with a marble of each player on its start (R12.3)."),
)


def game_options(command: _Command) -> _Command:
    """Add the options named in ``RULE_OPTIONS`` to a command."""
    for decorate in reversed(_DECORATORS):
        command = decorate(command)
    return command


def rules_from_options(options: Mapping[str, Any]) -> Rules:
    """Return the rules that the options describe. Raise InvalidRules if they contradict each other."""
    return Rules.edition(
        options["edition"],
        options["players"],
        teams=options["teams"],
        canadian_seven=options["canadian_seven"],
        joker_may_finish=not options["no_joker_finish"],
        quick_start=options["quick_start"] or None,  # None: the default for the number of players
    )
