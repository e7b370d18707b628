"""Which positions: decisions that are not obvious and matter, one from each of many games that a net plays with itself.

Every second game has a bit of chance in it, every third a variant of the rules; every fifth decision is what to give,
where something is given.
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

LEAST_PLAYS = 3
NEAR = 0.02  # the best two plays lie at most so far apart, or the choice is obvious
SPREAD = 0.04  # the best and the worst at least so far, or it does not matter
GIFT_SPREAD = 0.01  # what is given matters less
OPEN = 0.05  # the chance of winning lies at least so far from 0 and 1, or the game is decided
EPSILON = 0.1  # of games with a bit of chance: how often any play is made
MOST_DECISIONS = 1_000  # of a game


def find(mode: Mode, number: int, net: Net, seed: str) -> tuple[str, dict[str, Any]]:
    """The seat and the position of one decision; the same seed and net find the same."""
    rules = rules_for(mode, number)
    phase = "give" if number % 5 == 0 and rules.exchange != "draw" else "play"
    for attempt in itertools.count():
        word = f"{seed} {mode.name} {number} {attempt}"
        chooser = random.Random(word)
        noted = decisions(Game(rules, seed=word), net, EPSILON if number % 2 else 0.0, chooser)
        found = [(seat, position) for seat, position in noted if position["phase"] == phase]
        if found:
            return chooser.choice(found)
    raise AssertionError  # a game without a real decision is followed by another


def rules_for(mode: Mode, number: int) -> Rules:
    """Two games by the plain rules, then one by a variant, the variants in turn."""
    variants = [rules for rules in dict.fromkeys(mode.variants()) if rules != mode.rules]
    return variants[number // 3 % len(variants)] if number % 3 == 2 else mode.rules


def decisions(game: Game, net: Net, epsilon: float, chooser: random.Random) -> list[tuple[str, dict[str, Any]]]:
    """Play a game, and note the real decisions on the way."""
    found = []
    for _decision in range(MOST_DECISIONS):
        if game.phase == "over":
            break
        seat = game.turn or game.to_give()[0]
        decision = Decision(game.view(seat))
        judged = decision.evaluate(net)
        if is_real(judged, SPREAD if game.phase == "play" else GIFT_SPREAD):
            found.append((seat, game.position()))
        choice = chooser.choice(judged) if chooser.random() < epsilon else judged[0]
        if game.phase == "give":
            game.give(seat, choice.card)
        else:
            game.play(choice.play(decision.core))
    return found


def is_real(judged: list[EvaluatedPlay], spread: float) -> bool:
    """Whether a decision is neither obvious nor without importance."""
    best = judged[0].chance
    return (
        len(judged) >= LEAST_PLAYS
        and best - judged[1].chance <= NEAR
        and best - judged[-1].chance >= spread
        and OPEN <= best <= 1 - OPEN
    )
