"""Removal of stale tables and guests. Started tables are marked first, and deleted after a week of running time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, select, update

from doghouse.server.storage import guests, running_time
from doghouse.server.storage.running_time import DAY
from doghouse.server.storage.schema import tables

MARKED_FOR = 7 * DAY  # of running time, before a marked table is deleted
STARTED = ("playing", "closed")


@dataclass(frozen=True)
class Removed:
    """How many were removed, and how many tables were marked."""

    marked: int = 0
    tables: int = 0
    guests: int = 0


@dataclass(frozen=True)
class Keep:
    """Milliseconds without activity after which something is stale."""

    started: int
    waiting: int
    guests: int


def remove_stale(connection: Connection, keep: Keep, viewed: Sequence[str]) -> Removed:
    """Remove what is stale by a clock that has not jumped. Tables that somebody is looking at are active."""
    time = running_time.lock(connection)  # also: one process at a time
    if time is None:
        return Removed()
    is_viewed = (tables.c.code.in_(viewed), tables.c.status != "over", tables.c.updated_at < time.clock - DAY // 2)
    connection.execute(update(tables).where(*is_viewed).values(updated_at=time.clock, marked_at=None))
    marked = deleted = removed_guests = 0
    if (before := time.before(keep.started)) is not None:
        is_stale = (tables.c.status.in_(STARTED), tables.c.updated_at < before)
        gone = delete(tables).where(*is_stale, tables.c.marked_at <= time.running - MARKED_FOR)
        deleted += connection.execute(gone).rowcount
        mark = update(tables).where(*is_stale, tables.c.marked_at.is_(None)).values(marked_at=time.running)
        marked = connection.execute(mark).rowcount
    if (before := time.before(keep.waiting)) is not None:
        gone = delete(tables).where(tables.c.status == "waiting", tables.c.updated_at < before)
        deleted += connection.execute(gone).rowcount
    if (before := time.before(keep.guests)) is not None:
        removed_guests = guests.delete_stale(connection, before)
    return Removed(marked, deleted, removed_guests)


def restore_marked(connection: Connection, code: str) -> bool:
    """Clear the mark of a table and count that as activity; return whether it had one."""
    time = running_time.lock(connection)
    is_marked = (tables.c.code == code, tables.c.marked_at.is_not(None))
    active_at = tables.c.updated_at if time is None else time.clock
    return bool(
        connection.execute(update(tables).where(*is_marked).values(marked_at=None, updated_at=active_at)).rowcount
    )


def marked_of(connection: Connection, codes: Sequence[str]) -> list[str]:
    """Return which of these tables are marked."""
    query = select(tables.c.code).where(tables.c.code.in_(codes), tables.c.marked_at.is_not(None))
    return list(connection.scalars(query))


@dataclass(frozen=True)
class UnfinishedTable:
    code: str
    status: str
    updated_at: int
    running_left: int | None  # milliseconds of running time until it may be deleted, if it is marked


def unfinished(connection: Connection, only_marked: bool) -> list[UnfinishedTable]:
    """Return all tables that are not over, the longest without activity first."""
    time = running_time.lock(connection)
    running = 0 if time is None else time.running
    query = select(tables).where(tables.c.status != "over").order_by(tables.c.updated_at, tables.c.code)
    if only_marked:
        query = query.where(tables.c.marked_at.is_not(None))
    return [
        UnfinishedTable(row.code, row.status, row.updated_at, _left(row.marked_at, running))
        for row in connection.execute(query)
    ]


def _left(marked_at: int | None, running: int) -> int | None:
    return None if marked_at is None else max(0, marked_at + MARKED_FOR - running)
