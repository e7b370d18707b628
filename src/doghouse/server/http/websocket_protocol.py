"""uvicorn's WebSocket protocol with limits on control frames, fragments and clients that do not read.

uvicorn has no options for these, so this overrides its protocol class; pyproject.toml pins its minor version.
"""

from __future__ import annotations

import socket
from asyncio.transports import BaseTransport
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from doghouse.server.http.request_protocol import READ_CHUNK, ConnectionCounter, peer_of
from doghouse.server.protocol import limits
from doghouse.server.rate_limit import TokenBucket

SEND_BUFFER = 128 * 1024  # bytes of the kernel's send buffer; by default it grows to megabytes per slow client


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Handles what ``Connection`` does not see of its socket: control frames, fragments and the closing."""

    def __init__(self, config: Config, server_state: ConnectionCounter, *args: Any, **kwargs: Any) -> None:
        super().__init__(config, server_state, *args, **kwargs)
        self._counter = server_state
        self._address = ""
        self._frames_bucket = TokenBucket(limits.MESSAGES_RATE, limits.MESSAGES_BURST)

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._address = peer_of(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._counter.remove(self._address)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), READ_CHUNK):
            super().data_received(data[start : start + READ_CHUNK])
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self.transport.close()  # no valid handshake: uvicorn would keep the connection
            if self.transport.is_closing():
                return

    async def run_asgi(self) -> None:
        await super().run_asgi()
        # A client that does not read would keep the socket open, and no longer counts.
        self.loop.call_later(limits.LINGER_SECONDS, self.transport.abort)

    # Pings, pongs and fragments share the rate limit of messages.

    def handle_ping(self) -> None:
        if self._within_rate():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._within_rate():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._within_rate():
            super().handle_cont(event)

    def _within_rate(self) -> bool:
        if self._frames_bucket.take():
            return True
        self.transport.abort()
        return False

    def send_receive_event_to_app(self) -> None:
        if self.queue.qsize() > limits.MESSAGES_BURST + limits.MAX_FAULTS:
            self.transport.abort()  # ``Connection`` would close it for these
            return
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.fail(CloseCode.INVALID_DATA, "text is UTF-8")  # uvicorn would log a traceback
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()
