"""Routes that serve the replays and statistics of finished games."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from doghouse.server.http.access import Access
from doghouse.server.http.api import handle_errors
from doghouse.server.http.json_io import json_response
from doghouse.server.protocol.table_codes import read_code
from doghouse.server.tables.replay import Replay, replay_of

MAX_CACHED = 64


def replay_routes(access: Access) -> list[BaseRoute]:
    """Return the routes. Recent replays are cached: many viewers open the same game when it ends."""
    cache: OrderedDict[tuple[str, int], Replay] = OrderedDict()

    async def find(request: Request) -> Replay:
        table = (await access.house.table(read_code(request.path_params["code"]))).table
        key = table.code, table.number  # a name may still change
        if key not in cache:
            cache[key] = await asyncio.to_thread(replay_of, table)
            if len(cache) > MAX_CACHED:
                cache.popitem(last=False)
        cache.move_to_end(key)
        return cache[key]

    async def replay(request: Request) -> Response:
        return json_response(await find(request))

    async def statistics(request: Request) -> Response:
        """Return everything but the frames, for the result screen."""
        game = await find(request)
        return json_response({name: getattr(game, name) for name in ("rules", "result", "statistics", "seating")})

    return [
        Route("/api/tables/{code}/replay", handle_errors(access, replay), methods=["GET"]),
        Route("/api/tables/{code}/statistics", handle_errors(access, statistics), methods=["GET"]),
    ]
