"""Errors that a person understands: each says why in one sentence, names its rule, and changes nothing."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

import doghouse as dog
from doghouse.rules.reasons import REASONS
from tests.rules.table import IN, after, at, give_all, position

Board = Mapping[str, str]

# Text that is not notation.

NOT_PLAYS = {
    "": "nothing to play: expected a card and its moves, such as '5 A3>A8'",
    "   ": "nothing to play: expected a card and its moves, such as '5 A3>A8'",
    "1 A3>A4": "'1' is not a card; cards are A 2 3 4 5 6 7 8 9 10 J Q K X, and a joker says what it is, as in X=Q",
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
    "X": "a joker says which card it stands for, as in X=Q",
    "X A3>A8": "a joker says which card it stands for, as in X=Q",
    "X=X A3>A8": "a joker says which card it stands for, as in X=Q",
    "X= A3>A8": "'X=' is not a card",
    "X=1 A3>A8": "'X=1' is not a card",
    "K=Q A3>A15": "only a joker stands for another card, not K",
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


# Plays and gives that are refused.


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
    refused("no_such_move", "A3>A- is no move that any card makes (R7.5)", {"A": "A3"}, "5", "5 A3>A-"),
    refused("no_such_move", "A3>A3 is no move that any card makes (R7.5)", {"A": "A3"}, "5", "5 A3>A3"),
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
def test_a_refusal_says_why(case: Case) -> None:
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


def test_every_reason_is_shown() -> None:
    assert {case.code for case in CASES} == set(REASONS)


@pytest.mark.parametrize("code", REASONS)
def test_a_reason_is_one_sentence(code: str) -> None:
    text = REASONS[code][1]
    assert text == text.strip()
    assert not text.endswith(".")
    assert "\n" not in text
    assert ". " not in text


def test_refused_gives_are_told_apart_from_plays() -> None:
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


# Impossible positions.


def faults(**parts: Any) -> tuple[str, ...]:
    """Everything wrong with an ordinary position in which these parts are replaced; None leaves a part out."""
    place = {name: part for name, part in {**position({"A": "A3"}), **parts}.items() if part is not None}
    with pytest.raises(dog.InvalidPosition) as caught:
        dog.Game.from_position(place)
    assert str(caught.value) == "; ".join(caught.value.faults)
    return caught.value.faults


def _marbles(**fields: str) -> dict[str, list[str]]:
    places: dict[str, list[str]] = position({"A": "A3"})["marbles"]
    return places | {seat: names.split() for seat, names in fields.items()}


def _hands(**cards: str) -> dict[str, list[str]]:
    return {seat: cards.get(seat, "5").split() for seat in "ABCD"}


GIVE = {"phase": "give", "turn": None, "hands": _hands(A="5 6", B="5 7", C="5 8", D="5 9")}
FULL = {seat: IN[seat] for seat in "AC"}

BROKEN: list[tuple[dict[str, Any], list[str]]] = [
    ({"marbles": None}, ["marbles is missing"]),
    ({"hands": None}, ["hands is missing"]),
    ({"phase": None}, ["phase is missing"]),
    ({"clock": 5}, ["a position has no part 'clock'"]),
    ({"phase": "deal"}, ["phase is 'give', 'play', 'over', not 'deal'"]),
    ({"turn": "E"}, ["turn is one of the seats A B C D, not 'E'"]),
    ({"starter": "X"}, ["starter is one of the seats A B C D, not 'X'"]),
    ({"first_dealer": "F"}, ["first_dealer is one of the seats A B C D, not 'F'"]),
    ({"round": 0}, ["round is a number from 1 up, not 0"]),
    ({"round": "2"}, ["round is a number from 1 up, not '2'"]),
    ({"stock": ["1"]}, ["stock is a list of cards"]),
    ({"seen": {"K": -1}}, ["seen is an object with a number for each card"]),
    ({"given": {"A": "1"}}, ["given is an object with a card for each seat that has given"]),
    ({"chance": {"takes": -1}}, ["chance is an object with a seed and the numbers of shuffles and takes"]),
    ({"winners": "AC"}, ["winners is a list of seats, not 'AC'"]),
    ({"seven": {"card": "7", "left": 7}}, ["seven says the card ('7' or 'X') and the points left (1 to 6), not "]),
    ({"seven": {"card": "5", "left": 3}}, ["seven says the card ('7' or 'X') and the points left (1 to 6), not "]),
    ({"known": {"A": ["K"]}}, ["known says for each seat the cards it knows in other hands"]),
    ({"known": {"A": {"B": ["1"]}}}, ["known to A: B has '1', which is not a card"]),
    ({"marbles": {"A": ["A-"] * 4}}, [f"marbles: {seat} is missing" for seat in "BCD"]),
    ({"marbles": _marbles(E="E- E- E- E-")}, ["marbles: nobody sits at 'E'; the seats are A B C D (R2)"]),
    ({"marbles": _marbles(A="A3 A- A-")}, ["A has 3 marbles instead of 4 (R1.1)"]),
    ({"marbles": _marbles(A="A3 A- A- A- A-")}, ["A has 5 marbles instead of 4 (R1.1)"]),
    ({"marbles": _marbles(A="A16 A- A- A-")}, ["marbles of A: 'A16' is not a field; fields look like A0, B15, C+4 "]),
    ({"marbles": _marbles(A="E3 A- A- A-")}, ["E3 is not on the board: it has 4 sections (R1.1)"]),
    (
        {"marbles": _marbles(A="B+1 A- A- A-")},
        ["a marble of A cannot stand on B+1: finish and kennel belong to B (R8.1)"],
    ),
    (
        {"marbles": _marbles(A="B- A- A- A-")},
        ["a marble of A cannot stand on B-: finish and kennel belong to B (R8.1)"],
    ),
    ({"marbles": _marbles(A="A3! A- A- A-")}, ["a marble of A cannot be fresh on A3, only on A0 (R7.1)"]),
    ({"marbles": _marbles(A="B0! A- A- A-")}, ["a marble of A cannot be fresh on B0, only on A0 (R7.1)"]),
    ({"marbles": _marbles(A="A-! A3 A- A-")}, ["a marble of A cannot be fresh on A-, only on A0 (R7.1)"]),
    ({"marbles": _marbles(B="A3 B- B- B-")}, ["two marbles stand on A3, of A and B (R7.3)"]),
    ({"marbles": _marbles(A="A+1 A+1 A- A-")}, ["two marbles stand on A+1, of A and A (R7.3)"]),
    ({"marbles": _marbles(A="A0! A0 A- A-")}, ["two marbles stand on A0, of A and A (R7.3)"]),
    ({"hands": _hands(A="5 1")}, ["hands: A has '1', which is not a card"]),
    ({"hands": _hands(A="5 ?")}, ["either all hands are known or none is: '?' stands with no other card"]),
    ({"hands": _hands(A="X X X X X X", B="X")}, ["there are 7 cards X, but the packs have 6 (R3.1)"]),
    (
        {"hands": _hands(A="K K K K", B="K K K K"), "seen": {"K": 1}},
        ["there are 9 cards K, but the packs have 8 (R3.1)"],
    ),
    ({"hands": _hands(), "stock": ["5"] * 5}, ["there are 9 cards 5, but the packs have 8 (R3.1)"]),
    ({"stock": ["K"], "seen": {}}, ["hands, stock and cards seen are 5 cards instead of 110 (R3.1)"]),
    ({"turn": None}, ["in phase 'play' it is somebody's turn (R5.1)"]),
    ({"hands": _hands(A="")}, ["it is A's turn, but A has no cards (R5.3)"]),
    ({"phase": "over"}, ["in phase 'over' it is nobody's turn, not A's"]),
    ({**GIVE, "turn": "A"}, ["in phase 'give' it is nobody's turn, not A's"]),
    ({**GIVE, "hands": _hands(A="5 6")}, ["before the exchange all hands are as large as they were dealt (R3.2)"]),
    (
        {**GIVE, "hands": _hands(A="", B="", C="", D="")},
        ["before the exchange all hands are as large as they were dealt (R3.2)"],
    ),
    (
        {**GIVE, "given": dict.fromkeys("ABCD", "K")},
        ["when all have given, the exchange is done and phase is 'play' (R4.1)"],
    ),
    ({**GIVE, "hands": _hands(A="?", B="?", C="?", D="?")}, ["hands that are not known cannot be exchanged"]),
    ({**GIVE, "seven": {"card": "7", "left": 3}}, ["a 7 is under way in phase 'play' only (R10)"]),
    ({"laid_down": {"A": ["K"]}}, ["A has laid down and holds cards (R5.2)"]),
    (
        {"marbles": _marbles(**FULL)},
        ["A and C have all marbles in the finish, so phase is 'over' (R2.4)"],
    ),
    (
        {"marbles": _marbles(**FULL), "phase": "over", "turn": None},
        ["A and C have all marbles in the finish, so winners says so (R2.4)"],
    ),
    (
        {"winners": ["A", "C"], "phase": "over", "turn": None},
        ["A and C cannot have won: not all their marbles are in the finish (R2.4)"],
    ),
    ({"rules": {"players": 7}}, ["rules: Dog is for 2 to 6 players, not 7 (R2)"]),
    ({"rules": {"speed": 7}}, ["rules: rules have no field 'speed'; they have players, teams, canadian_seven, "]),
    ({"rules": []}, ["rules: rules are an object with the fields players, teams, "]),
    # Several at once.
    (
        {"marbles": _marbles(A="A3 A3 B+1", B="C0! B- B- B-"), "hands": _hands(A="X X X X X X", B="X"), "turn": None},
        [
            "A has 3 marbles instead of 4 (R1.1)",
            "two marbles stand on A3, of A and A (R7.3)",
            "a marble of A cannot stand on B+1: finish and kennel belong to B (R8.1)",
            "a marble of B cannot be fresh on C0, only on B0 (R7.1)",
            "there are 7 cards X, but the packs have 6 (R3.1)",
            "in phase 'play' it is somebody's turn (R5.1)",
        ],
    ),
    (
        {"phase": "deal", "round": 0, "turn": "Z", "clock": 1, "stock": 5},
        [
            "a position has no part 'clock'",
            "phase is 'give', 'play', 'over', not 'deal'",
            "turn is one of the seats A B C D, not 'Z'",
            "round is a number from 1 up, not 0",
            "stock is a list of cards",
        ],
    ),
]


@pytest.mark.parametrize(("parts", "expected"), BROKEN, ids=[wrong[0][:60] for _parts, wrong in BROKEN])
def test_faults_of_a_position(parts: dict[str, Any], expected: list[str]) -> None:
    """All of them and no others; a text that goes on is cut after what matters."""
    found = faults(**parts)
    assert [fault[: len(wanted)] for fault, wanted in zip(found, expected)] == expected
    assert len(found) == len(expected)


def test_draw_positions_have_no_giving() -> None:
    place = position({}, players=2) | {"phase": "give", "turn": None}
    with pytest.raises(dog.InvalidPosition, match=r"with exchange 'draw' nobody gives a card \(R4.3\)"):
        dog.Game.from_position(place)


def test_a_refused_position_is_left_as_it_was() -> None:
    place = position({"A": "A3 A3"})
    before = copy.deepcopy(place)
    with pytest.raises(dog.InvalidPosition):
        dog.Game.from_position(place)
    assert place == before


PARTS = (
    "rules", "marbles", "hands", "turn", "phase", "round", "starter", "first_dealer", "stock", "seen", "given",
    "laid_down", "known", "chance", "winners",
)  # fmt: skip
JUNK: list[Any] = [
    0,
    -1,
    1.5,
    True,
    "",
    "x",
    "A" * 100_000,
    b"A",
    ["Z"],
    {"A": None},
    {"A": 5.5},
    {"A": [None]},
    {"A": [["A"]]},
    {"A": {"A": ["A", 5]}},
    {"A": ["A-"] * 100_000},
    {"Z": []},
    {"": []},
    {"AB": []},
    {letter: letter for letter in "abcdefghijklmnopqrstuvwxyz"},
    {"players": [4]},
    {"players": 10**30},
    object(),
]


def _read(place: Any) -> tuple[str, ...]:
    """The faults of a position; none if it is accepted."""
    try:
        dog.Game.from_position(place)
    except dog.InvalidPosition as error:
        return error.faults
    return ()


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("junk", JUNK, ids=lambda junk: repr(junk)[:20])
def test_a_part_of_the_wrong_kind(part: str, junk: Any) -> None:
    """Refused as a position, never with another error; what else may stand under chance does no harm."""
    found = _read({**position({"A": "A3"}), part: junk})
    assert found or (part == "chance" and isinstance(junk, dict))


@pytest.mark.parametrize("junk", [None, *JUNK, [], {}, [{}]], ids=lambda junk: repr(junk)[:20])
def test_a_position_of_the_wrong_kind(junk: Any) -> None:
    with pytest.raises(dog.InvalidPosition):
        dog.Game.from_position(junk)


# Rules that cannot be.

WRONG_RULES: list[tuple[dict[str, Any], str]] = [
    ({"players": 1}, "Dog is for 2 to 6 players, not 1 (R2)"),
    ({"players": 7}, "Dog is for 2 to 6 players, not 7 (R2)"),
    ({"players": "4"}, "Dog is for 2 to 6 players, not '4' (R2)"),
    ({"players": None}, "Dog is for 2 to 6 players, not None (R2)"),
    ({"players": True}, "Dog is for 2 to 6 players, not True (R2)"),
    ({"players": 4.0}, "Dog is for 2 to 6 players, not 4.0 (R2)"),
    ({"players": [4]}, "Dog is for 2 to 6 players, not [4] (R2)"),
    ({"teams": "trios"}, "4 players form teams 'pairs', not 'trios' (R2)"),
    ({"players": 6, "teams": "none"}, "6 players form teams 'pairs' or 'trios', not 'none' (R2)"),
    ({"players": 3, "teams": "pairs"}, "3 players form teams 'none', not 'pairs' (R2)"),
    ({"teams": ["pairs"]}, "4 players form teams 'pairs', not ['pairs'] (R2)"),
    ({"exchange": "draw"}, "4 players exchange by 'partner', not 'draw' (R4)"),
    ({"players": 2, "exchange": "partner"}, "2 players exchange by 'draw' or 'pass', not 'partner' (R4)"),
    ({"dealer": "me"}, "the dealer 'moves' or is 'fixed', not 'me' (R3.3)"),
    ({"canadian_seven": 1}, "canadian_seven is true or false, not 1"),
    ({"joker_may_finish": "no"}, "joker_may_finish is true or false, not 'no'"),
    ({"quick_start": 0}, "quick_start is true or false, not 0"),
    (
        {"players": 2, "quick_start": False},
        "with 2 players each begins with a marble on the start, so quick_start is true (R13.1)",
    ),
    (
        {"players": 5, "canadian_seven": True},
        "the Canadian seven needs team mates; alone a 7 moves all marbles anyway (R12.1, R13.2)",
    ),
    (
        {"players": 3, "teams": "pairs", "exchange": "partner", "dealer": "nobody"},
        "3 players form teams 'none', not 'pairs' (R2); 3 players exchange by 'draw' or 'pass', not 'partner' (R4);"
        " the dealer 'moves' or is 'fixed', not 'nobody' (R3.3)",
    ),
]


@pytest.mark.parametrize(("fields", "text"), WRONG_RULES, ids=[text[:50] for _fields, text in WRONG_RULES])
def test_rules_that_cannot_be(fields: dict[str, Any], text: str) -> None:
    for make in (dog.Rules, lambda **values: dog.Rules.from_json(values)):
        with pytest.raises(dog.InvalidRules) as caught:
            make(**fields)
        assert str(caught.value) == text


@pytest.mark.parametrize("data", [None, 4, "4", [], [4]])
def test_rules_that_are_no_object(data: Any) -> None:
    with pytest.raises(dog.InvalidRules, match="rules are an object with the fields players, teams"):
        dog.Rules.from_json(data)


def test_rules_with_an_unknown_field() -> None:
    with pytest.raises(dog.InvalidRules, match="rules have no field 'speed'; they have players, teams"):
        dog.Rules.from_json({"speed": 1})
    with pytest.raises(dog.InvalidRules, match="rules have no field 'speed'"):
        dog.Rules.edition("xl", speed=1)


@pytest.mark.parametrize("name", ["", "tock", None, 5])
def test_an_edition_that_is_not_there(name: Any) -> None:
    with pytest.raises(dog.InvalidRules, match="the editions are xl, xs, dog, kings"):
        dog.Rules.edition(name)


@pytest.mark.parametrize("players", [0, 1, 7, "4", None, True])
def test_an_edition_for_a_number_of_players_that_is_not_there(players: Any) -> None:
    with pytest.raises(dog.InvalidRules, match="Dog is for 2 to 6 players"):
        dog.Rules.edition("xl", players)
