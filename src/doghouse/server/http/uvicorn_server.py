"""The server below the house: how it listens, and how it stops within ten seconds, whatever others do."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator

import uvicorn

from doghouse.server.http.access import Access
from doghouse.server.http.app import make_app
from doghouse.server.http.request_protocol import ConnectionCounter, RequestProtocol
from doghouse.server.http.trusted_proxies import Proxies
from doghouse.server.http.websocket_protocol import SocketProtocol
from doghouse.server.protocol import limits

# Peers that do not read what they were sent last are gone after LINGER_SECONDS; a little later nobody is waited for.
CONNECTIONS_GONE = int(limits.LINGER_SECONDS) + 1


class UvicornServer(uvicorn.Server):
    """Serves a house."""

    def __init__(self, access: Access) -> None:
        self.house = access.house
        settings = access.house.settings
        config = uvicorn.Config(
            make_app(access),
            host=settings.host,
            port=settings.port,
            http=RequestProtocol,
            ws=SocketProtocol,
            ws_max_size=limits.MAX_FRAME_BYTES,
            ws_per_message_deflate=False,
            lifespan="on",
            proxy_headers=True,
            forwarded_allow_ips=settings.proxies,
            server_header=False,
            access_log=False,
            log_config=None,
            timeout_graceful_shutdown=CONNECTIONS_GONE,
        )
        super().__init__(config)
        most = limits.OPEN_PER_CONNECTION * settings.per_address
        self.server_state = ConnectionCounter(most, Proxies(settings.proxies))

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A house that was told to stop, and has, did as it should: it ends with status 0."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """What is being done is finished, but a database that does not answer keeps nobody."""
        giving_up = asyncio.get_running_loop().call_later(limits.GRACE_SECONDS, self.house.store.give_up)
        await super().shutdown(sockets)
        giving_up.cancel()
