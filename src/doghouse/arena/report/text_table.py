"""The table of a match, to look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rich.box import SIMPLE
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from doghouse.arena.plan import Plan
from doghouse.arena.stats.intervals import Interval
from doghouse.arena.stats.sprt import Settlement
from doghouse.arena.stats.summary import FaultLine, PairingLine, Summary
from doghouse.util.console import report_console, time_text

UNLIMITED = 10_000
SHORT_NAME = 14  # letters to which the names of bots are folded at most


def show(plan: Plan, summary: Summary) -> None:
    """Print it; into a file or a pipe as wide as it wants to be."""
    console = report_console()
    console.print(draw(plan, summary, console), crop=False)


def draw(plan: Plan, summary: Summary, console: Console) -> RenderableType:
    """The ratings, the pairings where there are several, and what went wrong."""
    tables = [_ratings(plan, summary)]
    if len(plan.bots) > 2:
        tables.append(_pairings(summary, _unit(plan)))
    without_limit = console.options.update(width=UNLIMITED)
    for table in tables:
        if console.measure(table, options=without_limit).maximum > console.width:
            table.padding = (0, 0)  # the names of the bots need the room more than the gaps do
            foldable = max(0, max(map(len, map(str, table.columns[0].cells))) - SHORT_NAME)
            least = console.measure(table, options=without_limit).maximum - foldable
            table.width = max(least, console.width)  # a small terminal wraps lines, but nothing is left out
    return Group(*tables, *(Text(line) for line in notes(plan, summary)))


def _ratings(plan: Plan, summary: Summary) -> Table:
    rules = plan.rules
    teams = "" if rules.alone else f" in {rules.teams}"
    title = f"{rules.players} players{teams}, {summary.tasks} of {summary.planned} {_unit(plan)}, seed {plan.seed}"
    if plan.stranger is not None:
        title += f", each with {plan.stranger}"
    table = Table(title=title, title_justify="left", box=SIMPLE, pad_edge=False, padding=(0, 1))
    table.add_column("bot", overflow="fold")
    for name in ("games", "wins", "95 %", "Elo", "95 %", "plies", "time", "faults"):
        if name != "faults" or summary.faults:
            table.add_column(name, justify="right", no_wrap=True)
    by_rating = sorted(summary.bots, key=lambda bot: -bot.rating.elo if bot.rating else 0.0)
    for bot in by_rating:
        table.add_row(
            bot.name,
            str(bot.games),
            _percent(bot.win_rate),
            _percents(bot.interval),
            "-" if bot.rating is None else f"{round(bot.rating.elo):+}",
            "-" if bot.rating is None else " … ".join(f"{round(elo):+}" for elo in bot.rating.interval),
            "-" if bot.plies is None else f"{bot.plies:.0f}",
            time_text(bot.seconds_per_decision),
            *([str(bot.faults)] if summary.faults else []),
        )
    return table


def _unit(plan: Plan) -> str:
    """What games on the same deals are called."""
    return "pairs" if len(plan.rules.all_teams()) == 2 else "sets"


def _pairings(summary: Summary, unit: str) -> Table:
    table = Table(box=SIMPLE, pad_edge=False, padding=(0, 1))
    table.add_column("pairing", overflow="fold")
    for name in (unit, "score", "wins of the first", "95 %"):
        table.add_column(name, justify="right", no_wrap=True)
    for line in summary.pairings:
        score = f"{_points(line.points)} : {_points(2 * line.pairs - line.points)}"
        wins = _percent(line.win_rate)
        table.add_row(f"{line.first} – {line.second}", str(line.pairs), score, wins, _percents(line.interval))
    return table


def _points(points: float) -> str:
    """Whole and half points as they are; sets of games have others too."""
    return f"{points:g}" if (2 * points).is_integer() else f"{points:.2f}"


def notes(plan: Plan, summary: Summary) -> Iterator[str]:
    """What the tables do not say."""
    if summary.stopped:
        most = plan.limits.most_plies
        yield f"{summary.stopped} of {summary.games} games were broken off after {most} plies and settled by R2.5"
    for line in summary.pairings:
        if line.won_everything is not None:
            yield swept(line)
        if line.alone is not None:
            yield _alone(line, len(plan.rules.all_teams()))
    if summary.settlement is not None:
        yield _verdict(plan, summary.settlement)
    yield from _faults(summary.faults)


def _faults(faults: list[FaultLine]) -> Iterator[str]:
    """The first of each kind of each bot, and how many there were."""
    alike = defaultdict(list)
    for line in faults:
        alike[line.fault.bot, line.fault.kind].append(line)
    for lines in alike.values():
        others = f" (and in {len(lines) - 1} more)" if len(lines) > 1 else ""
        yield f"task {lines[0].task}, game {lines[0].game}{others}: {lines[0].fault}"


def swept(line: PairingLine) -> str:
    """What a pairing in which one bot won everything leaves open."""
    other = line.second if line.won_everything == line.first else line.first
    return f"{line.won_everything} won everything against {other}, so their ratings lie at least so far apart"


def _alone(line: PairingLine, teams: int) -> str:
    (first, second), intervals = line.alone or (0.0, 0.0), line.alone_intervals or ((0.0, 1.0), (0.0, 1.0))
    between = [f"({_percents(found)})" for found in intervals]
    return (
        f"alone against the rest, {line.first} won {_percent(first)} {between[0]} and "
        f"{line.second} {_percent(second)} {between[1]}; "
        f"equal bots would win {_percent(1 / teams)}"
    )


def _verdict(plan: Plan, test: Settlement) -> str:
    first, second = plan.names()[:2]
    claim = {"elo0": test.elo0, "elo1": test.elo1}
    if test.verdict == "open":
        return (
            f"not settled after {test.pairs} pairs: llr {test.llr:+.2f}, between {test.elo0:+g} and {test.elo1:+g} Elo"
        )
    other = test.elo1 if test.verdict == "elo0" else test.elo0
    return (
        f"settled after {test.pairs} pairs (llr {test.llr:+.2f}): {first} against {second} is rather "
        f"{claim[test.verdict]:+g} than {other:+g} Elo"
    )


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"


def _percents(values: Interval | None) -> str:
    return "-" if values is None else f"{100 * values[0]:.1f} … {100 * values[1]:.1f}"
