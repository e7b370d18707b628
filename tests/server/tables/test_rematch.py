"""Rematches with the same people and bots, seats kept or rotated."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from doghouse.server.client import Message, NotAllowed, Person, TableClient
from doghouse.server.house import House
from doghouse.server.protocol import incoming
from doghouse.server.protocol.events import Said
from doghouse.server.settings import Settings
from doghouse.server.storage.guests import Guest
from tests.support.database import rows_of, run_sql, url_of
from tests.support.in_process_server import in_process_server
from tests.support.players import play_on, table_of
from tests.support.server_process import HouseProcess, until


async def finished(address: str, people: int, **request: Any) -> list[TableClient]:
    """People at a table whose game is over."""
    clients = await table_of(address, people, **request)
    await clients[0].act("start", "start", fill="puppy")
    await asyncio.gather(*(play_on(client, random.Random(place), "p") for place, client in enumerate(clients)))
    return clients


async def table_at(person: Person, code: str) -> Message:
    found: Message = await person.request("GET", f"/api/tables/{code}")
    return found


def test_rematch_keeps_seats_and_tells_everyone_the_new_table(house: HouseProcess) -> None:
    async def again() -> None:
        request = {"rules": {"players": 3, "quick_start": True}, "pace": 3600, "public": True}
        anna, bea = await finished(house.address, 2, **request)
        number = await bea.act("rematch", "again")
        assert await bea.act("rematch", "again") == number  # asked again, it is the same one
        await anna.until(lambda: anna.state["rematch"] is not None)
        code = anna.state["rematch"]
        assert anna.state["status"] == "over"
        table = await table_at(anna.person, code)
        assert table["seats"] == {"A": "Person 0", "B": "Person 1", "C": "puppy"}
        assert (table["you"], table["status"], table["pace"], table["public"]) == ("A", "waiting", 3600, True)
        old = await table_at(anna.person, anna.code)
        assert (table["rules"], table["edition"]) == (old["rules"], old["edition"])
        assert {game["code"] for game in await bea.person.request("GET", "/api/me/games")} == {code, anna.code}
        with pytest.raises(NotAllowed) as refused:
            await anna.act("rematch", "me too")
        assert (refused.value.answer["code"], code in refused.value.answer["text"]) == ("rematched", True)
        for client in (anna, bea):
            await client.close()
        await begin(bea.person, anna.person, code)

    async def begin(host: Person, guest: Person, code: str) -> None:
        """Whoever asked for the rematch is its host; nobody has to sit down again."""
        with pytest.raises(NotAllowed, match="only the host"):
            await (other := await TableClient(guest, code).open()).act("start", "start")
        clients = [await TableClient(host, code).open(), other]
        await clients[0].act("start", "start")
        await clients[1].until(lambda: clients[1].state["status"] == "playing")
        assert [client.state["you"] for client in clients] == ["B", "A"]
        for client in clients:
            await client.close()

    asyncio.run(again())


def test_seats_are_rotated(house: HouseProcess) -> None:
    async def again() -> None:
        (anna,) = await finished(house.address, 1, rules={"players": 3}, bots={"B": "puppy", "C": "companion"})
        await anna.act("rematch", "again", rotate=True)
        await anna.until(lambda: anna.state["rematch"] is not None)
        table = await table_at(anna.person, anna.state["rematch"])
        assert table["seats"] == {"A": "companion", "B": "Person 0", "C": "puppy"}
        assert table["you"] == "B"
        await anna.close()

    asyncio.run(again())


def test_two_change_places(house: HouseProcess) -> None:
    async def again() -> None:
        anna, carl = await finished(house.address, 2, rules={"players": 2})
        spectator = await Person(house.address).introduce("Zoe")
        watching = await TableClient(spectator, anna.code).open()
        with pytest.raises(NotAllowed, match="only players seated"):
            await watching.act("rematch", "again")
        await carl.act("rematch", "again", rotate=True)
        await watching.until(lambda: watching.state["rematch"] is not None)
        table = await table_at(carl.person, watching.state["rematch"])
        assert table["seats"] == {"A": "Person 1", "C": "Person 0"}
        assert table["you"] == "A"
        for client in (anna, carl, watching):
            await client.close()

    asyncio.run(again())


def test_rematch_before_the_end_is_refused(house: HouseProcess) -> None:
    async def again() -> None:
        (anna,) = await table_of(house.address, 1, rules={"players": 2})
        for kind, fields in (("say", {"phrase": "rematch"}), ("start", {"fill": "wolf"})):
            with pytest.raises(NotAllowed) as refused:
                await anna.act("rematch", f"before {kind}")
            assert refused.value.answer["code"] == "not_over"
            await anna.act(kind, kind, **fields)
        await anna.close()

    asyncio.run(again())


class Listener:
    """Somebody at a table without a socket."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.heard: list[str] = []

    def send(self, text: str) -> None:
        self.heard.append(text)


def test_what_happens_first_leaves_no_table_over(tmp_path: Path) -> None:
    """Two processes; one has not heard yet what the other wrote."""

    async def race() -> None:
        async with in_process_server(tmp_path / "data") as server:
            (anna,) = await finished(server.address, 1, rules={"players": 2})
            other = House(Settings(data=tmp_path / "data"))
            await other.open()
            live = await other.table(anna.code)
            guest = Guest(next(iter(live.table.people)), "Anna", "en")
            seat = live.table.seat_of(guest.id)
            assert seat is not None
            await server.house.tables[anna.code].append(Said(seat, "good_game"))
            listener = Listener(guest)
            await live.act(listener, incoming.Rematch("again"))
            assert '"ack"' in listener.heard[0]
            assert states(tmp_path / "data") == {anna.code: "over", str(live.table.rematch): "waiting"}
            await other.close()

    asyncio.run(race())


def states(data: Path) -> dict[str, str]:
    return {row["code"]: row["status"] for row in rows_of(url_of(data))["tables"]}


@pytest.mark.parametrize("moment", ["before_commit", "after_commit"])
def test_rematch_is_created_atomically(tmp_path: Path, moment: str) -> None:
    """The house dies on the way; the message is sent again, and there is one next table."""
    house = HouseProcess(tmp_path / "data").start()

    async def again() -> None:
        (anna,) = await finished(house.address, 1, rules={"players": 2})
        await until(
            lambda: any("revealed" in event for event in run_sql(url_of(house.data), "SELECT event FROM events"))
        )
        await asyncio.to_thread(house.stop)
        await asyncio.to_thread(house.start, DOGHOUSE_CRASH_AT=moment)
        acting = asyncio.create_task(anna.act("rematch", "again"))
        await until(lambda: house.has_died)
        assert sorted(states(house.data).values()) == (["over"] if moment == "before_commit" else ["over", "waiting"])
        await asyncio.to_thread(house.start)
        await acting
        await anna.until(lambda: anna.state["rematch"] is not None)
        assert states(house.data) == {anna.code: "over", anna.state["rematch"]: "waiting"}
        await anna.close()

    try:
        asyncio.run(again())
    finally:
        house.kill()


def test_a_host_who_only_watched_asks_for_the_next_game(house: HouseProcess) -> None:
    async def again() -> None:
        host = await Person(house.address).introduce("Host")
        made = await host.request(
            "POST", "/api/tables", {"rules": {"players": 2}, "bots": {"A": "puppy", "C": "puppy"}}
        )
        watching = await TableClient(host, made["code"]).open()
        await watching.act("start", "start")
        await watching.until(lambda: watching.state["status"] == "over")
        await watching.act("rematch", "again")
        await watching.until(lambda: watching.state["rematch"] is not None)
        next_table = await TableClient(host, watching.state["rematch"]).open()
        await next_table.act("start", "start")  # and they are its host
        for client in (watching, next_table):
            await client.close()

    asyncio.run(again())
