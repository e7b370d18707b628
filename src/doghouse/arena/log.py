"""The results file: a header that says everything the match follows from, then a line for every finished task.

Lines are written as tasks finish, in any order, and each reaches the disk's care at once: whatever ends the arena, what
was played is kept. A last line that was cut off is dropped, and its task is played again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from doghouse.arena.errors import ArenaError
from doghouse.arena.plan import Plan, Task
from doghouse.arena.results import GameResult
from doghouse.rules.errors import InvalidRules

FORMAT = 1
Results = dict[int, list[GameResult]]  # of each finished task


class Log:
    """A results file that is being written."""

    def __init__(self, path: Path, plan: Plan, anew: bool) -> None:
        self._file = path.open("w" if anew else "a", encoding="utf-8")
        if anew:
            self._write({"arena": FORMAT, **plan.to_json()})

    def add(self, task: Task, games: list[GameResult]) -> None:
        seats = [{"bots": job.bots, **game.to_json()} for job, game in zip(task.games, games, strict=True)]
        self._write({"task": task.number, "seed": task.seed, "games": seats})

    def grow(self, pairs: int) -> None:
        """From now on the match has so many pairs."""
        self._write({"pairs": pairs})

    def _write(self, data: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(data) + "\n")
        self._file.flush()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()


def begin(path: Path, plan: Plan) -> Log:
    """A new results file; one that is there already is never overwritten."""
    if path.exists():
        raise ArenaError(f"{path} is there already: go on with --resume {path}, or choose another --out")
    try:
        return Log(path, plan, anew=True)
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from None


def resume(path: Path, plan: Plan) -> Log:
    """Go on with a results file, after its last whole line; that there are more pairs now is written down."""
    try:
        text = path.read_bytes()
        if not text.endswith(b"\n"):
            with path.open("r+b") as file:
                file.truncate(text.rfind(b"\n") + 1)
        log = Log(path, plan, anew=False)
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from None
    if read(path)[0].pairs != plan.pairs:
        log.grow(plan.pairs)
    return log


def read(path: Path) -> tuple[Plan, Results]:
    """What a results file says; a cut off last line is left out."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ArenaError(f"{path}: {getattr(error, 'strerror', 'this is not text')}") from None
    lines = text.split("\n")[:-1]
    if not lines:
        raise ArenaError(f"{path}: a results file begins with a header, and this file is empty")
    plan = _plan(path, _json(path, 1, lines[0]))
    results: Results = {}
    for number, line in enumerate(lines[1:], start=2):
        data = _json(path, number, line)
        if set(data) == {"pairs"}:
            plan = plan.with_pairs(data["pairs"])
            continue
        try:
            task = plan.task(data["task"])
            games = [GameResult.from_json({k: v for k, v in game.items() if k != "bots"}) for game in data["games"]]
        except (KeyError, TypeError) as error:
            raise ArenaError(f"{path}, line {number}: this is not the result of a task ({error})") from None
        if data.get("seed") != task.seed or [game["bots"] for game in data["games"]] != [
            job.bots for job in task.games
        ]:
            raise ArenaError(f"{path}, line {number}: task {task.number} of this match has other seeds or seats")
        results[task.number] = games
    return plan, results


def _json(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise ArenaError(f"{path}, line {number}: a line of a results file is a JSON object, and this is none")
    return data


def _plan(path: Path, header: dict[str, Any]) -> Plan:
    if header.pop("arena", None) != FORMAT:
        raise ArenaError(f"{path}, line 1: this is not the header of a results file of this arena")
    try:
        plan = Plan.from_json(header)
    except (KeyError, TypeError, InvalidRules) as error:
        raise ArenaError(f"{path}, line 1: this header is not complete ({error})") from None
    for name, mine in plan.to_json().items():
        if name in ("doghouse", "rules_version") and header.get(name) != mine:
            raise ArenaError(
                f"{path} was played with {name.replace('_', ' ')} {header.get(name)}, and this is {mine}: "
                "bots may play differently now, so the results cannot be mixed"
            )
    return plan
