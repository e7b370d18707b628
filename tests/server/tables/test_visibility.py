"""Which fields of each event reach viewers. A new field has to be listed here, so that none leaks by default."""

from __future__ import annotations

import json

import msgspec
import pytest

from doghouse.server.protocol import events
from doghouse.server.protocol.events import Entry, Event, PublicEvent
from doghouse.server.protocol.outgoing import SentHome, VisibleEvent, VisibleSeat
from doghouse.server.tables.effects import Effects
from doghouse.server.tables.visibility import visible_event
from tests.support.protocol_doc import tags

VISIBLE = {
    "created": ["commitment"],
    "sat": ["seat", "name"],
    "stood": ["seat"],
    "bot_sat": ["seat", "level"],
    "renamed": ["seat", "name"],
    "moved": ["seat"],
    "seeded": ["seat", "seed"],
    "started": ["bots", "seeds", "dealt"],
    "gave": ["seat", "card", "by", "done", "received"],
    "took_back": ["seat"],
    "played": ["seat", "play", "by", "sent_home", "laid_down", "taken", "dealt"],
    "said": ["seat", "phrase"],
    "revealed": ["secret"],
    "rematched": ["code"],
    "closed": ["by"],
}
HIDDEN = {
    "created": {"host", "settings", "rules_version"},
    "sat": {"guest"},
    "moved": {"guest"},
    "started": {"names"},
}
MASKED = {"gave": {"card", "received"}, "played": {"taken"}}  # visible to some seats only

EXAMPLES: list[Event] = [
    events.Created("host-id", events.TableSettings("xl", {"players": 2}), "commitment", 1),
    events.Sat("A", "guest-id", "Anna"),
    events.Stood("A"),
    events.BotSat("A", "puppy"),
    events.Renamed("A", "Anna"),
    events.Moved("A", "guest-id"),
    events.Seeded("A", "seed"),
    events.Started({"C": "puppy"}, {"A": "seed"}, {"A": "Anna"}),
    events.Gave("A", "K", "person"),
    events.TookBack("A"),
    events.Played("A", "2 ?C", "person"),
    events.Said("A", "hello"),
    events.Revealed("secret"),
    events.Rematched("ABCDEF"),
    events.Closed("host"),
]


def fields_of(struct: type[msgspec.Struct]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(struct)]


def effects_of(event: Event) -> Effects:
    """An event with everything that could follow from it."""
    everything = {"sent_home": (("A", "A3"),), "laid_down": ("5",), "taken": "Q", "taken_from": "C", "dealt": 6}
    return Effects(Entry(7, 1, event, "guest-id", "client-id"), **everything, received={"A": "J", "C": "10"})  # type: ignore[arg-type]


def test_every_event_has_a_visible_form() -> None:
    assert set(tags(VisibleEvent)) == set(tags(Event)) == set(VISIBLE)
    assert {event.__struct_config__.tag for event in EXAMPLES} == set(VISIBLE)


def test_fields_sent_to_viewers_are_on_the_allow_list() -> None:
    assert {tag: fields_of(struct) for tag, struct in tags(VisibleEvent).items()} == VISIBLE


def test_every_other_field_of_a_stored_event_is_listed_as_hidden() -> None:
    hidden = {tag: set(fields_of(struct)) - set(VISIBLE[tag]) for tag, struct in tags(Event).items()}
    assert {tag: names for tag, names in hidden.items() if names} == HIDDEN


def test_an_event_with_private_parts_is_not_public() -> None:
    assert not set(tags(PublicEvent)) & {*HIDDEN, *MASKED}


def test_structs_inside_events_are_on_the_allow_list() -> None:
    assert fields_of(SentHome) == ["seat", "field"]
    assert fields_of(VisibleSeat) == ["kind", "name", "level", "by"]


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.__struct_config__.tag)
@pytest.mark.parametrize("seat", ["A", "B", "C", None])
def test_viewers_are_sent_the_allowed_fields_and_nothing_else(event: Event, seat: str | None) -> None:
    tag = str(event.__struct_config__.tag)
    sent = json.loads(msgspec.json.encode(visible_event(effects_of(event), seat)))
    assert list(sent) == ["type", *VISIBLE[tag]]
    assert "-id" not in json.dumps(sent)


@pytest.mark.parametrize("seat", ["B", None])
def test_private_cards_are_null_for_everyone_else(seat: str | None) -> None:
    gave = json.loads(msgspec.json.encode(visible_event(effects_of(events.Gave("A", "K", "person")), seat)))
    played = json.loads(msgspec.json.encode(visible_event(effects_of(events.Played("A", "2 ?C", "person")), seat)))
    assert (gave["card"], gave["received"], played["taken"]) == (None, None, None)
