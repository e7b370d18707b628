"""Set phrases, and no free text: nobody may speak of cards (R4.4)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from doghouse.server.client import Person
from doghouse.server.protocol.phrases import PHRASES
from tests.support.clients import TableSocket
from tests.support.players import table_of
from tests.support.server_process import HouseProcess


@pytest.mark.rule("R4.4")
def test_every_phrase_can_be_said_and_is_heard_by_all(house: HouseProcess) -> None:
    async def talk() -> None:
        anna, bea = await table_of(house.address, 2)
        spectator = await Person(house.address).introduce("Zoe")
        async with TableSocket(bea.person, bea.code) as socket, TableSocket(spectator, bea.code) as watching:
            await socket.hello()
            await watching.hello()
            for phrase in PHRASES:
                await anna.act("say", phrase, phrase=phrase)
                for hearing in (socket, watching):
                    assert (await hearing.wait_for_event("said"))["event"] == {
                        "type": "said",
                        "seat": "A",
                        "phrase": phrase,
                    }

    asyncio.run(talk())


@pytest.mark.rule("R4.4")
@pytest.mark.parametrize(
    "said",
    [
        {"phrase": "I have two kings"},
        {"phrase": ""},
        {"phrase": None},
        {"phrase": ["hello"]},
        {"phrase": "Hello"},
        {"phrase": "hello", "text": "I have two kings"},
        {},
    ],
)
def test_unknown_phrase_is_refused(house: HouseProcess, said: dict[str, Any]) -> None:
    async def talk() -> None:
        (anna,) = await table_of(house.address, 1)
        async with TableSocket(anna.person, anna.code) as socket:
            number = (await socket.hello())["number"]
            assert (await socket.ask("say", **said))["code"] == "not_a_message"
            assert (await socket.hello())["number"] == number

    asyncio.run(talk())
