"""Advice: from what the seat knows, ranked, with reasons that distinguish choices."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import doghouse as dog
from doghouse.analysis.advice import Advice, advise
from doghouse.analysis.facts.fact import Fact, con, pro
from doghouse.analysis.facts.ranking import shared_facts, strongest_facts
from doghouse.analysis.shorten_seven import shorten_seven
from doghouse.analysis.wasted_jokers import wasted_jokers
from doghouse.bots.core.choice import MAX_PLAYS
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.determinize import Determinization
from doghouse.bots.modes import mode_of
from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.nets.inference import Net, nets_for
from doghouse.rules.core.layout import EMPTY
from tests.support.analysis_positions import game_at, giving, played_on
from tests.support.hidden_worlds import other_world
from tests.support.random_play import act_at_random
from tests.support.rules_dsl import ALL_RULES

ACTS = 40 if dog.COMPILED else 3


def told(advice: Advice) -> list[tuple[object, ...]]:
    return [
        (choice.text, choice.chance, choice.ahead, choice.reasons, choice.is_played, advice.more)
        for choice in advice.choices
    ]


@pytest.mark.parametrize("name", ALL_RULES)
def test_hidden_cards_make_no_difference(name: str, nets: Path) -> None:
    """Redealing all cards hidden from the seat changes no number and no reason."""
    chooser = random.Random(name)
    game = dog.Game(ALL_RULES[name], seed=name)
    for act in range(ACTS):
        if game.phase == "over":
            break
        if act % 5 == 0:
            seat = game.turn or chooser.choice(game.to_give())
            world = dog.Game.from_position(other_world(game, seat, chooser))
            deals = 1 if act == 10 else 0
            here, there = (advise(found.view(seat), nets, deals, 6) for found in (game, world))
            assert told(here) == told(there)
            for choice in here.choices:
                if choice.play is not None:
                    game.copy().play(choice.play)  # it is legal
        act_at_random(game, chooser)


def test_choices_are_ranked_and_counted(nets: Path) -> None:
    game = game_at(["5", "6", "9"], A=["A3", "B3"])
    everything = advise(game.view("A"), nets)
    assert len(everything.choices) == 6
    assert everything.more == 0
    chances = [choice.chance for choice in everything.choices]
    assert chances == sorted(chances, reverse=True)
    assert [choice.rank for choice in everything.choices] == [1, 2, 3, 4, 5, 6]
    assert everything.choices[0].behind == 0
    assert everything.choices[5].behind == chances[0] - chances[5]
    few = advise(game.view("A"), nets, top=2)
    assert [choice.text for choice in few.choices] == [choice.text for choice in everything.choices[:2]]
    assert few.more == 4


def test_played_choice_is_always_listed(nets: Path) -> None:
    game = game_at(["5", "6", "9"], A=["A3", "B3"])
    last = advise(game.view("A"), nets).choices[-1].text
    few = advise(game.view("A"), nets, top=2, played=last)
    assert [(choice.rank, choice.is_played) for choice in few.choices] == [(1, False), (2, False), (6, True)]
    assert few.more == 3


@pytest.mark.parametrize(
    ("hand", "played", "found"),
    [
        (["7", "5"], "7 A3>A5 B3>B8", "same"),
        (["7", "5"], "7 B3>B8 A3>A5", "same"),  # another order
        (["X", "9"], "X=K A->A0", "X=A A->A0"),
        (["X", "9"], "X=9 A3>A12", "X=9 A3>A12"),  # though a 9 is in hand
        (["X", "7"], "X=7 A3>A5 B3>B8", "same"),
    ],
)
def test_played_choice_is_recognised_in_any_notation(hand: list[str], played: str, found: str, nets: Path) -> None:
    game = game_at(hand, A=["A3", "B3"])
    (choice,) = [choice for choice in advise(game.view("A"), nets, played=played).choices if choice.is_played]
    one, other = game.copy(), game.copy()
    one.play(played)
    other.play(choice.text)
    assert one.marbles() == other.marbles()
    assert one.hand("A") == other.hand("A")
    assert found in ("same", choice.text)


def test_cards_to_give_are_ranked(nets: Path) -> None:
    advice = advise(giving(["K", "5", "5"], C=["B15"]).view("A"), nets, played="give 5")
    assert sorted(choice.text for choice in advice.choices) == ["give 5", "give K"]
    assert [choice.text for choice in advice.choices if choice.is_played] == ["give 5"]
    codes = {choice.text: {fact.code for fact in choice.reasons} for choice in advice.choices}
    assert "gift_enters" in codes["give 5"]
    assert "gives_start" in codes["give K"]


def test_rolled_out_choices_come_first(nets: Path) -> None:
    game = played_on(dog.Rules(), 30)
    while len(list(game.plays())) < 7:
        act_at_random(game, random.Random(1))
    done: list[int] = []
    advice = advise(game.view(game.turn), nets, 20, on_progress=done.append)
    assert done == [16, 20]
    tried = [choice for choice in advice.choices if choice.ahead is not None]
    assert tried == list(advice.choices[:4])
    chances = [choice.chance for choice in tried]
    assert chances == sorted(chances, reverse=True)
    for choice in tried:
        assert choice.ahead is not None
        assert choice.ahead.error is not None
        assert choice.chance == pytest.approx(0.2 * choice.at_once + 0.8 * choice.ahead.chance)
    assert advice.choices[4].behind is None
    again = advise(game.view(game.turn), nets, 20)
    assert told(again) == told(advice)


def test_single_choice_is_not_rolled_out(nets: Path) -> None:
    (only,) = (advice := advise(game_at(["5"]).view("A"), nets, 50)).choices
    assert only.text == "fold"
    assert [fact.code for fact in only.reasons] == ["folds"]
    assert advice.deals == 0
    assert not advice.playable


def test_a_win_is_certain(nets: Path) -> None:
    game = game_at(["A", "9"], A=["A0", "A+2", "A+3", "A+4"], C=["C+1", "C+2", "C+3", "C+4"])
    best = advise(game.view("A"), nets).choices[0]
    assert (best.text, best.chance) == ("A A0>A+1", 1.0)
    assert [fact.code for fact in best.reasons] == ["wins"]


def test_shared_facts_are_left_out() -> None:
    stuck, own = con("stuck", 50), pro("keeps", 10, cards=("7",))
    assert shared_facts([[stuck, own], [stuck]]) == [stuck]
    assert shared_facts([[stuck], [own], [stuck]]) == []
    assert strongest_facts([stuck, own], [stuck]) == (own,)
    assert strongest_facts([stuck], [stuck]) == (stuck,)
    home = pro("home_opponent", 200, marbles=(("B", "A8"),), count=3)
    assert strongest_facts([home, own], [home]) == (home, own)
    many = [Fact(str(number), True, number) for number in range(6)]
    assert [fact.code for fact in strongest_facts(many, [])] == ["5", "4", "3"]


def test_board_facts_come_first_and_kept_cards_last() -> None:
    keeps, joker, stuck = (
        pro("keeps", 99, cards=("7",)),
        con("last_joker", 55),
        con("stuck", 50),
    )
    near, back, safe = pro("nearer", 27), pro("other_farther", 21), pro("safer", 25)
    assert strongest_facts([keeps, joker, stuck, near, back], []) == (near, back, joker)
    assert strongest_facts([joker, near, back, safe], []) == (near, safe, joker)
    assert strongest_facts([keeps, joker, stuck, near], []) == (near, joker, stuck)
    assert strongest_facts([keeps, near, joker], []) == (near, joker, keeps)


def test_swap_and_last_joker_are_one_fact_each(nets: Path) -> None:
    game = game_at(["2", "7", "X", "9"], {"players": 2}, A=["A0!", "C3"], C=["C0!", "D14", "C+4"])
    (swap,) = [choice for choice in advise(game.view("A"), nets).choices if choice.text == "X=J C3<>D14"]
    codes = [fact.code for fact in swap.reasons]
    assert codes[0] == "swap_ahead"
    assert codes.count("last_joker") == 1
    assert not {"last_start_card", "spends_joker", "nearer", "keeps"} & set(codes)


@pytest.mark.parametrize("name", ["4-pairs", "2-pass", "6-trios"])
def test_reasons_do_not_depend_on_top(name: str, nets: Path) -> None:
    for acts in (0, 25, 40, 61):
        game = played_on(ALL_RULES[name], acts)
        seat = game.turn or game.to_give()[0]
        everything = advise(game.view(seat), nets)
        for top in (1, 2, 5):
            assert advise(game.view(seat), nets, top=top).choices == everything.choices[:top]


@pytest.mark.parametrize("name", ["4-pairs", "3-pass-no-joker", "6-pairs-canadian"])
def test_wasted_joker_is_evaluated_by_its_result(name: str, nets: Path) -> None:
    """As the net evaluates the game after it, by the cards played and the cards left in hand."""
    net = nets_for(mode_of(ALL_RULES[name]).name, nets).net
    compared = 0
    for acts in range(20, 200, 3 if dog.COMPILED else 60):
        game = played_on(ALL_RULES[name], acts)
        if game.turn is None or "X" not in game.hand(game.turn):
            continue
        decision = Decision(game.view(game.turn))
        evaluated = {choice.play(decision.core) for choice in decision.evaluate(net)}
        decision.known = EMPTY  # which the comparison leaves out
        wasted = wasted_jokers(decision, net)
        for choice in wasted:
            play = choice.play(decision.core)
            assert play.card == "X"
            assert play in game.plays()
            assert play not in evaluated
            if play.takes_from is None:
                assert choice.chance == pytest.approx(chance_after(decision, choice, net), abs=1e-6)
                compared += 1
        if not any(play.acts_as == "7" for play in evaluated):
            assert {str(play) for play in game.plays()} == {
                str(play) for play in (*evaluated, *(choice.play(decision.core) for choice in wasted))
            }
    assert compared or not dog.COMPILED


def chance_after(decision: Decision, choice: EvaluatedPlay, net: Net) -> float:
    """The net's evaluation of the game after a choice, as the core plays it."""
    after = decision.core.copy()
    choice.apply(after)
    if after.winners:
        return float(after.winners >> decision.determinized.seat & 1)
    games = Lockstep(1, MAX_PLAYS)
    games.put(0, after)
    rows = np.zeros((1, decision.mode.features), np.uint8)
    games.read(0, decision.determinized.seat, rows[0])
    return float(net.chances(rows)[0, 0])


@pytest.mark.parametrize(
    ("told", "shortly"),
    [
        ("7 A3>A6 B3>B4 A6>A9", "7 A3>A9 B3>B4"),
        ("7 A3>A4 B3>B5 A4>A6 B5>B7", "7 A3>A6 B3>B7"),
        ("7 B3>B4 A3>A9", "7 B3>B4 A3>A9"),
        ("7 A3>A10", "7 A3>A10"),
        ("9 A3>A12", "9 A3>A12"),
        ("7 A13>A15 A15>B0 A9>A13", "7 A13>B0 A9>A13"),
    ],
)
def test_sevens_are_shortened(told: str, shortly: str) -> None:
    core = Determinization(game_at(["7", "9"], A=["A3", "B3", "A9", "A13"]).view("A")).core
    assert str(shorten_seven(core, dog.Play.parse(told))) == shortly


def test_seven_is_reordered_to_have_fewer_pieces() -> None:
    core = Determinization(game_at(["7"], A=["A+1", "A+3", "D15", "B5"]).view("A")).core
    told = dog.Play.parse("7 B5>B7 A+1>A+2 D15>A+1 A+3>A+4 A+2>A+3")
    assert len(shorten_seven(core, told).moves) == 4


@pytest.mark.parametrize("name", ["4-canadian", "3-draw"])
def test_shortened_sevens_have_one_piece_per_marble(name: str, nets: Path) -> None:
    sevens = 0
    for acts in range(30, 150, 4 if dog.COMPILED else 60):
        game = played_on(ALL_RULES[name], acts)
        if game.turn is None or not {"7", "X"} & set(game.hand(game.turn)):
            continue
        for choice in advise(game.view(game.turn), nets).choices:
            assert choice.play in game.plays()
            if choice.play is not None and choice.play.acts_as == "7":
                targets = [move.target for move in choice.play.moves]
                assert not any(move.source in targets[:at] for at, move in enumerate(choice.play.moves)), choice.text
                sevens += 1
    assert sevens or not dog.COMPILED
