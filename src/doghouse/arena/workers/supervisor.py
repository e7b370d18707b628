"""Supervision of one worker process: send it games, restart it when it dies, and find the bot at fault."""

from __future__ import annotations

import os
import select
import signal
import tempfile
from contextlib import suppress
from time import monotonic
from typing import Any

from doghouse.arena.errors import ArenaError
from doghouse.arena.game_runner import lost_by_fault
from doghouse.arena.plan import GameJob, Task
from doghouse.arena.results.game_result import Fault, GameResult
from doghouse.arena.workers.spawn import Process, exchange, reap, start
from doghouse.arena.workers.worker import DECISION

POLL_SECONDS = 0.5  # between checks of a worker that has not responded yet
SLACK_SECONDS = 1.0  # after a bot's deadline: one that answers late loses without killing the worker


class Stopped(Exception):
    """The supervisor was stopped while a game was running."""


class WorkerSupervisor:
    """A worker process that is started when needed."""

    def __init__(self) -> None:
        self._decision_file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 -- closed by close()
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115
        self._worker: Process | None = None
        self._stopped = False

    def play_task(self, task: Task) -> list[GameResult]:
        return [self.play(job)[0] for job in task.games]

    def play(self, job: GameJob, record: bool = False) -> tuple[GameResult, str | None]:
        """Return the result of a game and its record; there is no record if the game ended with its worker.

        If the worker dies, play the game again with isolated bots.
        """
        for isolated in (False, True):
            response = self._request({"job": job.to_json(), "record": record, "isolated": isolated})
            if "error" in response:
                raise ArenaError(f"worker processes cannot play: {response['error']}")
            with suppress(KeyError, TypeError):
                return GameResult.from_json(response["result"]), response["record"]
            self._end_worker()
            seat, ply, deadline = self._last_decision()
            if seat in job.bots and monotonic() >= deadline:
                fault = Fault(seat, job.bots[seat], "time", ply, "no answer")
                return lost_by_fault(job, fault, ply), None
        if seat not in job.bots:
            raise ArenaError(f"worker processes exit before playing a game: {self._last_error()}")
        return lost_by_fault(job, Fault(seat, job.bots[seat], "crashed", ply, "ended its process"), ply), None

    def _request(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return the worker's response; nothing if the worker died or a bot wrote into the response."""
        self._stderr.seek(0)  # moves the worker's position too
        self._stderr.truncate()
        os.pwrite(self._decision_file.fileno(), bytes(DECISION.size), 0)
        if self._worker is None or self._worker.poll() is not None:
            self._end_worker()
            self._worker = start(
                "doghouse.arena.workers.worker",
                str(self._decision_file.fileno()),
                pass_fds=[self._decision_file.fileno()],
                stderr=self._stderr,
                start_new_session=True,  # Ctrl-C is for the arena, which ends its workers itself
            )
        worker = self._worker
        if self._stopped:  # while the worker started
            raise Stopped
        response = exchange(worker, request, lambda: self._response_ready(worker))
        if self._stopped:
            raise Stopped
        return response

    def _response_ready(self, worker: Process) -> bool:
        """Wait for a response; kill the worker and return False if it is dead or its bot hangs."""
        assert worker.stdout is not None
        while not select.select([worker.stdout], [], [], POLL_SECONDS)[0]:
            seat, _ply, deadline = self._last_decision()
            # A child of a bot may outlive the worker and keep the pipe open.
            if worker.poll() is not None or (seat and monotonic() > deadline + SLACK_SECONDS):
                _kill(worker)
                return False
        return True

    def _last_decision(self) -> tuple[str, int, float]:
        """Return the seat that was last to decide in this game ("" for none), the ply, and its deadline."""
        seat, ply, deadline = DECISION.unpack(os.pread(self._decision_file.fileno(), DECISION.size, 0))
        return seat.decode("latin-1").strip("\0"), ply, deadline

    def _last_error(self) -> str:
        self._stderr.seek(0)
        lines = self._stderr.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "no error message"

    def _end_worker(self) -> None:
        if self._worker is not None:
            _kill(self._worker)
            reap(self._worker)
            self._worker = None

    def stop(self) -> None:
        """Kill the worker; a thread that waits for it gets ``Stopped``."""
        self._stopped = True
        if (worker := self._worker) is not None:
            _kill(worker)

    def close(self) -> None:
        self.stop()
        self._end_worker()
        self._decision_file.close()
        self._stderr.close()


def _kill(worker: Process) -> None:
    """Kill the worker and all processes its bots started."""
    with suppress(ProcessLookupError):
        os.killpg(worker.pid, signal.SIGKILL)
