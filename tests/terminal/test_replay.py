"""``doghouse replay``, run as a command."""

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from doghouse import Game, Rules
from doghouse.terminal.replay_moments import read_moments
from doghouse.terminal.session import bot_at
from tests.support.terminal import run


def random_game(players: int, acts: int, seed: int = 1) -> Game:
    """A game of random bots, stopped after some plays."""
    game = Game(Rules(players), seed)
    everyone = {seat: bot_at(seat, "random", f"test {seed}") for seat in game.rules.seats}
    for _ in range(acts):
        for seat in game.to_give():
            game.give(seat, everyone[seat].give(game.view(seat)))
        if game.phase == "over":
            break
        game.play(everyone[game.turn or ""].play(game.view(game.turn)))
    return game


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = random_game(4, 40)
    game.headers = {"Player A": "Anna", "Player B": "Beat", "Player C": "Carla", "Player D": "Dario"}
    file = tmp_path / "game.dog"
    file.write_text(game.record(), encoding="utf-8")
    return file


def heads(output: str) -> list[str]:
    """The number of the moment at each prompt."""
    return re.findall(r"(\d+)/\d+ \(Enter", output)


def test_stepping(record: Path) -> None:
    result = run("replay", str(record), "--language", "en", input="\nn\nb\n12\nr\nb\n1\nb\nnonsense\n999\nq\n")
    assert result.exit_code == 0
    places = heads(result.output)
    assert places[:5] == ["1", "2", "3", "2", "12"]
    second_round = int(places[5])
    assert second_round > 12
    assert places[6:] == [str(second_round - 1), "1", "1", "1", "1"]
    assert "Round 1: 6 cards, dealer" in result.output
    assert "Anna (A) gives Carla (C): " in result.output
    assert "That is the beginning of the record." in result.output
    assert "a number from 1 to" in result.output


def test_the_end_of_the_record(record: Path) -> None:
    count = len(read_moments(record.read_text(encoding="utf-8")))
    result = run("replay", str(record), "--language", "en", input=f"{count}\n\nr\n")
    assert heads(result.output) == ["1", str(count), str(count), str(count)]
    assert result.output.count("That is the end of the record.") == 2
    assert result.exit_code == 0


def test_all_prints_the_whole_game(record: Path) -> None:
    result = run("replay", "--all", str(record), "--language", "de")
    assert result.exit_code == 0
    assert "Runde 1: 6 Karten" in result.output
    text = re.compile(r"^(Anna|Beat|Carla|Dario) \(.\) (spielt|kann nicht fahren)", re.MULTILINE)
    assert len(text.findall(result.output)) == 40


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_moment_matches_the_game(players: int) -> None:
    game = Game(Rules(players), 5)
    everyone = {seat: bot_at(seat, "random", "moments") for seat in game.rules.seats}
    boards = []
    for _ in range(60):
        for seat in game.to_give():
            game.give(seat, everyone[seat].give(game.view(seat)))
        game.play(everyone[game.turn or ""].play(game.view(game.turn)))
        boards.append(game.marbles())
    for record in (game.record(), without_seed(game.record())):
        moments = read_moments(record)
        plays = [moment for moment in moments if moment.kind == "play"]
        assert [moment.scene.marbles for moment in plays] == boards
        assert [moment.scene.round for moment in moments] == sorted(moment.scene.round for moment in moments)


def without_seed(record: str) -> str:
    return re.sub(r"^Seed: .*\n", "", record, flags=re.MULTILINE)


def test_the_last_play_of_a_round_still_belongs_to_it() -> None:
    moments = read_moments(random_game(4, 60).record())
    ends = [before for before, after in pairwise(moments) if after.kind == "deal"]
    assert ends
    for moment in ends:
        assert set(moment.scene.cards_left.values()) == {0}
        assert moment.scene.turn is None


def test_a_record_without_hands(tmp_path: Path) -> None:
    file = tmp_path / "board.dog"
    file.write_text(
        re.sub(r"^(deal|give|Seed).*\n", "", random_game(4, 40).record(), flags=re.MULTILINE), encoding="utf-8"
    )
    result = run("replay", str(file), "--all", "--language", "en")
    assert result.exit_code == 0
    assert "The hands are not in this record." in result.output
    assert "lays down all cards" in result.output


def test_stopped_game(tmp_path: Path) -> None:
    game = random_game(3, 20)
    game.stop()
    file = tmp_path / "stopped.dog"
    file.write_text(game.record(), encoding="utf-8")
    result = run("replay", str(file), "--all", "--language", "en")
    assert "The game is broken off (R2.5)." in result.output
    assert " won." in result.output


def test_a_game_from_a_position(tmp_path: Path) -> None:
    game = Game.from_position(random_game(4, 10).position())
    if game.turn:
        game.play(bot_at(game.turn, "random", "position").play(game.view(game.turn)))
    file = tmp_path / "position.dog"
    file.write_text(game.record(), encoding="utf-8")
    assert run("replay", str(file), "--all").exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (r"^deal B: .*$", "deal B: nonsense", "'nonsense' is not a card"),
        (r"^Players: 4$", "Players: nine", "expected a number from 2 to 6"),
        (r"^Round 1, .*$", "Round 7", "expected 'Round 1"),
        (r"^([A-D]): \S+ .*$", r"\1: 5 A3>", "is not a move"),
    ],
)
def test_a_broken_record_names_its_line(record: Path, old: str, new: str, problem: str) -> None:
    text = record.read_text(encoding="utf-8")
    broken, count = re.subn(old, new, text, count=1, flags=re.MULTILINE)
    assert count == 1
    record.write_text(broken, encoding="utf-8")
    line = next(
        number
        for number, (was, now) in enumerate(zip(text.splitlines(), broken.splitlines(), strict=True), 1)
        if was != now
    )
    result = run("replay", str(record))
    assert result.exit_code == 1
    assert f"line {line}: " in result.output
    assert problem in result.output
    assert isinstance(result.exception, SystemExit)


def test_invalid_files_are_reported(tmp_path: Path) -> None:
    missing = run("replay", str(tmp_path / "missing.dog"))
    assert (missing.exit_code, "No such file" in missing.output) == (1, True)
    folder = run("replay", str(tmp_path))
    assert (folder.exit_code, "directory" in folder.output) == (1, True)
    binary = tmp_path / "binary.dog"
    binary.write_bytes(b"Players: 4\n\xff\xfe")
    result = run("replay", str(binary))
    assert result.exit_code == 1
    assert "line 2: not UTF-8 text" in result.output


def test_corrupt_records_never_cause_a_traceback(record: Path) -> None:
    chance = random.Random(1)
    lines = record.read_text(encoding="utf-8").splitlines()
    for _ in range(100):
        broken = list(lines)
        at = chance.randrange(len(broken))
        if chance.random() < 0.5:
            del broken[at]
        else:
            broken[at] = "".join(chance.choice("AB5>+- :?") for _ in range(8))
        record.write_text("\n".join(broken), encoding="utf-8")
        result = run("replay", str(record), "--all")
        assert result.exit_code in (0, 1)
        assert result.exception is None or isinstance(result.exception, SystemExit)
