"""Impossible positions are refused with all their faults."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import pytest

import doghouse as dog
from tests.support.rules_dsl import IN, position

Board = Mapping[str, str]


def faults(**parts: Any) -> tuple[str, ...]:
    """Everything wrong with an ordinary position in which these parts are replaced; None leaves a part out."""
    place = {name: part for name, part in {**position({"A": "A3"}), **parts}.items() if part is not None}
    with pytest.raises(dog.InvalidPosition) as caught:
        dog.Game.from_position(place)
    assert str(caught.value) == "invalid position: " + "; ".join(caught.value.faults)
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
    ({"clock": 5}, ["unknown field 'clock'"]),
    ({"phase": "deal"}, ["phase must be one of 'give', 'play', 'over', not 'deal'"]),
    ({"turn": "E"}, ["turn must be one of the seats A B C D, not 'E'"]),
    ({"starter": "X"}, ["starter must be one of the seats A B C D, not 'X'"]),
    ({"first_dealer": "F"}, ["first_dealer must be one of the seats A B C D, not 'F'"]),
    ({"round": 0}, ["round must be an integer from 1 up, not 0"]),
    ({"round": "2"}, ["round must be an integer from 1 up, not '2'"]),
    ({"stock": ["1"]}, ["stock must be a list of cards"]),
    ({"seen": {"K": -1}}, ["seen must map cards to counts"]),
    ({"given": {"A": "1"}}, ["given must map seats to cards"]),
    ({"chance": {"takes": -1}}, ["chance must be an object with seed, shuffles and takes"]),
    ({"winners": "AC"}, ["winners must be a list of seats, not 'AC'"]),
    ({"seven": {"card": "7", "left": 7}}, ["seven must have card ('7' or 'X') and left (1 to 6), not "]),
    ({"seven": {"card": "5", "left": 3}}, ["seven must have card ('7' or 'X') and left (1 to 6), not "]),
    ({"known": {"A": ["K"]}}, ["known must map each seat to the cards it knows in other hands"]),
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
    ({"hands": _hands(A="5 ?")}, ["'?' stands beside known cards: either all hands are known or none"]),
    ({"hands": _hands(A="X X X X X X", B="X")}, ["there are 7 cards X, but the packs have 6 (R3.1)"]),
    (
        {"hands": _hands(A="K K K K", B="K K K K"), "seen": {"K": 1}},
        ["there are 9 cards K, but the packs have 8 (R3.1)"],
    ),
    ({"hands": _hands(), "stock": ["5"] * 5}, ["there are 9 cards 5, but the packs have 8 (R3.1)"]),
    ({"stock": ["K"], "seen": {}}, ["hands, stock and cards seen are 5 cards instead of 110 (R3.1)"]),
    ({"turn": None}, ["phase 'play' needs a turn (R5.1)"]),
    ({"hands": _hands(A="")}, ["it is A's turn, but A has no cards (R5.3)"]),
    ({"phase": "over"}, ["turn must be null in phase 'over', not 'A'"]),
    ({**GIVE, "turn": "A"}, ["turn must be null in phase 'give', not 'A'"]),
    ({**GIVE, "hands": _hands(A="5 6")}, ["before the exchange every hand must be as large as dealt (R3.2)"]),
    (
        {**GIVE, "hands": _hands(A="", B="", C="", D="")},
        ["before the exchange every hand must be as large as dealt (R3.2)"],
    ),
    (
        {**GIVE, "given": dict.fromkeys("ABCD", "K")},
        ["all seats have given, so phase must be 'play' (R4.1)"],
    ),
    ({**GIVE, "hands": _hands(A="?", B="?", C="?", D="?")}, ["unknown hands cannot be exchanged"]),
    ({**GIVE, "seven": {"card": "7", "left": 3}}, ["a 7 is under way in phase 'play' only (R10)"]),
    ({"laid_down": {"A": ["K"]}}, ["A has folded but holds cards (R5.2)"]),
    (
        {"marbles": _marbles(**FULL)},
        ["A and C have all marbles in the finish, so phase must be 'over' (R2.4)"],
    ),
    (
        {"marbles": _marbles(**FULL), "phase": "over", "turn": None},
        ["A and C have all marbles in the finish, so winners must name them (R2.4)"],
    ),
    (
        {"winners": ["A", "C"], "phase": "over", "turn": None},
        ["A and C cannot have won: not all their marbles are in the finish (R2.4)"],
    ),
    ({"rules": {"players": 7}}, ["rules: Dog is for 2 to 6 players, not 7 (R2)"]),
    ({"rules": {"speed": 7}}, ["rules: unknown rules field 'speed'; fields are players, teams, canadian_seven, "]),
    ({"rules": []}, ["rules: rules must be an object with the fields players, teams, "]),
    # Several at once.
    (
        {"marbles": _marbles(A="A3 A3 B+1", B="C0! B- B- B-"), "hands": _hands(A="X X X X X X", B="X"), "turn": None},
        [
            "A has 3 marbles instead of 4 (R1.1)",
            "two marbles stand on A3, of A and A (R7.3)",
            "a marble of A cannot stand on B+1: finish and kennel belong to B (R8.1)",
            "a marble of B cannot be fresh on C0, only on B0 (R7.1)",
            "there are 7 cards X, but the packs have 6 (R3.1)",
            "phase 'play' needs a turn (R5.1)",
        ],
    ),
    (
        {"phase": "deal", "round": 0, "turn": "Z", "clock": 1, "stock": 5},
        [
            "unknown field 'clock'",
            "phase must be one of 'give', 'play', 'over', not 'deal'",
            "turn must be one of the seats A B C D, not 'Z'",
            "round must be an integer from 1 up, not 0",
            "stock must be a list of cards",
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
    with pytest.raises(dog.InvalidPosition, match=r"phase 'give' is impossible with exchange 'draw' \(R4.3\)"):
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
