"""Verifiable chance: a valid record passes ``doghouse verify``, and one with any change fails."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import doghouse as dog
from doghouse.cli import main
from doghouse.rules.notation import CARDS
from doghouse.server.fairness import commitment_to, game_seed, open_seed, record_headers, verify
from doghouse.server.protocol.events import BotSat, Created, Entry, Event, Sat, Seeded, Started, TableSettings
from doghouse.server.tables.table import Table, replay_log
from tests.support.random_play import fair_record
from tests.support.rules_dsl import ALL_RULES

Change = Callable[[str], str]


def run_verify(path: Path, record: str) -> tuple[int, str]:
    """The exit status of ``doghouse verify`` and all that it says."""
    file = path / "game.dog"
    file.write_text(record, encoding="utf-8")
    result = CliRunner().invoke(main, ["verify", str(file)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.mark.parametrize("mode", ALL_RULES)
def test_valid_record_passes(tmp_path: Path, mode: str) -> None:
    record = fair_record(ALL_RULES[mode], 1)
    status, said = run_verify(tmp_path, record)
    assert status == 0, said
    assert "FAIL" not in said
    assert [line.split(":")[0].split()[1] for line in said.splitlines()[:4]] == ["commitment", "seed", "seats", "deals"]
    assert "did not look" in said
    assert ("draw" in record) == (ALL_RULES[mode].exchange == "draw")
    assert ("?" in record) == ALL_RULES[mode].alone


def with_header(name: str, value: str) -> Change:
    def change(record: str) -> str:
        assert re.search(f"^{name}: ", record, re.MULTILINE)
        return re.sub(f"^{name}: .*$", f"{name}: {value}", record, count=1, flags=re.MULTILINE)

    return change


def without_header(name: str) -> Change:
    return lambda record: re.sub(f"^{name}: .*\n", "", record, count=1, flags=re.MULTILINE)


def with_another_card(pattern: str) -> Change:
    """Change the card in the group of the first match; the same kind of card stands there more often than not, so the
    pattern decides which."""

    def change(record: str) -> str:
        found = re.search(pattern, record, re.MULTILINE)
        assert found is not None
        other = next(card for card in CARDS if card != found[1])
        return record[: found.start(1)] + other + record[found.end(1) :]

    return change


def without_line(pattern: str) -> Change:
    return lambda record: re.sub(f"^{pattern}.*\n", "", record, count=1, flags=re.MULTILINE)


OTHER = "0" * 64
TAMPERED: dict[str, tuple[Change, str]] = {
    "commitment": (with_header("Commitment", OTHER), "FAIL  commitment: the house's seed is not the one it committed"),
    "house seed": (with_header("House seed", OTHER), "FAIL  commitment: the house's seed is not the one it committed"),
    "seed of the game": (with_header("Seed", OTHER), "FAIL  seed: the game's seed does not follow"),
    "own seed of a seat": (with_header("Seed of A", "mine"), "FAIL  seed: the game's seed does not follow"),
    "open seed of a seat": (with_header("Seed of B", "mine"), "FAIL  seed: the game's seed does not follow"),
    "a seat without a seed": (without_header("Seed of C"), "FAIL  seed: the game's seed does not follow"),
    "no commitment": (without_header("Commitment"), "FAIL  headers: the record has no header Commitment"),
    "no house seed": (without_header("House seed"), "FAIL  headers: the record has no header House seed"),
    "no seed": (without_header("Seed"), "FAIL  headers: the record has no header Seed"),
    "first dealer": (with_header("First dealer", "B"), "FAIL  deals:"),
    "players": (with_header("Players", "2"), "FAIL  deals:"),
    "exchange": (with_header("Exchange", "pass"), "FAIL  deals:"),
    "dealer": (with_header("Dealer", "fixed"), "FAIL  deals: line"),
    "rules version": (with_header("Rules version", "2"), "FAIL  deals: line"),
    "result": (with_header("Result", "A+B+C"), "Result: the game as recorded gives"),
    "a dealt card": (with_another_card(r"^deal B: (\S+)"), "the seed deals"),
    "a dealt card, later": (with_another_card(r"Round 9,[^~]*?deal C: \S+ (\S+)"), "the seed deals"),
    "a drawn card": (with_another_card(r"^draw A: (\S+)"), "by the seed, A draws"),
    "a taken card": (with_another_card(r"\?[ABC] \((\S+)\)"), "FAIL  deals: line"),
    "a played card": (with_another_card(r"^A: ([2-9]|10|Q) "), "FAIL  deals: line"),
    "a hand is missing": (without_line("deal B"), "the hand of B is missing"),
    "a draw is missing": (without_line("draw B"), "expected 'draw B: '"),
    "a turn is missing": (without_line("C: "), "FAIL  deals: line"),
    "a round is missing": (lambda record: re.sub(r"Round 3,[^~]*?(?=Round 4,)", "", record), "expected 'Round 3,"),
    "a heading": (lambda record: record.replace("Round 2, 5 cards", "Round 2, 4 cards"), "expected 'Round 2, 5 cards"),
    "hands as written": (
        lambda record: record.replace("\nResult:", "\nDeals: as written\nResult:"),
        "FAIL  deals: not every deal follows from that seed",
    ),
    "a seed that is no text": (with_header("House seed", r'"\\ud800"'), "FAIL  headers: a seed is not valid UTF-8"),
    "a seed of the game that is no text": (
        with_header("Seed", r'"\\ud800"'),
        r"FAIL  deals: seed '\ud800' cannot be encoded as UTF-8",
    ),
}


@pytest.mark.parametrize("part", TAMPERED)
def test_changed_record_fails(tmp_path: Path, part: str) -> None:
    change, expected = TAMPERED[part]
    record = fair_record(dog.Rules(players=3), 1)
    changed = change(record)
    assert changed != record
    status, said = run_verify(tmp_path, changed)
    assert status == 1
    assert expected in said
    assert "does not prove" in said


def test_seeds_of_some_seats_only(tmp_path: Path) -> None:
    """A house that leaves out a seat's seed, and computes everything accordingly, is found out."""
    secret, seeds = "secret", {"A": "a", "B": "b", "C": "c"}
    game = dog.Game(seed=game_seed(secret, seeds))
    game.headers["Commitment"] = commitment_to(secret)
    game.headers["House seed"] = secret
    game.headers.update({f"Seed of {seat}": seed for seat, seed in seeds.items()})
    status, said = run_verify(tmp_path, game.record())
    assert status == 1
    assert "FAIL  seats: expected a seed of every seat: A, B, C, D" in said


def test_record_from_a_position_fails(tmp_path: Path) -> None:
    """What came before the position could have been anything."""
    secret, seeds = "secret", dict.fromkeys("ABCD", "seed")
    begun = dog.Game(seed=game_seed(secret, seeds)).position()
    game = dog.Game.from_position(begun)
    game.headers.update(record_headers(commitment_to(secret), secret, seeds))
    status, said = run_verify(tmp_path, game.record())
    assert status == 1
    assert "FAIL  deals: not every deal follows from that seed" in said


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"no record at all", b"Commitment: x\nCommitment: y\n"])
def test_invalid_record_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "game.dog"
    file.write_bytes(content)
    result = CliRunner().invoke(main, ["verify", str(file)])
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit)
    assert "Error: " in result.output


def test_changing_any_single_card_fails() -> None:
    """No dealt or drawn card and no taken one can be changed without being noticed."""
    lines = fair_record(dog.Rules(players=2), 3, most_rounds=6).splitlines()
    changes = 0
    for at, line in enumerate(lines):
        if not re.match(r"(deal|draw) |[AC]: .*\(", line):
            continue
        for found in re.finditer(r"(?<=[ (])(10|[2-9AJQKX])(?=[ )]|$)", line.partition(":")[2]):
            start = len(line.partition(":")[0]) + 1 + found.start()
            if re.match(r"[AC]: ", line) and "(" not in line[:start]:
                continue  # the card played, not the one taken
            other = next(card for card in CARDS if card != found[0])
            changed = [*lines[:at], line[:start] + other + line[start + len(found[0]) :], *lines[at + 1 :]]
            assert not all(check.holds for check in verify("\n".join(changed))), changed[at]
            changes += 1
    assert changes > 60


# The seeds.


def test_seeds_match_the_docs() -> None:
    """docs/fairness.md in a few lines of its own, so that nobody changes the one without the other."""

    def sha(text: str) -> str:
        return hashlib.sha256(text.encode()).hexdigest()

    assert commitment_to("secret") == sha("secret")
    assert open_seed(sha("secret"), "B") == sha(sha("secret") + " B")[:32]
    assert game_seed("secret", {"C": "c", "A": "a"}) == sha("doghouse 1\nsecret\nA a\nC c")


def test_who_has_an_open_seed() -> None:
    details = {check.name: check.detail for check in verify(fair_record(dog.Rules(), 1))}
    assert details["seats"] == "own seeds: A; open seeds (bots, silent seats): B C D"


def table_with(*happened: Event) -> Table:
    created = Created("host", TableSettings("xl", {"players": 4}), commitment_to("secret"), 1)
    entries = [Entry(number, 0, event) for number, event in enumerate([created, *happened], start=1)]
    return replay_log("CODE", "secret", entries)[0]


def test_a_bot_has_the_open_seed_although_somebody_sat_there() -> None:
    """Whoever is replaced by a bot before the first deal leaves no seed behind."""
    commitment = commitment_to("secret")
    table = table_with(Sat("B", "guest", "Beat"), Seeded("B", "mine"), BotSat("B", "puppy"))
    assert table.seeds() == {seat: open_seed(commitment, seat) for seat in "ABCD"}


def test_a_bot_that_takes_over_keeps_the_seed() -> None:
    """In a game the seed of a seat is settled, whoever plays on."""
    seeds = {**{seat: open_seed(commitment_to("secret"), seat) for seat in "ACD"}, "B": "mine"}
    started = Started(dict.fromkeys("ACD", "puppy"), seeds, dict.fromkeys("ABCD", "somebody"))
    table = table_with(Sat("B", "guest", "Beat"), Seeded("B", "mine"), started, BotSat("B", "puppy"))
    assert table.seeds() == seeds
    assert table.game is not None
    assert table.game.seed == game_seed("secret", seeds)
