"""OpenSpiel's games of the same family, played at random from Python, where OpenSpiel is installed."""

from __future__ import annotations

import random
import time
from typing import Any

GAMES = ("maedn", "backgammon")


def load() -> Any | None:
    """The module ``pyspiel``, or nothing where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel


def decisions(pyspiel: Any, name: str, seconds: float) -> float:
    """Decisions of players a second in random games; the dice in between are rolled but not counted."""
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
    """The outcome that a number from 0 to 1 stands for."""
    at = 0
    while number >= outcomes[at][1] and at < len(outcomes) - 1:
        number -= outcomes[at][1]
        at += 1
    return outcomes[at][0]
