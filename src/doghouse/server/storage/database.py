"""The database: SQLite in the data directory, or PostgreSQL; its schema is brought up to date at the start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Table, create_engine, event, text

from doghouse.util.files import ensure_private_database

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x446F67  # of several processes that start together on PostgreSQL, one migrates
STAY_IN_TOUCH: dict[str, Any] = {  # a PostgreSQL that does not answer any more is noticed within a minute
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}


class NewerSchema(Exception):
    """The data was written by a newer version of the house."""


def open_database(url: str, writes: bool) -> Engine:
    """An engine for the one writer of this process, or for its readers."""
    if url.startswith("sqlite"):
        return _open_sqlite(url, writes)
    size = 1 if writes else 4
    return create_engine(
        url,
        pool_size=size,
        max_overflow=0,
        pool_pre_ping=not writes,
        connect_args=STAY_IN_TOUCH,
        hide_parameters=True,
    )


def _open_sqlite(url: str, writes: bool) -> Engine:
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30}, hide_parameters=True)

    @event.listens_for(engine, "do_connect")
    def connecting(_dialect: Any, _record: Any, words: list[Any], _options: Any) -> None:
        ensure_private_database(Path(words[0]))

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where this file says
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def migrate(engine: Engine) -> None:
    """Bring the schema up to date."""
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
            raise NewerSchema("the data was written by a newer version of doghouse: install that one") from None


def insert_new(connection: Connection, table: Table) -> Any:
    """An insert that does nothing where the key is there already; its ``rowcount`` tells."""
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert
    else:
        from sqlalchemy.dialects.sqlite import insert  # type: ignore[assignment]
    return insert(table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)
