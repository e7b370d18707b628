"""Text that is not notation is refused with what was expected."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import doghouse as dog
from tests.support.rules_dsl import at

Board = Mapping[str, str]

NOT_PLAYS = {
    "": "nothing to play: expected a card and its moves, such as '5 A3>A8'",
    "   ": "nothing to play: expected a card and its moves, such as '5 A3>A8'",
    "1 A3>A4": "'1' is not a card; cards are A 2 3 4 5 6 7 8 9 10 J Q K X, and a joker names its card, as in X=Q",
    "11 A3>A14": "'11' is not a card",
    "give K": "'give' is not a card",
    "A3>A8": "'A3>A8' is not a card",
    "5A3>A8": "'5A3>A8' is not a card",
    "5 A3-A8": "'A3-A8' is not a move; moves look like A3>A7, A->A0, D12>A+4 or A5<>C9",
    "5 A3 > A8": "'A3' is not a move",
    "5 A3>": "'A3>' is not a move",
    "5 >A8": "'>A8' is not a move",
    "5 A3>A16": "'A3>A16' is not a move",
    "5 A3>A08": "'A3>A08' is not a move",
    "5 A3>G1": "'A3>G1' is not a move",
    "5 A3>A+5": "'A3>A+5' is not a move",
    "5 A3>A+0": "'A3>A+0' is not a move",
    "5 A0!>A5": "'A0!>A5' is not a move",
    "J A5<C9": "'A5<C9' is not a move",
    "J A5><C9": "'A5><C9' is not a move",
    "7 A3>A7,B2>B5": "'A3>A7,B2>B5' is not a move",
    "X": "'X': a joker needs the card it stands for, as in X=Q",
    "X A3>A8": "'X': a joker needs the card it stands for, as in X=Q",
    "X=X A3>A8": "'X=X': a joker needs the card it stands for, as in X=Q",
    "X= A3>A8": "'X=' is not a card",
    "X=1 A3>A8": "'X=1' is not a card",
    "K=Q A3>A15": "'K=Q': only a joker stands for another card",
    "2 ?": "'' is not a seat; seats are A to F",
    "2 ?G": "'G' is not a seat; seats are A to F",
    "2 ?AC": "'AC' is not a seat",
    "2 ?C ?A": "'?C' is not a move",
    "fold 5": "'fold 5' is not a play: nothing follows 'fold'",
    "fold fold": "nothing follows 'fold'",
    "5 A3>A8\x00": "is not a move",
    "５ A3>A8": "'５' is not a card",
    "pass": "'pass' is not a card",
    "🂡": "'🂡' is not a card",
    "x" * 5000: "is not a card",
}


@pytest.mark.parametrize("text", NOT_PLAYS, ids=lambda text: repr(text[:20]))
def test_text_that_is_not_a_play(text: str) -> None:
    game = at({"A": "A3"}, {"A": "5 X"})
    before = game.position()
    with pytest.raises(dog.InvalidPlay) as caught:
        game.play(text)
    assert NOT_PLAYS[text] in str(caught.value)
    assert game.position() == before
    with pytest.raises(dog.InvalidPlay):
        dog.Play.parse(text)


@pytest.mark.parametrize(
    "text", [text for text in NOT_PLAYS if text.strip() not in ("", "X")], ids=lambda text: repr(text[:20])
)
def test_text_that_is_not_the_beginning_of_a_play(text: str) -> None:
    with pytest.raises(dog.InvalidPlay):
        at({"A": "A3"}, {"A": "5 X"}).options(text)


@pytest.mark.parametrize("text", ["", "1", "11", "AA", "joker", "?", "5 "[:0]])
def test_text_that_is_not_a_card(text: str) -> None:
    game = dog.Game(seed=1)
    before = game.position()
    with pytest.raises(dog.InvalidPlay, match=r"is not a card; cards are A 2 .* K X \(X is the joker\)"):
        game.give("A", text)
    assert game.position() == before


@pytest.mark.parametrize("text", ["", "G", "AB", "1", " A"])
def test_text_that_is_not_a_seat(text: str) -> None:
    game = dog.Game(seed=1)
    for ask in (game.hand, game.view, lambda seat: game.give(seat, "K")):
        with pytest.raises(dog.InvalidPlay, match="is not a seat; seats are A to F"):
            ask(text)


def test_notation_is_read_in_any_case() -> None:
    game = at({"A": "A3"}, {"A": "X"})
    assert str(game.play(" x=q  a3>a15 ", seat="a")) == "X=Q A3>A15"
