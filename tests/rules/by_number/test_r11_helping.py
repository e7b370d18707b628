"""R11: helping team mates."""

from __future__ import annotations

import pytest

import doghouse as dog
from tests.support.rules_dsl import IN, after, at, board, give_all, next_round, played, position, refused_by, texts


@pytest.mark.rule("R11.1")
@pytest.mark.parametrize(
    ("card", "plays"),
    [
        ("5", {"5 C3>C8", "5 B14>C3", "5 B14>C+3"}),
        ("4", {"4 C3>C7", "4 C3>B15", "4 B14>C2", "4 B14>C+2", "4 B14>B10"}),
        ("K", {"K C->C0", "K C3>D0", "K B14>C11"}),
        ("J", {"J C3<>D9", "J B14<>D9"}),
    ],
)
def test_every_card_moves_the_partners_marbles(card: str, plays: set[str]) -> None:
    game = at({"A": IN["A"], "C": "C3 B14", "D": "D9"}, {"A": card})
    assert texts(game) == plays


@pytest.mark.rule("R11.1")
def test_a_seven_moves_the_partners_marbles() -> None:
    game = at({"A": IN["A"], "C": "C3 B2"}, {"A": "7"})
    assert len(texts(game)) == 8
    assert played(game, "7 C3>C7 B2>B5")["C"] == "B5 C7"


@pytest.mark.rule("R11.1")
def test_a_joker_moves_the_partners_marbles() -> None:
    game = at({"A": IN["A"], "C": "C3"}, {"A": "X"})
    assert played(game, "X=Q C3>C15")["C"] == "C15"
    assert played(game, "X=A C->C0")["C"] == "C0! C3"


@pytest.mark.rule("R11.1")
@pytest.mark.parametrize("fields", ["A+4 A+3 A+2 A0", "A+4 A+3 A+2"])
def test_not_before_all_four_are_in(fields: str) -> None:
    game = at({"A": fields, "C": "C3"}, {"A": "5"})
    assert not any("C3" in text for text in texts(game))
    assert refused_by(game, "5 C3>C8") == "R5.1"


@pytest.mark.rule("R11.1")
def test_never_the_opponents_marbles() -> None:
    game = at({"A": IN["A"], "C": "C3", "B": "B5"}, {"A": "5"})
    assert texts(game) == {"5 C3>C8"}
    assert refused_by(game, "5 B5>B10") == "R5.1"


@pytest.mark.rule("R11.1")
def test_the_helpers_own_marbles_stay_where_they_are() -> None:
    assert texts(at({"A": IN["A"]}, {"A": "A 2 3"})) == {"A C->C0"}


@pytest.mark.rule("R11.1")
def test_a_blockade_of_the_partner_is_one_for_the_helper() -> None:
    game = at({"A": IN["A"], "C": "C0! B14"}, {"A": "5 K"})
    assert texts(game) == {"5 C0>C5", "K C0>C13"}


@pytest.mark.rule("R11.1")
def test_the_partner_plays_on_with_the_same_marbles() -> None:
    game = at({"A": IN["A"], "C": "C3"}, {"A": "5", "C": "5"})
    assert played(game, "5 C3>C8", "fold", "5 C8>C13") == {"A": IN["A"], "C": "C13"}


@pytest.mark.rule("R11.1")
def test_the_helper_is_dealt_cards_and_exchanges() -> None:
    place = position({"A": IN["A"], "C": "C3"}, {"A": "5", "B": "", "C": "", "D": ""})
    game = dog.Game.from_position(place, seed=1)
    next_round(game)
    assert (len(game.hand("A")), game.to_give()) == (5, "ABCD")
    give_all(game)
    assert game.view("C")["received"] == game.view("A")["gave"] is not None


@pytest.mark.rule("R11.1")
@pytest.mark.parametrize("card", ["5", "K"])
def test_in_a_team_of_three_either_team_mate(card: str) -> None:
    game = at({"A": IN["A"], "C": "C1", "E": "E1"}, {"A": card}, players=6, teams="trios")
    moves = {"5": {"5 C1>C6", "5 E1>E6"}, "K": {"K C->C0", "K E->E0", "K C1>C14", "K E1>E14"}}
    assert texts(game) == moves[card]


@pytest.mark.rule("R11.1")
def test_in_a_team_of_three_two_may_help_the_third() -> None:
    game = at({"A": IN["A"], "C": IN["C"], "E": "E1"}, {"A": "5", "C": "5"}, players=6, teams="trios")
    assert texts(game) == {"5 E1>E6"}
    assert texts(after(game, "5 E1>E6", "fold")) == {"5 E6>E11"}


@pytest.mark.rule("R11.1")
def test_of_six_players_in_pairs_only_the_partner() -> None:
    game = at({"A": IN["A"], "C": "C1", "D": "D1", "E": "E1"}, {"A": "5"}, players=6)
    assert texts(game) == {"5 D1>D6"}


@pytest.mark.rule("R11.1")
def test_help_begins_with_the_next_card() -> None:
    game = at({"A": "A+4 A+3 A+2 A0", "C": "C3"}, {"A": "A 5", "B": "", "C": "", "D": ""})
    later = after(game, "A A0>A+1")
    assert texts(later) == {"5 C3>C8"}
    assert board(later)["A"] == IN["A"]
