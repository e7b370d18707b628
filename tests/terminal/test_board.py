"""What the drawn board shows, and where."""

import io

import pytest
from rich.console import Console

from doghouse import Game, Rules
from doghouse.i18n import Catalogue
from doghouse.terminal.board import draw_board
from doghouse.terminal.geometry import geometry
from doghouse.terminal.phrasing import Phrasing
from doghouse.terminal.scene import scene_from_game
from doghouse.terminal.screen import Screen
from doghouse.terminal.screen_layout import show_board
from doghouse.terminal.theme import COLOUR, PLAIN
from tests.support.terminal import game_at


def sign_at(lines: list[str], field: str, sections: int) -> str:
    """The two characters of a field."""
    place = geometry(sections)
    column, row = place.fields[field]
    line = lines[place.rows[-1] - row].ljust(100)
    return line[column - place.columns[0] :][:2]


@pytest.mark.parametrize("players", [2, 4, 5, 6])
def test_every_marble_stands_on_its_field(players: int) -> None:
    game = game_at(["5"], players, A=["A0!", "A3", "C9", "A+4"], C=["C0", "C+1"])
    lines = draw_board(scene_from_game(game), PLAIN).plain.splitlines()
    sections = game.rules.sections
    shown = {field: sign_at(lines, field, sections) for field in ("A0", "A3", "C9", "A+4", "C0", "C+1", "A1", "A+1")}
    assert shown == {
        "A0": "A!", "A3": "*A", "C9": "*A", "A+4": "*A", "C0": "*C", "C+1": "*C", "A1": ". ", "A+1": "+ ",
    }  # fmt: skip


def test_marbles_in_the_kennel_are_shown() -> None:
    text = draw_board(scene_from_game(game_at(["5"])), PLAIN).plain
    assert [text.count(f"*{seat}") for seat in "ABCD"] == [4, 4, 4, 4]
    assert "A0" in text


def test_a_fresh_marble_looks_different_in_colour() -> None:
    text = draw_board(scene_from_game(game_at(["5"], A=["A0!", "A3"])), COLOUR)
    console = Console()
    assert text.get_style_at_offset(console, text.plain.index("A!")).bgcolor is not None
    assert text.get_style_at_offset(console, text.plain.index("●A")).bgcolor is None
    assert text.get_style_at_offset(console, text.plain.index("●A")).color is not None


def test_the_last_card_lies_in_the_middle() -> None:
    game = game_at(["X", "5"], A=["A3"])
    game.play("X=Q A3>A15")
    lines = draw_board(scene_from_game(game), PLAIN).plain.splitlines()
    assert "| X=Q |" in lines[10]
    assert "A" in lines[11][18:26]


@pytest.mark.parametrize("width", [30, 80, 100, 140])
@pytest.mark.parametrize("players", [4, 6])
def test_board_and_panel_keep_to_the_width_of_the_terminal(width: int, players: int) -> None:
    screen = Screen(io.StringIO(), {})
    screen.console = Console(file=io.StringIO(), width=width, color_system=None)
    game = Game(Rules(players), seed=1)
    phrasing = Phrasing(Catalogue.load("fr"), game.rules, "A")
    show_board(screen, scene_from_game(game), phrasing)
    output = screen.console.file
    assert isinstance(output, io.StringIO)
    lines = output.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    if width >= 80:
        assert len(lines) == len(geometry(game.rules.sections).rows)
    assert any("Manche 1" in line for line in lines)
