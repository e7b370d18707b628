"""Positions and records: which position is meant, and what is told if there is none."""

from __future__ import annotations

import json
from typing import Any

import pytest

import doghouse as dog
from doghouse.analysis.hands import with_hands
from doghouse.analysis.refusal import NoAdvice
from doghouse.analysis.source import Moment, read_moment
from doghouse.terminal.moments import read_moments
from tests.analysis.positions import game_at, giving, played_on
from tests.rules.modes import MODES


@pytest.mark.parametrize("name", ["4-pairs", "3-draw", "2-pass", "6-trios"])
def test_moves_are_numbered_as_in_the_replay(name: str) -> None:
    record = played_on(MODES[name], 45).record()
    moments = read_moments(record)
    numbers = []
    for number, shown in enumerate(moments, 1):
        if shown.kind == "deal":
            with pytest.raises(NoAdvice, match=f"number {number} is a deal, where nobody decides; the next move is"):
                read_moment(record, number)
            continue
        numbers.append(number)
        found = read_moment(record, number)
        if shown.kind == "play":
            assert found.deciding(None) == shown.seat
            assert found.played == {shown.seat: str(shown.play)}
            assert shown.play in found.game.plays()
        else:
            assert found.played == {seat: f"give {card}" for seat, card in shown.given.items()}
            assert found.deciding("C") == "C"
    assert len(numbers) > 20
    with pytest.raises(NoAdvice, match=r"there is no move 999: .* numbered 2 to \d+, as doghouse replay shows them"):
        read_moment(record, 999)
    with pytest.raises(NoAdvice, match="there is no move 0"):
        read_moment(record, 0)


def test_the_last_decision_is_meant_unless_a_move_is_named() -> None:
    game = played_on(dog.Rules(), 33)
    assert read_moment(game.record()).game.position() == game.position()
    over = played_on(dog.Rules(), 5000, seed=2)
    assert over.phase == "over"
    found = read_moment(over.record())
    assert found.game.phase == "play"
    assert over.last is not None
    assert found.played == {over.last.seat: over.last.play}
    unfinished = dog.Game(seed=3)
    unfinished.give("A", unfinished.hand("A")[0])
    assert read_moment(unfinished.record()).deciding(None) == "B"
    assert read_moment("Players: 4\nSeed: 7\n").game.position() == dog.Game(seed=7).position()


def test_a_record_without_hands_cannot_be_advised() -> None:
    moment = read_moment("Players: 4\nFirst dealer: D\n\nRound 1\nA: K A->A0\n")
    with pytest.raises(NoAdvice, match="the hand of B is not known"):
        moment.deciding(None)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "neither a position"),
        ("hello", "neither a position .* nor a record: as a record, line 1"),
        ("Players: 4\n\nRound 1\nA: 5 A3>A8\n", "line 3: the hand of A is missing|line 4"),
        ('{"marbles": ', "this is not JSON: .* in line 1, column 13"),
        ("[]", "a position is an object"),
        ('{"marbles": {}, "hands": {}}', "this position lacks phase"),
        (
            '{"marbles": {}, "hands": {"A": ["?"], "B": 5, "C": [], "D": []}, "phase": "play"}',
            "this position cannot be",
        ),
        ("[" * 100_000, "not lists in lists"),
    ],
)
def test_what_is_no_position(text: str, problem: str) -> None:
    with pytest.raises(NoAdvice, match=problem):
        read_moment(text)


def test_a_position_has_no_moves() -> None:
    with pytest.raises(NoAdvice, match="--move is for records"):
        read_moment(json.dumps(game_at(["5"], A=["A3"]).position()), 3)


# Whose decision it is.


def moment_of(game: dog.Game) -> Moment:
    return read_moment(json.dumps(game.position()))


def test_in_play_it_is_the_seat_to_move() -> None:
    moment = moment_of(game_at(["5"], A=["A3"]))
    assert moment.deciding(None) == moment.deciding("A") == "A"
    with pytest.raises(dog.IllegalPlay, match=r"it is A's turn, not B's \(R5.1\)"):
        moment.deciding("B")
    with pytest.raises(dog.IllegalPlay, match=r"nobody sits at F \(R2.3\)"):
        moment.deciding("F")


def test_in_the_exchange_it_is_whoever_has_to_give() -> None:
    game = giving(["5", "K"])
    game.give("A", "K")
    moment = moment_of(game)
    assert (moment.deciding(None), moment.deciding("D")) == ("B", "D")
    with pytest.raises(dog.IllegalPlay, match=r"A has given a card already \(R4.1\)"):
        moment.deciding("A")


def test_a_game_that_is_over_needs_no_advice() -> None:
    with pytest.raises(dog.IllegalPlay, match=r"the game is over \(R2.4\)"):
        moment_of(played_on(dog.Rules(), 5000, seed=2)).deciding(None)
    game = played_on(dog.Rules(), 20)
    game.stop()
    with pytest.raises(dog.IllegalPlay, match=r"stopped early \(R2.5\)"):
        moment_of(game).deciding(None)


# Hands of which only one is known.


def hidden(game: dog.Game, seat: str) -> dict[str, Any]:
    """The position as somebody writes it down who knows one hand only."""
    position = game.position()
    hands = {other: hand if other == seat else ["?"] * len(hand) for other, hand in position["hands"].items()}
    return {**position, "hands": hands, "stock": None, "known": {}}


@pytest.mark.parametrize("name", ["4-pairs", "5-draw", "2-pass"])
def test_one_hand_is_enough(name: str) -> None:
    for acts in (0, 17, 60):
        game = played_on(MODES[name], acts)
        seat = game.turn or game.to_give()[-1]
        moment = read_moment(json.dumps(hidden(game, seat)))
        assert moment.deciding(None) == seat
        seen, expected = moment.game.view(seat), game.view(seat)
        for part in ("hand", "marbles", "cards", "seen", "turn", "phase", "seven"):
            assert seen[part] == expected[part]


def test_the_hand_of_the_one_who_decides_must_be_known() -> None:
    game = game_at(["5"], A=["A3"])
    with pytest.raises(NoAdvice, match="the hand of A is not known"):
        read_moment(json.dumps(hidden(game, "B"))).deciding(None)
    position = game.position() | {"hands": {seat: ["?"] for seat in "ABCD"}, "stock": None}
    with pytest.raises(NoAdvice, match="the hand of A is not known"):
        read_moment(json.dumps(position)).deciding(None)


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
    assert read_moment(json.dumps(out)).deciding(None) == "A"
    give = giving(["5", "K"]).position() | {"hands": {"A": ["5", "K"]}, "stock": None}
    with pytest.raises(NoAdvice, match="hands says nothing of B, C and D"):
        read_moment(json.dumps(give))


@pytest.mark.parametrize("name", ["4-pairs", "2-pass", "6-trios"])
def test_unknown_cards_late_in_the_pack(name: str) -> None:
    """Whatever was given, seen or is known: the cards that are left are enough for all that are not told."""
    deepest = 110
    for acts in range(0, 240, 7):
        game = played_on(MODES[name], acts)
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
    found = with_hands({"hands": hands, "phase": "play", "known": known})["hands"]
    for seat, hand in expected.items():
        assert [card for card, wanted in zip(found[seat], hand, strict=True) if wanted != "?"] == [
            wanted for wanted in hand if wanted != "?"
        ]


def test_more_unknown_cards_than_there_are() -> None:
    seen = {card: 6 if card == "X" else 8 for card in dog.CARDS} | {"5": 4}
    position = game_at(["5"], A=["A3"]).position() | {"stock": None, "seen": seen}
    hands = {"A": ["5"], "B": ["?", "?"], "C": ["?", "?"], "D": []}
    with pytest.raises(NoAdvice, match=r"4 cards stand as \?, but only 3 are neither in a hand"):
        read_moment(json.dumps(position | {"hands": hands}))


# Views.


@pytest.mark.parametrize("name", MODES)
def test_a_view_is_what_the_seat_knows(name: str) -> None:
    for acts in (0, 1, 17, 60, 131):
        game = played_on(MODES[name], acts)
        if game.phase == "over":
            break
        seat = game.turn or game.to_give()[-1]
        moment = read_moment(json.dumps(game.view(seat)))
        assert moment.deciding(None) == seat
        assert moment.game.view(seat) == game.view(seat)


def test_the_view_of_a_seven_under_way() -> None:
    game = game_at(["5"], A=["A3", "A9"], seven={"card": "7", "left": 3})
    moment = read_moment(json.dumps(game.view("A")))
    assert moment.game.view(moment.deciding(None)) == game.view("A")


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"hand": None}, "^this view lacks hand$"),
        ({"cards": None, "phase": None}, "^this view lacks cards and phase$"),
        ({"seat": None, "hand": None}, "this is the view of a spectator, who sees no hand"),
        ({"cards": {"A": 1}}, "this is not a view as game.view writes it"),
        ({"hand": ["?"]}, "the hand of A is not known"),
        ({"rules": {"players": 9}}, "this position cannot be: rules: "),
        ({"marbles": {}}, "this position cannot be: marbles: A is missing"),
    ],
)
def test_a_view_that_is_none(changes: dict[str, Any], problem: str) -> None:
    view = game_at(["5"], A=["A3"]).view("A") | changes
    view = {part: value for part, value in view.items() if value is not None or part not in changes}
    with pytest.raises(NoAdvice, match=problem):
        read_moment(json.dumps(view)).deciding(None)


def test_the_view_of_a_seat_that_is_not_to_act() -> None:
    game = game_at(["5"], A=["A3"])
    with pytest.raises(dog.IllegalPlay, match=r"it is A's turn, not B's \(R5.1\)"):
        read_moment(json.dumps(game.view("B"))).deciding(None)
    over = played_on(dog.Rules(), 5000, seed=2)
    with pytest.raises(dog.IllegalPlay, match=r"the game is over \(R2.4\)"):
        read_moment(json.dumps(over.view("A")))
    game.stop()
    with pytest.raises(dog.IllegalPlay, match=r"stopped early \(R2.5\)"):
        read_moment(json.dumps(game.view("A")))
