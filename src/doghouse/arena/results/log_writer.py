"""Write the results file: a header with the plan, then one JSON line per finished task.

Each line is written when its task finishes, so an interrupted match keeps what was played. A truncated last line is
dropped, and its task is played again.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from doghouse.arena.errors import ArenaError
from doghouse.arena.plan import FORMAT, Plan, Task
from doghouse.arena.results.game_result import GameResult, Results
from doghouse.arena.results.log_reader import parse, read
from doghouse.util.files import LockHeld, lock

LINE_BYTES = 500  # of a typical line


class ResultsLog(AbstractContextManager["ResultsLog"]):
    """A results file open for writing, locked against other processes."""

    def __init__(self, path: Path, file: io.FileIO, plan: Plan, results: Results) -> None:
        self.path = path
        self.plan = plan  # as stored in the file
        self.results = results  # that were in the file when it was opened
        self._file = file

    def add(self, task: Task, games: list[GameResult]) -> None:
        seats = [{"bots": job.bots, **game.to_json()} for job, game in zip(task.games, games, strict=True)]
        self._write({"task": task.number, "seed": task.seed, "games": seats})

    def extend(self, pairs: int) -> Plan:
        """Set the number of pairs of the match to a larger one, and return the new plan."""
        if pairs != self.plan.pairs:
            self._write({"pairs": pairs})
            self.plan = replace(self.plan, pairs=pairs)
        return self.plan

    def _write(self, data: Mapping[str, Any]) -> None:
        try:
            _append(self._file, data)
        except OSError as error:
            raise ArenaError(f"cannot write {self.path}: {error.strerror}") from None

    def close(self) -> None:
        with suppress(OSError):  # nothing is buffered
            self._file.close()

    def __exit__(self, *_error: object) -> None:
        self.close()


def create(path: Path, plan: Plan) -> ResultsLog:
    """Create a results file; never overwrite an existing one."""
    if path.exists():
        raise ArenaError(f"{path} already exists{_advice(path, plan)}")
    with _open_locked(path, "x+") as file:
        try:
            _append(file, {"arena": FORMAT, **plan.to_json()})
        except OSError:
            path.unlink(missing_ok=True)
            raise
    return ResultsLog(path, file, plan, {})


def _advice(path: Path, plan: Plan) -> str:
    with suppress(ArenaError):
        if replace(read(path)[0], pairs=plan.pairs) == plan:
            return f": continue with --resume {path}, or choose another --out"
    return " and belongs to another match: choose another --out"


def resume(path: Path) -> ResultsLog:
    """Open a results file to append to it, after its last complete line."""
    with _open_locked(path, "r+") as file:
        text = file.readall()
        plan, results = parse(path, text)
        end = text.rfind(b"\n") + 1
        file.truncate(end)
        file.seek(end)
    return ResultsLog(path, file, plan, results)


@contextmanager
def _open_locked(path: Path, mode: str) -> Iterator[io.FileIO]:
    """Open and lock a file; close it only on an error, and raise ArenaError."""
    try:
        file = io.FileIO(path, mode)
        try:
            lock(file)
            yield file
        except BaseException:
            file.close()
            raise
    except LockHeld:
        raise ArenaError(f"another arena is writing {path}: wait for it, or interrupt it first") from None
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from None


def estimate_tasks(path: Path) -> int:
    """Estimate the number of results in a file by its size."""
    try:
        return path.stat().st_size // LINE_BYTES
    except OSError:
        return 0


def _append(file: io.FileIO, data: Mapping[str, Any]) -> None:
    """Write a line; on an error, remove what was written of it."""
    start = file.tell()
    rest = memoryview(json.dumps(data).encode() + b"\n")
    try:
        while rest:
            rest = rest[file.write(rest) :]
    except OSError:
        with suppress(OSError):
            file.truncate(start)
            file.seek(start, os.SEEK_SET)
        raise
