"""Bots play whole games by the rules, in every mode."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest

import doghouse as dog
from doghouse.bots.candidates import MAX_RESULTS, ranked
from doghouse.bots.core.choice import MAX_PLAYS
from doghouse.bots.core.policy import play_out
from doghouse.bots.determinize import Determinization, legal_plays
from doghouse.bots.net_evaluation import Decision
from doghouse.bots.nets.inference import Net, Numbers, Rows, nets_for
from doghouse.bots.neural_search import MAX_EVALUATIONS
from doghouse.bots.registry import BUILTIN_BOTS, make_bot
from doghouse.bots.rollout import roll
from doghouse.bots.weights import weights_for
from doghouse.rules.core.layout import OVER
from tests.support.rules_dsl import ALL_RULES

MAX_PLIES = 3000
CHEAP = {"search": ":playouts=12,width=3", "neural-search": ":time=0.02"}  # options that keep the tests short


def play_game(rules: dog.Rules, specs: list[str], seed: int, most: int = MAX_PLIES) -> dog.Game:
    game = dog.Game(rules, seed=seed)
    bots = {seat: make_bot(spec, seed) for seat, spec in zip(rules.seats, itertools.cycle(specs))}
    for _ply in range(most):
        for seat in game.to_give():
            game.give(seat, bots[seat].give(game.view(seat)))
        if game.turn is None:
            break
        view = game.view(game.turn)
        game.play(bots[game.turn].play(view))
    return game


@pytest.mark.parametrize("name", ALL_RULES)
def test_greedy_finishes_its_games(name: str) -> None:
    game = play_game(ALL_RULES[name], ["greedy"], 1, MAX_PLIES if dog.COMPILED else 20)
    assert game.outcome is not None or not dog.COMPILED


@pytest.mark.parametrize("name", ALL_RULES)
def test_search_and_levels_play_by_the_rules(name: str) -> None:
    specs = ["search:playouts=12,width=3", "puppy", "companion", "hunter"]
    game = play_game(ALL_RULES[name], specs, 2, 60 if dog.COMPILED else 4)
    assert game.round >= 1


@pytest.mark.skipif(not dog.COMPILED, reason="search and nets take long uncompiled")
@pytest.mark.parametrize("rules", ["2-draw", "4-pairs", "6-trios"])
@pytest.mark.parametrize("name", BUILTIN_BOTS)
def test_every_built_in_bot_plays_by_the_rules(name: str, rules: str) -> None:
    game = play_game(ALL_RULES[rules], [name + CHEAP.get(name, "")], 3, 8)
    assert game.rounds


@pytest.mark.skipif(not dog.COMPILED, reason="many whole games take long uncompiled")
@pytest.mark.parametrize(
    ("stronger", "weaker", "seeds", "least"),
    [
        ("greedy", "random", 10, 19),
        ("search:playouts=60", "greedy", 8, 10),
        ("neural", "greedy", 6, 9),
        ("hunter", "puppy", 5, 8),
    ],
)
def test_stronger_bots_win(stronger: str, weaker: str, seeds: int, least: int) -> None:
    won = 0
    for seed in range(seeds):
        for team in ("AC", "BD"):
            specs = [stronger if seat in team else weaker for seat in "ABCD"]
            outcome = play_game(dog.Rules(), specs, seed).outcome
            won += outcome is not None and outcome.winners == team
    assert won >= least


@pytest.mark.parametrize("name", ALL_RULES)
def test_play_outs_run_inside_the_core_to_the_end(name: str) -> None:
    rules = ALL_RULES[name]
    core = rules.core(rules.seats[0], 1)
    play_out(core, 20_000 if dog.COMPILED else 300, 1000, [weights_for(rules)] * 6)
    assert core.phase == OVER or not dog.COMPILED


def full_board(hand: Sequence[str] = ("7", "X")) -> dog.Game:
    """Twenty marbles on the ring: a seven has hundreds of thousands of results."""
    return dog.Game.from_position(
        {
            "rules": {"players": 5},
            "marbles": {seat: [f"{seat}{field}" for field in (1, 5, 9, 13)] for seat in "ABCDE"},
            "hands": {"A": list(hand)} | {seat: ["2", "3", "4", "5", "6", "8"][: len(hand)] for seat in "BCDE"},
            "turn": "A",
            "phase": "play",
        }
    )


def test_a_decision_about_a_huge_seven_stays_bounded() -> None:
    """Only some of the results are looked at."""
    game = full_board()
    view = game.view("A")
    found = ranked(Determinization(view).core, weights_for(game.rules))
    assert MAX_RESULTS < len(found) < 3 * MAX_RESULTS
    assert all(candidate.play in game.plays() for candidate in found[:50])
    assert make_bot("search:playouts=20").play(view) in game.plays()


def test_without_time_a_full_board_is_judged_at_a_glance() -> None:
    """A game that is rolled on is left where it is when the time is up, so that a budget of time holds."""
    game = full_board()
    view = game.view("A")
    at_a_glance = make_bot("neural").play(view)
    assert make_bot("neural-search:time=0.000001").play(view) == at_a_glance
    decision = Decision(view)
    nets = nets_for(decision.mode.name)
    tried = decision.evaluate(nets.net)[:2]
    lockstep = roll(decision, [decision.deal(random.Random(1))], tried, nets.small.chances, keep_going=lambda: False)
    assert lockstep.decided == 0


def test_a_hand_of_sevens_takes_no_more_than_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a bound of positions this one would have five times as many evaluated."""
    game = full_board(["7", "7", "X", "X", "7", "7"])
    view, chances, evaluated = game.view("A"), Net.chances, 0

    def counted(net: Net, rows: Rows) -> Numbers:
        nonlocal evaluated
        evaluated += len(rows)
        return chances(net, rows)

    monkeypatch.setattr(Net, "chances", counted)
    for deals, width in ((4, 4), (8, 4), (4, 8)):
        evaluated, most = 0, deals * width * MAX_EVALUATIONS
        assert make_bot(f"neural-search:deals={deals},width={width},margin=9").play(view) in game.plays()
        assert most <= evaluated < most + 3 * MAX_PLAYS


def test_of_time_and_play_outs_the_first_to_run_out_counts() -> None:
    view = dog.Game.from_position(
        {
            "marbles": {"A": ["A3", "B3", "A-", "A-"], "B": ["B9", "B-", "B-", "B-"], "C": ["C-"] * 4, "D": ["D-"] * 4},
            "hands": {"A": ["5", "7", "9"], "B": ["2"], "C": ["3"], "D": ["6"]},
            "turn": "A",
            "phase": "play",
        }
    ).view("A")
    for options in ("time=0.01,playouts=1000000000", "time=1000000,playouts=4"):  # either one alone would take days
        assert make_bot(f"search:{options}").play(view) in list(legal_plays(view))
