"""Event numbers have no gaps and are the same for all; reconnecting clients get what they missed, masked for them."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

from doghouse.rules.game import Game
from doghouse.server.client import Message, Person, TableClient
from tests.support.clients import TableSocket
from tests.support.players import any_play, is_to_decide, play_on, start_with_deal, table_of, two_playing
from tests.support.server_process import HouseProcess


async def missed_by(person: Person, code: str, since: int | None) -> tuple[int, list[Message]]:
    async with TableSocket(person, code) as socket:
        table = await socket.hello(since=since)
    return table["number"], table["missed"]


def without_states(events: list[Message]) -> list[Message]:
    return [{**event, "state": None} for event in events]


def test_all_viewers_get_the_same_numbers_without_gaps(house: HouseProcess) -> None:
    async def play() -> None:
        told: dict[int, list[Message]] = {}
        clients = []
        persons = [await Person(house.address).introduce(f"Person {number}") for number in range(3)]
        code = (await persons[0].request("POST", "/api/tables", {"rules": {"players": 2}}))["code"]
        for place, person in enumerate(persons):  # the third watches
            told[place] = []
            clients.append(await TableClient(person, code, told[place].append).open())
        for client, seat in zip(clients, "AC", strict=False):
            await client.act("sit", "sit", seat=seat)
        await clients[0].act("start", "start")
        playing = [play_on(client, random.Random(place), "p") for place, client in enumerate(clients[:2])]
        await asyncio.gather(*playing)
        for client in clients:
            await client.until(lambda client=client: client.number == clients[0].number)  # type: ignore[misc]
            await client.until(lambda client=client: told_last(client, told))  # type: ignore[misc]
        events = [events_in(heard) for heard in told.values()]
        for heard in events:
            assert [event["number"] for event in heard] == list(range(2, 2 + len(heard)))
        assert {event["event"]["type"] for event in events[0]} >= {"sat", "started", "played", "revealed"}
        for place, person in enumerate(persons):  # what is read up later is what was heard then
            _number, missed = await missed_by(person, code, 1)
            assert missed == without_states(events[place])

    def events_in(heard: list[Message]) -> list[Message]:
        """Whoever was sent away for asking too fast has come back, and been told what was missed."""
        return [
            event
            for message in heard
            for event in ([message] if message["type"] == "event" else message.get("missed", ()))
            if message["type"] in ("event", "table")
        ]

    def told_last(client: TableClient, told: dict[int, list[Message]]) -> bool:
        last = events_in(told[0])[-1]
        return bool(last["event"]["type"] == "revealed" and client.number == last["number"])

    asyncio.run(play())


def test_resuming_from_any_number_gives_exactly_the_rest(house: HouseProcess) -> None:
    async def resume() -> None:
        mover, other = await two_playing(house.address)
        await mover.act("play", "one", **any_play(mover))
        await other.until(lambda: is_to_decide(other))
        number, everything = await missed_by(other.person, other.code, 0)
        assert [event["number"] for event in everything] == list(range(1, number + 1))
        for since in range(number + 1):
            assert await missed_by(other.person, other.code, since) == (number, everything[since:])
        assert await missed_by(other.person, other.code, None) == (number, [])

    asyncio.run(resume())


def test_since_beyond_log_sends_full_state(house: HouseProcess) -> None:
    async def resume() -> None:
        mover, _other = await two_playing(house.address)
        async with TableSocket(mover.person, mover.code) as socket:
            table = await socket.hello(since=mover.number + 100)
            assert (table["number"], table["missed"]) == (mover.number, [])
            assert table["state"] == mover.state

    asyncio.run(resume())


def test_hello_can_be_repeated(house: HouseProcess) -> None:
    async def resume() -> None:
        mover, _other = await two_playing(house.address)
        async with TableSocket(mover.person, mover.code) as socket:
            first = await socket.hello()
            again = await socket.hello(since=first["number"])
            assert {**again, "now": first["now"]} == first
            await mover.act("say", "word", phrase="hello")
            await socket.wait_for_event("said")
            await socket.ping()
            assert len([message for message in socket.received if message["type"] == "event"]) == 1

    asyncio.run(resume())


def test_nothing_is_sent_before_hello(house: HouseProcess) -> None:
    async def act() -> None:
        mover, _other = await two_playing(house.address)
        async with TableSocket(mover.person, mover.code) as socket:
            for kind in ("stand", "explore", "close"):
                assert (await socket.ask(kind))["code"] == "say_hello"
            await socket.send_message("ping")  # but one may ask whether the house is there
            assert (await socket.next())["type"] == "pong"
            assert [message["type"] for message in socket.received] == ["refused"] * 3 + ["pong"]

    asyncio.run(act())


def test_missed_events_are_masked_for_each_viewer(house: HouseProcess) -> None:
    async def resume() -> None:
        clients = await table_of(house.address, 4)
        await clients[0].act("start", "start")
        given = {}
        for client in clients:
            await client.until(lambda client=client: client.state["status"] == "playing")  # type: ignore[misc]
            seat = client.state["you"]
            given[seat] = client.state["view"]["hand"][0]
            await client.act("give", "give", after=client.number, card=given[seat])
        spectator = await Person(house.address).introduce("Zoe")
        partner = {"A": "C", "B": "D", "C": "A", "D": "B"}
        for person, seat in [*((client.person, client.state["you"]) for client in clients), (spectator, None)]:
            _number, missed = await missed_by(person, clients[0].code, 1)
            gifts = [event["event"] for event in missed if event["event"]["type"] == "gave"]
            assert {gift["seat"]: gift["card"] for gift in gifts} == {
                giver: given[giver] if giver == seat else None for giver in "ABCD"
            }
            assert [gift["done"] for gift in gifts] == [False, False, False, True]
            assert [gift["received"] for gift in gifts[:3]] == [None] * 3
            assert gifts[3]["received"] == (None if seat is None else given[partner[seat]])

    asyncio.run(resume())


def test_a_card_taken_with_a_two_is_known_to_two(house: HouseProcess) -> None:
    def can_take(game: Game) -> bool:
        return game.turn == "A" and "2" in game.hand("A")

    async def take() -> None:
        clients = await table_of(house.address, 2, rules={"players": 2})
        await start_with_deal(clients, house.data, can_take)
        anna, carl = clients
        before = carl.state["view"]["hand"]
        number = await anna.act("play", "take", after=anna.number, play="2 ?C")
        await carl.until(lambda: carl.number >= number)
        lost = Counter(before) - Counter(carl.state["view"]["hand"])
        spectator = await Person(house.address).introduce("Zoe")
        for person, seen in ((anna.person, list(lost)), (carl.person, list(lost)), (spectator, [None])):
            _number, missed = await missed_by(person, anna.code, number - 1)
            assert [missed[0]["event"]["play"], missed[0]["event"]["taken"]] == ["2 ?C", *seen]

    asyncio.run(take())
