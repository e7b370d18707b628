"""R10: the seven."""

from __future__ import annotations

import pytest

from tests.support.rules_dsl import IN, after, at, board, played, refusal, refused_by, texts


@pytest.mark.rule("R10.1")
def test_seven_is_split_four_and_three() -> None:
    game = at({"A": "A3 B2"}, {"A": "7"})
    assert played(game, "7 A3>A7 B2>B5") == {"A": "A7 B5"}


@pytest.mark.rule("R10.1")
def test_every_way_to_split_over_two_marbles() -> None:
    game = at({"A": "A3 B2"}, {"A": "7"})
    results = {played(game, text)["A"] for text in texts(game)}
    assert results == {f"A{3 + points} B{9 - points}" for points in range(8)}
    assert len(texts(game)) == 8


@pytest.mark.rule("R10.1")
def test_over_four_marbles() -> None:
    game = at({"A": "A1 B1 C1 D1"}, {"A": "7"})
    assert played(game, "7 A1>A2 B1>B3 C1>C2 D1>D4") == {"A": "A2 B3 C2 D4"}
    assert len(texts(game)) == 120  # the ways to share seven points among four marbles


@pytest.mark.rule("R10.1")
def test_the_order_is_free() -> None:
    game = at({"A": "A3 B2"}, {"A": "7"})
    assert played(game, "7 B2>B5 A3>A7") == played(game, "7 A3>A7 B2>B5")


@pytest.mark.rule("R10.1")
def test_coming_back_to_a_marble() -> None:
    """A's first marble stops behind the second, which goes ahead before the first goes on: neither is sent home."""
    game = at({"A": "A3 A5"}, {"A": "7"})
    assert played(game, "7 A3>A4 A5>A8 A4>A7") == {"A": "A7 A8"}
    assert played(game, "7 A3>A10") == {"A": "A10"}


@pytest.mark.rule("R10.1")
def test_steps_of_one_marble_may_be_written_apart() -> None:
    game = at({"A": "A3"}, {"A": "7"})
    assert played(game, "7 A3>A4 A4>A5 A5>A10") == {"A": "A10"}
    assert texts(game) == {"7 A3>A10"}


@pytest.mark.rule("R10.1")
def test_forwards_only() -> None:
    game = at({"A": "B8"}, {"A": "7"})
    assert str(refusal(game, "7 B8>B1")) == "a 7 goes forwards only (R10.1)"


@pytest.mark.rule("R10.1")
def test_only_with_marbles_one_may_move() -> None:
    """In a team, before helping, those are one's own: neither opponents' nor the partner's."""
    game = at({"A": "A3", "B": "B2", "C": "C2"}, {"A": "7"})
    assert texts(game) == {"7 A3>A10"}
    assert refused_by(game, "7 A3>A7 B2>B5") == refused_by(game, "7 A3>A7 C2>C5") == "R5.1"


@pytest.mark.rule("R10.1")
def test_no_marble_leaves_the_kennel() -> None:
    assert refused_by(at({"A": "A3"}, {"A": "7"}), "7 A->A0 A3>A9") == "R6"


@pytest.mark.rule("R10.1")
def test_no_other_card_is_split() -> None:
    reason = refusal(at({"A": "A3 B2"}, {"A": "5"}), "5 A3>A5 B2>B5")
    assert str(reason) == "only a 7 can be split over several moves (R10.1)"


@pytest.mark.rule("R10.2")
def test_all_marbles_on_the_way_are_sent_home() -> None:
    marbles = {"A": "A3 A5", "B": "A4 A7", "C": "A8", "D": "A10 A11"}
    assert played(at(marbles, {"A": "7"}), "7 A3>A10") == {"A": "A10", "D": "A11"}


@pytest.mark.rule("R10.2")
@pytest.mark.parametrize("owner", "ABCD")
@pytest.mark.parametrize("field", ["A4", "A7", "A10"])
def test_passed_or_landed_on_makes_no_difference(owner: str, field: str) -> None:
    marbles = {"A": f"A3 {field}"} if owner == "A" else {"A": "A3", owner: field}
    assert played(at(marbles, {"A": "7"}), "7 A3>A10") == {"A": "A10"}


@pytest.mark.rule("R10.2")
def test_an_ordinary_marble_on_a_start_is_sent_home_too() -> None:
    game = at({"A": "D13", "D": "A0"}, {"A": "7"})
    assert played(game, "7 D13>A4") == {"A": "A4"}
    assert played(game, "7 D13>A+4") == {"A": "A+4"}


@pytest.mark.rule("R10.2")
def test_a_marble_sent_home_on_the_way_moves_no_more() -> None:
    game = at({"A": "A3 A5"}, {"A": "7"})
    assert refused_by(game, "7 A3>A6 A5>A9") == "R5.1"


@pytest.mark.rule("R10.3")
@pytest.mark.parametrize(
    ("marbles", "play", "start"),
    [
        ({"A": "A0! D14"}, "7 D14>A5", "A0"),  # one's own
        ({"A": "A12", "B": "B0!"}, "7 A12>B3", "B0"),
        ({"A": "B9", "C": "C0!"}, "7 B9>C0", "C0"),  # not even at the end
    ],
)
def test_no_step_onto_a_fresh_marble(marbles: dict[str, str], play: str, start: str) -> None:
    reason = refusal(at(marbles, {"A": "7"}), play)
    assert str(reason) == f"the way is blocked at {start} by a fresh marble (R7.1)"


@pytest.mark.rule("R10.3")
def test_a_fresh_marble_may_first_step_aside() -> None:
    game = at({"A": "A0! D14"}, {"A": "7"})
    assert played(game, "7 A0>A1 D14>A0 A1>A5") == {"A": "A0 A5"}
    assert refused_by(game, "7 D14>A0 A0>A5") == "R7.1"


@pytest.mark.rule("R10.3")
def test_no_step_onto_an_occupied_finish_field() -> None:
    game = at({"A": "A+2 D12"}, {"A": "7"})
    assert refused_by(game, "7 D12>A+3") == "R8.3"
    assert played(game, "7 A+2>A+4 D12>A+1") == {"A": "A+1 A+4"}


@pytest.mark.rule("R10.3")
def test_all_seven_points_are_used() -> None:
    game = at({"A": "A3"}, {"A": "7"})
    assert str(refusal(game, "7 A3>A8")) == "all seven points must be used, and 2 would be left (R10.3)"
    assert str(refusal(game, "7")) == "all seven points must be used, and 7 would be left (R10.3)"
    assert refused_by(game, "7 A3>A10 A10>A11") == "R10.3"
    assert refused_by(game, "7 A3>A11") == "R7.5"


@pytest.mark.rule("R10.3")
def test_a_seven_that_cannot_be_used_up_cannot_be_played() -> None:
    """Six points up to B's blockade, or three inside the finish."""
    assert texts(at({"A": "A9", "B": "B0!"}, {"A": "7"})) == {"fold"}
    assert texts(at({"A": "A8", "B": "B0!"}, {"A": "7"})) == {"7 A8>A15"}
    assert texts(at({"A": "A+1"}, {"A": "7"})) == {"fold"}


@pytest.mark.rule("R10.3")
def test_points_add_up_over_several_marbles() -> None:
    """Four points up to the blockade and three inside."""
    game = at({"A": "A11 A+1", "B": "B0!"}, {"A": "7"})
    assert texts(game) == {"7 A11>A15 A+1>A+4"}
    assert refusal(at({"A": "A12 A+1", "B": "B0!"}, {"A": "7"}), "7 A12>A15 A+1>A+4").code == "cannot_use_up"


@pytest.mark.rule("R10.3")
def test_a_step_after_which_the_rest_cannot_be_used_is_refused() -> None:
    """Turning in with three points leaves four that nothing can use."""
    game = at({"A": "D14"}, {"A": "7"})
    reason = refusal(game, "7 D14>A+1")
    assert (
        str(reason) == "after D14>A+1 the rest of the 7 could not be used up (R10.3)" or reason.code == "points_unused"
    )
    assert texts(game) == {"7 D14>A5"}


@pytest.mark.rule("R10.4")
def test_the_rest_goes_to_the_partner() -> None:
    game = at({"A": "A+4 A+3 A+2 D14", "C": "C3"}, {"A": "7"})
    assert texts(game) == {"7 D14>A5", "7 D14>A+1 C3>C7"}
    later = after(game, "7 D14>A+1 C3>C7")
    assert board(later) == {"A": IN["A"], "C": "C7"}
    assert later.turn == "B"


@pytest.mark.rule("R10.4")
def test_not_before_the_last_marble_is_in() -> None:
    game = at({"A": "A+4 A+3 A+2 D14", "C": "C3"}, {"A": "7"})
    assert refused_by(game, "7 C3>C7 D14>A+1") == "R5.1"
    assert refused_by(game, "7 D14>A0 C3>C8") == "R5.1"


@pytest.mark.rule("R10.4")
def test_in_a_team_of_three_either_team_mate() -> None:
    marbles = {"A": "A+4 A+3 A+2 F14", "C": "C3", "E": "E3"}
    game = at(marbles, {"A": "7"}, players=6, teams="trios")
    rests = {text.removeprefix("7 F14>A+1 ") for text in texts(game) if "+" in text}
    assert rests == {"C3>C7", "E3>E7", "C3>C6 E3>E4", "C3>C5 E3>E5", "C3>C4 E3>E6"}


@pytest.mark.rule("R10.4")
def test_the_last_points_may_end_the_game() -> None:
    game = at({"A": "A+4 A+3 A+2 D14", "C": "C+4 C+3 C+2 B13"}, {"A": "7"})
    later = after(game, "7 D14>A+1 B13>C+1")
    assert later.outcome is not None
    assert later.outcome.winners == "AC"


@pytest.mark.rule("R10.4")
def test_without_team_mates_on_the_board_the_last_marble_stays_out() -> None:
    assert texts(at({"A": "A+4 A+3 A+2 D14"}, {"A": "7"})) == {"7 D14>A5"}


@pytest.mark.rule("R10.5")
@pytest.mark.parametrize(
    "marbles",
    [
        {"A": "A3 B2", "B": "B4"},
        {"A": "A0! D14", "B": "A1"},
        {"A": "A+4 A+3 A+2 D14", "C": "C3"},
        {"A": "A+1 A9", "B": "B0!"},
    ],
)
def test_a_joker_as_a_seven_is_a_seven(marbles: dict[str, str]) -> None:
    seven, joker = at(marbles, {"A": "7"}), at(marbles, {"A": "X"})
    as_seven = {text for text in texts(joker) if text.startswith("X=7")}
    assert as_seven == {f"X={text}" for text in texts(seven) if text != "fold"}
    for text in as_seven:
        assert played(joker, text) == played(seven, text.removeprefix("X="))


@pytest.mark.rule("R10.5")
def test_a_joker_as_a_seven_is_refused_like_a_seven() -> None:
    game = at({"A": "A3"}, {"A": "X"})
    assert str(refusal(game, "X=7 A3>A8")) == "all seven points must be used, and 2 would be left (R10.3)"
