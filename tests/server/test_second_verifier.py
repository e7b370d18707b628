"""A verifier in another language, written from docs/fairness.md alone, agrees with ``doghouse verify``."""

from __future__ import annotations

import hmac
import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import doghouse as dog
from doghouse.rules.chance import Chance
from doghouse.rules.errors import InvalidRecord
from doghouse.rules.notation import CARDS
from doghouse.server.fairness import commitment_to, game_seed, open_seed, verify
from tests.support.random_play import fair_record
from tests.support.rules_dsl import ALL_RULES

ROOT = Path(__file__).parents[2]
VERIFIER = ROOT / "tests" / "support" / "verifier.mjs"
PAGE = ROOT / "docs" / "fairness.md"
OTHER = "0" * 64
Verdict = dict[str, Any]
Change = Callable[[str], str]

# All kinds of games, and some of them again with other seeds.
RECORDS = [
    *((mode, 1) for mode in ALL_RULES),
    *((mode, 2) for mode in ("2-draw", "3-draw", "5-draw", "5-pass", "4-kings")),
]


def second_opinions(folder: Path, records: list[str]) -> list[Verdict]:
    """What the verifier in JavaScript says about these records."""
    files = [folder / f"{number}.dog" for number in range(len(records))]
    for file, record in zip(files, records, strict=True):
        file.write_text(record, encoding="utf-8")
    done = subprocess.run(["node", VERIFIER, *files], capture_output=True, text=True, check=True, timeout=120)
    verdicts: list[Verdict] = json.loads(done.stdout)
    return verdicts


def checks_of(record: str) -> dict[str, bool]:
    """The checks of ``doghouse verify`` by name; a record that cannot be read passes none."""
    try:
        return {check.name: check.holds for check in verify(record)}
    except InvalidRecord:
        return {"record": False}


def passes(verdict: Verdict) -> bool:
    return all(verdict[check] for check in verdict if check != "faults")


def test_both_accept_the_same_valid_records(tmp_path: Path) -> None:
    records = [fair_record(ALL_RULES[mode], number) for mode, number in RECORDS]
    assert len(records) == 20
    assert any("stop" not in record and "(" in record and "draw " in record for record in records)
    for case, record, verdict in zip(RECORDS, records, second_opinions(tmp_path, records), strict=True):
        assert all(checks_of(record).values()), case
        assert passes(verdict), (case, verdict["faults"])


# Changed records, and the check of the second verifier that fails.


def header(name: str, value: str) -> Change:
    return lambda record: re.sub(f"^{name}: .*$", f"{name}: {value}", record, count=1, flags=re.MULTILINE)


def without(pattern: str) -> Change:
    return lambda record: re.sub(f"^{pattern}.*\n", "", record, count=1, flags=re.MULTILINE)


def other_card(pattern: str) -> Change:
    """Replace the card in the group of the first match by the next kind."""

    def change(record: str) -> str:
        found = re.search(pattern, record, re.MULTILINE)
        if found is None:
            return record
        card = CARDS[(CARDS.index(found[1]) + 1) % len(CARDS)]
        return record[: found.start(1)] + card + record[found.end(1) :]

    return change


CHANGES: dict[str, tuple[Change, str]] = {
    "commitment": (header("Commitment", OTHER), "commitment"),
    "house seed": (header("House seed", OTHER), "commitment"),
    "seed of the game": (header("Seed", OTHER), "seed"),
    "own seed of a seat": (header("Seed of A", "mine"), "seed"),
    "open seed of a seat": (header("Seed of C", "mine"), "seed"),
    "a seat without a seed": (without("Seed of C"), "seed"),
    "a seed without a seat": (lambda record: record.replace("Seed of A", "Seed of G: x\nSeed of A", 1), "seed"),
    "no commitment": (without("Commitment"), "record"),
    "no seed": (without("Seed: "), "record"),
    "a header twice": (lambda record: record.replace("Commitment", "Commitment: x\nCommitment", 1), "record"),
    "rules version": (header("Rules version", "2"), "record"),
    "players": (lambda record: header("Players", "6" if "Players: 4" in record else "4")(record), "record"),
    "hands as written": (lambda record: record.replace("\nResult:", "\nDeals: as written\nResult:", 1), "record"),
    "a dealt card": (other_card(r"^deal C: (\S+)"), "hands"),
    "a dealt card in round 7": (other_card(r"Round 7,[^~]*?deal A: \S+ (\S+)"), "hands"),
    "a hand is missing": (without("deal C"), "hands"),
    "a drawn card": (other_card(r"^draw A: (\S+)"), "draws"),
    "a draw is missing": (without("draw C"), "draws"),
    "a taken card": (other_card(r"\?[A-F] \((\S+)\)"), "takes"),
    "a turn is missing": (without("A: "), "record"),
    "a round is missing": (lambda record: re.sub(r"Round 3,[^~]*?(?=Round 4,)", "", record), "record"),
    "a heading": (lambda record: record.replace("Round 2, 5 cards", "Round 2, 4 cards"), "record"),
}


def first_dealer_changed(record: str) -> str:
    dealer = re.search(r"^First dealer: (.)", record, re.MULTILINE)
    assert dealer is not None
    return header("First dealer", "C" if dealer[1] == "A" else "A")(record)


CHANGES["first dealer"] = first_dealer_changed, "dealer"


@pytest.mark.parametrize("mode", ["2-draw", "3-draw", "3-pass-no-joker", "4-pairs", "5-draw", "6-trios"])
def test_both_reject_the_same_changed_records(tmp_path: Path, mode: str) -> None:
    record = fair_record(ALL_RULES[mode], 3)
    changed = {name: change(record) for name, (change, _check) in CHANGES.items()}
    changed = {name: text for name, text in changed.items() if text != record}
    assert len(changed) >= len(CHANGES) - 3  # some games have no draws or takes
    verdicts = second_opinions(tmp_path, list(changed.values()))
    for (name, text), verdict in zip(changed.items(), verdicts, strict=True):
        ours = checks_of(text)
        assert not all(ours.values()), name
        assert not verdict[CHANGES[name][1]], (name, verdict)
        if "seats" in ours and "record" not in ours and verdict["record"]:
            assert (verdict["commitment"], verdict["seed"]) == (ours["commitment"], ours["seed"]), name


def single_cards(record: str) -> Iterator[str]:
    """The record with one card changed to the next kind: each dealt, drawn or taken one in turn."""
    for found in re.finditer(r"^(?:deal|draw) .: |\?. \(", record, re.MULTILINE):
        line = record[found.end() : record.index("\n", found.end())]
        for card in re.finditer(r"10|[2-9AJQKX]", line):
            at = found.end() + card.start()
            other = CARDS[(CARDS.index(card[0]) + 1) % len(CARDS)]
            yield record[:at] + other + record[at + len(card[0]) :]


def test_both_reject_any_changed_card(tmp_path: Path) -> None:
    record = fair_record(dog.Rules(players=3), 4, most_rounds=7)
    changed = random.Random(1).sample(list(single_cards(record)), 50)
    for text, verdict in zip(changed, second_opinions(tmp_path, changed), strict=True):
        assert not all(checks_of(text).values())
        assert not passes(verdict)


# The page.


def example() -> dict[str, str]:
    block = PAGE.read_text(encoding="utf-8").split("### Example\n")[1].split("```")[1]
    return {line[:22].strip(): line[22:] for line in block.strip().splitlines()}


def test_example_of_the_page_is_computed_by_the_code() -> None:
    page = example()
    secret = page["secret"]
    commitment = commitment_to(secret)
    seeds = {"A": page["seed of A"], "C": open_seed(commitment, "C")}
    seed = game_seed(secret, seeds)
    chance = Chance(seed)
    game = dog.Game(dog.Rules(players=2), seed)
    dealer, shuffled = _bytes(seed, "dealer/0"), _bytes(seed, "shuffle/1/0")
    words = [int.from_bytes(shuffled[at : at + 4], "big") for at in (0, 4, 8)]
    cards = [CARDS[kind] for kind in chance.shuffle(1)]
    lines = dict(line.split(": ", 1) for line in game.record().splitlines() if line.startswith(("deal", "draw")))
    first = int.from_bytes(dealer[:4], "big")
    assert page == {
        "secret": secret,
        "commitment": commitment,
        "seed of A": seeds["A"],
        "open seed of C": seeds["C"],
        "seed of the game": seed,
        "bytes of dealer/0": dealer.hex(),
        "first number": str(first),
        "below 2": str(first % 2),
        "first dealer": chance.first_dealer("AC"),
        "shuffle/1, numbers": " ".join(map(str, words)),
        "below 110, 109, 108": " ".join(str(word % bound) for word, bound in zip(words, (110, 109, 108), strict=True)),
        "first 12 cards": " ".join(cards[:12]),
        "last 3 cards": " ".join(cards[-3:]),
        **{f"deal {seat}": lines[f"deal {seat}"] for seat in "AC"},
        **{f"draw/1/{seat} below 6": str(chance.draw(1, seat, 6)) for seat in "AC"},
        **{f"draw {seat}": lines[f"draw {seat}"] for seat in "AC"},
    }


def _bytes(seed: str, message: str) -> bytes:
    return hmac.digest(seed.encode(), message.encode(), "sha256")
