"""No bot looks at hidden cards: replace all of them by others, and the same seed decides the same."""

from __future__ import annotations

import itertools
import random

import pytest

import doghouse as dog
from doghouse.bots.determinize import legal_plays
from doghouse.bots.registry import make_bot
from tests.support.hidden_worlds import other_world
from tests.support.random_play import act_at_random
from tests.support.rules_dsl import ALL_RULES

# Uncompiled, looking ahead takes long; a few play-outs are enough to look at a card.
BOTS = ["random", "greedy", f"search:playouts={30 if dog.COMPILED else 4}", "neural", "puppy"]
BOTS += ["neural-search:deals=4"] if dog.COMPILED else []
ACTS = 40 if dog.COMPILED else 8


@pytest.mark.parametrize("name", ALL_RULES)
@pytest.mark.parametrize("spec", BOTS)
def test_the_same_decision_in_another_world(spec: str, name: str) -> None:
    chooser = random.Random(f"{spec} {name}")
    game = dog.Game(ALL_RULES[name], seed=spec)
    for act in range(ACTS):
        if game.phase == "over":
            break
        seat = game.turn or game.to_give()[0]
        world = dog.Game.from_position(other_world(game, seat, chooser))
        assert decision(spec, act, world, seat) == decision(spec, act, game, seat)
        act_at_random(game, chooser)


def decision(spec: str, seed: int, game: dog.Game, seat: str) -> str:
    bot = make_bot(spec, seed)
    view = game.view(seat)
    return bot.give(view) if game.phase == "give" else str(bot.play(view))


@pytest.mark.parametrize("name", ALL_RULES)
def test_the_legal_plays_follow_from_the_view(name: str) -> None:
    chooser = random.Random(name)
    game = dog.Game(ALL_RULES[name], seed=1)
    for _act in range(120 if dog.COMPILED else 30):
        if game.turn is not None:
            plays = list(itertools.islice(legal_plays(game.view(game.turn)), 200))
            assert plays == list(itertools.islice(game.plays(), 200))
        act_at_random(game, chooser)
