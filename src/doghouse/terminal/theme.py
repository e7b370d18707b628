"""Colours and glyphs: colour with round marbles, or plain ASCII for pipes, NO_COLOR and simple terminals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# Mid-tones are legible on dark and light backgrounds; every marble carries its letter as well.
_COLOURS = {"A": "#e0483e", "B": "#3d8bea", "C": "#2fa557", "D": "#d39a00", "E": "#b565c9", "F": "#1fa3a8"}


@dataclass(frozen=True)
class Theme:
    plain: bool
    ring: str
    start: str
    finish: str
    kennel: str
    marble: str
    turn: str
    dot: str
    dash: str
    frame: tuple[str, str, str, str, str, str]  # corners and edges of a card: ╭ ╮ ╰ ╯ ─ │

    def seat(self, seat: str) -> str:
        """The style of a seat and of its empty fields."""
        return "" if self.plain else _COLOURS[seat]

    def standing(self, seat: str) -> tuple[str, str]:
        """Glyph and style of a marble that may be passed."""
        return f"{self.marble}{seat}", "" if self.plain else f"bold {_COLOURS[seat]}"

    def fresh(self, seat: str) -> tuple[str, str]:
        """Glyph and style of a marble that blocks the ring."""
        return f"{seat}!", "" if self.plain else f"bold #ffffff on {_COLOURS[seat]}"

    def style(self, name: str) -> str:
        return "" if self.plain else _STYLES[name]


_STYLES: Mapping[str, str] = {
    "ring": "bright_black",
    "heading": "bold",
    "hint": "dim",
    "bad": "bold #e0483e",
    "good": "bold #2fa557",
    "number": "bold",
    "bar": "#2fa557",
    "card": "bold #202020 on #e8e4d8",
    "idle card": "#707070 on #c4c0b4",
}

COLOUR = Theme(False, "·", "○", "◦", "◌", "●", "▶", "·", "–", ("╭", "╮", "╰", "╯", "─", "│"))
PLAIN = Theme(True, ".", "o", "+", "-", "*", ">", "-", "-", ("+", "+", "+", "+", "-", "|"))
