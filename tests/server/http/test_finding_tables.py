"""Finding a table: by link, QR code or short code, in the public list, and among one's own games."""

from __future__ import annotations

import asyncio
import io
from urllib.parse import urlsplit

import pytest
import segno

from doghouse.server.client import Message, NotAllowed, Person
from tests.support.clients import TableSocket
from tests.support.players import new_table, table_of
from tests.support.server_process import HouseProcess


def codes(listed: list[Message]) -> list[str]:
    return [table["code"] for table in listed]


def test_table_is_found_by_link_code_and_qr(house: HouseProcess) -> None:
    person = Person(house.address)
    links = person.request_now("POST", "/api/tables", {})
    code = links["code"]
    assert links["link"] == f"{house.address}/t/{code}"
    assert "<html" in Person(house.address).request_now("GET", urlsplit(links["link"]).path)
    picture = io.BytesIO()
    segno.make(links["link"], error="m").save(picture, kind="svg", scale=4, border=2)
    assert Person(house.address).request_now("GET", links["qr"]) == picture.getvalue().decode()


@pytest.mark.parametrize("typed", ["{small}", "{small_with_blanks}", "{with_hyphen}", "%20{code}%20"])
def test_code_ignores_case_spaces_and_hyphens(house: HouseProcess, typed: str) -> None:
    person = Person(house.address)
    code = person.request_now("POST", "/api/tables", {})["code"]
    small = code.lower()
    path = typed.format(
        code=code, small=small, small_with_blanks="%20".join(small), with_hyphen=f"{small[:3]}-{small[3:]}"
    )

    async def come() -> None:
        async with TableSocket(person, path) as socket:
            assert (await socket.hello())["about"]["code"] == code

    assert person.request_now("GET", f"/api/tables/{path}")["code"] == code
    asyncio.run(come())


def test_unknown_code_is_refused(house: HouseProcess) -> None:
    async def come() -> None:
        person = await Person(house.address).introduce("Anna")
        with pytest.raises(NotAllowed, match="there is no table ABC"):
            await person.request("GET", "/api/tables/ABC")
        async with TableSocket(person, "ABC") as socket:
            assert await socket.next() == {"type": "bye", "code": "no_such_table", "retry": False}

    asyncio.run(come())


def test_public_tables_are_listed_and_private_ones_are_not(house: HouseProcess) -> None:
    async def look() -> None:
        host, other = (await Person(house.address).introduce("Anna"), Person(house.address))
        private = await new_table(host)
        public = await new_table(host, public=True, seat="A", pace=60)
        listed = await other.request("GET", "/api/tables")
        assert private not in codes(listed)
        (entry,) = [table for table in listed if table["code"] == public]
        assert (entry["status"], entry["host"]) == ("waiting", "Anna")
        assert entry["public"] is True
        assert entry["seats"] == {"A": "Anna", "B": None, "C": None, "D": None}
        assert (entry["you"], entry["your_turn"], entry["pace"], entry["winners"]) == (None, False, 60, None)
        assert entry["updated_at"] > 1_700_000_000_000

    asyncio.run(look())


def test_list_has_free_tables_first_and_no_closed_ones(house: HouseProcess) -> None:
    async def look() -> None:
        host = await Person(house.address).introduce("Anna")
        free, begun, closed = [await new_table(host, public=True, seat="A") for _table in range(3)]
        for code, kind, fields in ((begun, "start", {"fill": "puppy"}), (closed, "close", {})):
            async with TableSocket(host, code) as socket:
                await socket.hello()
                assert (await socket.ask(kind, **fields))["type"] == "ack"
        listed = codes(await host.request("GET", "/api/tables"))
        assert listed.index(free) < listed.index(begun)
        assert closed not in listed

    asyncio.run(look())


def test_the_host_is_named_as_at_the_table(house: HouseProcess) -> None:
    async def look() -> None:
        (host,) = await table_of(house.address, 1)
        await host.act("name", "name", name="Anna Maria")
        assert (await host.person.request("GET", f"/api/tables/{host.code}"))["host"] == "Anna Maria"
        watching = await Person(house.address).introduce("Zoe")
        code = await new_table(watching)
        assert (await host.person.request("GET", f"/api/tables/{code}"))["host"] == "Zoe"
        await host.close()

    asyncio.run(look())


def test_my_games_are_those_i_sit_at_or_host(house: HouseProcess) -> None:
    async def look() -> None:
        clients = await table_of(house.address, 2, rules={"players": 2})
        host, guest = (client.person for client in clients)
        only_hosted = await new_table(host, bots=dict.fromkeys("ABCD", "puppy"))
        code = clients[0].code
        await clients[0].act("start", "start")
        assert set(codes(await host.request("GET", "/api/me/games"))) == {code, only_hosted}
        (mine,) = await guest.request("GET", "/api/me/games")
        turn = clients[0].state["view"]["turn"]
        assert (mine["code"], mine["you"], mine["your_turn"]) == (code, "C", turn == "C")
        async with TableSocket(host, only_hosted) as socket:
            await socket.hello()
            await socket.ask("start")
        assert only_hosted in codes(await host.request("GET", "/api/me/games"))
        for client in clients:
            await client.close()

    asyncio.run(look())
