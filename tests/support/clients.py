"""WebSocket clients: one that reads messages in order, and one that sends raw frames."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import socket
import struct
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import websockets
from websockets.asyncio.client import ClientConnection, connect

from doghouse.server.client import Message, Person
from doghouse.server.http.identity import COOKIE

TEXT, BINARY, CLOSE, PING, PONG, PART = 1, 2, 8, 9, 10, 0
TIMEOUT = 30  # seconds to wait for a message
SMALL_BUFFER = 4096  # bytes of a receive buffer that fills up soon
BROADCASTS = ("event", "presence")  # messages that answer no request


class TableSocket:
    """A WebSocket of a person at a table. Nothing is sent by itself, not even ``hello``.

    Messages are read one by one. ``received`` and ``raw`` hold all that have been read, also those skipped while
    waiting for another, and those of earlier connections.
    """

    def __init__(self, person: Person, code: str, headers: Mapping[str, str] | None = None, **options: Any) -> None:
        self.person = person
        self.code = code
        self.received: list[Message] = []
        self.raw: list[bytes] = []
        self.number = 0  # of the last event
        self.sent = 0  # messages on this connection
        self._headers = headers or {}
        self._options = options
        self._ids = 0
        self._connection: ClientConnection | None = None

    async def connect(self) -> TableSocket:
        """Connect, or connect again."""
        cookie = {"Cookie": f"{COOKIE}={self.person.cookie}"} if self.person.cookie else {}
        self.sent = 0
        self._connection = await connect(
            f"ws://{urlsplit(self.person.address).netloc}/ws/{self.code}",
            additional_headers={**cookie, **self._headers},
            compression=None,
            max_size=None,
            max_queue=None,  # unread messages must not delay the closing handshake
            ping_interval=None,
            **self._options,
        )
        return self

    async def __aenter__(self) -> TableSocket:
        return await self.connect()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.connection.close()

    async def close(self) -> None:
        """Close the connection and read what had arrived before."""
        await self.connection.close()
        with contextlib.suppress(websockets.ConnectionClosed):
            while True:
                await self.next()

    @property
    def connection(self) -> ClientConnection:
        assert self._connection is not None, "not connected"
        return self._connection

    async def send(self, data: str | bytes) -> None:
        self.sent += 1
        await self.connection.send(data)

    async def send_message(self, type: str, **fields: Any) -> None:
        await self.send(json.dumps({"type": type, **fields}))

    async def next(self) -> Message:
        """Return the next message."""
        data = await asyncio.wait_for(self.connection.recv(decode=False), TIMEOUT)
        message: Message = json.loads(data)
        self.raw.append(data)
        self.received.append(message)
        if message["type"] in ("table", "event"):
            self.number = message["number"]
        return message

    async def wait_for(self, condition: Callable[[Message], bool]) -> Message:
        """Return the next message that meets a condition."""
        while not condition(message := await self.next()):
            pass
        return message

    async def wait_for_type(self, *types: str) -> Message:
        return await self.wait_for(lambda message: message["type"] in types)

    async def wait_for_event(self, type: str) -> Message:
        """Return the next event of a type, with its number and state."""
        return await self.wait_for(lambda message: message["type"] == "event" and message["event"]["type"] == type)

    async def wait_for_number(self, number: int) -> None:
        """Read until the event with this number has arrived."""
        while self.number < number:
            await self.next()

    async def hello(self, **fields: Any) -> Message:
        """Send ``hello`` and return the table message."""
        await self.send_message("hello", **fields)
        return await self.wait_for_type("table")

    async def ask(self, type: str, id: str | None = None, **fields: Any) -> Message:
        """Send a message with an id and return its answer."""
        self._ids += 1
        own = id or f"{type}-{self._ids}"
        await self.send_message(type, id=own, **fields)
        return await self.wait_for(lambda message: message.get("id") == own)

    async def ping(self) -> Message:
        """Read everything that the server has sent so far; return its ``pong``."""
        await self.send_message("ping")
        return await self.wait_for_type("pong")


async def open_socket(person: Person, code: str, headers: Mapping[str, str] | None = None) -> TableSocket:
    return await TableSocket(person, code, headers).connect()


def frame(kind: int, payload: bytes, last: bool = True) -> bytes:
    """Return a masked frame. The mask is zero, so that the payload is sent as it is."""
    first = bytes([kind | (0x80 if last else 0)])
    if len(payload) < 126:
        length = bytes([0x80 | len(payload)])
    elif len(payload) < 1 << 16:
        length = bytes([0x80 | 126]) + struct.pack("!H", len(payload))
    else:
        length = bytes([0x80 | 127]) + struct.pack("!Q", len(payload))
    return first + length + b"\0\0\0\0" + payload


class RawSocket:
    """A WebSocket without a library: for frames that no library sends, and for clients that do not read.

    The constructor waits for the handshake unless ``patient`` is false; a ``small`` socket has a small receive buffer.
    """

    def __init__(
        self, person: Person, code: str, headers: bytes = b"", small: bool = False, patient: bool = True
    ) -> None:
        place = urlsplit(person.address)
        self._socket = socket.socket()
        if small:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        self._socket.settimeout(TIMEOUT)
        self._socket.connect((place.hostname, place.port))
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET /ws/{code} HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {COOKIE}={person.cookie}\r\n"
        )
        self.send(request.encode() + headers + b"\r\n")
        self.answer = b""
        while patient and b"\r\n\r\n" not in self.answer and (byte := self._socket.recv(1)):
            self.answer += byte

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def send_text(self, text: str) -> None:
        self.send(frame(TEXT, text.encode()))

    def read(self) -> tuple[int, bytes] | None:
        """Return the kind and payload of the next frame, or None if the connection is closed."""
        head = self._read_exactly(2)
        if head is None:
            return None
        length = head[1]
        if length > 125:
            more = self._read_exactly(2 if length == 126 else 8)
            assert more is not None
            length = int.from_bytes(more, "big")
        payload = self._read_exactly(length)
        return None if payload is None else (head[0] & 15, payload)

    def close_code(self) -> int | None:
        """Read until the server closes; return its close code, or None if it sends none."""
        while (received := self.read()) is not None:
            if received[0] == CLOSE:
                return int.from_bytes(received[1][:2], "big")
        return None

    def _read_exactly(self, length: int) -> bytes | None:
        data = b""
        while len(data) < length:
            try:
                more = self._socket.recv(length - len(data))
            except ConnectionError:
                return None
            if not more:
                return None
            data += more
        return data

    def reset(self) -> None:
        """Close without a closing handshake: the server gets a TCP reset."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()

    def close(self) -> None:
        self._socket.close()
