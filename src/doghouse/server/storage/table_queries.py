"""Queries over the index of tables: public tables, tables of a guest, tables that are due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, or_, select, union

from doghouse.server.storage.schema import guests, players, seats, tables

UNFINISHED = ("waiting", "playing")
is_unfinished = case((tables.c.status.in_(UNFINISHED), 1), else_=0)


@dataclass(frozen=True)
class TableRow:
    """A row of the index of tables; everything else is in the events."""

    code: str
    secret: str
    host: str
    public: bool
    status: str
    number: int
    created_at: int
    updated_at: int
    due_at: int | None
    summary: str  # JSON of a ``TableSummary``
    marked_at: int | None = None  # running time of the server when it was marked for deletion


@dataclass(frozen=True)
class TableListing:
    """A table in a guest's list, with the guest's seat, if any, and the name of the host."""

    row: TableRow
    seat: str | None
    host: str


def listing(connection: Connection, guest: str, code: str) -> TableListing | None:
    return next(iter(_listings(connection, _select_listing(guest).where(tables.c.code == code))), None)


def open_tables(connection: Connection, guest: str, limit: int, limit_per_host: int) -> list[TableListing]:
    """Return public tables that are not over or marked for deletion, waiting ones first."""
    order = (tables.c.status.desc(), tables.c.updated_at.desc(), tables.c.code)
    rank = func.row_number().over(partition_by=tables.c.host, order_by=order)
    is_listed = (tables.c.public, tables.c.status.in_(UNFINISHED), tables.c.marked_at.is_(None))
    ranked = select(tables.c.code, rank.label("rank")).where(*is_listed).subquery()
    codes = select(ranked.c.code).where(ranked.c.rank <= limit_per_host)
    query = _select_listing(guest).where(tables.c.code.in_(codes)).order_by(*order).limit(limit)
    return _listings(connection, query)


def tables_of(connection: Connection, guest: str, limit: int, after: str | None = None) -> list[TableListing] | None:
    """Return the tables where a guest sits, unfinished ones that they host, and finished games they played: unfinished
    ones first, then the latest. The page begins after the table ``after``; None if that table does not exist."""
    own = union(
        select(seats.c.code).where(seats.c.guest == guest),
        select(tables.c.code).where(tables.c.host == guest, tables.c.status.in_(UNFINISHED)),
        select(tables.c.code).join(players).where(players.c.guest == guest, tables.c.status == "over"),
    )
    query = _select_listing(guest).where(tables.c.code.in_(own))
    if after is not None:
        position = select(is_unfinished, tables.c.updated_at, tables.c.code).where(tables.c.code == after)
        row = connection.execute(position).first()
        if row is None:
            return None
        query = query.where(_comes_after(*row))
    order = (is_unfinished.desc(), tables.c.updated_at.desc(), tables.c.code.desc())
    return _listings(connection, query.order_by(*order).limit(limit))


def due(connection: Connection, before: int, limit: int) -> list[str]:
    """Return codes of tables due before a time, the longest due first."""
    is_due = (tables.c.due_at.is_not(None), tables.c.due_at <= before)
    return list(connection.scalars(select(tables.c.code).where(*is_due).order_by(tables.c.due_at).limit(limit)))


def numbers(connection: Connection, codes: Sequence[str]) -> dict[str, int]:
    """Return the number of the last event of each table."""
    query = select(tables.c.code, tables.c.number).where(tables.c.code.in_(codes))
    return {row[0]: row[1] for row in connection.execute(query)}


def count_tables(connection: Connection) -> dict[str, int]:
    query = select(tables.c.status, func.count()).group_by(tables.c.status)
    return {row[0]: row[1] for row in connection.execute(query)}


def count_unfinished(connection: Connection, host: str) -> int:
    query = select(func.count()).select_from(tables).where(tables.c.host == host, tables.c.status.in_(UNFINISHED))
    return int(connection.scalar(query) or 0)


def _listings(connection: Connection, query: Select[Any]) -> list[TableListing]:
    names = [field.name for field in fields(TableRow)]
    return [
        TableListing(TableRow(**{name: row[name] for name in names}), row["seat"], row["host_name"] or "")
        for row in connection.execute(query).mappings()
    ]


def _select_listing(guest: str) -> Select[Any]:
    own_seat = and_(seats.c.code == tables.c.code, seats.c.guest == guest)
    joined = tables.outerjoin(seats, own_seat).outerjoin(guests, guests.c.id == tables.c.host)
    return select(tables, seats.c.seat, guests.c.name.label("host_name")).select_from(joined)


def _comes_after(unfinished: int, updated_at: int, code: str) -> ColumnElement[bool]:
    return or_(
        is_unfinished < unfinished,
        and_(is_unfinished == unfinished, tables.c.updated_at < updated_at),
        and_(is_unfinished == unfinished, tables.c.updated_at == updated_at, tables.c.code < code),
    )
