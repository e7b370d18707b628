"""The application: everything that answers at the house's address."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from doghouse.server.api import Api
from doghouse.server.codes import read_code
from doghouse.server.connection import POLICY, Connection
from doghouse.server.door import Door
from doghouse.server.headers import SafeHeaders
from doghouse.server.messages import Bye, write_message
from doghouse.server.refusals import Refused

WEB = Path(__file__).parent.parent / "web"


def make_app(door: Door) -> Starlette:
    house = door.house

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        await house.close()

    async def health(_request: Request) -> Response:
        there = await house.store.is_there()
        return JSONResponse({"database": there}, 200 if there else 503)

    async def metrics(_request: Request) -> Response:
        return Response(house.metrics.text(), media_type=house.metrics.content_type)

    def page(name: str) -> Route:
        async def show(_request: Request) -> Response:
            return FileResponse(WEB / name, headers={"Cache-Control": "no-cache"})

        path = {"index.html": "/"}.get(name, f"/{name.removesuffix('.html')}")
        return Route(path, show)

    async def table_page(_request: Request) -> Response:
        return FileResponse(WEB / "index.html", headers={"Cache-Control": "no-cache"})

    routes = [
        *Api(door).routes(),
        WebSocketRoute("/ws/{code}", lambda socket: live_table(socket, door)),
        Route("/healthz", health),
        Route("/metrics", metrics),
        page("index.html"),
        page("verify.html"),
        Route("/t/{code}", table_page),
        Route("/m/{token}", table_page),
        Mount("/web", StaticFiles(directory=WEB)),
    ]
    middleware = [Middleware(SafeHeaders, secure=house.settings.is_secure)]
    return Starlette(routes=routes, middleware=middleware, lifespan=lifespan)


async def live_table(socket: WebSocket, door: Door) -> None:
    """A socket at a table, if it may be one."""
    try:
        door.check_origin(socket)
        guest = await door.known_guest(socket.cookies)
        if guest is None:
            raise Refused("not_seated")
        live = await door.house.table(read_code(socket.path_params["code"]))
        door.come_in(socket, guest)
    except Refused as refused:
        door.house.metrics.dropped.labels(refused.code).inc()
        await socket.accept()
        await socket.send_text(write_message(Bye(refused.code, retry=refused.code == "unavailable")))
        await socket.close(POLICY)
        return
    try:
        await socket.accept()
        await Connection(socket, door.house, live, guest).run()
    finally:
        door.go_out(socket, guest)
