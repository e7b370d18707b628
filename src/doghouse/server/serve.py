"""Start and stop a server process."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from uvicorn.server import HANDLED_SIGNALS

from doghouse.server.house import House
from doghouse.server.http.access import Access
from doghouse.server.http.addresses import local_url
from doghouse.server.http.identity import Identity, open_identity
from doghouse.server.http.uvicorn_server import UvicornServer
from doghouse.server.settings import Settings
from doghouse.server.startup_banner import startup_banner
from doghouse.util.files import LockHeld, ensure_private_file, locked
from doghouse.version import __version__

log = logging.getLogger("doghouse.serve")
MAX_OPEN_FILES = 65_536  # connections included, if the system allows it


class DataDirLocked(Exception):
    """Another process uses the same data directory."""


def serve(settings: Settings, quiet: bool, open_browser: bool = False) -> None:
    """Run the server until it is stopped."""
    _raise_file_limit()
    with (
        _locked(settings.data) if settings.database is None else contextlib.nullcontext(),
        asyncio.Runner(loop_factory=_loop_factory()) as runner,
    ):
        runner.run(_serve(settings, quiet, open_browser))


def _loop_factory() -> Any:
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


def _raise_file_limit() -> None:
    """Every connection is a file, and the default limit is often 1024."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        limit = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(MAX_OPEN_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < limit:
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


@contextlib.contextmanager
def _locked(data: Path) -> Iterator[None]:
    """Lock the data directory, since SQLite has one writer, or raise ``DataDirLocked``."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    ensure_private_file(data / "lock")
    try:
        with locked(data / "lock"):
            yield
    except LockHeld:
        raise DataDirLocked(
            f"another server uses the data in {data}: stop it, choose another --data, or use PostgreSQL"
        ) from None


def _bind(settings: Settings) -> socket.socket:
    """Bind the port before anything else, so that one in use is reported at once."""
    listener = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise OSError(f"cannot listen on {settings.host}:{settings.port}: {error.strerror}") from None
    return listener


async def _serve(settings: Settings, quiet: bool, open_browser: bool) -> None:
    async def on_open(port: int) -> None:
        database = "sqlite" if settings.database is None else "postgresql"
        log.info("open", extra={"port": port, "database": database, "version": __version__})
        click.echo(startup_banner(settings, port, with_qr=not quiet))
        sys.stdout.flush()
        if open_browser:
            await asyncio.to_thread(webbrowser.open, local_url(settings.host, port))

    listener = _bind(settings)
    house = House(settings)
    opening = asyncio.create_task(_open(house))
    with _cancelled_by_signals(opening) as received:
        try:
            identity = await opening
        except asyncio.CancelledError:
            listener.close()
            house.store.give_up()
            await house.close()
            return
        server = UvicornServer(Access(house, identity), on_open)
        server.should_exit = bool(received)
        await server.serve([listener])


async def _open(house: House) -> Identity:
    await house.open()
    identity, admin_token = await open_identity(house.store)
    if admin_token is not None:
        click.echo(f"Admin token (shown only now): {admin_token}")
    return identity


@contextlib.contextmanager
def _cancelled_by_signals(task: asyncio.Task[Any]) -> Iterator[list[int]]:
    """Let signals cancel a task that may wait for a database; yield the list of those received.

    uvicorn handles signals while it serves, then raises them again: they end here, and the exit status is 0.
    """
    loop, received = asyncio.get_running_loop(), []

    def stop(number: int, _frame: object) -> None:
        received.append(number)
        loop.call_soon_threadsafe(task.cancel)

    before = {number: signal.signal(number, stop) for number in HANDLED_SIGNALS}
    try:
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
