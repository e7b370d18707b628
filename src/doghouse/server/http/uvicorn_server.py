"""Run the app on uvicorn; stop within ten seconds even if the database or clients hang."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable

import uvicorn

from doghouse.server.http.access import Access
from doghouse.server.http.app import make_app
from doghouse.server.http.request_protocol import ConnectionCounter, RequestProtocol
from doghouse.server.http.trusted_proxies import TrustedProxies
from doghouse.server.http.websocket_protocol import WebSocketProtocol
from doghouse.server.protocol import limits

# Seconds to wait for connections: those that do not read are aborted after LINGER_SECONDS.
SHUTDOWN_SECONDS = int(limits.LINGER_SECONDS) + 1


class UvicornServer(uvicorn.Server):
    """Calls ``on_open`` with the port once it listens."""

    def __init__(self, access: Access, on_open: Callable[[int], Awaitable[None]] | None = None) -> None:
        self._house = access.house
        self._on_open = on_open
        settings = access.house.settings
        config = uvicorn.Config(
            make_app(access),
            host=settings.host,
            port=settings.port,
            http=RequestProtocol,
            ws=WebSocketProtocol,
            ws_max_size=limits.MAX_FRAME_BYTES,
            ws_per_message_deflate=False,
            lifespan="on",
            proxy_headers=True,
            forwarded_allow_ips=settings.proxies,
            server_header=False,
            access_log=False,
            log_config=None,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
        super().__init__(config)
        max_connections = limits.OPEN_PER_CONNECTION * settings.per_address
        self.server_state = ConnectionCounter(max_connections, TrustedProxies(settings.proxies))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self._on_open is not None:
            await self._on_open(self.servers[0].sockets[0].getsockname()[1])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish pending requests, but give up a database that does not answer."""
        timer = asyncio.get_running_loop().call_later(limits.GRACE_SECONDS, self._house.store.give_up)
        await super().shutdown(sockets)
        timer.cancel()
