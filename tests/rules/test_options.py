"""Options: how a play that is entered piece by piece can go on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

import pytest

import doghouse as dog
from doghouse.rules.core.results import Result, seven_results
from tests.rules.table import IN, MODES, after, at, board, give_all, new_game, played, position


def following(game: dog.Game, partial: str = "") -> set[str]:
    return {option.play for option in game.options(partial).next}


def refused_option(game: dog.Game, partial: str) -> dog.Reason:
    before = game.position()
    with pytest.raises(dog.IllegalPlay) as caught:
        game.options(partial)
    assert game.position() == before
    return caught.value.reason


# Cards.


def test_the_empty_text_asks_for_the_cards() -> None:
    game = at({"A": "A3"}, {"A": "5 9 J 7 Q"})
    found = game.options()
    assert (found.play, found.complete, found.points_left) == ("", False, 0)
    assert {option.play: option.complete for option in found.next} == {"5": False, "9": False, "7": False, "Q": False}
    assert found.marbles == game.marbles()


def test_a_joker_is_offered_as_each_card_it_can_stand_for() -> None:
    assert following(at({"A": "A3"}, {"A": "X"})) == {f"X={card}" for card in dog.CARDS if card not in ("J", "X")}
    assert "X=J" in following(at({"A": "A3", "B": "B3"}, {"A": "X"}))
    assert following(at({}, {"A": "X"})) == {"X=A"}


def test_a_card_that_is_a_whole_play_is_complete() -> None:
    assert at({}, {"A": "5"}).options().next == (dog.Option("fold", True),)
    assert at({"A": "A3"}, {"A": "J"}).options().next == (dog.Option("J", True),)


def test_a_two_alone_is_never_complete_by_itself() -> None:
    assert at({}, {"A": "2"}, players=2).options().next == (dog.Option("2", False),)


# Moves.


def test_a_card_asks_for_its_moves() -> None:
    game = at({"A": "A3 D12"}, {"A": "8 5"})
    found = game.options("8")
    assert (found.play, found.complete, found.points_left) == ("8", False, 0)
    assert found.marbles == game.marbles()
    assert all(option.complete for option in found.next)
    assert following(game, "8") == {"8 A3>A11", "8 D12>A4", "8 D12>A+4"}


def test_an_ace_and_a_four_offer_every_way() -> None:
    game = at({"A": "A3"}, {"A": "A 4"})
    assert following(game, "A") == {"A A->A0", "A A3>A4", "A A3>A14"}
    assert following(game, "4") == {"4 A3>A7", "4 A3>D15"}


def test_a_jack_offers_its_swaps() -> None:
    assert following(at({"A": "A3", "B": "B3", "D": "D0!"}, {"A": "J"}), "J") == {"J A3<>B3"}


def test_a_two_offers_to_take_a_card() -> None:
    assert following(at({"A": "A3"}, {"A": "2", "C": "K"}, players=2), "2") == {"2 A3>A5", "2 ?C"}


def test_a_joker_offers_the_moves_of_what_it_stands_for() -> None:
    assert following(at({"A": "A3"}, {"A": "X"}), "X=5") == {"X=5 A3>A8"}


@pytest.mark.parametrize("text", ["5", " 5 ", "x=5", "X=5 "])
def test_text_is_read_in_any_layout(text: str) -> None:
    assert len(at({"A": "A3"}, {"A": "5 X"}).options(text).next) == 1


def test_a_whole_play_shows_the_board_after_it() -> None:
    game = at({"A": "A3", "B": "A8"}, {"A": "5"})
    found = game.options("5 A3>A8")
    assert (found.complete, found.next, found.points_left) == (True, (), 0)
    assert found.marbles["A"][0] == "A8"
    assert found.marbles["B"] == ["B-"] * 4
    assert board(game) == {"A": "A3", "B": "A8"}


@pytest.mark.parametrize("text", ["fold", "J", "2 ?C"])
def test_plays_that_move_nothing(text: str) -> None:
    games = {"fold": at({}, {"A": "5"}), "J": at({"A": "A3"}, {"A": "J"}), "2 ?C": at({}, {"A": "2"}, players=2)}
    found = games[text].options(text)
    assert (found.complete, found.next, found.marbles) == (True, (), games[text].marbles())


def test_who_would_be_sent_home() -> None:
    game = at({"A": "A3 A8 D15", "B": "B0"}, {"A": "5 K"})
    sent = {option.play: option.sends_home for card in "5K" for option in game.options(card).next}
    assert sent == {
        "5 A3>A8": ("A8",),
        "5 A8>A13": (),
        "5 D15>A4": (),
        "5 D15>A+4": (),
        "K A->A0": (),
        "K A3>B0": ("B0",),
        "K A8>B5": (),
        "K D15>A12": (),
    }


def test_a_swap_sends_nobody_home() -> None:
    assert at({"A": "A3", "B": "B3"}, {"A": "J"}).options("J").next == (dog.Option("J A3<>B3", True),)


def test_coming_out_sends_home() -> None:
    assert at({"B": "A0"}, {"A": "K"}).options("K").next == (dog.Option("K A->A0", True, ("A0",)),)


# Sevens.


def test_a_seven_offers_its_first_chunks() -> None:
    game = at({"A": "A3"}, {"A": "7"})
    found = game.options("7")
    assert found.points_left == 7
    assert {option.play: option.complete for option in found.next} == {
        f"7 A3>A{3 + points}": points == 7 for points in range(1, 8)
    }


def test_a_seven_goes_on_chunk_by_chunk() -> None:
    game = at({"A": "A3 B2", "D": "B4"}, {"A": "7"})
    found = game.options("7 A3>A7")
    assert (found.play, found.complete, found.points_left) == ("7 A3>A7", False, 3)
    assert found.marbles["A"] == ["A7", "B2", "A-", "A-"]
    assert {option.play: option.sends_home for option in found.next} == {
        "7 A3>A7 A7>A8": (),
        "7 A3>A7 A7>A9": (),
        "7 A3>A7 A7>A10": (),
        "7 A3>A7 B2>B3": (),
        "7 A3>A7 B2>B4": ("B4",),
        "7 A3>A7 B2>B5": ("B4",),
    }
    whole = game.options("7 A3>A7 B2>B5")
    assert (whole.complete, whole.points_left, whole.next) == (True, 0, ())
    assert whole.marbles["D"] == ["D-"] * 4


def test_only_chunks_after_which_the_rest_can_be_used_are_offered() -> None:
    """Turning in would leave points that nothing can use; in the second position nothing is to spare."""
    game = at({"A": "D14"}, {"A": "7"})
    assert following(game, "7") == {f"7 D14>{field}" for field in ("D15", "A0", "A1", "A2", "A3", "A4", "A5")}
    tight = at({"A": "A11 A+1", "B": "B0!"}, {"A": "7"})
    assert following(tight, "7 A11>A15") == {"7 A11>A15 A+1>A+2", "7 A11>A15 A+1>A+3", "7 A11>A15 A+1>A+4"}


def test_the_partners_marbles_are_offered_once_the_last_is_in() -> None:
    game = at({"A": "A+4 A+3 A+2 D14", "C": "C3"}, {"A": "7"})
    assert not any("C3" in text for text in following(game, "7"))
    assert following(game, "7 D14>A+1") == {f"7 D14>A+1 C3>C{3 + points}" for points in range(1, 5)}


def test_several_are_sent_home_by_one_chunk() -> None:
    game = at({"A": "A3 A5", "B": "A4"}, {"A": "7"})
    sent = {option.play: set(option.sends_home) for option in game.options("7").next}
    assert sent["7 A3>A10"] == {"A4", "A5"}
    assert sent["7 A3>A4"] == {"A4"}
    assert sent["7 A5>A12"] == set()


def test_a_seven_under_way_goes_on() -> None:
    place = {**position({"A": "A3"}, {"A": "5"}), "seven": {"card": "7", "left": 2}}
    game = dog.Game.from_position(place)
    assert game.options("").points_left == game.options("7").points_left == 2
    assert following(game, "") == {"7"}
    assert following(game, "7") == {"7 A3>A4", "7 A3>A5"}
    assert refused_option(game, "5").code == "seven_under_way"


# Following the options always leads to a legal play.


def _walk(game: dog.Game, chance: random.Random) -> Iterator[dog.Options]:
    """From the empty text along any options until the play is complete."""
    found = game.options()
    yield found
    while not found.complete:
        option = chance.choice(found.next)
        after = game.options(option.play)
        assert after.play == option.play
        assert after.complete is option.complete
        assert _sent_home(found, after) == sorted(option.sends_home)
        yield after
        found = after


def _sent_home(before: dog.Options, after: dog.Options) -> list[str]:
    """The occupied fields that the last move comes to: where it ends, or with a seven all on its way (R7.3, R10.2)."""
    play = dog.Play.parse(after.play)
    if not play.moves or play.moves[-1].swap:
        return []
    move = play.moves[-1]
    sections = "ABCDEF" if "E" in before.marbles else "ABCD"
    occupied = {field.rstrip("!") for fields in before.marbles.values() for field in fields if field[1] not in "+-"}
    return sorted(occupied & ({move.target} if play.acts_as != "7" else _way(move, sections)))


def _way(move: dog.Move, sections: str) -> set[str]:
    """The ring fields that a marble steps on."""
    ring = [f"{section}{number}" for section in sections for number in range(16)]
    if "+" in move.source:
        return set()
    at_field = ring.index(move.source)
    end = f"{move.target[0]}0" if "+" in move.target else move.target
    return {ring[(at_field + step) % len(ring)] for step in range(1, (ring.index(end) - at_field) % len(ring) + 1)}


@pytest.mark.parametrize("mode", MODES)
def test_options_lead_to_legal_plays(mode: str) -> None:
    chance = random.Random(mode)
    game = new_game(mode, 7, quick_start=True)
    for _ in range(150 if dog.COMPILED else 40):
        give_all(game)
        if game.phase == "over":
            break
        *_, whole = _walk(game, chance)
        assert whole.play in game.plays()
        later = game.copy()
        later.play(whole.play)
        assert later.marbles() == whole.marbles
        game = later


@pytest.mark.parametrize("mode", ["2 draw", "4 pairs", "6 trios"])
def test_points_left_count_down(mode: str) -> None:
    """Every chunk of a seven takes its points, until none is left."""
    chance = random.Random(mode)
    rules = MODES[mode]
    for _ in range(20):
        game = at({"A": "A3 A9 D10", "C": "C5 C0!"}, {"A": "7"}, **rules)
        left = [found.points_left for found in _walk(game, chance)]
        assert left[0] == 0  # no card is chosen yet
        assert left[1] == 7
        assert left[-1] == 0
        assert all(one > other for one, other in pairwise(left[1:]))


@pytest.mark.parametrize("mode", MODES)
def test_options_and_plays_say_the_same(mode: str) -> None:
    """Every play but a seven is offered, and besides only other words for one that is listed."""
    chance = random.Random(mode)
    game = new_game(mode, 11)
    for _ in range(60 if dog.COMPILED else 20):
        give_all(game)
        offered = {
            text for option in game.options().next for text in _whole(game, option) if "7" not in text.split()[0]
        }
        listed = {str(play) for play in islice(game.plays(), 500) if play.acts_as != "7"}
        assert listed <= offered
        results = {(text.split()[0][0], str(board(after(game, text)))) for text in listed}
        for text in offered - listed:
            assert (text.split()[0][0], str(board(after(game, text)))) in results
        game.play(chance.choice(list(islice(game.plays(), 40))))


def _whole(game: dog.Game, option: dog.Option) -> set[str]:
    return {option.play} if option.complete else following(game, option.play)


# Partial plays that are not possible.


@pytest.mark.parametrize(
    ("partial", "code"),
    [
        ("K", "card_not_held"),
        ("7 A12>A14", "card_not_held"),
        ("5", "blocked"),
        ("5 A12>B1", "blocked"),
        ("5 A12>A1", "wrong_distance"),
        ("3 B2>B5", "no_marble"),
        ("3 A12>A14", "wrong_distance"),
        ("fold", "must_play"),
    ],
)
def test_partial_plays_that_are_refused(partial: str, code: str) -> None:
    assert refused_option(at({"A": "A12", "B": "B0!"}, {"A": "3 5"}), partial).code == code


@pytest.mark.parametrize(
    ("partial", "code"),
    [
        ("7 A3>A11", "wrong_distance"),
        ("7 A3>A8 A8>A11", "too_many_points"),
        ("7 A3>A10 A10>A11", "too_many_points"),
        ("7 B9>B10", "not_yours"),
        ("7 A3<>B9", "only_jack_swaps"),
        ("7 A3>D15", "seven_forwards"),
        ("7 A->A0", "cannot_leave"),
    ],
)
def test_partial_sevens_that_are_refused(partial: str, code: str) -> None:
    assert refused_option(at({"A": "A3", "B": "B9"}, {"A": "7"}), partial).code == code


def test_a_seven_that_cannot_be_used_up_is_refused_from_the_start() -> None:
    game = at({"A": "A12", "B": "B0!"}, {"A": "7"})
    assert following(game) == {"fold"}
    assert refused_option(game, "7").code == "seven_impossible"
    assert refused_option(game, "7 A12>A15").code == "cannot_use_up"


def test_options_wait_for_the_exchange_and_end_with_the_game() -> None:
    assert refused_option(dog.Game(seed=1), "").code == "exchange_first"
    game = at({"A": "A+4 A+3 A+2 A0", "C": IN["C"]}, {"A": "A"})
    game.play("A A0>A+1")
    assert refused_option(game, "").code == "game_over"


# Why a card cannot be played.


def test_obstacles_of_a_card() -> None:
    game = at({"A": "A12 D15 A+2", "B": "B0!"}, {"A": "5 3 J"})
    assert [str(reason) for reason in game.obstacles("J")] == [
        "it takes a marble of yours and one of another player, both on the ring and not fresh (R9.2)"
    ]
    assert game.obstacles("5") == ()
    assert [reason.code for reason in game.obstacles("K")] == ["card_not_held"]


def test_obstacles_name_every_marble() -> None:
    game = at({"A": "A12 A14 A+2", "B": "B0!"}, {"A": "5"})
    assert [str(reason) for reason in game.obstacles("5")] == [
        "the way is blocked at B0 by a fresh marble (R7.1)",
        "the finish has no field 5 away from A+2 (R8.4)",
    ]


def test_obstacles_of_a_king() -> None:
    game = at({"A": "A12 A+1 A+3 A+4", "B": "B0!"}, {"A": "K"})
    assert {reason.code for reason in game.obstacles("K")} == {"kennel_empty", "blocked", "too_deep"}
    assert [reason.code for reason in at({"A": "A0!"}, {"A": "K"}).obstacles("K")] == []


# Hands that are not known.

BARE = """\
First dealer: D
Round 1
A: K A->A0
B: fold
C: A C->C0
D: fold
A: 5 A0>A5
"""


def test_options_where_hands_are_not_known() -> None:
    """Every card that could move something is offered, and laying down."""
    game = dog.Game.from_record(BARE)
    assert game.turn == "C"
    cards = {option.play for option in game.options().next}
    assert {"A", "5", "7", "K", "X=Q", "fold"} <= cards
    assert following(game, "5") == {"5 C0>C5"}
    assert following(game, "7 C0>C3") == {f"7 C0>C3 C3>C{field}" for field in (4, 5, 6, 7)}
    assert game.options("7 C0>C3").points_left == 4
    assert game.options("fold").complete


def test_refusals_where_hands_are_not_known() -> None:
    game = dog.Game.from_record(BARE)
    assert refused_option(game, "K C->C0").code == "start_taken"
    assert refused_option(game, "5 C0>C6").code == "wrong_distance"
    assert refused_option(game, "7 C0>C+3").code == "fresh_turning_in"


def test_following_options_where_hands_are_not_known() -> None:
    chance = random.Random(1)
    game = dog.Game.from_record(BARE)
    for _ in range(30):
        *_, whole = _walk(game, chance)
        assert whole.play in game.plays()
        game.play(whole.play)


# As data.


def test_options_as_data() -> None:
    game = at({"A": "A3", "B": "A8"}, {"A": "5"})
    assert game.options("5").to_json() == {
        "play": "5",
        "complete": False,
        "points_left": 0,
        "marbles": game.marbles(),
        "next": [{"play": "5 A3>A8", "complete": True, "sends_home": ["A8"]}],
    }


# Without teams a seven has more results than anybody can wait for.


def crowded() -> dog.Game:
    """Five players with all twenty marbles on the ring."""
    marbles = {seat: " ".join(f"{seat}{number}" for number in (1, 5, 9, 13)) for seat in "ABCDE"}
    return at(marbles, {"A": "7 X"}, players=5)


class Counted:
    """Counts how many results a search of sevens has been asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.found = 0
        monkeypatch.setattr("doghouse.rules.plays.seven_results", self)

    def __call__(self, *arguments: Any) -> Iterator[Result]:
        for result in seven_results(*arguments):
            self.found += 1
            yield result


def test_plays_are_found_as_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    game = crowded()
    every = iter(game.plays())
    others = sum(1 for _ in islice(every, 10))
    assert (others, counted.found) == (10, 0)  # the joker's other plays come first
    found = list(islice((play for play in every if play.acts_as == "7"), 100))
    assert len(set(found)) == 100
    assert counted.found == 100


def test_options_search_no_whole_sevens(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    game = crowded()
    assert len(game.options("7").next) == 20 * 7
    assert len(game.options("7 A1>A2").next) == 20 * 6
    assert game.options("").next
    assert counted.found == 0


def test_asking_for_one_play_searches_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    game = crowded()
    assert game.plays()
    assert "7 A1>A2 B1>B3 C1>C2 E13>F0" in game.plays()
    assert "7 A1>A2 B1>B3 C1>C2 E13>E14" not in game.plays()
    game.play("7 A1>A2 B1>B3 C1>C2 E13>F0")
    assert counted.found == 0


def test_the_first_plays_of_a_seven_are_the_simplest() -> None:
    game = crowded()
    sevens = (play for play in game.plays() if play.card == "7")
    assert [len(play.moves) for play in islice(sevens, 20)] == [1] * 20


def test_a_seven_with_few_marbles_is_found_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    game = at({"A": "A3", "C": "C3"}, {"A": "7"}, players=2)
    results = {tuple(played(game, str(play)).items()) for play in game.plays()}
    assert counted.found == len(results) == 8
