"""Starting and stopping a server process."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import socket
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import click
import segno
import uvicorn

from doghouse.server import limits
from doghouse.server.addresses import EVERYWHERE, LOOPBACK, lan_address, own_address
from doghouse.server.app import make_app
from doghouse.server.door import Door
from doghouse.server.house import House
from doghouse.server.identity import open_identity
from doghouse.server.private import keep_private
from doghouse.server.settings import Settings
from doghouse.server.transport import SocketProtocol
from doghouse.version import __version__

log = logging.getLogger("doghouse.serve")
STOP_SECONDS = 10


class DataInUse(Exception):
    """Another process works with the same data directory."""


def serve(settings: Settings, quiet: bool, opens: bool = False) -> None:
    """Run a house until it is stopped."""
    lock = _lock(settings.data) if settings.database is None else None
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_serve(settings, quiet, opens))
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
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep_private(data / "lock")
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


def _bound(settings: Settings) -> socket.socket:
    """The house's place, taken before anything else, so that one that is taken already is told at once."""
    found = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    if sys.platform != "win32":
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((settings.host, settings.port))
    except OSError as error:
        found.close()
        raise OSError(f"the house cannot open at {settings.host}, port {settings.port}: {error.strerror}") from None
    return found


async def _serve(settings: Settings, quiet: bool, opens: bool) -> None:
    place = _bound(settings)
    house = House(settings)
    await house.open()
    identity, admin_token = await open_identity(house.store)
    if admin_token is not None:
        click.echo(f"Admin token (shown only now): {admin_token}")
    config = uvicorn.Config(
        make_app(Door(house, identity)),
        host=settings.host,
        port=settings.port,
        http="httptools",
        ws=SocketProtocol,
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
    await Server(config, settings, quiet, opens).serve([place])


class Server(uvicorn.Server):
    """Says where the house is once it is open."""

    def __init__(self, config: uvicorn.Config, settings: Settings, quiet: bool, opens: bool) -> None:
        super().__init__(config)
        self._settings = settings
        self._quiet = quiet
        self._opens = opens

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A house that was told to stop, and has, did as it should: it ends with status 0."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        port = self.servers[0].sockets[0].getsockname()[1]
        database = "sqlite" if self._settings.database is None else "postgresql"
        log.info("open", extra={"port": port, "database": database, "version": __version__})
        click.echo(greeting(self._settings, port, with_qr=not self._quiet))
        sys.stdout.flush()
        if self._opens:
            await asyncio.to_thread(webbrowser.open, own_address(self._settings.host, port))


def greeting(settings: Settings, port: int, with_qr: bool) -> str:
    """Where to find the house."""
    here = own_address(settings.host, port)
    others = settings.public_url
    if settings.no_lan:
        lines = [f"The house is open on port {port} in here."]
    else:
        lines = [f"The house is open: {here}"]
        if settings.host in EVERYWHERE:
            others = others or f"http://{lan_address()}:{port}"
        elif settings.host not in LOOPBACK:
            others = others or here
    if others is not None:
        if others != here:
            lines.append(f"For everyone else:  {others}")
        if with_qr:
            lines.append(qr_code(others))
    elif settings.no_lan:
        lines.append("For everyone: the address and the port that lead here; links are those of the page that is open.")
        lines.append("--public-url (DOGHOUSE_PUBLIC_URL) sets the address of links and QR codes.")
    lines.append("Ctrl-C closes it; games go on when it opens again.")
    return "\n".join(lines)


def qr_code(address: str) -> str:
    picture = io.StringIO()
    segno.make(address, error="l").terminal(picture, compact=True, border=2)
    return picture.getvalue()
