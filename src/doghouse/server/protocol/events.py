"""The events of a table as they are stored: the append-only log that everything else follows from.

Events hold guests' secret ids and cards given face down. Viewers get a ``PublicEvent`` as it is, and any other only as
``tables.visibility`` makes it visible.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

import msgspec

from doghouse.rules.notation import Play

By = Literal["person", "bot", "stand-in"]  # who decided a play


class TableSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings a table was created with."""

    edition: str
    rules: dict[str, Any]
    pace: int | None = None  # seconds for each decision
    public: bool = False


class TableSummary(msgspec.Struct, frozen=True):
    """A table in a list; the name of an empty seat is null, and so is ``host`` if the host has no seat."""

    edition: str
    rules: dict[str, Any]
    pace: int | None
    names: dict[str, str | None]
    to_decide: str
    winners: str | None
    host: str | None = None


class Created(msgspec.Struct, frozen=True, tag="created"):
    host: str
    settings: TableSettings
    commitment: str
    rules_version: int


class Sat(msgspec.Struct, frozen=True, tag="sat"):
    """A person took a seat, and left the one they had."""

    seat: str
    guest: str
    name: str


class Stood(msgspec.Struct, frozen=True, tag="stood"):
    """A seat is empty again."""

    seat: str


class BotSat(msgspec.Struct, frozen=True, tag="bot_sat"):
    """A bot took a seat: an empty one, or for good that of a person."""

    seat: str
    level: str


class Renamed(msgspec.Struct, frozen=True, tag="renamed"):
    seat: str
    name: str


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """A person continues at the same seat on another device."""

    seat: str
    guest: str


class Seeded(msgspec.Struct, frozen=True, tag="seeded"):
    """A seat contributed its own seed."""

    seat: str
    seed: str


class Started(msgspec.Struct, frozen=True, tag="started"):
    """The first deal; ``bots`` filled empty seats."""

    bots: dict[str, str]
    seeds: dict[str, str]
    names: dict[str, str]


class Gave(msgspec.Struct, frozen=True, tag="gave"):
    seat: str
    card: str
    by: By


class TookBack(msgspec.Struct, frozen=True, tag="took_back"):
    seat: str


class Played(msgspec.Struct, frozen=True, tag="played", dict=True):
    """A play or a fold, stored in notation and parsed once."""

    seat: str
    play: str
    by: By

    @classmethod
    def of(cls, seat: str, play: Play, by: By) -> Played:
        event = cls(seat, str(play), by)
        event.__dict__["parsed"] = play
        return event

    @cached_property
    def parsed(self) -> Play:
        return Play.parse(self.play)


class Said(msgspec.Struct, frozen=True, tag="said"):
    seat: str
    phrase: str


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """The server's seed, once the game is over."""

    secret: str


class Rematched(msgspec.Struct, frozen=True, tag="rematched"):
    code: str


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    by: Literal["host", "admin"]


Event = (
    Created
    | Sat
    | Stood
    | BotSat
    | Renamed
    | Moved
    | Seeded
    | Started
    | Gave
    | TookBack
    | Played
    | Said
    | Revealed
    | Rematched
    | Closed
)
PublicEvent = Stood | BotSat | Renamed | Seeded | TookBack | Said | Revealed | Rematched | Closed
SeatingEvent = Sat | Stood | BotSat | Moved | Started  # may change who is present as a player


class Entry(msgspec.Struct, frozen=True):
    """An entry of the log: its number from 1, its time, and the guest and message id that caused it."""

    number: int
    at: int  # milliseconds since 1970
    event: Event
    guest: str | None = None
    client_id: str | None = None


_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
read_event = _decoder.decode


def to_text(value: Event | TableSummary) -> str:
    return _encoder.encode(value).decode()


def read_summary(text: str) -> TableSummary:
    return msgspec.json.decode(text, type=TableSummary)
