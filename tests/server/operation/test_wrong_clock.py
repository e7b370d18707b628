"""A server whose clock is wrong, or that was off for months, removes nothing at once; marked tables come back."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from doghouse.server.client import Person
from doghouse.server.house import House
from doghouse.server.settings import Settings
from tests.support.clock import DAY, Clocks
from tests.support.database import Postgres, Rows, new_database, rows_of, run_sql, url_of
from tests.support.players import table_of
from tests.support.server_process import HouseProcess, command, get, log_lines, wait_until

JUMPED = "the clock jumped, or the server was off: nothing is removed for now"


def make_tables(house: HouseProcess) -> dict[str, str]:
    """A waiting and a started table, both public, and a guest without a table."""

    async def play() -> dict[str, str]:
        waiting, playing = [(await table_of(house.address, 1, public=True))[0] for _table in range(2)]
        await playing.act("start", "start", fill="puppy")
        await Person(house.address).introduce("Looker")
        for client in (waiting, playing):
            await client.close()
        return {"waiting": waiting.code, "playing": playing.code}

    return asyncio.run(play())


def set_running_time(url: str, clock: int) -> None:
    """Let the house have been running for 1000 days until now."""
    value = json.dumps({"running": 1000 * DAY, "clock": clock, "jumped": 0})
    run_sql(url, "UPDATE house SET value = :value WHERE name = 'running_time'", value=value)


def make_old(url: str, days: int) -> None:
    """Let nothing have happened for some days."""
    run_sql(url, "UPDATE tables SET updated_at = updated_at - :age", age=days * DAY)
    run_sql(url, "UPDATE guests SET created_at = created_at - :age", age=days * DAY)


def errors(house: HouseProcess) -> list[tuple[str, Any]]:
    return [(line["what"], line.get("days")) for line in log_lines(house) if line["level"] == "error"]


def stored(url: str) -> Rows:
    """Everything except the bots' last moves and the running time."""
    rows = rows_of(url)
    return {"tables": [{"code": row["code"], "marked_at": row["marked_at"]} for row in rows["tables"]]} | {
        name: rows[name] for name in ("guests", "seats", "players")
    }


def now() -> int:
    return int(time.time() * 1000)


class OldHouse(HouseProcess):
    """A house that has been running for long, with tables; it is stopped."""

    def __init__(self, data: Path, database: str | None) -> None:
        super().__init__(data, database=database)
        self.url = url_of(data, database)
        self.where = ("--data", str(data)) if database is None else ("--database", database)
        self.start()
        self.codes = make_tables(self)
        self.stop()
        set_running_time(self.url, now())


@pytest.fixture(params=("sqlite", "postgresql"))
def stopped_house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OldHouse]:
    database = None if request.param == "sqlite" else new_database(request.getfixturevalue("postgres"))
    house = OldHouse(tmp_path / "data", database)
    yield house
    house.kill()


def test_clock_40_days_ahead_removes_nothing_and_logs_one_error(stopped_house: OldHouse) -> None:
    before = stored(stopped_house.url)
    for days in ("40", "0"):  # and then it is set right
        stopped_house.start(DOGHOUSE_CLOCK_DAYS=days)
        wait_until(lambda days=days: len(errors(stopped_house)) == (1 if days == "40" else 2))  # type: ignore[misc]
        time.sleep(1)  # for what would be removed now
        stopped_house.stop()
        assert stored(stopped_house.url) == before
    assert errors(stopped_house) == [(JUMPED, 40.0), (JUMPED, -40.0)]


def test_server_that_was_off_for_months_removes_nothing_at_once(stopped_house: OldHouse) -> None:
    make_old(stopped_house.url, 150)
    set_running_time(stopped_house.url, now() - 150 * DAY)
    before = stored(stopped_house.url)
    stopped_house.start()
    wait_until(lambda: bool(errors(stopped_house)))
    time.sleep(1)
    stopped_house.stop()
    assert stored(stopped_house.url) == before
    assert errors(stopped_house) == [(JUMPED, 150.0)]


def test_stale_table_is_marked_and_comes_back(stopped_house: OldHouse) -> None:
    """The clock has always been right: the waiting table goes, the started one is marked, and opened again."""
    url, codes, where = stopped_house.url, stopped_house.codes, stopped_house.where
    make_old(url, 100)
    stopped_house.start()
    try:
        wait_until(lambda: bool(run_sql(url, "SELECT 1 FROM tables WHERE marked_at IS NOT NULL")))
        assert run_sql(url, "SELECT code FROM tables") == [codes["playing"]]
        assert run_sql(url, "SELECT name FROM guests WHERE name = 'Looker'") == []
        assert json.loads(get(stopped_house.address, "/api/tables")[2]) == []
        listed = command("tables", "list", "--marked", *where).stdout
        assert listed.startswith(f"{codes['playing']}  playing ")
        assert listed.endswith("  marked: 7.0 days of running time left\n")

        restored = command("tables", "restore", codes["playing"].lower(), *where)
        assert restored.stdout == f"{codes['playing']}: restored\n"
        assert command("tables", "list", "--marked", *where).stdout == ""
        assert command("tables", "list", *where).stdout.startswith(codes["playing"])
        again = command("tables", "restore", codes["playing"], *where)
        assert (again.exit_code, again.stdout) == (1, "")
        assert again.stderr == f"Error: {codes['playing']}: no table with this code is marked for deletion\n"
        assert [one["code"] for one in json.loads(get(stopped_house.address, "/api/tables")[2])] == [codes["playing"]]

        run_sql(url, "UPDATE tables SET marked_at = 1")
        run_sql(url, "UPDATE tables SET updated_at = 0")
        wait_until(lambda: _is_kept_when_opened(stopped_house.address, url, codes["playing"]))
        assert errors(stopped_house) == []
    finally:
        stopped_house.stop()


def _is_kept_when_opened(address: str, url: str, code: str) -> bool:
    """The mark is found when the table is loaded, which may still be in memory from the start."""
    assert get(address, f"/api/tables/{code}")[0] == 200
    return run_sql(url, "SELECT 1 FROM tables WHERE marked_at IS NULL AND updated_at > 0") == [1]


def test_opening_clears_the_mark_of_a_table_in_memory(tmp_path: Path) -> None:
    """It was marked after it was loaded, perhaps by another process."""
    house = HouseProcess(tmp_path / "data").start()
    code = make_tables(house)["playing"]
    house.stop()
    url = url_of(house.data)
    clocks = Clocks(now())
    set_running_time(url, clocks.now)

    async def look() -> None:
        house = House(Settings(data=tmp_path / "data", now=lambda: clocks.now, monotonic=lambda: clocks.monotonic))
        await house.open()
        await house._table(code)  # as a scan for due tables does
        clocks.pass_days(31)
        await house._remove_stale()
        assert run_sql(url, "SELECT code FROM tables WHERE marked_at IS NOT NULL") == [code]
        assert code in house.tables
        await house._table(code)
        assert run_sql(url, "SELECT code FROM tables WHERE marked_at IS NOT NULL") == [code]
        await house.table(code)
        assert run_sql(url, "SELECT code FROM tables WHERE marked_at IS NOT NULL") == []
        clocks.pass_days(8)
        await house._remove_stale()
        assert run_sql(url, "SELECT code FROM tables WHERE marked_at IS NULL") == [code]
        await house.close()

    asyncio.run(look())


def test_processes_that_start_with_a_wrong_clock_log_one_error(postgres: Postgres, tmp_path: Path) -> None:
    database = new_database(postgres)
    houses = [HouseProcess(tmp_path / f"house{number}", database=database) for number in range(2)]
    url = url_of(database=database)
    houses[0].start()
    make_tables(houses[0])
    houses[0].stop()
    set_running_time(url, now())
    before = stored(url)
    for house in houses:
        house.start(DOGHOUSE_CLOCK_DAYS="40")
    wait_until(lambda: any(errors(house) for house in houses))
    time.sleep(1)
    for house in houses:
        house.stop()
    assert stored(url) == before
    assert [error for house in houses for error in errors(house)] == [(JUMPED, 40.0)]
    (value,) = run_sql(url, "SELECT value FROM house WHERE name = 'running_time'")
    assert json.loads(value)["running"] < 1000 * DAY + 60_000
