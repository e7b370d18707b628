"""What each viewer may see of a table. ``test_visibility`` lists every field that may be shown."""

from __future__ import annotations

from typing import Literal

from doghouse.rules.game import Game
from doghouse.rules.marbles import marbles_of
from doghouse.rules.reasons import Reason
from doghouse.rules.rules import EDITIONS, Rules
from doghouse.server.protocol import events, outgoing
from doghouse.server.protocol.outgoing import Seating, SentHome, State, TableAbout, VisibleEvent, VisibleSeat, Why
from doghouse.server.tables.effects import Effects
from doghouse.server.tables.table import Table


def visible_event(effects: Effects, seat: str | None) -> VisibleEvent:
    """Return an event as the viewer at a seat, or a spectator, sees it."""
    event = effects.entry.event
    match event:
        case events.Created():
            return outgoing.VisibleCreated(event.commitment)
        case events.Sat():
            return outgoing.VisibleSat(event.seat, event.name)
        case events.Moved():
            return outgoing.VisibleMoved(event.seat)
        case events.Started():
            return outgoing.VisibleStarted(event.bots, event.seeds, effects.dealt or 0)
        case events.Gave():
            card = event.card if event.seat == seat else None
            received = effects.received.get(seat) if seat is not None else None
            return outgoing.VisibleGave(event.seat, card, event.by, bool(effects.received), received)
        case events.Played():
            return _played(effects, event, seat)
        case _:  # mypy checks that only public events are left
            return event


def _played(effects: Effects, event: events.Played, seat: str | None) -> outgoing.VisiblePlayed:
    sees_taken = seat is not None and seat in (event.seat, effects.taken_from)
    return outgoing.VisiblePlayed(
        seat=event.seat,
        play=event.play,
        by=event.by,
        sent_home=tuple(SentHome(owner, field) for owner, field in effects.sent_home),
        laid_down=effects.laid_down,
        taken=effects.taken if sees_taken else None,
        dealt=effects.dealt,
    )


def visible_state(table: Table, seat: str | None) -> State:
    """Return the state of a table as the viewer at a seat, or a spectator, sees it."""
    game = table.game
    stuck = None
    if game is not None and seat is not None and table.must_fold and game.turn == seat:
        stuck = blocked_cards(game, seat)
    return State(
        status=table.status,
        seats={letter: _seat(table, letter) for letter in table.seats},
        you=seat,
        view=None if game is None else game.view(seat),
        deadline=table.visible_deadline,
        stuck=stuck,
        rematch=table.rematch,
    )


def _seat(table: Table, letter: str) -> VisibleSeat:
    seat = table.seats[letter]
    kind: Literal["person", "bot", "empty"] = (
        "bot" if seat.level is not None else "empty" if seat.guest is None else "person"
    )
    return VisibleSeat(kind, seat.name, seat.level, table.decided_by.get(letter))


def blocked_cards(game: Game, seat: str) -> dict[str, tuple[Why, ...]]:
    """Return the reasons why cards of the seat to act cannot be played."""
    reasons = {card: tuple(map(describe_reason, game.obstacles(card))) for card in dict.fromkeys(game.hand(seat))}
    return {card: why for card, why in reasons.items() if why}


def describe_reason(reason: Reason) -> Why:
    return Why(reason.code, reason.rule, dict(reason.facts), str(reason))


def seating(rules: Rules) -> Seating:
    return Seating(
        seats=tuple(rules.seats),
        sections=rules.sections,
        teams=rules.all_teams(),
        receivers={seat: rules.receiver(seat) for seat in rules.seats},
    )


def about(table: Table) -> TableAbout:
    settings, rules = table.settings, table.rules
    return TableAbout(
        code=table.code,
        edition=settings.edition,
        rules=rules.to_json(),
        pace=settings.pace,
        public=settings.public,
        commitment=table.commitment,
        seating=seating(rules),
        die=EDITIONS[settings.edition].die,
        beginning=marbles_of(rules.core(rules.seats[0]), rules.seats),
    )
