"""Draw the numbered list of plays."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from doghouse.rules.notation import Play
from doghouse.rules.options import Option
from doghouse.terminal.option_groups import Line
from doghouse.terminal.panel import draw_hand
from doghouse.terminal.phrasing import Phrasing
from doghouse.terminal.play_builder import PlayBuilder
from doghouse.terminal.play_stages import Stage
from doghouse.terminal.scene import owners
from doghouse.terminal.theme import Theme


def draw_options(builder: PlayBuilder, phrasing: Phrasing, theme: Theme) -> Group:
    """Draw the hand, the 7 so far, and the numbered list."""
    game = builder.game
    parts: list[RenderableType] = [
        Text(),
        draw_hand(game.hand(game.turn or ""), builder.cards(), phrasing, theme),
        Text(),
    ]
    if builder.in_seven:
        parts.append(Text(seven_text(builder, phrasing), style=theme.style("heading")))
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for number, line in enumerate(builder.lines(), 1):
        head, text = line_text(line, builder, phrasing)
        cells = [text] if builder.in_seven else [Text(head, theme.style("number")), text]
        table.add_row(Text(f"{number})", theme.style("hint")), *cells)
    return Group(*parts, table)


def seven_text(builder: PlayBuilder, phrasing: Phrasing) -> str:
    """The chunks of a 7 so far, and the points left."""
    level = builder.level
    left = phrasing.text("seven.points_left", count=level.points_left)
    if not Play.parse(level.partial).moves:
        return left
    return f"{phrasing.text('seven.so_far', play=level.partial)}\n{left}"


def line_text(line: Line, builder: PlayBuilder, phrasing: Phrasing) -> tuple[str, str]:
    """Return the card and the text of a line; no card inside a 7."""
    option = line.options[0]
    head = "" if builder.in_seven else option.play.split()[0]
    count = len(line.options)
    if line.group == "more":
        return "", phrasing.text("list.more", count=count)
    if line.group == "marble":
        return head, phrasing.text("list.marble", marble=_marble(line.key, builder, phrasing), count=count)
    if line.group:
        card = phrasing.card(line.key) if line.group == "card" else phrasing.head(Play.parse(line.key))
        return line.key, phrasing.text("list.card", card=card, count=count)
    return head, option_text(option, builder, phrasing)


def _marble(field: str, builder: PlayBuilder, phrasing: Phrasing) -> str:
    seat = builder.game.turn or ""
    if field.endswith("-") or not field:
        return phrasing.text("list.other_plays")
    return phrasing.marble(seat, owners(builder.level.marbles).get(field, seat), field)


def option_text(option: Option, builder: PlayBuilder, phrasing: Phrasing) -> str:
    seat, play = builder.game.turn or "", Play.parse(option.play)
    if play.acts_as == "7" and not play.moves:
        return phrasing.text("seven.step_by_step")
    stages = [Stage(play.moves[-1], builder.level.marbles, option.sends_home)] if play.moves else []
    return phrasing.play(seat, play, stages)
