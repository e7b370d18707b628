"""Regression tests for past bugs."""

from __future__ import annotations

import copy
import pickle
from itertools import islice
from typing import Any

import pytest

import doghouse as dog
from tests.support.rules_dsl import IN, after, at, board, give_all, position


def reads_back(game: dog.Game) -> None:
    again = dog.Game.from_record(game.record())
    assert again.position() == game.position()
    assert again.record() == game.record()


@pytest.mark.parametrize(
    ("fields", "cards"),
    [("A0! A1 A11", "A"), ("B8 B12 B4", "4"), ("A0! A3 A5", "X")],
)
def test_plays_are_distinct_by_their_result(fields: str, cards: str) -> None:
    """A marble that lands on an own marble frees its field: whichever of two it lands on, the board is the same."""
    game = at({"A": fields}, {"A": cards})
    found = [tuple(sorted(board(after(game, str(play))).items())) for play in game.plays()]
    assert len(found) == len(set(found))


def test_record_of_a_game_that_began_within_an_exchange() -> None:
    """C's card is in the Position already, and is not given again."""
    first = dog.Game(seed=5)
    first.give("C", first.hand("C")[0])
    game = dog.Game.from_position(first.position())
    give_all(game)
    reads_back(game)


@pytest.mark.parametrize("name", ["Anlass Zürich", "Date", "Player A", "Edition"])
def test_headers_read_back(name: str) -> None:
    game = dog.Game(seed=1)
    game.headers[name] = "xl"
    assert dog.Game.from_record(game.record()).headers == game.headers == {name: "xl"}


@pytest.mark.parametrize("name", ["event", "A", "Seed", "Result", "a: b", "", "Two\nlines"])
def test_headers_that_could_not_be_read_back_are_refused(name: str) -> None:
    game = dog.Game(seed=1)
    with pytest.raises(ValueError, match="header"):
        game.headers[name] = "x"
    with pytest.raises(ValueError, match="header"):
        game.headers = {name: "x"}
    assert game.headers == {}


def test_a_record_without_first_dealer_and_seed_is_read_the_same_way_every_time() -> None:
    """The dealer named in the first heading counts, or else whoever plays first follows the dealer."""
    for _ in range(10):
        assert dog.Game.from_record("Round 1\nB: K B->B0\n").dealer == "A"
        assert dog.Game.from_record("Round 1, 6 cards, D deals\n").turn == "A"


@pytest.mark.parametrize(
    "text", ["Players: " + "9" * 5000, "Position: " + "[" * 100_000], ids=["many digits", "deeply nested"]
)
def test_huge_headers_are_refused_as_records(text: str) -> None:
    with pytest.raises(dog.InvalidRecord):
        dog.Game.from_record(text)


@pytest.mark.parametrize("header", ["Players: 6", "Dealer: fixed", "Variants: Canadian seven", "First dealer: A"])
def test_headers_that_contradict_the_position_are_refused(header: str) -> None:
    name = header.split(":")[0]
    lines = [line for line in at({"A": "A3"}).record().splitlines() if not line.startswith(name)]
    with pytest.raises(dog.InvalidRecord):
        dog.Game.from_record("\n".join([header, *lines]))


@pytest.mark.parametrize("line", ["draw C: K", "draw A: 5"])
def test_knowledge_without_hands_is_ignored(line: str) -> None:
    assert not dog.Game.from_record(f"Players: 2\nFirst dealer: A\nRound 1\n{line}\n").hands_known


@pytest.mark.parametrize(
    "parts",
    [
        {"seven": None},
        {"seven": {"card": "7", "left": 3, "first_done": None}},
        {"seven": {"card": "7", "left": 3, "first_done": ""}},
        {"winners": [1]},
        {"winners": [[]]},
        {"winners": [""]},
        {"marbles": {1: []}},
        {"hands": {None: []}},
        {"given": {1: "K"}},
        {"given": {"": "K"}},
        {"given": {"AB": "K"}},
        {"known": {"Z": {"A": ["K"]}}},
        {"known": {"A": {"A": ["K"]}}},  # knows a card in its own hand
        {"known": {"A": {"B": ["K"]}}},  # B holds a 5 and nothing else
        {"round": 2**40},
        {"chance": {"seed": "\ud800"}},
        {"hands": {seat: ["?"] * 300 for seat in "ABCD"}},
        {"hands": {"A": ["5"] * 7, "B": ["6"]}, "round": 1},  # R3.2
        {"hands": {"A": ["7"] * 8}, "seven": {"card": "7", "left": 3}},  # nine sevens (R3.1)
    ],
    ids=lambda parts: str(parts)[:50],
)
def test_invalid_positions_are_refused(parts: dict[str, Any]) -> None:
    with pytest.raises(dog.InvalidPosition):
        dog.Game.from_position({**position({"A": "A3"}), **parts})


def test_why_a_joker_cannot_stand_for_a_card() -> None:
    with pytest.raises(dog.IllegalPlay, match="the way is blocked at B0"):
        at({"A": "A12", "B": "B0!"}, {"A": "X"}).options("X=5")


def test_a_joker_as_a_king_may_leave_the_kennel() -> None:
    game = at({}, {"A": "X"})
    assert "X=K A->A0" in game.plays()
    assert game.options("X=K").next


def test_why_a_helper_cannot_play_a_card() -> None:
    """A's own marbles are done; of C's, none is on the board to move."""
    game = at({"A": IN["A"]}, {"A": "5"})
    assert [reason.code for reason in game.obstacles("5")] == ["nothing_on_board"]


def test_the_exchange_names_the_rule_of_its_kind() -> None:
    for rules, number in (
        (dog.Rules(4), "R4.1"),
        (dog.Rules(6, teams="trios"), "R4.2"),
        (dog.Rules(3, exchange="pass"), "R4.3"),
    ):
        game = dog.Game(rules, seed=1)
        with pytest.raises(dog.IllegalPlay) as caught:
            game.play("fold")
        assert caught.value.rule == number


def test_seat_letter_is_upper_case_in_errors() -> None:
    with pytest.raises(dog.IllegalPlay, match="it is A's turn, not B's"):
        at({"A": "A3"}).play("5 A3>A8", seat="b")


def test_position_in_a_seven_that_cannot_be_used_up_is_refused() -> None:
    with pytest.raises(dog.InvalidPosition, match="the rest of the 7 cannot be used up"):
        dog.Game.from_position({**position({"A": "A+1"}, {"A": "5"}), "seven": {"card": "7", "left": 6}})


def test_a_joker_that_may_not_finish_is_decided_quickly_alone() -> None:
    """Once somebody is complete, no rest of a joker's 7 helps: it is not searched (it was, for half a minute)."""
    marbles = {seat: f"{seat}1 {seat}4 {seat}7 {seat}10" for seat in "BCDE"}
    game = at({"A": "A+4 A+3 A+2 A0", **marbles}, {"A": "X"}, players=5, joker_may_finish=False)
    assert len(list(islice(game.plays(), 100))) == 100
    assert "X=7 B1>B8" in game.plays()
    assert "X=7 A0>A+1 B1>B7" not in game.plays()
    assert game.options("X=7").next


def test_a_game_stopped_within_a_seven_reads_back() -> None:
    game = dog.Game.from_position({**position({"A": "A3"}, {"A": "5"}), "seven": {"card": "7", "left": 6}})
    game.stop()
    assert dog.Game.from_position(game.position()).position() == game.position()
    reads_back(game)


BY_HAND = """Players: 3
Round 1, 6 cards, C deals
draw A: K
A: 2 ?B (Q)
B: 5 B0>B5
"""


def test_handwritten_details_are_preserved() -> None:
    game = dog.Game.from_record(BY_HAND)
    assert not game.hands_known
    assert [line for line in game.record().splitlines() if line and line in BY_HAND] == BY_HAND.splitlines()
    assert "Seed" not in game.record()
    reads_back(game)


@pytest.mark.parametrize("line", ["give E: K", "give A:", "give A: K Q", "A: K A->A0\ngive B: K"])
def test_gifts_written_by_hand_are_checked(line: str) -> None:
    with pytest.raises(dog.InvalidRecord, match=r"R4\.1"):
        dog.Game.from_record(f"Round 1, 6 cards, D deals\n{line}\n")


def test_a_hand_written_game_has_no_more_cards_than_the_packs() -> None:
    lines = [f"{seat}: A {seat}->{seat}0" for seat in "ABCD"]
    lines += [f"{seat}: A {seat}{field}>{seat}{field + 1}" for field in (0, 1) for seat in "ABCD"]
    with pytest.raises(dog.InvalidRecord, match="line 10: A A1>A2: A holds no ace"):
        dog.Game.from_record("Round 1, 6 cards, D deals\n" + "\n".join(lines))


def test_hands_stay_unknown_when_they_are_empty() -> None:
    game = dog.Game.from_record("Round 1, 6 cards, D deals\nA: fold\nB: fold\nC: fold\n")
    game.stop()
    again = dog.Game.from_position(game.position())
    assert not again.hands_known
    assert again.position() == game.position()


def test_a_seven_under_way_without_hands_is_listed_once() -> None:
    hands = {seat: ["?"] for seat in "ABCD"}
    place = {**position({"A": "A3"}), "hands": hands, "seven": {"card": "7", "left": 2}}
    assert [str(play) for play in dog.Game.from_position(place).plays()] == ["7 A3>A5"]


def test_a_record_with_hands_says_which_card_was_taken() -> None:
    text = "Players: 2\nFirst dealer: C\nRound 1\ndeal A: 2 3 4 5 6 8\ndeal C: 9 9 9 9 9 10\ndraw A: 9\ndraw C: 3\n"
    with pytest.raises(dog.InvalidRecord, match="line 8: expected the card that was taken, as in '2 \\?C \\(K\\)'"):
        dog.Game.from_record(f"{text}A: 2 ?C\n")
    assert dog.Game.from_record(f"{text}A: 2 ?C (10)\n").hand("A").count("10") == 1


def test_a_record_says_which_edition_it_is() -> None:
    game = dog.Game(dog.Rules.edition("kings", 6, teams="trios"), seed=1)
    assert game.record().startswith("Edition: kings\n")
    reads_back(game)
    with pytest.raises(ValueError, match="header Edition must be one of xl, xs, dog, kings, not 'foo'"):
        game.headers["Edition"] = "foo"


def test_a_seed_alone_is_a_whole_game() -> None:
    game = dog.Game.from_record("Seed: 7\n")
    assert game.position() == dog.Game(seed=7).position()


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ({"note": 1, "hands": {"A": ["K"] * 9}}, "there are 9 cards K"),
        ({"phase": "give", "turn": None, "round": 1, "hands": {seat: ["5"] for seat in "ABCD"}}, "as large as"),
        ({"round": 1, "starter": "A", "first_dealer": "A"}, "round 1 must start with B"),
        ({"laid_down": {"B": ["K"] * 9}, "hands": {"A": ["5"]}}, "lays down 1 to 6"),
        ({"laid_down": {"A": []}}, "A has folded but holds cards"),
        ({"last": {"seat": "A", "play": "come and see"}}, "last must be an object with seat and play"),
    ],
)
def test_faults_of_a_position_do_not_hide_each_other(parts: dict[str, Any], fault: str) -> None:
    with pytest.raises(dog.InvalidPosition) as caught:
        dog.Game.from_position({**position({"A": "A3"}), **parts})
    assert any(fault in found for found in caught.value.faults)


def test_only_one_team_can_have_won() -> None:
    place = {**position({seat: IN[seat] for seat in "ABCD"}), "phase": "over", "turn": None, "winners": ["C", "A"]}
    with pytest.raises(dog.InvalidPosition, match="cannot all have their marbles in the finish"):
        dog.Game.from_position(place)
    won = {**position({"A": IN["A"], "C": IN["C"]}), "phase": "over", "turn": None, "winners": ["C", "A"]}
    assert dog.Game.from_position(won).outcome is not None


@pytest.mark.parametrize(
    "play",
    [dog.Play("ZZ"), dog.Play("7", moves=(dog.Move("Z3", "A1"),)), dog.Play("5", moves=(dog.Move("A3", ""),)), None, 5],
    ids=str,
)
def test_invalid_notation_is_refused_however_plays_are_made(play: Any) -> None:
    game = at({"A": "A3"}, {"A": "5 7"})
    with pytest.raises(dog.InvalidPlay):
        game.play(play)


def test_other_invalid_notation() -> None:
    game = dog.Game(seed=1)
    with pytest.raises(dog.InvalidPlay):
        game.give("A", None)  # type: ignore[arg-type]
    with pytest.raises(dog.InvalidPlay):
        game.view(5)  # type: ignore[arg-type]
    with pytest.raises(dog.IllegalGive, match="nobody sits at E"):
        game.give("E", "K")
    with pytest.raises(dog.InvalidRecord, match="a record must be a string"):
        dog.Game.from_record(b"x")  # type: ignore[arg-type]
    with pytest.raises(dog.InvalidRules):
        dog.Game(seed="\ud800")
    with pytest.raises(dog.InvalidRules):
        dog.Rules.edition([])  # type: ignore[arg-type]


def test_errors_and_games_can_be_sent_to_another_process() -> None:
    for act in (
        lambda: dog.Game.from_record("hello"),
        lambda: dog.Game.from_position({}),
        lambda: at({"A": "A3"}).play("5 A3>A9"),
    ):
        with pytest.raises(dog.DogError) as caught:
            act()
        again = pickle.loads(pickle.dumps(caught.value))
        assert str(again) == str(caught.value)
    game = dog.Game(seed=3)
    give_all(game)
    assert pickle.loads(pickle.dumps(game)).position() == copy.deepcopy(game).position() == game.position()


def test_a_joker_can_be_asked_what_it_may_stand_for() -> None:
    game = at({"A": "A3"}, {"A": "X"})
    heads = [option.play for option in game.options("X").next]
    assert {"X=A", "X=7", "X=K"} <= set(heads)
    assert all(game.options(head).next for head in heads)


def test_a_view_shows_a_seven_under_way() -> None:
    game = dog.Game.from_position({**position({"A": "A3"}), "seven": {"card": "X", "left": 3}})
    assert game.view(None)["seven"] == {"card": "X", "left": 3}
