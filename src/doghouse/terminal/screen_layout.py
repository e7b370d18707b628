"""How board, panel and list are put together, so that as much as possible is in sight at once."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Group, RenderableType

from doghouse.terminal.board import draw_board
from doghouse.terminal.geometry import geometry
from doghouse.terminal.panel import GAP, beside, draw_panel
from doghouse.terminal.phrasing import Words
from doghouse.terminal.scene import Scene
from doghouse.terminal.screen import Screen

NARROWEST_PANEL = 18
NARROWEST_LIST = 30
LIST_LENGTHS = (15, 12, 10, 9, 8, 7, 6)


def show_board(screen: Screen, scene: Scene, words: Words, *more: RenderableType) -> None:
    """The board, the panel, and below the panel whatever belongs to the moment."""
    room = panel_width(screen, scene)
    width = len(geometry(scene.rules.sections).columns)
    board, panel = draw_board(scene, screen.theme), draw_panel(scene, words, screen.theme, room)
    if room < NARROWEST_PANEL:
        screen.show(board, panel, *more)
    elif room < NARROWEST_LIST or not fits(screen, scene, Group(panel, *more)):
        screen.show(beside(board, width, panel, room), *more)
    else:
        screen.show(beside(board, width, Group(panel, *more), room))


def list_length(screen: Screen, scene: Scene, words: Words, build: Callable[[int], RenderableType]) -> int:
    """How long a list may be so that it has its place beside the board; the longest, if none has."""
    room = panel_width(screen, scene)
    if room >= NARROWEST_LIST:
        panel = draw_panel(scene, words, screen.theme, room)
        for length in LIST_LENGTHS:
            if fits(screen, scene, Group(panel, build(length))):
                return length
    return LIST_LENGTHS[0]


def panel_width(screen: Screen, scene: Scene) -> int:
    return screen.console.width - len(geometry(scene.rules.sections).columns) - GAP


def fits(screen: Screen, scene: Scene, panel: RenderableType) -> bool:
    """Whether a panel is no higher than the board."""
    options = screen.console.options.update(width=max(1, panel_width(screen, scene)))
    return len(screen.console.render_lines(panel, options)) <= len(geometry(scene.rules.sections).rows)
