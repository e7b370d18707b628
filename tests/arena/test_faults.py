"""A bot that goes wrong loses the game, is named, and spoils nothing else."""

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
from doghouse.arena.results import log_writer
from doghouse.arena.results.game_result import Fault, FaultKind
from doghouse.arena.stats.summary import summarise
from doghouse.arena.workers.isolated import Apart
from doghouse.arena.workers.local_executor import LocalExecutor
from doghouse.arena.workers.supervisor import Keeper
from tests.support.matches import SHORT, plan, play, without_clock


@pytest.mark.parametrize(
    ("bot", "kind", "words"),
    [
        ("crashing", "crashed", "ValueError: oh no (strange_bots.py, line"),
        ("leaving", "crashed", "SystemExit: enough"),
        ("wordless", "crashed", "Untold (strange_bots.py, line"),
        ("unmakeable", "crashed", "RuntimeError: no model"),
        ("choosy", "crashed", "UnknownBot: choosy: not "),
        ("illegal", "illegal", "5 A3>A8"),
        ("speechless", "illegal", "not None"),
        ("stingy", "illegal", "give fold"),
    ],
)
def test_a_faulty_bot_loses(bot: str, kind: FaultKind, words: str) -> None:
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


def test_with_more_teams_the_others_share_the_win() -> None:
    result, _game = play_game(plan("crashing", "random", players=3).task(0).games[0])
    assert result.winners == "BC"


@pytest.mark.parametrize("bot", ["slow", "sleeping", "brooding", "disarming", "halting"])
def test_too_slow_is_lost_whatever_the_bot_does(bot: str, tmp_path: Path) -> None:
    wanted = plan(bot, "random", pairs=1, limits=replace(SHORT, time_limit=0.1))
    (there, back) = play(wanted, tmp_path / "results")[0]
    for game, winners in ((there, "BD"), (back, "AC")):
        assert game.winners == winners
        assert game.fault is not None
        assert (game.fault.bot, game.fault.kind) == (bot, "time")


def test_no_limit_no_fault(tmp_path: Path) -> None:
    (there, _back) = play(plan("slow", "random", pairs=1), tmp_path / "results")[0]
    assert there.fault is None


def test_a_bot_that_takes_its_process_down(tmp_path: Path) -> None:
    results = play(plan("dying", "random", pairs=2), tmp_path / "results")
    assert all(game.fault is not None and game.fault.kind == "crashed" for games in results.values() for game in games)


def test_a_bot_that_writes_into_the_answers_spoils_only_its_own_games(tmp_path: Path) -> None:
    results = play(plan("scribbling", "random", pairs=2), tmp_path / "results")
    for games in results.values():
        for game in games:
            assert game.fault is not None
            assert (game.fault.bot, game.fault.kind) == ("scribbling", "crashed")


def test_what_a_bot_says_is_told_in_a_line() -> None:
    fault = Fault("A", "loud", "crashed", 3, "oh \x1b[31mno\nand more " + "x" * 400)
    assert str(fault).startswith("loud crashed at ply 3 on seat A: oh [31mno and more xxx")
    assert str(fault).endswith("x…")
    assert len(str(fault)) < 200


def test_who_ends_the_process_is_to_blame_not_who_was_asked(tmp_path: Path) -> None:
    results = play(plan("poisonous", "dawdling", pairs=2), tmp_path / "results")
    for there, back in results.values():
        for game, winners in ((there, "BD"), (back, "AC")):
            assert game.winners == winners
            assert game.fault is not None
            assert (game.fault.bot, game.fault.kind) == ("poisonous", "crashed")
            assert game.fault.detail == "it takes its process down (exit status 3)"
            assert game.fault.seat not in winners


def test_what_ends_a_process_in_company_alone_is_nobodys_fault(tmp_path: Path) -> None:
    for game in play(plan("crowded", "random", pairs=1), tmp_path / "results")[0]:
        assert game.fault is None
        assert game.plies == SHORT.most_plies


@pytest.mark.parametrize("bots", [("greedy", "random"), ("quick", "crashing"), ("speechless", "unmakeable")])
def test_apart_the_same_game_is_played(bots: tuple[str, str]) -> None:
    for job in plan(*bots, limits=Limits(most_plies=30)).task(0).games:
        with Apart() as apart:
            result, game = play_game(job, make=apart.make)
        here, same = play_game(job)
        assert result.without_clock() == here.without_clock()
        assert game.record() == same.record()


def test_apart_a_bot_that_hangs_runs_over_its_time() -> None:
    (job, *_others) = plan("sleeping", "random", limits=replace(SHORT, time_limit=0.1)).task(0).games
    keeper = Keeper()
    try:
        answer = keeper._ask(json.dumps({"job": job.to_json(), "record": False, "apart": True}) + "\n")
        assert answer == ""
        assert keeper._last_asked()[0] in "AC"
    finally:
        keeper.close()


def test_a_worker_that_dies_by_accident_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    unlucky = play(plan("unlucky", "random"), tmp_path / "unlucky")
    assert (tmp_path / "died").exists()
    again = play(plan("unlucky", "random"), tmp_path / "again")
    assert without_clock(unlucky) == without_clock(again)
    assert all(game.fault is None for games in unlucky.values() for game in games)


def test_the_rest_goes_on(tmp_path: Path) -> None:
    wanted = plan("random", "crashing", "chatty", round_robin=True, limits=Limits(most_plies=40))
    summary = summarise(wanted, play(wanted, tmp_path / "results"))
    lines = {line.name: line for line in summary.bots}
    assert lines["crashing"].win_rate == 0
    assert (lines["crashing"].faults, lines["random"].faults, lines["chatty"].faults) == (12, 0, 0)
    assert {line.fault.bot for line in summary.faults} == {"crashing"}
    assert summary.tasks == summary.planned == 9


def test_nobody_is_blamed_for_a_worker_that_dies_between_games() -> None:
    first, second = plan("quick", "random", limits=replace(SHORT, time_limit=0.1)).task(0).games
    keeper = Keeper()
    try:
        keeper.play(first)
        assert keeper._worker is not None
        os.kill(keeper._worker.pid, signal.SIGSTOP)  # so that it cannot begin the next game
        killer = threading.Timer(0.6, os.kill, (keeper._worker.pid, signal.SIGKILL))
        killer.start()
        result = keeper.play(second)
        killer.join()
    finally:
        keeper.close()
    assert result.fault is None
    assert result.without_clock() == play_game(second)[0].without_clock()


def test_what_a_bot_says_can_always_be_written_and_read_again(tmp_path: Path) -> None:
    match = plan("unspeakable", "random", pairs=2)
    results = play(match, tmp_path / "results")
    found = [fault.fault.detail for fault in summarise(match, results).faults]
    assert len(found) == 4
    assert log_writer.read(tmp_path / "results")[1] == results


def test_children_of_a_bot_end_with_it(tmp_path: Path) -> None:
    match = plan("forking", "random", pairs=1, limits=Limits(60, 0.2))
    summary = summarise(match, play(match, tmp_path / "results"))
    assert [line.fault.kind for line in summary.faults] == ["time", "time"]


def test_what_a_bot_leaves_running_does_not_slow_the_next_game(tmp_path: Path) -> None:
    match = plan("pondering", "random", pairs=1)
    play(match, tmp_path / "results", LocalExecutor(1))
    processes = (tmp_path / "ponders").read_text().split()
    assert len(processes) > 2, "each of its two seats ponders in each of two games"
    assert len(set(processes)) == 2, "a process for each game"


def test_what_lies_in_the_folder_is_not_imported(tmp_path: Path) -> None:
    """As by the command itself: the bots that were accepted are those that play."""
    (tmp_path / "random.py").write_text("raise RuntimeError('my own random.py')")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "__init__.py").write_text("raise RuntimeError('other bots')")
    words = ["arena", "quick", "random", "--pairs", "1", "--seed", "3", "--most-plies", "40", "--json"]
    done = subprocess.run(
        [Path(sys.executable).with_name("doghouse"), *words], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["faults"] == []


def test_a_bot_that_is_not_where_games_are_played_loses_none() -> None:
    with closing(Keeper()) as keeper, pytest.raises(ArenaError, match=r"do not find .* there is no bot 'nobody'"):
        keeper.play(plan("nobody", "random").task(0).games[0])
