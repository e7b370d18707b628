"""Draw the panel beside the board: the round, the players, the hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from doghouse.terminal.phrasing import Phrasing
from doghouse.terminal.scene import Scene
from doghouse.terminal.theme import Theme

GAP = 2  # columns between the board and the panel
WIDE_PANEL = 30  # columns for the full table of players, with names of ordinary length
MAX_NAME_LENGTH = 10


def draw_panel(scene: Scene, phrasing: Phrasing, theme: Theme, width: int) -> Group:
    """Draw the round and the players."""
    dealing = [phrasing.text("panel.dealer", seat=scene.dealer), phrasing.text("panel.begins", seat=scene.starter)]
    dot = f" {theme.dot} "
    heading = phrasing.text("panel.round", number=scene.round) + dot + phrasing.text("panel.cards", count=scene.deal)
    return Group(
        Text(heading, style=theme.style("heading")),
        Text((dot if width >= WIDE_PANEL else "\n").join(dealing)),
        Text(phrasing.text("panel.next_deal", count=scene.next_deal)),
        Text(),
        _players(scene, phrasing, theme, wide=width >= WIDE_PANEL),
    )


def _players(scene: Scene, phrasing: Phrasing, theme: Theme, wide: bool) -> Table:
    """Draw turn, letter, name, number of cards, finished marbles and last card; names and finish only if wide."""
    titles = ["panel.hand", "panel.finish", "panel.last"] if wide else ["panel.hand", "panel.last"]
    table = Table.grid(padding=(0, 1))
    table.add_column(width=1)
    table.add_column(no_wrap=True)
    for title in titles:
        table.add_column(justify="left" if title == "panel.last" else "right", no_wrap=True)
    table.add_row("", "", *(Text(phrasing.text(key), theme.style("hint")) for key in titles))
    for seat in scene.rules.seats:
        style = theme.seat(seat)
        cells = {
            "panel.hand": str(scene.cards_left.get(seat, 0)),
            "panel.finish": str(sum("+" in field for field in scene.marbles[seat])),
            "panel.last": phrasing.text("panel.out") if seat in scene.laid_down else scene.latest.get(seat, ""),
        }
        table.add_row(
            Text(theme.turn if seat == scene.turn else "", style=style),
            Text(_short_name(seat, phrasing, wide), style=f"bold {style}" if style else ""),
            *(cells[title] for title in titles),
        )
    return table


def _short_name(seat: str, phrasing: Phrasing, wide: bool) -> str:
    name = phrasing.text("seat.you") if seat == phrasing.own_seat else phrasing.names.get(seat, "")
    return f"{seat} {name[:MAX_NAME_LENGTH]}".rstrip() if wide else seat


def draw_hand(hand: Sequence[str], playable: Collection[str], phrasing: Phrasing, theme: Theme) -> Text:
    """Draw the cards of the player; unplayable ones are faint, or in parentheses."""
    text = Text(f"{phrasing.text('panel.your_hand')} ")
    for card in hand:
        if theme.plain:
            text.append(f"[{card}] " if card in playable else f"({card}) ")
        else:
            text.append(f" {card} ", theme.style("card" if card in playable else "idle card"))
            text.append(" ")
    return text


def beside(board: RenderableType, board_width: int, panel: RenderableType, panel_width: int) -> Table:
    """Put the panel to the right of the board."""
    table = Table.grid(padding=(0, GAP, 0, 0))
    table.add_column(no_wrap=True, width=board_width)
    table.add_column(width=panel_width)
    table.add_row(board, panel)
    return table
