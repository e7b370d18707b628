"""A house inside the test, whose clock and chance the test holds; people still come by the wire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from doghouse.server.house import House
from doghouse.server.http.access import Access
from doghouse.server.http.identity import open_identity
from doghouse.server.http.uvicorn_server import UvicornServer
from doghouse.server.settings import Pauses, Settings

NOON = 1_800_000_000_000  # when a held clock begins
SECRET = "5eed" * 16  # of every table of a house whose chance is held


class HeldHouse:
    """A house that is open, with a clock that only the test moves."""

    def __init__(self, data: Path, pauses: Pauses, opens_at: int) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.now = opens_at
        self.house = House(
            Settings(
                host="127.0.0.1", port=0, data=data, pauses=pauses, now=lambda: self.now, token=lambda _bytes: SECRET
            )
        )
        self.address = ""
        self.admin_token: str | None = None

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and every table look at the clock."""
        self.now += int(1000 * seconds)
        for live in self.house.tables.values():
            live.schedule()

    async def forget(self, code: str) -> None:
        """Let a table leave the memory, as it does when nobody has used it for a while."""
        await self.house.tables.pop(code).stop()


@asynccontextmanager
async def held_house(data: Path, pauses: Pauses | None = None, opens_at: int = NOON) -> AsyncIterator[HeldHouse]:
    held = HeldHouse(data, pauses or Pauses(bot=0, fold=0, away=60_000), opens_at)
    await held.house.open()
    identity, held.admin_token = await open_identity(held.house.store)
    server = UvicornServer(Access(held.house, identity))
    serving = asyncio.create_task(server.serve())
    while not server.started:
        assert not serving.done(), "the house did not open"
        await asyncio.sleep(0.005)
    held.address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    try:
        yield held
    finally:
        server.should_exit = True
        await serving
