"""People who mean no good, over the wire."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Any

import websockets

from doghouse.server.client import Message, Person, TableClient
from tests.support.clients import BROADCASTS, TableSocket, open_socket
from tests.support.hostile_messages import Malice

AT_ONCE = 110  # messages on one connection, some less than the house takes at once
PATIENCE = 60.0  # seconds


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
            socket = await open_socket(self.person, self.code)
            try:
                await asyncio.wait_for(self._talk(socket), PATIENCE)
            except websockets.ConnectionClosed:
                last = socket.received[-1]
                assert last == {"type": "bye", "code": "too_many_faults", "retry": False}, (
                    last,
                    socket.connection.close_code,
                )
                self.shown_out += 1
            if self.malice.chooser.random() < 0.3:
                socket.connection.transport.abort()
            else:
                await socket.close()

    async def _talk(self, socket: TableSocket) -> None:
        if self.says_hello:
            await self._say(socket, ['{"type":"hello"}'])
        left = AT_ONCE
        while left > 0:
            burst = self.malice.chooser.randint(1, 10)
            left -= burst
            await self._say(socket, [self.malice.message() for _message in range(burst)])

    async def _say(self, socket: TableSocket, messages: list[str | bytes]) -> None:
        """Say some things, and hear an answer to each."""
        with contextlib.suppress(websockets.ConnectionClosed):  # what was told before can still be heard
            for message in messages:
                await socket.send(message)
        for _message in messages:
            while (kind := self._hear(await socket.next(), socket.raw[-1])) in BROADCASTS:
                pass
            self.answered += kind != "bye"

    def _hear(self, message: Message, data: bytes) -> str:
        kind = str(message["type"])
        if kind in ("table", "event"):
            self.malice.number, self.malice.state = message["number"], message["state"]
        if kind not in BROADCASTS:
            self.told.append(data.decode())
            self.answers[message["code"] if kind == "refused" else kind] += 1
        assert kind != "bye" or message["code"] == "too_many_faults", message
        return kind
