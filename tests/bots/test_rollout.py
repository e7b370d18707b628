"""Rollouts track known cards: who received a card, and when it is gone."""

from __future__ import annotations

import random
from typing import Any

import doghouse as dog
from doghouse.bots.core.choice import MAX_PLAYS
from doghouse.bots.core.features import KNOWN, PLAYER_BLOCK_SIZE
from doghouse.bots.core.lockstep import Lockstep
from doghouse.bots.net_evaluation import Decision
from doghouse.bots.nets.inference import Numbers, Rows, nets_for
from doghouse.bots.rollout import roll
from doghouse.rules.notation import CARDS, SEATS
from tests.support.analysis_positions import game_at


def given_to_a(**parts: Any) -> dog.Game:
    """A holds an ace that C gave."""
    return game_at(["A", "5", "9"], A=["A3"], C=["C3"], given={"A": "Q", "C": "A"}, **parts)


def known_by_c(game: dog.Game, card: str) -> set[str]:
    """The card that C takes to be with A, when it decides for the first time after this card of A."""
    decision = Decision(game.view("A"))
    nets = nets_for(decision.mode.name)
    choice = next(choice for choice in decision.evaluate(nets.net) if choice.card == card)
    block = decision.mode.rules.players * (decision.mode.ring_size + PLAYER_BLOCK_SIZE) + KNOWN
    told: set[str] = set()
    decisions = 0

    def evaluate(rows: Rows) -> Numbers:
        nonlocal told, decisions
        decisions += 1
        if decisions == 1:
            told = {CARDS[kind] for kind in rows[:, block : block + 14].nonzero()[1]}
        return nets.net.chances(rows)

    world = decision.deal(random.Random(1))
    world.load_hand(SEATS.index("B"), [])  # so that C is next
    roll(decision, [world], [choice], evaluate, one_round=True)
    assert decisions
    return told


def test_a_card_that_was_played_is_no_longer_with_its_receiver() -> None:
    game = given_to_a(hands={"A": ["A", "5", "9"], "B": ["6"], "C": ["5", "9", "Q"], "D": ["3"]})
    assert known_by_c(game, "5") == {"A"}
    assert known_by_c(game, "A") == set()


def seats_with_lost_gift(game: dog.Game, play: str) -> set[str]:
    decision = Decision(game.view("A"))
    choices = decision.evaluate(nets_for(decision.mode.name).net)
    choice = next(choice for choice in choices if str(choice.play(decision.core)) == play)
    lockstep = Lockstep(1, MAX_PLAYS)
    lockstep.put(0, decision.deal(random.Random(1)))
    lockstep.apply_choice_to_game(0, choice.code, choice.points)
    return {seat for seat in SEATS if lockstep.seats_with_lost_gift(0) >> SEATS.index(seat) & 1}


def test_who_folds_or_is_robbed_no_longer_has_what_was_given() -> None:
    stuck = game_at(["6", "5"], A=[], given={"A": "Q", "C": "6"})
    assert seats_with_lost_gift(stuck, "fold") == {"C"}
    passing = {"players": 3, "exchange": "pass"}  # A gives to B, B to C and C to A
    game = game_at(["2", "5"], passing, A=["A3"], given={"A": "Q", "B": "9", "C": "2"})
    assert seats_with_lost_gift(game, "5 A3>A8") == set()
    assert seats_with_lost_gift(game, "2 A3>A5") == {"C"}
    assert seats_with_lost_gift(game, "2 ?B") == {"A", "C"}
    assert seats_with_lost_gift(game, "2 ?C") == {"B", "C"}


def test_seats_that_play_by_hand_ask_no_net() -> None:
    game = game_at(["5", "9"], A=["A3", "B3"], B=["C3"], C=["D3"])
    decision = Decision(game.view("A"))
    net = nets_for(decision.mode.name).net
    tried = decision.evaluate(net)[:2]
    asked: dict[int, int] = {}
    for greedy_seats in (0, decision.opponents, 0b1111):

        def evaluate(rows: Rows, greedy_seats: int = greedy_seats) -> Numbers:
            asked[greedy_seats] = asked.get(greedy_seats, 0) + len(rows)
            return net.chances(rows)

        worlds = [decision.deal(random.Random(seed)) for seed in range(8)]
        roll(decision, worlds, tried, evaluate, one_round=True, greedy_seats=greedy_seats)
    assert decision.opponents == 0b1010
    assert 0 < asked[0b1010] < asked[0]
    assert 0b1111 not in asked
