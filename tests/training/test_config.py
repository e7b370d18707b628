"""Configs of training runs: files, validation, schedules, fingerprints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from doghouse.bots.modes import NAMES
from doghouse.bots.nets.inference import nets_for
from doghouse.training.config import InvalidConfig, Shape, load, parse, value_at


@pytest.mark.parametrize("name", NAMES)
def test_every_mode_has_a_config_and_a_smaller_one_for_a_cpu(name: str) -> None:
    config, small = load(name), load(name, small=True)
    assert config.mode == small.mode == name
    assert small.games < config.games
    assert small.batch < config.batch
    assert config.fingerprint() != small.fingerprint()


def test_unknown_mode_or_field_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="unknown mode '7'"):
        load("7")
    (tmp_path / "2.toml").write_text("speed = 3", encoding="utf-8")
    with pytest.raises(InvalidConfig, match="unknown config field speed; the fields are"):
        load("2", home=tmp_path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('steps = "many"', "steps must be an integer, not 'many'"),
        ("steps = 1.5", "steps must be an integer, not 1.5"),
        ("weight_decay = true", "weight_decay must be a number, not True"),
        ("net = { wide = 64, blocks = 0, head = 8 }", "net must be a shape of integers such as"),
        ("net = { width = 6.4, blocks = 0, head = 8 }", "net must be a shape of integers such as .*, not"),
        ("net = 64", "net must be a shape of integers such as"),
        ("rate = [1e-3, 1e-4]", r"rate must be a schedule such as \[\[0.0"),
        ("rate = ", "Invalid value"),
    ],
)
def test_value_of_wrong_type_is_rejected(line: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "2.toml").write_text(line, encoding="utf-8")
    with pytest.raises(InvalidConfig, match=rf"2\.toml: {message}"):
        load("2", home=tmp_path)


def test_integer_is_accepted_for_a_float() -> None:
    data = {"mode": "2", "ahead": 0.5}
    assert parse({**data, "sparring": 1}).fingerprint() == parse({**data, "sparring": 1.0}).fingerprint()


def test_shapes_and_schedules_are_parsed() -> None:
    config = parse({"mode": "2", "net": {"width": 8, "blocks": 2, "head": 4}, "epsilon": [[0, 1], [0.5, 0]]})
    assert config.net == Shape(8, 2, 4)
    assert [value_at(config.epsilon, part) for part in (0, 0.25, 0.5, 1.0)] == [1, 0.5, 0, 0]


def test_smooth_schedule_falls_in_cosines_and_may_restart() -> None:
    schedule = ((0.0, 1.0), (0.5, 0.0), (0.5, 0.4), (1.0, 0.0))
    values = [value_at(schedule, part, smooth=True) for part in (0, 0.125, 0.25, 0.5, 0.5001, 0.75, 1.0)]
    assert values == pytest.approx([1, 0.8536, 0.5, 0, 0.4, 0.2, 0], abs=1e-3)


@pytest.mark.parametrize("change", [{"forks": 9}, {"until": "turn"}, {"sparring": 0.5}])
def test_fork_options_change_the_fingerprint_only_with_a_fork_phase(change: dict[str, Any]) -> None:
    config = load("2", small=True)
    assert config.changed(**change).fingerprint() == config.fingerprint()
    ahead = config.changed(ahead=0.5)
    assert ahead.changed(**change).fingerprint() != ahead.fingerprint()


@pytest.mark.parametrize("name", NAMES)
def test_shipped_nets_were_trained_with_the_config_of_their_mode(name: str) -> None:
    trained = nets_for(name).card["trained"]
    config = load(name)
    assert trained["configuration"] == config.fingerprint()
    assert trained["steps"] == config.steps
