"""Backups: all rows as compressed JSON lines, the same for SQLite and PostgreSQL, to move from one to the other."""

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
from itertools import groupby, islice
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import Engine, Table, func, insert, inspect, select
from sqlalchemy.exc import DataError, IntegrityError

from doghouse.server.storage.database import migrate, open_database
from doghouse.server.storage.schema import metadata
from doghouse.util.files import PRIVATE_MODE

FORMAT = 1
BATCH_ROWS = 500
TABLES = {table.name: table for table in metadata.sorted_tables}


class InvalidBackup(Exception):
    """A backup that cannot be restored; the text says why."""


def write_backup(url: str, path: Path) -> int:
    """Write a consistent snapshot to a file with mode 0600, since it has secrets; return the number of rows."""
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
    """Write all rows to an open file, such as a pipe; return their number."""
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
    return rows - 2  # without header and footer


def _lines(engine: Engine) -> Iterator[Any]:
    rows = 0
    yield {"doghouse backup": FORMAT}
    with engine.begin() as connection:
        for table in metadata.sorted_tables:
            stored = {
                column["name"] for column in inspect(connection).get_columns(table.name)
            }  # perhaps an older schema
            columns = [column for column in table.columns if column.name in stored]
            for row in connection.execution_options(yield_per=BATCH_ROWS).execute(select(*columns)):
                yield [table.name, dict(row._mapping)]
                rows += 1
    yield {"rows": rows}


@contextmanager
def as_file(path: Path) -> Iterator[Path]:
    """Yield a path that can be read twice; standard input is copied to a private temporary file."""
    if str(path) != "-":
        yield path
        return
    with tempfile.NamedTemporaryFile(prefix="doghouse-") as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
        file.flush()
        yield Path(file.name)


def check_backup(path: Path) -> int:
    """Read a backup to its end and return the number of rows, or raise ``InvalidBackup``."""
    return sum(1 for _row in _rows(path))


def read_backup(url: str, path: Path) -> int:
    """Restore all rows into an empty database in one transaction; return their number."""
    engine = open_database(url, writes=True)
    try:
        migrate(engine)
        with engine.begin() as connection:
            if any(connection.scalar(select(func.count()).select_from(table)) for table in TABLES.values()):
                raise InvalidBackup("the database is not empty: restore into a new --data or --database")
            rows = 0
            for table, values in _batches(path):
                connection.execute(insert(table), values)
                rows += len(values)
    except (DataError, IntegrityError) as error:
        raise InvalidBackup(f"{path}: inconsistent rows ({type(error).__name__})") from None
    finally:
        engine.dispose()
    return rows


def _batches(path: Path) -> Iterator[tuple[Table, list[dict[str, Any]]]]:
    """Yield the rows of a backup in batches of one table."""
    for name, group in groupby(_rows(path), key=lambda line: line[0]):
        while batch := [row for _name, row in islice(group, BATCH_ROWS)]:
            yield TABLES[name], batch


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    rows = 0
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            if json.loads(file.readline() or "null") != {"doghouse backup": FORMAT}:
                raise InvalidBackup(f"{path}: not a Doghouse backup")
            for line in file:
                data = json.loads(line)
                if data == {"rows": rows} and not file.read(1):  # reading to the end checks the CRC
                    return
                if not _is_row(data):
                    raise InvalidBackup(f"{path}, line {rows + 2}: not a row of a Doghouse table")
                rows += 1
                yield data[0], data[1]
    except (OSError, EOFError, ValueError, RecursionError, zlib.error) as error:
        raise InvalidBackup(f"{path}: cannot read backup: {error}") from None
    raise InvalidBackup(f"{path}: truncated backup")


def _is_row(data: Any) -> bool:
    """Return whether this is the name of a table and values for its columns."""
    if not isinstance(data, list) or len(data) != 2 or not isinstance(data[1], dict):
        return False
    table = TABLES.get(data[0]) if isinstance(data[0], str) else None
    if table is None or not data[1].keys() <= set(table.columns.keys()):
        return False
    return all(
        table.c[name].nullable if value is None else isinstance(value, table.c[name].type.python_type)
        for name, value in data[1].items()
    )
