"""uvicorn's HTTP protocol with limits: size of requests, time to send and read, connections per address.

uvicorn has no options for these, so this overrides its protocol class; pyproject.toml pins its minor version.
"""

from __future__ import annotations

from asyncio import TimerHandle, Transport
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.server import ServerState

from doghouse.server.http.trusted_proxies import TrustedProxies
from doghouse.server.protocol import limits

READ_CHUNK = 4096  # bytes parsed between two checks of the limits
HEAD_TOO_LONG, TOO_LONG, TOO_MANY = 431, 413, 503  # HTTP status


class ConnectionCounter(ServerState):
    """State shared by all connections: how many are open per address. Trusted proxies are not limited."""

    def __init__(self, max_per_address: int, proxies: TrustedProxies) -> None:
        super().__init__()
        self._max = max_per_address
        self._proxies = proxies
        self._open: Counter[str] = Counter()

    def add(self, address: str) -> bool:
        """Count a connection; return whether it is within the limit."""
        self._open[address] += 1
        return self._open[address] <= self._max or address in self._proxies

    def remove(self, address: str) -> None:
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


def peer_of(transport: Any) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""


class RequestProtocol(HttpToolsProtocol):
    """A connection that is counted, and closed if a request is too long or does not arrive in time."""

    server_state: ConnectionCounter

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._address = ""
        self._received = 0  # bytes of the current request
        self._has_head = False
        self._request_timer: TimerHandle | None = None  # closes the connection if a request does not arrive in time
        self._read_timer: TimerHandle | None = None  # aborts it if the client does not read

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = peer_of(transport)
        if not self.server_state.add(self._address):
            self._refuse(TOO_MANY)
            return
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.server_state.remove(self._address)
        self._request_arrived()
        self.resume_writing()

    def data_received(self, data: bytes) -> None:
        self._expect_request()
        for start in range(0, len(data), READ_CHUNK):
            chunk = data[start : start + READ_CHUNK]
            self._received += len(chunk)
            if self._received > (limits.MAX_REQUEST_BYTES if self._has_head else limits.MAX_HEAD_BYTES):
                self._refuse(TOO_LONG if self._has_head else HEAD_TOO_LONG)
                return
            super().data_received(chunk)
            if len(self.pipeline) > limits.MAX_PIPELINED:
                self._refuse(TOO_MANY)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # closed, or a WebSocket now

    # The time for a request to arrive.

    def on_headers_complete(self) -> None:
        self._has_head = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._request_arrived()

    def handle_websocket_upgrade(self) -> None:
        self._request_arrived()
        super().handle_websocket_upgrade()

    def _expect_request(self) -> None:
        if self._request_timer is None:
            self._request_timer = self.loop.call_later(limits.REQUEST_SECONDS, self._close)

    def _request_arrived(self) -> None:
        self._has_head, self._received = False, 0
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

    # Clients that do not read.

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._read_timer is None:
            self._read_timer = self.loop.call_later(limits.REQUEST_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def shutdown(self) -> None:
        """Answer requests that have arrived; do not wait for others, nor for clients that do not read."""
        super().shutdown()
        if self._request_timer is not None or self.flow.write_paused:
            self._close()

    def _refuse(self, status: int) -> None:
        self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self._close()

    def _close(self) -> None:
        """Close; abort if the client does not read the rest in time."""
        self.transport.close()
        self.loop.call_later(limits.LINGER_SECONDS, self.transport.abort)
