"""The server survives hostile messages and requests, and no table is affected by them."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from doghouse.bots.determinize import legal_plays
from doghouse.server.client import Person
from doghouse.server.fairness import verify
from doghouse.server.protocol import limits
from tests.support.clients import CLOSE, PART, PING, PONG, TEXT, RawSocket, frame
from tests.support.database import StoredHouse
from tests.support.hostile import Attacker, RecordingClient, RequestFuzzer
from tests.support.hostile_messages import CANARY, MessageFuzzer
from tests.support.players import is_to_decide, play_on
from tests.support.server_process import HouseProcess, check_log

EACH = 1900  # messages of each of eleven attackers


async def recording_table(address: str, people: str, **request: object) -> list[RecordingClient]:
    """Create a table with people on these seats; the first is the host."""
    persons = [await Person(address).introduce(f"Honest {seat}") for seat in people]
    code = (await persons[0].request("POST", "/api/tables", request))["code"]
    clients = [RecordingClient(person, code) for person in persons]
    for client, seat in zip(clients, people, strict=True):
        await client.open()
        await client.act("sit", "sit", seat=seat)
    return clients


async def attacker_at(
    clients: list[RecordingClient], name: str, seat: str | None = None, says_hello: bool = True
) -> Attacker:
    """Return an attacker at the table: on a seat, or a spectator."""
    person = await Person(clients[0].person.address).introduce(f"{CANARY} {name}")
    others = "".join(letter for letter in clients[0].state["seats"] if letter != seat)
    if seat is not None:
        sitting = RecordingClient(person, clients[0].code)
        await sitting.open()
        await sitting.act("sit", "sit", seat=seat)
        await sitting.close()
    sent = clients[-1].sent  # grows while they play
    return Attacker(person, clients[0].code, MessageFuzzer(random.Random(name), others, sent), says_hello)


async def waiting_turn_table(address: str) -> tuple[list[RecordingClient], Attacker]:
    """Create a table where the host is to play, and an attacker opposite who tries to play for them."""
    clients = await recording_table(address, "A", rules={"players": 2})
    attacker = await attacker_at(clients, "opposite", seat="C")
    host, opposite = clients[0], RecordingClient(attacker.person, clients[0].code)
    await opposite.open()
    await host.act("start", "start")
    while not is_to_decide(host):
        await opposite.until(lambda: is_to_decide(opposite) or is_to_decide(host))
        if is_to_decide(opposite):
            await play_on(opposite, random.Random(1), "first", limit=1)
        await host.until(lambda: host.number >= opposite.number)
    await opposite.close()
    attacker.fuzzer.legal_plays = [str(play) for play in itertools.islice(legal_plays(host.state["view"]), 10)]
    return clients, attacker


async def play_all(clients: list[RecordingClient]) -> None:
    """Let everyone play until the game is over and its seed is revealed, however long that takes."""

    async def play(client: RecordingClient) -> None:
        while not client.is_revealed:
            with contextlib.suppress(TimeoutError):
                await play_on(client, random.Random(client.code), "play")
                await client.until(lambda: client.is_revealed)

    await asyncio.gather(*map(play, clients))


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[HouseProcess]:
    """A server that allows many connections from one address."""
    running = HouseProcess(tmp_path / "data", "--per-address", "1000").start()
    yield running
    running.kill()


def test_twenty_thousand_hostile_messages(open_house: HouseProcess) -> None:
    house = open_house
    attackers: list[Attacker] = []
    clients: list[RecordingClient] = []

    async def storm() -> None:
        pairs = await recording_table(house.address, "ABC")
        alone = await recording_table(house.address, "AC", rules={"players": 3})
        waiting = await recording_table(house.address, "AC", rules={"players": 2})
        elsewhere = await recording_table(house.address, "AC", bots={"B": "puppy", "D": "companion"})
        pondering, opposite = await waiting_turn_table(house.address)
        clients.extend([*pairs, *alone, *waiting, *elsewhere, *pondering])
        attackers.extend(
            [
                await attacker_at(pairs, "at D", seat="D"),
                await attacker_at(alone, "at B", seat="B"),
                *[await attacker_at(pairs, f"looking on {number}") for number in range(3)],
                *[await attacker_at(alone, f"looking on {number}") for number in range(2)],
                *[await attacker_at(waiting, f"waiting {number}") for number in range(2)],
                await attacker_at(pairs, "silent", says_hello=False),
                opposite,
            ]
        )
        for table in (pairs, alone, elsewhere):
            await table[0].act("start", "start")
        playing = asyncio.gather(play_all(pairs), play_all(alone))
        await asyncio.gather(play_all(elsewhere), *(attacker.attack(EACH) for attacker in attackers))
        assert is_to_decide(pondering[0]), "nobody else has made that play"
        for table, seat in ((pairs, "D"), (alone, "B"), (pondering, "C")):  # who did not play is replaced
            await table[0].act("bot", "replace", seat=seat, level="puppy")
        await asyncio.gather(playing, play_all(pondering))
        await waiting[0].act("start", "start")
        await play_all(waiting)
        for table in (pairs, alone, waiting, elsewhere, pondering):
            record = await table[0].person.request("GET", f"/api/tables/{table[0].code}/record")
            assert all(check.holds for check in verify(record))
        for client in clients:
            await client.close()

    asyncio.run(storm())
    assert house.is_open()
    assert house.stop() == 0
    stored = StoredHouse(house.data)
    assert len(stored.codes) == 5
    for client in clients:
        stored.check_seen(client)
    people = [*(client.person for client in clients), *(attacker.person for attacker in attackers)]
    secrets = {*stored.secrets(), *(person.cookie for person in people)}
    check_log(house, {*secrets, CANARY, "Honest"})
    for attacker in attackers:
        for text in attacker.responses:
            assert not any(secret in text for secret in secrets)
    made = sum((attacker.fuzzer.made for attacker in attackers), Counter())
    answers = sum((attacker.answers for attacker in attackers), Counter())
    assert sum(attacker.answered for attacker in attackers) >= 20_000
    assert min(made.values()) >= 100, made
    assert {"not_a_message", "not_seated", "not_host", "illegal", "stale", "say_hello", "seat_taken", "ack"} <= set(
        answers
    )
    assert sum(attacker.kicked for attacker in attackers) >= 100


FRAMES = {
    "more than 64 KiB": (frame(TEXT, b"x" * (limits.MAX_FRAME_BYTES + 1)), 1009),
    "more than 64 KiB in parts": (frame(TEXT, b"x" * 40_000, last=False) + frame(PART, b"x" * 40_000), 1009),
    "a length of 64 KiB and one": (b"\x81\xff" + (limits.MAX_FRAME_BYTES + 1).to_bytes(8, "big"), 1009),
    "a length of 2**64 - 1": (b"\x81\xff" + b"\xff" * 8, 1009),
    "no UTF-8": (frame(TEXT, b'{"type":"hello"}\xff\xfe'), 1007),
    "no UTF-8 in parts": (frame(TEXT, b"\xe2\x82", last=False) + frame(PART, b"\x28"), 1007),
    "a surrogate in UTF-8": (frame(TEXT, b"\xed\xa0\x80"), 1007),
    "an unknown kind": (frame(3, b"x"), 1002),
    "reserved bits": (b"\xf1" + frame(TEXT, b"x")[1:], 1002),
    "no mask": (b"\x81\x02{}", 1002),
    "a long ping": (frame(PING, b"x" * 126), 1002),
    "a ping in parts": (frame(PING, b"x", last=False), 1002),
    "a part of nothing": (frame(PART, b"x"), 1002),
    "a short close": (frame(CLOSE, b"\x03"), 1002),
    "a close that is no UTF-8": (frame(CLOSE, b"\x03\xe8\xff"), 1007),
    "very many pings": (frame(PING, b"") * 50_000, None),
    "very many pongs": (frame(PONG, b"") * 50_000, None),
    "very many parts": (frame(TEXT, b"", last=False) + frame(PART, b"", last=False) * 50_000, None),
    "very many messages": (frame(TEXT, b"{}") * 50_000, 1008),
}


def test_invalid_frames_close_the_socket(own_house: HouseProcess) -> None:
    async def throw() -> None:
        clients = await recording_table(own_house.address, "AC", rules={"players": 2})
        person, code = clients[0].person, clients[0].code
        for name, (data, expected) in FRAMES.items():
            for says_hello in (False, True):
                peer = await asyncio.to_thread(RawSocket, person, code)
                if says_hello:
                    peer.send_text('{"type":"hello"}')
                found = await asyncio.to_thread(close_code_after, peer, data)
                hung_up = len(data) > limits.MAX_FRAME_BYTES  # before all was sent, so that the close code may be lost
                assert found == expected or (hung_up and found is None), name
        await clients[0].act("start", "start")
        await play_all(clients)
        for client in clients:
            await client.close()

    asyncio.run(throw())
    assert own_house.stop() == 0
    check_log(own_house, ["Honest"])


def close_code_after(peer: RawSocket, data: bytes) -> int | None:
    """Send data and return the code with which the server closes the socket, perhaps before all of it was sent."""
    with contextlib.suppress(ConnectionError):
        peer.send(data)
    try:
        return peer.close_code()
    finally:
        peer.close()


REQUESTS = 1200


def test_hostile_http_requests(own_house: HouseProcess) -> None:
    statuses: Counter[int] = Counter()

    def make(requests: RequestFuzzer) -> None:
        for _request in range(REQUESTS // 4):
            request = requests.next()
            connection = http.client.HTTPConnection("127.0.0.1", own_house.port, timeout=60)
            connection.putrequest(request.method, request.path, skip_accept_encoding=True)
            for name, value in {**request.headers, "Content-Length": str(len(request.body))}.items():
                connection.putheader(name, value.encode("latin-1"))
            connection.endheaders(request.body)
            with connection.getresponse() as answer:
                text = answer.read().decode()
                statuses[answer.status] += 1
            connection.close()
            assert answer.status < 500, (request, text)
            assert "Traceback" not in text

    async def storm() -> list[RecordingClient]:
        clients = await recording_table(own_house.address, "AC", rules={"players": 2})
        cookies = [client.person.cookie for client in clients]
        makers = [RequestFuzzer(random.Random(number), [clients[0].code], cookies) for number in range(4)]
        await clients[0].act("start", "start")
        await asyncio.gather(play_all(clients), *(asyncio.to_thread(make, maker) for maker in makers))
        for client in clients:
            await client.close()
        return clients

    clients = asyncio.run(storm())
    assert own_house.stop() == 0
    stored = StoredHouse(own_house.data)
    for client in clients:
        stored.check_seen(client)
    check_log(own_house, {*stored.secrets(), *(client.person.cookie for client in clients), CANARY, "Honest"})
    assert sum(statuses.values()) == REQUESTS
    assert {200, 201, 400, 403, 404, 405} <= set(statuses)


@pytest.mark.parametrize(
    "headers", [b"X-Long: " + b"x" * 20_000 + b"\r\n", b"".join(b"X-%d: 1\r\n" % n for n in range(300))]
)
def test_too_long_handshake_is_rejected(own_house: HouseProcess, headers: bytes) -> None:
    person = Person(own_house.address)
    person.request_now("POST", "/api/me", {"name": "Long"})
    peer = RawSocket(person, "NOSUCH", headers)
    assert b"101 Switching" not in peer.answer
    assert peer.read() is None
    peer.close()
