"""Print one position: its board, a hand, and plays in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from rich.text import Text

from doghouse.i18n import Catalogue
from doghouse.rules.notation import Play
from doghouse.rules.rules import Rules
from doghouse.terminal.panel import draw_hand
from doghouse.terminal.phrasing import Phrasing
from doghouse.terminal.play_stages import Stage
from doghouse.terminal.replay import player_names
from doghouse.terminal.scene import Marbles, owners, scene_from_view
from doghouse.terminal.screen import Screen
from doghouse.terminal.screen_layout import show_board


class PositionPrinter:
    """Prints the view of one seat for its player; ``headers`` of a record name the other players."""

    def __init__(self, view: Mapping[str, Any], language: str, headers: Mapping[str, str]) -> None:
        self.view = view
        self.screen = Screen()
        rules = Rules.from_json(view["rules"])
        self.phrasing = Phrasing(Catalogue.load(language), rules, view["seat"], player_names(headers))

    def show_board(self) -> None:
        show_board(self.screen, scene_from_view(self.view), self.phrasing)

    def hand(self, playable: Collection[str]) -> Text:
        return draw_hand(self.view["hand"], playable, self.phrasing, self.screen.theme)

    def play(self, play: Play) -> str:
        """What a play does, except whom it sends home."""
        return self.phrasing.play(self.view["seat"], play, list(_stages(self.view["marbles"], play)))


def _stages(marbles: Marbles, play: Play) -> Iterator[Stage]:
    """Yield each move with the marbles as the moves before it left them."""
    for move in play.moves:
        yield Stage(move, marbles, ())
        owner = owners(marbles).get(move.source, move.source[0])
        marbles = {
            seat: [field for field in fields if field.rstrip("!") not in (move.source, move.target)]
            for seat, fields in marbles.items()
        }
        marbles[owner].append(move.target)
