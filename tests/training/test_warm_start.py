"""Warm start: a run begins with the nets of an earlier one."""

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
from tests.support.nets import tiny

pytestmark = pytest.mark.skipif(not dog.COMPILED, reason="training needs the compiled core")


@pytest.fixture
def earlier_nets(tmp_path: Path) -> Path:
    run = Run(tiny().changed(steps=30), "cpu", threads=1)
    run.train()
    folder = tmp_path / "first"
    export(run, folder)
    save_curve(run, folder)
    return folder


def test_run_continues_from_the_nets(earlier_nets: Path) -> None:
    config = tiny()
    run = Run(config, "cpu", threads=1, begin=earlier_nets)
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


def test_missing_nets_or_another_shape_are_rejected(earlier_nets: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match=r"net has the shape \(64, 0, 32\), not \(48, 0, 32\)"):
        Run(tiny().changed(net=Shape(48, 0, 32)), "cpu", begin=earlier_nets)
    with pytest.raises(InvalidConfig, match="no nets to begin with"):
        Run(tiny(), "cpu", begin=tmp_path)


def test_curve_without_a_loss_is_accepted(tmp_path: Path) -> None:
    first = Run(tiny(), "cpu", threads=1)
    first.evaluate()
    export(first, tmp_path)
    save_curve(first, tmp_path)
    written = (tmp_path / "curve.json").read_text()
    assert json.loads(written, parse_constant=pytest.fail)[0]["loss"] is None, "JSON has no NaN"
    run = Run(tiny(), "cpu", threads=1, begin=tmp_path)
    assert run.curve == first.curve


@pytest.mark.parametrize("curve", ["not JSON", '{"steps": 1}', '[{"a": 1}]', "[7]"])
def test_damaged_curve_is_rejected(earlier_nets: Path, curve: str) -> None:
    (earlier_nets / "curve.json").write_text(curve)
    with pytest.raises(InvalidConfig, match="curve"):
        Run(tiny(), "cpu", begin=earlier_nets)


@pytest.mark.parametrize(
    "wrong",
    [{"won": "many"}, {"steps": 1.5}, {"decisions": None}, {"seconds": -1}, {"small_won": [0.5]}, {"games": True}],
)
def test_curve_with_invalid_values_is_rejected(earlier_nets: Path, wrong: dict[str, object]) -> None:
    file = earlier_nets / "curve.json"
    file.write_text(json.dumps([{**point, **wrong} for point in json.loads(file.read_text())]))
    with pytest.raises(InvalidConfig, match=r"curve\.json: not a learning curve"):
        Run(tiny(), "cpu", begin=earlier_nets)


def test_nets_without_margin_layer_are_rejected(earlier_nets: Path) -> None:
    file, card = earlier_nets / "2.npz", earlier_nets / "2.toml"
    before = hashlib.sha256(file.read_bytes()).hexdigest()
    with np.load(file) as arrays:
        kept = {name: arrays[name] for name in arrays.files if ".margin." not in name}
    np.savez(file, **kept)
    card.write_text(card.read_text().replace(before, hashlib.sha256(file.read_bytes()).hexdigest()))
    with pytest.raises(InvalidConfig, match=r"cannot resume training: net lacks margin\.weight, margin\.bias"):
        Run(tiny(), "cpu", begin=earlier_nets)


@pytest.mark.parametrize(
    "line", ['steps = "many"', "steps = -5", "steps = nan", "steps = true", "chapters = 1.5", "minutes = inf"]
)
def test_card_with_invalid_training_figures_is_rejected(earlier_nets: Path, line: str) -> None:
    card = earlier_nets / "2.toml"
    card.write_text(card.read_text().replace(f"{line.split()[0]} = ", f"{line} # "))
    with pytest.raises(InvalidConfig, match=r"2\.toml: \[trained\] must have steps, chapters"):
        Run(tiny(), "cpu", begin=earlier_nets)


def test_finished_nets_or_an_existing_run_are_rejected(earlier_nets: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="trained for 30 steps, and this run has only 30"):
        Run(tiny().changed(steps=30), "cpu", begin=earlier_nets)
    Run(tiny(), "cpu", tmp_path / "run", threads=1).train()
    with pytest.raises(InvalidCheckpoint, match="already holds a run"):
        Run(tiny(), "cpu", tmp_path / "run", begin=earlier_nets)
