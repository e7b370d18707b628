"""Every refusal, provoked once by WebSocket with its text, and over HTTP with its status."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, closing
from itertools import chain, repeat
from typing import Any
from urllib.parse import urlsplit

import pytest

from doghouse.server.client import Message, NotAllowed, Person
from doghouse.server.protocol import limits
from doghouse.server.protocol.refusals import REFUSALS
from tests.support.clients import TableSocket
from tests.support.players import any_play, play_on, table_of, two_playing
from tests.support.server_process import HouseProcess

Provocation = Callable[[HouseProcess], Coroutine[Any, Any, Message]]
PROVOCATIONS: dict[str, Provocation] = {}


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_can_be_provoked(house: HouseProcess, code: str) -> None:
    answer = asyncio.run(PROVOCATIONS[code](house))
    assert answer["code"] == code
    if answer.get("type") != "bye":  # which says nothing more
        assert answer["text"] == REFUSALS[code].format(detail=answer["detail"])
        assert bool(answer["detail"]) == ("{detail}" in REFUSALS[code])
    if answer.get("type") == "refused":
        assert (answer["why"] is not None) == (code == "illegal")
        assert bool(answer["missed"]) == (code == "stale")


def test_no_other_refusal_is_provoked() -> None:
    assert set(PROVOCATIONS) == set(REFUSALS)


def provokes(code: str) -> Callable[[Provocation], Provocation]:
    def note(provocation: Provocation) -> Provocation:
        PROVOCATIONS[code] = provocation
        return provocation

    return note


def at_new_table(code: str, kind: str, seated: bool = True, host: bool = True, **fields: Any) -> None:
    """A message at a table that waits, from its host or from another, seated or not."""

    async def provoke(house: HouseProcess) -> Message:
        anna, bea = [await Person(house.address).introduce(name) for name in ("Anna", "Bea")]
        table = (await anna.request("POST", "/api/tables", {"bots": {"D": "puppy"}}))["code"]
        async with TableSocket(anna if host else bea, table) as socket:
            await socket.hello()
            if seated:
                await socket.ask("sit", seat="A")
            return await socket.ask(kind, **fields)

    PROVOCATIONS[code] = provoke


at_new_table("not_seated", "say", seated=False, phrase="hello")
at_new_table("not_host", "start", host=False, fill="puppy")
at_new_table("no_such_seat", "sit", seat="F")
at_new_table("seat_taken", "sit", seat="D")
at_new_table("seat_empty", "bot", seat="B")
at_new_table("not_playing", "play", after=3, play="fold")
at_new_table("not_over", "rematch")
at_new_table("seats_empty", "start")
at_new_table("no_such_level", "start", fill="lion")
at_new_table("bad_seed", "seed", seed="two words")
at_new_table("bad_name", "name", name="")


async def refused(person: Person, method: str, path: str, body: Any = None) -> Message:
    with pytest.raises(NotAllowed) as found:
        await person.request(method, path, body)
    return found.value.answer


def by_request(code: str, method: str, path: str, body: Any = None) -> None:
    async def provoke(house: HouseProcess) -> Message:
        return await refused(await Person(house.address).introduce("Anna"), method, path, body)

    PROVOCATIONS[code] = provoke


by_request("bad_rules", "POST", "/api/tables", {"rules": {"players": 7}})
by_request("bad_pace", "POST", "/api/tables", {"pace": 5})
by_request("bad_position", "POST", "/api/practice/options", {"position": {"turn": "E"}})
by_request("bad_link", "POST", "/api/move", {"token": "none of ours"})
by_request("no_such_table", "GET", "/api/tables/NOSUCH")
by_request("not_admin", "GET", "/api/admin/tables")


@provokes("not_a_message")
async def not_json(house: HouseProcess) -> Message:
    (anna,) = await table_of(house.address, 1)
    async with TableSocket(anna.person, anna.code) as socket:
        await socket.hello()
        for text in ("", "{", "null", '{"type": "cheat"}', '{"type": "stand", "id": "x", "more": 1}'):
            await socket.send(text)
            answer = await socket.wait_for_type("refused")
        assert answer["id"] == "x"
        return answer


@provokes("say_hello")
async def without_hello(house: HouseProcess) -> Message:
    (anna,) = await table_of(house.address, 1)
    async with TableSocket(anna.person, anna.code) as socket:
        return await socket.ask("stand")


@provokes("too_fast")
async def many_at_once(house: HouseProcess) -> Message:
    (anna,) = await table_of(house.address, 1)
    async with TableSocket(anna.person, anna.code) as socket:
        for count in chain([limits.MESSAGES_BURST], repeat(limits.MAX_FAULTS // 2)):
            for _message in range(count):
                await socket.send_message("ping")
            heard = [
                await socket.wait_for(lambda message: message["type"] in ("pong", "refused")) for _ping in range(count)
            ]
            for message in heard:
                if message["type"] == "refused":
                    return message
    raise AssertionError


@provokes("stale")
async def too_late(house: HouseProcess) -> Message:
    mover, _other = await two_playing(house.address)
    async with TableSocket(mover.person, mover.code) as socket:
        await socket.hello()
        message = any_play(mover)
        await socket.ask("play", "first", **message)
        return await socket.ask("play", "second", **message)


@provokes("not_notation")
async def prose(house: HouseProcess) -> Message:
    mover, _other = await two_playing(house.address)
    async with TableSocket(mover.person, mover.code) as socket:
        await socket.hello()
        return await socket.ask("play", after=mover.number, play="my king to the start")


@provokes("illegal")
async def against_the_rules(house: HouseProcess) -> Message:
    mover, _other = await two_playing(house.address)
    async with TableSocket(mover.person, mover.code) as socket:
        await socket.hello()
        answer = await socket.ask("play", after=mover.number, play="fold")
        assert answer["why"]["text"] == answer["text"]
        return answer


@provokes("not_waiting")
async def during_the_game(house: HouseProcess) -> Message:
    mover, _other = await two_playing(house.address)
    async with TableSocket(mover.person, mover.code) as socket:
        await socket.hello()
        return await socket.ask("stand")


@provokes("rematched")
async def second_rematch(house: HouseProcess) -> Message:
    (anna,) = await table_of(house.address, 1, rules={"players": 2})
    await anna.act("start", "start", fill="puppy")
    await play_on(anna, random.Random(1), "p")
    await anna.act("rematch", "first")
    return await anna.ask("rematch", "second")


@provokes("too_many_tables")
async def collect_tables(house: HouseProcess) -> Message:
    anna = await Person(house.address).introduce("Anna")
    for _table in range(limits.TABLES_PER_PERSON):
        await anna.request("POST", "/api/tables", {})
    return await refused(anna, "POST", "/api/tables", {})


@provokes("too_many_connections")
async def collect_connections(house: HouseProcess) -> Message:
    anna = await Person(house.address).introduce("Anna")
    code = (await anna.request("POST", "/api/tables", {}))["code"]
    async with AsyncExitStack() as stack:
        for _socket in range(limits.CONNECTIONS_PER_PERSON):
            await (await stack.enter_async_context(TableSocket(anna, code))).hello()
        return await (await stack.enter_async_context(TableSocket(anna, code))).next()


@provokes("other_rules")
async def rules_of_the_future(house: HouseProcess) -> Message:
    anna = await Person(house.address).introduce("Anna")
    code = (await anna.request("POST", "/api/tables", {}))["code"]
    with closing(sqlite3.connect(house.data / "doghouse.db")) as database, database:
        (text,) = database.execute("SELECT event FROM events WHERE code = ?", (code,)).fetchone()
        changed = json.dumps({**json.loads(text), "rules_version": 99})
        database.execute("UPDATE events SET event = ? WHERE code = ?", (changed, code))
    return await refused(anna, "GET", f"/api/tables/{code}")


@provokes("unavailable")
async def lost_database(house: HouseProcess) -> Message:
    (anna,) = await table_of(house.address, 1)
    async with TableSocket(anna.person, anna.code) as socket:
        number = (await socket.hello())["number"]
        rename_events(house, "events", "mislaid")
        answer = await socket.ask("say", "hello", phrase="hello")
        rename_events(house, "mislaid", "events")
        assert await socket.ask("say", "hello", phrase="hello") == {"type": "ack", "id": "hello", "number": number + 1}
        return answer


def rename_events(house: HouseProcess, old: str, new: str) -> None:
    """Mislay a table of the database, so that nothing can be written, or find it again."""
    with closing(sqlite3.connect(house.data / "doghouse.db")) as database, database:
        database.execute(f"ALTER TABLE {old} RENAME TO {new}")


def test_over_http_a_refusal_has_a_status(house: HouseProcess) -> None:
    connection = http.client.HTTPConnection(urlsplit(house.address).netloc, timeout=30)
    for method, path, body, status in (
        ("GET", "/api/tables/NOSUCH", None, 404),
        ("GET", "/api/admin/tables", None, 403),
        ("GET", "/api/me/games", None, 403),
        ("POST", "/api/tables", '{"pace": 1}', 400),
        ("POST", "/api/tables", "{", 400),
        ("POST", "/api/tables", " " * (limits.MAX_BODY_BYTES + 1), 400),
    ):
        connection.request(method, path, body)
        response = connection.getresponse()
        answer = json.loads(response.read())
        assert response.status == status, answer
        assert set(answer) == {"code", "text", "detail"}
    connection.close()
