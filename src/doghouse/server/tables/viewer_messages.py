"""What is written to whoever looks at a table: how it stands, what has happened, who is there, what was refused."""

from __future__ import annotations

from collections.abc import Sequence

from doghouse.server.protocol.outgoing import EventMessage, Presence, Refusal, TableMessage, write_message
from doghouse.server.protocol.refusals import Refused
from doghouse.server.tables.effects import Happening
from doghouse.server.tables.presence import TablePresence
from doghouse.server.tables.table import Table
from doghouse.server.tables.visibility import about, shown_event, shown_reason, shown_state


def greeting(table: Table, happenings: Sequence[Happening], guest: str, since: int | None, now: int) -> str:
    """To somebody who comes: how the table stands, and what they have missed since they were here."""
    seat = table.seat_of(guest)
    known = since is not None and since <= table.number
    return write_message(
        TableMessage(
            number=table.number,
            now=now,
            about=about(table),
            host=table.host == guest,
            state=shown_state(table, seat),
            missed=_missed(happenings, seat, since or 0) if known else (),
        )
    )


def news(table: Table, happening: Happening, seat: str | None) -> str:
    """To the viewer at a seat, or a spectator: what has happened, and how the table stands since."""
    entry = happening.entry
    return write_message(EventMessage(entry.number, entry.at, shown_event(happening, seat), shown_state(table, seat)))


def presence(table: Table, there: TablePresence) -> str:
    """To everyone: who is there."""
    everyone = there.everyone()
    seats = tuple(letter for letter, seat in table.seats.items() if seat.guest in everyone)
    return write_message(Presence(seats, there.watching(table.people)))


def refusal(
    table: Table, happenings: Sequence[Happening], guest: str, id: str | None, refused: Refused, since: int | None
) -> str:
    """To whoever wanted something: why not; if it was stale, with the events that they had not seen."""
    missed = _missed(happenings, table.seat_of(guest), since) if refused.code == "stale" and since is not None else ()
    why = None if refused.reason is None else shown_reason(refused.reason)
    return write_message(Refusal(id, refused.code, refused.text, refused.detail, why, missed))


def _missed(happenings: Sequence[Happening], seat: str | None, since: int) -> tuple[EventMessage, ...]:
    """The events after a number as a viewer sees them."""
    return tuple(
        EventMessage(happening.entry.number, happening.entry.at, shown_event(happening, seat), None)
        for happening in happenings[since:]
    )
