"""Play tasks on the cores of this machine, with one worker process per core."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Generator, Iterable
from contextlib import suppress
from typing import Protocol

from doghouse.arena.plan import Task
from doghouse.arena.results.game_result import GameResult
from doghouse.arena.workers.supervisor import Stopped, WorkerSupervisor

FinishedTask = tuple[Task, list[GameResult]]


class Executor(Protocol):
    """Where tasks are played."""

    def play(self, tasks: Iterable[Task]) -> Generator[FinishedTask, None, None]:
        """Yield the tasks as they finish, in any order; closing the generator cancels the rest."""
        ...


def available_cores() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class LocalExecutor:
    """One thread per worker process; each thread waits for its worker."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def play(self, tasks: Iterable[Task]) -> Generator[FinishedTask, None, None]:
        pending = iter(tasks)
        lock = threading.Lock()
        finished: queue.SimpleQueue[FinishedTask | Exception | None] = queue.SimpleQueue()  # None: a thread has ended

        def next_task() -> Task | None:
            with lock:
                return next(pending, None)

        def work(supervisor: WorkerSupervisor) -> None:
            try:
                with suppress(Stopped):
                    while (task := next_task()) is not None:
                        finished.put((task, supervisor.play_task(task)))
            except Exception as error:
                finished.put(error)
            finished.put(None)

        supervisors = [WorkerSupervisor() for _worker in range(self.workers)]
        threads = [threading.Thread(target=work, args=(supervisor,), daemon=True) for supervisor in supervisors]
        for thread in threads:
            thread.start()
        try:
            running = len(threads)
            while running:
                result = finished.get()
                if result is None:
                    running -= 1
                elif isinstance(result, Exception):
                    raise result
                else:
                    yield result
        finally:
            for supervisor in supervisors:
                supervisor.stop()
            for thread in threads:
                thread.join()
            for supervisor in supervisors:
                supervisor.close()
