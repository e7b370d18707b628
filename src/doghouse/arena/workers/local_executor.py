"""Tasks on the cores of this machine, one worker process for each."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Generator, Iterable
from typing import Protocol

from doghouse.arena.plan import Task
from doghouse.arena.results.game_result import GameResult
from doghouse.arena.workers.supervisor import Stopped, WorkerSupervisor

Finished = tuple[Task, list[GameResult]]


class Executor(Protocol):
    """Where tasks are played."""

    def play(self, tasks: Iterable[Task]) -> Generator[Finished, None, None]:
        """The tasks as they are finished, in any order; what is left of them ends when the iterator is closed."""
        ...


def all_cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class LocalExecutor:
    """A thread for each worker, which only waits for it; tasks are handed out one by one."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def play(self, tasks: Iterable[Task]) -> Generator[Finished, None, None]:
        waiting = _Shared(tasks)
        done: queue.SimpleQueue[Finished | Exception | None] = queue.SimpleQueue()
        supervisors = [WorkerSupervisor() for _worker in range(self.workers)]
        threads = [
            threading.Thread(target=_work, args=(supervisor, waiting, done), daemon=True) for supervisor in supervisors
        ]
        for thread in threads:
            thread.start()
        try:
            running = len(threads)
            while running:
                result = done.get()
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


class _Shared:
    """Tasks that several threads take from."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._tasks = iter(tasks)
        self._lock = threading.Lock()

    def next(self) -> Task | None:
        with self._lock:
            return next(self._tasks, None)


def _work(supervisor: WorkerSupervisor, waiting: _Shared, done: queue.SimpleQueue[Finished | Exception | None]) -> None:
    try:
        while (task := waiting.next()) is not None:
            done.put((task, supervisor.play_task(task)))
    except Stopped:
        pass
    except Exception as error:  # it is raised where the results are waited for
        done.put(error)
    done.put(None)
