"""A faulty bot loses the game and is named; everything else continues."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from doghouse import Game
from doghouse.arena.errors import ArenaError
from doghouse.arena.game_runner import play_game
from doghouse.arena.plan import Limits
from doghouse.arena.results import log_reader
from doghouse.arena.results.game_result import Fault, FaultKind
from doghouse.arena.stats.summary import summarise
from doghouse.arena.workers.isolated import isolated_bots
from doghouse.arena.workers.supervisor import WorkerSupervisor
from doghouse.arena.workers.worker import _respond
from tests.support.matches import SHORT, plan, play, without_clock


@pytest.mark.parametrize(
    ("bot", "kind", "words"),
    [
        ("crashing", "crashed", "ValueError: oh no (faulty_bots.py, line"),
        ("raisessystemexit", "crashed", "SystemExit: enough"),
        ("raisesunprintable", "crashed", "Unprintable (faulty_bots.py, line"),
        ("failstoconstruct", "crashed", "RuntimeError: no model"),
        ("rejectsseed", "crashed", "UnknownBot: rejectsseed: not "),
        ("playsillegally", "illegal", "5 A3>A8"),
        ("returnsnone", "illegal", "not None"),
        ("givesillegally", "illegal", "give fold"),
    ],
)
def test_faulty_bot_loses(bot: str, kind: FaultKind, words: str) -> None:
    for job, losers in zip(plan(bot, "random").task(0).games, ("AC", "BD"), strict=True):
        result, game = play_game(job)
        assert result.reason == "fault"
        assert set(result.winners) == set("ABCD") - set(losers)
        assert result.fault is not None
        assert (result.fault.bot, result.fault.kind) == (bot, kind)
        assert result.fault.seat in losers
        assert words in result.fault.detail
        recorded = Game.from_record(game.record())
        assert recorded.headers["Fault"].startswith(f"{'+'.join(result.winners)} won: {bot} ")
        assert recorded.outcome is None, "the board would tell of other winners"


def test_other_teams_share_the_win_after_a_fault() -> None:
    result, _game = play_game(plan("crashing", "random", players=3).task(0).games[0])
    assert result.winners == "BC"


@pytest.mark.parametrize("bot", ["slow", "hangsinsleep", "hangsinc", "suspendsprocess"])
def test_hung_bot_loses_by_time(bot: str, tmp_path: Path) -> None:
    wanted = plan(bot, "random", pairs=1, limits=replace(SHORT, time_limit=0.1))
    (there, back) = play(wanted, tmp_path / "results")[0]
    for game, winners in ((there, "BD"), (back, "AC")):
        assert game.winners == winners
        assert game.fault is not None
        assert (game.fault.bot, game.fault.kind) == (bot, "time")


def test_slow_bot_without_time_limit_is_no_fault(tmp_path: Path) -> None:
    (there, _back) = play(plan("slow", "random", pairs=1), tmp_path / "results")[0]
    assert there.fault is None


def test_bot_that_kills_its_process_crashed(tmp_path: Path) -> None:
    results = play(plan("killsprocess", "random", pairs=2), tmp_path / "results")
    assert all(game.fault is not None and game.fault.kind == "crashed" for games in results.values() for game in games)


def test_bot_that_writes_into_responses_crashed(tmp_path: Path) -> None:
    results = play(plan("writestopipes", "random", pairs=2), tmp_path / "results")
    for games in results.values():
        for game in games:
            assert game.fault is not None
            assert (game.fault.bot, game.fault.kind) == ("writestopipes", "crashed")


def test_fault_text_is_one_printable_line() -> None:
    fault = Fault("A", "loud", "crashed", 3, "oh \x1b[31mno\nand more " + "x" * 400)
    assert str(fault).startswith("loud crashed at ply 3 on seat A: oh [31mno and more xxx")
    assert str(fault).endswith("x…")
    assert len(str(fault)) < 200


def test_bot_that_ends_the_process_in_another_turn_is_blamed(tmp_path: Path) -> None:
    results = play(plan("exitslater", "decidesslowly", pairs=2), tmp_path / "results")
    for there, back in results.values():
        for game, winners in ((there, "BD"), (back, "AC")):
            assert game.winners == winners
            assert game.fault is not None
            assert (game.fault.bot, game.fault.kind) == ("exitslater", "crashed")
            assert game.fault.detail == "ended its process (exit status 3)"
            assert game.fault.seat not in winners


def test_crash_only_in_shared_process_blames_no_bot(tmp_path: Path) -> None:
    for game in play(plan("exitsifshared", "random", pairs=1), tmp_path / "results")[0]:
        assert game.fault is None
        assert game.plies == SHORT.most_plies


@pytest.mark.parametrize("bots", [("greedy", "random"), ("quick", "crashing"), ("returnsnone", "failstoconstruct")])
def test_isolated_bots_play_the_same_game(bots: tuple[str, str]) -> None:
    for job in plan(*bots, limits=Limits(most_plies=30)).task(0).games:
        with isolated_bots() as factory:
            result, game = play_game(job, factory=factory)
        here, same = play_game(job)
        assert result.without_clock() == here.without_clock()
        assert game.record() == same.record()


def test_isolated_bot_that_hangs_is_killed() -> None:
    (job, *_others) = plan("hangsinsleep", "random", limits=replace(SHORT, time_limit=0.1)).task(0).games
    supervisor = WorkerSupervisor()
    try:
        assert supervisor._request({"job": job.to_json(), "record": False, "isolated": True}) == {}
        assert supervisor._last_decision()[0] in "AC"
    finally:
        supervisor.close()


def test_worker_that_dies_once_is_replaced_and_blames_no_bot(tmp_path: Path) -> None:
    first = play(plan("killsprocessonce", "random"), tmp_path / "first")
    assert (tmp_path / "died").exists()
    again = play(plan("killsprocessonce", "random"), tmp_path / "again")
    assert without_clock(first) == without_clock(again)
    assert all(game.fault is None for games in first.values() for game in games)


def test_match_continues_after_faults(tmp_path: Path) -> None:
    wanted = plan("random", "crashing", "prints", round_robin=True, limits=Limits(most_plies=40))
    summary = summarise(wanted, play(wanted, tmp_path / "results"))
    lines = {line.name: line for line in summary.bots}
    assert lines["crashing"].win_rate == 0
    assert (lines["crashing"].faults, lines["random"].faults, lines["prints"].faults) == (12, 0, 0)
    assert {line.fault.bot for line in summary.faults} == {"crashing"}
    assert summary.tasks == summary.planned == 9


def test_worker_death_between_games_blames_no_bot() -> None:
    first, second = plan("quick", "random", limits=replace(SHORT, time_limit=0.1)).task(0).games
    supervisor = WorkerSupervisor()
    try:
        supervisor.play(first)
        assert supervisor._worker is not None
        os.kill(supervisor._worker.pid, signal.SIGSTOP)  # so that it cannot begin the next game
        killer = threading.Timer(0.6, os.kill, (supervisor._worker.pid, signal.SIGKILL))
        killer.start()
        result, _record = supervisor.play(second)
        killer.join()
    finally:
        supervisor.close()
    assert result.fault is None
    assert result.without_clock() == play_game(second)[0].without_clock()


def test_any_error_text_can_be_stored_and_read(tmp_path: Path) -> None:
    match = plan("raisesinvalidtext", "random", pairs=2)
    results = play(match, tmp_path / "results")
    found = [fault.fault.detail for fault in summarise(match, results).faults]
    assert len(found) == 4
    assert log_reader.read(tmp_path / "results")[1] == results


def test_child_processes_of_a_hung_bot_are_killed(tmp_path: Path) -> None:
    match = plan("hangswithchild", "random", pairs=1, limits=Limits(60, 0.2))
    summary = summarise(match, play(match, tmp_path / "results"))
    assert [line.fault.kind for line in summary.faults] == ["time", "time"]


def test_workers_do_not_import_from_the_current_directory(tmp_path: Path) -> None:
    """The bots that the command accepted are the ones that play."""
    (tmp_path / "random.py").write_text("raise RuntimeError('my own random.py')")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "__init__.py").write_text("raise RuntimeError('other bots')")
    words = ["arena", "quick", "random", "--pairs", "1", "--seed", "3", "--most-plies", "40", "--json"]
    done = subprocess.run(
        [Path(sys.executable).with_name("doghouse"), *words], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["faults"] == []


def test_bot_missing_in_the_worker_is_an_error_not_a_fault() -> None:
    with (
        closing(WorkerSupervisor()) as supervisor,
        pytest.raises(ArenaError, match=r"worker processes cannot play: unknown bot 'nobody'"),
    ):
        supervisor.play(plan("nobody", "random").task(0).games[0])


def test_error_outside_of_isolated_bots_is_not_a_fault() -> None:
    def broken(*_decision: object) -> None:
        raise RuntimeError("a bug of the arena")

    job = plan("random", "quick").task(0).games[0].to_json()
    assert _respond({"job": job, "record": False, "isolated": True}, broken) == {
        "error": "RuntimeError: a bug of the arena"
    }
    with pytest.raises(RuntimeError):
        _respond({"job": job, "record": False, "isolated": False}, broken)
