"""Training on the CPU, small: a run can be stopped and resumed exactly, and what it makes plays well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

import doghouse as dog
from doghouse.bots import nets
from doghouse.bots.nets import nets_for
from doghouse.bots.neural import NeuralBot
from doghouse.bots.random_bot import RandomBot
from doghouse.training.checkpoint import InvalidCheckpoint
from doghouse.training.config import InvalidConfig, load
from doghouse.training.export import export
from doghouse.training.learner import Trainee
from doghouse.training.losses import forks
from doghouse.training.phase_timer import PhaseTimer
from doghouse.training.run import Play, Progress, Run
from tests.support.tiny_run import tiny

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")


def weights(run: Run) -> dict[str, torch.Tensor]:
    found: dict[str, torch.Tensor] = run.learner.trainees["net"].net.state_dict()
    return found


@pytest.mark.parametrize("changes", [{"ahead": 1.0}, {"ahead": 0.5}, {"ahead": 0.5, "until": "turn", "sparring": 0.5}])
def test_a_resumed_run_goes_on_exactly(changes: dict[str, Any], tmp_path: Path) -> None:
    config = tiny(chapter=20, forks=8, **changes)
    whole = Run(config, "cpu", tmp_path / "whole", threads=2)
    whole.train()
    assert whole.learner.steps == 60
    for _part in range(whole.chapter):  # a process for each chapter
        Run(config, "cpu", tmp_path / "parts", threads=2).train(chapters=1)
    resumed = Run(config, "cpu", tmp_path / "parts", threads=2)
    assert resumed.learner.steps == 60
    for name, tensor in weights(whole).items():
        assert torch.equal(tensor, weights(resumed)[name]), name
    assert [point.won for point in resumed.curve] == [point.won for point in whole.curve]
    assert resumed.progress.games == whole.progress.games


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    Run(tiny(), "cpu", tmp_path, threads=1).train()
    with pytest.raises(InvalidCheckpoint, match=r"another configuration \(seed 1, not 2\); choose"):
        Run(tiny(seed=2), "cpu", tmp_path)


def test_ctrl_c_keeps_what_was_learned(tmp_path: Path) -> None:
    def stop(now: Progress) -> None:
        if now.steps > 5:
            raise KeyboardInterrupt

    run = Run(tiny().changed(steps=100_000), "cpu", tmp_path, threads=1)
    run.train(report=stop)
    assert 5 < run.learner.steps < 100_000
    assert Run(tiny().changed(steps=100_000), "cpu", tmp_path).learner.steps == run.learner.steps


@pytest.mark.parametrize("moment", ["_keep", "_players"])
def test_ctrl_c_between_two_chapters_keeps_what_was_learned(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, calls = getattr(Run, moment), 0

    def interrupted(run: Run, *how: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return usual(run, *how)

    monkeypatch.setattr(Run, moment, interrupted)
    config = tiny().changed(steps=100_000, chapter=20, evaluate=100_000)
    run = Run(config, "cpu", tmp_path, threads=1)
    run.train()
    assert run.interrupted
    assert run.learner.steps in (20, 40)
    assert Run(config, "cpu", tmp_path).learner.steps == run.learner.steps


def test_a_run_that_is_killed_goes_on_from_its_last_evaluation(tmp_path: Path) -> None:
    config = tiny().changed(steps=100_000, chapter=100_000, evaluate=10)

    def die(now: Progress) -> None:
        if now.steps > 25:
            raise SystemError  # whatever it is that nobody looks after

    run = Run(config, "cpu", tmp_path, threads=1)
    with pytest.raises(SystemError):
        run.train(report=die)
    again = Run(config, "cpu", tmp_path, threads=1)
    assert again.learner.steps >= 20
    assert again.learner.steps % 10 == 0
    assert again.chapter == 1, "with games of its own"
    assert again.curve[-1].steps == again.learner.steps


def test_more_minutes_go_on_where_the_steps_are(tmp_path: Path) -> None:
    config = tiny().changed(steps=1_000_000)
    first = Run(config, "cpu", tmp_path, threads=1)
    first.train(minutes=0.03)
    assert first.progress.part > 0.5, "the rate followed the clock"
    again = Run(config, "cpu", tmp_path, threads=1)
    assert again.progress.part < 0.5, "the bar begins where the steps are"
    parts: list[float] = []
    again.train(minutes=0.03, report=lambda now: parts.append(now.part))
    assert parts[0] < 0.5


def test_looking_ahead_begins_with_a_chapter_at_its_step_or_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    began: list[tuple[int, bool]] = []
    usual = Run._players

    def noted(run: Run, seed: int, timer: PhaseTimer, ahead: bool) -> Play:
        began.append((run.learner.steps, ahead))
        return usual(run, seed, timer, ahead)

    monkeypatch.setattr(Run, "_players", noted)
    Run(tiny(chapter=40, ahead=0.5, forks=8), "cpu", threads=1).train()
    assert began == [(0, False), (30, True)]
    began.clear()
    config = tiny(ahead=0.5, forks=8).changed(steps=1_000_000, chapter=1_000_000, evaluate=1_000_000)
    run = Run(config, "cpu", threads=1)
    run.train(minutes=0.06)
    assert [ahead for _steps, ahead in began] == [False, True]
    assert 0 < began[1][0] < run.learner.steps


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"batch": 60}, "batch is a multiple of 8, not 60"),
        ({"ahead": -0.5}, "ahead is a part of the run, from 0 to 1, not -0.5"),
        ({"ahead": 9.0}, "ahead is a part of the run, from 0 to 1, not 9.0"),
        ({"forks": 0}, "forks is from 1 to 1,250, what the window holds, not 0"),
        ({"forks": 2_000}, "forks is from 1 to 1,250, what the window holds, not 2,000"),
        ({"forks": 8, "sparring": 1.5}, "sparring is a part of the games, from 0 to 1, not 1.5"),
        ({"forks": 8, "until": "dawn"}, 'until is "turn" or "round", not "dawn"'),
    ],
)
def test_what_cannot_look_ahead_is_refused(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidConfig, match=f"to look ahead, {told}"):
        Run(tiny(ahead=0.5).changed(**changes), "cpu")
    Run(tiny().changed(batch=60), "cpu")


def test_looking_ahead_begins_also_where_numbers_are_rounded() -> None:
    run = Run(tiny(ahead=2 / 3 + 1e-16, forks=8).changed(steps=48), "cpu", threads=1)
    run.train(chapters=2)
    assert run.learner.steps == 48


def test_looking_ahead_has_its_own_loss_function(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[object] = []
    monkeypatch.setattr(Trainee, "use_loss", lambda _trainee, loss: used.append(loss))
    Run(tiny(chapter=40, ahead=0.5, forks=8), "cpu", threads=1).train()
    assert [loss is forks for loss in used] == [False, False, True, True]


def test_less_than_a_minute_of_training_beats_random_clearly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = load("2", small=True)
    run = Run(config.changed(steps=700, evaluate=700, deals=8), "cpu", threads=2)
    run.train()
    export(run, tmp_path)
    monkeypatch.setattr(nets, "HOME", tmp_path)
    nets_for.cache_clear()
    won = sum(play(seed, seat) == seat for seed in range(10) for seat in "AC")
    nets_for.cache_clear()
    assert won >= 18


def play(seed: int, trained: str) -> str:
    """Who wins a game of two, one of them by chance."""
    game = dog.Game(dog.Rules(players=2), seed=seed)
    bots = {seat: NeuralBot(seed) if seat == trained else RandomBot(seed) for seat in "AC"}
    while game.turn is not None:
        view = game.view(game.turn)
        game.play(bots[game.turn].play(view))
    assert game.outcome is not None
    return game.outcome.winners
