"""A house, and a PostgreSQL, for the tests of the server."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.servers import HouseProcess, Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="doghouse-pg-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder) / "server").start()
        yield server
        server.stop()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HouseProcess]:
    """A house on SQLite, without pauses."""
    running = HouseProcess(tmp_path / "data").start()
    yield running
    running.kill()
