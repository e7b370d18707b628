"""R6: what each card does."""

from __future__ import annotations

import pytest

from tests.support.rules_dsl import at, played, refused_by, texts

FAR = {"A": (1, 11), "2": (2,), "3": (3,), "4": (4, -4), "5": (5,), "6": (6,), "7": (7,), "8": (8,), "9": (9,)}
FAR |= {"10": (10,), "J": (), "Q": (12,), "K": (13,)}
RING = [f"{section}{number}" for section in "ABCD" for number in range(16)]


def _moves(card: str, source: str) -> set[str]:
    """What the table says a card does with a marble far from everything."""
    return {f"{card} {source}>{RING[RING.index(source) + far]}" for far in FAR[card]}


@pytest.mark.rule("R6")
@pytest.mark.parametrize("card", [card for card in FAR if card not in ("J", "A", "K")])
def test_moves_of_a_card(card: str) -> None:
    assert texts(at({"A": "B8"}, {"A": card})) == _moves(card, "B8")


@pytest.mark.rule("R6")
@pytest.mark.parametrize("card", ["A", "K"])
def test_ace_and_king_move_or_bring_out_a_marble(card: str) -> None:
    assert texts(at({"A": "B8"}, {"A": card})) == {*_moves(card, "B8"), f"{card} A->A0"}


@pytest.mark.rule("R6")
@pytest.mark.parametrize("card", [card for card in FAR if card not in ("A", "K")])
def test_no_other_card_brings_out_a_marble(card: str) -> None:
    game = at({}, {"A": card})
    assert texts(game) == {"fold"}
    assert refused_by(game, f"{card} A->A0") == ("R9.1" if card == "J" else "R6")


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    ("card", "play"),
    [("A", "A A3>A14"), ("K", "K A3>B0"), ("Q", "Q B1>B13"), ("5", "5 A3>A8"), ("4", "4 A2>A6"), ("4", "4 A2>D14")],
)
def test_the_examples_of_the_table(card: str, play: str) -> None:
    source, target = play.split()[1].split(">")
    assert played(at({"A": source}, {"A": card}), play) == {"A": target}


@pytest.mark.rule("R6")
def test_the_jack_swaps() -> None:
    assert texts(at({"A": "A5", "C": "C9"}, {"A": "J"})) == {"J A5<>C9"}


@pytest.mark.rule("R6")
@pytest.mark.parametrize("card", [card for card in FAR if card not in ("4", "J")])
def test_only_a_four_goes_backwards(card: str) -> None:
    for far in FAR[card]:
        assert refused_by(at({"A": "B14"}, {"A": card}), f"{card} B14>{RING[30 - far]}") in ("R6", "R10.1")


@pytest.mark.rule("R6")
def test_a_joker_stands_for_every_other_card() -> None:
    """All that any of the cards could do, each written with the card it stands for."""
    game = at({"A": "B8", "C": "C9"}, {"A": "X"})
    wanted = {f"X={play}" for card in FAR for play in texts(at({"A": "B8", "C": "C9"}, {"A": card}))}
    assert texts(game) == wanted - {"X=K A->A0"}
    assert played(game, "X=K A->A0") == played(game, "X=A A->A0") == {"A": "A0! B8", "C": "C9"}


@pytest.mark.rule("R6")
def test_a_joker_is_used_as_the_card_it_stands_for() -> None:
    game = at({"A": "B1"}, {"A": "X"})
    assert played(game, "X=Q B1>B13") == {"A": "B13"}
    assert refused_by(game, "X=Q B1>B14") == "R7.5"


@pytest.mark.rule("R6")
def test_a_joker_is_the_card_that_is_laid_down() -> None:
    game = at({"A": "B1"}, {"A": "X Q"})
    game.play("X=Q B1>B13")
    assert game.hand("A") == ["Q"]
    assert game.position()["seen"] == {"X": 1}
