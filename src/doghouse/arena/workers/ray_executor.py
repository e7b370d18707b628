"""Tasks on the machines of a Ray cluster (``pip install doghouse[cluster]``).

A task runs in a Ray worker, which keeps a worker process of its own, as on one machine: a bot that hangs harms nobody.
When a Ray worker or its machine dies, Ray runs the task again elsewhere; results depend on seeds alone, so nothing is
lost and nothing changes.
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
from doghouse.arena.workers.local_executor import Finished
from doghouse.arena.workers.supervisor import WorkerSupervisor
from doghouse.util.ray_cluster import ClusterUnavailable, connect

AHEAD = 2  # tasks for each core, so that no worker waits for the next one
MOST_RETRIES = (
    -1
)  # machines may go as often as they like; a bot that takes its process down is the supervisor's business


class RayExecutor:
    """Plays on a cluster: at an address, at the one this machine belongs to (``auto``), or on this machine alone."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        self.workers = workers
        try:
            self._ray = connect(address, workers)
        except ClusterUnavailable as error:
            raise ArenaError(str(error)) from None

    def play(self, tasks: Iterable[Task]) -> Generator[Finished, None, None]:
        # Ray tells of machines that die on stdout, which is for the result.
        with contextlib.redirect_stdout(sys.stderr):
            try:
                yield from self._play(self._ray, tasks)
            finally:
                self._ray.shutdown()

    def _play(self, ray: Any, tasks: Iterable[Task]) -> Generator[Finished, None, None]:
        remote = ray.remote(max_retries=MOST_RETRIES, num_cpus=1)(play_in_cluster)
        waiting = iter(tasks)
        running: dict[Any, Task] = {}
        while True:
            for task in islice(waiting, max(self._wanted(ray) - len(running), 0)):
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
                        f"task {task.number} failed in the cluster: {str(error).splitlines()[-1]}"
                    ) from None

    def _wanted(self, ray: Any) -> int:
        """How many tasks are under way; clusters grow and shrink, so it is asked anew."""
        cores = int(ray.cluster_resources().get("CPU", 1))
        return AHEAD * cores if self.workers is None or self.workers >= cores else self.workers


def play_in_cluster(task: Task) -> list[GameResult]:
    """A task, inside a Ray worker."""
    return _supervisor().play_task(task)


@cache
def _supervisor() -> WorkerSupervisor:
    return WorkerSupervisor()
