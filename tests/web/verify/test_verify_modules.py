"""The browser computes chance just as the rules do: hashes, shuffles, draws, and whole games of every kind."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from doghouse.rules.chance import FULL_PACK, Chance
from doghouse.rules.errors import InvalidRecord
from doghouse.rules.notation import CARDS
from doghouse.server.fairness import commitment_to, game_seed, open_seed, verify
from tests.support.random_play import fair_record
from tests.support.rules_dsl import ALL_RULES

Run = Callable[[str, str, object], Any]
BYTES = "const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));"


@pytest.fixture
def run(page: Page) -> Run:
    """Runs a function of the modules of the page: ``run(module, body, argument)``."""
    page.goto("/verify")

    def run_module(module: str, body: str, argument: object) -> Any:
        return page.evaluate(
            f"async (given) => {{ const its = await import('/web/verify/{module}.js'); {BYTES} {body} }}", argument
        )

    return run_module


KNOWN_HASHES = {  # FIPS 180-4
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    "a" * 1_000_000: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
}
KNOWN_HMACS = [  # RFC 4231: key, message, HMAC-SHA256
    ("0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (
        b"Jefe".hex(),
        b"what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    ("aa" * 20, b"\xdd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (
        "aa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
]


def test_known_hashes(run: Run) -> None:
    found = run("sha256", "return given.map((text) => its.hex(its.sha256(its.utf8(text))))", list(KNOWN_HASHES))
    assert found == list(KNOWN_HASHES.values())
    pairs = [[key, message.hex()] for key, message, _hash in KNOWN_HMACS]
    found = run("sha256", "return given.map(([key, text]) => its.hex(its.hmacSha256(bytes(key), bytes(text))))", pairs)
    assert found == [digest for _key, _message, digest in KNOWN_HMACS]


def test_hashes_of_every_length(run: Run) -> None:
    chooser = random.Random(1)
    messages = [chooser.randbytes(length) for length in range(260)]
    keys = [chooser.randbytes(chooser.randrange(140)) for _message in messages]
    both = "[its.sha256(bytes(text)), its.hmacSha256(bytes(key), bytes(text))].map(its.hex)"
    body = f"return given.map(([key, text]) => {both})"
    found = run("sha256", body, [[key.hex(), message.hex()] for key, message in zip(keys, messages)])
    assert found == [
        [hashlib.sha256(message).hexdigest(), hmac.digest(key, message, "sha256").hex()]
        for key, message in zip(keys, messages)
    ]


SEEDS = ["", "7", "f" * 64, "Zürich 🐕", "x" * 200]


@pytest.mark.parametrize("seed", SEEDS)
def test_browser_chance_matches_the_rules(run: Run, seed: str) -> None:
    chance = Chance(seed)
    body = """
        const chance = new its.Chance(given);
        return {
            dealers: ["AC", "ABC", "ABCD", "ABCDE", "ABCDEF"].map((seats) => chance.firstDealer(seats)),
            shuffles: [1, 2, 3].map((number) => chance.shuffle(number)),
            draws: [1, 2, 3, 4, 5, 6].map((size) => chance.draw(size, "B", size)),
            takes: [1, 2, 3, 4, 5, 6].map((size) => chance.take(size, size)),
            often: Array.from({length: 200}, (_, at) => chance.number(`often/${at}`, 2 ** 31 + 1)),
        };
    """
    assert run("chance", body, seed) == {
        "dealers": [chance.first_dealer(seats) for seats in ("AC", "ABC", "ABCD", "ABCDE", "ABCDEF")],
        "shuffles": [[CARDS[kind] for kind in chance.shuffle(number)] for number in (1, 2, 3)],
        "draws": [chance.draw(size, "B", size) for size in range(1, 7)],
        "takes": [chance.take(size, size) for size in range(1, 7)],
        # Every other word is skipped below such a bound.
        "often": [next(chance._numbers(f"often/{at}", [2**31 + 1])) for at in range(200)],
    }


def test_browser_pack_and_seeds_match_the_rules(run: Run) -> None:
    body = """
        const seeds = new Map([["C", "c"], ["A", "ä"]]);
        return [its.DECK, its.commitmentTo(given), its.openSeed(given, "D"), its.gameSeed(given, seeds)];
    """
    deck, *seeds = run("chance", body, "secret")
    assert deck == [card for card, copies in zip(CARDS, FULL_PACK) for _copy in range(copies)]
    assert seeds == [commitment_to("secret"), open_seed("secret", "D"), game_seed("secret", {"C": "c", "A": "ä"})]


# Whole records.

GAMES = [(mode, number) for number in (1, 2) for mode in ALL_RULES]


def test_games_of_every_kind(run: Run) -> None:
    """Thirty games from beginning to end: everything holds, and nothing is left out."""
    records = [fair_record(ALL_RULES[mode], number) for mode, number in GAMES]
    verdicts = run("checks", "return given.map(its.verify)", records)
    for (mode, number), record, verdict in zip(GAMES, records, verdicts, strict=True):
        rounds = verdict["rounds"]
        assert verdict["holds"], (mode, number, verdict["checks"])
        assert all(check.holds for check in verify(record))
        assert len(rounds) == record.count("\nRound ")
        assert sum(checked["draws"] for checked in rounds) == record.count("\ndraw ")
        assert sum(checked["takes"] for checked in rounds) == record.count("?")
        assert [seat["open"] for seat in verdict["seats"]] == [False] + [True] * (len(ALL_RULES[mode].seats) - 1)
    assert sum(record.count("?") for record in records) > 500


def test_changed_records_are_judged_alike(run: Run) -> None:
    """A record that passes here passes there. The browser lets pass only what is wrong with the moves and the result:
    it does not know the rules."""
    chooser = random.Random(1)
    whole = [fair_record(rules, 1, most_rounds=8) for rules in ALL_RULES.values()]
    records = [changed(chooser.choice(whole), chooser) for _number in range(600)]
    verdicts = run("checks", "return given.map((record) => its.verify(record).holds)", records)
    seen = {(True, True): 0, (False, False): 0, (False, True): 0}
    for record, holds in zip(records, verdicts, strict=True):
        complaint = complaint_about(record)
        seen[complaint is None, holds] += 1
        if complaint is not None and holds:
            assert "seed" not in complaint, record
            assert any(mark in complaint for mark in ("(R", "Result", "Variants")), complaint
    assert min(seen[True, True], seen[False, False]) > 50, seen


def changed(record: str, chooser: random.Random) -> str:
    """A record with one line changed, moved, doubled or left out; the headers more often than by chance."""
    lines = record.splitlines()
    at = chooser.randrange(25 if chooser.random() < 0.3 else len(lines))
    words = lines[at].split(" ")
    match chooser.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, chooser.choice(lines))
        case 2:
            lines[at - 1], lines[at] = lines[at], lines[at - 1]
        case 3:
            words[chooser.randrange(len(words))] = chooser.choice([*CARDS, *"ABCDEF", "?B", "(K)", "fold", "#"])
            lines[at] = " ".join(words)
        case 4:
            place = chooser.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:place] + chooser.choice('ABCX0123456789?:()# "\\é') + lines[at][place + 1 :]
        case 5:
            lines[at] = lines[at].lower()
    return "\n".join(lines) + "\n"


def complaint_about(record: str) -> str | None:
    """What ``doghouse verify`` finds wrong with a record."""
    try:
        return next((f"{check.name}: {check.detail}" for check in verify(record) if not check.holds), None)
    except InvalidRecord as error:
        return str(error)
