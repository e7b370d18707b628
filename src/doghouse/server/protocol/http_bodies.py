"""The bodies of requests and answers of the HTTP API."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from doghouse.server.protocol import limits
from doghouse.server.protocol.refusals import Refused

T = TypeVar("T")
_encoder = msgspec.json.Encoder()


class Me(msgspec.Struct, frozen=True):
    """Who the guest is."""

    name: str
    language: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name or language."""

    name: str | None = None
    language: str | None = None


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


async def body_of(request: Request, kind: type[T]) -> T:
    """The body of a request, if it is one."""
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > limits.BODY:
                raise Refused("not_a_message", "the body is too long")
    except ClientDisconnect:
        raise Refused("not_a_message", "the body is not all there") from None
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("not_a_message", str(error)) from None


def answer(value: object, status: int = 200) -> Response:
    return Response(
        _encoder.encode(value), status, media_type="application/json", headers={"Cache-Control": "no-store"}
    )
