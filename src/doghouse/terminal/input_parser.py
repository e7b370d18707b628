"""Parse what a player typed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from doghouse.terminal.phrasing import Phrasing

Kind = Literal["nothing", "number", "card", "why", "undo", "board", "help", "quit", "play", "moves", "unknown"]

COMMANDS: tuple[Kind, ...] = ("undo", "board", "help", "quit")
_MOVE = re.compile(r"[a-f][0-9+-]+<?>[a-f][0-9+-]+")
_HEAD = re.compile(r"(?:[a2-9jqkx]|10)(?:=(?:[a2-9jqkx]|10))?")


@dataclass(frozen=True)
class Entry:
    """``argument`` is the number, the card, the text of a play, or what could not be parsed."""

    kind: Kind
    argument: str = ""


def parse_entry(text: str, phrasing: Phrasing) -> Entry:
    """Parse a line; commands may be English or in the language of the player."""
    typed = " ".join(text.split())
    low = typed.casefold()
    if not low:
        return Entry("nothing")
    if low == "?":
        return Entry("help")
    for command in COMMANDS:
        if low == command or low in phrasing.texts.alternatives(f"command.{command}"):
            return Entry(command)
    if low.isdecimal():
        return Entry("number", low)
    for why in ("why", *phrasing.texts.alternatives("command.why")):
        if low == why or low.startswith(f"{why} "):
            card_name = low.removeprefix(why).strip(" ?")
            return Entry("why", phrasing.read_card(card_name) or card_name)
    first, _, rest = low.partition(" ")
    if card := phrasing.read_card(low) or _prefixed_card(low, phrasing):
        return Entry("card", card)
    if _HEAD.fullmatch(first) and (rest or "=" in first):
        return Entry("play" if rest else "card", low.upper())
    if all(_MOVE.fullmatch(word) for word in low.split()):
        return Entry("moves", low.upper())
    if first == "fold":
        return Entry("play", low)
    return Entry("unknown", typed)


def _prefixed_card(low: str, phrasing: Phrasing) -> str | None:
    """``c5``, ``c 5`` and ``card 5`` name a card; a bare number is a line of the list."""
    for prefix in ("card", *phrasing.texts.alternatives("command.card"), "c"):
        if low.startswith(prefix) and (card := phrasing.read_card(low.removeprefix(prefix))):
            return card
    return None
