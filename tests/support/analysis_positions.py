"""Hand-made positions and random games for the tests of the analysis."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import doghouse as dog
from doghouse.analysis.facts.fact import Fact
from doghouse.analysis.facts.give_facts import give_facts
from doghouse.analysis.facts.play_diff import PlayDiff
from doghouse.analysis.facts.ranking import play_facts
from doghouse.bots.determinize import Determinization
from doghouse.rules.plays import find_steps
from tests.support.random_play import act_at_random

OTHERS = ["6", "8", "3", "10", "Q", "9"]  # what the others hold, which A does not know


def game_at(hand: Sequence[str], rules: dict[str, Any] | None = None, **parts: Any) -> dog.Game:
    """A is to act with this hand. Seats are named with their marbles, the rest of which are in the kennel."""
    made = dog.Rules.from_json(rules or {})
    marbles = {seat: parts.pop(seat, []) for seat in made.seats}
    position: dict[str, Any] = {
        "rules": made.to_json(),
        "marbles": {seat: [*fields, *[f"{seat}-"] * (4 - len(fields))] for seat, fields in marbles.items()},
        "hands": {seat: list(hand) if seat == "A" else OTHERS[: len(hand)] for seat in made.seats},
        "turn": "A",
        "phase": "play",
    }
    return dog.Game.from_position({**position, **parts}, seed=1)


def giving(hand: Sequence[str], rules: dict[str, Any] | None = None, **parts: Any) -> dog.Game:
    """The same before the exchange."""
    return game_at(hand, rules, turn=None, phase="give", round=7 - len(hand), **parts)


def facts_of(game: dog.Game, text: str) -> dict[str, Fact]:
    """Return the facts about a play by their codes."""
    view = game.view(game.turn)
    determinized = Determinization(view)
    play = dog.Play.parse(text)
    steps = find_steps(determinized.core, play)
    assert steps is not None, f"{text} is not legal"
    after = determinized.core.copy()
    for step in steps:
        after.step(step)
    playable = frozenset(other.card for other in game.plays() if other.card is not None)
    return {fact.code: fact for fact in play_facts(PlayDiff(view, determinized, play, after, playable))}


def gift_facts_of(game: dog.Game, card: str, seat: str = "A") -> dict[str, Fact]:
    view = game.view(seat)
    return {fact.code: fact for fact in give_facts(view, Determinization(view), card)}


def played_on(rules: dog.Rules, acts: int, seed: int = 1) -> dog.Game:
    """A game after so many acts by chance."""
    game = dog.Game(rules, seed=seed)
    chooser = random.Random(seed)
    for _act in range(acts):
        if game.phase == "over":
            break
        act_at_random(game, chooser)
    return game
