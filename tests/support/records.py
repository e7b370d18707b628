"""Recorded games for the tests of records, and how they are checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import doghouse as dog
from tests.support.rules_dsl import MODES, give_all, new_game, other_play

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    mode: (mode, {}) for mode in MODES
} | {
    "Canadian seven": ("4 pairs", {"canadian_seven": True}),
    "no joker for the last marble": ("6 trios", {"joker_may_finish": False}),
    "quick start": ("4 pairs", {"quick_start": True}),
    "fixed dealer": ("3 pass", {"dealer": "fixed"}),
    "all at once": ("6 pairs", {"canadian_seven": True, "joker_may_finish": False, "dealer": "fixed"}),
}  # fmt: skip


def play_on(game: dog.Game, turns: int, choose: Callable[[dog.Game], str] = other_play) -> dog.Game:
    for _ in range(turns):
        give_all(game)
        if game.phase == "over":
            break
        game.play(choose(game))
    return game


def some_game(name: str, turns: int = 45) -> dog.Game:
    mode, changes = VARIANTS[name]
    return play_on(new_game(mode, 3, **changes), turns)


def check_round_trip(game: dog.Game) -> dog.Game:
    text = game.record()
    again = dog.Game.from_record(text)
    assert again.position() == game.position()
    assert again.record() == text
    assert (again.outcome, again.headers) == (game.outcome, game.headers)
    return again


def refused(text: str) -> dog.InvalidRecord:
    with pytest.raises(dog.InvalidRecord) as caught:
        dog.Game.from_record(text)
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.problem}"
    return caught.value


def line_of(text: str, start: str) -> int:
    """The number of the first line that begins so."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(start))


def changed(text: str, number: int, line: str) -> str:
    lines = text.splitlines()
    lines[number - 1] = line
    return "\n".join(lines)


BY_HAND = """\
# Sunday at Grandmother's, written down between the turns
Edition: xl
Player A: Lena
Player B: Grandfather
Player C: Rico
Player D: Grandmother
First dealer: D

Round 1, 6 cards
give A: 5           # Lena remembers what she gave
A: K A->A0
B: fold             # "as always"
C: A C->C0
D: 4 D0>C12         # wrong: Grandmother has no marble out yet
"""


def by_hand() -> str:
    """The same without Grandmother's slip."""
    return BY_HAND.replace("D: 4 D0>C12         # wrong: Grandmother has no marble out yet", "D: X=K D->D0") + (
        "A: 4 A0>D12         # round the corner\nC: 5 C0>C5\nD: fold\nA: 8 D12>A+4        # in with the second card!\n"
    )


def without_seed(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("Seed"))
