"""Fixtures of the server tests: a server and a PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.database import Postgres, new_database, open_postgres, url_of
from tests.support.server_process import HouseProcess


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with open_postgres() as server:
        yield server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house on SQLite, without pauses, for all tests of a file."""
    running = HouseProcess(tmp_path_factory.mktemp("house") / "data").start()
    yield running
    running.kill()


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[HouseProcess]:
    """One for a single test."""
    running = HouseProcess(tmp_path / "data").start()
    yield running
    running.kill()


@pytest.fixture(params=("sqlite", "postgresql"))
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return url_of(tmp_path)
    return url_of(database=new_database(request.getfixturevalue("postgres")))
