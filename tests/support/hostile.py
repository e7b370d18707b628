"""Clients and HTTP requests that try to break the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import websockets

import doghouse as dog
from doghouse.server.client import Message, Person, TableClient
from doghouse.server.protocol import limits
from tests.support.clients import BROADCASTS, TableSocket, open_socket
from tests.support.hostile_messages import BROKEN, CANARY, Malice, anything

AT_ONCE = 110  # messages on one connection, some less than the house takes at once
PATIENCE = 60.0  # seconds
GET = (
    "/api/me",
    "/api/me/games",
    "/api/about",
    "/api/tables",
    "/api/tables/CODE",
    "/api/tables/CODE/record",
    "/api/tables/CODE/replay",
    "/api/tables/CODE/statistics",
    "/api/tables/CODE/qr.svg",
    "/api/admin/tables",
    "/t/CODE",
    "/m/CODE",
    "/ws/CODE",
    "/web/../../server/serve.py",
    "/web/%2e%2e/%2e%2e/cli.py",
)
CODES = ("NOSUCH", "%00", "%ff%fe", "x" * 5000, "..", "%2e%2e%2f", "' OR 1=1 --", "%C4%B0", "*", "ABC DEF")


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
                last = json.loads(self.told[-1])
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


@dataclass(frozen=True)
class HostileRequest:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""


@dataclass
class Requests:
    """Makes them up."""

    chooser: random.Random
    codes: list[str]
    cookies: list[str]
    position: dict[str, Any] = field(default_factory=lambda: dog.Game(dog.Rules(), seed=1).position())

    def next(self) -> HostileRequest:
        headers = {
            "X-Forwarded-For": ".".join(str(self.chooser.randrange(256)) for _byte in range(4)),
            "Content-Type": self.chooser.choice(["application/json", "text/plain", "multipart/form-data", CANARY]),
            "Cookie": self._cookie(),
            "Accept-Language": self.chooser.choice(["de", "", "x" * 1000, "\xff\xfe"]),
        }
        if self.chooser.random() < 0.2:
            path = self.chooser.choice(GET)
            return HostileRequest(
                self.chooser.choice(["GET", "HEAD", "PUT", "DELETE", "POST"]), self._at(path), headers
            )
        path, body = self._post()
        return HostileRequest("POST", self._at(path), headers, body)

    def _at(self, path: str) -> str:
        code = self.chooser.choice([*self.codes, *CODES])
        more = self.chooser.choice(["", "", "?move=" + CANARY * 60, "?move=%00", "?" + "&" * 100])
        return (path.replace("CODE", code) + more).replace(" ", "%20").encode().decode("latin-1")

    def _cookie(self) -> str:
        chooser = self.chooser
        own, other = chooser.choice(self.cookies), chooser.choice(self.cookies)
        forged = other.rpartition(".")[0] + "." + own.rpartition(".")[2] + "x"
        value = chooser.choice([own, forged, own[:-1], "", "a.b", "\xff", "x" * 5000, f'"{own}"', own + ".x"])
        return f"doghouse={value}"

    def _post(self) -> tuple[str, bytes]:
        """A path, and a proper body for it with something wrong."""
        chooser = self.chooser
        bodies: list[tuple[str, dict[str, Any]]] = [
            ("/api/me", {"name": CANARY, "language": "de"}),
            ("/api/tables", {"edition": "xl", "rules": {"players": 4}, "pace": 60, "bots": {"A": "puppy"}}),
            ("/api/tables", {"edition": "dog", "rules": {"players": 3, "exchange": "pass"}, "seat": "A"}),
            ("/api/tables/CODE/move", {}),
            ("/api/move", {"token": chooser.choice(self.cookies)}),
            ("/api/admin/tables/CODE/close", {}),
            ("/api/practice/options", {"position": self.position, "partial": ""}),
            ("/api/practice/play", {"position": self.position, "play": "K A->A0"}),
        ]
        path, proper = chooser.choice(bodies)
        way = chooser.random()
        if way < 0.1:
            return path, chooser.choice(BROKEN).encode()
        if way < 0.15:
            return path, chooser.randbytes(chooser.choice([0, 10, 1000, limits.MAX_BODY_BYTES + 1]))
        if way < 0.2:
            levels = chooser.choice([100, 400, 900, 3000])
            nest = "[" * levels + "]" * levels
            return path, f'{{"{chooser.choice(list(proper) or ["a"])}":{{"players":{nest}}}}}'.encode()
        if way < 0.25:
            return path, json.dumps({**proper, "name": "\u00e4"}, ensure_ascii=False).encode("latin-1")
        if way < 0.3:
            return path, json.dumps({**proper, "name": "x" * limits.MAX_BODY_BYTES}).encode()
        return path, json.dumps(self._spoilt(json.loads(json.dumps(proper)))).encode()

    def _spoilt(self, proper: Any) -> Any:
        """Plain data with something in it, however deep, replaced, taken away or added."""
        chooser = self.chooser
        inner = proper
        while isinstance(inner, (dict, list)) and inner:
            key: Any = chooser.choice(list(inner)) if isinstance(inner, dict) else chooser.randrange(len(inner))
            if isinstance(inner[key], (dict, list)) and inner[key] and chooser.random() < 0.8:
                inner = inner[key]
                continue
            way = chooser.random()
            if way < 0.6:
                inner[key] = anything(chooser, 3)
            elif way < 0.8 or isinstance(inner, list):
                del inner[key]
            else:
                inner[chooser.choice(["name", "cls", "self", CANARY, ""])] = anything(chooser, 2)
            break
        return proper
