"""Turn a client's message into an event, if the client may do that now. Nothing is changed here."""

from __future__ import annotations

from doghouse.bots.levels import LEVELS
from doghouse.rules.errors import IllegalPlay, InvalidPlay
from doghouse.rules.notation import Play
from doghouse.server.fairness import SEED_PATTERN
from doghouse.server.protocol import events, incoming
from doghouse.server.protocol.events import Event
from doghouse.server.protocol.limits import MAX_NAME_LENGTH
from doghouse.server.protocol.refusals import Refused
from doghouse.server.tables.table import Table


def event_for(table: Table, guest: str, name: str, message: incoming.ActMessage) -> Event:
    """Return the event a message asks for, or raise ``Refused``; ``name`` is the person's display name."""
    match message:
        case incoming.Sit():
            _check_waiting(table)
            _check_seat(table, message.seat)
            if not table.seats[message.seat].is_empty:
                raise Refused("seat_taken", message.seat)
            return events.Sat(message.seat, guest, name)
        case incoming.Stand():
            _check_waiting(table)
            return events.Stood(_own_seat(table, guest))
        case incoming.Bot():
            return _bot(table, guest, message)
        case incoming.Name():
            return events.Renamed(_own_seat(table, guest), validate_name(message.name))
        case incoming.Seed():
            _check_waiting(table)
            if not SEED_PATTERN.fullmatch(message.seed):
                raise Refused("bad_seed")
            return events.Seeded(_own_seat(table, guest), message.seed)
        case incoming.Start():
            return _start(table, guest, message.fill)
        case incoming.Play():
            seat = _deciding_seat(table, guest, message.after)
            return events.Played.of(seat, _parse(message.play), "person")
        case incoming.Give():
            return events.Gave(_deciding_seat(table, guest, message.after), message.card, "person")
        case incoming.TakeBack():
            return events.TookBack(_deciding_seat(table, guest, message.after))
        case incoming.Say():
            return events.Said(_own_seat(table, guest), message.phrase)
        case incoming.Close():
            _check_host(table, guest)
            if table.status not in ("waiting", "playing"):
                raise Refused("not_playing")
            return events.Closed("host")
        case incoming.Rematch():
            raise AssertionError("a rematch needs a new table; see TableContext.next_game")


def check_rematch(table: Table, guest: str) -> None:
    """Raise ``Refused`` unless this person, a player or the host, may start the next game."""
    if table.host != guest:
        _own_seat(table, guest)
    if table.status != "over":
        raise Refused("not_over")
    if table.rematch is not None:
        raise Refused("rematched", table.rematch)


def validate_level(level: str) -> str:
    if level not in LEVELS:
        raise Refused("no_such_level", f"{level}; there are {', '.join(LEVELS)}")
    return level


def validate_name(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= MAX_NAME_LENGTH or not name.isprintable():
        raise Refused("bad_name")
    return name


def refusal_from(error: IllegalPlay | InvalidPlay) -> Refused:
    if isinstance(error, IllegalPlay):
        return Refused("illegal", str(error.reason), error.reason)
    return Refused("not_notation", str(error))


def _bot(table: Table, guest: str, message: incoming.Bot) -> Event:
    seat = message.seat
    _check_seat(table, seat)
    if table.host != guest and table.seats[seat].guest != guest:
        raise Refused("not_host")
    if table.status not in ("waiting", "playing"):
        raise Refused("not_playing")
    if message.level is None:
        _check_waiting(table)
        if table.seats[seat].is_empty:
            raise Refused("seat_empty", seat)
        return events.Stood(seat)
    return events.BotSat(seat, validate_level(message.level))


def _start(table: Table, guest: str, fill: str | None) -> Event:
    _check_host(table, guest)
    _check_waiting(table)
    empty = table.empty_seats
    if empty and fill is None:
        raise Refused("seats_empty", ", ".join(empty))
    bots = {seat: validate_level(fill) for seat in empty} if fill is not None else {}
    names = {letter: seat.label or bots.get(letter, "") for letter, seat in table.seats.items()}
    return events.Started(bots, table.seeds(), names)


def _parse(play: str) -> Play:
    try:
        return Play.parse(play)
    except InvalidPlay as error:
        raise refusal_from(error) from None


def _deciding_seat(table: Table, guest: str, after: int) -> str:
    """Return the seat of a person who has seen the events up to ``after``."""
    seat = _own_seat(table, guest)
    if table.status != "playing":
        raise Refused("not_playing")
    if not table.decision <= after <= table.number:  # outdated, or ahead of a restored backup
        raise Refused("stale")
    return seat


def _own_seat(table: Table, guest: str) -> str:
    seat = table.seat_of(guest)
    if seat is None:
        raise Refused("not_seated")
    return seat


def _check_host(table: Table, guest: str) -> None:
    if table.host != guest:
        raise Refused("not_host")


def _check_waiting(table: Table) -> None:
    if table.status != "waiting":
        raise Refused("not_waiting")


def _check_seat(table: Table, seat: str) -> None:
    if seat not in table.seats:
        raise Refused("no_such_seat", seat)
