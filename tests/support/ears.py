"""The ears of a person: sockets at a table, one after the other, and every byte that was ever sent to them."""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Callable
from urllib.parse import urlsplit

import websockets
from websockets.asyncio.client import ClientConnection, connect

from doghouse.server.client import Message, Person
from doghouse.server.http.identity import COOKIE

TALKED_OUT = 100  # messages after which a socket is opened anew: a connection may send some 120 at once
PATIENCE = 30.0  # seconds


class Ear:
    """What one device of a person hears at a table."""

    def __init__(self, person: Person, code: str) -> None:
        self.person = person
        self.code = code
        self.heard: list[bytes] = []
        self.number = 0
        self._answers: dict[str, Message] = {}
        self._pongs = 0
        self._said = 0
        self._news = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None

    async def open(self, since: int | None = None) -> None:
        self._socket = await connect(
            f"ws://{urlsplit(self.person.address).netloc}/ws/{self.code}",
            additional_headers={"Cookie": f"{COOKIE}={self.person.cookie}"},
            compression=None,
            max_size=None,
            ping_interval=None,
        )
        self._said = 0
        before = len(self.heard)
        self._listening = asyncio.create_task(self._listen(self._socket))
        await self.say({"type": "hello", "since": since})
        await self._until(lambda: len(self.heard) >= before + 2)  # how the table stands, and who is there

    async def close(self) -> None:
        assert self._socket is not None
        assert self._listening is not None
        await self._socket.close()
        await self._listening

    @property
    def is_talked_out(self) -> bool:
        return self._said >= TALKED_OUT

    async def say(self, message: Message) -> None:
        assert self._socket is not None
        self._said += 1
        await self._socket.send(json.dumps(message))

    async def ask(self, message: Message) -> Message:
        """Say something with an id; the answer."""
        await self.say(message)
        await self._until(lambda: message["id"] in self._answers)
        return self._answers.pop(message["id"])

    async def hear_of(self, number: int) -> None:
        """Until the event with this number has been heard of."""
        await self._until(lambda: self.number >= number)

    async def hear_out(self) -> None:
        """Until everything has been heard that the house has sent so far."""
        pongs = self._pongs
        await self.say({"type": "ping"})
        await self._until(lambda: self._pongs > pongs)

    async def fetch(self, path: str) -> tuple[int, bytes]:
        """What the house answers to a request of this person; ``CODE`` in the path stands for the table."""
        return await asyncio.to_thread(self._fetch, path.replace("CODE", self.code))

    def _fetch(self, path: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(urlsplit(self.person.address).netloc, timeout=PATIENCE)
        connection.request("GET", path, headers={"Cookie": f"{COOKIE}={self.person.cookie}"})
        response = connection.getresponse()
        found = response.status, response.read()
        connection.close()
        return found

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._news.clear()
                await self._news.wait()

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            while True:
                data = await socket.recv(decode=False)
                self.heard.append(data)
                self._note(json.loads(data))
                self._news.set()
        except websockets.ConnectionClosed:
            return

    def _note(self, message: Message) -> None:
        if message["type"] in ("table", "event"):
            self.number = message["number"]
        elif message["type"] == "pong":
            self._pongs += 1
        elif message.get("id") is not None:
            self._answers[message["id"]] = message
