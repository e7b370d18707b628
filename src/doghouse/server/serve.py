"""Starting and stopping a server process."""

from __future__ import annotations

import asyncio
import io
import logging
import socket
import sys
from pathlib import Path
from typing import IO, Any

import click
import segno
import uvicorn

from doghouse.server import limits
from doghouse.server.app import make_app
from doghouse.server.door import Door
from doghouse.server.house import House
from doghouse.server.identity import open_identity
from doghouse.server.settings import Settings

log = logging.getLogger("doghouse.serve")
STOP_SECONDS = 10


class DataInUse(Exception):
    """Another process works with the same data directory."""


def serve(settings: Settings, quiet: bool) -> None:
    """Run a house until it is stopped."""
    lock = _lock(settings.data) if settings.database is None else None
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(settings, quiet))
    finally:
        if lock is not None:
            lock.close()


def _loop_factory() -> Any:
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


def _lock(data: Path) -> IO[str]:
    """SQLite has one writer: a second process on the same data is refused."""
    data.mkdir(parents=True, exist_ok=True)
    lock = (data / "lock").open("w")
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise DataInUse(
                f"another house uses the data in {data}: stop it, choose another --data, or use PostgreSQL"
            ) from None
    return lock


async def _serve(settings: Settings, quiet: bool) -> None:
    house = House(settings)
    await house.open()
    identity, admin_token = await open_identity(house.store)
    config = uvicorn.Config(
        make_app(Door(house, identity)),
        host=settings.host,
        port=settings.port,
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=limits.FRAME,
        ws_per_message_deflate=False,
        lifespan="on",
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    await Server(config, settings, admin_token, quiet).serve()


class Server(uvicorn.Server):
    """Says where the house is once it is open."""

    def __init__(self, config: uvicorn.Config, settings: Settings, admin_token: str | None, quiet: bool) -> None:
        super().__init__(config)
        self._settings = settings
        self._admin_token = admin_token
        self._quiet = quiet

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        port = self.servers[0].sockets[0].getsockname()[1]
        log.info("open", extra={"port": port})
        if self._admin_token is not None:
            click.echo(f"Admin token (shown only now): {self._admin_token}")
        click.echo(greeting(self._settings, port, with_qr=not self._quiet))
        sys.stdout.flush()


def greeting(settings: Settings, port: int, with_qr: bool) -> str:
    """Where to find the house."""
    here = f"http://localhost:{port}"
    lan = settings.public_url or (f"http://{lan_address()}:{port}" if settings.host in ("0.0.0.0", "::") else None)
    lines = [f"The house is open: {here}"]
    if lan is not None:
        lines.append(f"For everyone else:  {lan}")
        if with_qr:
            picture = io.StringIO()
            segno.make(lan, error="l").terminal(picture, compact=True, border=2)
            lines.append(picture.getvalue())
    lines.append("Ctrl-C closes it; games go on when it opens again.")
    return "\n".join(lines)


def lan_address() -> str:
    """This machine's address in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"
