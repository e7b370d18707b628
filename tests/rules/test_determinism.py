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
from tests.rules.modes import MODES
from tests.rules.test_machine import act_at_random

CORE_MODULES = ("rng", "moves", "seven", "steps", "rounds", "playing", "engine", "results")

# What these games came to when they were first played; both cores must come to the same.
FINGERPRINTS = {
    "2-draw": "2f45fd82466f8bb8",
    "2-pass": "5e25a4c1349e2dc8",
    "3-draw": "bdf84d56b987ded4",
    "3-pass-no-joker": "dcdb89db9e80a7de",
    "4-pairs": "4893cdb18f63202e",
    "4-canadian": "f6aaf1e8b4238dfd",
    "4-no-joker": "9b4b97ec29015c6e",
    "4-quick-start": "97989c5106f25152",
    "4-kings": "da416bc7236a2945",
    "5-draw": "e212624124a4b8a5",
    "5-pass": "872645c4dae600d2",
    "6-pairs": "a31aeeeceb123629",
    "6-pairs-canadian": "8f70ac4ee7eed6b1",
    "6-trios": "c3c0c6f96deafbf0",
    "6-trios-all-variants": "9f1e562b3cba264a",
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


@pytest.mark.parametrize("name", MODES)
def test_every_game_is_the_same_everywhere(name: str) -> None:
    assert fingerprint(MODES[name]) == FINGERPRINTS[name]


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


def test_the_core_in_use_is_the_one_asked_for() -> None:
    files = [str(importlib.import_module(f"doghouse.rules.core.{name}").__file__) for name in CORE_MODULES]
    assert {not name.endswith(".py") for name in files} == {dog.COMPILED}
