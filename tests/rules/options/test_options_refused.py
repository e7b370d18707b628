"""Partial plays that are not possible, and why a card cannot be played at all."""

from __future__ import annotations

import pytest

import doghouse as dog
from tests.support.rules_dsl import IN, at, following, refused_option

# Partial plays that are not possible.


@pytest.mark.parametrize(
    ("partial", "code"),
    [
        ("K", "card_not_held"),
        ("7 A12>A14", "card_not_held"),
        ("5", "blocked"),
        ("5 A12>B1", "blocked"),
        ("5 A12>A1", "wrong_distance"),
        ("3 B2>B5", "no_marble"),
        ("3 A12>A14", "wrong_distance"),
        ("fold", "must_play"),
    ],
)
def test_partial_plays_that_are_refused(partial: str, code: str) -> None:
    assert refused_option(at({"A": "A12", "B": "B0!"}, {"A": "3 5"}), partial).code == code


@pytest.mark.parametrize(
    ("partial", "code"),
    [
        ("7 A3>A11", "wrong_distance"),
        ("7 A3>A8 A8>A11", "too_many_points"),
        ("7 A3>A10 A10>A11", "too_many_points"),
        ("7 B9>B10", "not_yours"),
        ("7 A3<>B9", "only_jack_swaps"),
        ("7 A3>D15", "seven_forwards"),
        ("7 A->A0", "cannot_leave"),
    ],
)
def test_partial_sevens_that_are_refused(partial: str, code: str) -> None:
    assert refused_option(at({"A": "A3", "B": "B9"}, {"A": "7"}), partial).code == code


def test_a_seven_that_cannot_be_used_up_is_refused_from_the_start() -> None:
    game = at({"A": "A12", "B": "B0!"}, {"A": "7"})
    assert following(game) == {"fold"}
    assert refused_option(game, "7").code == "seven_impossible"
    assert refused_option(game, "7 A12>A15").code == "cannot_use_up"


def test_options_wait_for_the_exchange_and_end_with_the_game() -> None:
    assert refused_option(dog.Game(seed=1), "").code == "exchange_first"
    game = at({"A": "A+4 A+3 A+2 A0", "C": IN["C"]}, {"A": "A"})
    game.play("A A0>A+1")
    assert refused_option(game, "").code == "game_over"


# Why a card cannot be played.


def test_obstacles_of_a_card() -> None:
    game = at({"A": "A12 D15 A+2", "B": "B0!"}, {"A": "5 3 J"})
    assert [str(reason) for reason in game.obstacles("J")] == [
        "it takes a marble of yours and one of another player, both on the ring and not fresh (R9.2)"
    ]
    assert game.obstacles("5") == ()
    assert [reason.code for reason in game.obstacles("K")] == ["card_not_held"]


def test_obstacles_name_every_marble() -> None:
    game = at({"A": "A12 A14 A+2", "B": "B0!"}, {"A": "5"})
    assert [str(reason) for reason in game.obstacles("5")] == [
        "the way is blocked at B0 by a fresh marble (R7.1)",
        "the finish has no field 5 away from A+2 (R8.4)",
    ]


def test_obstacles_of_a_king() -> None:
    game = at({"A": "A12 A+1 A+3 A+4", "B": "B0!"}, {"A": "K"})
    assert {reason.code for reason in game.obstacles("K")} == {"kennel_empty", "blocked", "too_deep"}
    assert [reason.code for reason in at({"A": "A0!"}, {"A": "K"}).obstacles("K")] == []
