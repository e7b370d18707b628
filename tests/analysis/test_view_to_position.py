"""Converting views to positions, and the errors."""

from __future__ import annotations

import json
from typing import Any

import pytest

import doghouse as dog
from doghouse.analysis.errors import NoAdvice
from doghouse.analysis.position_source import read_position
from tests.support.analysis_positions import game_at, played_on
from tests.support.rules_dsl import ALL_RULES


@pytest.mark.parametrize("name", ALL_RULES)
def test_a_view_is_what_the_seat_knows(name: str) -> None:
    for acts in (0, 1, 17, 60, 131):
        game = played_on(ALL_RULES[name], acts)
        if game.phase == "over":
            break
        seat = game.turn or game.to_give()[-1]
        moment = read_position(json.dumps(game.view(seat)))
        assert moment.seat_to_advise(None) == seat
        assert moment.game.view(seat) == game.view(seat)


def test_view_of_a_seven_in_progress() -> None:
    game = game_at(["5"], A=["A3", "A9"], seven={"card": "7", "left": 3})
    moment = read_position(json.dumps(game.view("A")))
    assert moment.game.view(moment.seat_to_advise(None)) == game.view("A")


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"hand": None}, "^this view lacks hand$"),
        ({"cards": None, "phase": None}, "^this view lacks cards and phase$"),
        ({"seat": None, "hand": None}, "this is the view of a spectator, who sees no hand"),
        ({"cards": {"A": 1}}, "this is not a view as game.view writes it"),
        ({"cards": {"A": 1, "B": -1, "C": 1, "D": 1}}, "cards says -1 for B: it takes a whole number from 0 to 110"),
        ({"cards": {"A": 1, "B": 10**9, "C": 1, "D": 1}}, "cards says 1000000000 for B"),
        ({"cards": {"A": 1, "B": True, "C": 1, "D": 1}}, "cards says true for B"),
        ({"cards": {"A": 1, "B": "1", "C": 1, "D": 1}}, 'cards says "1" for B'),
        ({"cards": {"A": 2, "B": 1, "C": 1, "D": 1}}, "cards says 2 for A, but hand has 1"),
        ({"hand": "5"}, "hands: A must have a list of strings, not '5'"),
        ({"hand": ["?"]}, "the hand of A is not known"),
        ({"rules": {"players": 9}}, "this position cannot be: rules: "),
        ({"marbles": {}}, "this position cannot be: marbles: A is missing"),
    ],
)
def test_invalid_views(changes: dict[str, Any], problem: str) -> None:
    view = game_at(["5"], A=["A3"]).view("A") | changes
    view = {part: value for part, value in view.items() if value is not None or part not in changes}
    with pytest.raises(NoAdvice, match=problem):
        read_position(json.dumps(view)).seat_to_advise(None)


def test_the_view_of_a_seat_that_is_not_to_act() -> None:
    game = game_at(["5"], A=["A3"])
    with pytest.raises(dog.IllegalPlay, match=r"it is A's turn, not B's \(R5.1\)"):
        read_position(json.dumps(game.view("B"))).seat_to_advise(None)
    over = played_on(dog.Rules(), 5000, seed=2)
    with pytest.raises(dog.IllegalPlay, match=r"the game is over \(R2.4\)"):
        read_position(json.dumps(over.view("A")))
    game.stop()
    with pytest.raises(dog.IllegalPlay, match=r"stopped early \(R2.5\)"):
        read_position(json.dumps(game.view("A")))
