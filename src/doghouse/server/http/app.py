"""The Starlette app with all routes."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from doghouse.server.http.access import Access
from doghouse.server.http.api import Api
from doghouse.server.http.connection import POLICY, Connection
from doghouse.server.http.pages import not_found, page_routes
from doghouse.server.http.practice import practice_routes
from doghouse.server.http.replays import replay_routes
from doghouse.server.http.security_headers import SecurityHeadersMiddleware
from doghouse.server.protocol.outgoing import Bye, write_message
from doghouse.server.protocol.refusals import Refused
from doghouse.server.protocol.table_codes import read_code

log = logging.getLogger("doghouse.app")


def make_app(access: Access) -> SecurityHeadersMiddleware:
    house = access.house

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        await house.close()

    async def health(_request: Request) -> Response:
        is_available = await house.store.is_available()
        return JSONResponse({"database": is_available}, 200 if is_available else 503)

    async def metrics(_request: Request) -> Response:
        return Response(house.metrics.text(), media_type=house.metrics.content_type)

    routes = [
        *Api(access).routes(),
        WebSocketRoute("/ws/{code}", lambda socket: serve_table(socket, access)),
        Route("/healthz", health),
        Route("/metrics", metrics),
        *replay_routes(access),
        *practice_routes(access),
        *page_routes(),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={404: not_found})
    return SecurityHeadersMiddleware(app, secure=house.settings.is_secure)  # outermost: error responses need them too


async def serve_table(socket: WebSocket, access: Access) -> None:
    """Check a WebSocket, then serve the table to it."""
    try:
        access.check_origin(socket)
        access.check_socket_rate(socket)
        guest = await access.require_guest(socket.cookies)
        live = await access.house.table(read_code(socket.path_params["code"]))
        access.connect(socket, guest)
    except Refused as refused:
        access.house.metrics.dropped.labels(refused.code).inc()
        log.debug("connection refused", extra={"refusal": refused.code})
        with suppress(RuntimeError, WebSocketDisconnect):  # the client may be gone
            await socket.accept()
            await socket.send_text(write_message(Bye(refused.code, retry=refused.code in ("unavailable", "too_fast"))))
            await socket.close(POLICY)
        return
    try:
        await socket.accept()
        await Connection(socket, access.house, live, guest).run()
    finally:
        access.disconnect(socket, guest)
