"""Validate requests for new tables, and build their first events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from doghouse.rules.errors import InvalidRules
from doghouse.rules.rules import RULES_VERSION, Rules
from doghouse.server.fairness import commitment_to
from doghouse.server.protocol import limits
from doghouse.server.protocol.events import BotSat, Created, Entry, Event, Sat, TableSettings, to_text
from doghouse.server.protocol.refusals import Refused
from doghouse.server.protocol.table_codes import new_code
from doghouse.server.settings import Settings
from doghouse.server.storage.guests import Guest
from doghouse.server.storage.table_queries import TableRow
from doghouse.server.storage.table_rows import TableInsert
from doghouse.server.tables.acts import validate_level
from doghouse.server.tables.duties import due_at
from doghouse.server.tables.table import Seat, Table, replay_log


def new_table(server: Settings, host: str, settings: TableSettings, seats: Mapping[str, Seat]) -> TableInsert:
    """Return a table with these people and bots seated; its random code may be taken."""
    code, secret, now = new_code(), server.token(32), server.now()
    events: list[Event] = [Created(host, settings, commitment_to(secret), RULES_VERSION)]
    for letter, seat in seats.items():
        if seat.guest is not None:
            events.append(Sat(letter, seat.guest, seat.name))
        elif seat.level is not None:
            events.append(BotSat(letter, seat.level))
    entries = [Entry(number, now, event) for number, event in enumerate(events, start=1)]
    table, _history = replay_log(code, secret, entries)
    row = TableRow(
        code=code,
        secret=secret,
        host=host,
        public=settings.public,
        status=table.status,
        number=table.number,
        created_at=now,
        updated_at=now,
        due_at=due_at(table, server.pauses),
        summary=to_text(table.summary()),
    )
    return TableInsert(row, entries, table.guests)


def rematch_seats(table: Table, rotate: bool) -> dict[str, Seat]:
    """Return the same people and bots at their seats, or each one seat further."""
    seats = {table.rules.after(letter) if rotate else letter: seat for letter, seat in table.seats.items()}
    return {letter: Seat(seat.guest, seat.name, seat.level) for letter, seat in sorted(seats.items())}


def validate_settings(edition: str, rules: Mapping[str, Any], pace: int | None, public: bool) -> TableSettings:
    """Return the settings of a new table, or raise ``Refused``."""
    if pace is not None and not limits.PACE[0] <= pace <= limits.PACE[1]:
        raise Refused("bad_pace")
    try:
        Rules.from_json(rules)
        changes = {name: value for name, value in rules.items() if name != "players"}
        complete = Rules.edition(edition, rules.get("players", 4), **changes)
    except InvalidRules as error:
        raise Refused("bad_rules", str(error)) from None
    return TableSettings(complete.printed or edition, complete.to_json(), pace, public)


def validate_seats(settings: TableSettings, bots: Mapping[str, str], seat: str | None, host: Guest) -> dict[str, Seat]:
    """Return who sits at a new table: bots, and the host if they chose a seat; or raise ``Refused``."""
    letters = Rules.from_json(settings.rules).seats
    for letter in [*bots, *([seat] if seat else [])]:
        if letter not in letters or len(letter) != 1:
            raise Refused("no_such_seat", letter)
    if seat in bots:
        raise Refused("seat_taken", seat or "")
    seated = {letter: Seat(level=validate_level(level)) for letter, level in bots.items()}
    if seat:
        seated[seat] = Seat(host.id, host.name)
    return dict(sorted(seated.items()))
