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
from tests.support.hostile_messages import BROKEN, CANARY, MessageFuzzer, anything

BURST = 110  # messages on one connection, a little below the server's limit
TIMEOUT = 60.0  # seconds
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


class RecordingClient(TableClient):
    """Records every message it sends."""

    def __init__(self, person: Person, code: str) -> None:
        super().__init__(person, code, self._note)
        self.sent: list[Message] = []
        self.is_revealed = False  # the game is over, and its seed is known

    def _note(self, message: Message) -> None:
        for each in (message, *message.get("missed", ())):
            if each["type"] == "event" and each["event"]["type"] == "revealed":
                self.is_revealed = True

    async def ask(self, kind: str, id: str, **fields: Any) -> Message:
        self.sent.append({"type": kind, "id": id, **fields})
        return await super().ask(kind, id, **fields)


class Attacker:
    """Connects to a table again and again and sends hostile messages, until it disconnects or is kicked."""

    def __init__(self, person: Person, code: str, fuzzer: MessageFuzzer, says_hello: bool = True) -> None:
        self.person = person
        self.code = code
        self.fuzzer = fuzzer
        self.says_hello = says_hello
        self.answered = 0
        self.answers: Counter[str] = Counter()
        self.responses: list[str] = []  # without broadcasts
        self.kicked = 0

    async def attack(self, messages: int) -> None:
        """Attack until so many messages have been answered."""
        while self.answered < messages:
            socket = await open_socket(self.person, self.code)
            try:
                await asyncio.wait_for(self._send_bursts(socket), TIMEOUT)
            except websockets.ConnectionClosed:
                last = json.loads(self.responses[-1])
                assert last == {"type": "bye", "code": "too_many_faults", "retry": False}, (
                    last,
                    socket.connection.close_code,
                )
                self.kicked += 1
            if self.fuzzer.chooser.random() < 0.3:
                socket.connection.transport.abort()
            else:
                await socket.close()

    async def _send_bursts(self, socket: TableSocket) -> None:
        if self.says_hello:
            await self._exchange(socket, ['{"type":"hello"}'])
        left = BURST
        while left > 0:
            burst = self.fuzzer.chooser.randint(1, 10)
            left -= burst
            await self._exchange(socket, [self.fuzzer.message() for _message in range(burst)])

    async def _exchange(self, socket: TableSocket, messages: list[str | bytes]) -> None:
        """Send messages and receive a response to each."""
        with contextlib.suppress(websockets.ConnectionClosed):  # earlier responses can still be read
            for message in messages:
                await socket.send(message)
        for _message in messages:
            while (kind := self._receive(await socket.next(), socket.raw[-1])) in BROADCASTS:
                pass
            self.answered += kind != "bye"

    def _receive(self, message: Message, data: bytes) -> str:
        kind = str(message["type"])
        if kind in ("table", "event"):
            self.fuzzer.number, self.fuzzer.state = message["number"], message["state"]
        if kind not in BROADCASTS:
            self.responses.append(data.decode())
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
class RequestFuzzer:
    """Generates hostile requests."""

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
        """Return a path, and a body for it that is valid except for one fault."""
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
        path, valid = chooser.choice(bodies)
        way = chooser.random()
        if way < 0.1:
            return path, chooser.choice(BROKEN).encode()
        if way < 0.15:
            return path, chooser.randbytes(chooser.choice([0, 10, 1000, limits.MAX_BODY_BYTES + 1]))
        if way < 0.2:
            levels = chooser.choice([100, 400, 900, 3000])
            nest = "[" * levels + "]" * levels
            return path, f'{{"{chooser.choice(list(valid) or ["a"])}":{{"players":{nest}}}}}'.encode()
        if way < 0.25:
            return path, json.dumps({**valid, "name": "\u00e4"}, ensure_ascii=False).encode("latin-1")
        if way < 0.3:
            return path, json.dumps({**valid, "name": "x" * limits.MAX_BODY_BYTES}).encode()
        return path, json.dumps(self._mutated(json.loads(json.dumps(valid)))).encode()

    def _mutated(self, valid: Any) -> Any:
        """Replace, delete or add one value in plain data, at any depth."""
        chooser = self.chooser
        inner = valid
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
        return valid
