"""Running time, jumps of the wall clock, and the two steps in which started tables are removed; on both databases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Concatenate, ParamSpec, TypeVar

import pytest
from sqlalchemy import Connection, insert

from doghouse.server.storage import removal, running_time, schema
from doghouse.server.storage.database import migrate, open_database
from doghouse.server.storage.removal import Keep, Removed
from doghouse.server.storage.table_queries import open_tables
from tests.support.database import Postgres, new_database, run_sql, url_of

NOON = 1_800_000_000_000
MINUTE = 60 * 1000
DAY = 24 * 60 * MINUTE
KEEP = Keep(started=30 * DAY, waiting=DAY, guests=90 * DAY)
P = ParamSpec("P")
T = TypeVar("T")


class Database:
    """A migrated database in which every call is one transaction."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = open_database(url, writes=True)
        migrate(self.engine)

    def do(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        with self.engine.begin() as connection:
            return work(connection, *args, **kwargs)

    def record(self, now: int, elapsed: int = 0) -> int:
        return self.do(running_time.record, now, elapsed)

    def run_until(self, now: int) -> None:
        """Let the house run without a jump."""
        assert self.record(now, now - self.time.clock) == 0

    def remove(self, *viewed: str) -> Removed:
        return self.do(removal.remove_stale, KEEP, viewed)

    @property
    def time(self) -> running_time.RunningTime:
        time = self.do(running_time.lock)
        assert time is not None
        return time

    def add_table(self, code: str, status: str, at: int) -> None:
        row = {"code": code, "secret": "", "host": "h", "public": True, "status": status, "number": 1}
        self.do(Connection.execute, insert(schema.tables), {**row, "created_at": at, "updated_at": at, "summary": "{}"})

    def add_guest(self, id: str, at: int) -> None:
        row = {"id": id, "name": id, "language": "en", "created_at": at}
        self.do(Connection.execute, insert(schema.guests), row)

    @property
    def codes(self) -> set[str]:
        return set(run_sql(self.url, "SELECT code FROM tables"))

    @property
    def marked(self) -> set[str]:
        return set(run_sql(self.url, "SELECT code FROM tables WHERE marked_at IS NOT NULL"))


@contextmanager
def opened(url: str) -> Iterator[Database]:
    database = Database(url)
    yield database
    database.engine.dispose()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    with opened(url) as found:
        yield found


@pytest.fixture
def old_house(database: Database) -> Database:
    """A house that has been running for 100 days, with a table of every status, and a guest without a table."""
    database.record(NOON - 100 * DAY)
    database.run_until(NOON)
    for status in ("waiting", "playing", "closed", "over"):
        database.add_table(status, status, NOON)
    database.add_guest("looker", NOON)
    return database


ALL = {"waiting", "playing", "closed", "over"}


def test_running_time_is_counted_and_survives_a_restart(database: Database) -> None:
    assert database.record(NOON) == 0
    assert database.record(NOON + MINUTE, MINUTE) == 0
    assert database.record(NOON + 20 * 60 * MINUTE) == 0  # off for almost a day
    assert database.record(NOON + 20 * 60 * MINUTE + 5, 5) == 0
    assert database.time == running_time.RunningTime(MINUTE + 5, NOON + 20 * 60 * MINUTE + 5, 0)


def test_several_processes_do_not_count_running_time_twice(database: Database) -> None:
    database.record(NOON)
    for minute in range(1, 61):
        for process in range(3):  # each has counted a minute of its own since its last turn
            assert database.record(NOON + minute * MINUTE + process * 10, MINUTE) == 0
    assert database.time.running == pytest.approx(60 * MINUTE, abs=30)


def test_clocks_of_machines_that_differ_a_little_are_no_jump(database: Database) -> None:
    database.record(NOON)
    for minute in range(1, 61):
        assert database.record(NOON + minute * MINUTE, MINUTE) == 0
        assert database.record(NOON + minute * MINUTE - 5000, MINUTE) == 0
    assert database.time.running == 60 * MINUTE


def test_processes_that_record_at_the_same_moment_count_it_once(postgres: Postgres) -> None:
    with opened(url_of(database=new_database(postgres))) as first:
        others = [Database(first.url) for _process in range(3)]
        with ThreadPoolExecutor(3) as together:  # the first row, too
            list(together.map(lambda other: other.record(NOON), others))
            for minute in range(1, 21):
                list(together.map(lambda other, now: other.record(now, MINUTE), others, [NOON + minute * MINUTE] * 3))
        assert first.time.running == 20 * MINUTE
        for other in others:
            other.engine.dispose()


def test_long_outage_of_the_database_is_no_jump(database: Database) -> None:
    database.record(NOON)
    assert database.record(NOON + 3 * DAY, 3 * DAY) == 0
    assert database.record(NOON + 3 * DAY + 10, 3 * DAY) == 0  # another process
    assert database.time.running == 3 * DAY + 10


@pytest.mark.parametrize("days", [40, 1.1, -1.1, -40])
@pytest.mark.parametrize("elapsed", [0, MINUTE], ids=["restart", "running"])
def test_jump_is_reported_once_and_removes_nothing(old_house: Database, days: float, elapsed: int) -> None:
    now = NOON + elapsed + int(days * DAY)
    assert old_house.record(now, elapsed) == pytest.approx(days * DAY, abs=2 * MINUTE)
    assert old_house.remove() == Removed()
    assert old_house.record(now + MINUTE, MINUTE) == 0
    assert old_house.remove() == Removed()
    back = old_house.record(NOON + 2 * MINUTE, MINUTE)  # the clock is set right
    assert back == pytest.approx(-days * DAY, abs=3 * MINUTE)
    assert old_house.remove() == Removed()
    assert (old_house.codes, old_house.marked) == (ALL, set())


def test_after_a_jump_periods_count_from_the_beginning(old_house: Database) -> None:
    """The clock stays 400 days ahead, or the server was off: tables are as safe as if they were new."""
    ahead = NOON + 400 * DAY
    assert old_house.record(ahead) == 400 * DAY
    for days, codes, marked in (
        (0.9, ALL, set()),
        (1.1, ALL - {"waiting"}, set()),
        (29.9, ALL - {"waiting"}, set()),
        (30.1, ALL - {"waiting"}, {"playing", "closed"}),
        (37.0, ALL - {"waiting"}, {"playing", "closed"}),
        (37.2, {"over"}, set()),
        (5000, {"over"}, set()),
    ):
        old_house.run_until(ahead + int(days * DAY))
        old_house.remove()
        assert (old_house.codes, old_house.marked) == (codes, marked), days
        guests = run_sql(old_house.url, "SELECT id FROM guests")
        assert guests == (["looker"] if days < 90 else [])


def test_started_table_is_marked_and_deleted_after_a_week_of_running_time(old_house: Database) -> None:
    old_house.run_until(NOON + 31 * DAY)
    assert old_house.remove() == Removed(marked=2, tables=1)
    for restart in range(20):  # every evening for an hour: 20 days pass, but no week of running time
        assert old_house.record(NOON + (32 + restart) * DAY) == 0
        old_house.run_until(NOON + (32 + restart) * DAY + 60 * MINUTE)
        assert old_house.remove() == Removed()
    start = old_house.time.clock
    old_house.run_until(start + 5 * DAY)
    assert old_house.remove() == Removed()
    old_house.run_until(start + 7 * DAY)
    assert old_house.remove() == Removed(tables=2)
    assert old_house.codes == {"over"}


def test_jump_keeps_marked_tables(old_house: Database) -> None:
    old_house.run_until(NOON + 31 * DAY)
    old_house.remove()
    old_house.record(NOON + 60 * DAY)
    assert old_house.remove() == Removed()
    assert old_house.marked == {"playing", "closed"}


def test_restored_table_is_kept_for_the_whole_period(old_house: Database) -> None:
    old_house.run_until(NOON + 31 * DAY)
    old_house.remove()
    assert old_house.do(removal.restore_marked, "playing")
    assert not old_house.do(removal.restore_marked, "playing")  # it is not marked
    assert not old_house.do(removal.restore_marked, "nothing")
    assert old_house.marked == {"closed"}
    old_house.run_until(NOON + 60 * DAY)
    assert old_house.remove() == Removed(tables=1)
    assert old_house.codes == {"playing", "over"}


def test_table_with_viewers_is_neither_marked_nor_deleted(old_house: Database) -> None:
    for day in range(1, 100):
        old_house.run_until(NOON + day * DAY)
        old_house.remove("waiting", "playing")
    assert (old_house.codes, old_house.marked) == (ALL - {"closed"}, set())


def test_public_list_leaves_marked_tables_out(old_house: Database) -> None:
    assert [one.row.code for one in old_house.do(open_tables, "", 10, 10)] == ["waiting", "playing"]
    old_house.run_until(NOON + 31 * DAY)
    old_house.remove()
    assert old_house.do(open_tables, "", 10, 10) == []


def test_database_of_an_older_version_removes_nothing_at_first(database: Database) -> None:
    for status in ALL:
        database.add_table(status, status, NOON - 400 * DAY)
    assert database.remove() == Removed()
    database.record(NOON)
    assert database.remove() == Removed()
    assert database.codes == ALL
