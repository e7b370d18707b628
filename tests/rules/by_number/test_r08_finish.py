"""R8: the finish."""

from __future__ import annotations

import pytest

from tests.support.rules_dsl import after, at, played, refusal, refused_by, texts


@pytest.mark.rule("R8.1")
@pytest.mark.parametrize(("card", "target"), [("5", "A+1"), ("6", "A+2"), ("7", "A+3"), ("8", "A+4")])
def test_fresh_marble_goes_back_with_a_four_and_enters_the_finish(card: str, target: str) -> None:
    """Fresh, back with a 4, and the start is touched for the second time on the way in."""
    game = at({"A": "A0!"}, {"A": f"4 {card}"})
    assert played(game, "4 A0>D12", "fold", "fold", "fold", f"{card} D12>{target}") == {"A": target}


@pytest.mark.rule("R8.1")
@pytest.mark.parametrize(("card", "depth"), [("A", 1), ("2", 2), ("3", 3), ("4", 4)])
def test_straight_from_the_start(card: str, depth: int) -> None:
    assert played(at({"A": "A0"}, {"A": card}), f"{card} A0>A+{depth}") == {"A": f"A+{depth}"}


@pytest.mark.rule("R8.1")
@pytest.mark.parametrize(
    "play", ["A D6>A+1", "A D9>A+4", "10 D10>A+4", "Q D5>A+1", "K D4>A+1", "9 D11>A+4", "2 D15>A+1", "A A0>A+1"]
)
def test_with_any_card_that_fits(play: str) -> None:
    card, move = play.split()
    source, target = move.split(">")
    assert played(at({"A": source}, {"A": card}), play) == {"A": target}


@pytest.mark.rule("R8.1")
def test_a_fresh_marble_does_not_turn_in() -> None:
    game = at({"A": "A0!"}, {"A": "A 2 3 4"})
    assert not any("+" in text for text in texts(game))
    for play in ("A A0>A+1", "2 A0>A+2", "3 A0>A+3", "4 A0>A+4"):
        assert str(refusal(game, play)) == "a fresh marble may not turn into the finish (R8.1)"


@pytest.mark.rule("R8.1")
def test_a_fresh_marble_does_not_turn_in_with_a_seven() -> None:
    game = at({"A": "A0!"}, {"A": "7"})
    assert texts(game) == {"7 A0>A7"}
    assert refused_by(game, "7 A0>A+3") == "R8.1"


@pytest.mark.rule("R8.1")
def test_one_round_of_the_board_opens_the_finish() -> None:
    game = at({"A": "D10"}, {"A": "6 2"})
    assert played(game, "6 D10>A0", "fold", "fold", "fold", "2 A0>A+2") == {"A": "A+2"}


@pytest.mark.rule("R8.1")
def test_touching_the_start_backwards_counts() -> None:
    """From A2 four backwards across the start, then five forwards: over the start and in."""
    game = at({"A": "A2"}, {"A": "4 5"})
    assert played(game, "4 A2>D14", "fold", "fold", "fold", "5 D14>A+3") == {"A": "A+3"}
    onto = at({"A": "A4"}, {"A": "4 A"})
    assert played(onto, "4 A4>A0", "fold", "fold", "fold", "A A0>A+1") == {"A": "A+1"}


@pytest.mark.rule("R8.1")
def test_the_finish_is_not_entered_backwards() -> None:
    game = at({"A": "A3"}, {"A": "4"})
    assert texts(game) == {"4 A3>A7", "4 A3>D15"}
    assert str(refusal(game, "4 A3>A+1")) == "the finish is entered forwards only (R8.1)"


@pytest.mark.rule("R8.1")
def test_only_the_own_finish_is_entered() -> None:
    """Not an opponent's and not the partner's."""
    for marble, target in [("A14", "B+1"), ("B14", "C+1")]:
        game = at({"A": marble}, {"A": "3"})
        assert str(refusal(game, f"3 {marble}>{target}")) == "a marble enters only its own finish (R8.1)"
        assert not any("+" in text for text in texts(game))


@pytest.mark.rule("R8.1")
def test_a_swapped_marble_on_its_start_may_turn_in() -> None:
    game = at({"A": "B3", "B": "A0"}, {"A": "J 2", "B": "", "C": "", "D": ""})
    assert "2 A0>A+2" in texts(after(game, "J B3<>A0"))


@pytest.mark.rule("R8.2")
@pytest.mark.parametrize(("card", "both"), [("8", {"8 D12>A+4", "8 D12>A4"}), ("7", {"7 D12>A+3", "7 D12>A3"})])
def test_turning_in_is_a_choice(card: str, both: set[str]) -> None:
    assert texts(at({"A": "D12"}, {"A": card})) >= both


@pytest.mark.rule("R8.2")
def test_even_from_the_start() -> None:
    assert texts(at({"A": "A0"}, {"A": "2"})) == {"2 A0>A+2", "2 A0>A2"}


@pytest.mark.rule("R8.2")
def test_the_last_marble_may_pass_by_as_well() -> None:
    assert texts(at({"A": "A+4 A+3 A+2 D15"}, {"A": "2"})) == {"2 D15>A+1", "2 D15>A1"}


@pytest.mark.rule("R8.3")
def test_the_examples_of_the_rule() -> None:
    game = at({"A": "A+2 A0"}, {"A": "A 2 3"})
    assert {text for text in texts(game) if "+" in text} == {"A A0>A+1", "A A+2>A+3", "2 A+2>A+4"}
    assert str(refusal(game, "3 A0>A+3")) == "A+2 is occupied, and no marble is passed in the finish (R8.3)"


@pytest.mark.rule("R8.3")
def test_no_marble_lands_on_another_inside() -> None:
    game = at({"A": "A+3 A+1"}, {"A": "2"})
    assert texts(game) == {"fold"}
    assert refused_by(game, "2 A+1>A+3") == "R8.3"


@pytest.mark.rule("R8.3")
@pytest.mark.parametrize(("card", "depth"), [("A", 1), ("2", 2), ("3", 3), ("4", 4)])
def test_no_marble_lands_on_another_coming_in(card: str, depth: int) -> None:
    game = at({"A": f"A+{depth} A0"}, {"A": card})
    assert refused_by(game, f"{card} A0>A+{depth}") == "R8.3"


@pytest.mark.rule("R8.3")
def test_any_free_field_that_can_be_reached() -> None:
    game = at({"A": "A+4 A0"}, {"A": "A 2 3 4"})
    assert {text for text in texts(game) if "A0>A+" in text} == {"A A0>A+1", "2 A0>A+2", "3 A0>A+3"}


@pytest.mark.rule("R8.3")
def test_marbles_inside_move_further_in() -> None:
    assert texts(at({"A": "A+1"}, {"A": "2 3 4"})) == {"2 A+1>A+3", "3 A+1>A+4"}


@pytest.mark.rule("R8.3")
def test_a_marble_makes_room_for_the_one_behind() -> None:
    game = at({"A": "A+2 A0"}, {"A": "2 3"})
    assert played(game, "2 A+2>A+4", "fold", "fold", "fold", "3 A0>A+3") == {"A": "A+3 A+4"}


@pytest.mark.rule("R8.3")
def test_no_going_back_inside() -> None:
    game = at({"A": "A+4"}, {"A": "4 2"})
    assert texts(game) == {"fold"}
    assert refused_by(game, "2 A+4>A+2") == "R8.3"
    assert refused_by(game, "4 A+4>A0") == "R8.3"


@pytest.mark.rule("R8.3")
def test_inside_a_marble_is_safe_from_jacks() -> None:
    game = at({"A": "A+1", "B": "B5"}, {"B": "J"}, turn="B")
    assert texts(game) == {"J"}
    assert refused_by(game, "J B5<>A+1") == "R9.2"


@pytest.mark.rule("R8.3")
def test_inside_a_marble_is_safe_from_sevens() -> None:
    """Other players' marbles pass the start; what is in the finish stays."""
    game = at({"A": "A+1", "B": "D13"}, {"B": "7"}, turn="B")
    assert played(game, "7 D13>A4") == {"A": "A+1", "B": "A4"}


@pytest.mark.rule("R8.4")
def test_the_last_marble_needs_the_exact_card() -> None:
    """One field is free and two away: 3 fits, 2 and 4 lead past it."""
    game = at({"A": "A+4 A+3 A+2 D14"}, {"A": "2 3 4"})
    assert {text for text in texts(game) if "+" in text} == {"3 D14>A+1"}
    assert refused_by(game, "4 D14>A+2") == "R8.3"


@pytest.mark.rule("R8.4")
def test_the_exact_rest_of_a_seven_will_do() -> None:
    game = at({"A": "A+4 A+3 A+2 D14", "C": "C3"}, {"A": "7"})
    assert {text for text in texts(game) if "+" in text} == {"7 D14>A+1 C3>C7"}


@pytest.mark.rule("R8.4")
def test_otherwise_it_goes_round_once_more() -> None:
    game = at({"A": "A+4 A+3 A+2 D14"}, {"A": "9"})
    assert texts(game) == {"9 D14>A7"}


@pytest.mark.rule("R8.4")
def test_a_marble_in_front_of_a_full_end_is_stuck_inside() -> None:
    assert texts(at({"A": "A+1 A+4"}, {"A": "3"})) == {"fold"}
