"""``doghouse play`` in a real terminal: colour, Ctrl-C, saving the record, undoing chunks of a 7."""

import sys
from pathlib import Path

import pytest

from doghouse import Game

if sys.platform == "win32":
    pytest.skip("a pseudo-terminal is needed", allow_module_level=True)

from tests.support.terminal import Terminal

THREE = ("play", "--players", "3", "--seed", "14", "--language", "en")  # A begins with 5 7 8 9 10 J


def test_ctrl_c_says_goodbye_and_saves_the_record(tmp_path: Path) -> None:
    with Terminal(*THREE, cwd=tmp_path) as terminal:
        terminal.wait_for("Your play")
        terminal.type("c8")
        terminal.wait_for("1) 8 marble A0 to A8")
        terminal.type("1")
        at = terminal.wait_for("You play 8")
        terminal.wait_for("Your play", at)
        terminal.interrupt()
        terminal.wait_for("Save the record?")
        terminal.type("")
        terminal.wait_for("Goodbye!")
        assert terminal.exit_code() == 0
        assert "Traceback" not in terminal.text
    (file,) = tmp_path.glob("dog-*.dog")
    record = file.read_text(encoding="utf-8")
    assert Game.from_record(record).phase == "play"
    assert "\nA: 8 A0>A8\n" in record


def test_second_ctrl_c_exits_without_saving(tmp_path: Path) -> None:
    with Terminal(*THREE, cwd=tmp_path) as terminal:
        terminal.wait_for("Your play")
        terminal.interrupt()
        terminal.wait_for("Save the record?")
        terminal.interrupt()
        terminal.wait_for("Goodbye!")
        assert terminal.exit_code() == 0
        assert "Traceback" not in terminal.text
    assert list(tmp_path.iterdir()) == []


def test_record_can_be_declined_and_overwriting_needs_confirmation(tmp_path: Path) -> None:
    (tmp_path / "mine.dog").write_text("precious", encoding="utf-8")
    with Terminal(*THREE, cwd=tmp_path) as terminal:
        terminal.wait_for("Your play")
        terminal.type("quit")
        at = terminal.wait_for("Save the record?")
        terminal.type("mine.dog")
        at = terminal.wait_for("Replace it?", at)
        terminal.type("n")
        at = terminal.wait_for("Save the record?", at)
        terminal.type("no/such/place.dog")
        at = terminal.wait_for("could not be written", at)
        terminal.wait_for("Save the record?", at)
        terminal.type("n")
        terminal.wait_for("Goodbye!")
        assert terminal.exit_code() == 0
    assert (tmp_path / "mine.dog").read_text(encoding="utf-8") == "precious"


def test_end_of_input_says_how_to_save(tmp_path: Path) -> None:
    with Terminal(*THREE, cwd=tmp_path) as terminal:
        terminal.wait_for("Your play")
        terminal.end_of_input()
        terminal.wait_for("--record FILE")
        terminal.wait_for("Goodbye!")
        assert terminal.exit_code() == 0


def test_chunks_of_a_seven_are_undone(tmp_path: Path) -> None:
    with Terminal(*THREE, cwd=tmp_path) as terminal:
        at = terminal.wait_for("Your play")
        terminal.type("c7")
        at = terminal.wait_for("Points left: 7", at)
        terminal.type("A0>A3")
        at = terminal.wait_for("So far: 7 A0>A3", at)
        at = terminal.wait_for("Points left: 4", at)
        terminal.type("B0>B2")
        at = terminal.wait_for("So far: 7 A0>A3 B0>B2", at)
        at = terminal.wait_for("Points left: 2", at)
        terminal.type("undo")
        at = terminal.wait_for("Points left: 4", at)
        terminal.type("undo")
        at = terminal.wait_for("Points left: 7", at)
        terminal.type("c9")
        at = terminal.wait_for("1) 9 marble A0 to A9", at)
        terminal.type("7 A0>A3 A3>A7")
        terminal.wait_for("You play 7: marble A0 to A3; marble A3 to A7", at)
        terminal.interrupt()


def test_colour_in_a_terminal_and_none_with_no_color(tmp_path: Path) -> None:
    with Terminal(*THREE, cwd=tmp_path) as terminal:
        terminal.wait_for("Your play")
        assert "\x1b[" in terminal.raw
        assert "●" in terminal.raw
    with Terminal(*THREE, cwd=tmp_path, environment={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for("Your play")
        assert "*A" in terminal.text
        assert terminal.text.replace("Brändi", "").isascii()
        assert "\x1b[3" not in terminal.raw
        assert "\x1b[1" not in terminal.raw


def test_ctrl_c_ends_a_replay(tmp_path: Path) -> None:
    file = tmp_path / "game.dog"
    file.write_text(Game(seed=1).record(), encoding="utf-8")
    with Terminal("replay", str(file), "--language", "en", cwd=tmp_path) as terminal:
        terminal.wait_for("1/1 (Enter")
        terminal.interrupt()
        assert terminal.exit_code() == 0
        assert "Traceback" not in terminal.text
        assert "Aborted" not in terminal.text
