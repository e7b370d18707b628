"""Plays and gives that the rules forbid: each refusal names its rule, says why, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

import doghouse as dog
from doghouse.rules.reasons import REASONS
from tests.support.rules_dsl import IN, after, at, give_all, position

Board = Mapping[str, str]


@dataclass(frozen=True)
class Case:
    code: str
    text: str
    game: Callable[[], dog.Game]
    act: Callable[[dog.Game], object]


def refused(code: str, text: str, marbles: Board, cards: str, play: str, **rules: Any) -> Case:
    """A play of A with these cards."""
    hands = rules.pop("hands", {})
    return Case(code, text, lambda: at(marbles, {"A": cards, **hands}, **rules), lambda game: game.play(play))


def asked(code: str, text: str, marbles: Board, cards: str, partial: str, **rules: Any) -> Case:
    """The beginning of a play of A that cannot go on."""
    return Case(code, text, lambda: at(marbles, {"A": cards}, **rules), lambda game: game.options(partial))


def _over() -> dog.Game:
    return after(at({"A": "A+4 A+3 A+2 A0", "C": IN["C"]}, {"A": "A 5"}), "A A0>A+1")


def _stopped() -> dog.Game:
    game = dog.Game(seed=1)
    game.stop()
    return game


def _giving() -> dog.Game:
    """A has given."""
    game = dog.Game(seed=1)
    game.give("A", game.hand("A")[0])
    return game


def _seven_under_way() -> dog.Game:
    return dog.Game.from_position({**position({"A": "A3"}, {"A": "5"}), "seven": {"card": "7", "left": 3}})


def _not_in_hand(game: dog.Game, seat: str) -> str:
    return next(card for card in dog.CARDS if card not in game.hand(seat))


NO_K = _not_in_hand(dog.Game(seed=1), "B")

CASES = [
    # The turn and the exchange.
    Case("game_over", "the game is over (R2.4)", _over, lambda game: game.play("5 A3>A8")),
    Case("game_over", "the game is over (R2.4)", _over, lambda game: game.options("")),
    Case("game_over", "the game is over (R2.4)", _over, lambda game: game.stop()),
    Case("game_stopped", "the game is over: it was stopped early (R2.5)", _stopped, lambda game: game.give("A", "K")),
    Case("game_stopped", "the game is over: it was stopped early (R2.5)", _stopped, lambda game: game.play("fold")),
    Case("not_your_turn", "it is A's turn, not B's (R5.1)", at, lambda game: game.play("fold", seat="B")),
    Case(
        "exchange_first",
        "the exchange comes first: B and C and D still to give a card (R4.1)",
        _giving,
        lambda game: game.play("fold"),
    ),
    Case("not_giving", "no card is to be given now (R4.1)", at, lambda game: game.give("A", "5")),
    Case(
        "drawn_by_chance",
        "in this edition nobody gives: each draws a hidden card (R4.3)",
        lambda: at(players=2),
        lambda game: game.give("A", "5"),
    ),
    Case("gave_already", "A has given a card already (R4.1)", _giving, lambda game: game.give("A", game.hand("A")[0])),
    Case("exchange_done", "the cards have changed hands already (R4.1)", at, lambda game: game.take_back("A")),
    Case("gave_nothing", "B has given no card to take back (R4.1)", _giving, lambda game: game.take_back("B")),
    Case("game_stopped", "the game is over: it was stopped early (R2.5)", _stopped, lambda game: game.take_back("A")),
    Case("not_playing", "nobody sits at E (R2.3)", _giving, lambda game: game.take_back("E")),
    Case("gift_not_held", f"B holds no {NO_K} to give (R4.1)", _giving, lambda game: game.give("B", NO_K)),
    Case("not_playing", "nobody sits at D (R2.3)", lambda: at(players=3), lambda game: game.play("fold", seat="D")),
    refused("not_playing", "nobody sits at D (R2.3)", {}, "2", "2 ?D", players=3),
    refused("not_playing", "nobody sits at B (R2.3)", {}, "K", "K B->B0", players=2),
    refused("card_not_held", "A holds no king (R5.1)", {"A": "A3"}, "5", "K A3>B0", hands={"B": "K"}),
    refused("card_not_held", "A holds no joker (R5.1)", {"A": "A3"}, "5", "X=K A3>B0"),
    refused("card_not_held", "A holds no 7 (R5.1)", {"A": "A3"}, "5", "7 A3>A10"),
    refused(
        "must_play",
        "A cannot fold while a play is possible, such as 5 A3>A8 (R5.1)",
        {"A": "A3"},
        "5",
        "fold",
    ),
    # What a card does.
    refused("move_missing", "a 5 needs a move: say which marble goes where (R5.1)", {"A": "A3"}, "5", "5"),
    refused("move_missing", "an ace needs a move: say which marble goes where (R5.1)", {"A": "A3"}, "X", "X=A"),
    refused("one_move", "only a 7 can be split over several moves (R10.1)", {"A": "A3"}, "5", "5 A3>A5 A5>A8"),
    refused("jack_swaps", "a jack swaps two marbles and moves none (R9.1)", {"A": "A3"}, "J", "J A3>A14"),
    refused(
        "only_jack_swaps",
        "only a jack swaps marbles, a 5 does not (R9.1)",
        {"A": "A3", "B": "A8"},
        "5",
        "5 A3<>A8",
    ),
    refused("only_jack_swaps", "only a jack swaps marbles, a 7 does not (R9.1)", {"A": "A3"}, "7", "7 A3<>A8"),
    refused("only_two_takes", "only a 2 takes a card, an 8 does not (R13.3)", {}, "8", "8 ?C", players=2),
    refused("only_alone_takes", "a 2 takes a card only when everyone plays for themselves (R13.3)", {}, "2", "2 ?C"),
    refused("take_from_self", "a 2 takes the card from an opponent (R13.3)", {}, "2", "2 ?A", players=2),
    refused("nothing_to_take", "C has no card to take (R13.3)", {}, "2", "2 ?C", players=2, hands={"C": ""}),
    refused(
        "cannot_leave",
        "only an ace, a king or a joker takes a marble out of the kennel (R6)",
        {},
        "5",
        "5 A->A0",
    ),
    refused("wrong_distance", "a 5 moves 5, and A3>A9 is 6 (R7.5)", {"A": "A3"}, "5", "5 A3>A9"),
    refused("wrong_distance", "a 5 moves 5, and D14>A+1 is 3 (R7.5)", {"A": "D14"}, "5", "5 D14>A+1"),
    refused("wrong_distance", "an ace moves 1 or 11, and A3>A5 is 2 (R7.5)", {"A": "A3"}, "A", "A A3>A5"),
    refused("wrong_distance", "a 7 moves 1 to 7, and A3>A11 is 8 (R7.5)", {"A": "A3"}, "7", "7 A3>A11"),
    refused("no_such_move", "A3>A- is a move that no card makes (R7.5)", {"A": "A3"}, "5", "5 A3>A-"),
    refused("no_such_move", "A3>A3 is a move that no card makes (R7.5)", {"A": "A3"}, "5", "5 A3>A3"),
    refused("wrong_way", "only a 4 goes backwards (R6)", {"A": "A8"}, "5", "5 A8>A3"),
    # The marble.
    refused("no_marble", "there is no marble on A4 (R5.1)", {"A": "A3"}, "5", "5 A4>A9"),
    refused("no_marble", "there is no marble on B9 (R5.1)", {"A": "A3"}, "J", "J A3<>B9"),
    refused("not_yours", "the marble on B3 belongs to B (R5.1)", {"B": "B3"}, "5", "5 B3>B8"),
    refused("not_yours", "the marble on C- belongs to C (R5.1)", {}, "K", "K C->C0"),
    refused(
        "kennel_empty",
        "no marble is left in the kennel of A (R7.1)",
        {"A": "A1 A2 A3 A4"},
        "K",
        "K A->A0",
    ),
    asked(
        "nothing_on_board",
        "no marble to move: it takes an ace, a king or a joker to leave the kennel (R7.1)",
        {},
        "5",
        "5",
    ),
    # The way.
    refused("start_taken", "a fresh marble still stands on A0 (R7.1)", {"A": "A0!"}, "K", "K A->A0"),
    refused("blocked", "the way is blocked at B0 by a fresh marble (R7.1)", {"A": "A12", "B": "B0!"}, "5", "5 A12>B1"),
    refused("blocked", "the way is blocked at A0 by a fresh marble (R7.1)", {"A": "A0! A2"}, "4", "4 A2>D14"),
    refused("blocked", "the way is blocked at A0 by a fresh marble (R7.1)", {"A": "A0! D12"}, "8", "8 D12>A+4"),
    refused("fresh_turning_in", "a fresh marble may not turn into the finish (R8.1)", {"A": "A0!"}, "3", "3 A0>A+3"),
    refused("backwards_in", "the finish is entered forwards only (R8.1)", {"A": "A3"}, "4", "4 A3>A+1"),
    refused("other_finish", "a marble enters only its own finish (R8.1)", {"A": "A14"}, "3", "3 A14>B+1"),
    refused(
        "finish_taken",
        "A+2 is occupied, and no marble is passed in the finish (R8.3)",
        {"A": "A0 A+2"},
        "3",
        "3 A0>A+3",
    ),
    refused("no_way_out", "a marble in the finish only moves forwards inside it (R8.3)", {"A": "A+3"}, "5", "5 A+3>A5"),
    refused(
        "no_way_out", "a marble in the finish only moves forwards inside it (R8.3)", {"A": "A+3"}, "2", "2 A+3>A+1"
    ),
    asked("too_deep", "the finish has no field 3 away from A+2 (R8.4)", {"A": "A+2"}, "3", "3"),
    # Jack.
    refused(
        "swap_own",
        "a jack swaps marbles of two different players, one of them yours (R9.1)",
        {"A": "A3 A5"},
        "J",
        "J A3<>A5",
    ),
    refused(
        "swap_fresh",
        "the marble on B0 is fresh and cannot be swapped (R9.2)",
        {"A": "A3", "B": "B0!"},
        "J",
        "J A3<>B0",
    ),
    refused("swap_off_ring", "only marbles on the ring are swapped, not B- (R9.2)", {"A": "A3"}, "J", "J A3<>B-"),
    refused(
        "swap_off_ring",
        "only marbles on the ring are swapped, not A+1 (R9.2)",
        {"A": "A+1", "B": "B3"},
        "J",
        "J A+1<>B3",
    ),
    asked(
        "nothing_to_swap",
        "it takes a marble of yours and one of another player, both on the ring and not fresh (R9.2)",
        {"A": "A3"},
        "J 5",
        "J",
    ),
    refused(
        "jack_has_effect",
        "a jack is played without effect only when there is no other play, such as J A3<>B9 (R9.3)",
        {"A": "A3", "B": "B9"},
        "J",
        "J",
    ),
    refused(
        "others_under_way",
        "a jack is played without effect only if marbles of yours alone are under way (R9.3)",
        {"B": "B9"},
        "J",
        "J",
    ),
    # Seven.
    refused("points_unused", "all seven points must be used, and 2 would be left (R10.3)", {"A": "A3"}, "7", "7 A3>A8"),
    refused("too_many_points", "a 7 has seven points and no more (R10.3)", {"A": "A3"}, "7", "7 A3>A10 A10>A11"),
    refused("too_many_points", "a 7 has seven points and no more (R10.3)", {"A": "A3 B3"}, "7", "7 A3>A7 B3>B7"),
    refused(
        "cannot_use_up",
        "after D14>A+1 the rest of the 7 could not be used up (R10.3)",
        {"A": "D14"},
        "7",
        "7 D14>A+1",
    ),
    refused("seven_impossible", "the seven points cannot be used up (R10.3)", {"A": "A+1"}, "7", "7"),
    asked("seven_impossible", "the seven points cannot be used up (R10.3)", {"A": "A12", "B": "B0!"}, "7", "7"),
    Case(
        "seven_under_way",
        "a 7 is under way and has to be finished first (R10.3)",
        _seven_under_way,
        lambda game: game.play("5 A3>A8"),
    ),
    refused("seven_forwards", "a 7 goes forwards only (R10.1)", {"A": "A8"}, "7", "7 A8>A1"),
    # Variants.
    refused(
        "joker_last",
        "a joker may not make the play that ends the game (R12.2)",
        {"A": "A+4 A+3 A+2 A0", "C": IN["C"]},
        "X",
        "X=A A0>A+1",
        joker_may_finish=False,
    ),
    refused(
        "joker_last",
        "a joker may not make the play that ends the game (R12.2)",
        {"A": "A+4 A+3 A+2 D14", "C": "C+4 C+3 C+2 B13"},
        "X",
        "X=7 D14>A+1 B13>C+1",
        joker_may_finish=False,
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.code}-{number}" for number, case in enumerate(CASES)])
def test_refusal_has_rule_and_reason(case: Case) -> None:
    game = case.game()
    before, record = game.position(), game.record()
    with pytest.raises(dog.IllegalPlay) as caught:
        case.act(game)
    error = caught.value
    assert str(error) == case.text
    assert error.reason.code == case.code
    assert case.text.endswith(f"({error.rule})")
    assert game.position() == before
    assert game.record() == record


def test_every_reason_has_an_example() -> None:
    assert {case.code for case in CASES} == set(REASONS)


@pytest.mark.parametrize("code", REASONS)
def test_a_reason_is_one_sentence(code: str) -> None:
    text = REASONS[code][1]
    assert text == text.strip()
    assert not text.endswith(".")
    assert "\n" not in text
    assert ". " not in text


def test_refused_gives_differ_from_refused_plays() -> None:
    with pytest.raises(dog.IllegalGive):
        at().give("A", "5")
    with pytest.raises(dog.IllegalPlay) as caught:
        at().play("5 A3>A8")
    assert not isinstance(caught.value, dog.IllegalGive)


def test_every_error_is_a_dog_error() -> None:
    errors = (dog.InvalidRules, dog.InvalidPlay, dog.InvalidPosition, dog.InvalidRecord, dog.IllegalPlay)
    assert all(issubclass(error, dog.DogError) and issubclass(error, ValueError) for error in errors)


def test_a_refused_give_leaves_the_exchange_open() -> None:
    game = _giving()
    with pytest.raises(dog.IllegalGive):
        game.give("A", game.hand("A")[0])
    assert game.to_give() == "BCD"
    give_all(game)
    assert game.phase == "play"
