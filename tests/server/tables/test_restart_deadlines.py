"""Downtime of the server does not count against the players' deadlines."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from doghouse.server.client import TableClient
from doghouse.server.protocol import limits
from tests.support.database import Postgres, new_database, run_sql, url_of
from tests.support.in_process_server import NOON, in_process_server
from tests.support.players import any_play, two_playing
from tests.support.server_process import HouseProcess

PACE = 30
GRACE = 1000 * min(PACE, limits.AFTER_RESTART_SECONDS)


@contextmanager
def houses_on(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[str, list[HouseProcess]]]:
    """Where everything is kept, and as many processes as may share it, none of them open."""
    database = new_database(request.getfixturevalue("postgres")) if kind == "postgresql" else None
    folders = [tmp_path / f"house{number}" for number in range(2 if database else 1)]
    houses = [HouseProcess(folder, database=database) for folder in folders]
    try:
        yield url_of(folders[0], database), houses
    finally:
        for house in houses:
            if house.process is not None:
                house.kill()


def let_pass(url: str, seconds: int) -> None:
    """What has happened, happened longer ago."""
    run_sql(url, "UPDATE events SET at = at - :ago", ago=1000 * seconds)
    run_sql(url, "UPDATE tables SET due_at = due_at - :ago, updated_at = updated_at - :ago", ago=1000 * seconds)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_deadline_passed_while_server_was_down_is_extended(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with houses_on(kind, tmp_path, request) as (url, houses):
        houses[0].start()

        async def begin() -> tuple[TableClient, TableClient]:
            mover, other = await two_playing(houses[0].address, pace=PACE)
            for client in (mover, other):
                await client.close()
            return mover, other

        async def come_back() -> None:
            opened = 1000 * time.time()
            for house in houses:
                house.start()
                mover.person.address = house.address
                back = await TableClient(mover.person, mover.code).open()
                assert back.number == mover.number
                assert 0 <= back.state["deadline"] - opened - GRACE < 20_000
                await back.close()
            mover.person.address = houses[0].address
            back = await TableClient(mover.person, mover.code).open()
            await back.act("play", "own", **any_play(back))
            await back.until(lambda: back.state["seats"][back.state["you"]]["by"] == "person")
            assert back.state["deadline"] > 1000 * (time.time() + PACE - 5)  # the next one has the usual time
            await back.close()

        mover, _other = asyncio.run(begin())
        assert houses[0].stop() == 0
        let_pass(url, 2 * PACE)
        asyncio.run(come_back())


def test_stand_in_decides_after_restart_grace(tmp_path: Path) -> None:
    async def play() -> tuple[TableClient, str]:
        async with in_process_server(tmp_path) as server:
            mover, other = await two_playing(server.address, pace=PACE)
            seat = mover.state["you"]
            for client in (mover, other):
                await client.close()
            return other, seat

    async def come_back(other: TableClient, seat: str) -> None:
        async with in_process_server(tmp_path, opens_at=NOON + 100_000) as server:
            other.person.address = server.address
            back = await TableClient(other.person, other.code).open()
            assert back.state["deadline"] == NOON + 100_000 + GRACE
            server.pass_time(GRACE / 1000 - 1)
            assert (await back.ask("explore", "look"))["type"] == "refused"  # it is still the other one's turn
            assert back.state["seats"][seat]["by"] is None
            server.pass_time(2)
            await back.until(lambda: back.state["seats"][seat]["by"] == "stand-in")
            await back.close()

    asyncio.run(come_back(*asyncio.run(play())))


def test_opened_at_is_shared_by_running_processes(postgres: Postgres, tmp_path: Path) -> None:
    """A process that starts again puts nothing off; when all were away, the next one does."""
    database = new_database(postgres)
    url = url_of(database=database)
    first, second = [HouseProcess(tmp_path / f"house{number}", database=database) for number in range(2)]

    def opened() -> int:
        (word,) = run_sql(url, "SELECT value FROM house WHERE name = 'opened'")
        return int(word)

    try:
        first.start()
        began = opened()
        second.start()
        first.kill()
        first.start()
        assert opened() == began
        first.kill()
        second.stop()
        first.start()
        assert opened() > began
    finally:
        for house in (first, second):
            house.kill()
