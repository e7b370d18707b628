"""Two processes behind the proxy of ``deploy``, as ``compose.yaml`` runs them."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import ssl
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from doghouse.server.client import Person
from doghouse.server.http.identity import COOKIE
from tests.support.clients import TableSocket
from tests.support.database import Postgres, new_database
from tests.support.players import play_on, table_of
from tests.support.server_process import NGINX, Nginx, get, read_metrics
from tests.support.two_processes import Pair, pair_on

PER_ADDRESS = 7  # requests follow from it: enough for a table of people
ELSEWHERE = "127.0.0.2"  # another client, for nginx


def test_two_processes_behind_nginx(postgres: Postgres, tmp_path: Path) -> None:
    assert NGINX is not None, "the tests need nginx: make test installs it, or apt-get install nginx-light"
    with pair_on(new_database(postgres), tmp_path, "--per-address", str(PER_ADDRESS)) as pair:
        plain = Nginx(tmp_path, "nginx.conf", pair.houses)
        with_tls = Nginx(tmp_path, "nginx-tls.conf", pair.houses)
        assert "test is successful" in plain.check()
        assert "test is successful" in with_tls.check()
        with plain.running():
            _check_answers(f"http://127.0.0.1:{plain.http}")
            asyncio.run(_check_addresses(f"http://127.0.0.1:{plain.http}"))
            asyncio.run(_play_while_a_process_dies(f"http://127.0.0.1:{plain.http}", pair))
        with with_tls.running():
            asyncio.run(_check_tls(with_tls))


def _check_answers(address: str) -> None:
    status, headers, _body = get(address, "/")
    assert status == 200
    assert "default-src 'none'" in headers["content-security-policy"]
    assert get(address, "/metrics")[0] == 404
    assert get(address, "/healthz")[0] == 200
    person = Person(address)
    made = person.request_now("POST", "/api/tables", {})
    assert made["link"] == f"{address}/t/{made['code']}"


async def _play_while_a_process_dies(address: str, pair: Pair) -> None:
    """Nobody but the proxy knows that there are two."""
    clients = await table_of(address, 3)
    await clients[0].act("start", "start", fill="puppy")
    players = [
        asyncio.create_task(play_on(client, random.Random(place), f"p{place}")) for place, client in enumerate(clients)
    ]
    await clients[0].until(lambda: clients[0].number > 30)
    here = [read_metrics(house.address)["doghouse_connections"] for house in pair.houses]
    assert sorted(here) == [0, 3]  # all of a table are at the same process
    pair.houses[here.index(3)].kill()
    await asyncio.gather(*players)
    assert {client.state["status"] for client in clients} == {"over"}
    assert all(client.connections > 1 for client in clients)  # they were brought to the other
    pair.events(clients[0].code)
    for client in clients:
        await client.close()


async def _check_addresses(address: str) -> None:
    """The house counts sockets by the address they came from to the proxy, whatever else they claim."""
    person = Person(address)
    code = (await person.request("POST", "/api/tables", {}))["code"]
    async with AsyncExitStack() as open_sockets:

        async def is_let_in(source: str, **claims: str) -> bool:
            socket = await open_sockets.enter_async_context(TableSocket(person, code, claims, local_addr=(source, 0)))
            with suppress(ConnectionClosed):  # it may be closed already, with a word of why
                await socket.send('{"type": "hello"}')
            return bool((await socket.next())["type"] == "table")

        came, refused = 0, 0
        while refused < 10:
            if await is_let_in(ELSEWHERE):
                came += 1
            else:
                refused += 1
        assert came == PER_ADDRESS  # all of them were at the same process
        assert not any([await is_let_in(ELSEWHERE, **{"X-Forwarded-For": "127.0.0.3"}) for _try in range(10)])
        assert await is_let_in("127.0.0.1")


async def _check_tls(nginx: Nginx) -> None:
    """The cookie comes and goes by TLS only, links begin with https, and sockets are let through."""
    trusted = ssl.create_default_context(cafile=str(nginx.folder / "certs" / "fullchain.pem"))
    host = f"127.0.0.1:{nginx.https}"
    connection = http.client.HTTPSConnection(host, timeout=30, context=trusted)
    connection.request("POST", "/api/tables", "{}", {"Origin": f"https://{host}"})
    answer = connection.getresponse()
    made = json.loads(answer.read())
    connection.close()
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert "; secure" in cookie.lower()
    assert made["link"] == f"https://{host}/t/{made['code']}"
    headers = {"Cookie": cookie.partition(";")[0], "Origin": f"https://{host}"}
    async with connect(f"wss://{host}/ws/{made['code']}", additional_headers=headers, ssl=trusted) as socket:
        await socket.send('{"type": "hello"}')
        assert json.loads(await socket.recv())["type"] == "table"
    plain = http.client.HTTPConnection("127.0.0.1", nginx.http, timeout=30)
    plain.request("GET", "/t/ABCDEF", headers={"Host": "dog.example.org"})
    redirected = plain.getresponse()
    assert (redirected.status, redirected.headers["Location"]) == (308, "https://dog.example.org/t/ABCDEF")
    plain.close()
