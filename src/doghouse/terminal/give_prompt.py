"""Choosing the card to give in the exchange."""

from __future__ import annotations

from rich.text import Text

from doghouse.rules.game import Game
from doghouse.terminal.input_parser import read_entry
from doghouse.terminal.panel import draw_hand
from doghouse.terminal.phrasing import Words
from doghouse.terminal.scene import Scene
from doghouse.terminal.screen import Screen
from doghouse.terminal.screen_layout import show_board
from doghouse.terminal.turn import Quit


def choose_gift(game: Game, seat: str, receiver: str, scene: Scene, screen: Screen, words: Words) -> str:
    """Ask for a card until it is one that the seat holds. A number is a card here, not a line of a list."""
    hand = game.hand(seat)

    def show() -> None:
        show_board(screen, scene, words, Text(), draw_hand(hand, hand, words, screen.theme))

    show()
    while True:
        typed = screen.ask(f"{words.text('prompt.give', to=words.seat(receiver))} ")
        entry = read_entry(typed.strip().removeprefix("give "), words)
        match entry.kind:
            case "quit":
                raise Quit
            case "board":
                show()
            case "help":
                screen.say(words.text("help.give"))
            case "nothing":
                continue
            case _:
                card = words.read_card(entry.argument)
                if card in hand:
                    return str(card)
                key = "input.not_card" if card is None else "input.not_held"
                screen.say(words.text(key, text=typed.strip(), card=entry.argument, cards=" ".join(hand)), "bad")
