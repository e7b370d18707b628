"""Requests below the application: uvicorn's, made safe against heads and bodies without an end, and against peers that
open connections and say nothing or do not listen."""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from doghouse.server.http.trusted_proxies import Proxies
from doghouse.server.protocol import limits

PIECE = 4096  # bytes read before the next look at whether they are too much
TOO_LONG_HEAD, TOO_LONG, TOO_MANY = 431, 413, 503  # status of an answer


class ConnectionCounter(ServerState):
    """What all connections share; and how many there are from each address. A proxy counts its own clients."""

    def __init__(self, most: int, proxies: Proxies) -> None:
        super().__init__()
        self._most = most
        self._proxies = proxies
        self._open: Counter[str] = Counter()

    def come(self, address: str) -> bool:
        """Count a connection in; whether there is room for it."""
        self._open[address] += 1
        return self._open[address] <= self._most or address in self._proxies

    def go(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


def peer_of(transport: Any) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""


class RequestProtocol(HttpToolsProtocol):
    """A connection over which requests come. It is counted, and whatever it sends has to arrive in time."""

    server_state: ConnectionCounter

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._address = ""
        self._taken = 0  # bytes of the request that is coming
        self._has_head = False
        self._arriving: TimerHandle | None = None  # ends the connection if a request does not arrive in time
        self._listening: TimerHandle | None = None  # ends it if the peer does not read

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = peer_of(transport)
        if not self.server_state.come(self._address):
            self._refuse(TOO_MANY)
            return
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.server_state.go(self._address)
        self._has_arrived()
        self.resume_writing()

    def data_received(self, data: bytes) -> None:
        self._expect_request()
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            self._taken += len(piece)
            if self._taken > (limits.MAX_REQUEST_BYTES if self._has_head else limits.MAX_HEAD_BYTES):
                self._refuse(TOO_LONG if self._has_head else TOO_LONG_HEAD)
                return
            super().data_received(piece)
            if len(self.pipeline) > limits.MAX_PIPELINED:
                self._refuse(TOO_MANY)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # it is over, or a socket now

    # How far a request has come.

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect_request()

    def on_headers_complete(self) -> None:
        self._has_head = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._has_arrived()

    def _expect_request(self) -> None:
        if self._arriving is None:
            self._arriving = self.loop.call_later(limits.REQUEST_SECONDS, self._end)

    def _has_arrived(self) -> None:
        self._has_head, self._taken = False, 0
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    def handle_websocket_upgrade(self) -> None:
        self._has_arrived()
        super().handle_websocket_upgrade()

    # Peers that do not read.

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._listening is None:
            self._listening = self.loop.call_later(limits.REQUEST_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._listening is not None:
            self._listening.cancel()
            self._listening = None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._end()

    def timeout_keep_alive_handler(self) -> None:
        self._end()

    def shutdown(self) -> None:
        """The house closes: what has arrived is still answered, what has not is not waited for."""
        super().shutdown()
        if self._arriving is not None or self.flow.write_paused:
            self._end()

    def _refuse(self, status: int) -> None:
        self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self._end()

    def _end(self) -> None:
        """Close, at the latest when the peer had its time to read what it was sent last."""
        self.transport.close()
        self.loop.call_later(limits.LINGER_SECONDS, self.transport.abort)
