"""Advice as a table for people, and as data for programs."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from doghouse.analysis.advice import Advice, Choice
from doghouse.analysis.fact_text import FactTeller
from doghouse.analysis.facts.fact import Fact
from doghouse.analysis.lookahead import Ahead
from doghouse.i18n import Catalogue
from doghouse.rules.rules import Rules
from doghouse.terminal.position_printer import PositionPrinter

BAR = 8  # columns
NUMBERS = 32  # columns that the numbers beside a choice take
NUMBERS_AHEAD = 46
NARROW = 60  # columns, below which the words need the room of a bar
WIDE = 100  # columns, from which on all numbers are shown
ALMOST_NONE = 0.01  # a chance, below which a decimal is needed
GAP = "   "  # between reasons in one line
EIGHTHS = " ▏▎▍▌▋▊▉█"


class Display:
    """Tells one advice in one language."""

    def __init__(self, advice: Advice, printer: PositionPrinter, language: str, played: str | None) -> None:
        self.advice = advice
        self.printer = printer
        self.texts = Catalogue.load(language, "advice")
        self.played = played
        self.seat = str(advice.view["seat"])
        self.rules = Rules.from_json(advice.view["rules"])
        self.facts = FactTeller(self.texts, self.seat, self.rules.team(self.seat), printer.seat)

    # For people.

    def show(self) -> None:
        printer, advice = self.printer, self.advice
        printer.show_board()
        parts: list[RenderableType] = [
            Text(self._heading(), style=printer.style("heading")),
            printer.hand(advice.playable),
            Text(),
            self._table(),
            Text(),
            *(Text(line, style=printer.style("hint")) for line in self._notes()),
        ]
        for part in parts:
            printer.console.print(part)

    def _heading(self) -> str:
        if self.advice.view["phase"] == "give":
            other = self.printer.seat(self.rules.receiver(self.seat))
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
            if not all(map(self._is_ahead, advice.choices)):
                notes.append(self._text("untried"))
        return notes

    def _table(self) -> Table:
        table = Table.grid(padding=(0, 1))
        titles = ["chance"]
        if not self._is_narrow:
            titles += ["", "behind"]
        if self.advice.deals:
            titles.append("ahead")
        if self._shows_at_once:
            titles.append("at_once")
        table.add_column(justify="right", no_wrap=True)
        table.add_column(overflow="fold")
        for title in titles:
            table.add_column(justify="right" if title else "left", no_wrap=True)
        first = "gift" if self.advice.view["phase"] == "give" else "play"
        heads = [self._text(title) if title else "" for title in (first, *titles)]
        table.add_row("", *(Text(head, style=self.printer.style("hint")) for head in heads))
        for choice in self.advice.choices:
            table.add_row(*self._row(choice))
        return table

    def _row(self, choice: Choice) -> list[RenderableType]:
        cells: list[RenderableType] = [
            Text(f"{choice.rank}", style=self.printer.style("number")),
            self._choice(choice),
            self._percent(choice.chance) if self._is_ahead(choice) else f"({self._percent(choice.chance)})",
        ]
        if not self._is_narrow:
            cells.append(self._bar(choice.chance) if self._is_ahead(choice) else "")
            cells.append("" if choice.rank == 1 or choice.behind is None else self._behind(choice.chance))
        if self.advice.deals:
            ahead = choice.ahead
            cells.append("" if ahead is None else self._ahead(ahead))
        if self._shows_at_once:
            cells.append(self._percent(choice.at_once))
        return cells

    def _is_ahead(self, choice: Choice) -> bool:
        """Whether it was looked ahead, where that was asked for."""
        return not self.advice.deals or choice.ahead is not None

    @property
    def _is_narrow(self) -> bool:
        return self.printer.console.width < NARROW

    @property
    def _shows_at_once(self) -> bool:
        return bool(self.advice.deals) and self.printer.console.width >= WIDE

    def _choice(self, choice: Choice) -> RenderableType:
        """The choice in notation and in words, and below it the reasons; giving is said in the player's language."""
        printer = self.printer
        short = choice.text if choice.gift is None else self._text("give", card=choice.gift)
        text = Text().append(short, style=printer.style("number"))
        for words, style in ((self._words(choice), ""), (self._played(choice), printer.style("hint"))):
            if words and words != choice.gift:
                text.append(f"  {words}", style=style)
        return Group(text, self._reasons(choice))

    def _reasons(self, choice: Choice) -> RenderableType:
        """In one line, or if need be in one each."""
        told = [(self._sign(fact), Text(self.facts.tell(fact))) for fact in choice.reasons]
        line = Text(GAP).join(Text(" ").join(reason) for reason in told)
        if line.cell_len <= self.printer.console.width - (NUMBERS_AHEAD if self.advice.deals else NUMBERS):
            return line
        grid = Table.grid(padding=(0, 1, 0, 0))
        for sign, words in told:
            grid.add_row(sign, words)
        return grid

    def _sign(self, fact: Fact) -> Text:
        sign = "+" if fact.speaks_for else "-" if self.printer.plain else "–"
        return Text(sign, style=self.printer.style("good" if fact.speaks_for else "bad"))

    def _played(self, choice: Choice) -> str:
        return f"({self._text('played' if choice.play else 'given')})" if choice.is_played else ""

    def _words(self, choice: Choice) -> str:
        if choice.play is not None:
            return self.printer.play(choice.play)
        return self.printer.card(choice.gift or "")

    def _bar(self, chance: float) -> Text:
        if self.printer.plain:
            full = round(chance * BAR)
            return Text("#" * full + "." * (BAR - full))
        eighths = round(chance * BAR * 8)
        bar = "█" * (eighths // 8) + (EIGHTHS[eighths % 8] if eighths % 8 else "")
        return Text(bar.ljust(BAR), style=self.printer.style("bar"))

    def _percent(self, chance: float) -> str:
        return f"{self._number(chance, self._digits(chance))} %"

    def _ahead(self, ahead: Ahead) -> str:
        error = "" if ahead.error is None else f" ±{self._number(ahead.error, self._digits(ahead.chance))}"
        return self._percent(ahead.chance) + error

    def _behind(self, chance: float) -> str:
        """How far a chance is behind the best, as both are shown; ``=`` if that shows no difference."""
        best = self.advice.choices[0].chance
        shown, most = (round(share, 2 + self._digits(share)) for share in (chance, best))
        if shown == most:
            return "="
        return self._number(most - shown, max(self._digits(chance), self._digits(best)))

    def _digits(self, chance: float) -> int:
        """Among more than two teams a decimal would feign that nets see so fine; but nothing is shown as certain."""
        return 0 if len(self.rules.all_teams()) > 2 and ALMOST_NONE <= chance <= 1 - ALMOST_NONE else 1

    def _number(self, share: float, digits: int = 1) -> str:
        """Hundredths, with the decimal sign of the language."""
        return f"{100 * share:.{digits}f}".replace(".", self._text("decimal"))

    def _text(self, key: str, **facts: object) -> str:
        return self.texts.text(f"advice.{key}", **facts)

    # For programs.

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
            "choices": [self._choice_as_json(choice) for choice in advice.choices],
        }

    def _choice_as_json(self, choice: Choice) -> dict[str, Any]:
        ahead = choice.ahead
        found: dict[str, Any] = {
            "rank": choice.rank,
            "choice": choice.text,
            "words": self._words(choice),
            "chance": choice.chance,
            "behind": choice.behind,
            "played": choice.is_played,
            "at_once": choice.at_once,
            "ahead": None if ahead is None else {"chance": ahead.chance, "error": ahead.error},
            "reasons": [
                {"code": fact.code, "speaks_for": fact.speaks_for, **fact.about, "text": self.facts.tell(fact)}
                for fact in choice.reasons
            ],
        }
        return found
