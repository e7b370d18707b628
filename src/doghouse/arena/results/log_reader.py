"""Read and validate a results file; errors name the file and the line.

Everything that can be checked is, since a damaged number would otherwise be counted without notice.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from doghouse.arena.errors import ArenaError
from doghouse.arena.plan import FORMAT, MAX_PAIRS, VERSIONS, Plan, Task
from doghouse.arena.results.game_result import Fault, GameResult, Reason, Results
from doghouse.arena.seating import teams_of
from doghouse.rules.errors import InvalidRules

MAX_SECONDS = 1e9  # of all decisions of a seat; excludes infinity
Count = Annotated[int, msgspec.Meta(ge=0)]
Pairs = Annotated[int, msgspec.Meta(ge=1, le=MAX_PAIRS)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=MAX_SECONDS)]
Shape = TypeVar("Shape")


class _Limits(msgspec.Struct, forbid_unknown_fields=True):
    most_plies: Annotated[int, msgspec.Meta(ge=1)]
    time_limit: float | None


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    doghouse: str
    rules_version: int
    rules: dict[str, Any]
    bots: list[str]
    seed: str
    pairs: Pairs
    stranger: str | None
    round_robin: bool
    limits: _Limits
    sprt: tuple[float, float] | None


class _Extension(msgspec.Struct, forbid_unknown_fields=True):
    pairs: Pairs


class _Game(msgspec.Struct, forbid_unknown_fields=True):
    bots: dict[str, str]
    winners: str
    reason: Reason
    plies: Count
    decisions: dict[str, Count]
    seconds: dict[str, Seconds]
    fault: Fault | None


class _TaskLine(msgspec.Struct, forbid_unknown_fields=True):
    task: Count
    seed: str
    games: list[_Game]


def read(path: Path) -> tuple[Plan, Results]:
    """Return the plan and the results in a file; a truncated last line is ignored."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from None
    return parse(path, text)


def parse(path: Path, text: bytes) -> tuple[Plan, Results]:
    lines = text.split(b"\n")[:-1]
    if not lines:
        raise ArenaError(f"{path}: {'truncated header' if text else 'empty file'}, nothing to resume")
    number = 1
    try:
        parser = _Parser(_plan(lines[0]))
        for number, line in enumerate(lines[1:], start=2):
            parser.add(number, line)
    except _InvalidLine as error:
        raise ArenaError(f"{path}, line {number}: {error}") from None
    return parser.plan, parser.results


@dataclass
class _Parser:
    plan: Plan
    results: Results = field(default_factory=dict)
    _line_numbers: dict[int, int] = field(default_factory=dict)  # by task

    def add(self, number: int, line: bytes) -> None:
        data = _json(line)
        if set(data) != {"pairs"}:
            self._add_task(number, _convert(data, _TaskLine))
            return
        pairs = _convert(data, _Extension).pairs
        if pairs < self.plan.pairs:
            raise _InvalidLine(f"cannot shrink a match of {self.plan.pairs} pairs to {pairs}")
        self.plan = replace(self.plan, pairs=pairs)

    def _add_task(self, number: int, line: _TaskLine) -> None:
        if line.task >= len(self.plan):
            raise _InvalidLine(f"no task {line.task} in this match: its tasks are 0 to {len(self.plan) - 1}")
        if line.task in self._line_numbers:
            raise _InvalidLine(
                f"task {line.task} already has a result on line {self._line_numbers[line.task]}; delete the wrong one"
            )
        task = self.plan.task(line.task)
        if line.seed != task.seed or [game.bots for game in line.games] != [job.bots for job in task.games]:
            raise _InvalidLine(f"seed or seats differ from task {task.number} of this match")
        self._line_numbers[line.task] = number
        self.results[line.task] = [_game(self.plan, task, index, game) for index, game in enumerate(line.games)]


class _InvalidLine(Exception):
    """A line that no match can have written."""


def _json(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise _InvalidLine("not a JSON object")
    return data


def _convert(data: dict[str, Any], shape: type[Shape]) -> Shape:
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        fault, _at, place = str(error).replace("`", "").partition(" - at ")
        raise _InvalidLine(
            fault[0].lower() + fault[1:] + (f", at {place.removeprefix('$.')}" if place else "")
        ) from None


def _plan(line: bytes) -> Plan:
    """Return the plan in a header. Check the versions first, since other versions may have another format."""
    header = _json(line)
    if header.pop("arena", None) != FORMAT:
        raise _InvalidLine("not the header of a results file")
    for name, version in VERSIONS.items():
        if header.get(name) != version:
            raise _InvalidLine(
                f"the match was played with {name.replace('_', ' ')} {header.get(name)}, and this is {version}: "
                "bots may play differently, so the results cannot be combined"
            )
    _convert(header, _Header)
    try:
        return Plan.from_json(header)
    except (TypeError, InvalidRules) as error:
        raise _InvalidLine(f"invalid rules: {error}") from None


def _game(plan: Plan, task: Task, index: int, game: _Game) -> GameResult:
    teams, fault = teams_of(plan.rules), game.fault
    won = [team for team in teams if set(team) <= set(game.winners)]
    error = ""
    if not won or sorted(game.winners) != sorted("".join(won)):
        error = f"winners must be one or more of the teams {', '.join(teams)}, not {game.winners!r}"
    elif game.plies > plan.limits.most_plies:
        error = f"{game.plies} plies, but games of this match have at most {plan.limits.most_plies}"
    elif not set(game.decisions) <= set(game.bots) or set(game.seconds) != set(game.decisions):
        error = f"decisions and seconds must be for the seats {', '.join(game.bots)}"
    elif (game.reason == "fault") != (fault is not None):
        error = "the reason must be 'fault' if there is a fault, and only then"
    elif fault is not None and (game.bots.get(fault.seat) != fault.bot or fault.seat in game.winners):
        error = "the fault must name the bot in its seat, which must not have won"
    if error:
        raise _InvalidLine(f"game {index} of task {task.number}: {error}")
    return GameResult(game.winners, game.reason, game.plies, game.decisions, game.seconds, fault)
