"""People who mean no good, over the wire."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import websockets
from websockets.asyncio.client import ClientConnection, connect

from doghouse.server.client import Message, Person, TableClient
from doghouse.server.http.identity import COOKIE
from tests.support.hostile_messages import Malice

AT_ONCE = 110  # messages on one connection, some less than the house takes at once
PATIENCE = 60.0  # seconds
BROADCASTS = ("event", "presence")  # told without having been asked


class Loud(TableClient):
    """A person at a table who says everything aloud."""

    def __init__(self, person: Person, code: str) -> None:
        super().__init__(person, code, self._note)
        self.said: list[Message] = []
        self.is_done = False  # the game is over, and its seed is known

    def _note(self, message: Message) -> None:
        for told in (message, *message.get("missed", ())):
            if told["type"] == "event" and told["event"]["type"] == "revealed":
                self.is_done = True

    async def ask(self, kind: str, id: str, **fields: Any) -> Message:
        self.said.append({"type": kind, "id": id, **fields})
        return await super().ask(kind, id, **fields)


class Attacker:
    """Comes to a table again and again, says what it should not, and vanishes or is shown out."""

    def __init__(self, person: Person, code: str, malice: Malice, says_hello: bool = True) -> None:
        self.person = person
        self.code = code
        self.malice = malice
        self.says_hello = says_hello
        self.answered = 0
        self.answers: Counter[str] = Counter()
        self.told: list[str] = []  # all but broadcasts
        self.shown_out = 0

    async def attack(self, messages: int) -> None:
        """Until so many messages have been answered."""
        while self.answered < messages:
            socket = await socket_of(self.person, self.code)
            try:
                await asyncio.wait_for(self._talk(socket), PATIENCE)
            except websockets.ConnectionClosed:
                last = json.loads(self.told[-1])
                assert last == {"type": "bye", "code": "too_many_faults", "retry": False}, (last, socket.close_code)
                self.shown_out += 1
            if self.malice.chooser.random() < 0.3:
                socket.transport.abort()
            else:
                await socket.close()

    async def _talk(self, socket: ClientConnection) -> None:
        if self.says_hello:
            await self._say(socket, ['{"type":"hello"}'])
        left = AT_ONCE
        while left > 0:
            burst = self.malice.chooser.randint(1, 10)
            left -= burst
            await self._say(socket, [self.malice.message() for _message in range(burst)])

    async def _say(self, socket: ClientConnection, messages: list[str | bytes]) -> None:
        """Say some things, and hear an answer to each."""
        with contextlib.suppress(websockets.ConnectionClosed):  # what was told before can still be heard
            for message in messages:
                await socket.send(message)
        for _message in messages:
            while (kind := self._hear(await socket.recv())) in BROADCASTS:
                pass
            self.answered += kind != "bye"

    def _hear(self, data: str | bytes) -> str:
        message = json.loads(data)
        kind = str(message["type"])
        if kind in ("table", "event"):
            self.malice.number, self.malice.state = message["number"], message["state"]
        if kind not in BROADCASTS:
            self.told.append(str(data))
            self.answers[message["code"] if kind == "refused" else kind] += 1
        assert kind != "bye" or message["code"] == "too_many_faults", message
        return kind


async def socket_of(person: Person, code: str, **options: Any) -> ClientConnection:
    """A bare socket at a table."""
    headers = {"Cookie": f"{COOKIE}={person.cookie}", **options.pop("headers", {})}
    return await connect(
        f"ws://{urlsplit(person.address).netloc}/ws/{code}",
        additional_headers=headers,
        compression=None,
        max_size=None,
        max_queue=None,
        ping_interval=None,
        **options,
    )


async def next_from(socket: ClientConnection) -> Message:
    message: Message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
    return message


async def heard(socket: ClientConnection, kind: str) -> Message:
    """The next message of a kind."""
    while (message := await next_from(socket))["type"] != kind:
        pass
    return message
