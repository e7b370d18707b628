"""The match that the options of the command ask for, and whether it is that of a results file."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any

import click

from doghouse.arena.errors import ArenaError
from doghouse.arena.plan import Limits, Plan
from doghouse.game_options import RULE_OPTIONS, rules_from_options

PAIRS = 100


def asked_plan(bots: Sequence[str], options: dict[str, Any]) -> Plan:
    """The match that is asked for."""
    seed = options["seed"] if options["seed"] is not None else str(secrets.randbelow(1_000_000))
    if not re.fullmatch(r"[\w.-]+", seed):
        raise ArenaError("a seed is a number or a word, because it stands in the name of the results file")
    return Plan(
        rules=rules_from_options(options),
        bots=tuple(bots),
        seed=seed,
        pairs=options["pairs"] or PAIRS,
        stranger=options["stranger"],
        round_robin=options["round_robin"],
        limits=Limits(options["most_plies"], options["time_limit"]),
        sprt=options["sprt"],
    )


def check_same(context: click.Context, plan: Plan, bots: Sequence[str], options: dict[str, Any]) -> None:
    """What is said again when resuming must be what the file says."""
    given = {name for name in options if _is_given(context, name)}
    if "out" in given:
        raise ArenaError("--out and --resume do not go together: the results go on in the same file")
    if not bots:
        options = {**options, "round_robin": plan.round_robin}
    said = asked_plan(bots or plan.bots, {**options, "seed": options["seed"] or plan.seed})
    theirs, mine = plan.to_json(), said.to_json()
    wrong: list[str] = [
        name for name in ("seed", "stranger", "sprt", "round_robin") if name in given and theirs[name] != mine[name]
    ]
    wrong += ["rules"] if given & {*RULE_OPTIONS} and theirs["rules"] != mine["rules"] else []
    wrong += [
        name for name in ("most_plies", "time_limit") if name in given and options[name] != theirs["limits"][name]
    ]
    if bots and tuple(bots) != plan.bots:
        wrong.insert(0, "bots")
    if wrong == ["rules"]:
        others = [name for name in theirs["rules"] if theirs["rules"][name] != mine["rules"][name]]
        told = ", ".join(f"{name.replace('_', ' ')} {_words(theirs['rules'][name])}" for name in others)
        raise ArenaError(f"the results file is of another match: it has {told}")
    if wrong:
        there = theirs["limits"].get(wrong[0], theirs.get(wrong[0]))
        are = "are" if wrong[0] == "bots" else "is"
        raise ArenaError(
            f"the results file is of another match: its {wrong[0].replace('_', ' ')} {are} {_words(there)}"
        )


def _words(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "on" if value else "off"
    return "not set" if value is None else str(value)


def _is_given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE
