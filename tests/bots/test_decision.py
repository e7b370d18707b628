"""The choices of a decision: each result once, and never more than fit."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

import doghouse as dog
from doghouse.bots.core.afterstates import apply_choice_to_core
from doghouse.bots.core.choice import MAX_PLAYS, MAX_SEVENS
from doghouse.bots.core.decision import LOSES, WINS, write_rows
from doghouse.bots.modes import mode_of
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import (
    AS_SHIFT,
    CARD_SHIFT,
    DIVE,
    EMPTY,
    GIVING,
    JOKER,
    KING,
    LEAVE,
    OVER,
    RUN,
    SEVEN,
    STEP_KIND_BITS,
    TAKE,
)
from doghouse.rules.core.results import seven_results
from tests.support.rules_dsl import ALL_RULES

DECISIONS = 250 if dog.COMPILED else 12
Result = tuple[int, bytes]


def result(core: Core, card: int) -> Result:
    return card, core.key() + bytes(core.hand(core.turn))


def expected_results(core: Core) -> set[Result]:
    """Every play by card and result, but no joker that stands for a card in hand."""
    held = set(core.hand(core.turn))
    found: set[Result] = set()
    sevens = set()
    for step in core.steps():
        step_kind, card, acts_as = step & STEP_KIND_BITS, step >> CARD_SHIFT & 15, step >> AS_SHIFT & 15
        if step_kind in (RUN, DIVE):
            sevens.add(card)
        elif card != JOKER or step_kind == GIVING or not (acts_as in held or (step_kind == LEAVE and KING in held)):
            after = core.copy()
            after.step(step)
            found.add((card, bytes([step >> 17 & 31])) if step_kind == TAKE else result(after, card))
    for card in sevens:
        if card != JOKER or SEVEN not in held:
            results = itertools.islice(seven_results(core, card), 4 * MAX_PLAYS)
            found |= {result(after, card) for _chunks, after in results}
    return found


def choices(core: Core, features: int) -> list[tuple[int, bytes, int]]:
    return write_rows(core, EMPTY, np.zeros((MAX_PLAYS, features), np.uint8))


@pytest.mark.parametrize("name", ALL_RULES)
def test_every_result_is_a_choice_or_there_are_very_many(name: str) -> None:
    rules = ALL_RULES[name]
    chooser = random.Random(name)
    core = rules.core(rules.seats[0], seed=5)
    for _decision in range(DECISIONS):
        if core.phase == OVER:
            break
        core.settle()
        offered = choices(core, mode_of(rules).features)
        found = set()
        for code, points, _ends in offered:
            card = code >> CARD_SHIFT & 15
            after = core.copy()
            apply_choice_to_core(after, code, points)
            found.add((card, bytes([code >> 17 & 31])) if code & STEP_KIND_BITS == TAKE else result(after, card))
        expected = expected_results(core)
        if len(expected) < MAX_SEVENS:
            assert found <= expected
            if not rules.alone and not rules.canadian_seven:
                assert found == expected
        assert 0 < len(offered) <= MAX_PLAYS
        apply_choice_to_core(core, *chooser.choice(offered)[:2])


def test_a_huge_seven_stays_bounded() -> None:
    """Twenty marbles under way: hundreds of thousands of results."""
    rules = dog.Rules(players=5)
    core = rules.core("A")
    marbles = [16 * seat + field if seat < 5 else 120 for seat in range(6) for field in (1, 5, 9, 13)]
    core.load_board(marbles, 0)
    core.load_turn(turn=0, phase=3, round=1, starter=0)
    core.load_hand(0, [SEVEN, JOKER])
    offered = choices(core, mode_of(rules).features)
    assert MAX_SEVENS <= len(offered) <= MAX_PLAYS


def test_a_seven_that_needs_many_marbles_is_found() -> None:
    """Five marbles, four of them close behind fresh ones: only together can they use up seven points."""
    rules = dog.Rules(canadian_seven=True)
    core = rules.core("A")
    # A: two fields before B's fresh marble, and so on; one marble of C stands a field before the end of its finish.
    core.load_board([14, 13, 120, 120, 16, 120, 120, 120, 46, 98 + 8, 120, 120, 48, 120, 120, 120] + [120] * 8, 0b1010)
    core.load_turn(turn=0, phase=3, round=1, starter=0)
    core.load_hand(0, [SEVEN])
    legal = {step for step in core.steps() if step & STEP_KIND_BITS in (RUN, DIVE)}
    offered = [choice for choice in choices(core, 520) if choice[0] & STEP_KIND_BITS == RUN]
    assert bool(legal) == bool(offered)


def test_the_choice_that_wins_says_so() -> None:
    rules = dog.Rules(players=2)
    core = rules.core("A")
    marbles = [99, 98, 97, 63] + [120] * 4 + [107, 106, 105, 31] + [120] * 12
    core.load_board(marbles, 0)
    core.load_turn(turn=0, phase=3, round=1, starter=0)
    core.load_hand(0, [1, SEVEN])
    core.load_hand(2, [3])
    ends = {code >> CARD_SHIFT & 15: end for code, _points, end in choices(core, 312) if end}
    assert ends[1] == WINS
    assert {end for code, points, end in choices(core, 312) if points} >= {LOSES, WINS} - {0}
