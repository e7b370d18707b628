"""Hostile messages, derived from valid ones."""

from __future__ import annotations

import json
import random
import string
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from doghouse.server.client import Message
from doghouse.server.protocol import limits
from doghouse.server.protocol.phrases import PHRASES

CANARY = "canary7f3a"  # part of what attackers send; it must never appear in the log
NUMBERS = (-1, 0, 1, 2**31, 2**53 + 1, 2**64, -(2**70), 10**30, 0.5, 1e308)
TEXTS = (
    "",
    " ",
    "\x00",
    "\u202eABC",
    "a\u0300" * 40,
    "\U0001f436" * 30,
    "ａ",
    "﷽",
    "'; DROP TABLE events; --",
    "{detail}",
    "%s%n",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    CANARY,
)
BROKEN = (
    "",
    "null",
    "true",
    "[]",
    "0",
    '"hello"',
    "{",
    "}{",
    '{"type"',
    '{"type":"hello"',
    '{"type":"hello"}}',
    '{"type":"hello"} {"type":"hello"}',
    "{'type':'hello'}",
    '{"type":"hello","since":NaN}',
    '{"type":"hello","since":Infinity}',
    '{"type":"hello","since":1e999}',
    '{"type":"hello","since":00}',
    '{"type":"hello","since":0x10}',
    '{"type":"say","id":"\\ud800","phrase":"wow"}',
    '{"type":"say","id":"\\udc00\\ud800","phrase":"wow"}',
    '{"type":"name","id":"n","name":"\\u0000\\uffff"}',
    '{"type":"say","id":"a\nb","phrase":"wow"}',
    "\ufeff" + '{"type":"ping"}',
    '{"type":"ping","type":"close"}',
    '{"type":["hello"]}',
    '{"type":{"type":"hello"}}',
    "undefined",
    "hello",
)


def anything(chooser: random.Random, depth: int) -> Any:
    """Return random plain data."""
    if depth and chooser.random() < 0.3:
        inner = [anything(chooser, depth - 1) for _item in range(chooser.randint(0, 3))]
        return inner if chooser.random() < 0.5 else {chooser.choice(TEXTS): item for item in inner}
    return chooser.choice([None, True, False, chooser.choice(NUMBERS), chooser.choice(TEXTS)])


class MessageFuzzer:
    """Generates hostile messages. ``seats`` are those of others at the table, ``captured`` the messages they sent, and
    ``legal_plays`` plays that one of them could make."""

    def __init__(
        self, chooser: random.Random, seats: str, captured: list[Message], legal_plays: Sequence[str] = ()
    ) -> None:
        self.chooser = chooser
        self.seats = seats
        self.captured = captured
        self.legal_plays = legal_plays
        self.state: Message = {}
        self.number = 0
        self.made: Counter[str] = Counter()  # how many of each kind
        self._sent: list[str] = []
        self._kinds: list[tuple[int, Callable[[], str | bytes]]] = [
            (8, self.wrong_type),
            (3, self.wrong_fields),
            (3, self.broken),
            (1, self.huge),
            (1, self.deep),
            (2, self.binary),
            (10, self.out_of_order),
            (14, self.foreign_seat),
            (8, self.replayed),
            (8, self.captured_message),
            (8, self.mutated_play),
            (3, self.question),
        ]

    def message(self) -> str | bytes:
        """Return the next message, of a random kind."""
        weights, makers = zip(*self._kinds, strict=True)
        maker: Callable[[], str | bytes] = self.chooser.choices(makers, weights)[0]
        self.made[maker.__name__] += 1
        return maker()

    # Kinds of messages.

    def wrong_type(self) -> str:
        message = self._valid_message()
        message[self.chooser.choice(list(message))] = anything(self.chooser, 3)
        return self._text(message)

    def wrong_fields(self) -> str:
        message = self._valid_message()
        if self.chooser.random() < 0.5:
            del message[self.chooser.choice(list(message))]
        else:
            message[self.chooser.choice(["seat", "guest", "card", "number", "__class__", CANARY, ""])] = anything(
                self.chooser, 2
            )
        return self._text(message)

    def broken(self) -> str:
        if self.chooser.random() < 0.6:
            return self.chooser.choice(BROKEN)
        text = list(self._text(self._valid_message()))
        for _change in range(self.chooser.randint(1, 3)):
            text[self.chooser.randrange(len(text))] = self.chooser.choice(string.printable)
        return "".join(text)

    def huge(self) -> str:
        size = self.chooser.choice([1000, 10_000, limits.MAX_FRAME_BYTES // 2, limits.MAX_FRAME_BYTES - 200])
        message = self._valid_message()
        message[self.chooser.choice(list(message))] = self.chooser.choice(["x" * size, list(range(size // 8)), CANARY])
        return self._text(message)

    def deep(self) -> str:
        levels = self.chooser.choice([500, 1100, 5000, 10_000])
        opening, closing = self.chooser.choice([("[", "]"), ('{"a":', "}")])
        nest = opening * levels + "0" + closing * levels
        return self.chooser.choice([nest, '{"type":"hello","since":' + nest + "}", '{"id":"d","x":' + nest + "}"])

    def binary(self) -> bytes:
        if self.chooser.random() < 0.5:
            return self._text(self._valid_message()).encode()
        return self.chooser.randbytes(self.chooser.choice([0, 1, 10, 1000]))

    def out_of_order(self) -> str:
        """Return a valid message at the wrong time or from the wrong person."""
        chooser = self.chooser
        return self._text(
            {
                **chooser.choice(
                    [
                        {"type": "start", "fill": "wolf"},
                        {"type": "start"},
                        {"type": "close"},
                        {"type": "rematch", "rotate": True},
                        {"type": "seed", "seed": CANARY},
                        {"type": "stand"},
                        {"type": "sit", "seat": chooser.choice("ABCDEF")},
                        {"type": "take_back", "after": self.number},
                        {"type": "give", "card": chooser.choice("A2345"), "after": chooser.choice([0, self.number])},
                        {"type": "play", "play": "fold", "after": chooser.choice([0, 3, self.number, 10**9])},
                    ]
                ),
                "id": self._id(),
            }
        )

    def foreign_seat(self) -> str:
        """Return an act that another seat, best the one to move, could do."""
        chooser, view = self.chooser, self.state.get("view") or {}
        turn = view.get("turn")
        seat = turn if turn and turn in self.seats else chooser.choice(self.seats)
        fields = [field.rstrip("!") for marbles in view.get("marbles", {}).values() for field in marbles]
        own = [field for field in fields if field.startswith(seat) or "-" not in field] or ["A-"]
        source, target = chooser.choice(own), f"{chooser.choice(self.seats)}{chooser.randrange(16)}"
        plays = [
            *self.legal_plays,
            f"K {seat}->{seat}0",
            f"A {seat}->{seat}0",
            f"X=K {seat}->{seat}0",
            f"5 {source}>{target}",
            "fold",
        ]
        acts = [
            {"type": "bot", "seat": seat, "level": "puppy"},
            {"type": "bot", "seat": chooser.choice(self.seats)},
            {"type": "sit", "seat": seat},
            *[{"type": "play", "play": play, "after": self.number} for play in plays],
            {"type": "play", "play": chooser.choice(plays), "after": self.number, "seat": seat},
        ]
        return self._text({**chooser.choice(acts), "id": self._id()})

    def replayed(self) -> str:
        """Return a message that this person has sent before."""
        text = self.chooser.choice(self._sent) if self._sent else self.out_of_order()
        return text[: limits.MAX_FRAME_BYTES]

    def captured_message(self) -> str:
        """Return a message that somebody else has sent before, unchanged."""
        return self._text(self.chooser.choice(self.captured)) if self.captured else self.out_of_order()

    def mutated_play(self) -> str:
        chooser = self.chooser
        plays = ["K A->A0", "5 A3>A8", "4 A2>D14", "J A5<>C9", "7 A3>A7 B2>B5", "X=Q B1>B13", "J", "2 ?C", "fold"]
        text = list(chooser.choice(plays))
        for _change in range(chooser.randint(1, 3)):
            text.insert(chooser.randrange(len(text) + 1), chooser.choice("ABCDEFGX0123456789>-<?=+! \u00e4\x00"))
        kind = chooser.choice(["play", "explore"])
        message: Message = {"type": kind, "id": self._id(), "play" if kind == "play" else "partial": "".join(text)}
        if kind == "play":
            message["after"] = self.number
        return self._text(message)

    def question(self) -> str:
        return self._text(
            self.chooser.choice(
                [
                    {"type": "ping"},
                    {"type": "hello", "since": self.chooser.choice([None, 0, self.number, 10**6])},
                    {"type": "explore", "id": self._id()},
                ]
            )
        )

    # Parts of messages.

    def _valid_message(self) -> Message:
        """Return a valid message of the protocol, with all its fields."""
        chooser = self.chooser
        return {
            **chooser.choice(
                [
                    {"type": "sit", "seat": chooser.choice(self.seats)},
                    {"type": "bot", "seat": chooser.choice(self.seats), "level": "puppy"},
                    {"type": "name", "name": CANARY},
                    {"type": "seed", "seed": "1"},
                    {"type": "start", "fill": "puppy"},
                    {"type": "play", "play": "K A->A0", "after": self.number},
                    {"type": "give", "card": "K", "after": self.number},
                    {"type": "take_back", "after": self.number},
                    {"type": "say", "phrase": chooser.choice(PHRASES)},
                    {"type": "rematch", "rotate": False},
                    {"type": "explore", "partial": "7"},
                ]
            ),
            "id": self._id(),
        }

    def _id(self) -> str:
        return f"{CANARY}-{self.chooser.randrange(10**9)}"

    def _text(self, message: Any) -> str:
        text = json.dumps(message, ensure_ascii=self.chooser.random() < 0.5)
        self._sent.append(text)
        return text
