"""A socket without a library: frames as bytes, for what no library would send, and for clients that do not read."""

from __future__ import annotations

import base64
import os
import socket
import struct
from urllib.parse import urlsplit

from doghouse.server.client import Person
from doghouse.server.http.identity import COOKIE

TEXT, BINARY, CLOSE, PING, PONG, PART = 1, 2, 8, 9, 10, 0
PATIENCE = 30.0  # seconds
SMALL = 4096  # bytes of a receive buffer that is soon full


def frame(kind: int, payload: bytes, last: bool = True) -> bytes:
    """A masked frame; the mask is zero, so that the payload stays as it is."""
    first = bytes([kind | (0x80 if last else 0)])
    if len(payload) < 126:
        length = bytes([0x80 | len(payload)])
    elif len(payload) < 1 << 16:
        length = bytes([0x80 | 126]) + struct.pack("!H", len(payload))
    else:
        length = bytes([0x80 | 127]) + struct.pack("!Q", len(payload))
    return first + length + b"\0\0\0\0" + payload


class RawSocket:
    """A connection of a person to a table. Unless one is not ``patient``, the handshake is done when it is made; a
    ``small`` one has little room for what it does not read."""

    def __init__(
        self, person: Person, code: str, headers: bytes = b"", small: bool = False, patient: bool = True
    ) -> None:
        place = urlsplit(person.address)
        self._socket = socket.socket()
        if small:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        self._socket.settimeout(PATIENCE)
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

    def say(self, text: str) -> None:
        self.send(frame(TEXT, text.encode()))

    def read(self) -> tuple[int, bytes] | None:
        """The next frame: its kind, and what is in it; nothing if the house has hung up."""
        head = self._exactly(2)
        if head is None:
            return None
        length = head[1]
        if length > 125:
            more = self._exactly(2 if length == 126 else 8)
            assert more is not None
            length = int.from_bytes(more, "big")
        payload = self._exactly(length)
        return None if payload is None else (head[0] & 15, payload)

    def closed_with(self) -> int | None:
        """Read on until the house closes; the code it gives, if it does."""
        while (found := self.read()) is not None:
            if found[0] == CLOSE:
                return int.from_bytes(found[1][:2], "big")
        return None

    def _exactly(self, length: int) -> bytes | None:
        found = b""
        while len(found) < length:
            try:
                data = self._socket.recv(length - len(found))
            except ConnectionError:
                return None
            if not data:
                return None
            found += data
        return found

    def vanish(self) -> None:
        """Be gone without a word: the house gets a reset."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()

    def close(self) -> None:
        self._socket.close()
