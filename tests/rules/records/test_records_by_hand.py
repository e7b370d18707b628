"""Records without hands or without a seed, as people write them down."""

from __future__ import annotations

import pytest

import doghouse as dog
from tests.support.records import (
    BY_HAND,
    VARIANTS,
    by_hand,
    changed,
    check_round_trip,
    line_of,
    play_on,
    refused,
    some_game,
    without_seed,
)
from tests.support.rules_dsl import MODES, board, new_game, texts

# A record written by hand, of a game on a real table: nobody noted the hands.


def test_mistake_in_a_handwritten_record_is_reported() -> None:
    error = refused(BY_HAND)
    assert error.line == len(BY_HAND.splitlines())
    assert error.problem == "4 D0>C12: there is no marble on D0 (R5.1)"


def test_handwritten_record_replays_on_the_board() -> None:
    game = dog.Game.from_record(by_hand())
    assert board(game) == {"A": "A+4", "C": "C5", "D": "D0!"}
    assert (game.turn, game.round, game.dealer) == ("C", 1, "D")
    assert not game.hands_known
    assert game.headers["Player C"] == "Rico"


def test_unknown_hands() -> None:
    game = dog.Game.from_record(by_hand())
    assert {seat: game.hand(seat) for seat in "ABCD"} == {"A": ["?"] * 3, "B": [], "C": ["?"] * 4, "D": []}
    assert game.view("C")["hand"] == ["?"] * 4
    assert game.view(None)["cards"] == {"A": 3, "B": 0, "C": 4, "D": 0}


def test_plays_with_any_card_are_possible() -> None:
    game = dog.Game.from_record(by_hand())
    found = texts(game)
    assert {"5 C5>C10", "K C->C0", "7 C5>C12", "X=9 C5>C14", "4 C5>C1", "J", "fold"} <= found
    for text in found:
        assert text in game.plays()
        game.copy().play(text)


def test_plays_against_the_board_are_refused() -> None:
    game = dog.Game.from_record(by_hand())
    with pytest.raises(dog.IllegalPlay, match=r"the way is blocked at D0 by a fresh marble \(R7.1\)"):
        game.play("Q C5>D1")


def test_handwritten_record_can_be_continued() -> None:
    game = dog.Game.from_record(by_hand())
    while game.round == 1:
        game.play("fold")
    assert (game.round, game.turn) == (2, "B")
    assert {len(game.hand(seat)) for seat in "ABCD"} == {5}
    check_round_trip(game)


@pytest.mark.parametrize("mode", MODES)
def test_a_game_without_its_hands_replays_on_the_board(mode: str) -> None:
    """Every legal game is legal when its hands are not known."""
    game = play_on(new_game(mode), 30)
    lines = [line for line in game.record().splitlines() if not line.startswith(("deal", "draw", "give", "Seed"))]
    bare = dog.Game.from_record("\n".join(line.split(" (")[0] for line in lines))
    assert bare.marbles() == game.marbles()
    assert (bare.turn, bare.round) == (game.turn or game.view(None)["starter"], game.round)


# A record with its hands, but without a seed.


@pytest.mark.parametrize("name", VARIANTS)
def test_hands_without_a_seed(name: str) -> None:
    game = some_game(name)
    again = dog.Game.from_record(without_seed(game.record()))
    for part in ("marbles", "hands", "turn", "phase", "round", "starter", "given", "known", "laid_down"):
        assert again.position()[part] == game.position()[part]


@pytest.mark.parametrize("name", VARIANTS)
def test_hands_without_a_seed_read_back(name: str) -> None:
    """The record says that its deals do not follow from the seed, which is for the chance to come."""
    again = dog.Game.from_record(without_seed(some_game(name).record()))
    assert "\nDeals: as written\n" in again.record()
    check_round_trip(again)


def test_more_cards_than_the_pack_has() -> None:
    text = without_seed(dog.Game(seed=1).record())
    for seat in "ABCD":
        text = changed(text, line_of(text, f"deal {seat}"), f"deal {seat}: K K K 5 6 9")
    error = refused(text)
    assert (error.line, error.problem) == (
        line_of(text, "Round 1"),
        "the stock has too few cards K since the last shuffle",
    )


def test_a_draw_from_a_hand_that_has_no_such_card() -> None:
    text = without_seed(new_game("2 draw").record())
    hand = text.splitlines()[line_of(text, "deal C") - 1].split()[2:]
    missing = next(card for card in dog.CARDS if card not in hand)
    error = refused(changed(text, line_of(text, "draw A"), f"draw A: {missing}"))
    assert error.problem == f"C holds no {missing} for A to draw"
