"""Routes that serve the replays and statistics of finished games."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from doghouse.server.house import House
from doghouse.server.http.access import Access
from doghouse.server.http.api import handle_errors
from doghouse.server.http.json_io import json_response
from doghouse.server.protocol.table_codes import read_code
from doghouse.server.tables.replay import Replay, replay_of

MAX_CACHED = 64


class Replays:
    """The handlers. Recent replays are cached: many viewers open the same game when it ends."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._cache: OrderedDict[tuple[str, int], Replay] = OrderedDict()

    async def replay(self, request: Request) -> Response:
        return json_response(await self._find(request))

    async def statistics(self, request: Request) -> Response:
        """Return everything but the frames, for the result screen."""
        replay = await self._find(request)
        fields = "rules", "result", "statistics", "seating"
        return json_response({name: getattr(replay, name) for name in fields})

    async def _find(self, request: Request) -> Replay:
        table = (await self._house.table(read_code(request.path_params["code"]))).table
        key = table.code, table.number  # a name may still change
        if key not in self._cache:
            self._cache[key] = await asyncio.to_thread(replay_of, table)
            if len(self._cache) > MAX_CACHED:
                self._cache.popitem(last=False)
        self._cache.move_to_end(key)
        return self._cache[key]


def replay_routes(access: Access) -> list[BaseRoute]:
    replays = Replays(access.house)
    return [
        Route("/api/tables/{code}/replay", handle_errors(access, replays.replay), methods=["GET"]),
        Route("/api/tables/{code}/statistics", handle_errors(access, replays.statistics), methods=["GET"]),
    ]
