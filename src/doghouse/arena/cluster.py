"""Tasks on the machines of a Ray cluster (``pip install doghouse[cluster]``).

A task runs in a Ray worker, which keeps a worker process of its own, as on one machine: a bot that hangs harms nobody.
When a Ray worker or its machine dies, Ray runs the task again elsewhere; results depend on seeds alone, so nothing is
lost and nothing changes.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Generator, Iterable
from functools import cache
from itertools import islice
from typing import Any

from rich.console import Console

from doghouse.arena.errors import ArenaError
from doghouse.arena.keeper import Keeper
from doghouse.arena.local import Finished
from doghouse.arena.plan import Task
from doghouse.arena.results import GameResult

AHEAD = 2  # tasks for each core, so that no worker waits for the next one
MOST_RETRIES = -1  # machines may go as often as they like; a bot that takes its process down is the keeper's business
KNOCK = 5.0  # seconds
CONNECT = 60.0  # seconds
LOCAL, AUTO = "local", "auto"
LOOK = """
import ray, sys
try:
    ray.init(address=sys.argv[1], log_to_driver=False, logging_level="ERROR")
except (ConnectionError, ValueError, RuntimeError) as error:
    print(str(error).splitlines()[0])
"""
TOKEN = " (a cluster with token authentication wants the same RAY_AUTH_TOKEN here as on its machines)"


class RayExecutor:
    """Plays on a cluster: at an address, at the one this machine belongs to (``auto``), or on this machine alone."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        self.address = address
        self.workers = workers
        self._ray = _ray()
        self._connect(self._ray)

    def play(self, tasks: Iterable[Task]) -> Generator[Finished, None, None]:
        # Ray tells of machines that die on stdout, which is for the result.
        with contextlib.redirect_stdout(sys.stderr):
            try:
                yield from self._play(self._ray, tasks)
            finally:
                self._ray.shutdown()

    def _connect(self, ray: Any) -> None:
        settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if self.address == LOCAL:
            settings |= {"address": "local", "include_dashboard": False, "num_cpus": self.workers}
        else:
            settings |= {"address": self.address}
            _look_for(self.address)
        try:
            ray.init(**settings)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise _none_there(self.address, str(error)) from None

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


def _look_for(address: str) -> None:
    """Refuse a cluster that does not answer. Ray itself waits for it without end, and cannot be interrupted, so another
    process goes first."""
    where = (os.environ.get("RAY_ADDRESS") or AUTO) if address == AUTO else address
    _knock(where)
    command = [sys.executable, "-c", LOOK, address]  # as it will be asked here
    try:
        with Console(stderr=True).status(f"Looking for the Ray cluster at {where!r} …"):
            looked = subprocess.run(command, capture_output=True, timeout=CONNECT, check=False, text=True)
    except subprocess.TimeoutExpired:
        old = "; if that is the address of an old one, 'ray stop' forgets it" if where == AUTO else ""
        raise ArenaError(f"no Ray cluster answers at {where!r} within {CONNECT:g} s{old}") from None
    if looked.stdout:
        raise _none_there(where, looked.stdout)


def _none_there(address: str, words: str) -> ArenaError:
    return ArenaError(f"there is no Ray cluster at {address!r}: {words.splitlines()[0]}{TOKEN}")


def _knock(address: str) -> None:
    """Refuse an address where nobody answers at once; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=KNOCK).close()
    except OSError as error:
        raise ArenaError(f"nobody answers at {address}: {error.strerror or error}") from None


def play_in_cluster(task: Task) -> list[GameResult]:
    """A task, inside a Ray worker."""
    return _keeper().play_task(task)


@cache
def _keeper() -> Keeper:
    return Keeper()


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise ArenaError("a cluster needs Ray: pip install doghouse[cluster]") from None
    return ray
