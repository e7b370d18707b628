"""R5: a turn."""

from __future__ import annotations

import pytest

from tests.support.rules_dsl import MODES, after, at, board, first_play, give_all, new_game, played, refusal, texts


@pytest.mark.rule("R5.1")
def test_one_card_is_put_on_the_table() -> None:
    game = at({"A": "A3"}, {"A": "5 5 9"})
    later = after(game, "5 A3>A8")
    assert (later.hand("A"), later.turn) == (["5", "9"], "B")
    assert later.position()["seen"] == {**game.position()["seen"], "5": 1}


@pytest.mark.rule("R5.1")
def test_the_card_is_put_down_face_up() -> None:
    later = after(at({"A": "A3"}, {"A": "5 9"}), "5 A3>A8")
    assert later.view("B")["last"] == later.view(None)["last"] == {"seat": "A", "play": "5 A3>A8"}
    assert later.view("D")["seen"] == {"5": 1}


@pytest.mark.rule("R5.1")
def test_the_choice_is_free() -> None:
    game = at({"A": "A3 A9", "B": "A8"}, {"A": "5 9"})
    assert texts(game) == {"5 A3>A8", "5 A9>A14", "9 A3>A12", "9 A9>B2"}
    for play in texts(game):
        assert after(game, play).turn == "B"


@pytest.mark.rule("R5.1")
def test_whoever_can_play_has_to() -> None:
    """The only play sends home a marble of A's partner; folding is refused all the same."""
    game = at({"A": "A3", "C": "A8"}, {"A": "5"})
    reason = refusal(game, "fold")
    assert (reason.code, reason.rule) == ("must_play", "R5.1")
    assert str(reason) == "A cannot fold while a play is possible, such as 5 A3>A8 (R5.1)"
    assert played(game, "5 A3>A8") == {"A": "A8"}


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize("card", ["J", "7", "A", "X"])
def test_every_playable_card_forbids_folding(card: str) -> None:
    game = at({"A": "A3", "B": "C9"}, {"A": card})
    assert texts(game)
    assert refusal(game, "fold").rule == "R5.1"


@pytest.mark.rule("R5.1")
def test_only_the_seat_whose_turn_it_is_plays() -> None:
    game = at({"A": "A3", "B": "B3"})
    reason = refusal(game, "5 B3>B8", seat="B")
    assert str(reason) == "it is A's turn, not B's (R5.1)"
    game.play("5 A3>A8", seat="A")
    game.play("5 B3>B8", seat="B")
    assert board(game) == {"A": "A8", "B": "B8"}


@pytest.mark.rule("R5.1")
def test_only_cards_in_hand_are_played() -> None:
    game = at({"A": "A3"}, {"A": "5", "B": "9"})
    assert refusal(game, "9 A3>A12").code == "card_not_held"


@pytest.mark.rule("R5.2")
def test_who_cannot_play_folds_the_whole_hand() -> None:
    game = at({"A": "", "B": "B3"}, {"A": "2 5 J"})
    assert texts(game) == {"fold"}
    game.play("fold")
    assert (game.hand("A"), game.turn) == ([], "B")
    assert board(game) == {"B": "B3"}


@pytest.mark.rule("R5.2")
def test_who_has_folded_is_out_of_the_round() -> None:
    game = at({"B": "B3", "C": "C3", "D": "D3"}, {"A": "2 5", "B": "5 9", "C": "3 9", "D": "6 9"})
    game.play("fold")
    turns = []
    while game.round == 1:
        turns.append(game.turn)
        game.play(first_play(game))
    assert turns == list("BCDBCD")


@pytest.mark.rule("R5.2")
def test_folded_cards_lie_face_up() -> None:
    game = at({"B": "B3"}, {"A": "2 5 J"})
    game.play("fold")
    for viewer in (None, "B", "C", "D"):
        assert game.view(viewer)["laid_down"] == {"A": ["2", "5", "J"]}
        assert game.view(viewer)["seen"] == {"2": 1, "5": 1, "J": 1}


@pytest.mark.rule("R5.2")
def test_folded_cards_are_cleared_away_with_the_round() -> None:
    game = at({}, {"A": "2", "B": "", "C": "", "D": ""})
    game.play("fold")
    assert (game.round, game.view(None)["laid_down"]) == (2, {})


@pytest.mark.rule("R5.3")
def test_who_has_no_cards_is_skipped() -> None:
    game = at({"A": "A3", "D": "D3"}, {"A": "5 9", "B": "", "C": "", "D": "9"})
    game.play("5 A3>A8")
    assert game.turn == "D"
    game.play("9 D3>D12")
    assert game.turn == "A"


@pytest.mark.rule("R5.3")
def test_one_player_may_be_the_last_with_cards() -> None:
    game = at({"A": "A3"}, {"A": "5 9", "B": "", "C": "", "D": ""})
    game.play("5 A3>A8")
    assert game.turn == "A"


@pytest.mark.rule("R5.3")
@pytest.mark.parametrize("mode", MODES)
def test_the_round_is_over_when_every_hand_is_empty(mode: str) -> None:
    game = new_game(mode)
    give_all(game)
    while game.round == 1:
        before = {seat: len(game.hand(seat)) for seat in game.rules.seats}
        turn = str(game.turn)
        assert before[turn] > 0
        game.play(first_play(game))
        if game.round == 2:
            assert all(count == 0 for seat, count in before.items() if seat != turn)
    assert {len(game.hand(seat)) for seat in game.rules.seats} == {5}


@pytest.mark.rule("R5.3")
def test_a_turn_is_not_skipped_while_there_are_cards() -> None:
    """Not even if none of them can be played: then the hand is folded."""
    game = at({"A": "A3"}, {"A": "5", "B": "2"})
    game.play("5 A3>A8")
    assert (game.turn, texts(game)) == ("B", {"fold"})


@pytest.mark.rule("R5.3")
def test_the_next_round_follows_at_once() -> None:
    game = at({"A": "A3"}, {"A": "5", "B": "", "C": "", "D": ""})
    game.play("5 A3>A8")
    assert (game.round, game.phase, game.to_give()) == (2, "give", "ABCD")
