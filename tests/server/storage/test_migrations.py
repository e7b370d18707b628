"""Migrations build the schema of ``schema``, open databases of 0.1.0 and refuse newer ones."""

from __future__ import annotations

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, MetaData, create_engine, inspect, select

from doghouse.server.storage.database import migrate, open_database
from doghouse.server.storage.schema import metadata
from tests.support.database import Postgres, new_database, rows_of, run_sql, url_of
from tests.support.server_process import HouseProcess, doghouse

HEAD = "0003"
OLD = Path(__file__).parents[2] / "fixtures" / "before_layout" / "house" / "doghouse.db"


def test_fresh_database_has_schema(url: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    engine = open_database(url, writes=True)
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    if engine.dialect.name == "sqlite":
        plain = create_engine(f"sqlite:///{tmp_path / 'plain.db'}")
    else:
        plain = create_engine(url_of(database=new_database(request.getfixturevalue("postgres"))))
    metadata.create_all(plain)
    assert _described(engine) == _described(plain)
    migrate(engine)  # a second time does nothing
    engine.dispose()
    plain.dispose()


def _described(engine: Engine) -> dict[str, Any]:
    """Everything the database reports about its tables, without Alembic's own."""
    seen = inspect(engine)
    return {
        name: (
            [(c["name"], str(c["type"]), c["nullable"], c["default"]) for c in seen.get_columns(name)],
            seen.get_pk_constraint(name),
            seen.get_foreign_keys(name),
            sorted(map(str, seen.get_indexes(name))),
            sorted(map(str, seen.get_unique_constraints(name))),
        )
        for name in seen.get_table_names()
        if name != "alembic_version"
    }


def test_database_of_0_1_0_opens_unchanged(tmp_path: Path) -> None:
    shutil.copy(OLD, tmp_path / "doghouse.db")
    url = url_of(tmp_path)
    rows = _rows_of_0_1_0(url)
    engine = open_database(url, writes=True)
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()
    migrated = rows_of(url)
    assert all(row.pop("marked_at") is None for row in migrated["tables"])
    assert migrated == rows


def _rows_of_0_1_0(url: str) -> dict[str, list[dict[str, Any]]]:
    """All rows before the migration, in the order of ``rows_of``."""
    engine = create_engine(url)
    old = MetaData()
    old.reflect(engine)
    with engine.connect() as connection:
        found = {
            name: [
                dict(row._mapping)
                for row in connection.execute(select(old.tables[name]).order_by(*old.tables[name].primary_key.columns))
            ]
            for name in metadata.tables
        }
    engine.dispose()
    return found


def test_processes_that_start_together_create_schema_once(postgres: Postgres, tmp_path: Path) -> None:
    database = new_database(postgres)
    houses = [HouseProcess(tmp_path / f"house{number}", database=database) for number in range(3)]
    try:
        with ThreadPoolExecutor(len(houses)) as together:
            list(together.map(HouseProcess.start, houses))
        assert run_sql(url_of(database=database), "SELECT version_num FROM alembic_version") == [HEAD]
        told = [house.log.read_text().count("Admin token") for house in houses]
        assert sorted(told) == [0, 0, 1]
        words = [row["name"] for row in rows_of(url_of(database=database))["house"]]
        assert words == ["admin", "opened", "running_time", "secret"]
    finally:
        for house in houses:
            house.kill()


MIGRATE = """
import sys
from doghouse.server.storage.database import migrate, open_database
engines = [open_database(url, writes=True) for url in sys.argv[1:]]
print("ready", flush=True)
for engine in engines:
    sys.stdin.readline()
    migrate(engine)
    print("done", flush=True)
"""


def test_concurrent_migrations_run_once(postgres: Postgres) -> None:
    urls = [url_of(database=new_database(postgres)) for _race in range(3)]
    words = [sys.executable, "-c", MIGRATE, *urls]
    racers = [
        subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _process in range(4)
    ]
    _all_say(racers, "ready")
    for _race in urls:
        for racer in racers:
            assert racer.stdin is not None
            racer.stdin.write("\n")
            racer.stdin.flush()
        _all_say(racers, "done")
    for racer in racers:
        racer.communicate(timeout=60)
        assert racer.returncode == 0
    for url in urls:
        assert run_sql(url, "SELECT version_num FROM alembic_version") == [HEAD]


def _all_say(racers: list[subprocess.Popen[str]], word: str) -> None:
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == f"{word}\n"


def test_database_with_newer_schema_is_refused(url: str, tmp_path: Path) -> None:
    engine = open_database(url, writes=True)
    migrate(engine)
    engine.dispose()
    run_sql(url, "UPDATE alembic_version SET version_num = '9999'")
    words = ("--data", str(tmp_path)) if url.startswith("sqlite") else ("--database", url.replace("+psycopg", ""))
    refused = doghouse("serve", "--host", "127.0.0.1", "--port", "0", *words)
    assert refused.returncode == 1
    assert refused.stderr == "Error: the database was written by a newer version of doghouse: install that version\n"
    assert run_sql(url, "SELECT version_num FROM alembic_version") == ["9999"]
