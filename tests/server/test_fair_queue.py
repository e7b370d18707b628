"""The bots of one host do not keep those of others waiting."""

from __future__ import annotations

import asyncio
from pathlib import Path

from doghouse.server.client import Person, TableClient
from doghouse.server.fair_queue import FairQueue
from tests.support.database import run_sql, url_of
from tests.support.players import is_to_decide, table_of
from tests.support.server_process import HouseProcess

MANY = 20
WOLVES = dict.fromkeys("ABCDEF", "wolf")


def order_of(*wishes: tuple[str, bool]) -> list[str]:
    """In which order these hosts' bots think if one can at a time, and all come while one does."""

    async def think() -> list[str]:
        queue, thought = FairQueue(1), []

        async def decide(host: str, human_waiting: bool) -> None:
            async with queue.turn(host, human_waiting):
                thought.append(host)
                await asyncio.sleep(0)

        async with queue.turn("first", True):
            waiting = [asyncio.create_task(decide(*wish)) for wish in wishes]
            await asyncio.sleep(0)
        await asyncio.gather(*waiting)
        return thought

    return asyncio.run(think())


def test_waiting_humans_come_first() -> None:
    assert order_of(("alone", False), ("anna", True), ("alone", False), ("bea", True)) == [
        "anna",
        "bea",
        "alone",
        "alone",
    ]


def test_hosts_take_turns() -> None:
    assert "".join(order_of(*((host, True) for host in "aaaabcc"))) == "abcacaa"


def test_cancelled_turn_goes_to_the_next() -> None:
    async def think() -> None:
        queue = FairQueue(1)

        async def decide() -> None:
            async with queue.turn("host", True):
                await asyncio.sleep(0)

        async with queue.turn("first", True):
            waiting = [asyncio.create_task(decide()) for _decision in range(4)]
            await asyncio.sleep(0)
            waiting[0].cancel()  # while it waits
            await asyncio.sleep(0)
        waiting[1].cancel()  # when it is its turn
        await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 5)
        await asyncio.wait_for(decide(), 5)

    asyncio.run(think())


def numbers(house: HouseProcess, codes: list[str]) -> list[int]:
    url = url_of(house.data)
    return [run_sql(url, "SELECT number FROM tables WHERE code = :code", code=code)[0] for code in codes]


def test_bots_wait_at_abandoned_tables(own_house: HouseProcess) -> None:
    """Somebody sets up many tables of the bots that think longest, and leaves; somebody else plays with a puppy."""

    async def play() -> None:
        starter = await Person(own_house.address).introduce("Starter")
        codes = []
        for _table in range(MANY):
            wishes = {"rules": {"players": 6}, "bots": WOLVES}
            codes.append((await starter.request("POST", "/api/tables", wishes))["code"])
            client = await TableClient(starter, codes[-1]).open()
            await client.act("start", "start")
            await client.close()
        (player,) = await table_of(own_house.address, 1, rules={"players": 2})
        await player.act("start", "start", fill="puppy")
        await player.until(lambda: is_to_decide(player) or bool(player.state["stuck"]))
        before = numbers(own_house, codes)
        (other,) = await table_of(own_house.address, 1, rules={"players": 4})
        await other.act("start", "start", fill="puppy")
        await other.until(lambda: len((other.state["view"] or {}).get("has_given", ())) == 3)
        assert numbers(own_house, codes) == before
        back = await TableClient(starter, codes[0]).open()
        await back.until(lambda: back.number > before[0] + 5)
        for each in (player, other, back):
            await each.close()

    asyncio.run(play())


def test_game_with_pace_goes_on_without_viewers(tmp_path: Path) -> None:
    house = HouseProcess(tmp_path / "data").start()

    async def play() -> None:
        clients = await table_of(house.address, 2, pace=30, bots={"B": "puppy", "D": "puppy"})
        await clients[0].act("start", "start")
        code, number = clients[0].code, clients[0].number
        for client in clients:
            await client.close()
        async with asyncio.timeout(60):
            while numbers(house, [code])[0] < number + 2:  # both bots give their cards
                await asyncio.sleep(0.02)

    try:
        asyncio.run(play())
    finally:
        house.kill()
