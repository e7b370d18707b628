"""Every request of docs/protocol.md gets the documented response from a real server."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest

import doghouse as dog
from doghouse.server.http import practice
from doghouse.server.http.identity import COOKIE
from doghouse.server.protocol import http_bodies, outgoing
from doghouse.server.tables import replay
from tests.support.clients import TableSocket
from tests.support.players import play_on, table_of
from tests.support.protocol_doc import PAGE, Page
from tests.support.server_process import HouseProcess

page = Page(PAGE.read_text(encoding="utf-8"))
SECTIONS = page.sections("HTTP")
ANSWERS: dict[str, type[msgspec.Struct]] = {
    "HouseAbout": http_bodies.HouseAbout,
    "Me": http_bodies.Me,
    "ListedTable": http_bodies.ListedTable,
    "TableLinks": http_bodies.TableLinks,
    "MoveLink": http_bodies.MoveLink,
    "Replay": replay.Replay,
    "options": outgoing.OptionsMessage,
    "Tried": practice.Tried,
}


@dataclass
class Guest:
    """A guest whose game is over, and the admin's token."""

    house: HouseProcess
    cookie: str
    code: str
    token: str

    def ask(self, title: str, body: Any = None) -> tuple[int, str, str]:
        """Make a request; its status, kind and text."""
        method, path = title.split(" ")
        connection = http.client.HTTPConnection(urlsplit(self.house.address).netloc, timeout=30)
        headers = {"Cookie": f"{COOKIE}={self.cookie}", "Authorization": f"Bearer {self.token}"}
        text = None if body is None else json.dumps(body)
        connection.request(method, path.replace("{code}", self.code), text, headers)
        response = connection.getresponse()
        found = response.status, response.headers.get_content_type(), response.read().decode()
        connection.close()
        return found


@pytest.fixture(scope="module")
def guest(house: HouseProcess) -> Guest:
    async def play() -> tuple[str, str]:
        (anna,) = await table_of(house.address, 1, rules={"players": 2}, public=True)
        await anna.act("start", "start", fill="puppy")
        await play_on(anna, random.Random(1), "p")
        async with TableSocket(anna.person, anna.code) as socket:
            table = await socket.hello(since=0)
            if table["missed"][-1]["event"]["type"] != "revealed":
                await socket.wait_for_event("revealed")
        await anna.close()
        return anna.person.cookie, anna.code

    cookie, code = asyncio.run(play())
    (token,) = re.findall(r"Admin token \(shown only now\): (\S+)", house.log.read_text())
    return Guest(house, cookie, code, token)


def body_for(title: str, guest: Guest) -> Any:
    """What to send: the example of the body that the page names."""
    (name,) = re.findall(r"Body: \[`(\w+)`\]", SECTIONS[title].text) or [None]
    if name is None:
        return None
    if name == "UseMove":
        link = json.loads(guest.ask("POST /api/tables/{code}/move")[2])["link"]
        return {"token": link.rpartition("/")[2]}
    (example,) = page.sections("Bodies")[name].examples
    return json.loads(example)


@pytest.mark.parametrize("title", SECTIONS)
def test_a_request_is_answered_as_documented(guest: Guest, title: str) -> None:
    section = SECTIONS[title]
    status, kind, text = guest.ask(title, body_for(title, guest))
    assert status == (201 if "status 201" in section.text else 200), text
    answers = re.findall(r"Answer: (list of )?\[`(\w+)`\]", section.text)
    if answers:
        (is_list, name) = answers[0]
        kinds: Any = list[ANSWERS[name]] if is_list else ANSWERS[name]  # type: ignore[valid-type]
        found = msgspec.json.decode(text, type=kinds)
        assert found or title == "GET /api/tables"  # whose games are over are not listed
        assert json.loads(msgspec.json.encode(found)) == json.loads(text)  # and nothing more
    elif section.examples:
        assert shape(json.loads(text)) == shape(json.loads(section.examples[0]))
    else:
        assert kind == KINDS[title]


KINDS = {
    "GET /api/tables/{code}/record": "text/plain",
    "GET /api/tables/{code}/qr.svg": "image/svg+xml",
    "GET /api/tables/{code}/statistics": "application/json",
    "GET /metrics": "text/plain",
}


def shape(value: Any) -> Any:
    """The names and kinds of what an answer has; how many tables there are in each state is by chance."""
    if isinstance(value, dict):
        return {name: shape(part) for name, part in value.items() if name != "tables"}
    return value if isinstance(value, list) else type(value)


def test_the_record_and_the_statistics_are_those_of_the_game(guest: Guest) -> None:
    game = dog.Game.from_record(guest.ask("GET /api/tables/{code}/record")[2])
    statistics = json.loads(guest.ask("GET /api/tables/{code}/statistics")[2])
    replay = json.loads(guest.ask("GET /api/tables/{code}/replay")[2])
    assert game.outcome is not None
    assert statistics == {name: replay[name] for name in ("rules", "result", "statistics", "seating")}
    assert statistics["result"] == game.outcome.to_json()


def test_a_refusal_is_as_documented(guest: Guest) -> None:
    (example,) = page.part("Refusals").examples
    status, _kind, text = guest.ask("GET /api/tables/NOSUCH")
    assert (status, json.loads(text)) == (404, json.loads(example))


def test_an_illegal_practice_play_names_the_rule(guest: Guest) -> None:
    (example,) = page.sections("Bodies")["TryPlay"].examples
    status, _kind, text = guest.ask("POST /api/practice/play", {**json.loads(example), "play": "5 A3>A9"})
    found = msgspec.json.decode(text, type=practice.Forbidden)
    assert (status, found.code, found.why.rule) == (200, "illegal", "R7.5")
    assert json.loads(msgspec.json.encode(found)) == json.loads(text)
