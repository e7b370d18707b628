"""A run can begin with nets that another left behind."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
import torch

import doghouse as dog
from doghouse.training.checkpoint import InvalidCheckpoint
from doghouse.training.config import InvalidConfig, Shape
from doghouse.training.export import export
from doghouse.training.learning_curve import save_curve
from doghouse.training.run import Run
from tests.support.tiny_run import tiny

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")


@pytest.fixture
def left_behind(tmp_path: Path) -> Path:
    run = Run(tiny().changed(steps=30), "cpu", threads=1)
    run.train()
    folder = tmp_path / "first"
    export(run, folder)
    save_curve(run, folder)
    return folder


def test_it_goes_on_from_where_they_stood(left_behind: Path) -> None:
    config = tiny()
    run = Run(config, "cpu", threads=1, begin=left_behind)
    assert (run.learner.steps, run.chapter, run.progress.part) == (30, 1, 0.5)
    first = Run(config.changed(steps=30), "cpu", threads=1)
    first.train()
    for name, tensor in first.learner.trainees["net"].average.state_dict().items():
        assert torch.equal(tensor.half().float(), run.learner.trainees["net"].net.state_dict()[name]), name
    games = run.progress.games
    assert run.learner.rate(0.5) < config.rate[0][1] / 10, "it warms up again"
    run.train()
    assert run.learner.steps == config.steps
    assert run.progress.games > games > 0
    assert [point.steps for point in run.curve] == [30, 60]


def test_nets_of_another_shape_or_none_are_refused(left_behind: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="another shape: net is"):
        Run(tiny().changed(net=Shape(48, 0, 32)), "cpu", begin=left_behind)
    with pytest.raises(InvalidConfig, match="nothing to begin with"):
        Run(tiny(), "cpu", begin=tmp_path)


def test_an_evaluation_of_nets_that_learned_nothing_is_no_hindrance(tmp_path: Path) -> None:
    first = Run(tiny(), "cpu", threads=1)
    first.evaluate()
    export(first, tmp_path)
    save_curve(first, tmp_path)
    written = (tmp_path / "curve.json").read_text()
    assert json.loads(written, parse_constant=pytest.fail)[0]["loss"] is None, "JSON has no NaN"
    run = Run(tiny(), "cpu", threads=1, begin=tmp_path)
    assert run.curve == first.curve


@pytest.mark.parametrize("curve", ["not JSON", '{"steps": 1}', '[{"a": 1}]', "[7]"])
def test_a_damaged_curve_is_refused(left_behind: Path, curve: str) -> None:
    (left_behind / "curve.json").write_text(curve)
    with pytest.raises(InvalidConfig, match="curve"):
        Run(tiny(), "cpu", begin=left_behind)


@pytest.mark.parametrize(
    "wrong",
    [{"won": "many"}, {"steps": 1.5}, {"decisions": None}, {"seconds": -1}, {"small_won": [0.5]}, {"games": True}],
)
def test_a_curve_of_something_else_than_numbers_is_refused(left_behind: Path, wrong: dict[str, object]) -> None:
    file = left_behind / "curve.json"
    file.write_text(json.dumps([{**point, **wrong} for point in json.loads(file.read_text())]))
    with pytest.raises(InvalidConfig, match=r"curve\.json is no learning curve"):
        Run(tiny(), "cpu", begin=left_behind)


def test_nets_without_what_only_learning_needs_are_refused(left_behind: Path) -> None:
    file, card = left_behind / "2.npz", left_behind / "2.toml"
    before = hashlib.sha256(file.read_bytes()).hexdigest()
    with np.load(file) as arrays:
        kept = {name: arrays[name] for name in arrays.files if ".margin." not in name}
    np.savez(file, **kept)
    card.write_text(card.read_text().replace(before, hashlib.sha256(file.read_bytes()).hexdigest()))
    with pytest.raises(InvalidConfig, match=r"not go on learning: net lacks margin\.weight, margin\.bias"):
        Run(tiny(), "cpu", begin=left_behind)


@pytest.mark.parametrize(
    "line", ['steps = "many"', "steps = -5", "steps = nan", "steps = true", "chapters = 1.5", "minutes = inf"]
)
def test_a_card_that_does_not_say_how_far_training_came_is_refused(left_behind: Path, line: str) -> None:
    card = left_behind / "2.toml"
    card.write_text(card.read_text().replace(f"{line.split()[0]} = ", f"{line} # "))
    with pytest.raises(InvalidConfig, match="does not say how it was trained: it needs steps, chapters"):
        Run(tiny(), "cpu", begin=left_behind)


def test_what_cannot_be_gone_on_with_is_refused(left_behind: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="trained for 30 steps, and this run has 30: there is nothing left"):
        Run(tiny().changed(steps=30), "cpu", begin=left_behind)
    Run(tiny(), "cpu", tmp_path / "run", threads=1).train()
    with pytest.raises(InvalidCheckpoint, match="holds a run already"):
        Run(tiny(), "cpu", tmp_path / "run", begin=left_behind)
