"""Presence messages: connected people by seat, and the number of spectators."""

from __future__ import annotations

import asyncio

from doghouse.server.client import Person
from tests.support.clients import TableSocket
from tests.support.server_process import HouseProcess


async def hears(socket: TableSocket, seats: list[str], watching: int) -> None:
    """Until it is told that just these are there."""
    wanted = {"type": "presence", "seats": seats, "watching": watching}
    if socket.received[-1] != wanted:
        await socket.wait_for(lambda message: message == wanted)


def test_presence_follows_connections_and_seats(house: HouseProcess) -> None:
    async def look() -> None:
        anna, bea = [await Person(house.address).introduce(name) for name in ("Anna", "Bea")]
        code = (await anna.request("POST", "/api/tables", {"seat": "C"}))["code"]
        async with TableSocket(anna, code) as first:
            await first.hello()
            await hears(first, ["C"], 0)
            async with TableSocket(bea, code) as second:
                await second.hello()
                await hears(second, ["C"], 1)
                await hears(first, ["C"], 1)
                await second.ask("sit", seat="A")
                await hears(first, ["A", "C"], 0)
                await hears(second, ["A", "C"], 0)
                await first.ask("stand")
                await hears(second, ["A"], 1)
            await hears(first, [], 1)  # Bea keeps her seat, but is not there

    asyncio.run(look())


def test_a_person_is_present_until_the_last_connection_closes(house: HouseProcess) -> None:
    async def look() -> None:
        anna, bea = [await Person(house.address).introduce(name) for name in ("Anna", "Bea")]
        code = (await anna.request("POST", "/api/tables", {"seat": "A"}))["code"]
        async with TableSocket(bea, code) as watching:
            await watching.hello()
            async with TableSocket(anna, code) as first:
                await first.hello()
                async with TableSocket(anna, code) as second:
                    await second.hello()
                    await hears(watching, ["A"], 1)
                await watching.wait_for_type("presence")
                assert watching.received[-1]["seats"] == ["A"]
            await hears(watching, [], 1)

    asyncio.run(look())


def test_nobody_is_present_before_hello(house: HouseProcess) -> None:
    async def look() -> None:
        anna, bea = [await Person(house.address).introduce(name) for name in ("Anna", "Bea")]
        code = (await anna.request("POST", "/api/tables", {"seat": "A"}))["code"]
        async with TableSocket(anna, code) as silent, TableSocket(bea, code) as watching:
            await silent.send_message("ping")
            await silent.next()
            await watching.hello()
            await watching.wait_for_type("presence")
            assert watching.received[-1] == {"type": "presence", "seats": [], "watching": 1}

    asyncio.run(look())
