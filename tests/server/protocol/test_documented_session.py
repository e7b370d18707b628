"""The session in docs/protocol.md runs as documented."""

from __future__ import annotations

import asyncio
import http.client
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from doghouse.server.client import Person
from doghouse.server.http.identity import COOKIE
from doghouse.server.protocol.incoming import read_message
from tests.support.clients import TableSocket
from tests.support.in_process_server import InProcessServer, in_process_server
from tests.support.protocol_doc import PAGE, Page

LEFT_OUT = "…"


def is_as_written(written: Any, real: Any) -> bool:
    """Whether something is as the page has it; what is left out there may be anything."""
    if written == LEFT_OUT:
        return True
    if isinstance(written, dict):
        if not isinstance(real, dict):
            return False
        named = {name: value for name, value in written.items() if name != LEFT_OUT}
        whole = LEFT_OUT in written or named.keys() == real.keys()
        return whole and all(name in real and is_as_written(value, real[name]) for name, value in named.items())
    if isinstance(written, list) and isinstance(real, list):
        if written[-1:] == [LEFT_OUT]:
            written, real = written[:-1], real[: len(written) - 1]
        return len(written) == len(real) and all(map(is_as_written, written, real))
    return bool(written == real)


def test_only_ellipses_match_anything() -> None:
    assert is_as_written({"a": 1, "…": "…"}, {"a": 1, "b": 2})
    assert is_as_written([{"a": "…"}, "…"], [{"a": [1]}, 2, 3])
    assert not is_as_written({"a": 1}, {"a": 1, "b": 2})
    assert not is_as_written({"a": 1, "…": "…"}, {"b": 2})
    assert not is_as_written([1, "…"], [2])
    assert not is_as_written([1, 2], [1])
    assert not is_as_written({"a": 1}, None)


class Session:
    """Does what stands in the page, line by line."""

    def __init__(self, server: InProcessServer) -> None:
        self._server = server
        self._person = Person(server.address)
        self._written_as = {"http://192.168.1.20:8000": server.address}
        self._answer: tuple[int, Any] = 0, None
        self._socket: TableSocket | None = None
        self.heard = 0

    async def run(self, lines: list[tuple[str, str]]) -> None:
        async with AsyncExitStack() as stack:
            for sign, text in lines:
                for written, real in self._written_as.items():
                    text = text.replace(written, real)
                if sign == ">":
                    self._answer = await asyncio.to_thread(self._request, text)
                elif sign == "<":
                    self._compare_answer(text)
                elif sign == "=":
                    await stack.aclose()
                    self._socket = await stack.enter_async_context(TableSocket(self._person, text.removeprefix("/ws/")))
                    await self._nobody_is_there()
                elif sign in "→←":
                    await self._talk(sign, text)
                else:
                    assert sign == "#", text

    def _request(self, text: str) -> tuple[int, Any]:
        method, path, body = text.split(" ", 2)
        connection = http.client.HTTPConnection(urlsplit(self._server.address).netloc, timeout=30)
        cookie = {"Cookie": f"{COOKIE}={self._person.cookie}"} if self._person.cookie else {}
        connection.request(method, path, body, cookie)
        response = connection.getresponse()
        answer = response.status, json.loads(response.read())
        given = response.headers.get("Set-Cookie")
        if given:
            self._person.cookie = given.partition(";")[0].partition("=")[2]
        connection.close()
        return answer

    def _compare_answer(self, text: str) -> None:
        status, body = text.split(" ", 1)
        real_status, real = self._answer
        written = json.loads(body)
        if "link" in written:  # the code is by chance: from here on the real one is meant
            self._written_as[written["code"]] = real["code"]
            written = json.loads(body.replace(written["code"], real["code"]))
        assert (int(status), written) == (real_status, real)

    async def _nobody_is_there(self) -> None:
        async with asyncio.timeout(30):
            while any(live.viewers for live in self._server.house.tables.values()):
                await asyncio.sleep(0.01)

    async def _talk(self, sign: str, text: str) -> None:
        assert self._socket is not None
        if sign == "→":
            read_message(text)
            await self._socket.send(text)
            return
        real = await self._socket.next()
        self.heard += 1
        assert is_as_written(json.loads(text), real), f"written: {text}\nreal:    {json.dumps(real)}"


def test_the_documented_session_runs(tmp_path: Path) -> None:
    async def run() -> None:
        async with in_process_server(tmp_path / "data") as server:
            session = Session(server)
            await session.run(Page(PAGE.read_text(encoding="utf-8")).session)
            assert session.heard > 20

    asyncio.run(run())
