"""Each fact is reported where it is true, and only there."""

from __future__ import annotations

from typing import Any

import pytest

from doghouse.i18n import Catalogue
from tests.support.analysis_positions import facts_of, game_at, gift_facts_of, giving

FOR, AGAINST, NOT_SAID = True, False, None
CANADIAN = {"canadian_seven": True}
ALONE = {"players": 3}
TRIOS = {"players": 6, "teams": "trios"}
PASSING = {"players": 3, "exchange": "pass"}
A_IN = ["A+1", "A+2", "A+3", "A+4"]
C_IN = ["C+1", "C+2", "C+3", "C+4"]

Case = tuple[str, bool | None, list[str], str, dict[str, Any]]

# The code; whether it speaks for the play, against it, or is not said; the hand of A; the play; the board.
PLAYS: list[Case] = [
    ("wins", FOR, ["A"], "A A0>A+1", {"A": ["A0", *A_IN[1:]], "C": C_IN}),
    ("wins", NOT_SAID, ["A"], "A A0>A+1", {"A": ["A0", *A_IN[1:]], "C": C_IN[1:]}),
    ("loses", AGAINST, ["7"], "7 B0>B+1 A1>A7", {"rules": ALONE, "A": ["A1"], "B": ["B0", "B+2", "B+3", "B+4"]}),
    ("loses", NOT_SAID, ["7"], "7 B0>B1 A1>A7", {"rules": ALONE, "A": ["A1"], "B": ["B0", "B+2", "B+3", "B+4"]}),
    ("home_opponent", FOR, ["5"], "5 A3>A8", {"A": ["A3"], "B": ["A8"]}),
    ("home_opponent", NOT_SAID, ["5"], "5 A3>A8", {"A": ["A3"], "B": ["A9"]}),
    ("home_mate", AGAINST, ["5"], "5 A3>A8", {"A": ["A3"], "C": ["A8"]}),
    ("home_mate", NOT_SAID, ["5"], "5 A3>A8", {"A": ["A3"], "B": ["A8"]}),
    ("home_own", AGAINST, ["5"], "5 A3>A8", {"A": ["A3", "A8"]}),
    ("home_own", NOT_SAID, ["5"], "5 A3>A8", {"A": ["A3"], "C": ["A8"]}),
    ("leaves", FOR, ["K"], "K A->A0", {"A": ["A3"]}),
    ("leaves", NOT_SAID, ["K"], "K A3>B0", {"A": ["A3"]}),
    ("leaves_last", FOR, ["K"], "K A->A0", {"A": ["A3", "A4", "A5"]}),
    ("leaves_last", NOT_SAID, ["K"], "K A->A0", {"A": ["A3", "A4"]}),
    ("leaves_mate", FOR, ["K"], "K C->C0", {"A": A_IN}),
    ("leaves_mate", NOT_SAID, ["K"], "K A->A0", {"A": A_IN[1:]}),
    ("enters", FOR, ["5"], "5 D15>A+4", {"A": ["D15"]}),
    ("enters", NOT_SAID, ["5"], "5 D15>A4", {"A": ["D15"]}),
    ("completes", FOR, ["2"], "2 D15>A+1", {"A": ["D15", *A_IN[1:]]}),
    ("completes", NOT_SAID, ["2"], "2 D15>A+1", {"A": ["D15", *A_IN[2:]]}),
    ("other_enters", FOR, ["5"], "5 B15>C+4", {"A": A_IN, "C": ["B15"]}),
    ("other_enters", AGAINST, ["7"], "7 B0>B+1 A1>A7", {"rules": ALONE, "A": ["A1"], "B": ["B0", "B+2"]}),
    ("other_enters", NOT_SAID, ["5"], "5 B15>C4", {"A": A_IN, "C": ["B15"]}),
    ("other_completes", FOR, ["7"], "7 C0>C+1 A1>A7", {"rules": CANADIAN, "A": ["A1"], "C": ["C0", *C_IN[1:]]}),
    ("other_completes", NOT_SAID, ["7"], "7 C0>C+1 A1>A7", {"rules": CANADIAN, "A": ["A1"], "C": ["C0", *C_IN[2:]]}),
    ("opens_finish", FOR, ["3"], "3 A+1>A+4", {"A": ["A+1", "D10"]}),
    ("opens_finish", NOT_SAID, ["3"], "3 D10>D13", {"A": ["A+1", "D10"]}),
    ("finish_gap", AGAINST, ["2"], "2 D15>A+1", {"A": ["D15", "A+4"]}),
    ("finish_gap", NOT_SAID, ["4"], "4 D15>A+3", {"A": ["D15", "A+4"]}),
    ("finish_gap", NOT_SAID, ["A"], "A A+1>A+2", {"A": ["A+1", "A+4"]}),
    ("round_again", AGAINST, ["5"], "5 D15>A4", {"A": ["D15"]}),
    ("round_again", NOT_SAID, ["5"], "5 D15>A+4", {"A": ["D15"]}),
    ("round_again", NOT_SAID, ["5"], "5 A0>A5", {"A": ["A0!"]}),
    ("nearer", FOR, ["5"], "5 A3>A8", {"A": ["A3"]}),
    ("nearer", FOR, ["4"], "4 A2>D14", {"A": ["A2"]}),
    ("nearer", NOT_SAID, ["4"], "4 A8>A4", {"A": ["A8"]}),
    ("farther", AGAINST, ["4"], "4 A8>A4", {"A": ["A8"]}),
    ("farther", AGAINST, ["J"], "J A15<>A2", {"A": ["A15"], "B": ["A2"]}),
    ("farther", NOT_SAID, ["J"], "J A2<>D12", {"A": ["A2"], "B": ["D12"]}),
    ("other_nearer", FOR, ["5"], "5 C3>C8", {"A": A_IN, "C": ["C3"]}),
    ("other_nearer", AGAINST, ["J"], "J A15<>A2", {"A": ["A15"], "B": ["A2"]}),
    ("other_nearer", NOT_SAID, ["5"], "5 A3>A8", {"A": ["A3"], "C": ["C3"]}),
    ("other_farther", FOR, ["J"], "J D14<>A5", {"A": ["D14"], "B": ["A5"]}),
    ("other_farther", NOT_SAID, ["J"], "J A2<>A9", {"A": ["A2"], "B": ["A9"]}),  # it is told together
    ("swap_ahead", FOR, ["J"], "J A2<>A9", {"A": ["A2"], "B": ["A9"]}),
    ("swap_ahead", NOT_SAID, ["J"], "J D14<>A5", {"A": ["D14"], "B": ["A5"]}),  # A has to go round again
    ("swap_ahead", NOT_SAID, ["J"], "J A2<>A9", {"A": ["A2"], "C": ["A9"]}),
    ("nearer", NOT_SAID, ["J"], "J A2<>A9", {"A": ["A2"], "B": ["A9"]}),
    ("other_farther", AGAINST, ["J"], "J A2<>A9", {"A": ["A2"], "C": ["A9"]}),
    ("other_farther", NOT_SAID, ["7"], "7 A2>A9", {"A": ["A2"], "B": ["A9"]}),  # it is sent home, which says more
    ("blocks", FOR, ["K"], "K A->A0", {"B": ["D10"]}),
    ("blocks", NOT_SAID, ["K"], "K A->A0", {"B": ["D2"]}),
    ("blocks", NOT_SAID, ["K"], "K A->A0", {"C": ["D10"]}),
    ("blocks_own", AGAINST, ["K"], "K A->A0", {"A": ["D10"]}),
    ("blocks_own", NOT_SAID, ["K"], "K A->A0", {"A": ["A1"], "C": ["D10"]}),
    ("blocks_mate", AGAINST, ["K"], "K A->A0", {"C": ["D10"]}),
    ("blocks_mate", NOT_SAID, ["K"], "K A->A0", {"B": ["D10"]}),
    ("frees", AGAINST, ["5"], "5 A0>A5", {"A": ["A0!"], "B": ["D10"]}),
    ("frees", NOT_SAID, ["5"], "5 A0>A5", {"A": ["A0"], "B": ["D10"]}),
    ("frees_own", FOR, ["5"], "5 A0>A5", {"A": ["A0!", "D10"]}),
    ("frees_own", NOT_SAID, ["5"], "5 A0>A5", {"A": ["A0!", "D1"]}),
    ("frees_own", NOT_SAID, ["4"], "4 A0>D12", {"A": ["A0!"]}),
    ("frees_mate", FOR, ["5"], "5 A0>A5", {"A": ["A0!"], "C": ["D10"]}),
    ("frees_mate", NOT_SAID, ["5"], "5 A0>A5", {"A": ["A0!", "D10"]}),
    ("frees_start", FOR, ["5", "K"], "5 A0>A5", {"A": ["A0!"]}),
    ("frees_start", NOT_SAID, ["5", "9"], "5 A0>A5", {"A": ["A0!"]}),
    ("frees_start", NOT_SAID, ["5", "K"], "5 A0>A5", {"A": ["A0!", "A+2", "A+3", "A+4"]}),
    ("folds", AGAINST, ["5"], "fold", {}),
    ("folds", NOT_SAID, ["5"], "5 A3>A8", {"A": ["A3"]}),
    ("spends_joker", AGAINST, ["X", "K"], "X=6 A3>A9", {"A": ["A3"]}),
    ("spends_joker", AGAINST, ["X", "5"], "X=6 A3>A9", {"A": ["A3", "A+2", "A+3", "A+4"]}),
    ("spends_joker", NOT_SAID, ["X", "5"], "5 A3>A8", {"A": ["A3"]}),
    ("spends_joker", NOT_SAID, ["X"], "X=6 A3>A9", {"A": ["A3"]}),  # there is no other card
    ("spends_joker", NOT_SAID, ["X", "5"], "X=5 A3>A8", {"A": ["A3"]}),  # what is worse is said
    ("spends_joker", NOT_SAID, ["X", "5"], "X=6 A3>A9", {"A": ["A3"]}),  # what it was good for is said
    ("last_joker", AGAINST, ["X", "5"], "X=6 A3>A9", {"A": ["A3"]}),
    ("last_joker", AGAINST, ["X", "5"], "X=A A->A0", {"A": ["A3"]}),
    ("last_joker", NOT_SAID, ["X", "X", "5"], "X=6 A3>A9", {"A": ["A3"]}),
    ("last_joker", NOT_SAID, ["X", "5"], "X=6 A3>A9", {"A": ["A3", "A+2", "A+3", "A+4"]}),
    ("last_joker", NOT_SAID, ["X", "5"], "X=5 A3>A8", {"A": ["A3"]}),
    ("last_start_card", NOT_SAID, ["X", "5"], "X=6 A3>A9", {"A": ["A3"]}),
    ("last_start_card", NOT_SAID, ["X", "5"], "X=5 A3>A8", {"A": ["A3"]}),
    ("wastes_joker", AGAINST, ["X", "5"], "X=5 A3>A8", {"A": ["A3"]}),
    ("wastes_joker", AGAINST, ["X", "K"], "X=A A->A0", {"A": ["A3"]}),
    ("wastes_joker", NOT_SAID, ["X", "K"], "X=A A3>A4", {"A": ["A3"]}),
    ("wastes_joker", NOT_SAID, ["X", "5"], "X=6 A3>A9", {"A": ["A3"]}),
    ("last_start_card", AGAINST, ["A", "5"], "A A3>A4", {"A": ["A3"]}),
    ("last_start_card", NOT_SAID, ["A", "K"], "A A3>A4", {"A": ["A3"]}),
    ("last_start_card", NOT_SAID, ["A", "5"], "A A3>A4", {"A": ["A3", "A+2", "A+3", "A+4"]}),
    ("spends_start_card", AGAINST, ["A", "K"], "A A3>A4", {"A": ["A3"]}),
    ("spends_start_card", NOT_SAID, ["A", "K"], "A A->A0", {"A": ["A3"]}),
    ("keeps", FOR, ["5", "X", "7"], "5 A3>A8", {"A": ["A3"]}),
    ("keeps", NOT_SAID, ["5", "6", "9"], "5 A3>A8", {"A": ["A3"]}),
    ("takes", FOR, ["2", "5"], "2 ?B", {"rules": ALONE, "A": ["A3"]}),
    ("takes", NOT_SAID, ["2", "5"], "2 A3>A5", {"rules": ALONE, "A": ["A3"]}),
    ("takes_last", FOR, ["2"], "2 ?B", {"rules": ALONE, "A": ["A3"]}),
    ("takes_last", NOT_SAID, ["2", "5"], "2 ?B", {"rules": ALONE, "A": ["A3"]}),
    ("stuck", AGAINST, ["5", "9"], "5 D15>A+4", {"A": ["D15"]}),
    ("stuck", NOT_SAID, ["5", "9"], "5 D15>A4", {"A": ["D15"]}),
    ("stuck", NOT_SAID, ["5"], "5 D15>A+4", {"A": ["D15"]}),
    ("ready", FOR, ["5", "3"], "5 D10>D15", {"A": ["D10"]}),
    ("ready", NOT_SAID, ["5", "Q"], "5 D10>D15", {"A": ["D10"]}),
    ("ready", NOT_SAID, ["5", "3"], "5 B1>B6", {"A": ["D15", "B1"]}),  # it could before
    ("ready", NOT_SAID, ["3", "X"], "3 A0>A3", {"A": ["A0!", "D11"]}),  # the joker could: 7 A0>A1 D11>A+1
    ("ready", NOT_SAID, ["A", "7"], "A A+1>A+2", {"A": ["A+1", "D15", "B5"]}),  # 7 A+1>A+2 D15>A+1 B5>B9
    ("ready", NOT_SAID, ["7", "7"], "7 A4>A11", {"rules": ALONE, "A": ["C3"], "B": ["A4"]}),  # B's finish, not A's
    ("safe", FOR, ["5"], "5 A3>A8", {"A": ["A3"], "B": ["D10"]}),
    ("safe", NOT_SAID, ["5"], "5 A3>A8", {"A": ["A3"], "B": ["A1"]}),
    ("safer", FOR, ["5"], "5 D15>A+4", {"A": ["D15", "C3"], "B": ["D10", "B15"]}),
    ("safer", NOT_SAID, ["5"], "5 D15>A+4", {"A": ["D15", "C3"], "B": ["B15"]}),
    ("riskier", AGAINST, ["5"], "5 A3>A8", {"A": ["A3", "C3"], "B": ["A5", "B15"]}),
    ("riskier", NOT_SAID, ["5"], "5 A3>A8", {"A": ["A3", "C3"], "B": ["A9", "B15"]}),
    ("endangers", AGAINST, ["5"], "5 A3>A8", {"A": ["A3"], "B": ["A5"]}),
    ("endangers", NOT_SAID, ["5"], "5 A3>A8", {"A": ["A3"], "B": ["A9"]}),
]
# The same for cards that A gives: to C, or alone to B.
GIFTS: list[Case] = [
    ("gift_out", FOR, ["K", "5"], "K", {"A": ["A3"]}),
    ("gift_out", AGAINST, ["K", "5"], "K", {"rules": PASSING, "A": ["A3"]}),
    ("gift_out", NOT_SAID, ["K", "5"], "K", {"C": ["C3"]}),
    ("gift_start", FOR, ["K", "5"], "K", {"C": ["C3"]}),
    ("gift_start", NOT_SAID, ["K", "5"], "5", {"C": ["C3"]}),
    ("gift_start", NOT_SAID, ["K", "5"], "K", {"C": ["C0!"]}),
    ("gift_start", NOT_SAID, ["K", "5"], "K", {"C": ["C0"]}),  # it would be sent home
    ("gift_start", NOT_SAID, ["K", "5"], "K", {"C": ["C3"], "A": ["C0"]}),
    ("gift_start", FOR, ["K", "5"], "K", {"C": ["C3"], "B": ["C0"]}),
    ("gift_start", NOT_SAID, ["K", "5"], "K", {"C": C_IN, "A": ["A3"]}),
    ("gift_start_yours", FOR, ["K", "5"], "K", {"C": C_IN, "A": ["A3"]}),
    ("gift_start_yours", FOR, ["K", "5"], "K", {"rules": TRIOS, "C": C_IN, "A": ["A3"], "E": ["E3"]}),
    ("gift_start_yours", NOT_SAID, ["K", "5"], "5", {"C": C_IN, "A": ["A3"]}),
    ("gift_start_yours", NOT_SAID, ["K", "5"], "K", {"C": C_IN, "A": ["A0"]}),
    ("gift_start_yours", NOT_SAID, ["K", "5"], "K", {"C": C_IN[1:], "A": ["A3"]}),
    ("gift_start_mate", FOR, ["K", "5"], "K", {"rules": TRIOS, "C": C_IN, "A": ["A3"], "E": ["E3"]}),
    ("gift_start_mate", NOT_SAID, ["K", "5"], "K", {"rules": TRIOS, "C": C_IN, "A": ["A3"], "E": ["E0"]}),
    ("gift_waits", AGAINST, ["K", "5"], "5", {"A": ["A3"]}),
    ("gift_waits", FOR, ["K", "5"], "5", {"rules": PASSING, "A": ["A3"]}),
    ("gift_waits", NOT_SAID, ["K", "5"], "5", {"C": ["C3"]}),
    ("gift_stuck", AGAINST, ["K", "5"], "5", {"C": ["C+4"]}),
    ("gift_stuck", NOT_SAID, ["K", "5"], "5", {"C": ["C3"]}),
    ("gift_enters", FOR, ["K", "5"], "5", {"C": ["B15"]}),
    ("gift_enters", NOT_SAID, ["K", "9"], "9", {"C": ["B15"]}),
    ("gift_enters", AGAINST, ["K", "7"], "7", {"rules": PASSING, "B": ["A13"]}),
    ("gift_enters", NOT_SAID, ["K", "7"], "7", {"rules": PASSING, "A": ["D15"], "B": ["B3"]}),  # A's finish, not B's
    ("gift_hits", FOR, ["K", "5"], "5", {"C": ["C3"], "B": ["C8"]}),
    ("gift_hits", AGAINST, ["K", "5"], "5", {"rules": PASSING, "B": ["B3"], "A": ["B8"]}),
    ("gift_hits", NOT_SAID, ["K", "5"], "5", {"C": ["C3"], "A": ["C8"]}),
    ("gives_start", AGAINST, ["K", "5"], "K", {"A": ["A3"]}),
    ("gives_start", NOT_SAID, ["K", "A"], "K", {"A": ["A3"]}),
    ("gives_entering", AGAINST, ["5", "9"], "5", {"A": ["D15"]}),
    ("gives_entering", NOT_SAID, ["5", "3"], "5", {"A": ["D15"]}),
    ("gives_entering", NOT_SAID, ["7", "9"], "7", {"rules": PASSING, "A": ["A3"], "B": ["A15"]}),
    ("stuck", AGAINST, ["K", "5"], "K", {}),
    ("stuck", NOT_SAID, ["K", "5"], "5", {}),
    ("keeps", FOR, ["K", "5"], "5", {}),
    ("keeps", NOT_SAID, ["5", "6"], "5", {}),
]


def told(case: Case) -> str:
    code, good, _hand, choice, _board = case
    return f"{code} {'not said' if good is None else 'for' if good else 'against'} {choice}"


@pytest.mark.parametrize("case", PLAYS, ids=told)
def test_facts_about_a_play(case: Case) -> None:
    code, good, hand, play, board = case
    found = facts_of(game_at(hand, **board), play)
    assert (found[code].is_pro if code in found else None) is good, found


@pytest.mark.parametrize("case", GIFTS, ids=told)
def test_facts_about_giving(case: Case) -> None:
    code, good, hand, card, board = case
    found = gift_facts_of(giving(hand, **board), card)
    assert (found[code].is_pro if code in found else None) is good, found


def test_every_fact_has_a_positive_and_a_negative_case() -> None:
    keys = [
        key.removeprefix("advice.fact.") for key in Catalogue.load("en", "advice") if key.startswith("advice.fact.")
    ]
    codes = {key for key in keys if not key.endswith("_one")}
    cases = [*PLAYS, *GIFTS]
    assert codes == {code for code, good, *_rest in cases if good is not None}
    assert codes == {code for code, good, *_rest in cases if good is None}


def test_values_of_facts() -> None:
    game = game_at(["5"], A=["A3"], B=["A8"])
    assert facts_of(game, "5 A3>A8")["home_opponent"].about == {"marbles": (("B", "A8"),), "count": 56}
    game = game_at(["4"], A=["A2"])
    assert facts_of(game, "4 A2>D14")["nearer"].about == {"count": 60}
    game = game_at(["J"], A=["A2"], B=["A15"])
    assert facts_of(game, "J A2<>A15")["swap_ahead"].about == {"owner": "B", "count": 13}
    game = game_at(["J"], A=["D14"], B=["A5"])
    found = facts_of(game, "J D14<>A5")
    assert (found["farther"].about, found["other_farther"].about) == ({"count": 57}, {"owner": "B", "count": 7})
    game = game_at(["K"], A=["A3"], B=["D10"], D=["D12", "D2"])
    found = facts_of(game, "K A->A0")
    assert found["leaves"].about == {"count": 2}
    assert found["blocks"].about == {"owners": ("B", "D"), "fields": ("D10", "D12")}
    game = game_at(["2"], A=["D15", "A+4"])
    found = facts_of(game, "2 D15>A+1")
    assert found["enters"].about == {"count": 2}
    assert found["finish_gap"].about == {"count": 2, "fields": ("A+2", "A+3")}
    game = game_at(["5", "X", "A", "7", "9"], A=["A3"])
    assert facts_of(game, "5 A3>A8")["keeps"].about == {"cards": ("X", "A", "7")}
    game = game_at(["5", "X", "A", "7", "9"], A=["A3", "A+2", "A+3", "A+4"])
    assert facts_of(game, "5 A3>A8")["keeps"].about == {"cards": ("X", "7")}  # nobody is in the kennel
    game = game_at(["7", "7", "X", "X", "9"], A=["A3", "A9"])
    assert facts_of(game, "7 A3>A10")["keeps"].about == {"cards": ("X", "X", "7")}
    assert facts_of(game, "9 A3>A12")["keeps"].about == {"cards": ("X", "X", "7", "7")}
    assert gift_facts_of(giving(["7", "7", "K"], A=["A3"]), "7")["keeps"].about == {"cards": ("K", "7")}


def test_which_marbles_are_in_danger() -> None:
    board: dict[str, Any] = {"A": ["D15", "C3"], "B": ["D10", "B15"]}
    safer = facts_of(game_at(["5"], **board), "5 D15>A+4")["safer"]
    assert safer.about == {"count": 1, "before": 2, "places": (("A", "C3"),)}
    safe = facts_of(game_at(["5"], A=["A3"], B=["D10"]), "5 A3>A8")["safe"]
    assert safe.about == {"places": (("A", "A3"),)}
    riskier = facts_of(game_at(["5"], A=["A3"], C=["C3"], B=["A5", "B15"]), "5 A3>A8")["riskier"]
    assert riskier.about == {"count": 2, "before": 1, "places": (("A", "A8"), ("C", "C3"))}
    endangers = facts_of(game_at(["5"], A=["A3"], B=["A5"]), "5 A3>A8")["endangers"]
    assert endangers.about == {"count": 1, "places": (("A", "A8"),)}


def test_seven_in_progress_has_spent_its_card() -> None:
    game = game_at(["5"], A=["A3", "A9"], seven={"card": "7", "left": 3})
    found = facts_of(game, "7 A3>A6")
    assert "stuck" not in found
    assert found["nearer"].about == {"count": 3}
