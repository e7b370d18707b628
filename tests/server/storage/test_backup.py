"""Backup and restore: while people play, from SQLite to PostgreSQL and back, and files that are no backups."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from doghouse.cli import main
from doghouse.server.client import TableClient
from doghouse.server.storage.backup import FORMAT
from tests.support.database import Postgres, Rows, new_database, rows_of, url_of
from tests.support.players import play_on, table_of
from tests.support.server_process import HouseProcess, command

OLD = Path(__file__).parents[2] / "fixtures" / "before_layout" / "house" / "doghouse.db"


def back_up(file: Path, *where: str) -> None:
    done = command("backup", str(file), *where)
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(f"{file}: ")


def restore(file: Path, *where: str) -> None:
    done = command("restore", str(file), *where)
    assert done.exit_code == 0, done.output
    assert done.stdout.endswith(" rows restored\n")


def _secrets(rows: Rows) -> dict[str, str]:
    """The house's own values, without the running time, which goes on."""
    return {row["name"]: row["value"] for row in rows["house"] if row["name"] != "running_time"}


def test_backup_during_games_restores_anywhere(postgres: Postgres, tmp_path: Path) -> None:
    """SQLite to PostgreSQL to SQLite: the same rows each time, and a house that goes on with the same game."""
    first = HouseProcess(tmp_path / "first").start()
    file = tmp_path / "dog.backup"

    async def begin() -> TableClient:
        (client,) = await table_of(first.address, 1)
        (other,) = await table_of(first.address, 1, rules={"players": 2})
        for table in (client, other):
            await table.act("start", "start", fill="puppy")
        playing = asyncio.create_task(play_on(other, random.Random(1), "other"))
        await play_on(client, random.Random(2), "p", limit=10)
        await asyncio.to_thread(back_up, file, "--data", str(first.data))
        await playing
        await client.close()
        await other.close()
        return client

    client = asyncio.run(begin())
    first.stop()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600  # the house's secrets are in it
    database = new_database(postgres)
    restore(file, "--database", database)
    kept = rows_of(url_of(database=database))
    for table in kept["tables"]:
        numbers = [row["number"] for row in kept["events"] if row["code"] == table["code"]]
        assert numbers == list(range(1, table["number"] + 1))
    written = rows_of(url_of(first.data))
    assert [row for row in kept["events"] if row not in written["events"]] == []
    assert _secrets(kept) == _secrets(written)

    again = tmp_path / "again.backup"
    back_up(again, "--database", database)
    restore(again, "--data", str(tmp_path / "second"))
    assert rows_of(url_of(tmp_path / "second")) == kept

    third = HouseProcess(tmp_path / "second").start()
    assert "Admin token" not in third.log.read_text()  # it is the same house
    client.person.address = third.address

    async def go_on() -> None:
        back = await TableClient(client.person, client.code).open()
        assert back.number >= max(row["number"] for row in kept["events"] if row["code"] == client.code)
        assert await back.act("say", "back", phrase="hello") > 0
        await play_on(back, random.Random(3), "again")
        assert back.state["status"] == "over"
        await back.close()

    try:
        asyncio.run(go_on())
    finally:
        third.kill()


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of a small house."""
    folder = tmp_path_factory.mktemp("good")
    house = HouseProcess(folder / "data").start()

    async def begin() -> None:
        (client,) = await table_of(house.address, 1, bots={"B": "puppy"})
        await client.close()

    asyncio.run(begin())
    assert house.stop() == 0
    back_up(folder / "backup", "--data", str(house.data))
    return folder / "backup"


def _lines(change: Callable[[list[str]], list[str]]) -> Callable[[bytes], bytes]:
    def changed(data: bytes) -> bytes:
        lines = gzip.decompress(data).decode().splitlines(keepends=True)
        return gzip.compress("".join(change(lines)).encode())

    return changed


def _with_row(table: str, **values: object) -> Callable[[bytes], bytes]:
    """The first row of a table with other values."""

    def change(lines: list[str]) -> list[str]:
        place = next(place for place, line in enumerate(lines) if line.startswith(f'["{table}"'))
        name, row = json.loads(lines[place])
        return [*lines[:place], json.dumps([name, {**row, **values}]) + "\n", *lines[place + 1 :]]

    return _lines(change)


BAD: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda _data: b"", "not a Doghouse backup"),
    "a picture": (lambda _data: b"\x89PNG\r\n\x1a\n" * 20, "cannot read backup"),
    "text": (lambda data: gzip.decompress(data), "cannot read backup"),
    "cut in the middle": (lambda data: data[: len(data) // 2], "cannot read backup"),
    "cut by a byte": (lambda data: data[:-1], "cannot read backup"),
    "a byte is another": (lambda data: data[:-40] + bytes([data[-40] ^ 1]) + data[-39:], "cannot read backup"),
    "without its last line": (_lines(lambda lines: lines[:-1]), "truncated backup"),
    "without a row": (_lines(lambda lines: [*lines[:-2], lines[-1]]), "not a row of a Doghouse table"),
    "with more at its end": (_lines(lambda lines: [*lines, lines[1]]), "not a row of a Doghouse table"),
    "of something else": (lambda _data: gzip.compress(b'{"cat": 1}\n'), "not a Doghouse backup"),
    "no JSON": (lambda _data: gzip.compress(b"{{{"), "cannot read backup"),
    "of tomorrow": (
        _lines(lambda lines: [f'{{"doghouse backup": {FORMAT + 1}}}\n', *lines[1:]]),
        "not a Doghouse backup",
    ),
    "an unknown table": (_lines(lambda lines: [lines[0], '["cats", {}]\n', *lines[1:]]), "line 2: not a row"),
    "an unknown column": (_with_row("guests", cat=1), "not a row of a Doghouse table"),
    "a wrong value": (_with_row("tables", number="three"), "not a row of a Doghouse table"),
    "a missing value": (_with_row("events", event=None), "not a row of a Doghouse table"),
    "of another table": (_with_row("events", code="NOBODY"), "inconsistent rows"),
    "a row twice": (
        _lines(lambda lines: [lines[0], lines[1], *lines[1:-1], json.dumps({"rows": len(lines) - 1}) + "\n"]),
        "inconsistent rows",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_invalid_backup_is_refused_and_changes_nothing(good: Path, tmp_path: Path, kind: str) -> None:
    spoil, why = BAD[kind]
    bad = tmp_path / "bad"
    bad.write_bytes(spoil(good.read_bytes()))
    data = tmp_path / "data"
    refused = command("restore", str(bad), "--data", str(data))
    assert refused.exit_code == 1
    assert refused.stderr.startswith("Error: ")
    assert why in refused.stderr
    if (data / "doghouse.db").exists():
        assert not any(rows_of(url_of(data)).values())
    restore(good, "--data", str(data))


@pytest.mark.parametrize("kind", ["of another table", "a row twice", "a wrong value"])
def test_invalid_backup_leaves_postgresql_empty(good: Path, tmp_path: Path, postgres: Postgres, kind: str) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(BAD[kind][0](good.read_bytes()))
    database = new_database(postgres)
    assert BAD[kind][1] in command("restore", str(bad), "--database", database).stderr
    restore(good, "--database", database)
    assert len(rows_of(url_of(database=database))["events"]) == 3


def test_restore_into_nonempty_database_is_refused(good: Path, own_house: HouseProcess, postgres: Postgres) -> None:
    database = new_database(postgres)
    restore(good, "--database", database)
    for where, url in (
        (("--data", str(own_house.data)), url_of(own_house.data)),
        (("--database", database), url_of(database=database)),
    ):
        before = rows_of(url)
        refused = command("restore", str(good), *where)
        assert refused.exit_code == 1
        assert refused.stderr == "Error: the database is not empty: restore into a new --data or --database\n"
        assert rows_of(url) == before
    assert own_house.is_open()


def test_backup_through_a_pipe(good: Path, own_house: HouseProcess, tmp_path: Path) -> None:
    """As out of a container, which may not write into the directory of whoever runs it."""
    words = [sys.executable, "-m", "doghouse", "backup", "-", "--data", str(own_house.data)]
    piped = subprocess.run(words, capture_output=True, check=True)
    assert piped.stderr == b"-: 3 rows\n"
    other = tmp_path / "other"
    into = ["restore", "-", "--data", str(other)]
    assert CliRunner().invoke(main, into, input=good.read_bytes()[:-1]).exit_code == 1
    assert not other.exists()
    assert CliRunner().invoke(main, into, input=piped.stdout).output == "-: 3 rows restored\n"
    assert rows_of(url_of(other)) == rows_of(url_of(own_house.data))


def test_backup_without_database_is_refused(tmp_path: Path) -> None:
    refused = command("backup", str(tmp_path / "backup"), "--data", str(tmp_path / "nowhere"))
    assert refused.exit_code == 1
    assert refused.stderr == f"Error: {tmp_path / 'nowhere'}: no Doghouse database\n"
    assert list(tmp_path.iterdir()) == []


def test_failed_backup_leaves_the_old_file(good: Path, own_house: HouseProcess, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_bytes(good.read_bytes())
    own_house.stop()
    (own_house.data / "doghouse.db").write_bytes(b"not a database")
    refused = command("backup", str(file), "--data", str(own_house.data))
    assert refused.exit_code == 1
    assert refused.stderr == "Error: cannot use the database: file is not a database\n"
    assert file.read_bytes() == good.read_bytes()
    assert not list(tmp_path.glob("*.part"))


def test_backup_of_a_database_that_is_not_migrated_yet(tmp_path: Path) -> None:
    """Somebody installs a new version and makes the backup before its first start."""
    (tmp_path / "old").mkdir()
    shutil.copy(OLD, tmp_path / "old" / "doghouse.db")
    back_up(tmp_path / "old.backup", "--data", str(tmp_path / "old"))
    restore(tmp_path / "old.backup", "--data", str(tmp_path / "new"))
    assert [row["marked_at"] for row in rows_of(url_of(tmp_path / "new"))["tables"]] == [None] * 3
