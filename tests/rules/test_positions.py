"""Positions with counted plays: those of an independent implementation, and our own for the rules one by one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.support.rules_dsl import POSITIONS, counts, explain_counts, game_of_case, load_cases

PERFT = sorted((POSITIONS / "perft").glob("*.jsonl"))
RULES = POSITIONS.parent.parent / "docs" / "rules.md"
OWN = load_cases(POSITIONS / "rules.jsonl")


def test_all_positions_are_loaded() -> None:
    assert sum(len(load_cases(path)) for path in PERFT) == 275


@pytest.mark.parametrize("path", PERFT, ids=lambda path: path.stem)
def test_independent_counts(path: Path) -> None:
    wrong = []
    for number, case in enumerate(load_cases(path), 1):
        game = game_of_case(case)
        if counts(game) != case["plays"]:
            wrong.append(f"{path.name}:{number}: {explain_counts(game, case['plays'])}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("case", OWN, ids=lambda case: f"{case['rule']} {case['why']}")
def test_own_counts(case: dict[str, Any]) -> None:
    game = game_of_case(case)
    if "gives" in case:
        assert {seat: len(set(game.hand(seat))) for seat in game.to_give()} == case["gives"]
    else:
        assert counts(game) == case["plays"], explain_counts(game, case["plays"])
    for play in case.get("then", ()):
        game.play(play)
    view = game.view(None)
    assert {part: view[part] for part in case.get("shows", ())} == case.get("shows", {})
    if "stops" in case:
        assert [[place.team, place.finished, place.to_go] for place in game.stop().standings] == case["stops"]


def test_every_rule_has_a_counted_position() -> None:
    numbers = re.findall(r"^- \*\*(R\d+\.\d+)\*\* ", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(numbers) <= {case["rule"] for case in OWN}
