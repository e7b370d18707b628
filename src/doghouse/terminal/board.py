"""Draw the board as coloured text: ring, finishes, kennels, marbles, and the last card in the middle."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from rich.text import Text

from doghouse.terminal.geometry import Cell, geometry
from doghouse.terminal.scene import Scene
from doghouse.terminal.theme import Theme


class _Canvas:
    """Styled characters, addressed by column and row."""

    def __init__(self) -> None:
        self._characters: dict[Cell, tuple[str, str]] = {}

    def write(self, cell: Cell, text: str, style: str) -> None:
        column, row = cell
        for offset, character in enumerate(text):
            self._characters[column + offset, row] = character, style

    def text(self, columns: range, rows: range) -> Text:
        lines = []
        for row in reversed(rows):
            characters = [self._characters.get((column, row), (" ", "")) for column in columns]
            line = Text(no_wrap=True)
            for style, run in groupby(characters, key=itemgetter(1)):
                line.append("".join(character for character, _style in run), style)
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines)


def draw_board(scene: Scene, theme: Theme) -> Text:
    board = geometry(scene.rules.sections)
    canvas = _Canvas()
    for name, cell in board.fields.items():
        canvas.write(cell, *_empty_field(name, theme))
    for name, cell in board.labels.items():
        section, number = name[0], name[1:]
        canvas.write(cell, *((name, theme.seat(section)) if number == "0" else (number, theme.style("ring"))))
    for seat in scene.rules.seats:
        for cell in board.kennels[seat]:
            canvas.write(cell, theme.kennel, theme.seat(seat))
    for seat, marbles in scene.marbles.items():
        waiting = iter(board.kennels[seat])
        for name in marbles:
            cell = next(waiting) if name.endswith("-") else board.fields[name.rstrip("!")]
            canvas.write(cell, *(theme.fresh(seat) if name.endswith("!") else theme.standing(seat)))
    if scene.last is not None:
        _draw_last_card(canvas, *scene.last, theme)
    return canvas.text(board.columns, board.rows)


def _empty_field(name: str, theme: Theme) -> tuple[str, str]:
    if name[1] == "+":
        return theme.finish, theme.seat(name[0])
    if name[1:] == "0":
        return theme.start, theme.seat(name[0])
    return theme.ring, theme.style("ring")


def _draw_last_card(canvas: _Canvas, seat: str, card: str, theme: Theme) -> None:
    """Draw the top card of the pile in the middle of the board, with the letter of the seat that played it."""
    upper_left, upper_right, lower_left, lower_right, edge, side = theme.frame
    inside = f" {card} "
    left = -(len(inside) // 2)
    style = theme.seat(seat)
    canvas.write((left - 1, 1), f"{upper_left}{edge * len(inside)}{upper_right}", style)
    canvas.write((left - 1, 0), side, style)
    canvas.write((left, 0), inside, theme.style("heading"))
    canvas.write((left + len(inside), 0), side, style)
    canvas.write((left - 1, -1), f"{lower_left}{edge * len(inside)}{lower_right}", style)
    canvas.write((left + len(inside) // 2, -1), seat, style)
