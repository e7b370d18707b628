"""Random play of OpenSpiel's related games from Python, for comparison."""

from __future__ import annotations

import random
import time
from typing import Any

GAMES = ("maedn", "backgammon")


def load() -> Any | None:
    """Return the module ``pyspiel``, or None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel


def decisions(pyspiel: Any, name: str, seconds: float) -> float:
    """Return decisions per second in random games, without counting dice."""
    game = pyspiel.load_game(name)
    choose = random.Random(1).random
    began = time.perf_counter()
    made = 0
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_roll(state.chance_outcomes(), choose()))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(choose() * len(actions))])
                made += 1
    return made / (time.perf_counter() - began)


def _roll(outcomes: list[tuple[int, float]], number: float) -> int:
    """Return the outcome for a random number from 0 to 1."""
    at = 0
    while number >= outcomes[at][1] and at < len(outcomes) - 1:
        number -= outcomes[at][1]
        at += 1
    return outcomes[at][0]
