"""Faults that were found once, each with the test that showed it."""

from __future__ import annotations

from typing import Any

import pytest

import doghouse as dog
from tests.rules.table import IN, after, at, board, give_all, position


def reads_back(game: dog.Game) -> None:
    again = dog.Game.from_record(game.record())
    assert again.position() == game.position()
    assert again.record() == game.record()


@pytest.mark.parametrize(
    ("fields", "cards"),
    [("A0! A1 A11", "A"), ("B8 B12 B4", "4"), ("A0! A3 A5", "X")],
)
def test_plays_are_distinct_by_their_result(fields: str, cards: str) -> None:
    """A marble that lands on an own marble frees its field: whichever of two it lands on, the board is the same."""
    game = at({"A": fields}, {"A": cards})
    found = [tuple(sorted(board(after(game, str(play))).items())) for play in game.plays()]
    assert len(found) == len(set(found))


def test_record_of_a_game_that_began_within_an_exchange() -> None:
    """C's card is in the Position already, and is not given again."""
    first = dog.Game(seed=5)
    first.give("C", first.hand("C")[0])
    game = dog.Game.from_position(first.position())
    give_all(game)
    reads_back(game)


@pytest.mark.parametrize("name", ["Anlass Zürich", "Date", "Player A", "Edition"])
def test_headers_read_back(name: str) -> None:
    game = dog.Game(seed=1)
    game.headers[name] = "xl"
    assert dog.Game.from_record(game.record()).headers == game.headers == {name: "xl"}


@pytest.mark.parametrize("name", ["event", "A", "Seed", "Result", "a: b", "", "Two\nlines"])
def test_headers_that_could_not_be_read_back_are_refused(name: str) -> None:
    game = dog.Game(seed=1)
    with pytest.raises(ValueError, match="header"):
        game.headers[name] = "x"
    with pytest.raises(ValueError, match="header"):
        game.headers = {name: "x"}
    assert game.headers == {}


def test_a_record_without_first_dealer_and_seed_is_read_the_same_way_every_time() -> None:
    """The dealer named in the first heading counts, or else whoever plays first follows the dealer."""
    for _ in range(10):
        assert dog.Game.from_record("Round 1\nB: K B->B0\n").dealer == "A"
        assert dog.Game.from_record("Round 1, 6 cards, D deals\n").turn == "A"


@pytest.mark.parametrize(
    "text", ["Players: " + "9" * 5000, "Position: " + "[" * 100_000], ids=["many digits", "deeply nested"]
)
def test_huge_headers_are_refused_as_records(text: str) -> None:
    with pytest.raises(dog.InvalidRecord):
        dog.Game.from_record(text)


@pytest.mark.parametrize("header", ["Players: 6", "Dealer: fixed", "Variants: Canadian seven", "First dealer: A"])
def test_headers_that_contradict_the_position_are_refused(header: str) -> None:
    name = header.split(":")[0]
    lines = [line for line in at({"A": "A3"}).record().splitlines() if not line.startswith(name)]
    with pytest.raises(dog.InvalidRecord):
        dog.Game.from_record("\n".join([header, *lines]))


@pytest.mark.parametrize("line", ["draw C: K", "draw A: 5"])
def test_what_is_noted_without_hands_is_of_no_use_but_no_fault(line: str) -> None:
    assert not dog.Game.from_record(f"Players: 2\nFirst dealer: A\nRound 1\n{line}\n").hands_known


@pytest.mark.parametrize(
    "parts",
    [
        {"seven": None},
        {"seven": {"card": "7", "left": 3, "first_done": None}},
        {"seven": {"card": "7", "left": 3, "first_done": ""}},
        {"winners": [1]},
        {"winners": [[]]},
        {"winners": [""]},
        {"marbles": {1: []}},
        {"hands": {None: []}},
        {"given": {1: "K"}},
        {"given": {"": "K"}},
        {"given": {"AB": "K"}},
        {"known": {"Z": {"A": ["K"]}}},
        {"known": {"A": {"A": ["K"]}}},  # knows a card in its own hand
        {"known": {"A": {"B": ["K"]}}},  # B holds a 5 and nothing else
        {"round": 2**40},
        {"chance": {"seed": "\ud800"}},
        {"hands": {seat: ["?"] * 300 for seat in "ABCD"}},
        {"hands": {"A": ["5"] * 7, "B": ["6"]}, "round": 1},  # R3.2
        {"hands": {"A": ["7"] * 8}, "seven": {"card": "7", "left": 3}},  # nine sevens (R3.1)
    ],
    ids=lambda parts: str(parts)[:50],
)
def test_positions_that_cannot_be_are_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(dog.InvalidPosition):
        dog.Game.from_position({**position({"A": "A3"}), **parts})


def test_why_a_joker_cannot_stand_for_a_card() -> None:
    with pytest.raises(dog.IllegalPlay, match="the way is blocked at B0"):
        at({"A": "A12", "B": "B0!"}, {"A": "X"}).options("X=5")


def test_a_joker_as_a_king_may_leave_the_kennel() -> None:
    game = at({}, {"A": "X"})
    assert "X=K A->A0" in game.plays()
    assert game.options("X=K").next


def test_why_a_helper_cannot_play_a_card() -> None:
    """A's own marbles are done; of C's, none is on the board to move."""
    game = at({"A": IN["A"]}, {"A": "5"})
    assert [reason.code for reason in game.obstacles("5")] == ["nothing_on_board"]


def test_the_exchange_names_the_rule_of_its_kind() -> None:
    for rules, number in (
        (dog.Rules(4), "R4.1"),
        (dog.Rules(6, teams="trios"), "R4.2"),
        (dog.Rules(3, exchange="pass"), "R4.3"),
    ):
        game = dog.Game(rules, seed=1)
        with pytest.raises(dog.IllegalPlay) as caught:
            game.play("fold")
        assert caught.value.rule == number


def test_a_seat_is_named_as_it_is_called() -> None:
    with pytest.raises(dog.IllegalPlay, match="it is A's turn, not B's"):
        at({"A": "A3"}).play("5 A3>A8", seat="b")
