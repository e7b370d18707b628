"""Deletion of stale tables and guests, and viewers of a table that is deleted."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path

import pytest

from doghouse.server.client import NotAllowed, Person, TableClient
from doghouse.server.house import House
from doghouse.server.protocol import incoming
from doghouse.server.protocol.events import Said
from doghouse.server.settings import Settings
from doghouse.server.storage.guests import Guest
from doghouse.server.storage.removal import Keep
from doghouse.server.tables.new_table import validate_settings
from doghouse.server.tables.table import Seat
from tests.support.clock import Clocks
from tests.support.database import rows_of, url_of
from tests.support.in_process_server import NOON, in_process_server
from tests.support.players import play_on, table_of

DAY = 24 * 3600
HOST = Guest("h" * 32, "Host", "en")


def test_stale_tables_are_deleted_and_finished_games_stay(tmp_path: Path) -> None:
    async def play() -> dict[str, str]:
        """Tables of every kind, and one that is younger than the others."""
        async with in_process_server(tmp_path) as server:
            found = {}
            for name in ("waiting", "playing", "over", "closed", "young"):
                if name == "young":
                    server.pass_time(10 * DAY)
                    await server.house._record_running_time()  # as every minute
                (client,) = await table_of(server.address, 1, rules={"players": 2})
                found[name] = client.code
                if name != "waiting":
                    await client.act("start", "start", fill="puppy")
                if name == "over":
                    await play_on(client, random.Random(1), "p")
                    await client.until(lambda client=client: client.state["status"] == "over")  # type: ignore[misc]
                if name == "closed":
                    await client.act("close", "close")
                await client.close()
            return found

    async def run_on(codes: dict[str, str]) -> None:
        """A house with the default setting runs until these days, and these tables are left and marked."""
        clocks = Clocks(NOON + 1000 * 10 * DAY)
        house = House(Settings(data=tmp_path, now=lambda: clocks.now, monotonic=lambda: clocks.monotonic))
        await house.open()
        for days, names, marked in (
            (10, "closed over playing young", ""),
            (29.9, "closed over playing young", ""),
            (30.1, "closed over playing young", "closed playing"),
            (37, "closed over playing young", "closed playing"),
            (37.2, "over young", ""),
            (40.2, "over young", "young"),
            (47.3, "over", ""),
            (4000, "over", ""),
        ):
            clocks.pass_days(days - (clocks.now - NOON) / (1000 * DAY))
            await house._remove_stale()  # as every hour
            left = {row["code"]: row["marked_at"] for row in rows_of(url_of(tmp_path))["tables"]}
            assert sorted(name for name, code in codes.items() if code in left) == names.split(), days
            assert sorted(name for name, code in codes.items() if left.get(code) is not None) == marked.split(), days
        await house.close()

    codes = asyncio.run(play())
    finished = [row for row in rows_of(url_of(tmp_path))["events"] if row["code"] == codes["over"]]
    asyncio.run(run_on(codes))
    left = rows_of(url_of(tmp_path))
    assert left["events"] == finished
    assert {row["code"] for row in left["seats"]} == {codes["over"]}


def test_viewers_of_a_deleted_table_are_told(tmp_path: Path) -> None:
    """And nobody else notices: writes of other tables share its transactions."""

    async def look() -> None:
        async with in_process_server(tmp_path) as server:
            (gone,) = await table_of(server.address, 1, rules={"players": 2})
            server.pass_time(31 * DAY)
            (other,) = await table_of(server.address, 1)
            await server.house._record_running_time()
            keep = Keep(started=DAY * 1000, waiting=DAY * 1000, guests=DAY * 1000)
            assert (await server.house.store.remove_stale(keep, viewed=())).tables == 1  # by another process
            talk = [other.act("say", f"hello-{number}", phrase="hello") for number in range(20)]
            refused, *said = await asyncio.gather(
                gone.act("say", "hello", phrase="hello"), *talk, return_exceptions=True
            )
            assert isinstance(refused, NotAllowed)
            assert refused.answer["code"] == "no_such_table"
            assert sorted(said) == list(range(other.number - 19, other.number + 1))  # type: ignore[type-var]
            with pytest.raises(NotAllowed, match="there is no table"):
                await gone.person.request("GET", f"/api/tables/{gone.code}")
            for client in (gone, other):
                await client.close()

    asyncio.run(look())


class Onlooker:
    """Somebody at a table who keeps what is sent."""

    def __init__(self) -> None:
        self.guest = HOST
        self.heard: list[str] = []

    def send(self, text: str) -> None:
        self.heard.append(text)


def test_act_completes_after_its_connection_is_lost(tmp_path: Path) -> None:
    """It is written down, so the others must see it, although nobody waits for its acknowledgement any more."""

    async def lose() -> None:
        house = House(Settings(data=tmp_path))
        await house.open()
        settings = validate_settings("xl", {"players": 2}, None, False)
        live = await house.table(await house.create_table(HOST, settings, {"A": Seat(HOST.id, "Host")}))
        watching = Onlooker()
        live.join(watching, None)
        gate = threading.Event()
        holding = asyncio.create_task(house.store.house_value("gate", lambda: str(gate.wait(30))))
        acting = asyncio.create_task(live.act(Onlooker(), incoming.Say("id", "hello")))
        for _turn in range(5):
            await asyncio.sleep(0)  # the act waits for the writer, and the writer for the gate
        acting.cancel()
        await asyncio.gather(acting, return_exceptions=True)
        gate.set()
        await holding
        await live.append(Said("A", "thanks"))
        assert [number for number in (3, 4) if any(f'"number":{number},' in text for text in watching.heard)] == [3, 4]
        await house.close()

    asyncio.run(lose())


def test_unloaded_table_reloads_unchanged(tmp_path: Path) -> None:
    """A table that nobody uses leaves the memory; it is all in the log."""

    async def look() -> None:
        async with in_process_server(tmp_path) as server:
            (client,) = await table_of(server.address, 1)
            number = client.number
            await client.close()
            await server.forget(client.code)
            person = Person(server.address)
            person.cookie = client.person.cookie
            back = await TableClient(person, client.code).open()
            assert back.number == number
            assert back.state["you"] == "A"
            await back.close()

    asyncio.run(look())
