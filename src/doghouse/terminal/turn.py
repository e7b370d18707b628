"""A person's turn: the board, the hand, the list, and the dialogue until a play is chosen."""

from __future__ import annotations

from dataclasses import replace

from rich.console import RenderableType

from doghouse.rules.errors import IllegalPlay, InvalidPlay
from doghouse.rules.game import Game
from doghouse.rules.notation import Play
from doghouse.terminal.input_parser import Entry, read_entry
from doghouse.terminal.option_groups import LIMIT
from doghouse.terminal.options_list import draw_choices, tell_line
from doghouse.terminal.phrasing import Words
from doghouse.terminal.play_builder import Choosing
from doghouse.terminal.scene import Scene
from doghouse.terminal.screen import Screen
from doghouse.terminal.screen_layout import list_length, show_board


class Quit(Exception):
    """The player wants to leave."""


class PersonsTurn:
    """Asks until there is a play that the rules accept."""

    def __init__(self, game: Game, scene: Scene, screen: Screen, words: Words) -> None:
        self.game = game
        self.scene = scene
        self.screen = screen
        self.words = words
        self.choosing = Choosing(game)

    def choose(self) -> str:
        if self.choosing.must_fold:
            return self._fold()
        self._show()
        while True:
            prompt = "prompt.seven" if self.choosing.in_seven else "prompt.play"
            entry = read_entry(self.screen.ask(f"{self.words.text(prompt)} "), self.words)
            try:
                play = self._answer(entry)
                if play is not None:
                    self.game.copy().play(play)
                    return play
            except IllegalPlay as error:
                self._refuse(self.words.reason(error.reason))
            except InvalidPlay:
                self._refuse(self.words.text("input.not_notation", text=entry.argument))

    # Answers.

    def _answer(self, entry: Entry) -> str | None:
        """Do what was asked; the play, if one is complete now."""
        match entry.kind:
            case "quit":
                raise Quit
            case "number":
                return self._number(int(entry.argument))
            case "card":
                self._card(entry.argument)
            case "play":
                return self._write(entry.argument)
            case "moves":
                return self._moves(entry.argument)
            case "why":
                self._why(entry.argument)
            case "undo":
                self._undo()
            case "help":
                self.screen.say(self.words.text("help.play", marble=self.screen.theme.marble))
            case "unknown":
                self._refuse(self.words.text("input.unknown", text=entry.argument))
            case "board":
                self._show()
            case "nothing":
                self._show_list()
        return None

    def _number(self, number: int) -> str | None:
        found = self.choosing.lines()
        card = str(number)
        held = card in self.game.hand(self.game.turn or "") and not self.choosing.in_seven
        if not 1 <= number <= len(found):
            if held:
                self._card(card)
            else:
                self._refuse(self.words.text("input.no_line", number=number, count=len(found)))
            return None
        line = found[number - 1]
        if held and line.options[0].play.split()[0] != card and not self._means_line(number, card):
            self._card(card)
            return None
        play = self.choosing.pick(line)
        if play is None:
            self._show_on()
        return play

    def _means_line(self, number: int, card: str) -> bool:
        """A number may be a line of the list or a card in hand: better to ask than to play the wrong one."""
        head, told = tell_line(self.choosing.lines()[number - 1], self.choosing, self.words)
        self.screen.say(self.words.text("input.line_or_card", number=number, line=f"{head}: {told}", card=card))
        while True:
            answer = self.screen.ask(f"{self.words.text('prompt.one_or_two')} ").strip()
            if answer in ("1", "2"):
                return answer == "1"

    def _card(self, card: str) -> None:
        if self.choosing.pick_card(card):
            self._show_on()
        else:
            self._why(card.split("=")[0])

    def _write(self, text: str) -> str | None:
        play = self.choosing.write(text)
        if play is None:
            self._show_on()
        return play

    def _moves(self, text: str) -> str | None:
        """Moves without a card go on with the 7 that is being entered."""
        if not self.choosing.in_seven:
            self._refuse(self.words.text("input.card_first", text=text))
            return None
        return self._write(f"{self.choosing.level.partial} {text}")

    def _undo(self) -> None:
        if self.choosing.undo():
            self._show_on()
        else:
            self._refuse(self.words.text("input.nothing_to_undo"))

    def _why(self, card: str) -> None:
        """Why a card cannot be played; without a card, all those in hand that cannot."""
        if not card:
            for other in dict.fromkeys(self.game.hand(self.game.turn or "")):
                self._why(other)
            return
        held = self.words.read_card(card)
        if held is None:
            self._refuse(self.words.text("input.not_card", text=card))
            return
        reasons = self.game.obstacles(held)
        if not reasons:
            self.screen.say(self.words.text("why.playable", card=self.words.card(held), sign=held))
            return
        self.screen.say(self.words.text("why.heading", card=self.words.card(held)))
        for reason in reasons:
            self.screen.say(f"  {self.words.reason(reason)}")

    # Folding.

    def _fold(self) -> str:
        """Nothing can be played: say why, once for cards with the same reasons, and lay the hand down."""
        hand = self.game.hand(self.game.turn or "")
        show_board(self.screen, self.scene, self.words)
        self.screen.say(self.words.text("fold.must", cards=" ".join(hand)), "heading")
        cards_by_reasons: dict[str, list[str]] = {}
        for card in dict.fromkeys(hand):
            told = " ".join(self.words.reason(reason) for reason in self.game.obstacles(card))
            cards_by_reasons.setdefault(told, []).append(card)
        for told, cards in cards_by_reasons.items():
            self.screen.say(f"  {' '.join(cards)}: {told}")
        while True:
            entry = read_entry(self.screen.ask(f"{self.words.text('prompt.fold')} "), self.words)
            if entry.kind == "quit":
                raise Quit
            if entry.kind == "board":
                show_board(self.screen, self.scene, self.words)
            elif entry.kind == "help":
                self.screen.say(self.words.text("help.play", marble=self.screen.theme.marble))
            else:
                return str(Play(None))

    # Showing.

    def _show(self) -> None:
        """The board as it is, or as the chunks of a 7 entered so far would leave it."""
        scene = replace(self.scene, marbles=self.choosing.level.marbles)
        self.choosing.limit = list_length(self.screen, scene, self.words, self._drawn_with)
        show_board(self.screen, scene, self.words, self._drawn_with(self.choosing.limit))

    def _drawn_with(self, limit: int) -> RenderableType:
        self.choosing.limit = limit
        return draw_choices(self.choosing, self.words, self.screen.theme)

    def _show_on(self) -> None:
        """After a choice: the board again if it changed, and the list."""
        if self.choosing.in_seven and not self.choosing.level.narrowed:
            self._show()
        else:
            self._show_list()

    def _show_list(self) -> None:
        self.screen.show(self._drawn_with(LIMIT))

    def _refuse(self, text: str) -> None:
        self.screen.say(text, "bad")
