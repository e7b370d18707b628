"""Print advice as a table, or convert it to JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from doghouse.analysis.advice import Advice, Choice
from doghouse.analysis.fact_text import FactFormatter
from doghouse.analysis.facts.fact import Fact
from doghouse.analysis.lookahead import RolloutResult
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

BAR_WIDTH = 8  # columns
NUMBERS_WIDTH = 32  # columns of the numbers beside a choice
NUMBERS_WIDTH_AHEAD = 46  # the same with --deals
NARROW = 60  # columns; below, there is no room for the bar
WIDE = 100  # columns; from here on all numbers are shown
ALMOST_NONE = 0.01  # smaller chances are shown with a decimal
GAP = "   "  # between reasons in one line
EIGHTHS = " ▏▎▍▌▋▊▉█"


class Display:
    def __init__(self, advice: Advice, headers: Mapping[str, str], language: str, played: str | None) -> None:
        self.advice = advice
        self.screen = Screen()
        self.theme = self.screen.theme
        self.width = self.screen.console.width
        self.is_narrow = self.width < NARROW
        self.shows_at_once = bool(advice.deals) and self.width >= WIDE
        self.texts = Catalogue.load(language, "advice")
        self.played = played
        self.seat = str(advice.view["seat"])
        self.rules = Rules.from_json(advice.view["rules"])
        self.phrasing = Phrasing(Catalogue.load(language), self.rules, self.seat, player_names(headers))
        self.facts = FactFormatter(self.texts, self.seat, self.rules.team(self.seat), self.phrasing.seat)

    def show(self) -> None:
        view = self.advice.view
        show_board(self.screen, scene_from_view(view), self.phrasing)
        self.screen.show(
            Text(self._heading(), style=self.theme.style("heading")),
            draw_hand(view["hand"], self.advice.playable, self.phrasing, self.theme),
            Text(),
            self._table(),
            Text(),
            *(Text(line, style=self.theme.style("hint")) for line in self._notes()),
        )

    def _heading(self) -> str:
        if self.advice.view["phase"] == "give":
            other = self.phrasing.seat(self.rules.receiver(self.seat))
            return self._text("to_give", seat=self.seat, other=other)
        return self._text("to_play", seat=self.seat)

    def _notes(self) -> list[str]:
        advice, notes = self.advice, []
        if advice.more:
            notes.append(self._text("more", count=advice.more))
        elif len(advice.choices) == 1:
            notes.append(self._text("only"))
        if advice.wasteful:
            notes.append(self._text("wasteful", count=advice.wasteful))
        if self.played is not None and not any(choice.is_played for choice in advice.choices):
            notes.append(self._text("not_judged", play=self.played))
        notes.append(self._text("source"))
        if advice.deals:
            notes.append(self._text("source_ahead", count=advice.deals, tried=advice.tried))
            if not all(map(self._is_final, advice.choices)):
                notes.append(self._text("untried"))
        return notes

    # The table.

    def _table(self) -> Table:
        table = Table.grid(padding=(0, 1))
        titles = ["chance"]
        if not self.is_narrow:
            titles += ["", "behind"]
        if self.advice.deals:
            titles.append("ahead")
        if self.shows_at_once:
            titles.append("at_once")
        table.add_column(justify="right", no_wrap=True)
        table.add_column(overflow="fold")
        for title in titles:
            table.add_column(justify="right" if title else "left", no_wrap=True)
        first = "gift" if self.advice.view["phase"] == "give" else "play"
        heads = [self._text(title) if title else "" for title in (first, *titles)]
        table.add_row("", *(Text(head, style=self.theme.style("hint")) for head in heads))
        for choice in self.advice.choices:
            table.add_row(*self._row(choice))
        return table

    def _row(self, choice: Choice) -> list[RenderableType]:
        is_final = self._is_final(choice)
        cells: list[RenderableType] = [
            Text(f"{choice.rank}", style=self.theme.style("number")),
            self._choice(choice),
            self._percent(choice.chance) if is_final else f"({self._percent(choice.chance)})",
        ]
        if not self.is_narrow:
            cells.append(self._bar(choice.chance) if is_final else "")
            cells.append("" if choice.rank == 1 or choice.behind is None else self._behind(choice.chance))
        if self.advice.deals:
            cells.append("" if choice.ahead is None else self._ahead(choice.ahead))
        if self.shows_at_once:
            cells.append(self._percent(choice.at_once))
        return cells

    def _is_final(self, choice: Choice) -> bool:
        """Whether the choice was rolled out, if any were."""
        return not self.advice.deals or choice.ahead is not None

    def _choice(self, choice: Choice) -> RenderableType:
        """The choice in notation and in words, and its reasons below."""
        notation = choice.text if choice.gift is None else self._text("give", card=choice.gift)
        text = Text().append(notation, style=self.theme.style("number"))
        if (words := self._words(choice)) != choice.gift:
            text.append(f"  {words}")
        if choice.is_played:
            text.append(f"  ({self._text('played' if choice.play else 'given')})", style=self.theme.style("hint"))
        return Group(text, self._reasons(choice))

    def _reasons(self, choice: Choice) -> RenderableType:
        """The reasons in one line or, if too long, in one line each."""
        reasons = [(self._sign(fact), Text(self.facts.text(fact))) for fact in choice.reasons]
        line = Text(GAP).join(Text(" ").join(reason) for reason in reasons)
        if line.cell_len <= self.width - (NUMBERS_WIDTH_AHEAD if self.advice.deals else NUMBERS_WIDTH):
            return line
        grid = Table.grid(padding=(0, 1, 0, 0))
        for sign, text in reasons:
            grid.add_row(sign, text)
        return grid

    def _sign(self, fact: Fact) -> Text:
        sign = "+" if fact.is_pro else "-" if self.theme.plain else "–"
        return Text(sign, style=self.theme.style("good" if fact.is_pro else "bad"))

    def _words(self, choice: Choice) -> str:
        if choice.play is not None:
            return self.phrasing.play(self.seat, choice.play, list(_stages(self.advice.view["marbles"], choice.play)))
        return self.phrasing.card(choice.gift or "")

    def _bar(self, chance: float) -> Text:
        if self.theme.plain:
            full = round(chance * BAR_WIDTH)
            return Text("#" * full + "." * (BAR_WIDTH - full))
        eighths = round(chance * BAR_WIDTH * 8)
        bar = "█" * (eighths // 8) + (EIGHTHS[eighths % 8] if eighths % 8 else "")
        return Text(bar.ljust(BAR_WIDTH), style=self.theme.style("bar"))

    def _percent(self, chance: float) -> str:
        return f"{self._number(chance, self._digits(chance))} %"

    def _ahead(self, ahead: RolloutResult) -> str:
        error = "" if ahead.error is None else f" ±{self._number(ahead.error, self._digits(ahead.chance))}"
        return self._percent(ahead.chance) + error

    def _behind(self, chance: float) -> str:
        """The difference to the best of the rounded chances; ``=`` if there is none."""
        best = self.advice.choices[0].chance
        shown, shown_best = (round(value, 2 + self._digits(value)) for value in (chance, best))
        if shown == shown_best:
            return "="
        return self._number(shown_best - shown, max(self._digits(chance), self._digits(best)))

    def _digits(self, chance: float) -> int:
        """No decimals among more than two teams, where nets are less precise, unless it would show 0 or 100 %."""
        return 0 if len(self.rules.all_teams()) > 2 and ALMOST_NONE <= chance <= 1 - ALMOST_NONE else 1

    def _number(self, share: float, digits: int = 1) -> str:
        """Percent, with the decimal sign of the language."""
        return f"{100 * share:.{digits}f}".replace(".", self._text("decimal"))

    def _text(self, key: str, **facts: object) -> str:
        return self.texts.text(f"advice.{key}", **facts)

    # JSON.

    def to_json(self) -> dict[str, Any]:
        advice = self.advice
        return {
            "seat": self.seat,
            "phase": advice.view["phase"],
            "hand": advice.view["hand"],
            "deals": advice.deals,
            "more": advice.more,
            "wasteful": advice.wasteful,
            "played": self.played,
            "choices": [self._choice_to_json(choice) for choice in advice.choices],
        }

    def _choice_to_json(self, choice: Choice) -> dict[str, Any]:
        return {
            "rank": choice.rank,
            "choice": choice.text,
            "words": self._words(choice),
            "chance": choice.chance,
            "behind": choice.behind,
            "played": choice.is_played,
            "at_once": choice.at_once,
            "ahead": None if choice.ahead is None else asdict(choice.ahead),
            "reasons": [
                {"code": fact.code, "speaks_for": fact.is_pro, **fact.about, "text": self.facts.text(fact)}
                for fact in choice.reasons
            ],
        }


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
