"""The protocol below the sockets: uvicorn's, made safe against peers that do not behave."""

from __future__ import annotations

import socket
from asyncio.transports import BaseTransport
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from doghouse.server.http.request_protocol import PIECE, ConnectionCounter, peer_of
from doghouse.server.protocol import limits
from doghouse.server.rate_limit import TokenBucket

SEND_BUFFER = 128 * 1024  # bytes that the system keeps for a peer that does not read; it would take megabytes


class SocketProtocol(WebSocketsSansIOProtocol):
    """What a connection does not see of its socket: frames that are no whole messages, and how it ends."""

    def __init__(self, config: Config, server_state: ConnectionCounter, *args: Any, **more: Any) -> None:
        super().__init__(config, server_state, *args, **more)
        self._arrivals = server_state
        self._address = ""
        self._parts = TokenBucket(limits.MESSAGES_RATE, limits.MESSAGES_BURST)

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._address = peer_of(transport)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._arrivals.go(self._address)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            super().data_received(data[start : start + PIECE])
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self.transport.close()  # no request at all: uvicorn would wait for another one for good
            if self.transport.is_closing():
                return

    async def run_asgi(self) -> None:
        await super().run_asgi()
        # A peer that does not read would keep the socket open for good, and nobody counts it any more.
        self.loop.call_later(limits.LINGER_SECONDS, self.transport.abort)

    # Pings, pongs and parts of messages come by the same measure as messages.

    def handle_ping(self) -> None:
        if not self._is_too_much():
            if self.writable.is_set():
                super().handle_ping()
            else:
                self.conn.data_to_send()  # it does not read: answers would pile up

    def handle_pong(self, event: Frame) -> None:
        if not self._is_too_much():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if not self._is_too_much():
            super().handle_cont(event)

    def _is_too_much(self) -> bool:
        if self._parts.take():
            return False
        self.transport.abort()
        return True

    def send_receive_event_to_app(self) -> None:
        if self.queue.qsize() > limits.MESSAGES_BURST + limits.MAX_FAULTS:
            self.transport.abort()  # the connection would close it for these
            return
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.fail(CloseCode.INVALID_DATA, "text is UTF-8")  # without a word in the logs
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()
