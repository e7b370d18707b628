"""The request and response bodies of the HTTP API."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta


class EditionAbout(msgspec.Struct, frozen=True):
    """A printed edition."""

    title: str
    most_players: int


class HouseAbout(msgspec.Struct, frozen=True):
    """What the server offers; ``teams`` by number of players and name of the mode."""

    editions: dict[str, EditionAbout]
    levels: tuple[str, ...]
    phrases: tuple[str, ...]
    languages: tuple[str, ...]
    teams: dict[int, dict[str, tuple[str, ...]]]


class Me(msgspec.Struct, frozen=True):
    name: str
    language: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of name or language; null keeps it."""

    name: str | None = None
    language: str | None = None


class NewTableRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``rules`` are the fields of ``Rules`` that differ from the edition, ``bots`` levels by seat, ``seat`` the host's
    own."""

    edition: str = "xl"
    rules: dict[str, Any] = {}
    pace: int | None = None
    public: bool = False
    bots: dict[str, str] = {}
    seat: Annotated[str, Meta(max_length=1)] | None = None


class TableLinks(msgspec.Struct, frozen=True):
    code: str
    link: str
    qr: str


class ListedTable(msgspec.Struct, frozen=True):
    """``seats`` are names, null where a seat is empty; ``host`` is a name; ``winners`` is null until the end."""

    code: str
    host: str
    edition: str
    rules: dict[str, Any]
    pace: int | None
    public: bool
    status: str
    seats: dict[str, str | None]
    you: str | None
    your_turn: bool
    updated_at: int
    winners: str | None


class MoveLink(msgspec.Struct, frozen=True):
    """A link that moves a seat to another device; it works once, for ``seconds``."""

    link: str
    qr: str
    seconds: int


class UseMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: Annotated[str, Meta(max_length=500)]
