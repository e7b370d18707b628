"""``doghouse arena``."""

from __future__ import annotations

import json
import re
import secrets
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from doghouse.arena import log, match, table
from doghouse.arena.errors import ArenaError
from doghouse.arena.keeper import Keeper
from doghouse.arena.local import Executor, LocalExecutor, all_cores
from doghouse.arena.plan import MOST_PLIES, Limits, Plan
from doghouse.arena.progress import MatchProgress
from doghouse.arena.summary import summarise
from doghouse.rules.errors import InvalidRules
from doghouse.rules.rules import EDITIONS, Rules

PAIRS = 100


def two_ratings(_context: click.Context, _option: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """The two hypotheses of a sequential test, from ``0,20``."""
    if value is None:
        return None
    try:
        low, high = map(float, value.split(","))
    except ValueError:
        raise click.BadParameter("two ratings with a comma between them are expected, such as 0,20") from None
    return low, high


@click.command()
@click.argument("bots", nargs=-1)
@click.option("--bots", "more_bots", default="", metavar="A,B,C", help="The bots, with commas.")
@click.option("--round-robin", is_flag=True, help="Everyone against everyone; otherwise the first against the others.")
@click.option("--with", "stranger", metavar="BOT", help="Mixed partnerships: the team mates are this bot.")
@click.option(
    "--pairs", type=click.IntRange(1, 10_000_000), help=f"Pairs of games for each pairing.  [default: {PAIRS}]"
)
@click.option("--seed", help="Number or word; the same seed gives the same match.")
@click.option("--edition", type=click.Choice(list(EDITIONS)), default="xl", show_default=True, help="Printed edition.")
@click.option("--players", type=click.IntRange(2, 6), default=4, show_default=True, help="How many play.")
@click.option("--teams", type=click.Choice(["pairs", "trios"]), help="How six players form teams.")
@click.option("--canadian-seven", is_flag=True, help="A 7 may also move marbles of team mates (R12.1).")
@click.option("--no-joker-finish", is_flag=True, help="No joker for the last marble (R12.2).")
@click.option("--quick-start", is_flag=True, help="Everyone begins with a marble on the start (R12.3).")
@click.option(
    "--most-plies",
    type=click.IntRange(1),
    default=MOST_PLIES,
    show_default=True,
    help="Longer games are broken off and settled by R2.5.",
)
@click.option("--time-limit", type=click.FloatRange(0, min_open=True), metavar="SECONDS", help="For each decision.")
@click.option(
    "--sprt",
    metavar="ELO0,ELO1",
    callback=two_ratings,
    help="Stop when it is settled which of two differences in Elo is right.",
)
@click.option("--workers", type=click.IntRange(1, 1_000), help="Processes on this machine.  [default: all cores]")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster: its address, 'auto', or 'local' to try it.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The results file.")
@click.option("--resume", type=click.Path(dir_okay=False, path_type=Path), help="Go on with a results file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), help="Draw the ratings as .svg or .png.")
@click.option(
    "--replay",
    type=(click.Path(dir_okay=False, path_type=Path), int, int),
    metavar="FILE TASK GAME",
    help="Print the record of a game of a results file.",
)
@click.pass_context
def arena(context: click.Context, /, **options: Any) -> None:
    """Let bots play against each other on duplicate deals, and rate them.

    doghouse arena greedy random --pairs 500
    """
    try:
        if options["replay"] is not None:
            _replay(*options["replay"])
        else:
            _match(context, options)
    except (ArenaError, InvalidRules) as error:
        raise click.ClickException(str(error)) from None


def split_bots(text: str) -> list[str]:
    """Bots with commas between them; a comma before an option, as in ``search:time=1,deals=20``, is the bot's."""
    return [bot for bot in re.split(r",(?![^,:=]+=)", text) if bot]


def _match(context: click.Context, options: dict[str, Any]) -> None:
    bots = (*options["bots"], *split_bots(options["more_bots"]))
    path: Path | None = options["resume"]
    if path is None:
        plan = _plan(bots, options)
        plan.check()
        results: log.Results = {}
        path = options["out"] or Path(f"arena-{_file_name(bots)}-{plan.seed}.jsonl")
    else:
        plan, results = log.read(path)
        _check_same(context, plan, bots, options)
        if options["pairs"] is not None:
            if options["pairs"] < plan.pairs:
                raise ArenaError(f"the match of this results file has {plan.pairs} pairs: --pairs can only add to them")
            plan = plan.with_pairs(options["pairs"])
        plan.check()
    if options["plot"] is not None:
        from doghouse.arena.plot import check

        check(options["plot"])
    executor = _executor(options)
    console = Console(stderr=True)
    anew = options["resume"] is None
    with (log.begin if anew else log.resume)(path, plan) as file, MatchProgress(plan, console) as progress:
        ended = match.play_match(plan, executor, file, results, progress.tell)
    _show(plan, results, options)
    if not ended:
        click.echo(f"Interrupted. Go on with: doghouse arena --resume {shlex.quote(str(path))}", err=True)
        sys.exit(130)


def _plan(bots: Sequence[str], options: dict[str, Any]) -> Plan:
    changes: dict[str, Any] = {}
    if options["teams"] is not None:
        changes["teams"] = options["teams"]
    if options["canadian_seven"]:
        changes["canadian_seven"] = True
    if options["no_joker_finish"]:
        changes["joker_may_finish"] = False
    if options["quick_start"]:
        changes["quick_start"] = True
    seed = options["seed"] if options["seed"] is not None else str(secrets.randbelow(1_000_000))
    if not re.fullmatch(r"[\w.-]+", seed):
        raise ArenaError("a seed is a number or a word, because it stands in the name of the results file")
    return Plan(
        rules=Rules.edition(options["edition"], options["players"], **changes),
        bots=tuple(bots),
        seed=seed,
        pairs=options["pairs"] or PAIRS,
        stranger=options["stranger"],
        round_robin=options["round_robin"],
        limits=Limits(options["most_plies"], options["time_limit"]),
        sprt=options["sprt"],
    )


def _check_same(context: click.Context, plan: Plan, bots: Sequence[str], options: dict[str, Any]) -> None:
    """What is said again when resuming must be what the file says."""
    given = {name for name in options if _is_given(context, name)}
    if "out" in given:
        raise ArenaError("--out and --resume do not go together: the results go on in the same file")
    if not bots:
        options = {**options, "round_robin": plan.round_robin}
    said = _plan(bots or plan.bots, {**options, "seed": options["seed"] or plan.seed})
    theirs, mine = plan.to_json(), said.to_json()
    rules = {"edition", "players", "teams", "canadian_seven", "no_joker_finish", "quick_start"}
    wrong: list[str] = [
        name for name in ("seed", "stranger", "sprt", "round_robin") if name in given and theirs[name] != mine[name]
    ]
    wrong += ["rules"] if given & rules and theirs["rules"] != mine["rules"] else []
    wrong += [
        name for name in ("most_plies", "time_limit") if name in given and options[name] != theirs["limits"][name]
    ]
    if bots and tuple(bots) != plan.bots:
        wrong.insert(0, "bots")
    if wrong:
        there = theirs["limits"].get(wrong[0], theirs.get(wrong[0]))
        raise ArenaError(f"the results file is of another match: its {wrong[0].replace('_', ' ')} is {_words(there)}")


def _words(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "not set" if value is None else str(value)


def _is_given(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE


def _executor(options: dict[str, Any]) -> Executor:
    if options["cluster"] is None:
        return LocalExecutor(options["workers"] or all_cores())
    from doghouse.arena.cluster import RayExecutor

    return RayExecutor(options["cluster"], options["workers"])


def _show(plan: Plan, results: log.Results, options: dict[str, Any]) -> None:
    summary = summarise(plan, results)
    if options["as_json"]:
        click.echo(json.dumps({"plan": plan.to_json(), **summary.to_json()}, indent=2, ensure_ascii=False))
    else:
        table.show(plan, summary)
    if options["plot"] is not None:
        from doghouse.arena.plot import save

        save(options["plot"], plan, summary)


def _replay(path: Path, number: int, game: int) -> None:
    plan, results = log.read(path)
    if number not in results:
        raise ArenaError(f"{path} has no result of task {number}")
    jobs = plan.task(number).games
    if not 0 <= game < len(jobs):
        raise ArenaError(f"task {number} has the games 0 to {len(jobs) - 1}")
    keeper = Keeper()
    try:
        result, record = keeper.play_recorded(jobs[game])
    finally:
        keeper.close()
    if record is None:
        raise ArenaError(f"the game has no record, because it ended with its process: {result.fault}")
    click.echo(record, nl=False)
    if result.without_clock() != results[number][game].without_clock():
        click.echo("This time the game went another way: a bot that thinks against the clock?", err=True)


def _file_name(bots: Sequence[str]) -> str:
    return re.sub(r"[^\w.=-]+", "_", "-".join(bots))[:80]
