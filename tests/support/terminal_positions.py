"""Positions for the tests of the terminal."""

from typing import Any

from doghouse import Game


def game_at(hand: list[str], players: int = 4, **marbles: list[str]) -> Game:
    """A is to play with this hand; seats that are not named have all marbles in the kennel."""
    seats = {2: "AC", 3: "ABC", 4: "ABCD", 5: "ABCDE", 6: "ABCDEF"}[players]
    position: dict[str, Any] = {
        "rules": {"players": players},
        "marbles": {seat: fill(seat, marbles.get(seat, [])) for seat in seats},
        "hands": {seat: hand if seat == "A" else ["6"] for seat in seats},
        "turn": "A",
        "phase": "play",
    }
    return Game.from_position(position, seed=1)


def fill(seat: str, marbles: list[str]) -> list[str]:
    return [*marbles, *[f"{seat}-"] * (4 - len(marbles))]
