"""Small runs on the CPU: they resume exactly, and their nets play well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch

import doghouse as dog
from doghouse.bots.nets import inference
from doghouse.bots.nets.inference import nets_for
from doghouse.bots.neural import NeuralBot
from doghouse.bots.random_bot import RandomBot
from doghouse.training.checkpoint import InvalidCheckpoint
from doghouse.training.config import InvalidConfig, load
from doghouse.training.export import export
from doghouse.training.learner import Trainee
from doghouse.training.losses import forks
from doghouse.training.phase_timer import PhaseTimer
from doghouse.training.run import Play, Run, RunProgress
from tests.support.nets import tiny

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")


def weights(run: Run) -> dict[str, torch.Tensor]:
    found: dict[str, torch.Tensor] = run.learner.trainees["net"].net.state_dict()
    return found


@pytest.mark.parametrize("changes", [{"ahead": 1.0}, {"ahead": 0.5}, {"ahead": 0.5, "until": "turn", "sparring": 0.5}])
def test_resumed_run_equals_uninterrupted_run(changes: dict[str, Any], tmp_path: Path) -> None:
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


def test_checkpoint_with_another_config_is_rejected(tmp_path: Path) -> None:
    Run(tiny(), "cpu", tmp_path, threads=1).train()
    with pytest.raises(InvalidCheckpoint, match=r"another config \(seed 1, not 2\); choose"):
        Run(tiny(seed=2), "cpu", tmp_path)


def test_ctrl_c_saves_the_run(tmp_path: Path) -> None:
    def stop(now: RunProgress) -> None:
        if now.steps > 5:
            raise KeyboardInterrupt

    run = Run(tiny().changed(steps=100_000), "cpu", tmp_path, threads=1)
    run.train(report=stop)
    assert 5 < run.learner.steps < 100_000
    assert Run(tiny().changed(steps=100_000), "cpu", tmp_path).learner.steps == run.learner.steps


@pytest.mark.parametrize("moment", ["_save_checkpoint", "_start_play"])
def test_ctrl_c_between_chapters_saves_the_run(moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_killed_run_resumes_from_its_last_evaluation(tmp_path: Path) -> None:
    config = tiny().changed(steps=100_000, chapter=100_000, evaluate=10)

    def die(now: RunProgress) -> None:
        if now.steps > 25:
            raise SystemError  # an error without a handler

    run = Run(config, "cpu", tmp_path, threads=1)
    with pytest.raises(SystemError):
        run.train(report=die)
    again = Run(config, "cpu", tmp_path, threads=1)
    assert again.learner.steps >= 20
    assert again.learner.steps % 10 == 0
    assert again.chapter == 1, "with games of its own"
    assert again.curve[-1].steps == again.learner.steps


def test_second_time_limit_continues_from_the_steps(tmp_path: Path) -> None:
    config = tiny().changed(steps=1_000_000)
    first = Run(config, "cpu", tmp_path, threads=1)
    first.train(minutes=0.03)
    assert first.progress.part > 0.5, "the rate followed the clock"
    again = Run(config, "cpu", tmp_path, threads=1)
    assert again.progress.part < 0.5, "the bar begins where the steps are"
    parts: list[float] = []
    again.train(minutes=0.03, report=lambda now: parts.append(now.part))
    assert parts[0] < 0.5


def test_fork_phase_begins_a_chapter_by_steps_or_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    began: list[tuple[int, bool]] = []
    usual = Run._start_play

    def noted(run: Run, seed: int, timer: PhaseTimer, ahead: bool) -> Play:
        began.append((run.learner.steps, ahead))
        return usual(run, seed, timer, ahead)

    monkeypatch.setattr(Run, "_start_play", noted)
    Run(tiny(chapter=40, ahead=0.5, forks=8), "cpu", threads=1).train()
    assert began == [(0, False), (30, True)]
    began.clear()
    config = tiny(ahead=0.5, forks=8).changed(steps=1_000_000, chapter=1_000_000, evaluate=1_000_000)
    run = Run(config, "cpu", threads=1)
    run.train(minutes=0.06)
    assert [ahead for _steps, ahead in began] == [False, True]
    assert 0 < began[1][0] < run.learner.steps


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"batch": 60}, "batch must be a multiple of 8, not 60"),
        ({"ahead": -0.5}, "ahead must be between 0 and 1, not -0.5"),
        ({"ahead": 9.0}, "ahead must be between 0 and 1, not 9.0"),
        ({"forks": 0}, "forks must be between 1 and 1,250, a 16th of window, not 0"),
        ({"forks": 2_000}, "forks must be between 1 and 1,250, a 16th of window, not 2,000"),
        ({"forks": 8, "sparring": 1.5}, "sparring must be between 0 and 1, not 1.5"),
        ({"forks": 8, "until": "dawn"}, 'until must be "turn" or "round", not "dawn"'),
    ],
)
def test_invalid_fork_config_is_rejected(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidConfig, match=f"with a fork phase, {message}"):
        Run(tiny(ahead=0.5).changed(**changes), "cpu")
    Run(tiny().changed(batch=60), "cpu")


def test_fork_phase_begins_despite_rounding() -> None:
    run = Run(tiny(ahead=2 / 3 + 1e-16, forks=8).changed(steps=48), "cpu", threads=1)
    run.train(chapters=2)
    assert run.learner.steps == 48


def test_fork_phase_has_its_own_loss_function(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[object] = []
    monkeypatch.setattr(Trainee, "use_loss", lambda _trainee, loss: used.append(loss))
    Run(tiny(chapter=40, ahead=0.5, forks=8), "cpu", threads=1).train()
    assert [loss is forks for loss in used] == [False, False, True, True]


def test_short_training_beats_random(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = load("2", small=True)
    run = Run(config.changed(steps=700, evaluate=700, deals=8), "cpu", threads=2)
    run.train()
    export(run, tmp_path)
    monkeypatch.setattr(inference, "HOME", tmp_path)
    nets_for.cache_clear()
    won = sum(play(seed, seat) == seat for seed in range(10) for seat in "AC")
    nets_for.cache_clear()
    assert won >= 18


def play(seed: int, trained: str) -> str:
    """Play a game against a random bot and return the winner."""
    game = dog.Game(dog.Rules(players=2), seed=seed)
    bots = {seat: NeuralBot(seed) if seat == trained else RandomBot(seed) for seat in "AC"}
    while game.turn is not None:
        view = game.view(game.turn)
        game.play(bots[game.turn].play(view))
    assert game.outcome is not None
    return game.outcome.winners
