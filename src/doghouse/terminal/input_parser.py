"""What a player typed: a closed list of things that can be meant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from doghouse.terminal.phrasing import Words

Kind = Literal["nothing", "number", "card", "why", "undo", "board", "help", "quit", "play", "moves", "unknown"]

COMMANDS: tuple[Kind, ...] = ("undo", "board", "help", "quit")
_MOVE = re.compile(r"[a-f][0-9+-]+<?>[a-f][0-9+-]+")
_HEAD = re.compile(r"(?:[a2-9jqkx]|10)(?:=(?:[a2-9jqkx]|10))?")


@dataclass(frozen=True)
class Entry:
    """``argument`` is the number, the card, or the text of a play; ``card`` also when it was said to be one."""

    kind: Kind
    argument: str = ""


def read_entry(text: str, words: Words) -> Entry:
    """Read a line; commands are understood in English and in the language of the player."""
    typed = " ".join(text.split())
    low = typed.casefold()
    if not low:
        return Entry("nothing")
    if low == "?":
        return Entry("help")
    for command in COMMANDS:
        if low == command or low in words.texts.words(f"command.{command}"):
            return Entry(command)
    if low.isdecimal():
        return Entry("number", low)
    for why in ("why", *words.texts.words("command.why")):
        if low == why or low.startswith(f"{why} "):
            asked = low.removeprefix(why).strip(" ?")
            return Entry("why", words.read_card(asked) or asked)
    first, _, rest = low.partition(" ")
    if card := words.read_card(low) or _said_card(low, words):
        return Entry("card", card)
    if _HEAD.fullmatch(first) and (rest or "=" in first):
        return Entry("play" if rest else "card", low.upper())
    if all(_MOVE.fullmatch(word) for word in low.split()):
        return Entry("moves", low.upper())
    if first == "fold":
        return Entry("play", low)
    return Entry("unknown", typed)


def _said_card(low: str, words: Words) -> str | None:
    """``c5``, ``c 5`` and ``card 5`` name a card where a bare number is a line of the list."""
    for prefix in ("card", *words.texts.words("command.card"), "c"):
        if low.startswith(prefix) and (card := words.read_card(low.removeprefix(prefix))):
            return card
    return None
