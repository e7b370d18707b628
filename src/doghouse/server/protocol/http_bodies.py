"""The bodies of requests and answers of the HTTP API."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta


class EditionAbout(msgspec.Struct, frozen=True):
    """A printed edition."""

    title: str
    most_players: int


class HouseAbout(msgspec.Struct, frozen=True):
    """What the house offers; ``teams`` by the number of players and the name of the mode."""

    editions: dict[str, EditionAbout]
    levels: tuple[str, ...]
    phrases: tuple[str, ...]
    languages: tuple[str, ...]
    teams: dict[int, dict[str, tuple[str, ...]]]


class Me(msgspec.Struct, frozen=True):
    """Who the guest is."""

    name: str
    language: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name or language."""

    name: str | None = None
    language: str | None = None


class NewTableRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to set up: ``rules`` are fields of ``Rules`` that differ from the edition, ``bots`` levels by seat,
    ``seat`` the host's own."""

    edition: str = "xl"
    rules: dict[str, Any] = {}
    pace: int | None = None
    public: bool = False
    bots: dict[str, str] = {}
    seat: Annotated[str, Meta(max_length=1)] | None = None


class TableLinks(msgspec.Struct, frozen=True):
    """How others come to a table."""

    code: str
    link: str
    qr: str


class ListedTable(msgspec.Struct, frozen=True):
    """A table in a list: ``seats`` are names, null where a seat is free; ``host`` is the name of who set it up;
    ``winners`` stands there when it is over."""

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
    """A link that moves a seat to another device, for some minutes and once."""

    link: str
    qr: str
    seconds: int


class UseMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    token: Annotated[str, Meta(max_length=500)]
