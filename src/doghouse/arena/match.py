"""Plays what is missing of a match, until all is played, the test is settled, or somebody has had enough."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

from doghouse.arena.plan import Plan
from doghouse.arena.results.log_writer import Log, Results
from doghouse.arena.stats.running_totals import Running
from doghouse.arena.workers.local_executor import Executor

Tell = Callable[[Running], None]


def play_match(plan: Plan, executor: Executor, log: Log, results: Results, tell: Tell) -> bool:
    """Play the tasks that have no result yet; every result is in ``results`` and in the log as soon as it is there.

    False if it was interrupted.
    """
    running = Running(plan, results)
    missing = [number for number in range(len(plan)) if number not in results]
    if running.is_settled or not missing:
        return True
    try:
        tell(running)
        with closing(executor.play(map(plan.task, missing))) as finished:
            for task, games in finished:
                log.add(task, games)
                running.add(task.number, games)
                tell(running)
                if running.is_settled:
                    break
    except KeyboardInterrupt:
        return False
    return True
