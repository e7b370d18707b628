"""Turn the options of ``doghouse arena`` into a plan."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from doghouse.arena.errors import ArenaError
from doghouse.arena.plan import Limits, Plan
from doghouse.game_options import RULE_OPTIONS, rules_from_options

DEFAULT_PAIRS = 100


def plan_from_options(bots: Sequence[str], options: dict[str, Any]) -> Plan:
    seed = options["seed"] if options["seed"] is not None else str(secrets.randbelow(1_000_000))
    if not re.fullmatch(r"[\w.-]+", seed):
        raise ArenaError(f"invalid seed {seed!r}: expected a number or a word that can be part of a file name")
    return Plan(
        rules=rules_from_options(options),
        bots=tuple(bots),
        seed=seed,
        pairs=options["pairs"] or DEFAULT_PAIRS,
        stranger=options["stranger"],
        round_robin=options["round_robin"],
        limits=Limits(options["most_plies"], options["time_limit"]),
        sprt=options["sprt"],
    )


def check_same_match(context: click.Context, plan: Plan, bots: Sequence[str], options: dict[str, Any]) -> None:
    """Raise ArenaError if an option on the command line contradicts the plan of the results file to resume."""
    given = {name for name in options if context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE}
    if "out" in given:
        raise ArenaError("--out and --resume cannot be used together: new results go to the same file")
    requested = plan_from_options(bots or plan.bots, {**options, "seed": options["seed"] or plan.seed})
    if given & {*RULE_OPTIONS}:
        given |= {*plan.rules.to_json()}
    given = given | {"bots"} if bots else given - {"bots"}
    ours = _settings(replace(requested, pairs=plan.pairs))  # more pairs are allowed
    different = [
        f"{name} {_text(value)}" for name, value in _settings(plan).items() if name in given and value != ours[name]
    ]
    if different:
        raise ArenaError(f"the results file belongs to another match, with {', '.join(different).replace('_', ' ')}")


def _settings(plan: Plan) -> dict[str, Any]:
    data = plan.to_json()
    return {**data, **data["limits"], **data["rules"]}


def _text(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "on" if value else "off"
    return "not set" if value is None else str(value)
