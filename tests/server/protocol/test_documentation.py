"""docs/protocol.md and the code say the same: messages, fields, events, refusals, routes, limits, examples."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute

from doghouse.rules.reasons import REASONS
from doghouse.server.house import House
from doghouse.server.http import api, connection, identity, pages, practice
from doghouse.server.http.access import Access
from doghouse.server.http.app import make_app
from doghouse.server.http.identity import Identity
from doghouse.server.protocol import http_bodies, incoming, limits, outgoing
from doghouse.server.protocol.events import Event
from doghouse.server.protocol.phrases import PHRASES
from doghouse.server.protocol.refusals import REFUSALS
from doghouse.server.settings import Settings
from doghouse.server.tables import replay
from doghouse.server.tables.statistics import SeatStatistics
from tests.support.protocol_doc import PAGE, Page, Section, fields_of, structs_in, tags

page = Page(PAGE.read_text(encoding="utf-8"))
messages_of_the_house: msgspec.json.Decoder[outgoing.ServerMessage] = msgspec.json.Decoder(outgoing.ServerMessage)

CLIENT = tags(incoming.ClientMessage)
SERVER = tags(outgoing.ServerMessage)
EVENTS = {tag: tags(outgoing.VisibleEvent)[tag] for tag in tags(Event)}
BODIES: list[type[msgspec.Struct]] = [
    http_bodies.EditionAbout,
    http_bodies.HouseAbout,
    http_bodies.Me,
    http_bodies.NewName,
    http_bodies.NewTableRequest,
    http_bodies.TableLinks,
    http_bodies.ListedTable,
    http_bodies.MoveLink,
    http_bodies.UseMove,
    replay.Replay,
    replay.Frame,
    SeatStatistics,
    practice.WhatNext,
    practice.TryPlay,
    practice.Tried,
    practice.Forbidden,
]
UNIONS = [("Messages of a client", CLIENT), ("Server messages", SERVER), ("Events", EVENTS)]


def by_name(structs: Any) -> dict[str, type[msgspec.Struct]]:
    return {struct.__name__: struct for struct in structs}


def parts() -> dict[str, type[msgspec.Struct]]:
    """All structs that messages are made of, and those that these are made of."""
    found: set[type[msgspec.Struct]] = set()
    todo = [*SERVER.values(), *EVENTS.values()]
    while todo:
        new = structs_in(todo.pop()) - found
        found |= new
        todo += new
    return by_name(found)


@pytest.mark.parametrize(("title", "union"), UNIONS)
def test_every_message_is_described_and_no_other(title: str, union: dict[str, type[msgspec.Struct]]) -> None:
    assert list(page.sections(title)) == list(union)


@pytest.mark.parametrize(("title", "union"), UNIONS)
def test_every_field_is_described_with_its_type(title: str, union: dict[str, type[msgspec.Struct]]) -> None:
    for name, section in page.sections(title).items():
        assert section.fields == fields_of(union[name]), name


def test_every_part_of_a_message_is_described_with_its_fields() -> None:
    found = parts()
    sections = page.sections("Parts")
    assert set(sections) == set(found)
    for name, section in sections.items():
        assert section.fields == fields_of(found[name]), name


def test_every_body_is_described_with_its_fields() -> None:
    sections = page.sections("Bodies")
    assert list(sections) == list(by_name(BODIES))
    for name, section in sections.items():
        assert section.fields == fields_of(by_name(BODIES)[name]), name
    described = {*by_name(BODIES), *parts()}
    assert all(set(by_name(structs_in(struct))) <= described for struct in BODIES)


def test_every_body_of_the_code_is_described() -> None:
    for module in (http_bodies, replay, practice):
        own = [
            value
            for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__
        ]
        assert own
        assert set(own) <= set(BODIES)


def examples(title: str) -> list[tuple[str, str]]:
    return [(name, text) for name, section in page.sections(title).items() for text in section.examples]


def normal(text: str | bytes) -> Any:
    return msgspec.json.decode(text)


@pytest.mark.parametrize(("name", "text"), examples("Messages of a client"))
def test_example_of_a_client_message_is_valid(name: str, text: str) -> None:
    assert type(incoming.read_message(text)) is CLIENT[name]


@pytest.mark.parametrize(("name", "text"), examples("Server messages"))
def test_example_of_a_server_message_is_valid(name: str, text: str) -> None:
    message = messages_of_the_house.decode(text)
    assert type(message) is SERVER[name]
    assert normal(outgoing.write_message(message)) == normal(text)  # and nothing more stands there


@pytest.mark.parametrize(("name", "text"), examples("Events"))
def test_example_of_an_event_is_valid(name: str, text: str) -> None:
    event = msgspec.json.decode(text, type=outgoing.VisibleEvent)
    assert type(event) is EVENTS[name]
    assert normal(msgspec.json.encode(event)) == normal(text)


@pytest.mark.parametrize(("name", "text"), [*examples("Parts"), *examples("Bodies")])
def test_example_of_a_part_or_body_is_valid(name: str, text: str) -> None:
    struct = {**parts(), **by_name(BODIES)}[name]
    assert normal(msgspec.json.encode(msgspec.json.decode(text, type=struct))) == normal(text)


def test_every_message_and_event_and_part_has_an_example() -> None:
    for title in ("Messages of a client", "Server messages", "Events", "Parts"):
        assert {name for name, _text in examples(title)} == set(page.sections(title))


def test_the_reasons_of_examples_are_of_the_closed_list() -> None:
    codes = re.findall(r'"code": "([a-z_]+)", "rule": "(R[0-9.]+)"', page.text)
    assert codes
    assert all(REASONS[code][0] == rule for code, rule in codes)


def test_every_refusal_is_listed_with_status_and_text() -> None:
    rows = page.part("Refusals").table("code")
    assert [(row[0].strip("`"), int(row[1]), row[2]) for row in rows] == [
        (code, api.STATUS.get(code, 400), text) for code, text in REFUSALS.items()
    ]


def test_every_limit_is_listed_with_its_value() -> None:
    rows = page.part("Limits").table("name")
    known = {name: value for name, value in vars(limits).items() if name.isupper()}
    assert {row[0].strip("`"): row[1] for row in rows} == {name: number(value) for name, value in known.items()}
    assert all(row[2] for row in rows)


def number(value: int | float | tuple[int, int]) -> str:
    return f"{value[0]} to {value[1]}" if isinstance(value, tuple) else f"{value:g}" if value < 1 else str(int(value))


def test_the_times_are_those_of_the_code() -> None:
    rows = page.part("Limits").table("time")
    assert {row[0].strip("`"): int(row[1]) for row in rows} == {
        "HELLO_SECONDS": connection.HELLO_SECONDS,
        "MOVE_AGE": identity.MOVE_AGE,
        "COOKIE_AGE": identity.COOKIE_AGE,
    }


def test_the_closed_lists_of_words_are_those_of_the_code() -> None:
    words = {row[0]: re.findall(r"`([^`]+)`", row[1]) for row in page.part("Words").table("word")}
    assert tuple(words["seat"][:6]) == get_args(incoming.SeatName)
    assert tuple(words["card"]) == get_args(incoming.Card)
    assert tuple(words["phrase"]) == PHRASES


def routes(tmp_path: Any) -> list[Any]:
    access = Access(House(Settings(data=tmp_path)), Identity("secret", "admin"))
    app: Any = make_app(access)
    while not isinstance(app, Starlette):  # inside of what adds headers
        app = app._app
    return app.routes


def test_every_route_is_described_and_no_other(tmp_path: Any) -> None:
    own_pages = {route.path for route in pages.page_routes() if isinstance(route, Route | Mount)}
    found = set()
    for route in routes(tmp_path):
        if isinstance(route, WebSocketRoute):
            assert route.path == "/ws/{code}"
        elif route.path not in own_pages:
            (method,) = route.methods - {"HEAD"}
            found.add(f"{method} {route.path}")
    assert set(page.sections("HTTP")) == found
    assert "/ws/CODE" in page.text


def test_what_requests_name_is_described() -> None:
    known = {*page.sections("Bodies"), *page.sections("Server messages")}
    for title, section in page.sections("HTTP").items():
        assert set(named(section)) <= known, title
        assert ("Body:" in section.text) <= title.startswith("POST")


def named(section: Section) -> list[str]:
    """The bodies that a request and its answer are said to have."""
    return re.findall(r"(?:Body|Answer): (?:list of )?\[`(\w+)`\]", section.text)


def test_links_inside_the_page_resolve() -> None:
    headings = re.findall(r"^#{1,3} (.+)$", page.text, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = re.findall(r"\]\(#([^)]+)\)", page.text)
    assert len(links) > 20
    assert set(links) <= anchors


def test_links_to_other_pages_resolve() -> None:
    for name, anchor in re.findall(r"\]\((\w+\.md)(?:#([\w-]+))?\)", page.text):
        text = (PAGE.parent / name).read_text(encoding="utf-8")
        headings = re.findall(r"^#{1,3} (.+)$", text, re.MULTILINE)
        assert not anchor or anchor in {heading.lower().replace(" ", "-") for heading in headings}
