"""Options: possible continuations of a partial play."""

from __future__ import annotations

import pytest

import doghouse as dog
from tests.support.rules_dsl import at, board, following, position, refused_option

# Cards.


def test_the_empty_text_asks_for_the_cards() -> None:
    game = at({"A": "A3"}, {"A": "5 9 J 7 Q"})
    found = game.options()
    assert (found.play, found.complete, found.points_left) == ("", False, 0)
    assert {option.play: option.complete for option in found.next} == {"5": False, "9": False, "7": False, "Q": False}
    assert found.marbles == game.marbles()


def test_a_joker_is_offered_as_each_card_it_can_stand_for() -> None:
    assert following(at({"A": "A3"}, {"A": "X"})) == {f"X={card}" for card in dog.CARDS if card not in ("J", "X")}
    assert "X=J" in following(at({"A": "A3", "B": "B3"}, {"A": "X"}))
    assert following(at({}, {"A": "X"})) == {"X=A"}


def test_a_card_that_is_a_whole_play_is_complete() -> None:
    assert at({}, {"A": "5"}).options().next == (dog.Option("fold", True),)
    assert at({"A": "A3"}, {"A": "J"}).options().next == (dog.Option("J", True),)


def test_a_two_alone_is_never_complete_by_itself() -> None:
    assert at({}, {"A": "2"}, players=2).options().next == (dog.Option("2", False),)


# Moves.


def test_a_card_asks_for_its_moves() -> None:
    game = at({"A": "A3 D12"}, {"A": "8 5"})
    found = game.options("8")
    assert (found.play, found.complete, found.points_left) == ("8", False, 0)
    assert found.marbles == game.marbles()
    assert all(option.complete for option in found.next)
    assert following(game, "8") == {"8 A3>A11", "8 D12>A4", "8 D12>A+4"}


def test_an_ace_and_a_four_offer_every_way() -> None:
    game = at({"A": "A3"}, {"A": "A 4"})
    assert following(game, "A") == {"A A->A0", "A A3>A4", "A A3>A14"}
    assert following(game, "4") == {"4 A3>A7", "4 A3>D15"}


def test_a_jack_offers_its_swaps() -> None:
    assert following(at({"A": "A3", "B": "B3", "D": "D0!"}, {"A": "J"}), "J") == {"J A3<>B3"}


def test_a_two_offers_to_take_a_card() -> None:
    assert following(at({"A": "A3"}, {"A": "2", "C": "K"}, players=2), "2") == {"2 A3>A5", "2 ?C"}


def test_a_joker_offers_the_moves_of_what_it_stands_for() -> None:
    assert following(at({"A": "A3"}, {"A": "X"}), "X=5") == {"X=5 A3>A8"}


@pytest.mark.parametrize("text", ["5", " 5 ", "x=5", "X=5 "])
def test_text_is_read_in_any_layout(text: str) -> None:
    assert len(at({"A": "A3"}, {"A": "5 X"}).options(text).next) == 1


def test_a_whole_play_shows_the_board_after_it() -> None:
    game = at({"A": "A3", "B": "A8"}, {"A": "5"})
    found = game.options("5 A3>A8")
    assert (found.complete, found.next, found.points_left) == (True, (), 0)
    assert found.marbles["A"][0] == "A8"
    assert found.marbles["B"] == ["B-"] * 4
    assert board(game) == {"A": "A3", "B": "A8"}


@pytest.mark.parametrize("text", ["fold", "J", "2 ?C"])
def test_plays_that_move_nothing(text: str) -> None:
    games = {"fold": at({}, {"A": "5"}), "J": at({"A": "A3"}, {"A": "J"}), "2 ?C": at({}, {"A": "2"}, players=2)}
    found = games[text].options(text)
    assert (found.complete, found.next, found.marbles) == (True, (), games[text].marbles())


def test_who_would_be_sent_home() -> None:
    game = at({"A": "A3 A8 D15", "B": "B0"}, {"A": "5 K"})
    sent = {option.play: option.sends_home for card in "5K" for option in game.options(card).next}
    assert sent == {
        "5 A3>A8": ("A8",),
        "5 A8>A13": (),
        "5 D15>A4": (),
        "5 D15>A+4": (),
        "K A->A0": (),
        "K A3>B0": ("B0",),
        "K A8>B5": (),
        "K D15>A12": (),
    }


def test_a_swap_sends_nobody_home() -> None:
    assert at({"A": "A3", "B": "B3"}, {"A": "J"}).options("J").next == (dog.Option("J A3<>B3", True),)


def test_coming_out_sends_home() -> None:
    assert at({"B": "A0"}, {"A": "K"}).options("K").next == (dog.Option("K A->A0", True, ("A0",)),)


# Sevens.


def test_a_seven_offers_its_first_chunks() -> None:
    game = at({"A": "A3"}, {"A": "7"})
    found = game.options("7")
    assert found.points_left == 7
    assert {option.play: option.complete for option in found.next} == {
        f"7 A3>A{3 + points}": points == 7 for points in range(1, 8)
    }


def test_a_seven_goes_on_chunk_by_chunk() -> None:
    game = at({"A": "A3 B2", "D": "B4"}, {"A": "7"})
    found = game.options("7 A3>A7")
    assert (found.play, found.complete, found.points_left) == ("7 A3>A7", False, 3)
    assert found.marbles["A"] == ["A7", "B2", "A-", "A-"]
    assert {option.play: option.sends_home for option in found.next} == {
        "7 A3>A7 A7>A8": (),
        "7 A3>A7 A7>A9": (),
        "7 A3>A7 A7>A10": (),
        "7 A3>A7 B2>B3": (),
        "7 A3>A7 B2>B4": ("B4",),
        "7 A3>A7 B2>B5": ("B4",),
    }
    whole = game.options("7 A3>A7 B2>B5")
    assert (whole.complete, whole.points_left, whole.next) == (True, 0, ())
    assert whole.marbles["D"] == ["D-"] * 4


def test_only_chunks_after_which_the_rest_can_be_used_are_offered() -> None:
    """Turning in would leave points that nothing can use; in the second position nothing is to spare."""
    game = at({"A": "D14"}, {"A": "7"})
    assert following(game, "7") == {f"7 D14>{field}" for field in ("D15", "A0", "A1", "A2", "A3", "A4", "A5")}
    tight = at({"A": "A11 A+1", "B": "B0!"}, {"A": "7"})
    assert following(tight, "7 A11>A15") == {"7 A11>A15 A+1>A+2", "7 A11>A15 A+1>A+3", "7 A11>A15 A+1>A+4"}


def test_the_partners_marbles_are_offered_once_the_last_is_in() -> None:
    game = at({"A": "A+4 A+3 A+2 D14", "C": "C3"}, {"A": "7"})
    assert not any("C3" in text for text in following(game, "7"))
    assert following(game, "7 D14>A+1") == {f"7 D14>A+1 C3>C{3 + points}" for points in range(1, 5)}


def test_several_are_sent_home_by_one_chunk() -> None:
    game = at({"A": "A3 A5", "B": "A4"}, {"A": "7"})
    sent = {option.play: set(option.sends_home) for option in game.options("7").next}
    assert sent["7 A3>A10"] == {"A4", "A5"}
    assert sent["7 A3>A4"] == {"A4"}
    assert sent["7 A5>A12"] == set()


def test_a_seven_under_way_goes_on() -> None:
    place = {**position({"A": "A3"}, {"A": "5"}), "seven": {"card": "7", "left": 2}}
    game = dog.Game.from_position(place)
    assert game.options("").points_left == game.options("7").points_left == 2
    assert following(game, "") == {"7"}
    assert following(game, "7") == {"7 A3>A4", "7 A3>A5"}
    assert refused_option(game, "5").code == "seven_under_way"


# As data.


def test_options_as_data() -> None:
    game = at({"A": "A3", "B": "A8"}, {"A": "5"})
    assert game.options("5").to_json() == {
        "play": "5",
        "complete": False,
        "points_left": 0,
        "marbles": game.marbles(),
        "next": [{"play": "5 A3>A8", "complete": True, "sends_home": ["A8"]}],
    }
