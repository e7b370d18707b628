"""Positions to try things out on, without a table: for the lesson.

Nothing is kept and nobody has to say who they are: the position comes with the question, because the page has no rules
of its own.
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
FAULTS = 500  # characters of what is told about an impossible position


class WhatNext(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How can a partial play go on in this position?"""

    position: dict[str, Any]
    partial: Text = ""


class TryPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens with this play in this position?"""

    position: dict[str, Any]
    play: Text


class Tried(msgspec.Struct, frozen=True):
    """What happened: the position to go on from, what the seat that played sees of it, and who went home."""

    play: str
    seat: str
    position: dict[str, Any]
    view: dict[str, Any]
    marbles: dict[str, list[str]]
    sent_home: tuple[SentHome, ...]


class Forbidden(msgspec.Struct, frozen=True):
    """The rules do not allow it, and why."""

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
        asked = await parse_body(request, kind)
        try:
            return json_response(await asyncio.to_thread(work, asked))  # live tables do not wait for it
        except Refused as refused:
            if refused.reason is None:
                raise
            # That the rules forbid it is the answer to the question, and no error of whoever asks.
            return json_response(Forbidden(refused.code, refused.text, refused.detail, describe_reason(refused.reason)))

    return handle


def what_next(asked: WhatNext) -> OptionsMessage:
    """How a partial play can go on, told as at a table."""
    return options_message(_game(asked.position), "practice", asked.partial)


def try_play(wanted: TryPlay) -> Tried:
    """Play, and tell how it ended."""
    game = _game(wanted.position)
    seat = game.turn
    try:
        play = game.play(wanted.play)
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
    except (InvalidPosition, RecursionError) as error:  # the latter for lists in lists in lists
        faults = str(error)
        told = faults if len(faults) <= FAULTS else f"{faults[:FAULTS]} ..."
        raise Refused("bad_position", told) from None
    if game.rules.alone:  # there a 7 can have more continuations than anybody would wait for (R13.2)
        raise Refused("bad_rules", "practice is for games in teams, with 4 or 6 players")
    if not game.hands_known:
        raise Refused("bad_position", "one to practise on shows all hands")
    return game
