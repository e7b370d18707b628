"""Hidden cards are redealt consistently with everything the seat knows."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

import doghouse as dog
from doghouse.bots.determinize import Determinization
from doghouse.rules.core.layout import COPIES, JOKERS
from doghouse.rules.notation import CARDS, SEATS
from tests.support.random_play import act_at_random
from tests.support.rules_dsl import ALL_RULES

PACK = Counter({card: JOKERS if card == "X" else COPIES for card in CARDS})


@pytest.mark.parametrize("name", ALL_RULES)
def test_a_deal_agrees_with_what_is_known(name: str) -> None:
    chooser = random.Random(name)
    uncertain = 0
    for seed in range(6 if dog.COMPILED else 1):
        game = dog.Game(ALL_RULES[name], seed=seed)
        for _act in range(120 if dog.COMPILED else 30):
            if game.phase == "over":
                break
            seat = game.turn or game.to_give()[0]
            view = game.view(seat)
            determinized = Determinization(view)
            uncertain += bool(determinized.uncertain)
            for deal in (None, chooser, chooser):
                core = determinized.deal(deal)
                hands = {
                    other: Counter(CARDS[kind] for kind in core.hand(SEATS.index(other))) for other in game.rules.seats
                }
                for other in game.rules.seats:
                    assert hands[other].total() == view["cards"][other] + (other in view["has_given"] and other != seat)
                for holders, cards in view["known"].items():
                    assert not Counter(cards) - sum((hands[holder] for holder in holders), Counter())
                stock = Counter(CARDS[kind] for kind in core.stock())
                laid_out = Counter([view["gave"]] if view["phase"] == "give" and view["gave"] else [])
                assert sum(hands.values(), Counter(view["seen"])) + stock + laid_out == PACK
            takes = [play for play in itertools.islice(game.plays(), 60) if play.takes_from] if game.turn else []
            if takes:
                game.play(chooser.choice(takes))
            else:
                act_at_random(game, chooser)
    if game.rules.players in (3, 5) and dog.COMPILED:
        assert uncertain > 5
