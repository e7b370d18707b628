"""The same rules and seed give the same game on every platform, compiled and uncompiled."""

from __future__ import annotations

import hashlib
import hmac
import importlib
import itertools
import json
import random

import pytest

import doghouse as dog
from doghouse.rules.chance import Chance
from tests.support.random_play import act_at_random
from tests.support.rules_dsl import ALL_RULES

CORE_MODULES = (
    *(f"rules.core.{name}" for name in ("rng", "moves", "seven", "steps", "rounds", "playing", "engine", "results")),
    *(f"bots.core.{name}" for name in ("evaluate", "policy")),
)

# What these games came to when they were first played; both cores must come to the same.
FINGERPRINTS = {
    "2-draw": "009a6c2bce255672",
    "2-pass": "97bc4e0d345b537f",
    "3-draw": "b37cc14b00ce5731",
    "3-pass-no-joker": "e721bf382f3f64da",
    "4-pairs": "8106249dd58916ff",
    "4-canadian": "36ee296695ca8a0e",
    "4-no-joker": "579ecdbee125a8a5",
    "4-quick-start": "55eefaf893708a69",
    "4-kings": "fefec63a167caf58",
    "5-draw": "232366762fc1ea9e",
    "5-pass": "284b9e7d7b1bc704",
    "6-pairs": "316a42a9b8007369",
    "6-pairs-canadian": "3cf1074d4be87801",
    "6-trios": "8ffca16d4e8f4c58",
    "6-trios-all-variants": "c8847fba2c358574",
}


def fingerprint(rules: dog.Rules) -> str:
    """A game played at random for a while, its record, views and position, and a game inside the core, as a hash."""
    chooser = random.Random(11)
    game = dog.Game(rules, seed="fingerprint")
    digest = hashlib.sha256()
    for _act in range(120):
        if game.phase == "over":
            break
        digest.update(json.dumps([str(play) for play in itertools.islice(game.plays(), 50)]).encode())
        act_at_random(game, chooser)
        digest.update(json.dumps([game.view(seat) for seat in (None, *rules.seats)]).encode())
    digest.update(json.dumps(game.position()).encode())
    digest.update(game.record().encode())
    core = rules.core(rules.seats[0], 7)
    digest.update(str(core.play_randomly(9, 500)).encode() + core.key())
    return digest.hexdigest()[:16]


@pytest.mark.parametrize("name", ALL_RULES)
def test_every_game_is_the_same_everywhere(name: str) -> None:
    assert fingerprint(ALL_RULES[name]) == FINGERPRINTS[name]


def test_chance_follows_its_description() -> None:
    """Worked out by hand from the words of doghouse.rules.chance, with nothing but HMAC-SHA256."""
    first = hmac.digest(b"7", b"dealer/0", "sha256")
    number = int.from_bytes(first[:4], "big")
    assert Chance("7").first_dealer("ABCD") == "ABCD"[number % 4]
    deck = [kind for kind in range(13) for _copy in range(8)] + [13] * 6
    blocks = b"".join(hmac.digest(b"7", b"shuffle/1/%d" % block, "sha256") for block in range(20))
    at = 0
    for place in range(109, 0, -1):
        while True:
            number = int.from_bytes(blocks[at : at + 4], "big")
            at += 4
            if number < (1 << 32) - (1 << 32) % (place + 1):
                break
        other = number % (place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    assert Chance("7").shuffle(1) == deck


def test_seeds_may_be_numbers_or_texts() -> None:
    assert dog.Game(seed=7).position() == dog.Game(seed="7").position()
    assert dog.Game(seed=7).position() != dog.Game(seed=8).position()
    assert dog.Game().seed != dog.Game().seed


def test_shuffles_are_even() -> None:
    """Every card comes to every place about equally often (a coarse check: five standard deviations)."""
    places = [0] * 110
    for seed in range(400):
        shuffled = Chance(str(seed)).shuffle(1)
        for at, kind in enumerate(shuffled):
            places[at] += kind == 13
    expected = 400 * 6 / 110
    assert all(abs(count - expected) < 5 * expected**0.5 for count in places)


def test_requested_core_is_in_use() -> None:
    files = [str(importlib.import_module(f"doghouse.{name}").__file__) for name in CORE_MODULES]
    assert {not name.endswith(".py") for name in files} == {dog.COMPILED}
