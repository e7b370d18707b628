"""The progress bar of a match, with the score."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

from doghouse.arena.plan import Plan
from doghouse.arena.seating import seatings
from doghouse.arena.stats.running_totals import RunningTotals

SLOW_PAIRS = 10_000  # take noticeable time to read and to evaluate
MAX_SHARES = 4
WIDE_TERMINAL = 110  # columns


def slow_status(console: Console, action: str, pairs: int) -> AbstractContextManager[object]:
    """Show a status line for an action on many pairs."""
    if pairs < SLOW_PAIRS or not console.is_terminal:
        return nullcontext()
    return console.status(f"{action} {pairs:,} pairs …")


class MatchProgress(Progress):
    """Shows the games played, the score, games per second and the time left."""

    def __init__(self, plan: Plan, console: Console) -> None:
        width = 24 if console.width >= WIDE_TERMINAL else 6
        super().__init__(
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
        self._plan = plan
        self._games = len(seatings(plan.rules))
        total = len(plan) * self._games
        self._score_width = max(16, console.width - width - 2 * len(str(total)) - 28)
        self._bar = self.add_task("", total=total, score="", speed="")
        self._done_before: int | None = None

    def show(self, totals: RunningTotals) -> None:
        done = sum(totals.pairs) * self._games
        if self._done_before is None:
            self._done_before = done
        elapsed = self.tasks[0].elapsed or 0.0
        speed = (done - self._done_before) / elapsed if elapsed > 0 else 0.0
        score = self._score(totals)
        if len(score) > self._score_width:
            score = score[: self._score_width - 1] + "…"
        self.update(self._bar, completed=done, score=score, speed=f"{speed:.1f}/s")

    def _score(self, totals: RunningTotals) -> str:
        faults = f", {totals.faults} lost by fault" if totals.faults else ""
        if len(self._plan.pairings) > 1:
            return self._shares(totals) + faults
        points, others = totals.points[0], 2 * totals.pairs[0] - totals.points[0]
        first, second = self._plan.names()[:2]
        llr = f", LLR {totals.decision.llr:+.2f}" if totals.decision is not None else ""
        return f"{first} {points:g} : {others:g} {second}{llr}{faults}"

    def _shares(self, totals: RunningTotals) -> str:
        """Return the win rates of the best bots."""
        won = [0.0] * len(self._plan.bots)
        played = [0] * len(self._plan.bots)
        for (first, second), points, pairs in zip(self._plan.pairings, totals.points, totals.pairs, strict=True):
            won[first] += points
            won[second] += 2 * pairs - points
            played[first] += 2 * pairs
            played[second] += 2 * pairs
        shares = [(won[bot] / played[bot], name) for bot, name in enumerate(self._plan.names()) if played[bot]]
        return ", ".join(f"{name} {share:.0%}" for share, name in sorted(shares, reverse=True)[:MAX_SHARES])
