"""Backups: everything the house keeps as lines of JSON, the same for SQLite and PostgreSQL, so that one can become the
other."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import Engine, Table, func, insert, select
from sqlalchemy.exc import DataError, IntegrityError

from doghouse.server.storage.database import migrate, open_database
from doghouse.server.storage.schema import metadata
from doghouse.util.files import PRIVATE_MODE

FORMAT = 1
TOGETHER = 500  # rows
TABLES = {table.name: table for table in metadata.sorted_tables}


class InvalidBackup(Exception):
    """A file that cannot be restored here."""


def write_backup(url: str, path: Path) -> int:
    """Write all rows, as they are at one moment; the number of rows. Nobody else may read it: secrets are in it."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_MODE), "wb") as file:
            rows = write_rows(url, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    return rows


def write_rows(url: str, file: BinaryIO) -> int:
    """Write all rows to an open file, such as a pipe; the number of rows."""
    engine = open_database(url, writes=False)
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    rows = 0
    try:
        with gzip.open(file, "wt", encoding="utf-8") as text:
            for line in _lines(engine):
                text.write(json.dumps(line, ensure_ascii=False) + "\n")
                rows += 1
    finally:
        engine.dispose()
    return rows - 2  # without the first line and the last


def _lines(engine: Engine) -> Iterator[Any]:
    rows = 0
    yield {"doghouse backup": FORMAT}
    with engine.begin() as connection:
        for table in metadata.sorted_tables:
            for row in connection.execution_options(yield_per=TOGETHER).execute(select(table)):
                yield [table.name, dict(row._mapping)]
                rows += 1
    yield {"rows": rows}


@contextmanager
def as_file(path: Path) -> Iterator[Path]:
    """A backup as a file that can be read twice: what comes by the standard input is laid down first, privately."""
    if str(path) != "-":
        yield path
        return
    with tempfile.NamedTemporaryFile(prefix="doghouse-") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
        file.flush()
        yield Path(file.name)


def check_backup(path: Path) -> int:
    """Read a backup to its end, before anything is touched; the number of rows."""
    return sum(1 for _row in _rows(path))


def read_backup(url: str, path: Path) -> int:
    """Restore all rows into a house that has none; all or nothing."""
    engine = open_database(url, writes=True)
    try:
        migrate(engine)
        with engine.begin() as connection:
            if any(connection.scalar(select(func.count()).select_from(table)) for table in TABLES.values()):
                raise InvalidBackup("this house is not empty: restore into a new --data or database")
            rows = 0
            for table, values in _together(path):
                connection.execute(insert(table), values)
                rows += len(values)
    except (DataError, IntegrityError) as error:
        raise InvalidBackup(f"{path} has rows that do not belong together ({type(error).__name__})") from None
    finally:
        engine.dispose()
    return rows


def _together(path: Path) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """The rows of a backup, many of a table at a time."""
    waiting: list[dict[str, Any]] = []
    name = ""
    for line_name, row in _rows(path):
        if waiting and (line_name != name or len(waiting) >= TOGETHER):
            yield TABLES[name], waiting
            waiting = []
        name = line_name
        waiting.append(row)
    if waiting:
        yield TABLES[name], waiting


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    rows = 0
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            if json.loads(file.readline() or "null") != {"doghouse backup": FORMAT}:
                raise InvalidBackup(f"{path} is no backup of a house")
            for line in file:
                data = json.loads(line)
                if data == {"rows": rows} and not file.read(1):  # reading on to the end checks the sum of it all
                    return
                if not _is_row(data):
                    raise InvalidBackup(f"{path}, line {rows + 2}: this is no row of a house")
                rows += 1
                yield data[0], data[1]
    except (OSError, EOFError, ValueError, RecursionError, zlib.error) as error:
        raise InvalidBackup(f"{path} cannot be read: {error}") from None
    raise InvalidBackup(f"{path} is cut off")


def _is_row(data: Any) -> bool:
    """Whether this is the name of a table and values for its columns."""
    if not isinstance(data, list) or len(data) != 2 or not isinstance(data[1], dict):
        return False
    table = TABLES.get(data[0]) if isinstance(data[0], str) else None
    if table is None or not data[1].keys() <= set(table.columns.keys()):
        return False
    return all(
        table.c[name].nullable if value is None else isinstance(value, table.c[name].type.python_type)
        for name, value in data[1].items()
    )
