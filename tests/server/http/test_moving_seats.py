"""A personal link, or its QR code, moves a seat to another device: once, for some minutes."""

from __future__ import annotations

import asyncio
import io
import sqlite3
import time
from contextlib import closing
from urllib.parse import urlsplit

import pytest
import segno
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from doghouse.server.client import Message, NotAllowed, Person, TableClient
from doghouse.server.http.identity import MOVE_AGE
from tests.support.players import table_of
from tests.support.server_process import HouseProcess


async def link_of(client: TableClient) -> Message:
    made: Message = await client.person.request("POST", f"/api/tables/{client.code}/move")
    return made


def token_of(link: Message) -> str:
    return urlsplit(link["link"]).path.removeprefix("/m/")


async def use(person: Person, token: str) -> Message:
    answer: Message = await person.request("POST", "/api/move", {"token": token})
    return answer


async def refused(person: Person, token: str) -> str:
    with pytest.raises(NotAllowed) as found:
        await use(person, token)
    return str(found.value.answer["code"])


async def playing(house: HouseProcess) -> tuple[TableClient, TableClient]:
    host, guest = await table_of(house.address, 2, rules={"players": 2})
    await host.act("start", "start")
    await guest.until(lambda: guest.state["status"] == "playing")
    return host, guest


def test_seat_continues_on_the_other_device(house: HouseProcess) -> None:
    async def move() -> None:
        host, guest = await playing(house)
        hand = guest.state["view"]["hand"]
        await guest.person.request("POST", "/api/me", {"language": "fr"})
        telephone = Person(house.address)
        assert await use(telephone, token_of(await link_of(guest))) == {"code": guest.code, "seat": "C"}
        assert await telephone.request("GET", "/api/me") == {"name": "Person 1", "language": "fr"}
        await guest.until(lambda: guest.state["you"] is None)  # the old device watches from now on
        assert "hand" not in guest.state["view"]
        with pytest.raises(NotAllowed, match="only players seated"):
            await guest.act("say", "old", phrase="hello")
        moved = await TableClient(telephone, guest.code).open()
        assert (moved.state["you"], moved.state["view"]["hand"]) == ("C", hand)
        assert moved.state["seats"]["C"]["name"] == "Person 1"
        await moved.act("say", "new", phrase="hello")
        for client in (host, guest, moved):
            await client.close()

    asyncio.run(move())


def test_move_link_works_once(house: HouseProcess) -> None:
    async def move() -> None:
        host, guest = await playing(house)
        token = token_of(await link_of(guest))
        telephone = Person(house.address)
        await use(telephone, token)
        assert await use(telephone, token) == {"code": guest.code, "seat": "C"}  # sent again by the same device
        assert await refused(Person(house.address), token) == "bad_link"
        moved = TableClient(telephone, guest.code)
        await use(guest.person, token_of(await link_of(moved)))  # back to the first device
        assert await refused(Person(house.address), token) == "bad_link"  # the first link stays used
        for client in (host, guest):
            await client.close()

    asyncio.run(move())


def aged_token(house: HouseProcess, client: TableClient, seconds: int) -> str:
    """A link's token as the house would have signed it some time ago."""

    class Earlier(TimestampSigner):
        def get_timestamp(self) -> int:
            return int(time.time()) - seconds

    with closing(sqlite3.connect(house.data / "doghouse.db")) as database:
        (secret,) = database.execute("SELECT value FROM house WHERE name = 'secret'").fetchone()
        (guest,) = database.execute("SELECT guest FROM seats WHERE code = ? AND seat = 'C'", (client.code,)).fetchone()
    tokens = URLSafeTimedSerializer(secret, salt="move", signer=Earlier)
    return str(tokens.dumps([client.code, "C", guest, 3]))


def test_move_link_expires(house: HouseProcess) -> None:
    async def move() -> None:
        host, guest = await playing(house)
        link = await link_of(guest)
        assert link["seconds"] == MOVE_AGE
        telephone = Person(house.address)
        assert await refused(telephone, aged_token(house, guest, MOVE_AGE + 2)) == "bad_link"
        assert await use(telephone, aged_token(house, guest, MOVE_AGE - 60)) == {"code": guest.code, "seat": "C"}
        for client in (host, guest):
            await client.close()

    asyncio.run(move())


@pytest.mark.parametrize("token", ["", "x", "WyJBIl0.x.y"])
def test_move_link_with_invalid_signature_is_refused(house: HouseProcess, token: str) -> None:
    assert asyncio.run(refused(Person(house.address), token)) == "bad_link"


def test_move_link_gives_no_second_seat(house: HouseProcess) -> None:
    async def move() -> None:
        host, guest = await playing(house)
        token = token_of(await link_of(guest))
        assert await refused(host.person, token) == "seat_taken"
        assert guest.state["you"] == "C"
        assert await use(guest.person, token) == {"code": guest.code, "seat": "C"}  # one's own device: nothing moves
        await use(Person(house.address), token)
        for client in (host, guest):
            await client.close()

    asyncio.run(move())


def test_only_seated_guests_get_a_move_link(house: HouseProcess) -> None:
    async def ask() -> None:
        host, guest = await playing(house)
        spectator = await Person(house.address).introduce("Zoe")
        for person in (spectator, Person(house.address)):
            with pytest.raises(NotAllowed, match="only players seated"):
                await link_of(TableClient(person, host.code))
        for client in (host, guest):
            await client.close()

    asyncio.run(ask())


def test_move_link_has_a_qr_code(house: HouseProcess) -> None:
    async def look() -> None:
        host, guest = await playing(house)
        link = await link_of(guest)
        picture = io.BytesIO()
        segno.make(link["link"], error="m").save(picture, kind="svg", scale=4, border=2)
        assert await guest.person.request("GET", link["qr"]) == picture.getvalue().decode()
        assert "<html" in await Person(house.address).request("GET", urlsplit(link["link"]).path)
        for client in (host, guest):
            await client.close()

    asyncio.run(look())


def test_a_host_who_moves_is_still_the_host(house: HouseProcess) -> None:
    async def move() -> None:
        (host,) = await table_of(house.address, 1)
        telephone = Person(house.address)
        await use(telephone, token_of(await link_of(host)))
        moved = await TableClient(telephone, host.code).open()
        with pytest.raises(NotAllowed, match="only the host"):
            await host.act("start", "old", fill="puppy")
        await moved.act("start", "new", fill="puppy")
        for client in (host, moved):
            await client.close()

    asyncio.run(move())
