"""The summary of a match as a text table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rich.box import SIMPLE
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from doghouse.arena.plan import Plan
from doghouse.arena.stats.intervals import Interval
from doghouse.arena.stats.sprt import SprtDecision
from doghouse.arena.stats.summary import FaultLine, PairingLine, Summary
from doghouse.util.console import report_console, time_text

UNLIMITED_WIDTH = 10_000
MIN_NAME_WIDTH = 14  # below that, names of bots are not folded


def show(plan: Plan, summary: Summary) -> None:
    console = report_console()
    console.print(render(plan, summary, console), crop=False)


def render(plan: Plan, summary: Summary, console: Console) -> RenderableType:
    """Return the ratings, the pairings if there are several, and notes."""
    tables = [_ratings(plan, summary)]
    if len(plan.bots) > 2:
        tables.append(_pairings(summary, _unit(plan)))
    unlimited = console.options.update(width=UNLIMITED_WIDTH)
    for table in tables:
        if console.measure(table, options=unlimited).maximum > console.width:
            table.padding = (0, 0)
            foldable = max(0, max(map(len, map(str, table.columns[0].cells))) - MIN_NAME_WIDTH)
            min_width = console.measure(table, options=unlimited).maximum - foldable
            table.width = max(min_width, console.width)  # a narrow terminal wraps lines, but no column is dropped
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
    """Return the name of the games on the same deals."""
    return "pairs" if len(plan.rules.all_teams()) == 2 else "sets"


def _pairings(summary: Summary, unit: str) -> Table:
    table = Table(box=SIMPLE, pad_edge=False, padding=(0, 1))
    table.add_column("pairing", overflow="fold")
    for name in (unit, "score", "first bot wins", "95 %"):
        table.add_column(name, justify="right", no_wrap=True)
    for line in summary.pairings:
        score = f"{_points(line.points)} : {_points(2 * line.pairs - line.points)}"
        wins = _percent(line.win_rate)
        table.add_row(f"{line.first} – {line.second}", str(line.pairs), score, wins, _percents(line.interval))
    return table


def _points(points: float) -> str:
    """Format whole and half points exactly; sets of games have other fractions, too."""
    return f"{points:g}" if (2 * points).is_integer() else f"{points:.2f}"


def notes(plan: Plan, summary: Summary) -> Iterator[str]:
    """Yield what the tables do not show."""
    if summary.stopped:
        plies = plan.limits.most_plies
        yield f"{summary.stopped} of {summary.games} games were stopped after {plies} plies and scored by R2.5"
    for line in summary.pairings:
        if line.won_everything is not None:
            yield sweep_note(line)
        if line.alone is not None:
            yield _alone(line, len(plan.rules.all_teams()))
    if summary.settlement is not None:
        yield _verdict(plan, summary.settlement)
    yield from _faults(summary.faults)


def _faults(faults: list[FaultLine]) -> Iterator[str]:
    """Yield the first fault of each bot and kind, and their number."""
    groups = defaultdict(list)
    for line in faults:
        groups[line.fault.bot, line.fault.kind].append(line)
    for lines in groups.values():
        more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
        yield f"task {lines[0].task}, game {lines[0].game}{more}: {lines[0].fault}"


def sweep_note(line: PairingLine) -> str:
    """Explain the ratings of a pairing in which one bot won every game."""
    other = line.second if line.won_everything == line.first else line.first
    return f"{line.won_everything} won every game against {other}, so their rating difference is a lower bound"


def _alone(line: PairingLine, teams: int) -> str:
    rates, intervals = line.alone or (None, None), line.alone_intervals or (None, None)
    first, second = (f"{_percent(rate)} ({_percents(bounds)})" for rate, bounds in zip(rates, intervals, strict=True))
    return (
        f"alone against the rest, {line.first} won {first} and {line.second} {second}; "
        f"equal bots would win {_percent(1 / teams)}"
    )


def _verdict(plan: Plan, test: SprtDecision) -> str:
    first, second = plan.names()[:2]
    low, high = f"{test.elo0:+g}", f"{test.elo1:+g}"
    if test.verdict == "open":
        return f"SPRT undecided after {test.pairs} pairs (LLR {test.llr:+.2f}): {low} or {high} Elo"
    accepted, rejected = (low, high) if test.verdict == "elo0" else (high, low)
    return (
        f"SPRT decided after {test.pairs} pairs (LLR {test.llr:+.2f}): "
        f"{first} against {second} is {accepted} Elo rather than {rejected}"
    )


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"


def _percents(values: Interval | None) -> str:
    return "-" if values is None else f"{100 * values[0]:.1f} … {100 * values[1]:.1f}"
