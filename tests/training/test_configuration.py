"""What a training run is made of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from doghouse.bots.modes import NAMES
from doghouse.bots.nets import nets_for
from doghouse.training.config import InvalidConfig, Shape, at, load, read


@pytest.mark.parametrize("name", NAMES)
def test_every_mode_has_a_configuration(name: str) -> None:
    config, small = load(name), load(name, small=True)
    assert config.mode == small.mode == name
    assert small.games < config.games
    assert small.batch < config.batch
    assert config.fingerprint() != small.fingerprint()


def test_what_is_not_known_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="no mode '7'"):
        load("7")
    (tmp_path / "2.toml").write_text("speed = 3", encoding="utf-8")
    with pytest.raises(InvalidConfig, match="has no speed; it has"):
        load("2", home=tmp_path)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('steps = "many"', "steps is a whole number, not 'many'"),
        ("steps = 1.5", "steps is a whole number, not 1.5"),
        ("weight_decay = true", "weight_decay is a number, not True"),
        ("net = { wide = 64, blocks = 0, head = 8 }", "net is a shape such as"),
        ("net = { width = 6.4, blocks = 0, head = 8 }", "net is a shape such as .*, in whole numbers, not"),
        ("net = 64", "net is a shape such as"),
        ("rate = [1e-3, 1e-4]", r"rate is a schedule such as \[\[0.0"),
        ("rate = ", "Invalid value"),
    ],
)
def test_what_is_no_configuration_is_refused_in_a_line(line: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "2.toml").write_text(line, encoding="utf-8")
    with pytest.raises(InvalidConfig, match=rf"2\.toml: {told}"):
        load("2", home=tmp_path)


def test_a_whole_number_will_do_where_a_number_belongs() -> None:
    told = {"mode": "2", "ahead": 0.5}
    assert read({**told, "sparring": 1}).fingerprint() == read({**told, "sparring": 1.0}).fingerprint()


def test_shapes_and_schedules_are_read() -> None:
    config = read({"mode": "2", "net": {"width": 8, "blocks": 2, "head": 4}, "epsilon": [[0, 1], [0.5, 0]]})
    assert config.net == Shape(8, 2, 4)
    assert [at(config.epsilon, part) for part in (0, 0.25, 0.5, 1.0)] == [1, 0.5, 0, 0]


def test_the_rate_falls_in_cosines_and_may_begin_again() -> None:
    schedule = ((0.0, 1.0), (0.5, 0.0), (0.5, 0.4), (1.0, 0.0))
    found = [at(schedule, part, smooth=True) for part in (0, 0.125, 0.25, 0.5, 0.5001, 0.75, 1.0)]
    assert found == pytest.approx([1, 0.8536, 0.5, 0, 0.4, 0.2, 0], abs=1e-3)


@pytest.mark.parametrize("change", [{"forks": 9}, {"until": "turn"}, {"sparring": 0.5}])
def test_how_one_looks_ahead_sets_runs_apart_that_do(change: dict[str, Any]) -> None:
    config = load("2", small=True)
    assert config.changed(**change).fingerprint() == config.fingerprint()
    ahead = config.changed(ahead=0.5)
    assert ahead.changed(**change).fingerprint() != ahead.fingerprint()


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_nets_were_trained_by_the_whole_file_of_their_mode(name: str) -> None:
    trained = nets_for(name).card["trained"]
    config = load(name)
    assert trained["configuration"] == config.fingerprint()
    assert trained["steps"] == config.steps
