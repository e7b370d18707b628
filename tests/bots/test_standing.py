"""Stopped games are won by the team that R2.5 names."""

from __future__ import annotations

import random

import pytest

import doghouse as dog
from doghouse.bots.core.standing import leading_team
from doghouse.rules.core.layout import OVER
from doghouse.rules.notation import SEATS
from doghouse.rules.outcome import standings
from tests.support.rules_dsl import ALL_RULES


@pytest.mark.parametrize("name", ALL_RULES)
def test_the_core_and_the_rules_name_the_same_team(name: str) -> None:
    rules, chooser = ALL_RULES[name], random.Random(name)
    core = rules.core(rules.seats[0], seed=2)
    for _step in range(400 if dog.COMPILED else 40):
        if core.phase == OVER:
            break
        core.settle()
        first, second = standings(rules, core)[:2]
        expected = sum(1 << SEATS.index(seat) for seat in first.team) if first.order != second.order else 0
        assert leading_team(core) == expected
        core.step(chooser.choice(core.steps()))
