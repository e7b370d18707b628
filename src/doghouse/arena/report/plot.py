"""An SVG plot of the ratings with their intervals, the best bot at the top."""

from __future__ import annotations

import math
import os
from html import escape
from pathlib import Path

from doghouse.arena.errors import ArenaError
from doghouse.arena.plan import Plan
from doghouse.arena.report.text_table import sweep_note
from doghouse.arena.stats.summary import BotLine, Summary

WIDTH, ROW, TOP, BOTTOM, RIGHT = 760, 46, 84, 64, 52
NOTE_HEIGHT, MAX_NOTES = 20, 3
LETTER_WIDTH = 8.0  # approximately
MAX_NAME_LENGTH = 34
INK, GREY, PALE, LINE, ACCENT = "#22252b", "#6b7280", "#f6f4ef", "#dedbd2", "#b4332a"
FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif"


def check(path: Path) -> None:
    """Raise ArenaError if the plot cannot be written, before any game is played."""
    if path.suffix.lower() != ".svg":
        raise ArenaError(f"a plot is an .svg file, not {path.name!r}")
    if not path.absolute().parent.is_dir():
        raise ArenaError(f"no such directory: {str(path.parent)!r}")
    if path.is_dir() or not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise ArenaError(f"cannot write {path}")


def save(path: Path, plan: Plan, summary: Summary) -> None:
    try:
        path.write_text(draw(plan, summary), encoding="utf-8")
    except OSError as error:
        raise ArenaError(f"cannot write {path}: {error.strerror}") from None


def draw(plan: Plan, summary: Summary) -> str:
    bots = sorted((bot for bot in summary.bots if bot.rating), key=lambda bot: -bot.rating.elo if bot.rating else 0.0)
    left = 76 + LETTER_WIDTH * max([min(len(bot.name), MAX_NAME_LENGTH) for bot in bots] or [8])
    notes = _notes(summary)
    height = TOP + ROW * max(len(bots), 1) + BOTTOM + NOTE_HEIGHT * len(notes)
    scale = _Scale(bots, left, WIDTH - RIGHT)
    rules = plan.rules
    teams = "" if rules.alone else f" in {rules.teams}"
    with_whom = f", each with {plan.stranger}" if plan.stranger else ""
    details = f"{rules.players} players{teams}{with_whom}, {summary.games} games on duplicate deals, seed {plan.seed}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="{FONT}" role="img"><title>Ratings of bots</title>',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="28" y="36" font-size="19" font-weight="600" fill="{INK}">Ratings in the arena</text>',
        f'<text x="28" y="58" font-size="13" fill="{GREY}">{escape(details)}</text>',
    ]
    parts += [
        f'<rect x="28" y="{TOP + ROW * row}" width="{WIDTH - 56}" height="{ROW}" fill="{PALE}"/>'
        for row in range(0, len(bots), 2)
    ]
    parts += _axis(scale, TOP, TOP + ROW * len(bots))
    for row, bot in enumerate(bots):
        parts += _row(bot, scale, TOP + ROW * row + ROW / 2)
    parts += [
        f'<text x="28" y="{height - 20 - NOTE_HEIGHT * index}" font-size="12" fill="{GREY}">{escape(note)}</text>'
        for index, note in enumerate(reversed(notes))
    ]
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _notes(summary: Summary) -> list[str]:
    """Return what the whiskers do not show."""
    lines = [line for line in summary.pairings if line.won_everything is not None]
    if len(lines) > MAX_NOTES:
        return [f"In {len(lines)} pairings one bot won every game: their rating differences are lower bounds"]
    return [sweep_note(line) for line in lines]


class _Scale:
    """Maps Elo to x coordinates; ``marks`` are the round numbers on the axis."""

    def __init__(self, bots: list[BotLine], left: float, right: float) -> None:
        values = [value for bot in bots if bot.rating for value in (*bot.rating.interval, bot.rating.elo)] or [0.0]
        low, high = min(values), max(values)
        margin = max((high - low) * 0.06, 5.0)
        self.low, self.high = low - margin, high + margin
        self.left, self.right = left, right
        rough = (self.high - self.low) / 7
        power = 10 ** math.floor(math.log10(rough))
        step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
        first = math.ceil(self.low / step)
        self.marks = [step * number for number in range(first, math.floor(self.high / step) + 1)]

    def at(self, elo: float) -> float:
        return self.left + (self.right - self.left) * (elo - self.low) / (self.high - self.low)


def _axis(scale: _Scale, top: float, bottom: float) -> list[str]:
    parts = []
    for mark in scale.marks:
        x, colour = scale.at(mark), "#a9a598" if mark == 0 else LINE
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{bottom}" stroke="{colour}"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{bottom + 20}" font-size="12" fill="{GREY}" text-anchor="middle">'
            f"{_signed(mark)}</text>"
        )
    middle = (scale.left + scale.right) / 2
    parts.append(
        f'<text x="{middle:.1f}" y="{bottom + 44}" font-size="12" fill="{GREY}" text-anchor="middle">'
        "Elo, mean 0; whiskers are 95 % intervals</text>"
    )
    return parts


def _row(bot: BotLine, scale: _Scale, y: float) -> list[str]:
    assert bot.rating is not None
    low, middle, high = (scale.at(value) for value in (bot.rating.interval[0], bot.rating.elo, bot.rating.interval[1]))
    name = bot.name if len(bot.name) <= MAX_NAME_LENGTH else bot.name[: MAX_NAME_LENGTH - 1] + "…"
    stroke = f'stroke="{ACCENT}" stroke-width="2"'
    whiskers = [
        f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y - 7}" y2="{y + 7}" stroke="{ACCENT}" stroke-width="1.5"/>'
        for x in (low, high)
    ]
    return [
        f'<text x="44" y="{y + 5}" font-size="14" fill="{INK}">{escape(name)}</text>',
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}" {stroke}/>',
        *whiskers,
        f'<circle cx="{middle:.1f}" cy="{y}" r="5" fill="{ACCENT}"/>',
        f'<text x="{middle:.1f}" y="{y - 11}" font-size="12" font-weight="600" fill="{INK}" text-anchor="middle">'
        f"{_signed(bot.rating.elo)}</text>",
    ]


def _signed(elo: float) -> str:
    """Format with a sign; minus is the typographic one."""
    return f"{elo:+.0f}".replace("-", "−") if round(elo) else "0"
