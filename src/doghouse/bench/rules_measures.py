"""Measurements of the rules, each for a given time."""

from __future__ import annotations

import random
import resource
import sys
import time
from collections.abc import Callable, Iterator

import doghouse as dog
from doghouse.rules.core.engine import Core
from doghouse.rules.core.layout import OVER

MODES = {
    "2 players": dog.Rules(players=2),
    "3 players": dog.Rules(players=3),
    "4 players": dog.Rules(players=4),
    "4 players, Canadian seven": dog.Rules(players=4, canadian_seven=True),
    "5 players": dog.Rules(players=5),
    "6 players, pairs": dog.Rules(players=6),
    "6 players, trios": dog.Rules(players=6, teams="trios"),
}
FOUR_PLAYERS = MODES["4 players"]
MAX_STEPS = 1_000_000


def _until(seconds: float) -> Iterator[int]:
    """Count until the time is up."""
    end = time.perf_counter() + seconds
    game = 0
    while time.perf_counter() < end:
        game += 1
        yield game


def _rates(rules: dog.Rules, seconds: float, play: Callable[[Core], None]) -> dict[str, float]:
    """Return steps and games per second."""
    began = time.perf_counter()
    steps = games = 0
    for games in _until(seconds):
        core = rules.core(rules.seats[0], games)
        play(core)
        steps += core.steps_made
    spent = time.perf_counter() - began
    return {"steps": steps / spent, "games": games / spent}


def steps_in_core(rules: dog.Rules, seconds: float) -> dict[str, float]:
    """Measure random steps of whole games inside the core: list the legal steps, make one."""
    number = 1

    def play(core: Core) -> None:
        nonlocal number
        number = core.play_randomly(number, MAX_STEPS)

    return _rates(rules, seconds, play)


def steps_from_python(rules: dog.Rules, seconds: float) -> dict[str, float]:
    """Measure the same driven from Python: list the steps, choose one, make it."""
    choose = random.Random(1).random

    def play(core: Core) -> None:
        core.settle()
        while core.phase != OVER:
            legal = core.steps()
            core.step(legal[int(choose() * len(legal))])
            core.settle()

    return _rates(rules, seconds, play)


def plays_of_positions(seconds: float) -> float:
    """Measure complete lists of plays, distinct by result, for positions from random games."""
    positions = _some_games(FOUR_PLAYERS, 200)
    began = time.perf_counter()
    lists = 0
    for lists in _until(seconds):
        for _play in positions[lists % len(positions)].plays():
            pass
    return lists / (time.perf_counter() - began)


def _some_games(rules: dog.Rules, count: int) -> list[dog.Game]:
    """Return games stopped at a decision in the middle."""
    chooser = random.Random(2)
    games: list[dog.Game] = []
    game = dog.Game(rules, seed=2)
    while len(games) < count:
        if game.phase == "over":
            game = dog.Game(rules, seed=chooser.randrange(1 << 30))
        elif game.phase == "give":
            for seat in game.to_give():
                game.give(seat, chooser.choice(game.hand(seat)))
        else:
            if chooser.random() < 0.1:
                games.append(game.copy())
            game.play(chooser.choice(list(game.plays())))
    return games


def copies(seconds: float) -> dict[str, float]:
    """Return the nanoseconds of a copy: of the core, and of a game with its history."""
    core: Core = FOUR_PLAYERS.core("A", 1)
    core.play_randomly(1, 100)
    game = _some_games(FOUR_PLAYERS, 20)[-1]
    return {"core": _nanoseconds(core.copy, seconds), "game": _nanoseconds(game.copy, seconds)}


def _nanoseconds(action: Callable[[], object], seconds: float) -> float:
    began = time.perf_counter()
    done = 0
    for _round in _until(seconds / 2):
        for _again in range(1000):
            action()
        done += 1000
    return (time.perf_counter() - began) / done * 1e9


def memory_over_games(games: int, progress: Callable[[int], None]) -> tuple[int, int]:
    """Return the peak memory in KiB after the first hundredth of the games and after all."""
    early = 0
    number = 1
    for game in range(1, games + 1):
        rules = MODES["4 players"] if game % 4 == 0 else MODES["2 players"]
        core = rules.core(rules.seats[0], game)
        number = core.play_randomly(number, MAX_STEPS)
        if game == max(1, games // 100):
            early = _peak_memory()
        if game % 1000 == 0:
            progress(game)
    return early, _peak_memory()


def _peak_memory() -> int:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // 1024 if sys.platform == "darwin" else used
