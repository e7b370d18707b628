"""The admin token of the server and the rights of a table's host are separate."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
from typing import Any
from urllib.parse import urlsplit

from doghouse.server.client import Person
from doghouse.server.http.identity import COOKIE
from tests.support.clients import TableSocket
from tests.support.players import table_of
from tests.support.server_process import HouseProcess

TOKEN = re.compile(r"Admin token \(shown only now\): (\S+)")


def request(house: HouseProcess, method: str, path: str, **headers: str) -> tuple[int, dict[str, Any]]:
    connection = http.client.HTTPConnection(urlsplit(house.address).netloc, timeout=30)
    connection.request(method, path, headers=headers)
    response = connection.getresponse()
    found = response.status, json.loads(response.read())
    connection.close()
    return found


def token_of(house: HouseProcess) -> str:
    (token,) = TOKEN.findall(house.log.read_text())
    return str(token)


def test_admin_token_is_printed_at_first_start_only(own_house: HouseProcess) -> None:
    token = token_of(own_house)
    own_house.stop()
    own_house.start()
    assert token_of(own_house) == token
    assert request(own_house, "GET", "/api/admin/tables", Authorization=f"Bearer {token}")[0] == 200


def test_admin_api_needs_the_token(own_house: HouseProcess) -> None:
    host = Person(own_house.address)
    code = host.request_now("POST", "/api/tables", {"seat": "A"})["code"]
    token = token_of(own_house)
    for words in ("", "Bearer", "Bearer ", "Bearer wrong", f"Basic {token}", token, f"Bearer {token}x"):
        headers = {"Cookie": f"{COOKIE}={host.cookie}", "Authorization": words}
        for method, path in (("GET", "/api/admin/tables"), ("POST", f"/api/admin/tables/{code}/close")):
            status, answer = request(own_house, method, path, **headers)
            assert (status, answer["code"]) == (403, "not_admin"), words
    assert host.request_now("GET", f"/api/tables/{code}")["status"] == "waiting"


def test_admin_closes_any_table(own_house: HouseProcess) -> None:
    async def close() -> None:
        clients = await table_of(own_house.address, 2, rules={"players": 2})
        await clients[0].act("start", "start")
        headers = {"Authorization": f"Bearer {token_of(own_house)}"}
        path = f"/api/admin/tables/{clients[0].code.lower()}/close"
        answer = await asyncio.to_thread(request, own_house, "POST", path, **headers)
        assert answer == (200, {"code": clients[0].code, "status": "closed"})
        for client in clients:
            await client.until(lambda client=client: client.state["status"] == "closed")  # type: ignore[misc]
        assert (await asyncio.to_thread(request, own_house, "POST", path, **headers)) == answer  # it stays closed
        _status, counted = await asyncio.to_thread(request, own_house, "GET", "/api/admin/tables", **headers)
        assert counted == {"tables": {"closed": 1}, "in_memory": 1}
        missing = await asyncio.to_thread(request, own_house, "POST", "/api/admin/tables/NOSUCH/close", **headers)
        assert (missing[0], missing[1]["code"]) == (404, "no_such_table")
        for client in clients:
            await client.close()

    asyncio.run(close())


def test_admin_is_not_host(own_house: HouseProcess) -> None:
    async def try_to_start() -> None:
        (host,) = await table_of(own_house.address, 1)
        admin = await Person(own_house.address).introduce("Admin")
        headers = {"Authorization": f"Bearer {token_of(own_house)}"}
        async with TableSocket(admin, host.code, headers) as socket:
            assert (await socket.hello())["host"] is False
            for kind, fields in (("start", {"fill": "puppy"}), ("close", {}), ("bot", {"seat": "A", "level": "wolf"})):
                assert (await socket.ask(kind, **fields))["code"] == "not_host"
        await host.close()

    asyncio.run(try_to_start())
