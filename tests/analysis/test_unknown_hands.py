"""Positions in which only one hand is known."""

from __future__ import annotations

import json
from typing import Any

import pytest

import doghouse as dog
from doghouse.analysis.errors import NoAdvice
from doghouse.analysis.position_source import read_position
from doghouse.analysis.unknown_hands import fill_hands
from tests.support.analysis_positions import game_at, giving, played_on
from tests.support.rules_dsl import ALL_RULES


def hidden(game: dog.Game, seat: str) -> dict[str, Any]:
    """The position as written by somebody who knows one hand."""
    position = game.position()
    hands = {other: hand if other == seat else ["?"] * len(hand) for other, hand in position["hands"].items()}
    return {**position, "hands": hands, "stock": None, "known": {}}


@pytest.mark.parametrize("name", ["4-pairs", "5-draw", "2-pass"])
def test_one_known_hand_is_enough(name: str) -> None:
    for acts in (0, 17, 60):
        game = played_on(ALL_RULES[name], acts)
        seat = game.turn or game.to_give()[-1]
        moment = read_position(json.dumps(hidden(game, seat)))
        assert moment.seat_to_advise(None) == seat
        seen, expected = moment.game.view(seat), game.view(seat)
        for part in ("hand", "marbles", "cards", "seen", "turn", "phase", "seven"):
            assert seen[part] == expected[part]


def test_hand_of_the_deciding_seat_must_be_known() -> None:
    game = game_at(["5"], A=["A3"])
    with pytest.raises(NoAdvice, match="the hand of A is not known"):
        read_position(json.dumps(hidden(game, "B"))).seat_to_advise(None)
    position = game.position() | {"hands": {seat: ["?"] for seat in "ABCD"}, "stock": None}
    with pytest.raises(NoAdvice, match="the hand of A is not known"):
        read_position(json.dumps(position)).seat_to_advise(None)


def test_missing_hand_is_not_an_empty_hand() -> None:
    position = game_at(["5", "K"], A=["A3"]).position() | {"stock": None}
    for told, problem in (
        ({"B": ["?"], "C": ["?"], "D": []}, "the hand of A is missing"),
        ({"A": ["5", "K"], "C": ["?"], "D": []}, r"hands says nothing of B: write a \? for each card"),
        ({"A": ["5", "K"]}, "hands says nothing of B, C and D"),
        ({}, "the hand of A is missing"),
    ):
        with pytest.raises(NoAdvice, match=problem):
            read_position(json.dumps(position | {"hands": told}))
    out = position | {"hands": {"A": ["5", "K"], "C": ["?"], "D": []}, "laid_down": {"B": ["9"]}}
    assert read_position(json.dumps(out)).seat_to_advise(None) == "A"
    give = giving(["5", "K"]).position() | {"hands": {"A": ["5", "K"]}, "stock": None}
    with pytest.raises(NoAdvice, match="hands says nothing of B, C and D"):
        read_position(json.dumps(give))


@pytest.mark.parametrize("name", ["4-pairs", "2-pass", "6-trios"])
def test_unknown_cards_late_in_the_pack(name: str) -> None:
    """Whatever was given, seen or is known, the cards left suffice for all unknown ones."""
    deepest = 110
    for acts in range(0, 240, 7):
        game = played_on(ALL_RULES[name], acts)
        if game.phase == "over":
            break
        seat = game.turn or game.to_give()[-1]
        position = hidden(game, seat) | {"known": game.position()["known"]}
        for told in (position, position | {"stock": game.position()["stock"]}):
            found = read_position(json.dumps(told)).game.view(seat)
            assert found == game.view(seat) | {"received": found["received"], "stock": found["stock"]}
        deepest = min(deepest, game.view(None)["stock"])
    assert deepest < 12


def test_unknown_cards_with_known_ones_among_them() -> None:
    position = game_at(["5", "K"], A=["A3"]).position() | {"stock": None, "known": {"A": {"C": ["Q"]}}}
    for hand in (["?", "?"], ["Q", "?"], ["3", "?"]):
        hands = {"A": ["5", "K"], "B": ["?"], "C": hand, "D": ["?"]}
        view = read_position(json.dumps(position | {"hands": hands})).game.view("A")
        assert view["known"] == {"C": ["Q"]}
        assert view["cards"]["C"] == 2


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"A": {"C": ["Q"]}}, {"B": ["?"], "C": ["Q", "?"]}),
        ({"A": {"C": ["Q"]}, "B": {"C": ["Q", "2"]}}, {"B": ["?"], "C": ["Q", "2"]}),
        ({"A": {"BC": ["Q", "9"], "B": ["Q"]}}, {"B": ["Q"], "C": ["Q", "9"]}),  # with one of the two
    ],
)
def test_known_cards_replace_unknown_ones(known: dict[str, Any], expected: dict[str, list[str]]) -> None:
    hands = {"B": ["?"], "C": ["?", "?"]}
    found = fill_hands({"hands": hands, "phase": "play", "known": known})["hands"]
    for seat, hand in expected.items():
        assert [card for card, wanted in zip(found[seat], hand, strict=True) if wanted != "?"] == [
            wanted for wanted in hand if wanted != "?"
        ]


def test_hand_that_is_not_a_list() -> None:
    position = game_at(["5"], A=["A3"]).position() | {"stock": None}
    for hands in ({"A": "5"}, {"B": "???"}, {"C": {"?": 3}}, {"D": None}):
        with pytest.raises(NoAdvice, match=r"hands: . must have a list of strings, not"):
            read_position(json.dumps(position | {"hands": position["hands"] | hands}))


def test_too_many_unknown_cards() -> None:
    seen = {card: 6 if card == "X" else 8 for card in dog.CARDS} | {"5": 4}
    position = game_at(["5"], A=["A3"]).position() | {"stock": None, "seen": seen}
    hands = {"A": ["5"], "B": ["?", "?"], "C": ["?", "?"], "D": []}
    with pytest.raises(NoAdvice, match=r"4 cards stand as \?, but only 3 are neither in a hand"):
        read_position(json.dumps(position | {"hands": hands}))
