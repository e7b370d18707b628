"""Routes of the page: HTML, static files and texts."""

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

# The screens of web/main.js; a test compares them.
PATHS = ("/", "/new", "/games", "/settings", "/rules", "/learn", "/t/{code}", "/m/{token}", "/replay/{code}")
# Only public responses are compressed: the size of compressed secrets can reveal them (BREACH).
GZIP = [Middleware(GZipMiddleware, minimum_size=500, compresslevel=6)]
NO_CACHE = {"Cache-Control": "no-cache"}  # cached, but revalidated
VERSION = "Doghouse-Version"  # tells the service worker which cached files are current


def page_routes() -> list[BaseRoute]:
    return [
        *(Route(path, _page, middleware=GZIP) for path in PATHS),
        Route("/verify", _file("verify.html"), middleware=GZIP),
        Route("/service-worker.js", _file("service-worker.js")),
        Route("/i18n/{language}.json", _texts, middleware=GZIP),
        Mount("/web", _Files(directory=WEB), middleware=GZIP),
    ]


async def not_found(request: Request, error: Exception) -> Response:
    """Answer 404: browsers get the page, which says so in their language."""
    if "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(render_index(), 404, headers=NO_CACHE)
    return PlainTextResponse(error.detail if isinstance(error, HTTPException) else "Not Found", 404)


def import_map_hash() -> str:
    """Return the CSP hash of the import map, the only inline script."""
    match = IMPORT_MAP.search((WEB / "index.html").read_text())
    digest = hashlib.sha256(match[1].encode() if match else b"").digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


class _Files(StaticFiles):
    def file_response(self, *args: object, **more: object) -> Response:
        response = super().file_response(*args, **more)  # type: ignore[arg-type]
        response.headers.setdefault("Cache-Control", NO_CACHE["Cache-Control"])
        response.headers[VERSION] = page_version()
        return response


async def _page(_request: Request) -> Response:
    return HTMLResponse(render_index(), headers={**NO_CACHE, VERSION: page_version()})


def _file(name: str):  # type: ignore[no-untyped-def]
    async def send_file(_request: Request) -> Response:
        return FileResponse(WEB / name, headers=NO_CACHE)

    return send_file


async def _texts(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        return Response("unknown language", 404)
    headers = {**NO_CACHE, VERSION: page_version()}
    return Response(texts_of(language), media_type="application/json", headers=headers)
