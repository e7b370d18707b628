"""The numbered list of a player's plays, in words."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from doghouse.rules.notation import Play
from doghouse.rules.options import Option
from doghouse.terminal.option_groups import Line
from doghouse.terminal.panel import draw_hand
from doghouse.terminal.phrasing import Words
from doghouse.terminal.play_builder import Choosing
from doghouse.terminal.play_stages import Stage
from doghouse.terminal.scene import owners
from doghouse.terminal.theme import Theme


def draw_choices(choosing: Choosing, words: Words, theme: Theme) -> Group:
    """The hand, how far a 7 has come, and the numbered list."""
    game = choosing.game
    parts: list[RenderableType] = [
        Text(),
        draw_hand(game.hand(game.turn or ""), choosing.cards(), words, theme),
        Text(),
    ]
    if choosing.in_seven:
        parts.append(Text(so_far(choosing, words), style=theme.style("heading")))
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for number, line in enumerate(choosing.lines(), 1):
        head, told = tell_line(line, choosing, words)
        cells = [told] if choosing.in_seven else [Text(head, theme.style("number")), told]
        table.add_row(Text(f"{number})", theme.style("hint")), *cells)
    return Group(*parts, table)


def so_far(choosing: Choosing, words: Words) -> str:
    """A 7 as far as it is entered, and what is left of it."""
    level = choosing.level
    left = words.text("seven.points_left", count=level.points_left)
    if not Play.parse(level.partial).moves:
        return left
    return f"{words.text('seven.so_far', play=level.partial)}\n{left}"


def tell_line(line: Line, choosing: Choosing, words: Words) -> tuple[str, str]:
    """The card and the words of a line; inside a 7 the card is clear."""
    option = line.options[0]
    head = "" if choosing.in_seven else option.play.split()[0]
    count = len(line.options)
    if line.group == "more":
        return "", words.text("list.more", count=count)
    if line.group == "marble":
        return head, words.text("list.marble", marble=_marble(line.key, choosing, words), count=count)
    if line.group:
        card = words.card(line.key) if line.group == "card" else words.head(Play.parse(line.key))
        return line.key, words.text("list.card", card=card, count=count)
    return head, tell_option(option, choosing, words)


def _marble(field: str, choosing: Choosing, words: Words) -> str:
    seat = choosing.game.turn or ""
    if field.endswith("-") or not field:
        return words.text("list.other_plays")
    return words.marble(seat, owners(choosing.level.marbles).get(field, seat), field)


def tell_option(option: Option, choosing: Choosing, words: Words) -> str:
    seat, play = choosing.game.turn or "", Play.parse(option.play)
    if play.acts_as == "7" and not play.moves:
        return words.text("seven.step_by_step")
    stages = [Stage(play.moves[-1], choosing.level.marbles, option.sends_home)] if play.moves else []
    return words.play(seat, play, stages)
