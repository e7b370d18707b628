"""Positions in which only one hand is known: what stands for the other cards, and what must be said."""

from __future__ import annotations

import json
from typing import Any

import pytest

import doghouse as dog
from doghouse.analysis.errors import NoAdvice
from doghouse.analysis.position_source import read_moment
from doghouse.analysis.unknown_hands import fill_hands
from tests.support.analysis_positions import game_at, giving, played_on
from tests.support.rules_dsl import ALL_RULES


def hidden(game: dog.Game, seat: str) -> dict[str, Any]:
    """The position as somebody writes it down who knows one hand only."""
    position = game.position()
    hands = {other: hand if other == seat else ["?"] * len(hand) for other, hand in position["hands"].items()}
    return {**position, "hands": hands, "stock": None, "known": {}}


@pytest.mark.parametrize("name", ["4-pairs", "5-draw", "2-pass"])
def test_one_hand_is_enough(name: str) -> None:
    for acts in (0, 17, 60):
        game = played_on(ALL_RULES[name], acts)
        seat = game.turn or game.to_give()[-1]
        moment = read_moment(json.dumps(hidden(game, seat)))
        assert moment.seat_to_advise(None) == seat
        seen, expected = moment.game.view(seat), game.view(seat)
        for part in ("hand", "marbles", "cards", "seen", "turn", "phase", "seven"):
            assert seen[part] == expected[part]


def test_the_hand_of_the_one_who_decides_must_be_known() -> None:
    game = game_at(["5"], A=["A3"])
    with pytest.raises(NoAdvice, match="the hand of A is not known"):
        read_moment(json.dumps(hidden(game, "B"))).seat_to_advise(None)
    position = game.position() | {"hands": {seat: ["?"] for seat in "ABCD"}, "stock": None}
    with pytest.raises(NoAdvice, match="the hand of A is not known"):
        read_moment(json.dumps(position)).seat_to_advise(None)


def test_a_hand_that_is_not_told_is_not_empty() -> None:
    position = game_at(["5", "K"], A=["A3"]).position() | {"stock": None}
    for told, problem in (
        ({"B": ["?"], "C": ["?"], "D": []}, "the hand of A is missing"),
        ({"A": ["5", "K"], "C": ["?"], "D": []}, r"hands says nothing of B: write a \? for each card"),
        ({"A": ["5", "K"]}, "hands says nothing of B, C and D"),
        ({}, "the hand of A is missing"),
    ):
        with pytest.raises(NoAdvice, match=problem):
            read_moment(json.dumps(position | {"hands": told}))
    out = position | {"hands": {"A": ["5", "K"], "C": ["?"], "D": []}, "laid_down": {"B": ["9"]}}
    assert read_moment(json.dumps(out)).seat_to_advise(None) == "A"
    give = giving(["5", "K"]).position() | {"hands": {"A": ["5", "K"]}, "stock": None}
    with pytest.raises(NoAdvice, match="hands says nothing of B, C and D"):
        read_moment(json.dumps(give))


@pytest.mark.parametrize("name", ["4-pairs", "2-pass", "6-trios"])
def test_unknown_cards_late_in_the_pack(name: str) -> None:
    """Whatever was given, seen or is known: the cards that are left are enough for all that are not told."""
    deepest = 110
    for acts in range(0, 240, 7):
        game = played_on(ALL_RULES[name], acts)
        if game.phase == "over":
            break
        seat = game.turn or game.to_give()[-1]
        position = hidden(game, seat) | {"known": game.position()["known"]}
        for told in (position, position | {"stock": game.position()["stock"]}):
            found = read_moment(json.dumps(told)).game.view(seat)
            assert found == game.view(seat) | {"received": found["received"], "stock": found["stock"]}
        deepest = min(deepest, game.view(None)["stock"])
    assert deepest < 12


def test_unknown_cards_with_known_ones_among_them() -> None:
    position = game_at(["5", "K"], A=["A3"]).position() | {"stock": None, "known": {"A": {"C": ["Q"]}}}
    for hand in (["?", "?"], ["Q", "?"], ["3", "?"]):
        hands = {"A": ["5", "K"], "B": ["?"], "C": hand, "D": ["?"]}
        view = read_moment(json.dumps(position | {"hands": hands})).game.view("A")
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
def test_known_cards_stand_instead_of_unknown_ones(known: dict[str, Any], expected: dict[str, list[str]]) -> None:
    hands = {"B": ["?"], "C": ["?", "?"]}
    found = fill_hands({"hands": hands, "phase": "play", "known": known})["hands"]
    for seat, hand in expected.items():
        assert [card for card, wanted in zip(found[seat], hand, strict=True) if wanted != "?"] == [
            wanted for wanted in hand if wanted != "?"
        ]


def test_a_hand_that_is_no_list() -> None:
    position = game_at(["5"], A=["A3"]).position() | {"stock": None}
    for hands in ({"A": "5"}, {"B": "???"}, {"C": {"?": 3}}, {"D": None}):
        with pytest.raises(NoAdvice, match=r"hands: . must have a list of strings, not"):
            read_moment(json.dumps(position | {"hands": position["hands"] | hands}))


def test_more_unknown_cards_than_there_are() -> None:
    seen = {card: 6 if card == "X" else 8 for card in dog.CARDS} | {"5": 4}
    position = game_at(["5"], A=["A3"]).position() | {"stock": None, "seen": seen}
    hands = {"A": ["5"], "B": ["?", "?"], "C": ["?", "?"], "D": []}
    with pytest.raises(NoAdvice, match=r"4 cards stand as \?, but only 3 are neither in a hand"):
        read_moment(json.dumps(position | {"hands": hands}))
