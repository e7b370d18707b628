"""Setting up a table, sitting down, watching, starting, closing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from doghouse.bots.levels import LEVELS
from doghouse.i18n import LANGUAGES
from doghouse.rules.rules import EDITIONS
from doghouse.server.client import NotAllowed, Person
from doghouse.server.protocol import limits
from doghouse.server.protocol.phrases import PHRASES
from tests.support.clients import TableSocket
from tests.support.players import new_table, table_of
from tests.support.server_process import HouseProcess


def test_about_lists_what_clients_can_choose(house: HouseProcess) -> None:
    about = Person(house.address).request_now("GET", "/api/about")
    assert list(about["editions"]) == list(EDITIONS)
    assert about["editions"]["xs"] == {"title": "Brändi Dog XS", "most_players": 4}
    assert about["levels"] == list(LEVELS)
    assert about["phrases"] == list(PHRASES)
    assert about["languages"] == list(LANGUAGES)


TABLE_REQUESTS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {"players": 4, "teams": "pairs"}),
    ({"edition": "xs", "rules": {"players": 3}}, {"players": 3, "teams": "none", "exchange": "draw"}),
    ({"edition": "dog", "rules": {"players": 5}}, {"players": 5, "exchange": "pass"}),
    ({"edition": "kings", "rules": {"players": 6, "teams": "trios"}}, {"teams": "trios", "dealer": "fixed"}),
    (
        {"rules": {"canadian_seven": True, "joker_may_finish": False, "quick_start": True}},
        {"canadian_seven": True, "joker_may_finish": False, "quick_start": True},
    ),
]


@pytest.mark.parametrize(("table_request", "rules"), TABLE_REQUESTS)
def test_table_has_the_requested_edition_and_rules(
    house: HouseProcess, table_request: dict[str, Any], rules: dict[str, Any]
) -> None:
    async def create() -> None:
        person = await Person(house.address).introduce("Anna")
        code = await new_table(person, **table_request)
        async with TableSocket(person, code) as socket:
            about = (await socket.hello())["about"]
        assert about["edition"] == table_request.get("edition", "xl")
        assert {name: about["rules"][name] for name in rules} == rules
        assert about["code"] == code
        assert (about["pace"], about["public"]) == (None, False)

    asyncio.run(create())


def test_seats_for_people_and_for_bots_by_level(house: HouseProcess) -> None:
    async def create() -> None:
        person = await Person(house.address).introduce("Anna")
        code = await new_table(person, seat="B", bots={"C": "wolf", "D": "puppy"})
        listed = await person.request("GET", f"/api/tables/{code}")
        assert listed["seats"] == {"A": None, "B": "Anna", "C": "wolf", "D": "puppy"}
        assert listed["you"] == "B"
        async with TableSocket(person, code) as socket:
            table = await socket.hello()
        assert table["host"] is True
        assert [shown["kind"] for shown in table["state"]["seats"].values()] == ["empty", "person", "bot", "bot"]
        assert table["state"]["seats"]["C"] == {"kind": "bot", "name": "", "level": "wolf", "by": None}

    asyncio.run(create())


INVALID_TABLE_REQUESTS = [
    ({"edition": "monopoly"}, "bad_rules"),
    ({"edition": "xs", "rules": {"players": 6}}, "bad_rules"),
    ({"rules": {"players": 7}}, "bad_rules"),
    ({"rules": {"players": 5, "teams": "pairs"}}, "bad_rules"),
    ({"rules": {"name": "xl"}}, "bad_rules"),
    ({"rules": {"cls": 1}}, "bad_rules"),
    ({"rules": {"players": "four"}}, "bad_rules"),
    ({"bots": {"E": "wolf"}}, "no_such_seat"),
    ({"bots": {"AB": "wolf"}}, "no_such_seat"),
    ({"rules": {"players": 2}, "seat": "B"}, "no_such_seat"),
    ({"seat": "A", "bots": {"A": "wolf"}}, "seat_taken"),
    ({"bots": {"A": "lion"}}, "no_such_level"),
    ({"pace": 29}, "bad_pace"),
    ({"pace": 3 * 24 * 3600 + 1}, "bad_pace"),
    ({"pace": "slow"}, "not_a_message"),
    ({"seats": 3}, "not_a_message"),
]


@pytest.mark.parametrize(("table_request", "code"), INVALID_TABLE_REQUESTS)
def test_invalid_table_request_is_refused(house: HouseProcess, table_request: dict[str, Any], code: str) -> None:
    person = Person(house.address)
    with pytest.raises(NotAllowed) as refused:
        person.request_now("POST", "/api/tables", table_request)
    assert refused.value.answer["code"] == code
    assert refused.value.answer["text"]


@pytest.mark.parametrize("pace", [None, *limits.PACE])
def test_the_slowest_and_the_quickest_pace(house: HouseProcess, pace: int | None) -> None:
    person = Person(house.address)
    code = person.request_now("POST", "/api/tables", {"pace": pace})["code"]
    assert person.request_now("GET", f"/api/tables/{code}")["pace"] == pace


def test_seat_is_chosen_and_changed(house: HouseProcess) -> None:
    async def sit() -> None:
        host = await Person(house.address).introduce("Anna")
        code = await new_table(host, rules={"players": 3})
        async with TableSocket(host, code) as socket:
            assert (await socket.hello())["state"]["you"] is None
            await socket.ask("sit", seat="B")
            event = await socket.wait_for_event("sat")
            assert (event["event"], event["state"]["you"]) == ({"type": "sat", "seat": "B", "name": "Anna"}, "B")
            await socket.ask("sit", seat="C")
            assert (await socket.wait_for_event("sat"))["state"]["seats"]["B"]["kind"] == "empty"
            await socket.ask("stand")
            event = await socket.wait_for_event("stood")
            assert (event["event"]["seat"], event["state"]["you"]) == ("C", None)

    asyncio.run(sit())


def test_empty_seats_become_bots_only_if_the_host_says_so(house: HouseProcess) -> None:
    async def start() -> None:
        host = await Person(house.address).introduce("Anna")
        code = await new_table(host, rules={"players": 3}, seat="A")
        async with TableSocket(host, code) as socket:
            await socket.hello()
            refused = await socket.ask("start")
            assert (refused["code"], refused["text"].count("B, C")) == ("seats_empty", 1)
            assert (await socket.ask("start", fill="companion"))["type"] == "ack"
            event = await socket.wait_for_event("started")
            assert event["event"]["bots"] == {"B": "companion", "C": "companion"}
            assert event["state"]["status"] == "playing"
            assert event["state"]["seats"]["B"]["kind"] == "bot"

    asyncio.run(start())


def test_a_spectator_sees_the_public_view_only(house: HouseProcess) -> None:
    async def watch() -> None:
        clients = await table_of(house.address, 2, rules={"players": 2})
        spectator = await Person(house.address).introduce("Zoe")
        async with TableSocket(spectator, clients[0].code) as socket:
            await socket.hello()
            await clients[0].act("start", "start")
            state = (await socket.wait_for_event("started"))["state"]
            assert (state["you"], state["stuck"]) == (None, None)
            private = {"seat", "hand", "gave", "received", "known"}
            assert not private & state["view"].keys()
            assert state["view"]["cards"] == {"A": 6, "C": 6}
            await clients[0].until(lambda: clients[0].state["status"] == "playing")
            assert private <= clients[0].state["view"].keys()
            public = {name: value for name, value in clients[0].state["view"].items() if name not in private}
            assert public == state["view"]
            for kind, fields in (("play", {"play": "fold", "after": 4}), ("say", {"phrase": "hello"})):
                assert (await socket.ask(kind, **fields))["code"] == "not_seated"
            assert (await socket.ask("explore"))["code"] == "not_seated"
        for client in clients:
            await client.close()

    asyncio.run(watch())


def test_closed_table_is_visible_but_accepts_no_acts(house: HouseProcess) -> None:
    async def close() -> None:
        clients = await table_of(house.address, 2, rules={"players": 2})
        host, guest = clients
        with pytest.raises(NotAllowed, match="only the host"):
            await guest.act("close", "close")
        await host.act("close", "close")
        await guest.until(lambda: guest.state["status"] == "closed")
        with pytest.raises(NotAllowed) as refused:
            await host.act("start", "start")
        assert refused.value.answer["code"] == "not_waiting"
        assert (await guest.person.request("GET", f"/api/tables/{host.code}"))["status"] == "closed"
        for client in clients:
            await client.close()

    asyncio.run(close())


def test_unfinished_tables_per_host_are_limited(house: HouseProcess) -> None:
    async def fill() -> None:
        host = await Person(house.address).introduce("Anna")
        found = [await new_table(host) for _table in range(limits.TABLES_PER_PERSON)]
        with pytest.raises(NotAllowed) as refused:
            await new_table(host)
        assert refused.value.answer["code"] == "too_many_tables"
        async with TableSocket(host, found[0]) as socket:
            await socket.hello()
            await socket.ask("close")
        assert await new_table(host)

    asyncio.run(fill())
