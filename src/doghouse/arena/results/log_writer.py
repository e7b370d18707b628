"""The results file: a header that says everything the match follows from, then a line for every finished task.

Lines are written as tasks finish, in any order, and each reaches the disk's care at once: whatever ends the arena, what
was played is kept. A last line that was cut off is dropped, and its task is played again.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from doghouse.arena.errors import ArenaError
from doghouse.arena.plan import FORMAT, Plan, Task
from doghouse.arena.results.game_result import GameResult
from doghouse.arena.results.log_reader import Results, read, understood
from doghouse.util.files import LockHeld, lock

__all__ = ["Log", "Results", "about_how_many", "begin", "read", "resume"]

LINE = 500  # bytes, more or less


class Log:
    """A results file that is being written, by this arena alone."""

    def __init__(self, path: Path, file: io.FileIO, plan: Plan, results: Results) -> None:
        self.path = path
        self.plan = plan  # as far as the file tells
        self.results = results  # that stood in it when it was opened
        self._file = file

    def add(self, task: Task, games: list[GameResult]) -> None:
        seats = [{"bots": job.bots, **game.to_json()} for job, game in zip(task.games, games, strict=True)]
        self._write({"task": task.number, "seed": task.seed, "games": seats})

    def grow(self, pairs: int) -> Plan:
        """From now on the match has so many pairs."""
        if pairs != self.plan.pairs:
            self._write({"pairs": pairs})
            self.plan = self.plan.with_pairs(pairs)
        return self.plan

    def _write(self, data: Mapping[str, Any]) -> None:
        try:
            _append(self._file, data)
        except OSError as error:
            raise ArenaError(f"{self.path} cannot be written: {error.strerror}") from None

    def close(self) -> None:
        with contextlib.suppress(OSError):  # nothing is waiting to be written
            self._file.close()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _way_out(path: Path, plan: Plan) -> str:
    """What to do where a results file is in the way."""
    try:
        same = read(path)[0].with_pairs(plan.pairs) == plan
    except ArenaError:
        same = False
    return (
        f"go on with --resume {path}, or choose another --out"
        if same
        else "it is of another match; choose another --out"
    )


def begin(path: Path, plan: Plan) -> Log:
    """A new results file; one that is there already is never overwritten."""
    try:
        file = io.FileIO(path, "x+")
    except FileExistsError:
        raise ArenaError(f"{path} is there already: {_way_out(path, plan)}") from None
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from None
    try:
        _keep_others_out(file, path)
        _append(file, {"arena": FORMAT, **plan.to_json()})
    except OSError as error:
        file.close()
        path.unlink(missing_ok=True)  # nothing is in it
        raise ArenaError(f"{path}: {error.strerror}") from None
    except ArenaError:
        file.close()
        raise
    return Log(path, file, plan, {})


def resume(path: Path) -> Log:
    """Go on with a results file, after its last whole line."""
    try:
        file = io.FileIO(path, "r+")
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from None
    try:
        _keep_others_out(file, path)
        text = file.readall()
        plan, results = understood(path, text)
        end = text.rfind(b"\n") + 1
        file.truncate(end)
        file.seek(end)
    except OSError as error:
        file.close()
        raise ArenaError(f"{path}: {error.strerror}") from None
    except ArenaError:
        file.close()
        raise
    return Log(path, file, plan, results)


def _keep_others_out(file: io.FileIO, path: Path) -> None:
    try:
        lock(file)
    except LockHeld:
        raise ArenaError(f"another arena is playing on {path}: wait until it is done, or interrupt it first") from None


def about_how_many(path: Path) -> int:
    """Results in a file, judged by its size alone."""
    try:
        return path.stat().st_size // LINE
    except OSError:
        return 0


def _append(file: io.FileIO, data: Mapping[str, Any]) -> None:
    """A whole line, or, as far as that is possible, nothing of it."""
    begun = file.tell()
    rest = memoryview(json.dumps(data).encode() + b"\n")
    try:
        while rest:
            rest = rest[file.write(rest) :]
    except OSError:
        with contextlib.suppress(OSError):
            file.truncate(begun)
            file.seek(begun, os.SEEK_SET)
        raise
