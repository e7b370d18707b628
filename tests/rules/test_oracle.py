"""The naive reference agrees with the play counts of all stored positions."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.oracle import gives, results

POSITIONS = Path(__file__).parent.parent / "positions"


def _lines() -> list[Any]:
    files = [*sorted((POSITIONS / "perft").glob("*.jsonl")), POSITIONS / "rules.jsonl"]
    return [
        pytest.param(json.loads(line), id=f"{file.stem}:{number}")
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
    ]


@pytest.mark.parametrize("position", _lines())
def test_oracle_play_counts_match(position: dict[str, Any]) -> None:
    if position["phase"] == "give":
        assert gives(position) == position["gives"]
    else:
        assert {kind: len(plays) for kind, plays in results(position).items()} == position["plays"]
