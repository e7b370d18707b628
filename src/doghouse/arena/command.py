"""``doghouse arena``."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from doghouse.arena import match
from doghouse.arena.errors import ArenaError
from doghouse.arena.plan import MOST_PAIRS, MOST_PLIES, Plan
from doghouse.arena.plan_options import PAIRS, asked_plan, check_same
from doghouse.arena.report import text_table
from doghouse.arena.report.progress import MatchProgress, meanwhile
from doghouse.arena.results import log_writer
from doghouse.arena.stats.summary import summarise
from doghouse.arena.workers.local_executor import Executor, LocalExecutor, all_cores
from doghouse.arena.workers.supervisor import WorkerSupervisor
from doghouse.game_options import game_options
from doghouse.rules.errors import InvalidRules
from doghouse.util.signals import INTERRUPTED, sigterm_as_interrupt

BETTER = "0,20"  # the usual question: is the first bot no better than the second, or better by so much


def two_ratings(_context: click.Context, _option: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """The two hypotheses of a sequential test, from ``0,20``."""
    if value is None:
        return None
    try:
        low, high = map(float, value.split(","))
    except ValueError:
        raise click.BadParameter("two ratings with a comma between them are expected, such as 0,20") from None
    return low, high


class ArenaCommand(click.Command):
    """One whose ``--sprt`` may stand alone. click's own way to that would refuse values with a minus."""

    def parse_args(self, context: click.Context, words: list[str]) -> list[str]:
        told = []
        for word, following in zip_longest(words, words[1:], fillvalue=""):
            told.append(word)
            if word == "--sprt" and not re.match(r"\s*[-+]?[\d.]|[^:]*,", following):
                told.append(BETTER)
        return super().parse_args(context, told)


@click.command(cls=ArenaCommand)
@click.argument("bots", nargs=-1)
@click.option("--bots", "more_bots", default="", metavar="A,B,C", help="The bots, with commas.")
@click.option("--round-robin", is_flag=True, help="Everyone against everyone; otherwise the first against the others.")
@click.option("--with", "stranger", metavar="BOT", help="Mixed partnerships: the team mates are this bot.")
@click.option(
    "--pairs", type=click.IntRange(1, MOST_PAIRS), help=f"Pairs of games for each pairing.  [default: {PAIRS}]"
)
@click.option("--seed", help="Number or word; the same seed gives the same match.")
@game_options
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
    metavar="[ELO0,ELO1]",
    callback=two_ratings,
    help=f"Stop when it is settled which of two differences in Elo is right.  [without a value: {BETTER}]",
)
@click.option("--workers", type=click.IntRange(1, 1_000), help="Games at the same time.  [default: as many as cores]")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster: its address, 'auto', or 'local' to try it.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The results file.")
@click.option("--resume", type=click.Path(dir_okay=False, path_type=Path), help="Go on with a results file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option(
    "--plot", type=click.Path(dir_okay=False, path_type=Path), help="Write a plot of the ratings to an .svg file."
)
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
    """Bots with commas between them; a comma before an option, as in ``search:time=1,playouts=20``, is the bot's."""
    return [bot.strip() for bot in re.split(r",(?![^,:=]+=)", text) if bot.strip()]


def _match(context: click.Context, options: dict[str, Any]) -> None:
    bots = (*options["bots"], *split_bots(options["more_bots"]))
    with ExitStack() as opened:
        if options["resume"] is None:
            plan = asked_plan(bots, options)
            plan.check()
        else:
            with meanwhile(Console(stderr=True), "Reading about", log_writer.about_how_many(options["resume"])):
                file = opened.enter_context(log_writer.resume(options["resume"]))
            plan = file.plan
            check_same(context, plan, bots, options)
            if options["pairs"] is not None and options["pairs"] < plan.pairs:
                raise ArenaError(f"the match of this results file has {plan.pairs} pairs: --pairs can only add to them")
            _check_file(file.path, plan)
        if options["plot"] is not None:
            from doghouse.arena.report.plot import check

            check(options["plot"])
        executor = _executor(options)
        if options["resume"] is None:
            path = options["out"] or Path(f"arena-{_file_name(plan)}-{plan.seed}.jsonl")
            file = opened.enter_context(log_writer.begin(path, plan))
        elif options["pairs"] is not None:
            plan = file.grow(options["pairs"])
        _play(plan, executor, file, options)


def _play(plan: Plan, executor: Executor, file: log_writer.Log, options: dict[str, Any]) -> None:
    """Play, and show the results; also of a match that ended early, as far as it came."""
    go_on = f"Go on with: doghouse arena --resume {shlex.quote(str(file.path))}"
    try:
        with sigterm_as_interrupt(), MatchProgress(plan, Console(stderr=True)) as progress:
            ended = match.play_match(plan, executor, file, file.results, progress.tell)
    except (ArenaError, OSError) as error:
        if file.results:
            _show(plan, file.results, options)
        words = str(error) if isinstance(error, ArenaError) else f"no more can be played: {error}"
        raise ArenaError(f"{words}\nWhat was played before is kept. {go_on}") from None
    _show(plan, file.results, options)
    if not ended:
        click.echo(f"Interrupted. {go_on}", err=True)
        sys.exit(INTERRUPTED)


def _check_file(path: Path, plan: Plan) -> None:
    """Refuse the match of a results file that cannot be played here."""
    try:
        plan.check()
    except ArenaError as error:
        raise ArenaError(f"{path}, line 1: {error}") from None


def _executor(options: dict[str, Any]) -> Executor:
    if options["cluster"] is None:
        return LocalExecutor(options["workers"] or all_cores())
    from doghouse.arena.workers.ray_executor import RayExecutor

    return RayExecutor(options["cluster"], options["workers"])


def _show(plan: Plan, results: log_writer.Results, options: dict[str, Any]) -> None:
    with meanwhile(Console(stderr=True), "Counting and rating", len(results)):
        summary = summarise(plan, results)
    try:
        if options["as_json"]:
            click.echo(json.dumps({"plan": plan.to_json(), **summary.to_json()}, indent=2, ensure_ascii=False))
        else:
            text_table.show(plan, summary)
    except BrokenPipeError:
        raise  # whoever reads has seen enough
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the rest of it would not go out either
        raise ArenaError(f"the results cannot be printed: {error.strerror}") from None
    if options["plot"] is not None:
        from doghouse.arena.report.plot import save

        save(options["plot"], plan, summary)


def _replay(path: Path, number: int, game: int) -> None:
    plan, results = log_writer.read(path)
    _check_file(path, plan)
    if number not in results:
        raise ArenaError(f"{path} has no result of task {number}")
    jobs = plan.task(number).games
    if not 0 <= game < len(jobs):
        raise ArenaError(f"task {number} has the games 0 to {len(jobs) - 1}")
    supervisor = WorkerSupervisor()
    try:
        result, record = supervisor.play_recorded(jobs[game])
    finally:
        supervisor.close()
    if record is None:
        raise ArenaError(f"the game has no record, because it ended with its process: {result.fault}")
    click.echo(record, nl=False)
    if result.without_clock() != results[number][game].without_clock():
        click.echo("This time the game went another way: a bot that thinks against the clock?", err=True)


def _file_name(plan: Plan) -> str:
    """Tells matches apart that are often played with the same seed."""
    bots = _plain("-".join(plan.bots))[:80]
    stranger = "" if plan.stranger is None else f"-with-{_plain(plan.stranger)}"
    players = {4: "", 6: f"-6-{plan.rules.teams}"}.get(plan.rules.players, f"-{plan.rules.players}-players")
    return f"{bots}{stranger}{players}"


def _plain(text: str) -> str:
    return re.sub(r"[^\w.=-]+", "_", text)
