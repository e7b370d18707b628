"""What the terminal lends for showing advice, so that this room need not enter that one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Protocol

from rich.console import Console
from rich.text import Text

from doghouse.rules.notation import Play


class Teller(Protocol):
    """A position for the player of one seat: its board, its hand, and words for seats, cards and plays."""

    @property
    def console(self) -> Console: ...
    @property
    def plain(self) -> bool: ...
    def style(self, name: str) -> str: ...
    def show_board(self) -> None: ...
    def hand(self, playable: Collection[str]) -> Text: ...
    def seat(self, seat: str) -> str: ...
    def card(self, card: str) -> str: ...
    def play(self, play: Play) -> str: ...


MakeTeller = Callable[[dict[str, Any], str, Mapping[str, str]], Teller]  # of a view, a language, and a game's headers
