"""A bare socket at a table: what is said and heard message by message, in order."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from doghouse.server.client import Message, Person
from doghouse.server.http.identity import COOKIE

PATIENCE = 30  # seconds after which a message that does not come is missed


class Wire:
    """One end of a socket. What is heard while waiting for something else stays in ``heard``."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Message] = []
        self._ids = 0

    async def say(self, kind: str, **fields: Any) -> None:
        await self.send(json.dumps({"type": kind, **fields}))

    async def send(self, text: str) -> None:
        await self.socket.send(text)

    async def next(self) -> Message:
        message: Message = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        self.heard.append(message)
        return message

    async def hear(self, holds: Callable[[Message], bool]) -> Message:
        """The next message for which something holds."""
        while not holds(message := await self.next()):
            pass
        return message

    async def hello(self, **fields: Any) -> Message:
        """Say hello; the table."""
        await self.say("hello", **fields)
        return await self.hear(lambda message: message["type"] == "table")

    async def ask(self, kind: str, id: str | None = None, **fields: Any) -> Message:
        """Say something with an id; its answer."""
        self._ids += 1
        own = id or f"{kind}-{self._ids}"
        await self.say(kind, id=own, **fields)
        return await self.hear(lambda message: message.get("id") == own)

    async def event(self, kind: str) -> Message:
        """The next event of a kind, with its number and state."""
        return await self.hear(lambda message: message["type"] == "event" and message["event"]["type"] == kind)


@asynccontextmanager
async def wire_to(person: Person, code: str) -> AsyncIterator[Wire]:
    """A socket of a person at a table; nothing has been said yet."""
    async with connect(
        f"ws://{urlsplit(person.address).netloc}/ws/{code}",
        additional_headers={"Cookie": f"{COOKIE}={person.cookie}"} if person.cookie else {},
        compression=None,
        max_size=None,
        max_queue=None,  # what nobody reads must not keep the socket from being closed
        ping_interval=None,
    ) as socket:
        yield Wire(socket)
