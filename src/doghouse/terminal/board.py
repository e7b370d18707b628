"""The board as coloured text: ring, finishes, kennels, marbles, and the last card in the middle."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text

from doghouse.terminal.geometry import Cell, geometry
from doghouse.terminal.scene import Scene
from doghouse.terminal.theme import Theme


class _Canvas:
    """Characters with a style each, addressed by column and row."""

    def __init__(self) -> None:
        self._signs: dict[Cell, tuple[str, str]] = {}

    def write(self, cell: Cell, text: str, style: str) -> None:
        column, row = cell
        for place, sign in enumerate(text):
            self._signs[column + place, row] = sign, style

    def text(self, columns: range, rows: range) -> Text:
        lines = []
        for row in reversed(rows):
            signs = [self._signs.get((column, row), (" ", "")) for column in columns]
            line = Text(no_wrap=True)
            for style, run in groupby(signs, key=lambda found: found[1]):
                line.append("".join(sign for sign, _style in run), style)
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines)


def draw_board(scene: Scene, theme: Theme) -> Text:
    place = geometry(scene.rules.sections)
    canvas = _Canvas()
    for name, cell in place.fields.items():
        canvas.write(cell, *_empty_field(name, theme))
    for name, cell in place.labels.items():
        section, number = name[0], name[1:]
        canvas.write(
            cell, name if number == "0" else number, theme.seat(section) if number == "0" else theme.style("ring")
        )
    for seat in scene.rules.seats:
        for cell in place.kennels[seat]:
            canvas.write(cell, theme.kennel, theme.empty(seat))
    for seat, marbles in scene.marbles.items():
        waiting = iter(place.kennels[seat])
        for name in marbles:
            cell = next(waiting) if name.endswith("-") else place.fields[name.rstrip("!")]
            canvas.write(cell, *(theme.fresh(seat) if name.endswith("!") else theme.standing(seat)))
    if scene.last is not None:
        _draw_last_card(canvas, *scene.last, theme)
    return canvas.text(place.columns, place.rows)


def _empty_field(name: str, theme: Theme) -> tuple[str, str]:
    if name[1] == "+":
        return theme.finish, theme.empty(name[0])
    if name[1:] == "0":
        return theme.start, theme.empty(name[0])
    return theme.ring, theme.style("ring")


def _draw_last_card(canvas: _Canvas, seat: str, card: str, theme: Theme) -> None:
    """The card on top of the pile, in the middle of the board, with the letter of who played it."""
    upper_left, upper_right, lower_left, lower_right, edge = theme.frame
    inside = f" {card} "
    left = -(len(inside) // 2)
    side = "|" if theme.plain else "│"
    style = theme.seat(seat)
    canvas.write((left - 1, 1), f"{upper_left}{edge * len(inside)}{upper_right}", style)
    canvas.write((left - 1, 0), side, style)
    canvas.write((left, 0), inside, theme.style("heading"))
    canvas.write((left + len(inside), 0), side, style)
    canvas.write((left - 1, -1), f"{lower_left}{edge * len(inside)}{lower_right}", style)
    canvas.write((left + len(inside) // 2, -1), seat, style)
