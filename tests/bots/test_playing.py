"""Bots play whole games by the rules, in every mode."""

from __future__ import annotations

import itertools

import pytest

import doghouse as dog
from doghouse.bots.candidates import MOST_RESULTS, ranked
from doghouse.bots.core.policy import play_out
from doghouse.bots.imagine import Imagination, legal_plays
from doghouse.bots.registry import make_bot
from doghouse.bots.weights import weights_for
from doghouse.rules.core.layout import OVER
from tests.rules.modes import MODES

MOST_PLIES = 3000


def play_game(rules: dog.Rules, specs: list[str], seed: int, most: int = MOST_PLIES) -> dog.Game:
    game = dog.Game(rules, seed=seed)
    bots = {seat: make_bot(spec, seed) for seat, spec in zip(rules.seats, itertools.cycle(specs))}
    for _ply in range(most):
        for seat in game.to_give():
            game.give(seat, bots[seat].give(game.view(seat)))
        if game.turn is None:
            break
        view = game.view(game.turn)
        game.play(bots[game.turn].play(view, legal_plays(view)))
    return game


@pytest.mark.parametrize("name", MODES)
def test_greedy_finishes_its_games(name: str) -> None:
    game = play_game(MODES[name], ["greedy"], 1, MOST_PLIES if dog.COMPILED else 20)
    assert game.outcome is not None or not dog.COMPILED


@pytest.mark.parametrize("name", MODES)
def test_search_and_levels_play_by_the_rules(name: str) -> None:
    specs = ["search:playouts=12,width=3", "puppy", "companion", "hunter"]
    game = play_game(MODES[name], specs, 2, 60 if dog.COMPILED else 4)
    assert game.round >= 1


@pytest.mark.skipif(not dog.COMPILED, reason="many whole games take long uncompiled")
@pytest.mark.parametrize(
    ("stronger", "weaker", "seeds", "least"), [("greedy", "random", 10, 19), ("search:playouts=60", "greedy", 8, 10)]
)
def test_who_beats_whom(stronger: str, weaker: str, seeds: int, least: int) -> None:
    won = 0
    for seed in range(seeds):
        for team in ("AC", "BD"):
            specs = [stronger if seat in team else weaker for seat in "ABCD"]
            outcome = play_game(dog.Rules(), specs, seed).outcome
            won += outcome is not None and outcome.winners == team
    assert won >= least


@pytest.mark.parametrize("name", MODES)
def test_play_outs_run_inside_the_core_to_the_end(name: str) -> None:
    rules = MODES[name]
    core = rules.core(rules.seats[0], 1)
    play_out(core, 20_000 if dog.COMPILED else 300, 1000, [weights_for(rules)] * 6)
    assert core.phase == OVER or not dog.COMPILED


def test_a_decision_about_a_huge_seven_stays_bounded() -> None:
    """Twenty marbles on the ring: hundreds of thousands of results, of which only some are looked at."""
    game = dog.Game.from_position(
        {
            "rules": {"players": 5},
            "marbles": {seat: [f"{seat}{field}" for field in (1, 5, 9, 13)] for seat in "ABCDE"},
            "hands": {"A": ["7", "X"], "B": ["2"], "C": ["2"], "D": ["2"], "E": ["2"]},
            "turn": "A",
            "phase": "play",
        }
    )
    view = game.view("A")
    found = ranked(Imagination(view).core, weights_for(game.rules))
    assert MOST_RESULTS < len(found) < 3 * MOST_RESULTS
    assert all(candidate.play in game.plays() for candidate in found[:50])
    assert make_bot("search:playouts=20").play(view, game.plays()) in game.plays()
