"""Play the missing tasks of a match."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from doghouse.arena.plan import Plan
from doghouse.arena.results.game_result import Results
from doghouse.arena.results.log_writer import ResultsLog
from doghouse.arena.stats.running_totals import RunningTotals
from doghouse.arena.workers.local_executor import Executor


def play_match(
    plan: Plan, executor: Executor, log: ResultsLog, results: Results, on_progress: Callable[[RunningTotals], None]
) -> bool:
    """Play the tasks without a result until all are played or the sequential test is decided.

    Each result is added to ``results`` and to the log at once. Return False if the match was interrupted.
    """
    totals = RunningTotals(plan, results)
    missing = [number for number in range(len(plan)) if number not in results]
    if totals.is_decided or not missing:
        return True
    try:
        on_progress(totals)
        with closing(executor.play(map(plan.task, missing))) as finished:
            for task, games in finished:
                log.add(task, games)
                totals.add(task.number, games)
                on_progress(totals)
                if totals.is_decided:
                    break
    except KeyboardInterrupt:
        return False
    return True
