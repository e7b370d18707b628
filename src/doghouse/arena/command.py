"""``doghouse arena``."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from contextlib import ExitStack, closing
from itertools import zip_longest
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from doghouse.arena import match
from doghouse.arena.errors import ArenaError
from doghouse.arena.plan import MAX_PAIRS, MAX_PLIES, Plan
from doghouse.arena.plan_options import DEFAULT_PAIRS, check_same_match, plan_from_options
from doghouse.arena.report import plot, text_table
from doghouse.arena.report.progress import MatchProgress, slow_status
from doghouse.arena.results import log_reader, log_writer
from doghouse.arena.results.game_result import Results
from doghouse.arena.stats.summary import summarise
from doghouse.arena.workers.local_executor import Executor, LocalExecutor, available_cores
from doghouse.arena.workers.supervisor import WorkerSupervisor
from doghouse.game_options import game_options
from doghouse.rules.errors import InvalidRules
from doghouse.util.signals import INTERRUPTED, sigterm_as_interrupt

DEFAULT_SPRT = "0,20"
FILE = click.Path(dir_okay=False, path_type=Path)


def parse_sprt(_context: click.Context, _option: click.Parameter, value: str | None) -> tuple[float, float] | None:
    if value is None:
        return None
    try:
        low, high = map(float, value.split(","))
    except ValueError:
        raise click.BadParameter(f"expected two ratings such as {DEFAULT_SPRT}, not {value!r}") from None
    return low, high


class ArenaCommand(click.Command):
    """Makes the value of ``--sprt`` optional. click's own way would reject negative values."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        completed = []
        for arg, following in zip_longest(args, args[1:], fillvalue=""):
            completed.append(arg)
            if arg == "--sprt" and not re.match(r"\s*[-+]?[\d.]|[^:]*,", following):
                completed.append(DEFAULT_SPRT)
        return super().parse_args(context, completed)


@click.command(cls=ArenaCommand)
@click.argument("bots", nargs=-1)
@click.option("--bots", "more_bots", default="", metavar="A,B,C", help="Bots, separated by commas.")
@click.option("--round-robin", is_flag=True, help="Play all pairings, not only the first bot against the others.")
@click.option("--with", "stranger", metavar="BOT", help="Give every bot this bot as its team mate.")
@click.option(
    "--pairs", type=click.IntRange(1, MAX_PAIRS), help=f"Pairs of games per pairing.  [default: {DEFAULT_PAIRS}]"
)
@click.option("--seed", help="Random seed, a number or a word; the same seed repeats the match.")
@game_options
@click.option(
    "--most-plies",
    type=click.IntRange(1),
    default=MAX_PLIES,
    show_default=True,
    help="Maximum number of plies; longer games are stopped and scored by R2.5.",
)
@click.option(
    "--time-limit", type=click.FloatRange(0, min_open=True), metavar="SECONDS", help="Time limit for each decision."
)
@click.option(
    "--sprt",
    metavar="[ELO0,ELO1]",
    callback=parse_sprt,
    help=f"Stop when a sequential test decides between two Elo differences.  [without a value: {DEFAULT_SPRT}]",
)
@click.option("--workers", type=click.IntRange(1, 1_000), help="Games played in parallel.  [default: number of cores]")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster: its address, 'auto', or 'local' to try it.")
@click.option("--out", type=FILE, help="Results file to create.  [default: named after bots and seed]")
@click.option("--resume", type=FILE, help="Results file of the match to continue.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option("--plot", type=FILE, help="Write a plot of the ratings to an .svg file.")
@click.option(
    "--replay",
    type=(FILE, int, int),
    metavar="FILE TASK GAME",
    help="Play a game of a results file again and print its record.",
)
@click.pass_context
def arena(context: click.Context, /, **options: Any) -> None:
    """Play bots against each other on duplicate deals, and rate them.

    doghouse arena greedy random --pairs 500
    """
    try:
        if options["replay"] is not None:
            _replay(*options["replay"])
        else:
            _play(context, options)
    except (ArenaError, InvalidRules) as error:
        raise click.ClickException(str(error)) from None


def split_bots(text: str) -> list[str]:
    """Split bots at commas, but not at those between the options of a bot, as in ``search:time=1,playouts=20``."""
    return [bot.strip() for bot in re.split(r",(?![^,:=]+=)", text) if bot.strip()]


def _play(context: click.Context, options: dict[str, Any]) -> None:
    bots = (*options["bots"], *split_bots(options["more_bots"]))
    with ExitStack() as stack:
        if options["resume"] is None:
            plan = plan_from_options(bots, options)
            plan.check()
        else:
            with slow_status(Console(stderr=True), "Reading about", log_writer.estimate_tasks(options["resume"])):
                log = stack.enter_context(log_writer.resume(options["resume"]))
            plan = log.plan
            check_same_match(context, plan, bots, options)
            if options["pairs"] is not None and options["pairs"] < plan.pairs:
                raise ArenaError(f"cannot reduce --pairs to {options['pairs']}: the match has {plan.pairs} pairs")
            _check_plan(log.path, plan)
        if options["plot"] is not None:
            plot.check(options["plot"])
        executor = _executor(options)
        if options["resume"] is None:
            path = options["out"] or Path(f"arena-{_file_name(plan)}-{plan.seed}.jsonl")
            log = stack.enter_context(log_writer.create(path, plan))
        elif options["pairs"] is not None:
            plan = log.extend(options["pairs"])
        _play_and_show(plan, executor, log, options)


def _play_and_show(plan: Plan, executor: Executor, log: log_writer.ResultsLog, options: dict[str, Any]) -> None:
    """Play the match and show its results, also if it ends early."""
    hint = f"Continue with: doghouse arena --resume {shlex.quote(str(log.path))}"
    try:
        with sigterm_as_interrupt(), MatchProgress(plan, Console(stderr=True)) as progress:
            ended = match.play_match(plan, executor, log, log.results, progress.show)
    except (ArenaError, OSError) as error:
        if log.results:
            _show(plan, log.results, options)
        raise ArenaError(f"{error}\nFinished games are saved. {hint}") from None
    _show(plan, log.results, options)
    if not ended:
        click.echo(f"Interrupted. {hint}", err=True)
        sys.exit(INTERRUPTED)


def _check_plan(path: Path, plan: Plan) -> None:
    try:
        plan.check()
    except ArenaError as error:
        raise ArenaError(f"{path}, line 1: {error}") from None


def _executor(options: dict[str, Any]) -> Executor:
    if options["cluster"] is None:
        return LocalExecutor(options["workers"] or available_cores())
    from doghouse.arena.workers.ray_executor import RayExecutor

    return RayExecutor(options["cluster"], options["workers"])


def _show(plan: Plan, results: Results, options: dict[str, Any]) -> None:
    with slow_status(Console(stderr=True), "Evaluating", len(results)):
        summary = summarise(plan, results)
    try:
        if options["as_json"]:
            click.echo(json.dumps({"plan": plan.to_json(), **summary.to_json()}, indent=2, ensure_ascii=False))
        else:
            text_table.show(plan, summary)
    except BrokenPipeError:
        raise  # click exits quietly
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # flushing at exit would fail, too
        raise ArenaError(f"cannot print the results: {error.strerror}") from None
    if options["plot"] is not None:
        plot.save(options["plot"], plan, summary)


def _replay(path: Path, number: int, game: int) -> None:
    plan, results = log_reader.read(path)
    _check_plan(path, plan)
    if number not in results:
        raise ArenaError(f"{path} has no result of task {number}")
    jobs = plan.task(number).games
    if not 0 <= game < len(jobs):
        raise ArenaError(f"no game {game} in task {number}: its games are 0 to {len(jobs) - 1}")
    with closing(WorkerSupervisor()) as supervisor:
        result, record = supervisor.play(jobs[game], record=True)
    if record is None:
        raise ArenaError(f"no record: the worker process died during the game: {result.fault}")
    click.echo(record, nl=False)
    if result.without_clock() != results[number][game].without_clock():
        click.echo("warning: the game went differently this time; does a bot depend on the clock?", err=True)


def _file_name(plan: Plan) -> str:
    """Return a name for the results file that differs between matches often played with the same seed."""
    bots = _safe("-".join(plan.bots))[:80]
    stranger = "" if plan.stranger is None else f"-with-{_safe(plan.stranger)}"
    players = {4: "", 6: f"-6-{plan.rules.teams}"}.get(plan.rules.players, f"-{plan.rules.players}-players")
    return f"{bots}{stranger}{players}"


def _safe(text: str) -> str:
    return re.sub(r"[^\w.=-]+", "_", text)
