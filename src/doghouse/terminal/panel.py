"""What stands beside the board: the round, the players, the hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from doghouse.terminal.phrasing import Words
from doghouse.terminal.scene import Scene
from doghouse.terminal.theme import Theme

GAP = 2  # columns between the board and the panel
WIDE = 30  # columns that the whole table of players needs, with names of ordinary length
LONGEST_NAME = 10


def draw_panel(scene: Scene, words: Words, theme: Theme, width: int) -> Group:
    """The round and the players."""
    dealing = [words.text("panel.dealer", seat=scene.dealer), words.text("panel.begins", seat=scene.starter)]
    dot = f" {theme.dot} "
    heading = words.text("panel.round", number=scene.round) + dot + words.text("panel.cards", count=scene.deal)
    return Group(
        Text(heading, style=theme.style("heading")),
        Text((dot if width >= WIDE else "\n").join(dealing)),
        Text(words.text("panel.next_deal", count=scene.next_deal)),
        Text(),
        _players(scene, words, theme, wide=width >= WIDE),
    )


def _players(scene: Scene, words: Words, theme: Theme, wide: bool) -> Table:
    """Turn, letter and name, cards in hand, marbles in the finish, last card; the finish only where there is room."""
    titles = ["panel.hand", "panel.finish", "panel.last"] if wide else ["panel.hand", "panel.last"]
    table = Table.grid(padding=(0, 1))
    table.add_column(width=1)
    table.add_column(no_wrap=True)
    for title in titles:
        table.add_column(justify="left" if title == "panel.last" else "right", no_wrap=True)
    table.add_row("", "", *(Text(words.text(key), theme.style("hint")) for key in titles))
    for seat in scene.rules.seats:
        style = theme.seat(seat)
        cells = {
            "panel.hand": str(scene.cards_left.get(seat, 0)),
            "panel.finish": str(sum("+" in field for field in scene.marbles[seat])),
            "panel.last": _latest(scene, seat, words),
        }
        table.add_row(
            Text(theme.turn if seat == scene.turn else "", style=style),
            Text(_short_name(seat, words, wide), style=f"bold {style}" if style else ""),
            *(cells[title] for title in titles),
        )
    return table


def _short_name(seat: str, words: Words, wide: bool) -> str:
    name = words.text("seat.you") if seat == words.person else words.names.get(seat, "")
    return f"{seat} {name[:LONGEST_NAME]}".rstrip() if wide else seat


def _latest(scene: Scene, seat: str, words: Words) -> str:
    if seat in scene.laid_down:
        return words.text("panel.out")
    return scene.latest.get(seat, "")


def draw_hand(hand: Sequence[str], playable: Collection[str], words: Words, theme: Theme) -> Text:
    """The cards of the player; those that cannot be played now are faint, or in brackets."""
    text = Text(f"{words.text('panel.your_hand')} ")
    for card in hand:
        if theme.plain:
            text.append(f"[{card}] " if card in playable else f"({card}) ")
        else:
            text.append(f" {card} ", theme.style("card" if card in playable else "idle card"))
            text.append(" ")
    return text


def beside(board: RenderableType, board_width: int, panel: RenderableType, panel_width: int) -> Table:
    """The board with the panel to its right."""
    table = Table.grid(padding=(0, GAP, 0, 0))
    table.add_column(no_wrap=True, width=board_width)
    table.add_column(width=panel_width)
    table.add_row(board, panel)
    return table
