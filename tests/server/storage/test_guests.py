"""What the server stores about guests, and for how long."""

from __future__ import annotations

import asyncio
import http.client
import json
from pathlib import Path
from urllib.parse import urlsplit

from doghouse.server.client import Person
from doghouse.server.house import House
from doghouse.server.protocol import limits
from doghouse.server.settings import Settings
from tests.support.clock import Clocks
from tests.support.database import rows_of, run_sql, url_of
from tests.support.in_process_server import NOON, in_process_server
from tests.support.players import table_of
from tests.support.server_process import HouseProcess

DAY = 24 * 3600


def guests(data: Path) -> int:
    (count,) = run_sql(url_of(data), "SELECT count(*) FROM guests")
    return int(count)


def test_visitor_is_not_stored(own_house: HouseProcess) -> None:
    person = Person(own_house.address)
    for _visit in range(30):
        Person(own_house.address).request_now("GET", "/api/me")
    for _visit in range(2):
        assert person.request_now("GET", "/api/me")["name"] == ""
        assert person.request_now("GET", "/api/tables") == person.request_now("GET", "/api/me/games") == []
    assert guests(own_house.data) == 0
    code = person.request_now("POST", "/api/tables", {"seat": "A"})["code"]
    assert guests(own_house.data) == 1
    assert [game["code"] for game in person.request_now("GET", "/api/me/games")] == [code]
    Person(own_house.address).request_now("POST", "/api/me", {"name": "Anna"})
    assert guests(own_house.data) == 2


def test_language_is_the_browsers_until_one_is_chosen(own_house: HouseProcess) -> None:
    person = Person(own_house.address)
    person.request_now("GET", "/api/me")
    connection = http.client.HTTPConnection(urlsplit(own_house.address).netloc, timeout=30)
    headers = {"Cookie": f"doghouse={person.cookie}", "Accept-Language": "it-CH,it;q=0.9"}
    for chosen, language in ((None, "it"), ("fr", "fr")):
        if chosen:
            person.request_now("POST", "/api/me", {"language": chosen})
        connection.request("GET", "/api/me", headers=headers)
        assert json.loads(connection.getresponse().read())["language"] == language
    connection.close()


def test_moved_seat_brings_the_name_along(own_house: HouseProcess) -> None:
    async def move() -> None:
        (client,) = await table_of(own_house.address, 1)
        device = Person(own_house.address)
        await device.request("GET", "/api/me")
        link = await client.person.request("POST", f"/api/tables/{client.code}/move")
        await device.request("POST", "/api/move", {"token": link["link"].rpartition("/")[2]})
        assert (await device.request("GET", "/api/me"))["name"] == "Person 0"
        await client.close()

    asyncio.run(move())


def test_stale_guests_are_deleted(tmp_path: Path) -> None:
    async def come() -> None:
        async with in_process_server(tmp_path) as server:
            (client,) = await table_of(server.address, 1, rules={"players": 2}, bots={"C": "puppy"})
            host = await Person(server.address).introduce("Host")
            await host.request("POST", "/api/tables", {"rules": {"players": 2}})
            await Person(server.address).introduce("Looker")
            server.pass_time(DAY)
            await server.house._record_running_time()  # as every minute
            await Person(server.address).introduce("Young")
            await client.close()

    async def run_on() -> None:
        clocks = Clocks(NOON + 1000 * DAY)
        house = House(
            Settings(data=tmp_path, now=lambda: clocks.now, monotonic=lambda: clocks.monotonic, keep_unfinished=1000)
        )
        await house.open()

        async def run_until(days: float) -> set[str]:
            """The names that are left when the house has been running until a day."""
            clocks.pass_days(days - (clocks.now - NOON) / (1000 * DAY))
            await house._remove_stale()  # as every hour
            return {row["name"] for row in rows_of(url_of(tmp_path))["guests"]}

        everyone = {"Person 0", "Host", "Looker", "Young"}
        assert await run_until(limits.KEEP_GUESTS_DAYS - 0.1) == everyone
        clocks.jump_days(30)
        await house._remove_stale()
        clocks.jump_days(-30)
        assert await run_until(limits.KEEP_GUESTS_DAYS + 0.1) == everyone  # for the clock has jumped
        assert await run_until(999) == {"Person 0", "Host"}
        await house.close()

    asyncio.run(come())
    run_sql(url_of(tmp_path), "UPDATE tables SET status = 'playing'")
    asyncio.run(run_on())
