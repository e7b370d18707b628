"""The progress bar, with the running score."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

from doghouse.arena.plan import Plan
from doghouse.arena.seating import seatings
from doghouse.arena.stats.running_totals import Running

MUCH = 10_000  # pairs that take long enough to read and count that one wonders
MOST_SHOWN = 4  # bots whose share the bar has room for
ROOMY = 110  # columns of a terminal


def meanwhile(console: Console, doing: str, pairs: int) -> AbstractContextManager[object]:
    """Says what is going on where it takes a while and nothing else is to be seen."""
    if pairs < MUCH or not console.is_terminal:
        return nullcontext()
    return console.status(f"{doing} {pairs:,} pairs …")


class MatchProgress:
    """Games done, the score, games a second, and the time left; on standard error, so that the table can be piped."""

    def __init__(self, plan: Plan, console: Console) -> None:
        self._plan = plan
        self._games = len(seatings(plan.rules))
        width = 24 if console.width >= ROOMY else 6
        total = len(plan) * self._games
        self._room = max(16, console.width - width - 2 * len(str(total)) - 28)  # for the score; the rest is never cut
        self._bar = Progress(
            SpinnerColumn(),
            BarColumn(bar_width=width),
            MofNCompleteColumn(),
            TextColumn("games"),
            TextColumn("[bold]{task.fields[score]}"),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=total, score="", speed="")
        self._done_before: int | None = None

    def tell(self, running: Running) -> None:
        done = sum(running.pairs) * self._games
        if self._done_before is None:
            self._done_before = done
        elapsed = self._bar.tasks[0].elapsed or 0.0
        speed = (done - self._done_before) / elapsed if elapsed > 0 else 0.0
        score = self._score(running)
        if len(score) > self._room:
            score = score[: self._room - 1] + "…"
        self._bar.update(self._task, completed=done, score=score, speed=f"{speed:.1f}/s")

    def _score(self, running: Running) -> str:
        faults = f", {running.faults} lost by fault" if running.faults else ""
        if len(self._plan.pairings) > 1:
            return self._shares(running) + faults
        points, others = running.points[0], 2 * running.pairs[0] - running.points[0]
        first, second = self._plan.names()[:2]
        test = running.settlement
        llr = f", llr {test.llr:+.2f}" if test is not None else ""
        return f"{first} {points:g} : {others:g} {second}{llr}{faults}"

    def _shares(self, running: Running) -> str:
        """What each bot has won so far of all its games, the best first."""
        won = [0.0] * len(self._plan.bots)
        played = [0] * len(self._plan.bots)
        for (first, second), points, pairs in zip(self._plan.pairings, running.points, running.pairs, strict=True):
            won[first] += points
            won[second] += 2 * pairs - points
            played[first] += 2 * pairs
            played[second] += 2 * pairs
        shares = [(won[bot] / played[bot], name) for bot, name in enumerate(self._plan.names()) if played[bot]]
        return ", ".join(f"{name} {share:.0%}" for share, name in sorted(shares, reverse=True)[:MOST_SHOWN])

    def __enter__(self) -> MatchProgress:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()
