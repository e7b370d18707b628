"""R12: variants."""

from __future__ import annotations

import pytest

import doghouse as dog
from tests.support.rules_dsl import IN, after, at, board, played, refusal, refused_by, texts


def test_all_variants_are_off() -> None:
    rules = dog.Rules()
    assert (rules.canadian_seven, rules.joker_may_finish, rules.quick_start) == (False, True, False)


@pytest.mark.rule("R12.1")
def test_canadian_seven_moves_the_partners_marbles_too() -> None:
    marbles = {"A": "A3", "C": "C2", "B": "B9"}
    plain, canadian = at(marbles, {"A": "7"}), at(marbles, {"A": "7"}, canadian_seven=True)
    assert texts(plain) == {"7 A3>A10"}
    assert {board(after(canadian, text))["C"] for text in texts(canadian)} == {f"C{2 + points}" for points in range(8)}
    assert played(canadian, "7 C2>C5 A3>A7") == {"A": "A7", "B": "B9", "C": "C5"}


@pytest.mark.rule("R12.1")
def test_canadian_seven_from_the_beginning() -> None:
    """Without a marble of A's own on the board."""
    game = at({"C": "C2"}, {"A": "7"}, canadian_seven=True)
    assert texts(game) == {"7 C2>C9"}


@pytest.mark.rule("R12.1")
def test_canadian_seven_goes_for_all_team_mates_and_no_one_else() -> None:
    marbles = {seat: f"{seat}2" for seat in "BCDE"}
    game = at(marbles, {"A": "7"}, players=6, teams="trios", canadian_seven=True)
    moved = {move[0] for text in texts(game) for move in text.split()[1:]}
    assert moved == {"C", "E"}
    assert refused_by(game, "7 B2>B9") == "R5.1"


@pytest.mark.rule("R12.1")
def test_canadian_seven_sends_home_as_usual() -> None:
    game = at({"A": "C4", "B": "C5", "C": "C2"}, {"A": "7"}, canadian_seven=True)
    assert played(game, "7 C2>C9") == {"C": "C9"}


@pytest.mark.rule("R12.1")
def test_canadian_seven_brings_in_the_partners_marbles() -> None:
    game = at({"A": "A3", "C": "B14"}, {"A": "7"}, canadian_seven=True)
    assert played(game, "7 B14>C+1 A3>A7") == {"A": "A7", "C": "C+1"}


@pytest.mark.rule("R12.1")
def test_canadian_seven_with_a_joker() -> None:
    game = at({"C": "C2"}, {"A": "X"}, canadian_seven=True)
    assert "X=7 C2>C9" in texts(game)


@pytest.mark.rule("R12.1")
@pytest.mark.parametrize("card", ["5", "K", "J"])
def test_canadian_seven_changes_no_other_card(card: str) -> None:
    marbles = {"A": "A3", "C": "C2", "D": "D2"}
    assert texts(at(marbles, {"A": card}, canadian_seven=True)) == texts(at(marbles, {"A": card}))


@pytest.mark.rule("R12.1")
def test_canadian_seven_of_a_helper() -> None:
    marbles = {"A": IN["A"], "C": "C2 B9"}
    assert texts(at(marbles, {"A": "7"}, canadian_seven=True)) == texts(at(marbles, {"A": "7"}))


@pytest.mark.rule("R12.1")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_canadian_seven_needs_team_mates(players: int) -> None:
    with pytest.raises(dog.InvalidRules, match="Canadian seven needs team mates"):
        dog.Rules(players, canadian_seven=True)


LAST = {"A": "A+4 A+3 A+2 A0", "C": IN["C"]}


@pytest.mark.rule("R12.2")
def test_a_joker_may_bring_in_the_last_marble_unless_chosen_otherwise() -> None:
    assert after(at(LAST, {"A": "X"}), "X=A A0>A+1").outcome is not None


@pytest.mark.rule("R12.2")
def test_no_joker_for_the_last_marble_of_the_team() -> None:
    game = at(LAST, {"A": "X"}, joker_may_finish=False)
    assert str(refusal(game, "X=A A0>A+1")) == "a joker may not make the play that ends the game (R12.2)"
    assert not any("+" in text for text in texts(game))
    assert after(at(LAST, {"A": "A"}, joker_may_finish=False), "A A0>A+1").outcome is not None


@pytest.mark.rule("R12.2")
def test_a_joker_may_bring_in_the_last_marble_of_one_member() -> None:
    """C has still one to bring in, so the game goes on."""
    game = at({**LAST, "C": "C+4 C+3 C+2 C9"}, {"A": "X"}, joker_may_finish=False)
    assert played(game, "X=A A0>A+1")["A"] == IN["A"]


@pytest.mark.rule("R12.2")
def test_a_joker_may_move_marbles_inside() -> None:
    game = at({"A": "A+3 A+2 A+1 A9", "C": IN["C"]}, {"A": "X"}, joker_may_finish=False)
    assert played(game, "X=A A+3>A+4")["A"] == "A+1 A+2 A+4 A9"


@pytest.mark.rule("R12.2")
def test_no_joker_of_the_helper() -> None:
    game = at({"A": IN["A"], "C": "C+4 C+3 C+2 C0"}, {"A": "X"}, joker_may_finish=False)
    assert refused_by(game, "X=A C0>C+1") == "R12.2"


@pytest.mark.rule("R12.2")
def test_no_joker_as_a_seven() -> None:
    marbles = {"A": "A+4 A+3 A+2 D14", "C": "C+4 C+3 C+2 B13"}
    game = at(marbles, {"A": "X"}, joker_may_finish=False)
    assert refused_by(game, "X=7 D14>A+1 B13>C+1") == "R12.2"
    assert played(game, "X=7 D14>A+1 B13>C1")["C"] == "C+2 C+3 C+4 C1"
    assert "7 D14>A+1 B13>C+1" in texts(at(marbles, {"A": "7"}, joker_may_finish=False))


@pytest.mark.rule("R12.2")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_no_joker_for_the_last_marble_without_teams(players: int) -> None:
    game = at({"A": "A+4 A+3 A+2 A0"}, {"A": "X"}, players=players, joker_may_finish=False)
    assert refused_by(game, "X=A A0>A+1") == "R12.2"


@pytest.mark.rule("R12.2")
def test_no_joker_completes_another_player_either() -> None:
    """Alone: A's joker as a 7 could bring in C's last marble, by which C would win."""
    marbles = {"A": "A5", "C": "C+4 C+3 C+2 B14"}
    game = at(marbles, {"A": "X"}, players=2, joker_may_finish=False)
    assert refused_by(game, "X=7 B14>C+1 A5>A9") == "R12.2"
    assert "7 B14>C+1 A5>A9" in at(marbles, {"A": "7"}, players=2, joker_may_finish=False).plays()


@pytest.mark.rule("R12.2")
def test_a_hand_of_nothing_but_such_a_joker_goes_round() -> None:
    """The joker can always move the last marble along the ring instead."""
    game = at(LAST, {"A": "X"}, joker_may_finish=False)
    assert "X=K A0>A13" in texts(game)
    assert refused_by(game, "fold") == "R5.1"


@pytest.mark.rule("R12.3")
@pytest.mark.parametrize("rules", [{"players": 4}, {"players": 6}, {"players": 6, "teams": "trios"}])
def test_quick_start(rules: dict[str, str]) -> None:
    game = dog.Game(dog.Rules(**rules, quick_start=True), seed=1)  # type: ignore[arg-type]
    assert game.marbles() == {seat: [f"{seat}0!", f"{seat}-", f"{seat}-", f"{seat}-"] for seat in game.rules.seats}
    assert board(dog.Game(dog.Rules(**rules), seed=1)) == {}  # type: ignore[arg-type]


@pytest.mark.rule("R12.3")
@pytest.mark.rule("R13.1")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_quick_start_is_no_choice_without_teams(players: int) -> None:
    assert dog.Rules(players).quick_start
    with pytest.raises(dog.InvalidRules, match="quick_start is true"):
        dog.Rules(players, quick_start=False)
