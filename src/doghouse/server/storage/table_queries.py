"""Which tables stand in which list, and in which order: the public ones, those of a person, those that are due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, case, func, or_, select, union

from doghouse.server.storage.schema import guests, players, seats, tables

UNFINISHED = ("waiting", "playing")


@dataclass(frozen=True)
class TableRow:
    """What the index of tables says of one; everything else is in its events."""

    code: str
    secret: str
    host: str
    public: bool
    status: str
    number: int
    created_at: int
    updated_at: int
    due_at: int | None
    summary: str  # how the table looks in a list, as JSON


@dataclass(frozen=True)
class TableListing:
    """A table in the list of a guest: with the seat they have there, if any, and the name of its host."""

    row: TableRow
    seat: str | None
    host: str


def one_table(guest: str, code: str) -> Select[Any]:
    return _listed(guest).where(tables.c.code == code)


def open_tables(guest: str, most: int, most_of_a_host: int) -> Select[Any]:
    """Public tables that wait for players or are being played, those with free seats first; of each host some."""
    order = (tables.c.status.desc(), tables.c.updated_at.desc(), tables.c.code)
    place = func.row_number().over(partition_by=tables.c.host, order_by=order)
    ranked = (
        select(tables.c.code, place.label("place")).where(tables.c.public, tables.c.status.in_(UNFINISHED)).subquery()
    )
    shown = select(ranked.c.code).where(ranked.c.place <= most_of_a_host)
    return _listed(guest).where(tables.c.code.in_(shown)).order_by(*order).limit(most)


def tables_of(guest: str, most: int, after: tuple[int, int, str] | None) -> Select[Any]:
    """The tables at which a person sits, unfinished ones that they host, and games they have played: those that are
    not finished first, then the latest. ``after`` says where the list goes on."""
    mine = union(
        select(seats.c.code).where(seats.c.guest == guest),
        select(tables.c.code).where(tables.c.host == guest, tables.c.status.in_(UNFINISHED)),
        select(tables.c.code).join(players).where(players.c.guest == guest, tables.c.status == "over"),
    )
    wanted = _listed(guest).where(tables.c.code.in_(mine))
    if after is not None:
        wanted = wanted.where(_comes_after(*after))
    return wanted.order_by(_is_unfinished().desc(), tables.c.updated_at.desc(), tables.c.code.desc()).limit(most)


def place_of(code: str) -> Select[Any]:
    """Where a table stands in its person's list."""
    return select(_is_unfinished(), tables.c.updated_at, tables.c.code).where(tables.c.code == code)


def due(before: int, most: int) -> Select[Any]:
    """The tables that have waited for the house since before some time, those that have waited longest first."""
    waited = (tables.c.due_at.is_not(None), tables.c.due_at <= before)
    return select(tables.c.code).where(*waited).order_by(tables.c.due_at).limit(most)


def numbers(codes: Sequence[str]) -> Select[Any]:
    """How far each of these tables has come."""
    return select(tables.c.code, tables.c.number).where(tables.c.code.in_(codes))


def how_many() -> Select[Any]:
    """How many tables there are, status by status."""
    return select(tables.c.status, func.count()).group_by(tables.c.status)


def how_many_unfinished(host: str) -> Select[Any]:
    """How many tables of a host are not over."""
    return select(func.count()).select_from(tables).where(tables.c.host == host, tables.c.status.in_(UNFINISHED))


def read_listed(connection: Connection, wanted: Select[Any]) -> list[TableListing]:
    names = [field.name for field in fields(TableRow)]
    return [
        TableListing(TableRow(**{name: row[name] for name in names}), row["seat"], row["host_name"] or "")
        for row in connection.execute(wanted).mappings()
    ]


def _listed(guest: str) -> Select[Any]:
    own_seat = and_(seats.c.code == tables.c.code, seats.c.guest == guest)
    joined = tables.outerjoin(seats, own_seat).outerjoin(guests, guests.c.id == tables.c.host)
    return select(tables, seats.c.seat, guests.c.name.label("host_name")).select_from(joined)


def _is_unfinished() -> ColumnElement[int]:
    return case((tables.c.status.in_(UNFINISHED), 1), else_=0)


def _comes_after(unfinished: int, updated_at: int, code: str) -> ColumnElement[bool]:
    return or_(
        _is_unfinished() < unfinished,
        and_(_is_unfinished() == unfinished, tables.c.updated_at < updated_at),
        and_(_is_unfinished() == unfinished, tables.c.updated_at == updated_at, tables.c.code < code),
    )
