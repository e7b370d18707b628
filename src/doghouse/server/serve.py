"""Starting and stopping a server process."""

from __future__ import annotations

import asyncio
import contextlib
import io
import logging
import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import click
import segno
from uvicorn.server import HANDLED_SIGNALS

from doghouse.server.house import House
from doghouse.server.http.access import Access
from doghouse.server.http.addresses import EVERYWHERE, LOOPBACK, lan_address, own_address
from doghouse.server.http.identity import Identity, open_identity
from doghouse.server.http.uvicorn_server import UvicornServer
from doghouse.server.settings import Settings
from doghouse.util.files import ensure_private_file
from doghouse.version import __version__

log = logging.getLogger("doghouse.serve")
FILES = 65_536  # open at once, connections among them, if the system allows it


class DataDirLocked(Exception):
    """Another process works with the same data directory."""


def serve(settings: Settings, quiet: bool, opens: bool = False) -> None:
    """Run a house until it is stopped."""
    _allow_connections()
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


def _allow_connections() -> None:
    """Every connection is a file to the system, and programs are often allowed only a thousand to begin with."""
    if sys.platform != "win32":
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _lock(data: Path) -> IO[str]:
    """SQLite has one writer: a second process on the same data is refused."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    ensure_private_file(data / "lock")
    lock = (data / "lock").open("w")
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise DataDirLocked(
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
    opening = asyncio.create_task(_open(house))
    with _stopped_by_signals(opening) as told:
        try:
            identity = await opening
        except asyncio.CancelledError:
            place.close()
            house.store.give_up()
            await house.close()
            return
        server = Server(Access(house, identity), quiet, opens)
        server.should_exit = bool(told)
    await server.serve([place])


async def _open(house: House) -> Identity:
    await house.open()
    identity, admin_token = await open_identity(house.store)
    if admin_token is not None:
        click.echo(f"Admin token (shown only now): {admin_token}")
    return identity


@contextlib.contextmanager
def _stopped_by_signals(task: asyncio.Task[Any]) -> Iterator[list[int]]:
    """Until the server looks after signals itself, they end a task, which may wait for a database that is not there;
    and those that came."""
    loop, told = asyncio.get_running_loop(), []

    def stop(number: int, _frame: object) -> None:
        told.append(number)
        loop.call_soon_threadsafe(task.cancel)

    before = {number: signal.signal(number, stop) for number in HANDLED_SIGNALS}
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Server(UvicornServer):
    """Says where the house is once it is open."""

    def __init__(self, access: Access, quiet: bool, opens: bool) -> None:
        super().__init__(access)
        self._settings = access.house.settings
        self._quiet = quiet
        self._opens = opens

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
