"""Access checks: origins, cookies, numbers of connections and rates."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websockets

from doghouse.server.client import Message, NotAllowed, Person
from doghouse.server.http import connection
from doghouse.server.http.identity import COOKIE
from doghouse.server.protocol import limits
from tests.support.clients import BROADCASTS, TableSocket, open_socket
from tests.support.in_process_server import in_process_server
from tests.support.server_process import HouseProcess, check_log

FOREIGN = ["http://elsewhere.example", "null", "", "http://[", "https://127.0.0.1.elsewhere.example", "file://", "\xff"]
HELLO, PING = '{"type":"hello"}', '{"type":"ping"}'
FULL = {"type": "bye", "code": "too_many_connections", "retry": False}


async def say(socket: TableSocket, text: str, times: int = 1) -> None:
    """Say something to a house that may have closed the socket already."""
    with contextlib.suppress(websockets.ConnectionClosed):
        for _time in range(times):
            await socket.send(text)


async def answer_from(socket: TableSocket) -> str:
    """What the next message that is an answer says: its code, or else its kind."""
    while (message := await socket.next())["type"] in BROADCASTS:
        pass
    return str(message.get("code", message["type"]))


async def until_closed(socket: TableSocket) -> Message:
    """The last message before the house closed the socket."""
    message: Message = {}
    with contextlib.suppress(websockets.ConnectionClosed):
        while True:
            message = await socket.next()
    await socket.close()
    return message


async def guest_with_table(house: HouseProcess) -> tuple[Person, str]:
    person = await Person(house.address).introduce("Guest")
    return person, (await person.request("POST", "/api/tables", {}))["code"]


async def is_let_in(socket: TableSocket) -> bool:
    """Whether a new socket is at the table; if not, it is told so, and closed."""
    await say(socket, HELLO)
    message = await socket.next()
    if message["type"] == "table":
        return True
    assert message == FULL
    await socket.close()
    return False


def test_websocket_from_foreign_origin_is_refused(own_house: HouseProcess) -> None:
    async def knock() -> None:
        person, code = await guest_with_table(own_house)
        for origin in FOREIGN:
            socket = await open_socket(person, code, headers={"Origin": origin})
            assert await until_closed(socket) == {"type": "bye", "code": "not_a_message", "retry": False}, origin
            assert socket.connection.close_code == 1008
        socket = await open_socket(person, code, headers={"Origin": own_house.address})
        assert await is_let_in(socket)
        await socket.close()

    asyncio.run(knock())
    check_log(own_house, ["Guest"])


def test_post_from_foreign_origin_is_refused(own_house: HouseProcess) -> None:
    async def knock() -> None:
        person, code = await guest_with_table(own_house)
        paths = ("/api/me", "/api/tables", f"/api/tables/{code}/move", "/api/move", f"/api/admin/tables/{code}/close")
        for path in paths:
            for origin in FOREIGN:
                status, answer = await asyncio.to_thread(post, own_house, path, person.cookie, Origin=origin)
                assert (status, answer["code"]) == (400, "not_a_message")
        status, _answer = await asyncio.to_thread(
            post, own_house, "/api/tables", person.cookie, Origin=own_house.address
        )
        assert status == 201

    asyncio.run(knock())
    check_log(own_house, ["Guest"])


def post(house: HouseProcess, path: str, cookie: str, **headers: str) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=30)
    connection.request("POST", path, "{}", {"Cookie": f"{COOKIE}={cookie}", **headers})
    response = connection.getresponse()
    found = response.status, json.loads(response.read())
    connection.close()
    return found


def test_forged_cookie_is_refused_everywhere(own_house: HouseProcess) -> None:
    async def knock() -> None:
        person, code = await guest_with_table(own_house)
        other = await Person(own_house.address).introduce("Other")
        own, theirs = person.cookie.rpartition("."), other.cookie.rpartition(".")
        forged = [
            own[0] + "." + theirs[2],  # the one's name with the other's signature
            own[0],
            f"{own[0]}.{'A' if own[2][0] != 'A' else 'B'}{own[2][1:]}",
            person.cookie.swapcase(),
            "x" * 4000,
        ]
        for cookie in forged:
            stranger = Person(own_house.address)
            stranger.cookie = cookie
            socket = await open_socket(stranger, code)
            assert await until_closed(socket) == {"type": "bye", "code": "not_seated", "retry": False}
            with pytest.raises(NotAllowed):
                await stranger.request("GET", "/api/me/games")
        assert len(await person.request("GET", "/api/me/games")) == 1

    asyncio.run(knock())
    check_log(own_house, ["Guest", "Other"])


@pytest.fixture
def small_house(tmp_path: Path) -> Iterator[HouseProcess]:
    running = HouseProcess(tmp_path / "data", "--per-address", "40").start()
    yield running
    running.kill()


def test_connections_per_person_and_address_are_limited(small_house: HouseProcess) -> None:
    async def knock() -> None:
        person, code = await guest_with_table(small_house)
        mates = [await Person(small_house.address).introduce(f"Mate {number}") for number in range(2)]
        sockets = [await open_socket(person, code) for _socket in range(limits.CONNECTIONS_PER_PERSON)]
        assert all([await is_let_in(socket) for socket in sockets])
        assert not await is_let_in(await open_socket(person, code))
        sockets += [await open_socket(mates[0], code) for _socket in range(40 - len(sockets))]
        assert all([await is_let_in(socket) for socket in sockets[limits.CONNECTIONS_PER_PERSON :]])
        assert not await is_let_in(await open_socket(mates[1], code))
        elsewhere = await open_socket(mates[1], code, headers={"X-Forwarded-For": "10.1.2.3"})
        assert await is_let_in(elsewhere)
        await sockets.pop().close()
        while not await is_let_in(again := await open_socket(mates[1], code)):  # as soon as it has gone
            pass
        sockets.append(again)
        for socket in (*sockets, elsewhere):
            await socket.close()

    asyncio.run(knock())


def test_rate_of_opening_websockets_is_limited(small_house: HouseProcess) -> None:
    """So nobody can try the codes of tables one after the other, nor keep the house busy with coming and going."""

    async def knock() -> None:
        person, _code = await guest_with_table(small_house)
        answers: Counter[str] = Counter()

        async def try_code(number: int) -> None:
            socket = await open_socket(person, f"CODE{number}")
            message = await socket.next()
            answers[message["code"]] += 1
            assert message["retry"] == (message["code"] == "too_fast")
            await socket.close()

        for first in range(0, 160, 20):
            await asyncio.gather(*(try_code(first + number) for number in range(20)))
        assert set(answers) == {"no_such_table", "too_fast"}
        assert answers["no_such_table"] >= 40 * limits.SOCKETS_BURST

    asyncio.run(knock())


def test_rate_of_messages_and_requests_is_limited(small_house: HouseProcess) -> None:
    async def knock() -> None:
        person, code = await guest_with_table(small_house)
        socket = await open_socket(person, code)
        assert await is_let_in(socket)
        await say(socket, PING, limits.MESSAGES_BURST)
        answers = Counter([await answer_from(socket) for _message in range(limits.MESSAGES_BURST)])
        while not answers["too_fast"]:
            await say(socket, PING, limits.MAX_FAULTS // 2)
            answers.update([await answer_from(socket) for _message in range(limits.MAX_FAULTS // 2)])
        assert set(answers) == {"pong", "too_fast"}
        assert answers["pong"] >= limits.MESSAGES_BURST - 1
        await say(socket, PING, 4 * limits.MAX_FAULTS)
        assert await until_closed(socket) == {"type": "bye", "code": "too_many_faults", "retry": False}
        codes = []
        for _request in range(200):
            try:
                await person.request("GET", f"/api/tables/{code}")
                codes.append("")
            except NotAllowed as refused:
                codes.append(refused.answer["code"])
        assert set(codes) == {"", "too_fast"}

    asyncio.run(knock())


def test_message_rate_is_shared_by_all_sockets_of_a_person(own_house: HouseProcess) -> None:
    async def knock() -> None:
        person, code = await guest_with_table(own_house)
        sockets = [await open_socket(person, code) for _socket in range(5)]
        each = limits.MESSAGES_BURST - 5
        for socket in sockets:
            await say(socket, PING, each)
        answers = Counter([await answer_from(socket) for socket in sockets for _message in range(each)])
        while not answers["too_fast"]:
            for socket in sockets:
                await say(socket, PING, 5)
            answers.update([await answer_from(socket) for socket in sockets for _message in range(5)])
        assert set(answers) == {"pong", "too_fast"}
        assert answers["pong"] >= limits.MESSAGES_PER_PERSON_BURST
        other = await Person(own_house.address).introduce("Other")
        theirs = await open_socket(other, code)
        await say(theirs, PING)
        assert await answer_from(theirs) == "pong"
        for socket in (*sockets, theirs):
            await socket.close()

    asyncio.run(knock())


def test_rate_of_minor_acts_is_limited(own_house: HouseProcess) -> None:
    async def talk() -> None:
        person, code = await guest_with_table(own_house)
        sockets = [await open_socket(person, code) for _socket in range(2)]
        for socket in sockets:
            assert await is_let_in(socket)
        await say(sockets[0], '{"type":"sit","id":"sit","seat":"A"}')
        assert await answer_from(sockets[0]) == "ack"
        answers: Counter[str] = Counter()
        for number in range(limits.MINOR_ACTS_BURST):
            for socket in sockets:
                await say(socket, f'{{"type":"say","id":"{id(socket)} {number}","phrase":"wow"}}')
                answers[await answer_from(socket)] += 1
        assert set(answers) == {"ack", "too_fast"}
        assert limits.MINOR_ACTS_BURST - 1 <= answers["ack"] < limits.MINOR_ACTS_BURST + 10
        await say(sockets[0], '{"type":"start","id":"start","fill":"puppy"}')  # what leads somewhere is done
        assert await answer_from(sockets[0]) == "ack"
        for socket in sockets:
            await socket.close()

    asyncio.run(talk())


def test_socket_without_hello_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def knock() -> None:
        async with in_process_server(tmp_path / "data") as server:
            person = await Person(server.address).introduce("Guest")
            code = (await person.request("POST", "/api/tables", {}))["code"]
            polite = await open_socket(person, code)
            assert await is_let_in(polite)
            monkeypatch.setattr(connection, "HELLO_SECONDS", 0.4)
            quiet = await open_socket(person, code)
            async with asyncio.timeout(5):
                while quiet.connection.close_code is None:
                    await say(quiet, PING)
                    await asyncio.sleep(0.05)
            assert quiet.connection.close_code == 1008
            await say(polite, PING)
            assert await answer_from(polite) == "pong"
            await polite.close()

    asyncio.run(knock())


def test_message_longer_than_64_kib_closes_the_socket(own_house: HouseProcess) -> None:
    async def knock() -> None:
        person, code = await guest_with_table(own_house)
        socket = await open_socket(person, code)
        assert await is_let_in(socket)
        text = '{"type":"name","id":"long","name":"%s"}'
        full = text % ("x" * (limits.MAX_FRAME_BYTES - len(text) + 2))
        assert len(full) == limits.MAX_FRAME_BYTES
        await socket.send(full)
        assert (await socket.wait_for_type("refused"))["code"] == "not_seated"
        await socket.send(full + " ")
        await until_closed(socket)
        assert socket.connection.close_code == 1009

    asyncio.run(knock())
