"""Build the messages that the viewers of a table are sent."""

from __future__ import annotations

from collections.abc import Sequence

from doghouse.server.protocol.outgoing import EventMessage, Presence, Refusal, TableMessage, write_message
from doghouse.server.protocol.refusals import Refused
from doghouse.server.tables.effects import Effects
from doghouse.server.tables.presence import TablePresence
from doghouse.server.tables.table import Table
from doghouse.server.tables.visibility import about, describe_reason, visible_event, visible_state


def table_message(table: Table, history: Sequence[Effects], guest: str, since: int | None, now: int) -> str:
    seat = table.seat_of(guest)
    is_known = since is not None and since <= table.number
    return write_message(
        TableMessage(
            number=table.number,
            now=now,
            about=about(table),
            host=table.host == guest,
            state=visible_state(table, seat),
            missed=_missed(history, seat, since or 0) if is_known else (),
        )
    )


def event_message(table: Table, effects: Effects, seat: str | None) -> str:
    entry = effects.entry
    return write_message(EventMessage(entry.number, entry.at, visible_event(effects, seat), visible_state(table, seat)))


def presence_message(table: Table, presence: TablePresence) -> str:
    everyone = presence.guests()
    seats = tuple(letter for letter, seat in table.seats.items() if seat.guest in everyone)
    return write_message(Presence(seats, presence.spectators(table.people)))


def refusal_message(
    table: Table, history: Sequence[Effects], guest: str, id: str | None, refused: Refused, since: int | None
) -> str:
    missed = _missed(history, table.seat_of(guest), since) if refused.code == "stale" and since is not None else ()
    why = None if refused.reason is None else describe_reason(refused.reason)
    return write_message(Refusal(id, refused.code, refused.text, refused.detail, why, missed))


def _missed(history: Sequence[Effects], seat: str | None, since: int) -> tuple[EventMessage, ...]:
    return tuple(
        EventMessage(effects.entry.number, effects.entry.at, visible_event(effects, seat), None)
        for effects in history[since:]
    )
