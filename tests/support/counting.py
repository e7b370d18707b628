"""Counting the plays of a position, and showing the split when a count is wrong."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import doghouse as dog

POSITIONS = Path(__file__).parent.parent / "positions"
NOT_OF_THE_POSITION = ("plays", "gives", "stops", "then", "shows", "rule", "why")


def load(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def game_at(case: dict[str, Any]) -> dog.Game:
    position = {part: value for part, value in case.items() if part not in NOT_OF_THE_POSITION}
    return dog.Game.from_position(position, seed="counting")


def counts(game: dog.Game) -> dict[str, int]:
    """The number of distinct results of playing each kind of card."""
    return dict(Counter(play.card for play in game.plays() if play.card is not None))


def split(game: dog.Game, expected: dict[str, int]) -> str:
    """The plays behind every count that differs."""
    found = counts(game)
    lines = [f"{game.turn} to play on {game.marbles()}"]
    for card in sorted({*found, *expected}):
        if found.get(card, 0) != expected.get(card, 0):
            lines.append(f"{card}: expected {expected.get(card, 0)}, found {found.get(card, 0)}:")
            lines += [f"    {play}" for play in game.plays() if play.card == card]
    return "\n".join(lines)
