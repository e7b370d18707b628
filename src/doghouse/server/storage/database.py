"""Open SQLite in the data directory or PostgreSQL, and migrate the schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Table, create_engine, event, text

from doghouse.util.files import ensure_private_database

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x446F67  # advisory lock: one of several starting processes migrates
KEEPALIVE: dict[str, Any] = {  # detects a dead PostgreSQL connection within a minute
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}


class NewerSchema(Exception):
    """The database was migrated by a newer version of doghouse."""


def open_database(url: str, writes: bool) -> Engine:
    """Return an engine for the one writer of this process, or for its readers."""
    if url.startswith("sqlite"):
        return _open_sqlite(url, writes)
    return create_engine(
        url,
        pool_size=1 if writes else 4,
        max_overflow=0,
        pool_pre_ping=not writes,
        connect_args=KEEPALIVE,
        hide_parameters=True,
    )


def _open_sqlite(url: str, writes: bool) -> Engine:
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30}, hide_parameters=True)

    @event.listens_for(engine, "do_connect")
    def make_private(_dialect: Any, _record: Any, args: list[Any], _options: Any) -> None:
        ensure_private_database(Path(args[0]))

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # ``begin`` below starts transactions
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def migrate(engine: Engine) -> None:
    """Migrate the schema to the newest version, or raise ``NewerSchema``."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["configure_logger"] = False
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError:
            raise NewerSchema("the database was written by a newer version of doghouse: install that version") from None


def insert_if_absent(connection: Connection, table: Table) -> Any:
    """Return an insert that skips rows whose key exists; ``rowcount`` counts those inserted."""
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert
    else:
        from sqlalchemy.dialects.sqlite import insert  # type: ignore[assignment]
    return insert(table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
