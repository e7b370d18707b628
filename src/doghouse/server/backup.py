"""Backups: everything the house keeps as lines of JSON, the same for SQLite and PostgreSQL, so that one can become the
other."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import func, insert, select

from doghouse.server.database import migrate, open_database
from doghouse.server.schema import metadata

FORMAT = 1
TOGETHER = 500  # rows


class BadBackup(Exception):
    """A file that cannot be restored here."""


def write_backup(url: str, path: Path) -> int:
    """Write all rows, as they are at one moment; the number of rows."""
    engine = open_database(url, writes=False)
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    rows = 0
    part = path.with_name(path.name + ".part")
    with engine.begin() as connection, gzip.open(part, "wt", encoding="utf-8") as file:
        file.write(json.dumps({"doghouse backup": FORMAT}) + "\n")
        for table in metadata.sorted_tables:
            for row in connection.execution_options(yield_per=TOGETHER).execute(select(table)):
                file.write(json.dumps([table.name, dict(row._mapping)], ensure_ascii=False) + "\n")
                rows += 1
        file.write(json.dumps({"rows": rows}) + "\n")
    os.replace(part, path)
    engine.dispose()
    return rows


def read_backup(url: str, path: Path) -> int:
    """Restore all rows into a house that has none; all or nothing."""
    engine = open_database(url, writes=True)
    migrate(engine)
    tables = {table.name: table for table in metadata.sorted_tables}
    with engine.begin() as connection:
        if any(connection.scalar(select(func.count()).select_from(table)) for table in tables.values()):
            raise BadBackup("this house is not empty: restore into a new --data or database")
        rows = 0
        waiting: list[dict[str, Any]] = []
        name = ""
        for line_name, row in _rows(path):
            if waiting and (line_name != name or len(waiting) >= TOGETHER):
                connection.execute(insert(tables[name]), waiting)
                waiting = []
            name = line_name
            waiting.append(row)
            rows += 1
        if waiting:
            connection.execute(insert(tables[name]), waiting)
    engine.dispose()
    return rows


def _rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    rows = 0
    ended = False
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            if json.loads(file.readline() or "null") != {"doghouse backup": FORMAT}:
                raise BadBackup(f"{path} is no backup of a house")
            for line in file:
                data = json.loads(line)
                if isinstance(data, dict):
                    ended = data == {"rows": rows}
                    break
                rows += 1
                yield data[0], data[1]
    except (OSError, EOFError, ValueError) as error:
        raise BadBackup(f"{path} cannot be read: {error}") from None
    if not ended:
        raise BadBackup(f"{path} is cut off")
