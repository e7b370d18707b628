"""Play tasks on a Ray cluster (``pip install doghouse[cluster]``).

A task runs in a Ray worker, which supervises a worker process of its own, as on one machine. When a Ray worker or its
machine dies, Ray runs the task elsewhere; the result is the same, since it depends on seeds only.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Generator, Iterable
from functools import cache
from itertools import islice
from typing import Any

from doghouse.arena.errors import ArenaError
from doghouse.arena.plan import Task
from doghouse.arena.results.game_result import GameResult
from doghouse.arena.workers.local_executor import FinishedTask
from doghouse.arena.workers.supervisor import WorkerSupervisor
from doghouse.util.ray_cluster import ClusterUnavailable, connect

TASKS_PER_CORE = 2  # so that no Ray worker waits for its next task


class RayExecutor:
    """Plays on the cluster at an address, the one this machine belongs to (``auto``), or this machine (``local``)."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        self.workers = workers
        try:
            self._ray = connect(address, workers)
        except ClusterUnavailable as error:
            raise ArenaError(str(error)) from None

    def play(self, tasks: Iterable[Task]) -> Generator[FinishedTask, None, None]:
        # Ray reports dead machines on stdout, which is reserved for the results.
        with contextlib.redirect_stdout(sys.stderr):
            try:
                yield from self._play(self._ray, tasks)
            finally:
                self._ray.shutdown()

    def _play(self, ray: Any, tasks: Iterable[Task]) -> Generator[FinishedTask, None, None]:
        remote = ray.remote(max_retries=-1, num_cpus=1)(play_on_cluster)  # without limit: machines come and go
        pending = iter(tasks)
        running: dict[Any, Task] = {}
        while True:
            for task in islice(pending, max(self._max_running(ray) - len(running), 0)):
                running[remote.remote(task)] = task
            if not running:
                return
            done, _others = ray.wait(list(running), num_returns=1)
            for reference in done:
                task = running.pop(reference)
                try:
                    yield task, ray.get(reference)
                except ray.exceptions.RayError as error:
                    raise ArenaError(
                        f"task {task.number} failed on the cluster: {str(error).splitlines()[-1]}"
                    ) from None

    def _max_running(self, ray: Any) -> int:
        """Return how many tasks to keep running; the number of cores changes with the cluster."""
        cores = int(ray.cluster_resources().get("CPU", 1))
        return TASKS_PER_CORE * cores if self.workers is None or self.workers >= cores else self.workers


def play_on_cluster(task: Task) -> list[GameResult]:
    return _supervisor().play_task(task)


@cache
def _supervisor() -> WorkerSupervisor:
    return WorkerSupervisor()
