"""Options where hands are not known, as in a game written down at a real table."""

from __future__ import annotations

import random

import doghouse as dog
from tests.support.rules_dsl import following, refused_option, walk

BARE = """\
First dealer: D
Round 1
A: K A->A0
B: fold
C: A C->C0
D: fold
A: 5 A0>A5
"""


def test_options_where_hands_are_not_known() -> None:
    """Every card that could move something is offered, and laying down."""
    game = dog.Game.from_record(BARE)
    assert game.turn == "C"
    cards = {option.play for option in game.options().next}
    assert {"A", "5", "7", "K", "X=Q", "fold"} <= cards
    assert following(game, "5") == {"5 C0>C5"}
    assert following(game, "7 C0>C3") == {f"7 C0>C3 C3>C{field}" for field in (4, 5, 6, 7)}
    assert game.options("7 C0>C3").points_left == 4
    assert game.options("fold").complete


def test_refusals_where_hands_are_not_known() -> None:
    game = dog.Game.from_record(BARE)
    assert refused_option(game, "K C->C0").code == "start_taken"
    assert refused_option(game, "5 C0>C6").code == "wrong_distance"
    assert refused_option(game, "7 C0>C+3").code == "fresh_turning_in"


def test_following_options_where_hands_are_not_known() -> None:
    chance = random.Random(1)
    game = dog.Game.from_record(BARE)
    for _ in range(30):
        *_, whole = walk(game, chance)
        assert whole.play in game.plays()
        game.play(whole.play)
