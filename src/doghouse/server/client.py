"""A client for tests, benchmarks and programs that play: it reconnects and resends what was not acknowledged."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import websockets
from websockets.asyncio.client import ClientConnection, connect

from doghouse.server.http.identity import COOKIE

RECONNECT_SECONDS = 0.05
RESEND_SECONDS = 0.2
Message = dict[str, Any]


class NotAllowed(Exception):
    """A request or an act was refused."""

    def __init__(self, answer: Message) -> None:
        super().__init__(answer.get("text") or answer)
        self.answer = answer


class Person:
    """A guest of the server, known by a cookie."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = ""

    async def request(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request to the HTTP API; return JSON as data, anything else as text."""
        return await asyncio.to_thread(self.request_now, method, path, body)

    def request_now(self, method: str, path: str, body: Any = None) -> Any:
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=30)
        headers = {"Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = f"{COOKIE}={self.cookie}"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        data = response.read().decode()
        for header in response.headers.get_all("Set-Cookie") or []:
            name, _equals, value = header.partition(";")[0].partition("=")
            if name == COOKIE:
                self.cookie = value
        connection.close()
        result = json.loads(data) if response.headers.get_content_type() == "application/json" else data
        if response.status >= 400:
            raise NotAllowed(result if isinstance(result, dict) else {"text": data})
        return result

    async def introduce(self, name: str, language: str = "en") -> Person:
        await self.request("POST", "/api/me", {"name": name, "language": language})
        return self


class TableClient:
    """A socket at a table that reconnects whenever it is lost."""

    def __init__(self, person: Person, code: str, on_message: Callable[[Message], None] | None = None) -> None:
        self.person = person
        self.code = code
        self.number = 0
        self.state: Message = {}
        self.acknowledged: dict[str, int] = {}
        self.refused: list[Message] = []
        self.connections = 0
        self._on_message = on_message
        self._waiting: dict[str, tuple[Message, asyncio.Future[Message]]] = {}
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> TableClient:
        self._task = asyncio.create_task(self._run())
        await self.until(lambda: self.connections > 0 and bool(self.state))
        return self

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._socket is not None:
            await self._socket.close()

    async def act(self, kind: str, id: str, **fields: Any) -> int:
        """Send an act, across reconnects, until it is stored; return the number of its event."""
        answer = await self.ask(kind, id, **fields)
        if answer["type"] == "refused":
            raise NotAllowed(answer)
        return int(answer["number"])

    async def ask(self, kind: str, id: str, **fields: Any) -> Message:
        """Send a message with an id and return its answer."""
        message = {"type": kind, "id": id, **fields}
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._waiting[id] = message, answer
        await self._send(message)
        return await answer

    async def until(self, holds: Callable[[], bool], seconds: float = 60) -> None:
        """Wait until a condition on what was received holds."""

        async def wait() -> None:
            async with self._changed:
                await self._changed.wait_for(holds)

        await asyncio.wait_for(wait(), seconds)

    async def _send(self, message: Message) -> None:
        if self._socket is not None:
            try:
                await self._socket.send(json.dumps(message))
            except websockets.ConnectionClosed:
                return  # it is resent after the reconnect

    def _send_again(self, id: str) -> None:
        if id in self._waiting:
            self._again = asyncio.create_task(self._send(self._waiting[id][0]))

    async def _run(self) -> None:
        headers = {"Cookie": f"{COOKIE}={self.person.cookie}"}
        while True:
            address = urlsplit(self.person.address)  # may change while a test replaces the process
            try:
                async with connect(
                    f"ws://{address.netloc}/ws/{self.code}",
                    additional_headers=headers,
                    compression=None,
                    max_size=None,
                    ping_interval=None,
                ) as socket:
                    self._socket = socket
                    await self._begin(socket)
                    async for text in socket:
                        await self._take(json.loads(text))
            except (OSError, websockets.WebSocketException, TimeoutError):
                pass  # reconnect
            self._socket = None
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _begin(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"type": "hello", "since": self.number if self.state else None}))
        for message, _answer in list(self._waiting.values()):
            await socket.send(json.dumps(message))

    async def _take(self, message: Message) -> None:
        kind = message["type"]
        if kind == "table":
            self.connections += 1
        if kind in ("table", "event"):
            self.number = message["number"]
            if message["state"] is not None:
                self.state = message["state"]
        if kind in ("ack", "refused", "options"):
            self._answer(message)
        if self._on_message is not None:
            self._on_message(message)
        async with self._changed:
            self._changed.notify_all()

    def _answer(self, message: Message) -> None:
        if message["type"] == "ack":
            self.acknowledged[message["id"]] = message["number"]
        if message["type"] == "refused":
            self.refused.append(message)
            if message["code"] in ("unavailable", "too_fast"):
                asyncio.get_running_loop().call_later(RESEND_SECONDS, self._send_again, message["id"])
                return
        _message, answer = self._waiting.pop(message["id"], (None, None))
        if answer is not None and not answer.done():
            answer.set_result(message)
