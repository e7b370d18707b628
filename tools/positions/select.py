"""Select positions: decisions that matter and are not obvious, one from each of many self-play games of a net.

Every second game has some random plays, every third a variant of the rules; every fifth decision is what to give, where
cards are given.
"""

from __future__ import annotations

import itertools
import random
from typing import Any

from doghouse.bots.modes import Mode
from doghouse.bots.net_evaluation import Decision, EvaluatedPlay
from doghouse.bots.nets.inference import Net
from doghouse.rules.game import Game
from doghouse.rules.rules import Rules

COUNTS = {"4-pairs": 80, "6-pairs": 24, "6-trios": 24, "2": 24, "3": 24, "5": 24}

MIN_PLAYS = 3
NEAR = 0.02  # maximum distance of the best two plays; beyond it, the choice is obvious
SPREAD = 0.04  # minimum distance of best and worst; below it, the choice does not matter
GIVE_SPREAD = 0.01  # giving matters less
OPEN = 0.05  # minimum distance of the winning chance from 0 and 1; below it, the game is decided
EPSILON = 0.1  # frequency of random plays in every second game
MAX_DECISIONS = 1_000  # of a game


def find(mode: Mode, number: int, net: Net, seed: str) -> tuple[str, dict[str, Any]]:
    """Return the seat and the position of one decision; it follows from seed and net."""
    rules = rules_for(mode, number)
    phase = "give" if number % 5 == 0 and rules.exchange != "draw" else "play"
    for attempt in itertools.count():
        game_seed = f"{seed} {mode.name} {number} {attempt}"
        chooser = random.Random(game_seed)
        real = decisions(Game(rules, seed=game_seed), net, EPSILON if number % 2 else 0.0, chooser)
        matches = [(seat, position) for seat, position in real if position["phase"] == phase]
        if matches:
            return chooser.choice(matches)
    raise AssertionError  # count() never ends


def rules_for(mode: Mode, number: int) -> Rules:
    """Return the plain rules for two games, then a variant for one; the variants take turns."""
    variants = [rules for rules in dict.fromkeys(mode.variants()) if rules != mode.rules]
    return variants[number // 3 % len(variants)] if number % 3 == 2 else mode.rules


def decisions(game: Game, net: Net, epsilon: float, chooser: random.Random) -> list[tuple[str, dict[str, Any]]]:
    """Play a game and return its real decisions."""
    real = []
    for _decision in range(MAX_DECISIONS):
        if game.phase == "over":
            break
        seat = game.turn or game.to_give()[0]
        decision = Decision(game.view(seat))
        plays = decision.evaluate(net)
        if is_real(plays, SPREAD if game.phase == "play" else GIVE_SPREAD):
            real.append((seat, game.position()))
        choice = chooser.choice(plays) if chooser.random() < epsilon else plays[0]
        if game.phase == "give":
            game.give(seat, choice.card)
        else:
            game.play(choice.play(decision.core))
    return real


def is_real(plays: list[EvaluatedPlay], spread: float) -> bool:
    """Whether a decision is neither obvious nor irrelevant."""
    best = plays[0].chance
    return (
        len(plays) >= MIN_PLAYS
        and best - plays[1].chance <= NEAR
        and best - plays[-1].chance >= spread
        and OPEN <= best <= 1 - OPEN
    )
