"""A PostgreSQL server for tests, and what a house stores in its database."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pwd
import shutil
import signal
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
from sqlalchemy import create_engine, select, text

from doghouse.server.client import TableClient
from doghouse.server.protocol import events, limits
from doghouse.server.protocol.events import Entry
from doghouse.server.settings import Settings
from doghouse.server.storage.schema import metadata
from doghouse.server.storage.store import Store
from doghouse.server.tables.table import Table, replay_log
from doghouse.server.tables.visibility import visible_state
from tests.support.server_process import children_of, free_port

LISTENERS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
END_LISTENERS = LISTENERS.replace("SELECT pid", "SELECT pg_terminate_backend(pid)")
OWN = (events.Gave, events.TookBack, events.Said, events.Renamed, events.Seeded)
Rows = dict[str, list[dict[str, Any]]]


class Postgres:
    """A PostgreSQL server on a port of its own."""

    def __init__(self, folder: Path) -> None:
        self._programs = _programs()
        self._folder = folder
        self.port = free_port()

    def start(self) -> Postgres:
        self._folder.mkdir(mode=0o700)
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self._folder, "postgres", "postgres")
            for parent in list(self._folder.parents)[:3]:
                if parent.stat().st_uid == 0 and parent != Path("/") and parent != Path("/tmp"):
                    parent.chmod(0o755)
        data = self._folder / "data"
        self._run("initdb", "-D", str(data), "-U", "dog", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        with (data / "postgresql.conf").open("a") as settings:
            settings.write(f"port={self.port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories=''\n")
            settings.write("max_connections=200\n")
            settings.write("fsync=off\n")  # it dies here often, the machine under it never
        self.restart(first=True)
        return self

    def restart(self, first: bool = False) -> None:
        words = ["-D", str(self._folder / "data"), "-w", "-l", str(self._folder / "log")]
        if not first:
            self._run("pg_ctl", *words, "-m", "fast", "stop")
        self._run("pg_ctl", *words, "start")

    def database(self, name: str) -> str:
        """Create a database and return its URL."""
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "dog", name)
        return f"postgresql://dog@127.0.0.1:{self.port}/{name}"

    def hang(self) -> None:
        """Stop answering, without closing connections."""
        self._tell(signal.SIGSTOP)

    def go_on(self) -> None:
        self._tell(signal.SIGCONT)

    def _tell(self, told: signal.Signals) -> None:
        first = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        for pid in (first, *children_of(first)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, told)

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", "immediate", "stop")

    def _run(self, program: str, *words: str) -> None:
        user = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        subprocess.run(
            [str(self._programs / program), *words],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
            user=None if user is None else user.pw_uid,
            group=None if user is None else user.pw_gid,
            extra_groups=None if user is None else [],
        )


@contextlib.contextmanager
def open_postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL server in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="doghouse-pg-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder) / "server").start()
        yield server
        server.stop()


def _programs() -> Path:
    """Return the folder of PostgreSQL's programs; ``make test`` installs them if they are missing."""
    found = shutil.which("initdb")
    if found is not None and shutil.which("createdb"):
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda place: int(place.parent.name))
    if not places:
        raise AssertionError("the tests need PostgreSQL: make test installs it, or apt-get install postgresql")
    return places[-1]


def new_database(postgres: Postgres) -> str:
    return postgres.database(f"house_{uuid4().hex[:12]}")


def url_of(data: Path | None = None, database: str | None = None) -> str:
    return Settings(data=data or Path(), database=database).database_url


def rows_of(url: str) -> Rows:
    """Return all rows of all tables."""
    engine = create_engine(url)
    with engine.connect() as connection:
        found = {
            table.name: [
                dict(row._mapping) for row in connection.execute(select(table).order_by(*table.primary_key.columns))
            ]
            for table in metadata.sorted_tables
        }
    engine.dispose()
    return found


def run_sql(url: str, statement: str, **values: Any) -> list[Any]:
    """Run a statement, commit, and return the first column of its result."""
    engine = create_engine(url)
    with engine.begin() as connection:
        result = connection.execute(text(statement), values)
        found = list(result.scalars()) if result.returns_rows else []
    engine.dispose()
    return found


def stored_acts(url: str, code: str) -> list[str]:
    """Return the stored acts of people at a table: the ids of their messages, with the numbers of the events."""
    return sorted(
        run_sql(
            url,
            "SELECT client_id || ' ' || number FROM events WHERE code = :code AND client_id IS NOT NULL",
            code=code,
        )
    )


def finished_long_ago(url: str, code: str, many: int) -> None:
    """Finished games of those who play at a table; as many at the same moment as fill a page and a half."""
    columns = "secret, host, public, number, created_at, due_at, summary"
    count = "WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < :many)"
    name = "'Z' || substr(CAST(100000 + n AS VARCHAR(6)), 2)"
    values = {"many": many, "code": code, "together": limits.LISTED_GAMES * 3 // 2}
    run_sql(
        url,
        f"{count} INSERT INTO tables (code, status, updated_at, {columns}) "
        f"SELECT {name}, 'over', 1000 + n / :together, {columns} FROM counted, tables WHERE code = :code",
        **values,
    )
    played = f"{count} INSERT INTO players (code, guest) SELECT {name}, guest FROM counted, players WHERE code = :code"
    run_sql(url, played, **values)


class StoredHouse:
    """All tables of a stopped server, read from disk and replayed."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self.codes = [str(code) for code in self._all("SELECT code FROM tables")]
        self.entries: dict[str, list[Entry]] = {}
        self.tables: dict[str, Table] = {}
        asyncio.run(self._load())

    async def _load(self) -> None:
        store = Store(Settings(data=self._data).database_url)
        for code in self.codes:
            kept = await store.load(code)
            assert kept is not None
            row, self.entries[code] = kept
            numbers = [entry.number for entry in self.entries[code]]
            assert numbers == list(range(1, row.number + 1)), "the numbers have no gaps"
            self.tables[code], _history = replay_log(code, row.secret, self.entries[code])
            assert self.tables[code].status == row.status
            _check_authors(Table(code, row.secret), self.entries[code])
        await store.close()

    def _all(self, statement: str) -> list[Any]:
        connection = sqlite3.connect(self._data / "doghouse.db")
        found = [row[0] for row in connection.execute(statement)]
        connection.close()
        return found

    def secrets(self) -> set[str]:
        """Return what nobody may ever see, except the seeds of finished games."""
        house, guests = self._all("SELECT value FROM house"), self._all("SELECT id FROM guests")
        return {*house, *guests, *self._all("SELECT secret FROM tables")}

    def check_seen(self, client: TableClient) -> None:
        """Check that a client has the current state of its table."""
        table = self.tables[client.code]
        seat = client.state["you"]
        assert client.number == table.number
        assert client.state == json.loads(msgspec.json.encode(visible_state(table, seat)))


def _check_authors(table: Table, entries: Iterable[Entry]) -> None:
    """Check that everyone was allowed to do what they did."""
    for entry in entries:
        event, guest = entry.event, entry.guest
        if guest is not None:
            match event:
                case events.Sat():
                    allowed = {event.guest}
                case events.BotSat() | events.Stood():
                    allowed = {table.host, table.seats[event.seat].guest or ""}
                case events.Started() | events.Closed():
                    allowed = {table.host}
                case events.Rematched():
                    allowed = table.people
                case _:
                    assert isinstance(event, (*OWN, events.Played)), event
                    allowed = {table.seats[event.seat].guest or ""}
            assert guest in allowed, f"{event} was not theirs to do"
        table.apply(entry)
