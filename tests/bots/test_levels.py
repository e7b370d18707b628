"""Levels err as people do: more or less often, never where a play wins, and the stronger ones win."""

from __future__ import annotations

import random

import doghouse as dog
from doghouse.bots.determinize import legal_plays
from doghouse.bots.level_bot import LevelBot
from doghouse.bots.levels import LEVELS, Level
from doghouse.bots.net_evaluation import Decision
from doghouse.bots.nets.inference import nets_for
from doghouse.bots.registry import make_bot
from tests.support.rules_dsl import IN, position


def decisions(count: int) -> list[dog.Game]:
    """Positions with a choice to make, from games played at random."""
    chooser = random.Random(5)
    found: list[dog.Game] = []
    game = dog.Game(seed=5)
    while len(found) < count:
        if game.phase == "over":
            game = dog.Game(seed=len(found))
        for seat in game.to_give():
            game.give(seat, chooser.choice(game.hand(seat)))
        plays = legal_plays(game.view(game.turn))
        if len(list(plays)) > 3:
            found.append(game.copy())
        game.play(chooser.choice(list(plays)))
    return found


def test_the_stronger_the_level_the_more_often_it_finds_the_best_play() -> None:
    games = decisions(150)
    found = []
    for level in ("puppy", "companion", "hunter"):
        right = 0
        for seed, game in enumerate(games):
            view = game.view(game.turn)
            decision = Decision(view)
            best = decision.evaluate(nets_for("4-pairs").net)[0].play(decision.core)
            right += make_bot(level, seed).play(view) == best
        found.append(right)
    assert found[0] + 10 < found[1] < found[2] - 10, found


def test_nobody_overlooks_a_play_that_wins() -> None:
    blind = Level(overlooks=0.6, misjudges=9.0)
    for seed in range(30 if dog.COMPILED else 3):
        game = dog.Game.from_position(position({"A": IN["A"], "C": "C0 C+2 C+3 C+4"}, {"A": "A 9 9 8 Q X"}))
        view = game.view(game.turn)
        game.play(LevelBot(blind, seed).play(view))
        assert game.phase == "over"


def test_the_wolf_alone_looks_ahead() -> None:
    assert [name for name, level in LEVELS.items() if level.deals] == ["wolf"]
