"""R9: the jack."""

from __future__ import annotations

import pytest

from tests.support.rules_dsl import IN, after, at, board, played, refusal, refused_by, texts


@pytest.mark.rule("R9.1")
def test_jack_swaps_own_marble_with_the_partners() -> None:
    assert played(at({"A": "A5", "C": "C9"}, {"A": "J"}), "J A5<>C9") == {"A": "C9", "C": "A5"}


@pytest.mark.rule("R9.1")
def test_opponents_and_the_partner() -> None:
    game = at({"A": "A5", "B": "A7", "C": "C9", "D": "B2"}, {"A": "J"})
    assert texts(game) == {"J A5<>A7", "J A5<>C9", "J A5<>B2"}


@pytest.mark.rule("R9.1")
def test_any_own_with_any_other() -> None:
    game = at({"A": "A5 A6", "B": "A7 A8"}, {"A": "J"})
    assert texts(game) == {"J A5<>A7", "J A5<>A8", "J A6<>A7", "J A6<>A8"}


@pytest.mark.rule("R9.1")
def test_both_orders_say_the_same() -> None:
    game = at({"A": "A5", "C": "C9"}, {"A": "J"})
    assert "J C9<>A5" in game.plays()
    assert played(game, "J C9<>A5") == played(game, "J A5<>C9")


@pytest.mark.rule("R9.1")
def test_not_two_own_marbles() -> None:
    reason = refusal(at({"A": "A5 A6", "B": "B7"}, {"A": "J"}), "J A5<>A6")
    assert (reason.code, reason.rule) == ("swap_own", "R9.1")


@pytest.mark.rule("R9.1")
def test_not_two_marbles_of_others() -> None:
    reason = refusal(at({"A": "A5", "B": "B7", "D": "D7"}, {"A": "J"}), "J B7<>D7")
    assert (reason.code, reason.rule) == ("swap_own", "R9.1")


@pytest.mark.rule("R9.1")
def test_an_only_swap_must_be_made() -> None:
    """However bad: A's marble before its finish changes places with one that has just set out."""
    game = at({"A": "D15", "B": "A1"}, {"A": "J"})
    assert texts(game) == {"J D15<>A1"}
    assert refused_by(game, "fold") == "R5.1"
    assert refused_by(game, "J") == "R9.3"


@pytest.mark.rule("R9.1")
@pytest.mark.rule("R11.1")
def test_a_helper_swaps_the_partners_marbles() -> None:
    """A is in: C's marbles are A's own, and opponents' are the others."""
    game = at({"A": IN["A"], "C": "C3 C5", "B": "B7"}, {"A": "J"})
    assert texts(game) == {"J C3<>B7", "J C5<>B7"}


@pytest.mark.rule("R9.1")
def test_a_helper_in_a_team_of_three_may_swap_the_two_team_mates() -> None:
    game = at({"A": IN["A"], "C": "C3", "E": "E5", "B": "B7"}, {"A": "J"}, players=6, teams="trios")
    assert texts(game) == {"J C3<>E5", "J C3<>B7", "J E5<>B7"}
    assert played(game, "J E5<>C3") == {"A": IN["A"], "B": "B7", "C": "E5", "E": "C3"}


@pytest.mark.rule("R9.1")
def test_a_team_mate_is_another_player_for_who_does_not_help() -> None:
    game = at({"A": "A3", "C": "C3", "E": "E5"}, {"A": "J"}, players=6, teams="trios")
    assert texts(game) == {"J A3<>C3", "J A3<>E5"}


@pytest.mark.rule("R9.2")
@pytest.mark.parametrize("field", ["A0!", "A+1", "A-"])
def test_own_marbles_that_cannot_be_swapped(field: str) -> None:
    game = at({"A": field, "B": "B7"}, {"A": "J"})
    assert texts(game) == {"fold"}
    assert refused_by(game, f"J {field.rstrip('!')}<>B7") == "R9.2"


@pytest.mark.rule("R9.2")
@pytest.mark.parametrize("field", ["B0!", "B+1", "B-"])
def test_other_marbles_that_cannot_be_swapped(field: str) -> None:
    game = at({"A": "A3", "B": field, "D": "D9"}, {"A": "J"})
    assert texts(game) == {"J A3<>D9"}
    assert refused_by(game, f"J A3<>{field.rstrip('!')}") == "R9.2"


@pytest.mark.rule("R9.2")
def test_an_ordinary_marble_on_its_start_can_be_swapped() -> None:
    assert played(at({"A": "A0", "B": "B0"}, {"A": "J"}), "J A0<>B0") == {"A": "B0", "B": "A0"}


@pytest.mark.rule("R9.2")
def test_a_swap_passes_nobody_and_sends_nobody_home() -> None:
    """Across a blockade and over other marbles."""
    game = at({"A": "A5 A7", "B": "B0! C9", "D": "B4"}, {"A": "J"})
    assert played(game, "J A5<>C9") == {"A": "A7 C9", "B": "A5 B0!", "D": "B4"}


@pytest.mark.rule("R9.3")
def test_without_effect_if_only_own_marbles_are_under_way() -> None:
    game = at({"A": "A5"}, {"A": "J J"})
    assert texts(game) == {"J"}
    later = after(game, "J")
    assert (board(later), later.hand("A"), later.turn) == ({"A": "A5"}, ["J"], "B")


@pytest.mark.rule("R9.3")
def test_fresh_marbles_and_those_in_finish_or_kennel_are_not_under_way() -> None:
    assert texts(at({"A": "A5", "B": "B0! B+2", "D": "D0!"}, {"A": "J"})) == {"J"}


@pytest.mark.rule("R9.3")
@pytest.mark.parametrize("fields", ["", "A0!", "A+1", "A0! A+1"])
def test_not_without_a_marble_of_ones_own_under_way(fields: str) -> None:
    game = at({"A": fields}, {"A": "J"})
    assert texts(game) == {"fold"}
    assert refusal(game, "J").code == "others_under_way"


@pytest.mark.rule("R9.3")
def test_not_while_another_card_can_be_played() -> None:
    game = at({"A": "A5"}, {"A": "J 3"})
    assert texts(game) == {"3 A5>A8"}
    assert str(refusal(game, "J")) == (
        "a jack is played without effect only when there is no other play, such as 3 A5>A8 (R9.3)"
    )


@pytest.mark.rule("R9.3")
def test_with_other_cards_that_cannot_be_played() -> None:
    """The 3 is stopped by B's blockade, so the jack goes without effect."""
    game = at({"A": "A14", "B": "B0!"}, {"A": "J 3"})
    assert texts(game) == {"J"}
    assert refused_by(game, "fold") == "R5.1"


@pytest.mark.rule("R9.3")
def test_not_while_others_are_under_way_even_if_none_can_be_swapped() -> None:
    game = at({"A": "A0!", "B": "B5"}, {"A": "J"})
    assert texts(game) == {"fold"}
    assert refusal(game, "J").rule == "R9.3"


@pytest.mark.rule("R9.3")
@pytest.mark.rule("R11.1")
def test_for_a_helper_the_team_mates_marbles_are_the_own() -> None:
    assert texts(at({"A": IN["A"], "C": "C5"}, {"A": "J"})) == {"J"}
    assert texts(at({"A": "A+1", "C": "C5"}, {"A": "J"})) == {"fold"}
