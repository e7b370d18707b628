"""What whoever runs a house does: commands, a look at the figures, at the logs and into the database."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

from click.testing import CliRunner, Result
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import create_engine, select, text

from doghouse.cli import main
from doghouse.server.settings import Settings
from doghouse.server.storage.schema import metadata
from tests.support.server_process import HouseProcess, Postgres

PATIENCE = 60  # seconds after which something that does not happen is missed
LISTENERS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
END_LISTENERS = LISTENERS.replace("SELECT pid", "SELECT pg_terminate_backend(pid)")
Rows = dict[str, list[dict[str, Any]]]


def doghouse(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "doghouse", *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, **environment},
        check=False,
    )


def command(*words: str, **environment: str) -> Result:
    """Run a short command here, without waiting for another Python to start."""
    return CliRunner().invoke(main, words, env=environment)


def new_database(postgres: Postgres) -> str:
    return postgres.database(f"house_{uuid4().hex[:12]}")


def url_of(data: Path | None = None, database: str | None = None) -> str:
    return Settings(data=data or Path(), database=database).database_url


def rows_of(url: str) -> Rows:
    """Everything a house keeps."""
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


def ask(url: str, statement: str, **values: Any) -> list[Any]:
    """The first column of what a statement finds; what it changes is kept."""
    engine = create_engine(url)
    with engine.begin() as connection:
        result = connection.execute(text(statement), values)
        found = list(result.scalars()) if result.returns_rows else []
    engine.dispose()
    return found


def kept_acts(url: str, code: str) -> list[str]:
    """What people have done at a table, as it is kept: the ids of their messages, each with the number of its event."""
    return sorted(
        ask(
            url,
            "SELECT client_id || ' ' || number FROM events WHERE code = :code AND client_id IS NOT NULL",
            code=code,
        )
    )


def get(address: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers (in small letters) and body of an answer, whatever it is."""
    request = urllib.request.Request(address + path, headers={n.replace("_", "-"): v for n, v in headers.items()})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, {n.lower(): v for n, v in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {n.lower(): v for n, v in error.headers.items()}, error.read()


def figures(address: str) -> dict[str, float]:
    """What /metrics says, summed over labels."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(get(address, "/metrics")[2].decode()):
        for sample in family.samples:
            if "le" not in sample.labels:
                found[sample.name] = found.get(sample.name, 0) + sample.value
    return found


def log_lines(house: HouseProcess) -> list[dict[str, Any]]:
    """The log of a house, without what it says to people in the terminal."""
    return [json.loads(line) for line in house.log.read_text().splitlines() if line.startswith("{")]


def wait_until(holds: Callable[[], bool]) -> None:
    """Look again and again until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


async def until(holds: Callable[[], bool]) -> None:
    """The same, while everything else goes on."""
    await asyncio.to_thread(wait_until, holds)
