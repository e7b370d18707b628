"""Endpoints of the lesson: legal continuations and results of plays in a position.

Stateless and without a guest: each request has the position, because the page knows no rules.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from doghouse.rules.errors import IllegalPlay, InvalidPlay, InvalidPosition
from doghouse.rules.game import Game
from doghouse.server.http.access import Access
from doghouse.server.http.api import Handler, handle_errors
from doghouse.server.http.json_io import json_response, parse_body
from doghouse.server.protocol.incoming import Text
from doghouse.server.protocol.outgoing import OptionsMessage, SentHome, Why
from doghouse.server.protocol.refusals import Refused
from doghouse.server.tables.acts import refusal_from
from doghouse.server.tables.explore import options_message
from doghouse.server.tables.visibility import describe_reason

T = TypeVar("T")
MAX_FAULTS_LENGTH = 500  # characters of the faults of an invalid position


class WhatNext(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for the continuations of a partial play."""

    position: dict[str, Any]
    partial: Text = ""


class TryPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for the result of a play."""

    position: dict[str, Any]
    play: Text


class Tried(msgspec.Struct, frozen=True):
    """The result: the position afterwards, the view of the seat that played, and who was sent home."""

    play: str
    seat: str
    position: dict[str, Any]
    view: dict[str, Any]
    marbles: dict[str, list[str]]
    sent_home: tuple[SentHome, ...]


class Forbidden(msgspec.Struct, frozen=True):
    """The play is illegal, and why."""

    code: str
    text: str
    detail: str
    why: Why


def practice_routes(access: Access) -> list[BaseRoute]:
    return [
        Route(path, handle_errors(access, handler), methods=["POST"])
        for path, handler in (
            ("/api/practice/options", _handler(WhatNext, what_next)),
            ("/api/practice/play", _handler(TryPlay, try_play)),
        )
    ]


def _handler(kind: type[T], work: Callable[[T], object]) -> Handler:
    async def handle(request: Request) -> Response:
        body = await parse_body(request, kind)
        try:
            return json_response(await asyncio.to_thread(work, body))  # without blocking live tables
        except Refused as refused:
            if refused.reason is None:
                raise
            # An illegal play is a valid question: status 200.
            return json_response(Forbidden(refused.code, refused.text, refused.detail, describe_reason(refused.reason)))

    return handle


def what_next(body: WhatNext) -> OptionsMessage:
    """Return the continuations of a partial play, in the message that a table sends."""
    return options_message(_game(body.position), "practice", body.partial)


def try_play(body: TryPlay) -> Tried:
    game = _game(body.position)
    seat = game.turn
    try:
        play = game.play(body.play)
    except (IllegalPlay, InvalidPlay) as error:
        raise refusal_from(error) from None
    assert seat is not None
    assert game.last is not None
    return Tried(
        play=str(play),
        seat=seat,
        position=game.position(),
        view=game.view(seat),
        marbles=game.marbles(),
        sent_home=tuple(SentHome(owner, field) for owner, field in game.last.sent_home),
    )


def _game(position: dict[str, Any]) -> Game:
    try:
        game = Game.from_position(position)
    except (InvalidPosition, RecursionError) as error:  # deeply nested lists
        faults = str(error)
        if len(faults) > MAX_FAULTS_LENGTH:
            faults = f"{faults[:MAX_FAULTS_LENGTH]} ..."
        raise Refused("bad_position", faults) from None
    if game.rules.alone:  # a 7 can have too many continuations there (R13.2)
        raise Refused("bad_rules", "practice is for games in teams, with 4 or 6 players")
    if not game.hands_known:
        raise Refused("bad_position", "all hands must be known")
    return game
