"""R13: playing without teams."""

from __future__ import annotations

from collections import Counter

import pytest

import doghouse as dog
from tests.support.rules_dsl import IN, after, at, board, played, position, refusal, refused_by, texts

ALONE = pytest.mark.parametrize("players", [2, 3, 5])


@pytest.mark.rule("R13.1")
@ALONE
def test_one_fresh_marble_on_the_start(players: int) -> None:
    game = dog.Game(dog.Rules(players), seed=1)
    assert game.marbles() == {seat: [f"{seat}0!", f"{seat}-", f"{seat}-", f"{seat}-"] for seat in game.rules.seats}


@pytest.mark.rule("R13.2")
@ALONE
def test_a_seven_moves_every_players_marbles(players: int) -> None:
    seats = dog.Rules(players).seats
    game = at({seat: f"{seat}3" for seat in seats}, {"A": "7"}, players=players)
    moved = {move[0] for text in texts(game) for move in text.split()[1:]}
    assert moved == set(seats)


@pytest.mark.rule("R13.2")
def test_a_seven_without_a_marble_of_ones_own() -> None:
    assert texts(at({"C": "C3"}, {"A": "7"}, players=2)) == {"7 C3>C10"}


@pytest.mark.rule("R13.2")
def test_a_blockade_is_moved_out_of_the_way() -> None:
    game = at({"A": "A14", "B": "B0!"}, {"A": "7"}, players=3)
    assert played(game, "7 B0>B7") == {"A": "A14", "B": "B7"}
    assert played(game, "7 B0>B4 A14>B1") == {"A": "B1", "B": "B4"}


@pytest.mark.rule("R13.2")
def test_an_opponent_is_brought_in() -> None:
    game = at({"A": "A3", "C": "B14"}, {"A": "7"}, players=2)
    assert played(game, "7 B14>C+1 A3>A7") == {"A": "A7", "C": "C+1"}


@pytest.mark.rule("R13.2")
def test_marbles_in_a_finish_are_moved_on() -> None:
    game = at({"A": "A3", "C": "C+1"}, {"A": "7"}, players=2)
    assert played(game, "7 C+1>C+4 A3>A7") == {"A": "A7", "C": "C+4"}


@pytest.mark.rule("R13.2")
def test_opponents_marbles_send_home_too() -> None:
    """C's marble, moved by A, sweeps A's own and another of C's."""
    game = at({"A": "C5", "C": "C3 C7"}, {"A": "7"}, players=2)
    assert played(game, "7 C3>C10") == {"C": "C10"}


@pytest.mark.rule("R13.2")
def test_an_opponents_fresh_marble_does_not_turn_in() -> None:
    assert refused_by(at({"C": "C0!"}, {"A": "7"}, players=2), "7 C0>C+3") == "R8.1"


@pytest.mark.rule("R13.2")
@pytest.mark.parametrize("card", ["5", "4", "K", "A"])
def test_no_other_card_moves_opponents_marbles(card: str) -> None:
    game = at({"A": "A3", "C": "C3"}, {"A": card}, players=2)
    assert not any(">" in text and text.split()[1][0] == "C" for text in texts(game))


@pytest.mark.rule("R13.2")
def test_a_joker_as_a_seven_moves_all_marbles() -> None:
    game = at({"C": "C3"}, {"A": "X"}, players=2)
    assert "X=7 C3>C10" in texts(game)
    assert not any(text.startswith("X=5") for text in texts(game))


@pytest.mark.rule("R13.2")
def test_the_seven_is_carried_out_in_full_though_an_opponent_is_completed() -> None:
    game = at({"A": "A3", "C": "C+4 C+3 C+2 B14"}, {"A": "7"}, players=2)
    assert refused_by(game, "7 B14>C+1") == "R10.3"
    later = after(game, "7 B14>C+1 A3>A7")
    assert board(later) == {"A": "A7", "C": IN["C"]}
    assert later.outcome is not None
    assert later.outcome.winners == "C"


@pytest.mark.rule("R13.3")
def test_a_two_moves_or_takes_a_card() -> None:
    game = at({"A": "A3"}, {"A": "2"}, players=3)
    assert texts(game) == {"2 A3>A5", "2 ?B", "2 ?C"}


@pytest.mark.rule("R13.3")
def test_a_card_is_taken_and_no_marble_moves() -> None:
    game = after(at({"A": "A3", "B": "B3"}, {"A": "2 9", "B": "8", "C": "K"}, players=3), "2 ?C")
    assert (game.hand("A"), game.hand("B"), game.hand("C")) == (["9", "K"], ["8"], [])
    assert (board(game), game.turn) == ({"A": "A3", "B": "B3"}, "B")


@pytest.mark.rule("R13.3")
def test_only_from_an_opponent_who_has_a_card() -> None:
    game = at({}, {"A": "2", "B": "", "C": "K"}, players=3)
    assert texts(game) == {"2 ?C"}
    assert str(refusal(game, "2 ?B")) == "B has no card to take (R13.3)"
    assert refused_by(game, "2 ?A") == "R13.3"
    assert refused_by(game, "2 ?D") == "R2.3"


@pytest.mark.rule("R13.3")
def test_with_nothing_to_take_or_move_the_hand_is_folded() -> None:
    assert texts(at({}, {"A": "2", "C": ""}, players=2)) == {"fold"}


@pytest.mark.rule("R13.3")
def test_taking_counts_as_a_play_and_cannot_be_refused() -> None:
    assert refused_by(at({}, {"A": "2 5"}, players=2), "fold") == "R5.1"


@pytest.mark.rule("R13.3")
def test_a_joker_takes_a_card_as_a_two() -> None:
    game = at({}, {"A": "X", "C": "K"}, players=2)
    assert "X=2 ?C" in texts(game)
    assert after(game, "X=2 ?C").hand("A") == ["K"]


@pytest.mark.rule("R13.3")
def test_the_card_is_taken_unseen() -> None:
    """Chance picks it: over many games each of C's cards is taken about equally often."""
    place = position({}, {"A": "2", "C": "3 8 J K"}, players=2)
    taken: Counter[str] = Counter()
    for seed in range(200):
        game = dog.Game.from_position(place, seed=seed)
        game.play("2 ?C")
        taken[game.hand("A")[0]] += 1
    assert set(taken) == {"3", "8", "J", "K"}
    assert min(taken.values()) > 25


@pytest.mark.rule("R13.3")
def test_the_others_do_not_see_the_card() -> None:
    places = [position({}, {"A": "2", "B": "9", "C": cards}, players=3) for cards in ("K", "3")]
    views = []
    for place in places:
        game = dog.Game.from_position(place, seed=1)
        game.play("2 ?C")
        views.append([game.view(None), game.view("B")])
    assert views[0] == views[1]


@pytest.mark.rule("R13.3")
@pytest.mark.parametrize("players", [4, 6])
def test_in_teams_a_two_takes_nothing(players: int) -> None:
    game = at({"A": "A3"}, {"A": "2"}, players=players)
    assert texts(game) == {"2 A3>A5"}
    assert str(refusal(game, "2 ?B")) == "a 2 takes a card only when everyone plays for themselves (R13.3)"


@pytest.mark.rule("R13.3")
def test_no_other_card_takes_a_card() -> None:
    assert str(refusal(at({}, {"A": "3"}, players=2), "3 ?C")) == "only a 2 takes a card, a 3 does not (R13.3)"


ALMOST = {"A": "A+4 A+3 A+2 D14", "B": "B+4 B+3 B+2 A15", "C": "C+4 C+3 C+2 B15"}


def _winner(marbles: dict[str, str], play: str, players: int) -> str:
    outcome = after(at(marbles, {"A": "7"}, players=players), play).outcome
    assert outcome is not None
    return outcome.winners


@pytest.mark.rule("R13.4")
@pytest.mark.parametrize(
    "play", ["7 D14>A+1 B15>C+1 A15>B+1", "7 B15>C+1 D14>A+1 A15>B+1", "7 A15>B+1 B15>C+1 D14>A+1"]
)
def test_who_made_the_play_wins_if_complete(play: str) -> None:
    assert _winner(ALMOST, play, players=3) == "A"


@pytest.mark.rule("R13.4")
@pytest.mark.parametrize(
    ("play", "winner"),
    [("7 A15>B+1 B15>C+1 A2>A5", "B"), ("7 B15>C+1 A15>B+1 A2>A5", "C"), ("7 A2>A5 B15>C+1 A15>B+1", "C")],
)
def test_otherwise_the_first_completed_wins(play: str, winner: str) -> None:
    assert _winner({**ALMOST, "A": "A2"}, play, players=3) == winner


@pytest.mark.rule("R13.4")
def test_the_order_makes_two_plays_of_the_same_board() -> None:
    """B or C completed first: the board is the same, the result is not."""
    game = at({**ALMOST, "A": "A2"}, {"A": "7"}, players=3)
    ends = [after(game, str(play)) for play in game.plays()]
    both = [end for end in ends if board(end) == {"A": "A5", "B": IN["B"], "C": IN["C"]}]
    assert sorted(end.outcome.winners for end in both if end.outcome) == ["B", "C"]


@pytest.mark.rule("R13.4")
def test_a_single_other_player_completed_wins() -> None:
    assert _winner({"A": "A3", "C": ALMOST["C"]}, "7 B15>C+1 A3>A8", players=2) == "C"
