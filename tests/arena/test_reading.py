"""A damaged results file is refused with its name, the line and what was expected; nothing of it is counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from doghouse.arena.errors import ArenaError
from doghouse.arena.results import log_writer
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
IN_A_GAME: list[tuple[dict[str, object], str]] = [
    ({"winners": 7}, "expected str, got int, at games[1].winners"),
    ({"winners": ""}, "game 1 of task 1: the winners are one or more of the teams AC, BD, not ''"),
    ({"winners": "AB"}, "the winners are one or more of the teams AC, BD, not 'AB'"),
    ({"winners": "AACC"}, "the winners are one or more of the teams"),
    ({"plies": "60"}, "expected int, got str, at games[1].plies"),
    ({"plies": True}, "expected int, got bool, at games[1].plies"),
    ({"plies": -1}, "expected int >= 0, at games[1].plies"),
    ({"plies": 61}, "a game has at most 60 plies here, not 61"),
    ({"seconds": 3}, "expected object, got int, at games[1].seconds"),
    ({"seconds": {"A": "long"}}, "expected float, got str, at games[1].seconds"),
    ({"seconds": {"A": float("nan")}}, "expected float"),
    ({"seconds": {"A": float("inf")}}, "expected float"),
    ({"seconds": {"E": 1.0}}, "decisions and seconds are for the seats A, C, B, D"),
    ({"decisions": {"A": -3}}, "expected int >= 0, at games[1].decisions"),
    ({"reason": "bored"}, "invalid enum value 'bored', at games[1].reason"),
    ({"reason": "fault"}, "the reason of a game is 'fault' where a fault is told, and only there"),
    ({"fault": "yes"}, "expected object | null, got str, at games[1].fault"),
    ({"fault": FAULT}, "the reason of a game is 'fault' where a fault is told"),
    ({"fault": {**FAULT, "seat": "Z"}, "reason": "fault"}, "a fault is that of a bot on its seat"),
    ({"fault": FAULT, "reason": "fault", "winners": "AC"}, "which has not won"),
    ({"weather": "fine"}, "object contains unknown field weather, at games[1]"),
]
IN_A_LINE: list[tuple[Damage, int, str]] = [
    (lambda lines: lines[2].update(task=-1), 3, "expected int >= 0, at task"),
    (lambda lines: lines[2].update(task=2), 3, "this match has the tasks 0 to 1, and no task 2"),
    (lambda lines: lines[2].update(task=10**30), 3, "task"),
    (lambda lines: lines[2].update(task="1"), 3, "expected int, got str, at task"),
    (lambda lines: lines.append(lines[1]), 4, "task 0 has its result on line 2 already"),
    (lambda lines: lines[2].pop("games"), 3, "object missing required field games"),
    (lambda lines: lines[2].update(games=lines[2]["games"][:1]), 3, "has other seeds or seats"),
    (lambda lines: lines[2].update(games=7), 3, "expected array, got int, at games"),
    (lambda lines: lines[2]["games"].__setitem__(0, None), 3, "expected object, got null, at games[0]"),
    (lambda lines: lines.append({"pairs": "many"}), 4, "expected int, got str, at pairs"),
    (lambda lines: lines.append({"pairs": 1}), 4, "a match of 2 pairs cannot shrink to 1"),
    (lambda lines: lines.append([]), 4, "a line of a results file is a JSON object, and this is none"),
]
IN_THE_HEADER: list[tuple[Damage, str]] = [
    (lambda header: header.pop("bots"), "object missing required field bots"),
    (lambda header: header.pop("limits"), "object missing required field limits"),
    (lambda header: header.update(bots="random"), "expected array, got str, at bots"),
    (lambda header: header.update(seed=7), "expected str, got int, at seed"),
    (lambda header: header.update(pairs=0), "expected int >= 1, at pairs"),
    (lambda header: header.update(pairs=None), "expected int, got null, at pairs"),
    (lambda header: header.update(limits=[]), "expected object, got array, at limits"),
    (lambda header: header.update(sprt=[0]), "at sprt"),
    (lambda header: header.update(rules={"players": "four"}), "these rules cannot be played"),
    (lambda header: header.update(doghouse=[1]), "was played with doghouse [1]"),
]


def refusal(path: Path) -> str:
    with pytest.raises(ArenaError) as refused:
        log_writer.read(path)
    return str(refused.value)


@pytest.mark.parametrize(("changes", "words"), IN_A_GAME)
def test_what_no_game_can_say(changes: dict[str, object], words: str, whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text(whole)
    damaged(path, lambda lines: game(lines, **changes))
    assert refusal(path).startswith(f"{path}, line 3: ")
    assert words in refusal(path)


@pytest.mark.parametrize(("damage", "line", "words"), IN_A_LINE)
def test_what_no_line_can_say(damage: Damage, line: int, words: str, whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text(whole)
    damaged(path, damage)
    assert refusal(path).startswith(f"{path}, line {line}: ")
    assert words in refusal(path)


@pytest.mark.parametrize(("damage", "words"), IN_THE_HEADER)
def test_what_no_header_can_say(damage: Damage, words: str, whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text(whole)
    damaged(path, lambda lines: damage(lines[0]))
    assert refusal(path).startswith(f"{path}, line 1: ")
    assert words in refusal(path)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"\xff\xfe\n", "line 4: this is not text"),
        (b"[" * 100_000 + b"\n", "line 4: a line of a results file is a JSON object"),
        (b'{"task": ' + b"9" * 5000 + b"}\n", "line 4: a line of a results file is a JSON object"),
        (b"\0\0\0\0\n", "line 4: a line of a results file is a JSON object"),
    ],
)
def test_what_is_no_line_at_all(line: bytes, words: str, whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_bytes(whole.encode() + line)
    assert words in refusal(path)


def test_a_last_line_that_was_cut_off_is_played_again(whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    for cut in (1, 2, 100):
        path.write_text(whole[:-cut])
        assert list(log_writer.read(path)[1]) == [0]
        with log_writer.resume(path) as file:
            assert list(file.results) == [0]
        assert path.read_text() == "\n".join(whole.split("\n")[:2]) + "\n"


def test_a_header_that_was_cut_off(whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text(whole[:40])
    assert "its header was cut off; there is nothing to go on with" in refusal(path)


@pytest.mark.parametrize("words", [("--resume", "results"), ("--replay", "results", "0", "0")])
def test_the_command_refuses_in_a_line(words: tuple[str, ...], whole: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    for damage, complaint in (
        (lambda lines: game(lines, winners=7), "Error: results, line 3: expected str, got int"),
        (lambda lines: lines[0].update(bots=["random", "nobody"]), "line 3: task 1 of this match has other seeds"),
    ):
        path.write_text(whole)
        damaged(path, damage)
        done = arena(*words, folder=tmp_path)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert complaint in done.stderr or "line 2: task 0 of this match" in done.stderr
    path.write_text(whole.split("\n")[0].replace('["random", "random"]', '["random", "nobody"]') + "\n")
    done = arena(*words, folder=tmp_path)
    assert "Error: results, line 1: there is no bot 'nobody'" in done.stderr
