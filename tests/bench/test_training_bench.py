"""``doghouse bench training`` says what was reached and what the time went to."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

import doghouse as dog
from doghouse.cli import main
from doghouse.training import config
from doghouse.training.run import Run

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")


def test_figures_add_up() -> None:
    asked = ["bench", "training", "--mode", "2", "--seconds", "3", "--device", "cpu", "--threads", "1"]
    result = CliRunner().invoke(main, [*asked, "--json"])
    assert result.exit_code == 0, result.output
    figures = json.loads(result.output)
    assert figures["decisions_per_second"] > 0
    assert figures["device"] == "cpu"
    assert set(figures["where"]) == {
        "waiting for games",
        "settling games",
        "moving rows",
        "waiting for the net",
        "learning",
    }
    assert sum(figures["where"].values()) == pytest.approx(figures["seconds"], rel=0.3)
    table = CliRunner().invoke(main, asked).output
    assert "decisions/s" in table


def test_nan_is_no_time() -> None:
    result = CliRunner().invoke(main, ["bench", "training", "--seconds", "nan"])
    assert result.exit_code == 2
    assert "'nan' is not a number of seconds" in result.output


def test_more_threads_than_games_are_refused() -> None:
    result = CliRunner().invoke(main, ["bench", "training", "--device", "cpu", "--threads", "1000"])
    assert result.exit_code == 1
    assert "1,000 threads are too many for 128 games" in result.output


def test_self_play_is_counted_also_where_a_run_would_look_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = config.load("2", small=True).changed(ahead=0.0, forks=8)
    monkeypatch.setattr(config, "load", lambda *_which, **_how: ahead)
    asked = ["bench", "training", "--mode", "2", "--seconds", "2", "--device", "cpu", "--threads", "1", "--json"]
    where = json.loads(CliRunner().invoke(main, asked).output)["where"]
    assert "waiting for the net" in where, "as only self-play does"


def test_interrupted_benchmark_prints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(run: Run, *_how: object) -> None:
        run.interrupted = True

    monkeypatch.setattr(Run, "train", interrupted)
    result = CliRunner().invoke(main, ["bench", "training", "--device", "cpu", "--threads", "1"])
    assert result.exit_code == 1
    assert "Aborted" in result.output
    assert "decisions/s" not in result.output
