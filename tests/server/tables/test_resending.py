"""A message is checked, stored, acknowledged, then shown; a resent one is applied once; a stale one is refused."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

from doghouse.server.client import Message, Person
from tests.support.clients import TableSocket
from tests.support.players import any_play, is_to_decide, two_playing
from tests.support.server_process import HouseProcess


def kept(house: HouseProcess, code: str) -> int:
    """How many events the database has of a table."""
    with closing(sqlite3.connect(house.data / "doghouse.db")) as database:
        return int(database.execute("SELECT count(*) FROM events WHERE code = ?", (code,)).fetchone()[0])


async def settled(socket: TableSocket) -> list[Message]:
    """All that was heard once the house has answered everything said so far."""
    await socket.ping()
    return socket.received


def test_acknowledgement_follows_storing_and_precedes_the_event(house: HouseProcess) -> None:
    async def play() -> None:
        mover, _other = await two_playing(house.address)
        async with TableSocket(mover.person, mover.code) as socket:
            number = (await socket.hello())["number"]
            assert await socket.ask("play", "p", **any_play(mover)) == {"type": "ack", "id": "p", "number": number + 1}
            assert kept(house, mover.code) == number + 1
            await socket.wait_for_event("played")
            told = [message["type"] for message in socket.received if message["type"] in ("ack", "event")]
            assert told == ["ack", "event"]

    asyncio.run(play())


def test_a_resent_play_is_applied_once_and_gets_the_same_answer(own_house: HouseProcess) -> None:
    async def play() -> None:
        mover, other = await two_playing(own_house.address)
        message = any_play(mover)
        async with TableSocket(mover.person, mover.code) as socket:
            await socket.hello()
            first = await socket.ask("play", "p", **message)
            assert await socket.ask("play", "p", **message) == first
        async with TableSocket(mover.person, mover.code) as socket:  # by another connection
            await socket.hello()
            assert await socket.ask("play", "p", **message) == first
            assert not [heard for heard in await settled(socket) if heard["type"] == "event"]
        assert kept(own_house, mover.code) == first["number"]
        own_house.kill()
        own_house.start()
        async with TableSocket(mover.person, mover.code) as socket:  # and after a restart
            await socket.hello()
            assert await socket.ask("play", "p", **message) == first
        await other.until(lambda: other.connections == 2)
        assert other.number == first["number"]
        assert kept(own_house, mover.code) == first["number"]

    asyncio.run(play())


def test_a_play_sent_twice_at_once_is_applied_once(house: HouseProcess) -> None:
    async def play() -> None:
        mover, _other = await two_playing(house.address)
        message = any_play(mover)
        async with TableSocket(mover.person, mover.code) as one, TableSocket(mover.person, mover.code) as another:
            await asyncio.gather(one.hello(), another.hello())
            answers = await asyncio.gather(one.ask("play", "p", **message), another.ask("play", "p", **message))
        assert answers[0] == answers[1]
        assert answers[0]["type"] == "ack"
        assert kept(house, mover.code) == answers[0]["number"]

    asyncio.run(play())


def test_everything_that_changes_a_table_is_done_once(house: HouseProcess) -> None:
    async def act() -> None:
        host = await Person(house.address).introduce("Anna")
        code = (await host.request("POST", "/api/tables", {"rules": {"players": 2}}))["code"]
        acts: list[tuple[str, dict[str, Any]]] = [
            ("sit", {"seat": "A"}),
            ("name", {"name": "Bea"}),
            ("seed", {"seed": "s"}),
            ("bot", {"seat": "C", "level": "puppy"}),
            ("say", {"phrase": "hello"}),
            ("bot", {"seat": "C", "level": None}),
            ("stand", {}),
            ("sit", {"seat": "A"}),
            ("start", {"fill": "puppy"}),
            ("close", {}),
        ]
        async with TableSocket(host, code) as socket:
            await socket.hello()
            for place, (kind, fields) in enumerate(acts):
                first = await socket.ask(kind, f"act {place}", **fields)
                assert first["type"] == "ack", first
                assert await socket.ask(kind, f"act {place}", **fields) == first
            numbers = [heard["number"] for heard in await settled(socket) if heard["type"] == "event"]
        assert numbers == list(range(2, 2 + len(numbers)))
        assert kept(house, code) == numbers[-1]

    asyncio.run(act())


def test_ids_of_different_people_are_different(house: HouseProcess) -> None:
    async def act() -> None:
        mover, other = await two_playing(house.address)
        first = await mover.act("say", "same", phrase="hello")
        second = await other.act("say", "same", phrase="hello")
        assert second == first + 1

    asyncio.run(act())


def test_a_refused_play_leaves_no_trace_and_its_id_can_be_used(house: HouseProcess) -> None:
    async def play() -> None:
        mover, _other = await two_playing(house.address)
        number = mover.number
        async with TableSocket(mover.person, mover.code) as socket:
            await socket.hello()
            refused = await socket.ask("play", "p", after=number, play="fold")
            assert (refused["code"], refused["why"]["code"], refused["why"]["rule"]) == ("illegal", "must_play", "R5.1")
            assert refused["why"]["facts"]["seat"] == mover.state["you"]
            assert "R5.1" in refused["text"]
            assert refused["missed"] == []
            assert kept(house, mover.code) == number
            assert (await socket.ask("play", "p", **any_play(mover)))["number"] == number + 1

    asyncio.run(play())


def test_a_stale_play_is_refused_with_the_events_it_does_not_know(house: HouseProcess) -> None:
    async def play() -> None:
        mover, other = await two_playing(house.address)
        seen = mover.number
        message = any_play(mover)
        await other.act("say", "hello", phrase="hello")  # what changes no decision makes no play stale
        await mover.act("play", "first", **message)
        await other.until(lambda: is_to_decide(other))
        await other.act("play", "answer", **any_play(other))
        async with TableSocket(mover.person, mover.code) as socket:
            await socket.hello()
            refused = await socket.ask("play", "second", **message)
            assert (refused["code"], refused["why"]) == ("stale", None)
            assert [missed["number"] for missed in refused["missed"]] == [seen + 1, seen + 2, seen + 3]
            assert [missed["event"]["type"] for missed in refused["missed"]] == ["said", "played", "played"]
            assert all(missed["state"] is None for missed in refused["missed"])
            heard = (await socket.hello(since=seen))["missed"]
            assert refused["missed"] == heard
            fresh = {"after": refused["missed"][-1]["number"], "play": "fold"}
            assert (await socket.ask("play", "third", **fresh)).get("code") != "stale"

    asyncio.run(play())


def test_play_after_unknown_event_number_is_refused(house: HouseProcess) -> None:
    async def play() -> None:
        mover, _other = await two_playing(house.address)
        async with TableSocket(mover.person, mover.code) as socket:
            await socket.hello()
            refused = await socket.ask("play", **{**any_play(mover), "after": mover.number + 5})
            assert (refused["code"], refused["missed"]) == ("stale", [])

    asyncio.run(play())


def test_nobody_plays_for_somebody_else(house: HouseProcess) -> None:
    async def play() -> None:
        mover, other = await two_playing(house.address)
        async with TableSocket(other.person, other.code) as socket:
            await socket.hello()
            refused = await socket.ask("play", **any_play(mover))
            assert (refused["code"], refused["why"]["code"]) == ("illegal", "not_your_turn")
            assert refused["why"]["facts"] == {"turn": mover.state["you"], "seat": other.state["you"]}

    asyncio.run(play())
