"""Looks after one worker process: hands it games, replaces it when it dies, and says whose fault that was."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import tempfile
from pathlib import Path
from time import monotonic
from typing import IO

from doghouse.arena.errors import ArenaError
from doghouse.arena.game_runner import lost_by
from doghouse.arena.plan import GameJob, Task
from doghouse.arena.results.game_result import Fault, GameResult
from doghouse.arena.workers.spawn import python, same_imports
from doghouse.arena.workers.worker import ASKED, SLACK

LOOK = 0.5  # seconds between looks whether a silent worker still lives
MOST_TRIES = 3  # a worker may die by accident; one that dies again and again in the same game dies of a bot


class Stopped(Exception):
    """The worker was ended from outside."""


class Keeper:
    """One worker process, always alive when it is needed."""

    def __init__(self) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 -- as long as the keeper
        self._asked: IO[bytes] | None = None
        self._worker: subprocess.Popen[str] | None = None
        self._stopped = False

    def play_task(self, task: Task) -> list[GameResult]:
        return [self.play(job) for job in task.games]

    def play(self, job: GameJob) -> GameResult:
        return self.play_recorded(job, record=False)[0]

    def play_recorded(self, job: GameJob, record: bool = True) -> tuple[GameResult, str | None]:
        """The result of a game, and its record, unless it ended with its worker."""
        for attempt in range(1, MOST_TRIES + 1):
            apart = attempt == MOST_TRIES  # to see who it is
            answer = self._ask(json.dumps({"job": job.to_json(), "record": record, "apart": apart}) + "\n")
            if answer and (found := self._understood(answer)):
                return found
            seat, ply, until = self._last_asked()
            if seat and monotonic() >= until:
                return self._lost(job, Fault(seat, job.bots[seat], "time", ply, "it did not answer at all"))
        if not seat:
            raise ArenaError(f"the worker processes die before they play: {self._last_words()}")
        return self._lost(job, Fault(seat, job.bots[seat], "crashed", ply, "it takes its process down"))

    def _understood(self, answer: str) -> tuple[GameResult, str | None] | None:
        """What the worker answers; nothing if a bot wrote into it, after which nothing it says can be relied on."""
        try:
            data = json.loads(answer)
            if "missing" in data:
                raise ArenaError(f"the processes that play do not find what is found here: {data['missing']}")
            found, record, tired = GameResult.from_json(data["result"]), data["record"], data["tired"]
        except (ValueError, TypeError, KeyError):
            found, record, tired = None, None, True
        if tired and self._worker is not None:
            self._end(self._worker)  # the next game begins without what bots left running
        return None if found is None else (found, record)

    def _lost(self, job: GameJob, fault: Fault) -> tuple[GameResult, None]:
        return lost_by(job, fault, fault.ply), None

    def _ask(self, request: str) -> str:
        """The answer of the worker, or nothing if it died over it."""
        self._said.seek(0)  # the worker's place in it too: they share it
        self._said.truncate()
        worker = self._worker if self._worker is not None and self._worker.poll() is None else self._start()
        assert self._asked is not None
        assert worker.stdin is not None
        assert worker.stdout is not None
        self._asked.seek(0)
        self._asked.write(bytes(ASKED.size))  # nobody yet: whoever was asked in the last game has answered
        try:
            worker.stdin.write(request)
            worker.stdin.flush()
            self._wait(worker)
            answer = worker.stdout.readline()
        except OSError:
            answer = ""
        if not answer.endswith("\n"):
            self._end(worker)
            answer = ""
        if self._stopped:
            raise Stopped
        return answer

    def _wait(self, worker: subprocess.Popen[str]) -> None:
        """Until the worker answers, is dead, or should long be.

        What a bot started may outlive it, and keeps the pipe open. The alarm in the worker is the first to see a bot
        that hangs, but bots can switch it off.
        """
        assert worker.stdout is not None
        while not select.select([worker.stdout], [], [], LOOK)[0]:
            seat, _ply, until = self._last_asked()
            if worker.poll() is not None or (seat and monotonic() > until + SLACK + LOOK):
                _kill(worker)
                return

    def _start(self) -> subprocess.Popen[str]:
        """A new worker. The file in which it says whom it asks has no name any more once both have it open, so that it
        goes when they go, however they end."""
        if self._worker is not None:
            self._end(self._worker)
        with tempfile.TemporaryDirectory(prefix="doghouse-arena-", ignore_cleanup_errors=True) as folder:
            path = Path(folder, "asked")
            if self._asked is not None:
                self._asked.close()
            self._asked = path.open("w+b", buffering=0)
            worker = self._worker = subprocess.Popen(
                python("doghouse.arena.workers.worker", str(path)),
                env=same_imports(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._said,
                text=True,
                encoding="utf-8",
                start_new_session=True,  # Ctrl-C in the terminal is for the arena, which ends its workers itself
            )
            if self._stopped:  # meanwhile
                raise Stopped
            assert worker.stdout is not None
            worker.stdout.readline()  # it is ready
        return worker

    def _last_asked(self) -> tuple[str, int, float]:
        """The seat that was asked last in this game, at which ply, and until when it could answer."""
        assert self._asked is not None
        self._asked.seek(0)
        seat, ply, until = ASKED.unpack(self._asked.read(ASKED.size))
        return seat.decode().strip("\0"), ply, until

    def _last_words(self) -> str:
        self._said.seek(0)
        lines = self._said.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "without a word"

    def _end(self, worker: subprocess.Popen[str]) -> None:
        _kill(worker)
        worker.wait()
        self._worker = None
        for pipe in (worker.stdin, worker.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue  # what was not sent yet is not wanted any more

    def stop(self) -> None:
        """End the worker now; whoever waits for its answer gets ``Stopped``."""
        self._stopped = True
        worker = self._worker
        if worker is not None:
            _kill(worker)

    def close(self) -> None:
        self.stop()
        if self._worker is not None:
            self._end(self._worker)
        if self._asked is not None:
            self._asked.close()
        self._said.close()


def _kill(worker: subprocess.Popen[str]) -> None:
    """The worker, and whatever its bots started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(worker.pid, signal.SIGKILL)
