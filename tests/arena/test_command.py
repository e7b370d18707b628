"""``doghouse arena`` as a user sees it."""

from __future__ import annotations

import io
import json
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from rich.console import Console

import doghouse as dog
from doghouse.arena.command import split_bots
from doghouse.arena.report import text_table
from doghouse.arena.results.game_result import Fault, GameResult
from doghouse.arena.stats.ratings import Rating
from doghouse.arena.stats.summary import summarise
from doghouse.cli import main
from tests.support.matches import arena, plan

QUICK = ("--most-plies", "40", "--seed", "3", "--workers", "2")


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["arena", *words])


def test_table_and_results_file_name(tmp_path: Path) -> None:
    done = arena("greedy", "random", "--pairs", "2", *QUICK, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "4 players in pairs, 2 of 2 pairs, seed 3" in done.stdout
    for word in ("wins", "95 %", "Elo", "plies", "time", "greedy", "random"):
        assert word in done.stdout
    assert (tmp_path / "arena-greedy-random-3.jsonl").exists()
    again = arena("greedy", "random", "--pairs", "2", *QUICK, folder=tmp_path)
    assert again.returncode == 1
    assert "--resume arena-greedy-random-3.jsonl" in again.stderr
    other = arena("greedy", "random", "--pairs", "2", *QUICK, "--canadian-seven", folder=tmp_path)
    assert "already exists and belongs to another match: choose another --out" in other.stderr
    other = arena("--resume", "arena-greedy-random-3.jsonl", "--canadian-seven", folder=tmp_path)
    assert "belongs to another match, with canadian seven off" in other.stderr
    three = arena("greedy", "random", "--pairs", "1", "--players", "3", *QUICK, folder=tmp_path)
    assert three.returncode == 0, "the results of three players have a file of their own"
    assert (tmp_path / "arena-greedy-random-3-players-3.jsonl").exists()


def test_round_robin_as_json_with_a_plot(tmp_path: Path) -> None:
    words = ("--bots", "random,quick,crashing", "--round-robin", "--pairs", "1", "--json", "--plot", "ratings.svg")
    done = arena(*words, *QUICK, folder=tmp_path)
    data = json.loads(done.stdout)
    assert [line["name"] for line in data["bots"]] == ["random", "quick", "crashing"]
    assert len(data["pairings"]) == 3
    assert data["faults"][0]["fault"]["bot"] == "crashing"
    assert data["plan"]["seed"] == "3"
    assert sum(line["rating"]["elo"] for line in data["bots"]) == pytest.approx(0)
    picture = ElementTree.parse(tmp_path / "ratings.svg")
    words_drawn = {element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert {"random", "quick", "crashing"} <= words_drawn


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["greedy", "random", "--sprt"], [0, 20]),
        (["--sprt", "greedy", "random"], [0, 20]),
        (["--sprt", "search:playouts=5,width=2", "random"], [0, 20]),
        (["greedy", "random", "--sprt", "-10,10"], [-10, 10]),
        (["greedy", "random", "--sprt=-10,-5"], [-10, -5]),
    ],
)
def test_sprt_option(words: list[str], asked: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*words, "--pairs", "1", "--most-plies", "20", "--workers", "1", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["plan"]["sprt"] == asked


def test_table_names_faults(tmp_path: Path) -> None:
    done = arena("crashing", "random", "--pairs", "1", "--players", "3", *QUICK, folder=tmp_path)
    assert "crashing crashed at ply" in done.stdout
    assert "ValueError: oh no" in done.stdout
    assert "equal bots would win 33.3 %" in done.stdout


@pytest.mark.parametrize(("players", "games"), [("4", 2), ("3", 6)])
def test_bot_that_won_every_game_in_table_json_and_plot(players: str, games: int, tmp_path: Path) -> None:
    words = ("crashing", "random", "--pairs", "2", "--players", players, *QUICK, "--plot", "ratings.svg")
    done = arena(*words, folder=tmp_path)
    note = "random won every game against crashing, so their rating difference is a lower bound"
    assert note in done.stdout
    assert f">{note}<" in (tmp_path / "ratings.svg").read_text()
    file = "arena-crashing-random-3.jsonl" if players == "4" else "arena-crashing-random-3-players-3.jsonl"
    data = json.loads(arena("--resume", file, "--json", folder=tmp_path).stdout)
    (pairing,) = data["pairings"]
    assert data["games"] == 2 * games
    assert pairing["won_everything"] == "random"
    assert pairing["interval"] == [0.0, pytest.approx(1 - 2 / (2 + 1.96**2), abs=1e-4)]
    for line in data["bots"]:
        assert f"{100 * line['interval'][0]:.1f} … {100 * line['interval'][1]:.1f}" in done.stdout
        low, high = line["rating"]["interval"]
        assert low < high
        assert f"{low:+.0f} … {high:+.0f}" in done.stdout


def test_table_shows_no_negative_zero(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = plan("random", "quick", pairs=1)
    draw = GameResult("ABCD", "stopped", 60)
    summary = summarise(wanted, {0: [draw, draw]})
    rating = Rating(-0.2, (-0.4, 0.4))
    text_table.show(wanted, replace(summary, bots=[replace(line, rating=rating) for line in summary.bots]))
    assert "+0   +0 … +0" in capsys.readouterr().out


@pytest.mark.parametrize("width", [40, 80, 120])
def test_table_shows_bot_names_at_any_terminal_width(width: int) -> None:
    wanted = plan("sleeping:s=1", "greedy", pairs=1)
    fault = Fault("A", "sleeping:s=1", "time", 12, "1.02 s instead of 0.10 s")
    lost = [GameResult("BD", "fault", 22, fault=fault), GameResult("AC", "fault", 22, fault=replace(fault, seat="B"))]
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(text_table.render(wanted, summarise(wanted, {0: lost}), console), crop=False)
    text = console.export_text()
    for word in ("bot", "games", "plies", "time", "faults"):
        assert word in text.splitlines()[2], text
    assert any(line.startswith(" sleeping:s=1 ") for line in text.splitlines()), text
    assert "…" not in text.replace(" … ", "")
    assert text.count("sleeping:s=1 ran out of time") == 1, "once, with how often"
    assert "task 0, game 0 (and 1 more): " in text


def test_bot_without_games_has_no_rating() -> None:
    wanted = plan("random", "quick", "harmless", pairs=1)
    result = GameResult("AC", "finished", 10)
    summary = summarise(wanted, {0: [result, result]})
    assert [line.rating is not None for line in summary.bots] == [True, True, False]


def test_table_counts_stopped_games(tmp_path: Path) -> None:
    done = arena("quick", "random", "--pairs", "1", *QUICK, folder=tmp_path)
    assert "2 of 2 games were stopped after 40 plies and scored by R2.5" in done.stdout


def test_replay_prints_the_record(tmp_path: Path) -> None:
    arena("greedy", "random", "--pairs", "2", "--out", "results", *QUICK, folder=tmp_path)
    done = arena("--replay", "results", "1", "1", folder=tmp_path)
    assert done.stderr == ""
    game = dog.Game.from_record(done.stdout)
    lines = [json.loads(line) for line in (tmp_path / "results").read_text().splitlines()[1:]]
    stored = next(line for line in lines if line["task"] == 1)["games"][1]
    assert game.seed == "3-0-1"
    assert {seat: game.headers[f"Player {seat}"] for seat in "ABCD"} == stored["bots"]
    assert game.outcome is not None
    assert game.outcome.winners == stored["winners"]
    assert "has no result of task 9" in arena("--replay", "results", "9", "0", folder=tmp_path).stderr
    assert "no game 2 in task 1: its games are 0 to 1" in arena("--replay", "results", "1", "2", folder=tmp_path).stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "at least two bots"),
        (["random"], "at least two bots"),
        (["random", "nobody"], "unknown bot 'nobody'"),
        (["random", "random", "--with", "greedy", "--players", "3"], "no team mates for greedy: 3 players play alone"),
        (["random", "random", "--sprt", "0"], "such as 0,20"),
        (["random", "random", "--sprt", "20,0"], "the smaller first"),
        (["random", "greedy", "quick", "--sprt", "0,20"], "is for two bots, not 3"),
        (["random", "random", "--players", "4", "--teams", "trios"], "4 players form teams"),
        (["random", "random", "--seed", "a/b"], "invalid seed 'a/b'"),
        (["random", "random", "--plot", "ratings.png"], "a plot is an .svg file, not 'ratings.png'"),
        (["random", "random", "--plot", "no/such/place.svg"], "no such directory: 'no/such'"),
        (["--resume", "nothing"], "No such file"),
    ],
)
def test_invalid_options(words: list[str], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*words)
    assert done.exit_code != 0
    assert complaint in done.output
    assert not list(tmp_path.glob("*.jsonl"))


def test_resume_rejects_options_of_another_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("random", "quick", "--pairs", "1", "--out", "results", *QUICK).exit_code == 0
    assert run("random", "quick", "--resume", "results", "--seed", "3", "--players", "4").exit_code == 0
    for words, difference in (
        (["random", "greedy"], "bots random, quick"),
        (["--seed", "4"], "seed 3"),
        (["--players", "3"], "players 4, teams pairs"),
        (["--most-plies", "50"], "most plies 40"),
        (["--with", "greedy"], "stranger not set"),
    ):
        done = run("--resume", "results", *words)
        assert done.exit_code == 1
        assert f"belongs to another match, with {difference}" in done.output
    assert "--out and --resume cannot be used together" in run("--resume", "results", "--out", "other").output


def test_resume_rejects_fewer_pairs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("random", "quick", "--pairs", "2", "--out", "results", *QUICK).exit_code == 0
    done = run("--resume", "results", "--pairs", "1")
    assert done.exit_code == 1
    assert "the match has 2 pairs" in done.output


def test_extended_match_stays_extended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("random", "quick", "--pairs", "1", "--out", "results", *QUICK).exit_code == 0
    assert run("--resume", "results", "--pairs", "3").exit_code == 0
    whole = Path("results").read_text().splitlines()
    Path("results").write_text("\n".join(whole[:-1]) + "\n")  # as if it had been interrupted
    done = run("--resume", "results", "--json")
    assert json.loads(done.stdout)["tasks"] == 3


def test_split_bots() -> None:
    assert split_bots("a,b,c") == ["a", "b", "c"]
    assert split_bots("search:time=0.5,deals=20,greedy,x:y=1") == ["search:time=0.5,deals=20", "greedy", "x:y=1"]


def test_cluster_needs_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "ray", None)
    done = run("random", "quick", "--pairs", "1", *QUICK, "--cluster", "auto")
    assert "pip install doghouse[cluster]" in done.output


def test_cluster_that_does_not_answer(tmp_path: Path) -> None:
    with socket.socket() as taken:  # a port where nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = arena("random", "quick", "--pairs", "1", *QUICK, "--cluster", address, folder=tmp_path)
    assert f"cannot connect to {address}" in done.stderr
    assert not list(tmp_path.glob("*.jsonl"))
