"""What a results file says, line by line; whatever cannot come from a match is refused by its file and line.

Files get damaged: by hands, by disks, by two programs that wrote at once. A wrong number would be counted in silence,
so everything that can be checked is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from doghouse.arena.errors import ArenaError
from doghouse.arena.plan import FORMAT, MOST_PAIRS, VERSIONS, Plan, Task
from doghouse.arena.results.game_result import Fault, GameResult, Reason
from doghouse.arena.seating import teams_of
from doghouse.rules.errors import InvalidRules

Results = dict[int, list[GameResult]]  # of each finished task

LONGEST = 1e9  # seconds in which a game was surely over
Count = Annotated[int, msgspec.Meta(ge=0)]
Pairs = Annotated[int, msgspec.Meta(ge=1, le=MOST_PAIRS)]
Seconds = Annotated[float, msgspec.Meta(ge=0, le=LONGEST)]
Line = TypeVar("Line")


class _Limits(msgspec.Struct, forbid_unknown_fields=True):
    most_plies: Annotated[int, msgspec.Meta(ge=1)]
    time_limit: float | None


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    arena: Literal[1]
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


class _Growth(msgspec.Struct, forbid_unknown_fields=True):
    pairs: Pairs


class _Game(msgspec.Struct, forbid_unknown_fields=True):
    bots: dict[str, str]
    winners: str
    reason: Reason
    plies: Count
    decisions: dict[str, Count]
    seconds: dict[str, Seconds]
    fault: Fault | None


class _Played(msgspec.Struct, forbid_unknown_fields=True):
    task: Count
    seed: str
    games: list[_Game]


def read(path: Path) -> tuple[Plan, Results]:
    """What a results file says; a cut off last line is left out."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror}") from None
    return understood(path, text)


def understood(path: Path, text: bytes) -> tuple[Plan, Results]:
    """The match that these lines tell of, and what has been played of it."""
    lines = _lines(path, text)
    number, header = next(lines, (0, ""))
    if not number:
        what = "its header was cut off" if text else "this file is empty"
        raise ArenaError(f"{path}: a results file begins with a header, and {what}; there is nothing to go on with")
    told = _Told(path, _plan(path, header))
    for number, line in lines:
        told.add(number, line)
    return told.plan, told.results


def _lines(path: Path, text: bytes) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split(b"\n")[:-1], start=1):
        try:
            yield number, line.decode("utf-8")
        except UnicodeDecodeError:
            raise ArenaError(f"{path}, line {number}: this is not text") from None


@dataclass
class _Told:
    path: Path
    plan: Plan
    results: Results = field(default_factory=dict)
    _at: dict[int, int] = field(default_factory=dict)  # the line of each task

    def add(self, number: int, line: str) -> None:
        try:
            data = _json(line)
            if set(data) == {"pairs"}:
                self._grow(_shaped(data, _Growth))
            else:
                self._play(number, _shaped(data, _Played))
        except _Wrong as wrong:
            raise ArenaError(f"{self.path}, line {number}: {wrong}") from None

    def _grow(self, growth: _Growth) -> None:
        if growth.pairs < self.plan.pairs:
            raise _Wrong(f"a match of {self.plan.pairs} pairs cannot shrink to {growth.pairs}")
        self.plan = self.plan.with_pairs(growth.pairs)

    def _play(self, number: int, played: _Played) -> None:
        if played.task >= len(self.plan):
            raise _Wrong(f"this match has the tasks 0 to {len(self.plan) - 1}, and no task {played.task}")
        if played.task in self._at:
            raise _Wrong(
                f"task {played.task} has its result on line {self._at[played.task]} already; delete the wrong one"
            )
        task = self.plan.task(played.task)
        if played.seed != task.seed or [game.bots for game in played.games] != [job.bots for job in task.games]:
            raise _Wrong(f"task {task.number} of this match has other seeds or seats")
        self._at[played.task] = number
        self.results[played.task] = [_game(self.plan, task, place, game) for place, game in enumerate(played.games)]


class _Wrong(Exception):
    """What is wrong with a line."""


def _json(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise _Wrong("a line of a results file is a JSON object, and this is none")
    return data


def _shaped(data: dict[str, Any], shape: type[Line]) -> Line:
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        words, _at, place = str(error).replace("`", "").partition(" - at ")
        raise _Wrong(words[0].lower() + words[1:] + (f", at {place.removeprefix('$.')}" if place else "")) from None


def _plan(path: Path, line: str) -> Plan:
    """The match that a header tells of. Of another version nothing more is asked: it may well look different."""
    try:
        header = _json(line)
        if header.get("arena") != FORMAT:
            raise _Wrong("this is not the header of a results file of this arena")
        for name, mine in VERSIONS.items():
            if header.get(name) != mine:
                raise _Wrong(
                    f"the match was played with {name.replace('_', ' ')} {header.get(name)}, and this is {mine}: "
                    "bots may play differently now, so the results cannot be mixed"
                )
        _shaped(header, _Header)
        return Plan.from_json({name: value for name, value in header.items() if name != "arena"})
    except _Wrong as wrong:
        raise ArenaError(f"{path}, line 1: {wrong}") from None
    except (TypeError, InvalidRules) as error:
        raise ArenaError(f"{path}, line 1: these rules cannot be played ({error})") from None


def _game(plan: Plan, task: Task, place: int, game: _Game) -> GameResult:
    where = f"game {place} of task {task.number}"
    teams, fault = teams_of(plan.rules), game.fault
    won = [team for team in teams if set(team) <= set(game.winners)]
    if not won or sorted(game.winners) != sorted("".join(won)):
        raise _Wrong(f"{where}: the winners are one or more of the teams {', '.join(teams)}, not {game.winners!r}")
    if game.plies > plan.limits.most_plies:
        raise _Wrong(f"{where}: a game has at most {plan.limits.most_plies} plies here, not {game.plies}")
    if not set(game.decisions) <= set(game.bots) or set(game.seconds) != set(game.decisions):
        raise _Wrong(f"{where}: decisions and seconds are for the seats {', '.join(game.bots)}")
    if (game.reason == "fault") != (fault is not None):
        raise _Wrong(f"{where}: the reason of a game is 'fault' where a fault is told, and only there")
    if fault is not None and (game.bots.get(fault.seat) != fault.bot or fault.seat in game.winners):
        raise _Wrong(f"{where}: a fault is that of a bot on its seat, which has not won")
    return GameResult(game.winners, game.reason, game.plies, game.decisions, game.seconds, fault)
