"""Print one position: its board, a hand, and plays in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from doghouse.i18n import Catalogue
from doghouse.rules.notation import Play
from doghouse.rules.rules import Rules
from doghouse.terminal.panel import draw_hand
from doghouse.terminal.phrasing import Words
from doghouse.terminal.play_stages import Stage
from doghouse.terminal.replay import player_names
from doghouse.terminal.scene import Marbles, owners, scene_of_view
from doghouse.terminal.screen import Screen
from doghouse.terminal.screen_layout import show_board


class PositionPrinter:
    """Prints the view of one seat for its player; ``headers`` of a record name the other players."""

    def __init__(self, view: Mapping[str, Any], language: str, headers: Mapping[str, str]) -> None:
        self._view = view
        self._screen = Screen()
        rules = Rules.from_json(view["rules"])
        self._words = Words(Catalogue.load(language), rules, view["seat"], player_names(headers))

    @property
    def console(self) -> Console:
        return self._screen.console

    @property
    def plain(self) -> bool:
        """Whether signs and colours that not every terminal has are to be avoided."""
        return self._screen.plain

    def style(self, name: str) -> str:
        return self._screen.theme.style(name)

    def show_board(self) -> None:
        show_board(self._screen, scene_of_view(self._view), self._words)

    def hand(self, playable: Collection[str]) -> Text:
        return draw_hand(self._view["hand"], playable, self._words, self._screen.theme)

    def seat(self, seat: str) -> str:
        return self._words.seat(seat)

    def card(self, card: str) -> str:
        return self._words.card(card)

    def play(self, play: Play) -> str:
        """What a play does, apart from whom it sends home."""
        return self._words.play(self._view["seat"], play, list(_stages(self._view["marbles"], play)))


def _stages(marbles: Marbles, play: Play) -> Iterator[Stage]:
    """Each move with the marbles as far as they have been moved by then."""
    for move in play.moves:
        yield Stage(move, marbles, ())
        owner = owners(marbles).get(move.source, move.source[0])
        moved = {
            seat: [field for field in fields if field.rstrip("!") != move.target] for seat, fields in marbles.items()
        }
        moved[owner] = [field for field in moved[owner] if field.rstrip("!") != move.source]
        marbles = {**moved, owner: [*moved[owner], move.target]}
