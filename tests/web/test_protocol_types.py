"""The generated types of the protocol are current, and fit what a game tells."""

from __future__ import annotations

import re

from doghouse.rules.game import Game
from tools.protocol_types import COMMAND, FILE, protocol_types


def fields_of(name: str) -> set[str]:
    """Return the fields of an interface in the generated file."""
    found = re.search(rf"^export interface {name} {{\n(.*?)^}}", protocol_types(), re.DOTALL | re.MULTILINE)
    assert found is not None, name
    return set(re.findall(r"^  (\w+)\??:", found[1], re.MULTILINE))


def test_protocol_types_are_current() -> None:
    assert FILE.read_text(encoding="utf-8") == protocol_types(), f"stale: run {COMMAND}"


def test_view_has_the_fields_of_its_type() -> None:
    game = Game(seed=1)
    view = game.view("A")
    assert set(view) == fields_of("GameView")
    assert set(view["rules"]) == fields_of("Rules")
    assert fields_of("Position") <= set(game.position())


def test_outcome_has_the_fields_of_its_type() -> None:
    game = Game(seed=1)
    game.stop()
    assert game.outcome is not None
    assert set(game.outcome.to_json()) == fields_of("Outcome")
