"""Clocks, absent people, stand-ins for single decisions, and seats handed to bots for good."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

from doghouse.server.client import Person, TableClient
from tests.support.clients import TableSocket
from tests.support.in_process_server import NOON, InProcessServer, in_process_server
from tests.support.players import any_play, can_play, is_to_decide, play_on, start_with_deal, table_of, two_playing
from tests.support.server_process import HouseProcess

DAYS = 3 * 24 * 3600


async def decide(client: TableClient, id: str) -> int:
    return await client.act("play", id, **any_play(client))


async def happens(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something that nobody tells."""
    async with asyncio.timeout(30):
        while not await holds():
            await asyncio.sleep(0.02)


async def nothing_happens(client: TableClient, number: int) -> None:
    """The house answers, and no event has come in between."""
    answer = await client.ask("explore", f"explore-{client.number}-{random.random()}")
    assert answer["type"] in ("options", "refused")
    assert client.number == number


def by(client: TableClient, seat: str) -> str | None:
    decided: str | None = client.state["seats"][seat]["by"]
    return decided


def test_stand_in_decides_one_play_at_the_deadline(tmp_path: Path) -> None:
    async def play(server: InProcessServer) -> None:
        mover, other = await two_playing(server.address, pace=30)
        seat = mover.state["you"]
        assert mover.state["deadline"] == other.state["deadline"] == NOON + 30_000
        number = mover.number
        server.pass_time(15)
        await nothing_happens(other, number)
        server.pass_time(15)
        await other.until(lambda: by(other, seat) == "stand-in")
        await mover.until(lambda: mover.number == number + 1)
        assert mover.state["deadline"] == NOON + 60_000  # the other's time has begun
        assert mover.state["seats"][seat]["kind"] == "person"
        await decide(other, "own")
        await mover.until(lambda: is_to_decide(mover))
        await decide(mover, "back")  # the seat is still theirs
        await other.until(lambda: by(other, seat) == "person")

    run_in_process(tmp_path, play)


def test_a_decision_in_time_begins_the_next_ones_time(tmp_path: Path) -> None:
    async def play(server: InProcessServer) -> None:
        mover, other = await two_playing(server.address, pace=60)
        server.pass_time(20)
        await decide(mover, "in time")
        await other.until(lambda: is_to_decide(other))
        assert other.state["deadline"] == NOON + 80_000
        server.pass_time(45)  # more than is left of the first minute
        await nothing_happens(other, mover.number)

    run_in_process(tmp_path, play)


def test_server_sends_its_clock(tmp_path: Path) -> None:
    async def play(server: InProcessServer) -> None:
        mover, _other = await two_playing(server.address, pace=30)
        server.pass_time(7)
        async with TableSocket(mover.person, mover.code) as socket:
            table = await socket.hello()
            assert (table["now"], table["state"]["deadline"]) == (NOON + 7000, NOON + 30_000)
            server.pass_time(1)
            assert (await socket.ping())["now"] == NOON + 8000

    run_in_process(tmp_path, play)


def test_in_the_exchange_the_stand_in_gives_for_all_who_have_not(tmp_path: Path) -> None:
    async def play(server: InProcessServer) -> None:
        clients = await table_of(server.address, 3, bots={"D": "puppy"}, pace=30)
        await start_with_deal(clients, tmp_path / "data", can_play)
        first, second, third = clients
        await first.until(lambda: is_to_decide(first))
        await first.act("give", "give", after=first.number, card=first.state["view"]["hand"][0])
        server.pass_time(31)
        await first.until(lambda: first.state["view"]["phase"] == "play")
        assert by(first, "D") == "bot"
        assert by(first, first.state["you"]) == "person"
        assert [by(first, client.state["you"]) for client in (second, third)] == ["stand-in", "stand-in"]

    run_in_process(tmp_path, play)


def test_correspondence_game_continues_without_viewers(tmp_path: Path) -> None:
    async def play(server: InProcessServer) -> None:
        mover, other = await two_playing(server.address, pace=DAYS)
        code, number, seat = mover.code, mover.number, mover.state["you"]
        assert mover.state["deadline"] == NOON + 1000 * DAYS
        await mover.close()
        await other.close()
        await happens(no_viewers(server, code))
        await server.forget(code)
        server.pass_time(DAYS + 3)
        await happens(at_number(server, code, number + 1))
        async with TableSocket(mover.person, code) as socket:
            state = (await socket.hello())["state"]
        assert (state["seats"][seat]["kind"], state["seats"][seat]["by"]) == ("person", "stand-in")
        assert state["deadline"] == server.now + 1000 * DAYS

    run_in_process(tmp_path, play)


def no_viewers(server: InProcessServer, code: str) -> Callable[[], Awaitable[bool]]:
    async def holds() -> bool:
        return not server.house.tables[code].viewers

    return holds


def at_number(server: InProcessServer, code: str, number: int) -> Callable[[], Awaitable[bool]]:
    async def holds() -> bool:
        return (await server.house.store.numbers([code]))[code] == number

    return holds


def test_stand_in_plays_until_absent_person_returns(tmp_path: Path) -> None:
    async def play(server: InProcessServer) -> None:
        mover, other = await two_playing(server.address)
        seat, number = mover.state["you"], mover.number
        await mover.close()
        await happens(gone(server, mover))
        server.pass_time(30)
        await nothing_happens(other, number)
        server.pass_time(31)
        await other.until(lambda: by(other, seat) == "stand-in")
        await decide(other, "own")
        back = await TableClient(mover.person, mover.code).open()
        assert back.state["you"] == seat
        assert back.state["view"]["hand"]
        server.pass_time(600)  # who is there may think as long as they like
        await nothing_happens(back, other.number)
        await decide(back, "back")
        await other.until(lambda: by(other, seat) == "person")
        await back.close()

    run_in_process(tmp_path, play)


def gone(server: InProcessServer, client: TableClient) -> Callable[[], Awaitable[bool]]:
    async def holds() -> bool:
        return len(server.house.tables[client.code].viewers) == 1

    return holds


def test_if_everyone_is_gone_the_table_waits_until_somebody_is_held_up(tmp_path: Path) -> None:
    async def play(server: InProcessServer) -> None:
        mover, other = await two_playing(server.address)
        seat, number = mover.state["you"], mover.number
        await mover.close()
        await other.close()
        await happens(no_viewers(server, mover.code))
        server.pass_time(3600)
        spectator = await Person(server.address).introduce("Zoe")
        async with TableSocket(spectator, mover.code) as socket:
            assert (await socket.hello())["number"] == number
            server.pass_time(3600)  # a spectator is not server up
            await socket.ping()
            assert not [message for message in socket.received if message["type"] == "event"]
        back = await TableClient(other.person, other.code).open()
        await back.until(lambda: by(back, seat) == "stand-in")
        await back.close()

    run_in_process(tmp_path, play)


def test_the_host_hands_the_seat_of_somebody_to_a_bot_for_good(tmp_path: Path) -> None:
    async def play(server: InProcessServer) -> None:
        clients = await table_of(server.address, 2, rules={"players": 2})
        host, guest = clients
        await host.act("start", "start")
        await guest.until(lambda: guest.state["status"] == "playing")
        await guest.close()
        await host.act("bot", "bot", seat="C", level="hunter")
        await host.until(lambda: host.state["seats"]["C"]["kind"] == "bot")
        assert (host.state["seats"]["C"]["name"], host.state["seats"]["C"]["level"]) == ("", "hunter")
        back = await TableClient(guest.person, guest.code).open()
        assert back.state["you"] is None
        assert "hand" not in back.state["view"]
        if is_to_decide(host):
            await decide(host, "own")
        await host.until(lambda: by(host, "C") == "bot")
        await back.close()

    run_in_process(tmp_path, play)


def run_in_process(tmp_path: Path, play: Callable[[InProcessServer], Awaitable[None]]) -> None:
    async def run() -> None:
        async with in_process_server(tmp_path / "data") as server:
            await play(server)

    asyncio.run(run())


def test_stand_in_at_a_real_server(tmp_path: Path) -> None:
    house = HouseProcess(tmp_path / "data", "--away", "0.2").start()

    async def play() -> None:
        mover, other = await two_playing(house.address)
        seat = mover.state["you"]
        await mover.close()
        await other.until(lambda: by(other, seat) is not None)
        assert by(other, seat) == "stand-in"
        back = await TableClient(mover.person, mover.code).open()
        others = asyncio.create_task(play_on(other, random.Random(1), "other"))
        assert await play_on(back, random.Random(2), "back", limit=1) == 1
        assert back.state["you"] == seat
        others.cancel()
        await back.close()
        await other.close()

    try:
        asyncio.run(play())
    finally:
        house.kill()
