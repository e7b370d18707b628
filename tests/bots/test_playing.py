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


@pytest.mark.skipif(not dog.COMPILED, reason="whole games of random players take long uncompiled")
def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(10):
        for greedy in ("AC", "BD"):
            specs = ["greedy" if seat in greedy else "random" for seat in "ABCD"]
            outcome = play_game(dog.Rules(), specs, seed).outcome
            won += outcome is not None and outcome.winners == greedy
    assert won >= 19


@pytest.mark.skipif(not dog.COMPILED, reason="takes long uncompiled")
def test_search_beats_greedy() -> None:
    won = 0
    for seed in range(8):
        for searching in ("AC", "BD"):
            specs = ["search:playouts=60" if seat in searching else "greedy" for seat in "ABCD"]
            outcome = play_game(dog.Rules(), specs, seed).outcome
            won += outcome is not None and outcome.winners == searching
    assert won >= 10


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
