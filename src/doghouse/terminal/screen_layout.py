"""Show the board, headings and results; arrange board, panel and list so that most is visible at once."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Group, RenderableType

from doghouse.rules.game import Game
from doghouse.terminal.board import draw_board
from doghouse.terminal.geometry import geometry
from doghouse.terminal.panel import GAP, beside, draw_panel
from doghouse.terminal.phrasing import Phrasing
from doghouse.terminal.scene import Scene
from doghouse.terminal.screen import Screen

MIN_PANEL_WIDTH = 18
MIN_LIST_WIDTH = 30
LIST_LENGTHS = (15, 12, 10, 9, 8, 7, 6)


def show_board(screen: Screen, scene: Scene, phrasing: Phrasing, *more: RenderableType) -> None:
    """Show the board, the panel, and ``more`` below the panel."""
    room = _panel_width(screen, scene)
    width = len(geometry(scene.rules.sections).columns)
    board, panel = draw_board(scene, screen.theme), draw_panel(scene, phrasing, screen.theme, room)
    if room < MIN_PANEL_WIDTH:
        screen.show(board, panel, *more)
    elif room < MIN_LIST_WIDTH or not _fits(screen, scene, Group(panel, *more)):
        screen.show(beside(board, width, panel, room), *more)
    else:
        screen.show(beside(board, width, Group(panel, *more), room))


def show_round_heading(screen: Screen, scene: Scene, phrasing: Phrasing) -> None:
    heading = phrasing.text(
        "round.heading",
        number=scene.round,
        count=scene.deal,
        dealer=phrasing.seat(scene.dealer),
        starter=phrasing.seat(scene.starter),
    )
    dashes = screen.theme.dash * 2
    screen.say(f"{dashes} {heading} {dashes}", "heading")


def show_outcome(game: Game, screen: Screen, phrasing: Phrasing) -> None:
    """Show the winners and the standings, if the game is over."""
    outcome = game.outcome
    if outcome is None:
        return
    winners = phrasing.seats(outcome.winners)
    if outcome.winners != game.rules.team(outcome.winners[0]):
        screen.say(phrasing.text("outcome.tie", winners=winners), "heading")
    elif phrasing.own_seat and phrasing.own_seat in outcome.winners:
        mates = outcome.winners.replace(phrasing.own_seat, "")
        key = "outcome.you_win" if not mates else "outcome.your_team_wins"
        screen.say(phrasing.text(key, mates=phrasing.seats(mates)), "good")
    else:
        key = "outcome.wins" if len(outcome.winners) == 1 else "outcome.team_wins"
        screen.say(phrasing.text(key, winners=winners), "heading")
    for standing in outcome.standings:
        text = phrasing.text(
            "outcome.standing",
            team=phrasing.seats(standing.team),
            finished=standing.finished,
            marbles=4 * len(standing.team),
            to_go=standing.to_go,
        )
        screen.say(f"  {text}")


def list_length(screen: Screen, scene: Scene, phrasing: Phrasing, build: Callable[[int], RenderableType]) -> int:
    """Return the length of the longest list that fits beside the board, or the maximum if none does."""
    room = _panel_width(screen, scene)
    if room >= MIN_LIST_WIDTH:
        panel = draw_panel(scene, phrasing, screen.theme, room)
        for length in LIST_LENGTHS:
            if _fits(screen, scene, Group(panel, build(length))):
                return length
    return LIST_LENGTHS[0]


def _panel_width(screen: Screen, scene: Scene) -> int:
    return screen.console.width - len(geometry(scene.rules.sections).columns) - GAP


def _fits(screen: Screen, scene: Scene, panel: RenderableType) -> bool:
    """Whether a panel is no taller than the board."""
    options = screen.console.options.update(width=max(1, _panel_width(screen, scene)))
    return len(screen.console.render_lines(panel, options)) <= len(geometry(scene.rules.sections).rows)
