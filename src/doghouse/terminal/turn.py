"""Prompt the human for a play, or for a card to give."""

from __future__ import annotations

from dataclasses import replace

from rich.console import RenderableType
from rich.text import Text

from doghouse.rules.errors import IllegalPlay, InvalidPlay
from doghouse.rules.game import Game
from doghouse.rules.notation import Play
from doghouse.terminal.input_parser import Entry, parse_entry
from doghouse.terminal.option_groups import MAX_LINES
from doghouse.terminal.options_list import draw_options, line_text
from doghouse.terminal.panel import draw_hand
from doghouse.terminal.phrasing import Phrasing
from doghouse.terminal.play_builder import PlayBuilder
from doghouse.terminal.scene import Scene
from doghouse.terminal.screen import Screen
from doghouse.terminal.screen_layout import list_length, show_board


class Quit(Exception):
    """The player quits."""


def choose_card_to_give(game: Game, seat: str, scene: Scene, screen: Screen, phrasing: Phrasing) -> str:
    """Prompt until a card in hand is named. A number is a card here, not a line of a list."""
    hand, receiver = game.hand(seat), phrasing.seat(game.rules.receiver(seat))

    def show() -> None:
        show_board(screen, scene, phrasing, Text(), draw_hand(hand, hand, phrasing, screen.theme))

    show()
    while True:
        typed = screen.ask(f"{phrasing.text('prompt.give', to=receiver)} ")
        entry = parse_entry(typed.strip().removeprefix("give "), phrasing)
        match entry.kind:
            case "quit":
                raise Quit
            case "board":
                show()
            case "help":
                screen.say(phrasing.text("help.give"))
            case "nothing":
                continue
            case _:
                card = phrasing.read_card(entry.argument)
                if card in hand:
                    return str(card)
                key = "input.not_card" if card is None else "input.not_held"
                screen.say(phrasing.text(key, text=typed.strip(), card=entry.argument, cards=" ".join(hand)), "bad")


class HumanTurn:
    """Prompts until there is a legal play."""

    def __init__(self, game: Game, scene: Scene, screen: Screen, phrasing: Phrasing) -> None:
        self.game = game
        self.hand = game.hand(game.turn or "")
        self.scene = scene
        self.screen = screen
        self.phrasing = phrasing
        self.builder = PlayBuilder(game)

    def choose(self) -> str:
        if self.builder.must_fold:
            return self._fold()
        self._show()
        while True:
            entry = self._ask("prompt.seven" if self.builder.in_seven else "prompt.play")
            try:
                play = self._handle(entry)
                if play is not None:
                    self.game.copy().play(play)
                    return play
            except IllegalPlay as error:
                self.screen.say(self.phrasing.reason(error.reason), "bad")
            except InvalidPlay:
                self._reject("input.not_notation", text=entry.argument)

    def _ask(self, prompt: str) -> Entry:
        return parse_entry(self.screen.ask(f"{self.phrasing.text(prompt)} "), self.phrasing)

    def _handle(self, entry: Entry) -> str | None:
        """Handle an entry; return the play if it is complete now."""
        match entry.kind:
            case "quit":
                raise Quit
            case "number":
                return self._choose_number(int(entry.argument))
            case "card":
                self._choose_card(entry.argument)
            case "play":
                return self._parse(entry.argument)
            case "moves":
                if self.builder.in_seven:
                    return self._parse(f"{self.builder.level.partial} {entry.argument}")
                self._reject("input.card_first", text=entry.argument)
            case "why":
                self._explain(entry.argument)
            case "undo":
                if self.builder.undo():
                    self._show_next()
                else:
                    self._reject("input.nothing_to_undo")
            case "help":
                self._show_help()
            case "unknown":
                self._reject("input.unknown", text=entry.argument)
            case "board":
                self._show()
            case "nothing":
                self._show_list()
        return None

    def _choose_number(self, number: int) -> str | None:
        lines = self.builder.lines()
        card = str(number)
        held = card in self.hand and not self.builder.in_seven
        if not 1 <= number <= len(lines):
            if held:
                self._choose_card(card)
            else:
                self._reject("input.no_line", number=number, count=len(lines))
            return None
        line = lines[number - 1]
        if held and line.options[0].play.split()[0] != card and not self._means_line(number, card):
            self._choose_card(card)
            return None
        play = self.builder.pick(line)
        if play is None:
            self._show_next()
        return play

    def _means_line(self, number: int, card: str) -> bool:
        """Ask whether a number means a line of the list or a card in hand."""
        head, text = line_text(self.builder.lines()[number - 1], self.builder, self.phrasing)
        self.screen.say(self.phrasing.text("input.line_or_card", number=number, line=f"{head}: {text}", card=card))
        while True:
            answer = self.screen.ask(f"{self.phrasing.text('prompt.one_or_two')} ").strip()
            if answer in ("1", "2"):
                return answer == "1"

    def _choose_card(self, card: str) -> None:
        if self.builder.pick_card(card):
            self._show_next()
        else:
            self._explain(card.split("=")[0])

    def _parse(self, text: str) -> str | None:
        play = self.builder.parse(text)
        if play is None:
            self._show_next()
        return play

    def _explain(self, text: str) -> None:
        """Say why a card cannot be played; without a card, for each card in hand."""
        if not text:
            for other in dict.fromkeys(self.hand):
                self._explain(other)
            return
        card = self.phrasing.read_card(text)
        if card is None:
            self._reject("input.not_card", text=text)
            return
        reasons = self.game.obstacles(card)
        key = "why.heading" if reasons else "why.playable"
        self.screen.say(self.phrasing.text(key, card=self.phrasing.card(card), sign=card))
        for reason in reasons:
            self.screen.say(f"  {self.phrasing.reason(reason)}")

    def _fold(self) -> str:
        """Say why no card can be played, once for cards with the same reasons, and fold."""
        show_board(self.screen, self.scene, self.phrasing)
        self.screen.say(self.phrasing.text("fold.must", cards=" ".join(self.hand)), "heading")
        cards_by_reasons: dict[str, list[str]] = {}
        for card in dict.fromkeys(self.hand):
            reasons = " ".join(self.phrasing.reason(reason) for reason in self.game.obstacles(card))
            cards_by_reasons.setdefault(reasons, []).append(card)
        for reasons, cards in cards_by_reasons.items():
            self.screen.say(f"  {' '.join(cards)}: {reasons}")
        while True:
            match self._ask("prompt.fold").kind:
                case "quit":
                    raise Quit
                case "board":
                    show_board(self.screen, self.scene, self.phrasing)
                case "help":
                    self._show_help()
                case _:
                    return str(Play(None))

    def _show(self) -> None:
        """Show the board as the chunks of a 7 entered so far leave it, and the list."""
        scene = replace(self.scene, marbles=self.builder.level.marbles)
        self.builder.limit = list_length(self.screen, scene, self.phrasing, self._draw_list)
        show_board(self.screen, scene, self.phrasing, self._draw_list(self.builder.limit))

    def _draw_list(self, limit: int) -> RenderableType:
        self.builder.limit = limit
        return draw_options(self.builder, self.phrasing, self.screen.theme)

    def _show_next(self) -> None:
        """After a choice, show the list, and the board if it changed."""
        if self.builder.in_seven and not self.builder.level.narrowed:
            self._show()
        else:
            self._show_list()

    def _show_list(self) -> None:
        self.screen.show(self._draw_list(MAX_LINES))

    def _show_help(self) -> None:
        self.screen.say(self.phrasing.text("help.play", marble=self.screen.theme.marble))

    def _reject(self, key: str, **facts: object) -> None:
        self.screen.say(self.phrasing.text(key, **facts), "bad")
