"""R7: moving marbles."""

from __future__ import annotations

import pytest

from tests.support.rules_dsl import after, at, played, refusal, refused_by, texts


@pytest.mark.rule("R7.1")
def test_a_marble_out_of_the_kennel_is_fresh() -> None:
    assert played(at({}, {"A": "K"}), "K A->A0") == {"A": "A0!"}


@pytest.mark.rule("R7.1")
@pytest.mark.parametrize("play", ["5 A0>A5", "4 A0>D12", "A A0>A1"])
def test_it_is_fresh_until_it_moves(play: str) -> None:
    card, move = play.split()
    game = at({"A": "A0!"}, {"A": card})
    assert played(game, play) == {"A": move.split(">")[1]}


@pytest.mark.rule("R7.1")
def test_it_stays_fresh_while_others_move() -> None:
    game = at({"A": "A0! A5", "B": "B3"}, {"A": "5"})
    assert played(game, "5 A5>A10", "5 B3>B8") == {"A": "A0! A10", "B": "B8"}


@pytest.mark.rule("R7.1")
@pytest.mark.parametrize("play", ["5 D14>A3", "4 A2>D14", "8 D12>A+4", "K A->A0"])
def test_the_examples_of_the_rule(play: str) -> None:
    game = at({"A": "A0! D14 A2 D12"} if play[0] != "K" else {"A": "A0! D14 A2"}, {"A": play.split()[0]})
    assert refused_by(game, play) == "R7.1"
    assert play not in texts(game)


@pytest.mark.rule("R7.1")
@pytest.mark.parametrize("seat", "ABCD")
def test_it_blocks_everyone(seat: str) -> None:
    """Its owner, partner and opponents: neither past it nor onto it, forwards and backwards."""
    game = at({"C": "C0!", seat: "C0! B12 C3" if seat == "C" else "B12 C3"}, {seat: "3 4 5"}, turn=seat)
    around = {text for text in texts(game) if "C0" not in text}
    assert around == {"3 B12>B15", "3 C3>C6", "4 B12>B8", "4 C3>C7", "5 C3>C8"}
    assert str(refusal(game, "4 B12>C0")) == "the way is blocked at C0 by a fresh marble (R7.1)"
    assert str(refusal(game, "5 B12>C1")) == "the way is blocked at C0 by a fresh marble (R7.1)"
    assert str(refusal(game, "4 C3>B15")) == "the way is blocked at C0 by a fresh marble (R7.1)"


@pytest.mark.rule("R7.1")
@pytest.mark.parametrize(("field", "blocked"), [("A1", True), ("A4", True), ("A5", False), ("A15", False)])
def test_backwards_up_to_it(field: str, blocked: bool) -> None:
    backwards = f"4 {field}>" + {"A1": "D13", "A4": "A0", "A5": "A1", "A15": "A11"}[field]
    assert (backwards in texts(at({"A": f"A0! {field}"}, {"A": "4"}))) is not blocked


@pytest.mark.rule("R7.1")
def test_an_eleven_ends_before_it() -> None:
    """From A5 an ace would come to B0, from A4 it stops just before."""
    assert texts(at({"A": "A0! A5", "B": "B0!"}, {"A": "A"})) == {"A A0>A1", "A A0>A11", "A A5>A6"}
    assert "A A4>A15" in texts(at({"A": "A0! A4", "B": "B0!"}, {"A": "A"}))


@pytest.mark.rule("R7.1")
def test_it_can_be_neither_swapped_nor_sent_home() -> None:
    game = at({"A": "A0! A5", "B": "B0! D13"}, {"A": "J", "B": "3"})
    assert texts(game) == {"J A5<>D13"}
    assert refused_by(game, "J A5<>B0") == "R9.2"
    assert texts(at({"A": "A0!", "B": "D13"}, {"B": "3"}, turn="B")) == {"fold"}


@pytest.mark.rule("R7.1")
def test_no_other_marble_comes_out_meanwhile() -> None:
    game = at({"A": "A0!"}, {"A": "K A"})
    assert str(refusal(game, "K A->A0")) == "a fresh marble still stands on A0 (R7.1)"
    assert texts(game) == {"K A0>A13", "A A0>A1", "A A0>A11"}
    moved = after(at({"A": "A0!"}, {"A": "K A"}), "A A0>A1", "fold", "fold", "fold")
    assert "K A->A0" in texts(moved)


@pytest.mark.rule("R7.1")
def test_it_may_itself_move_away() -> None:
    assert texts(at({"A": "A0!"}, {"A": "4 5"})) == {"4 A0>A4", "4 A0>D12", "5 A0>A5"}


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize(
    ("marbles", "card", "play"),
    [
        ({"A": "D12"}, "4", "4 D12>A0"),
        ({"A": "A4"}, "4", "4 A4>A0"),
        ({"A": "D9"}, "7", "7 D9>A0"),
        ({"A": "B3", "B": "A0"}, "J", "J B3<>A0"),
    ],
)
def test_back_on_the_start_it_is_ordinary(marbles: dict[str, str], card: str, play: str) -> None:
    """Forwards, backwards, with a 7 or swapped there."""
    assert played(at(marbles, {"A": card}), play)["A"] == "A0"


@pytest.mark.rule("R7.2")
def test_swapped_onto_the_start_by_someone_else_it_is_ordinary() -> None:
    assert played(at({"A": "B3", "B": "A0"}, {"B": "J"}, turn="B"), "J A0<>B3") == {"A": "A0", "B": "B3"}


@pytest.mark.rule("R7.2")
def test_an_ordinary_marble_on_its_start_protects_nothing() -> None:
    """It is passed, landed on, swapped, and makes way for one out of the kennel."""
    marbles = {"A": "A0", "B": "D13"}
    assert texts(at(marbles, {"B": "3 5 J"}, turn="B")) == {"3 D13>A0", "5 D13>A2", "J D13<>A0"}
    assert played(at(marbles, {"A": "K"}), "K A->A0") == {"A": "A0!", "B": "D13"}


@pytest.mark.rule("R7.2")
def test_a_start_of_someone_else_is_an_ordinary_field() -> None:
    game = at({"A": "A12"}, {"A": "4"})
    assert played(game, "4 A12>B0") == {"A": "B0"}


@pytest.mark.rule("R7.3")
@pytest.mark.parametrize("owner", "ABCD")
def test_landing_sends_home_whoever_is_there(owner: str) -> None:
    game = at({"A": "A3 A8" if owner == "A" else "A3", owner: "A3 A8" if owner == "A" else "A8"}, {"A": "5"})
    later = after(game, "5 A3>A8")
    assert later.marbles()["A"] == ["A8", "A-", "A-", "A-"]
    assert later.marbles()[owner].count(f"{owner}-") == (3 if owner == "A" else 4)


@pytest.mark.rule("R7.3")
def test_landing_backwards_sends_home() -> None:
    assert played(at({"A": "A6", "B": "A2"}, {"A": "4"}), "4 A6>A2") == {"A": "A2"}


@pytest.mark.rule("R7.3")
@pytest.mark.parametrize("owner", "ABCD")
def test_coming_out_of_the_kennel_sends_home(owner: str) -> None:
    game = at({owner: "A0"}, {"A": "K"})
    assert played(game, "K A->A0") == {"A": "A0!"}


@pytest.mark.rule("R7.3")
def test_landing_on_a_free_field_sends_nobody_home() -> None:
    game = at({"A": "A3 A9", "B": "A7"}, {"A": "5"})
    assert played(game, "5 A3>A8") == {"A": "A8 A9", "B": "A7"}


@pytest.mark.rule("R7.4")
def test_ordinary_marbles_are_passed_unharmed() -> None:
    game = at({"A": "A3 A5", "B": "A6", "C": "A7"}, {"A": "8"})
    assert played(game, "8 A3>A11") == {"A": "A5 A11", "B": "A6", "C": "A7"}


@pytest.mark.rule("R7.4")
def test_ordinary_marbles_are_passed_backwards() -> None:
    game = at({"A": "A8 A5", "B": "A6", "C": "A7"}, {"A": "4"})
    assert played(game, "4 A8>A4") == {"A": "A4 A5", "B": "A6", "C": "A7"}


@pytest.mark.rule("R7.4")
def test_an_ordinary_marble_on_a_start_is_passed() -> None:
    game = at({"A": "A14", "B": "B0"}, {"A": "5"})
    assert played(game, "5 A14>B3") == {"A": "B3", "B": "B0"}


@pytest.mark.rule("R7.4")
def test_turning_in_over_an_ordinary_marble_on_the_start() -> None:
    game = at({"A": "D14", "B": "A0"}, {"A": "3"})
    assert played(game, "3 D14>A+1") == {"A": "A+1", "B": "A0"}


@pytest.mark.rule("R7.5")
@pytest.mark.parametrize("target", ["A4", "A7", "A9", "B8"])
def test_the_whole_value_is_used(target: str) -> None:
    assert refused_by(at({"A": "A3"}, {"A": "5"}), f"5 A3>{target}") == "R7.5"


@pytest.mark.rule("R7.5")
def test_a_value_that_does_not_fit_cannot_be_played() -> None:
    """Three marbles in, one on the second field: a 3 would lead out of the finish."""
    game = at({"A": "A+2"}, {"A": "3"})
    assert texts(game) == {"fold"}


@pytest.mark.rule("R7.5")
def test_an_ace_is_one_or_eleven_and_nothing_between() -> None:
    game = at({"A": "A3"}, {"A": "A"})
    assert [target for target in range(4, 16) if f"A A3>A{target}" in game.plays()] == [4, 14]
