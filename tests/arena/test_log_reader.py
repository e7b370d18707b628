"""A damaged results file is rejected with its name, the line and the fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from doghouse.arena.errors import ArenaError
from doghouse.arena.results import log_reader, log_writer
from tests.support.matches import arena, plan, play

Damage = Callable[[Any], object]


def damaged(path: Path, damage: Damage) -> None:
    """A results file, its lines changed by somebody."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    damage(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("whole") / "results"
    play(plan("random", "random", pairs=2), path)
    lines = path.read_text().splitlines()
    tasks = sorted(lines[1:], key=lambda line: int(json.loads(line)["task"]))
    return "\n".join([lines[0], *tasks, ""])


def game(lines: list[Any], **changes: object) -> None:
    lines[2]["games"][1].update(changes)


FAULT = {"seat": "A", "bot": "random", "kind": "crashed", "ply": 3, "detail": ""}
GAME_CASES: list[tuple[dict[str, object], str]] = [
    ({"winners": 7}, "expected str, got int, at games[1].winners"),
    ({"winners": ""}, "game 1 of task 1: winners must be one or more of the teams AC, BD, not ''"),
    ({"winners": "AB"}, "winners must be one or more of the teams AC, BD, not 'AB'"),
    ({"winners": "AACC"}, "winners must be one or more of the teams"),
    ({"plies": "60"}, "expected int, got str, at games[1].plies"),
    ({"plies": True}, "expected int, got bool, at games[1].plies"),
    ({"plies": -1}, "expected int >= 0, at games[1].plies"),
    ({"plies": 61}, "61 plies, but games of this match have at most 60"),
    ({"seconds": 3}, "expected object, got int, at games[1].seconds"),
    ({"seconds": {"A": "long"}}, "expected float, got str, at games[1].seconds"),
    ({"seconds": {"A": float("nan")}}, "expected float"),
    ({"seconds": {"A": float("inf")}}, "expected float"),
    ({"seconds": {"E": 1.0}}, "decisions and seconds must be for the seats A, C, B, D"),
    ({"decisions": {"A": -3}}, "expected int >= 0, at games[1].decisions"),
    ({"reason": "bored"}, "invalid enum value 'bored', at games[1].reason"),
    ({"reason": "fault"}, "the reason must be 'fault' if there is a fault, and only then"),
    ({"fault": "yes"}, "expected object | null, got str, at games[1].fault"),
    ({"fault": FAULT}, "the reason must be 'fault' if there is a fault"),
    ({"fault": {**FAULT, "seat": "Z"}, "reason": "fault"}, "the fault must name the bot in its seat"),
    ({"fault": FAULT, "reason": "fault", "winners": "AC"}, "which must not have won"),
    ({"weather": "fine"}, "object contains unknown field weather, at games[1]"),
]
LINE_CASES: list[tuple[Damage, int, str]] = [
    (lambda lines: lines[2].update(task=-1), 3, "expected int >= 0, at task"),
    (lambda lines: lines[2].update(task=2), 3, "no task 2 in this match: its tasks are 0 to 1"),
    (lambda lines: lines[2].update(task=10**30), 3, "task"),
    (lambda lines: lines[2].update(task="1"), 3, "expected int, got str, at task"),
    (lambda lines: lines.append(lines[1]), 4, "task 0 already has a result on line 2"),
    (lambda lines: lines[2].pop("games"), 3, "object missing required field games"),
    (lambda lines: lines[2].update(games=lines[2]["games"][:1]), 3, "seed or seats differ from task 1"),
    (lambda lines: lines[2].update(games=7), 3, "expected array, got int, at games"),
    (lambda lines: lines[2]["games"].__setitem__(0, None), 3, "expected object, got null, at games[0]"),
    (lambda lines: lines.append({"pairs": "many"}), 4, "expected int, got str, at pairs"),
    (lambda lines: lines.append({"pairs": 1}), 4, "cannot shrink a match of 2 pairs to 1"),
    (lambda lines: lines.append([]), 4, "not a JSON object"),
]
HEADER_CASES: list[tuple[Damage, str]] = [
    (lambda header: header.pop("bots"), "object missing required field bots"),
    (lambda header: header.pop("limits"), "object missing required field limits"),
    (lambda header: header.update(bots="random"), "expected array, got str, at bots"),
    (lambda header: header.update(seed=7), "expected str, got int, at seed"),
    (lambda header: header.update(pairs=0), "expected int >= 1, at pairs"),
    (lambda header: header.update(pairs=None), "expected int, got null, at pairs"),
    (lambda header: header.update(limits=[]), "expected object, got array, at limits"),
    (lambda header: header.update(sprt=[0]), "at sprt"),
    (lambda header: header.update(rules={"players": "four"}), "invalid rules: "),
    (lambda header: header.update(doghouse=[1]), "was played with doghouse [1]"),
]


def refusal(path: Path) -> str:
    with pytest.raises(ArenaError) as refused:
        log_reader.read(path)
    return str(refused.value)


@pytest.mark.parametrize(("changes", "words"), GAME_CASES)
def test_invalid_game(changes: dict[str, object], words: str, whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text(whole)
    damaged(path, lambda lines: game(lines, **changes))
    assert refusal(path).startswith(f"{path}, line 3: ")
    assert words in refusal(path)


@pytest.mark.parametrize(("damage", "line", "words"), LINE_CASES)
def test_invalid_task_line(damage: Damage, line: int, words: str, whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text(whole)
    damaged(path, damage)
    assert refusal(path).startswith(f"{path}, line {line}: ")
    assert words in refusal(path)


@pytest.mark.parametrize(("damage", "words"), HEADER_CASES)
def test_invalid_header(damage: Damage, words: str, whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text(whole)
    damaged(path, lambda lines: damage(lines[0]))
    assert refusal(path).startswith(f"{path}, line 1: ")
    assert words in refusal(path)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"\xff\xfe\n", "line 4: not a JSON object"),
        (b"[" * 100_000 + b"\n", "line 4: not a JSON object"),
        (b'{"task": ' + b"9" * 5000 + b"}\n", "line 4: not a JSON object"),
        (b"\0\0\0\0\n", "line 4: not a JSON object"),
    ],
)
def test_line_that_is_not_json(line: bytes, words: str, whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_bytes(whole.encode() + line)
    assert words in refusal(path)


def test_truncated_last_line_is_dropped(whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    for cut in (1, 2, 100):
        path.write_text(whole[:-cut])
        assert list(log_reader.read(path)[1]) == [0]
        with log_writer.resume(path) as file:
            assert list(file.results) == [0]
        assert path.read_text() == "\n".join(whole.split("\n")[:2]) + "\n"


def test_truncated_header(whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text(whole[:40])
    assert "truncated header, nothing to resume" in refusal(path)


@pytest.mark.parametrize("words", [("--resume", "results"), ("--replay", "results", "0", "0")])
def test_command_reports_damaged_files_in_one_line(words: tuple[str, ...], whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    for damage, complaint in (
        (lambda lines: game(lines, winners=7), "Error: results, line 3: expected str, got int"),
        (lambda lines: lines[0].update(bots=["random", "nobody"]), "line 3: seed or seats differ from task 1"),
    ):
        path.write_text(whole)
        damaged(path, damage)
        done = arena(*words, folder=tmp_path)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert complaint in done.stderr or "line 2: seed or seats differ from task 0" in done.stderr
    path.write_text(whole.split("\n")[0].replace('["random", "random"]', '["random", "nobody"]') + "\n")
    done = arena(*words, folder=tmp_path)
    assert "Error: results, line 1: unknown bot 'nobody'" in done.stderr
