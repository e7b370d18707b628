"""Draw the board of docs/notation.md and the learning curves of docs/strength.md: ``make pictures``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import doghouse as dog
from doghouse.terminal.geometry import Cell, geometry
from doghouse.training.evaluation import Evaluation
from doghouse.training.learning_curve import draw

HERE = Path(__file__).parents[1] / "docs" / "pictures"
UNIT = 26
MARGIN = 34
COLOURS = {"A": "#c0392b", "B": "#2471a3", "C": "#d4ac0d", "D": "#1e8449"}
POSITION = {
    "rules": {"players": 4},
    "marbles": {
        "A": ["A+3", "A+4", "B6", "D10"],
        "B": ["B+4", "B0!", "C11", "D1"],
        "C": ["C+2", "A4", "B13", "C-"],
        "D": ["D0!", "A13", "C3", "D-"],
    },
    "hands": {"A": ["7", "J"], "B": ["5"], "C": ["K"], "D": ["Q"]},
    "turn": "A",
    "phase": "play",
}
HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}" role="img"
 aria-label="A Dog board with four sections in the middle of a game">
<defs>
<linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="#e8c894"/><stop offset=".5" stop-color="#d9b277"/><stop offset="1" stop-color="#c89a5b"/>
</linearGradient>
<radialGradient id="hole" cx=".5" cy=".42" r=".6">
<stop offset="0" stop-color="#6b4a26"/><stop offset=".75" stop-color="#8a6236"/><stop offset="1" stop-color="#b98d55"/>
</radialGradient>
{gradients}
</defs>
<rect x="3" y="3" width="{inner}" height="{inner}" rx="34" fill="url(#wood)" stroke="#9c6f38" stroke-width="3"/>
"""


def main() -> None:
    game = dog.Game.from_position(POSITION)  # validates it
    picture = "\n".join(_picture(game.marbles(), game.rules.sections))
    (HERE / "board.svg").write_text(picture + "\n", encoding="utf-8")
    for file in sorted(HERE.glob("learning-*.json")):
        curve = [Evaluation(**point) for point in json.loads(file.read_text(encoding="utf-8"))]
        file.with_suffix(".svg").write_text(draw(file.stem.removeprefix("learning-"), curve), encoding="utf-8")


def _picture(marbles: dict[str, list[str]], sections: int) -> Iterator[str]:
    board = geometry(sections)
    size = 20 * UNIT + 2 * MARGIN
    gradients = "".join(
        f'<radialGradient id="marble{seat}" cx=".34" cy=".28" r=".8"><stop offset="0" stop-color="#fff"/>'
        f'<stop offset=".3" stop-color="{colour}"/><stop offset=".8" stop-color="{colour}"/>'
        '<stop offset="1" stop-color="#2a1a0c"/></radialGradient>'
        for seat, colour in COLOURS.items()
    )
    yield HEAD.format(size=size, inner=size - 6, gradients=gradients).rstrip()
    for name, cell in board.fields.items():
        yield _hole(cell, name[0] if name[1:] == "0" or "+" in name else None)
    for seat, cells in board.kennels.items():
        yield from (_hole(cell, seat) for cell in cells)
    for seat, fields in marbles.items():
        kennel = iter(board.kennels[seat])
        for field in fields:
            cell = next(kennel) if field.endswith("-") else board.fields[field.rstrip("!")]
            yield from _marble(cell, seat, field.endswith("!"))
    yield "</svg>"


def _centre(cell: Cell) -> tuple[float, float]:
    column, row = cell
    return MARGIN + (column / 2 + 10) * UNIT, MARGIN + (10 - row) * UNIT


def _hole(cell: Cell, seat: str | None) -> str:
    x, y = _centre(cell)
    rim = f' stroke="{COLOURS[seat]}" stroke-width="2.6"' if seat else ' stroke="#a87c45" stroke-width="1"'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{8.4 if seat else 7.4}" fill="url(#hole)"{rim}/>'


def _marble(cell: Cell, seat: str, fresh: bool) -> Iterator[str]:
    x, y = _centre(cell)
    if fresh:  # a ring: it blocks the way
        yield f'<circle cx="{x:g}" cy="{y:g}" r="14" fill="none" stroke="{COLOURS[seat]}" stroke-width="3"/>'
    yield f'<circle cx="{x + 1:g}" cy="{y + 2:g}" r="10.6" fill="#3b2610" fill-opacity=".45"/>'
    yield f'<circle cx="{x:g}" cy="{y:g}" r="10.4" fill="url(#marble{seat})"/>'
    yield (
        f'<text x="{x:g}" y="{y + 3.8:g}" text-anchor="middle" font-family="sans-serif" font-size="10.5" '
        f'font-weight="bold" fill="#fff">{seat}</text>'
    )


if __name__ == "__main__":
    main()
