"""Matches: the same results with any number of workers, interrupted and resumed."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
from pathlib import Path
from time import monotonic, sleep

import pytest

from doghouse.arena.errors import ArenaError
from doghouse.arena.match import play_match
from doghouse.arena.plan import Limits, Plan
from doghouse.arena.results import log_reader, log_writer
from doghouse.arena.stats.summary import summarise
from doghouse.arena.workers.local_executor import LocalExecutor
from doghouse.rules.rules import Rules
from tests.support.matches import arena, command, plan, play, without_clock


@pytest.mark.parametrize("more", [{}, {"players": 3}, {"stranger": "prints"}, {"round_robin": True}])
def test_results_do_not_depend_on_the_number_of_workers(more: dict[str, object], tmp_path: Path) -> None:
    bots = ("greedy", "random", "quick") if "round_robin" in more else ("greedy", "random")
    wanted = plan(*bots, **more)  # type: ignore[arg-type]
    one = play(wanted, tmp_path / "one", LocalExecutor(1))
    two = play(wanted, tmp_path / "two", LocalExecutor(2))
    assert without_clock(one) == without_clock(two)
    here, there = summarise(wanted, one), summarise(wanted, two)
    assert [(bot.name, bot.win_rate, bot.rating) for bot in here.bots] == [
        (bot.name, bot.win_rate, bot.rating) for bot in there.bots
    ]
    assert log_reader.read(tmp_path / "two") == (wanted, dict(two))


def test_better_bot_wins(tmp_path: Path) -> None:
    wanted = plan("greedy", "random", limits=Limits(), pairs=5)
    summary = summarise(wanted, play(wanted, tmp_path / "results"))
    greedy, chance = summary.bots
    assert greedy.win_rate is not None
    assert greedy.win_rate > 0.8
    assert greedy.rating is not None
    assert chance.rating is not None
    assert greedy.rating.elo > 100 > chance.rating.elo
    assert greedy.decisions > 100
    assert summary.pairings[0].points + 2 * 5 * (chance.win_rate or 0) == pytest.approx(10)


def test_six_in_trios_and_in_pairs(tmp_path: Path) -> None:
    for teams, games in (("trios", 2), ("pairs", 6)):
        rules = Rules.from_json({"players": 6, "teams": teams})
        wanted = Plan(rules, ("greedy", "random"), "7", 1, limits=Limits(most_plies=60))
        results = play(wanted, tmp_path / teams)
        assert len(results[0]) == games
        line = summarise(wanted, results).pairings[0]
        assert (line.alone is None) == (line.alone_intervals is None) == (teams == "trios")
        for won, (low, high) in zip(line.alone or (), line.alone_intervals or (), strict=True):
            assert 0 <= low <= won <= high <= 1
            assert low < high


def test_sequential_test_stops_the_match(tmp_path: Path) -> None:
    wanted = plan("random", "returnsnone", pairs=500, sprt=(0.0, 100.0))
    results = play(wanted, tmp_path / "results")
    summary = summarise(wanted, results)
    assert summary.settlement is not None
    assert summary.settlement.verdict == "elo1"
    assert summary.tasks == summary.settlement.pairs < 100
    alone = play(wanted, tmp_path / "alone", LocalExecutor(1))
    assert summarise(wanted, alone).settlement == summary.settlement


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_interrupted_match_resumes_with_the_same_results(tmp_path: Path, which: signal.Signals) -> None:
    """A signal to a real process; the resumed match equals an uninterrupted one."""
    words = ["greedy", "random", "--pairs", "20", "--seed", "5", "--most-plies", "400", "--workers", "2"]
    path = tmp_path / "arena-greedy-random-5.jsonl"
    running = subprocess.Popen(
        command(words), cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    until = monotonic() + 60
    while monotonic() < until and not (path.exists() and path.read_text().count("\n") > 3):
        sleep(0.02)
    running.send_signal(which)
    out, errors = running.communicate(timeout=30)
    assert running.returncode == 130, errors
    assert "of 20 pairs" in out
    assert "doghouse arena --resume arena-greedy-random-5.jsonl" in errors
    assert "Traceback" not in errors
    played = path.read_text().count("\n") - 1
    assert 3 <= played < 20

    with path.open("a") as file:
        file.write('{"task": 19, "ga')  # as if it had been cut off in the middle of a line
    done = arena("--resume", path.name, "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    straight = arena(*words, "--out", "straight", "--json", folder=tmp_path)
    assert without_clock(log_reader.read(path)[1]) == without_clock(log_reader.read(tmp_path / "straight")[1])
    resumed, whole = json.loads(done.stdout), json.loads(straight.stdout)
    assert resumed["pairings"] == whole["pairings"]
    assert [bot["rating"] for bot in resumed["bots"]] == [bot["rating"] for bot in whole["bots"]]


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked for in /proc")
def test_workers_exit_when_the_arena_is_killed(tmp_path: Path) -> None:
    words = ["search:time=9", "greedy", "--pairs", "2", "--seed", "5", "--workers", "2"]
    running = subprocess.Popen(command(words), cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = monotonic() + 60
    while monotonic() < until and len(workers := workers_of(running.pid)) < 2:
        sleep(0.05)
    assert len(workers) == 2
    running.kill()
    running.wait()
    until = monotonic() + 20
    while monotonic() < until and any(Path("/proc", str(worker)).exists() for worker in workers):
        sleep(0.1)
    assert not [worker for worker in workers if Path("/proc", str(worker)).exists()]


def workers_of(arena: int) -> list[int]:
    """The processes that play for an arena, once they have begun to think."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = status.read_text().rpartition(")")[2].split()
            if int(fields[1]) == arena and int(fields[11]) > 100:  # a second of processor time
                found.append(int(status.parent.name))
    return found


def test_resume_with_more_pairs(tmp_path: Path) -> None:
    few, many = plan("random", "quick", "harmless", pairs=2), plan("random", "quick", "harmless", pairs=4)
    results = play(few, tmp_path / "few")
    with log_writer.resume(tmp_path / "few") as file:
        assert file.extend(4) == many
        play_match(many, LocalExecutor(2), file, results, lambda _running: None)
    assert without_clock(results) == without_clock(play(many, tmp_path / "many"))
    assert len(log_reader.read(tmp_path / "few")[1]) == 8


def header(path: Path, **changes: object) -> None:
    lines = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(lines[0]), **changes}), *lines[1:], ""]))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"doghouse": "0.0.1"}, "was played with doghouse 0.0.1"),
        ({"rules_version": 99}, "was played with rules version 99"),
        ({"arena": 99}, "not the header of a results file"),
        ({"rules": {"players": 9}}, "invalid rules: "),
        ({"seed": "8"}, "seed or seats differ from task 0"),
        ({"bots": ["quick", "random"]}, "seed or seats differ from task 0"),
    ],
)
def test_results_of_another_match_are_rejected(changes: dict[str, object], words: str, tmp_path: Path) -> None:
    play(plan("random", "quick", pairs=1), tmp_path / "results")
    header(tmp_path / "results", **changes)
    with pytest.raises(ArenaError, match=words):
        log_reader.read(tmp_path / "results")


def test_broken_file_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "results"
    with pytest.raises(ArenaError, match="No such file"):
        log_reader.read(path)
    path.write_text("")
    with pytest.raises(ArenaError, match="empty file"):
        log_reader.read(path)
    wanted = plan("random", "quick", pairs=1)
    path.unlink()
    play(wanted, path)
    with pytest.raises(ArenaError, match="already exists"):
        log_writer.create(path, wanted)
    with path.open("a") as file:
        file.write("7\n")
    with pytest.raises(ArenaError, match="line 3: not a JSON object"):
        log_reader.read(path)
