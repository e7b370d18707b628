"""The page that people open, its files and its texts."""

from __future__ import annotations

import base64
import hashlib

from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from doghouse.i18n import LANGUAGES
from doghouse.server.http.page_assets import IMPORT_MAP, WEB, page_version, render_index, texts_of

PATHS = ("/", "/new", "/games", "/settings", "/rules", "/learn", "/t/{code}", "/m/{token}", "/replay/{code}")
# Only what is the same for everyone is packed: together with secrets, packing could give them away.
PACKED = [Middleware(GZipMiddleware, minimum_size=500, compresslevel=6)]
ALWAYS_ASK = {"Cache-Control": "no-cache"}  # the browser keeps files but asks whether they have changed
VERSION = "Doghouse-Version"  # with it, the worker of the page knows which files it need not ask for again


def page_routes() -> list[BaseRoute]:
    return [
        *(Route(path, _page, middleware=PACKED) for path in PATHS),
        Route("/verify", _file("verify.html"), middleware=PACKED),
        Route("/service-worker.js", _file("service-worker.js")),
        Route("/i18n/{language}.json", _texts, middleware=PACKED),
        Mount("/web", _Files(directory=WEB), middleware=PACKED),
    ]


async def not_found(request: Request, error: Exception) -> Response:
    """An address that leads nowhere: whoever reads gets the page, which says so in their language."""
    if "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(render_index(), 404, headers=ALWAYS_ASK)
    return PlainTextResponse(error.detail if isinstance(error, HTTPException) else "Not Found", 404)


def import_map_hash() -> str:
    """The one script inside the page, by which the browser may know it: the import map."""
    found = IMPORT_MAP.search((WEB / "index.html").read_text())
    digest = hashlib.sha256(found[1].encode() if found else b"").digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


class _Files(StaticFiles):
    def file_response(self, *args: object, **more: object) -> Response:
        response = super().file_response(*args, **more)  # type: ignore[arg-type]
        response.headers.setdefault("Cache-Control", ALWAYS_ASK["Cache-Control"])
        response.headers[VERSION] = page_version()
        return response


async def _page(_request: Request) -> Response:
    return HTMLResponse(render_index(), headers={**ALWAYS_ASK, VERSION: page_version()})


def _file(name: str):  # type: ignore[no-untyped-def]
    async def show(_request: Request) -> Response:
        return FileResponse(WEB / name, headers=ALWAYS_ASK)

    return show


async def _texts(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        return Response("there is no such language", 404)
    headers = {**ALWAYS_ASK, VERSION: page_version()}
    return Response(texts_of(language), media_type="application/json", headers=headers)
