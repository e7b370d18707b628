"""The page that people open, its files and its texts."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from pathlib import Path

import msgspec
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from doghouse.i18n import LANGUAGES
from doghouse.i18n.web_texts import web_texts

WEB = Path(__file__).parent.parent / "web"
PATHS = ("/", "/new", "/games", "/settings", "/rules", "/learn", "/t/{code}", "/m/{token}", "/replay/{code}")
# Only what is the same for everyone is packed: together with secrets, packing could give them away.
PACKED = [Middleware(GZipMiddleware, minimum_size=500, compresslevel=6)]
ALWAYS_ASK = {"Cache-Control": "no-cache"}  # the browser keeps files but asks whether they have changed


def page_routes() -> list[BaseRoute]:
    return [
        *(Route(path, _file("index.html"), middleware=PACKED) for path in PATHS),
        Route("/verify", _file("verify.html"), middleware=PACKED),
        Route("/service-worker.js", _file("service-worker.js")),
        Route("/i18n/{language}.json", _texts, middleware=PACKED),
        Mount("/web", _Files(directory=WEB), middleware=PACKED),
    ]


def import_map_hash() -> str:
    """The one script inside the page, by which the browser may know it: the import map."""
    found = re.search(r'<script type="importmap">(.*?)</script>', (WEB / "index.html").read_text(), re.DOTALL)
    digest = hashlib.sha256(found[1].encode() if found else b"").digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


class _Files(StaticFiles):
    def file_response(self, *args: object, **more: object) -> Response:
        response = super().file_response(*args, **more)  # type: ignore[arg-type]
        response.headers.setdefault("Cache-Control", ALWAYS_ASK["Cache-Control"])
        return response


def _file(name: str):  # type: ignore[no-untyped-def]
    async def show(_request: Request) -> Response:
        return FileResponse(WEB / name, headers=ALWAYS_ASK)

    return show


async def _texts(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        return Response("there is no such language", 404)
    return Response(_encoded(language), media_type="application/json", headers=ALWAYS_ASK)


@cache
def _encoded(language: str) -> bytes:
    return msgspec.json.encode(web_texts(language))
