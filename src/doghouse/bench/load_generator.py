"""Simulated players at many tables, at a given rate, who measure the time to each acknowledgement."""

from __future__ import annotations

import asyncio
import json
import random
import time
from itertools import islice
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from doghouse.bench.server_processes import ServerProcess
from doghouse.bots.determinize import legal_plays
from doghouse.server.client import NotAllowed, Person
from doghouse.server.http.identity import COOKIE

MAX_PLAYS_LISTED = 6  # legal plays to choose from


class RateLimiter:
    """Spreads decisions evenly at a rate per second; without a rate, does not delay them."""

    def __init__(self, rate: float | None) -> None:
        self._gap = 0.0 if rate is None else 1 / rate
        self._next = 0.0

    async def turn(self) -> None:
        now = time.perf_counter()
        self._next = max(self._next + self._gap, now)
        await asyncio.sleep(self._next - now)


class Player:
    """One simulated player at one table."""

    def __init__(self, socket: ClientConnection, code: str, load: Load) -> None:
        self.socket = socket
        self._code = code
        self._load = load
        self._sent: dict[str, tuple[float, str]] = {}
        self._decided_at = 0  # the event number (giving: the round) of the last decision
        self._state: dict[str, Any] = {}
        self._number = 0

    async def start(self) -> None:
        """Start the game, as the host."""
        self._sent["start"] = time.perf_counter(), ""
        await self.socket.send('{"type":"start","id":"start","fill":"puppy"}')

    async def run(self) -> None:
        async for text in self.socket:
            message = msgspec.json.decode(text)
            kind = message["type"]
            if kind in ("event", "table"):
                self._number, self._state = message["number"], message["state"]
                self._decide_if_due()
            elif kind == "ack":
                self._note(message)
            elif kind == "refused":
                self._load.refused += 1
                self._decided_at = 0
                self._decide_if_due()

    def _note(self, message: dict[str, Any]) -> None:
        began, play = self._sent.pop(message["id"])
        if self._load.timing and play:
            self._load.latencies.append(time.perf_counter() - began)
        self._load.acks.setdefault(self._code, {})[message["number"]] = play

    def _decide_if_due(self) -> None:
        view, seat = self._state["view"], self._state["you"]
        if view is None or self._state["status"] != "playing" or self._state["stuck"]:
            return
        giving = view["phase"] == "give"
        if (giving and seat in view["has_given"]) or (not giving and view["turn"] != seat):
            return
        decision = view["round"] if giving else self._number
        if decision != self._decided_at and not self._sent:
            self._decided_at = decision
            self._load.start(self._decide(view, giving))

    async def _decide(self, view: dict[str, Any], giving: bool) -> None:
        await self._load.pacer.turn()
        if giving:
            message = {"type": "give", "card": view["hand"][0]}
            text = ""
        else:
            text = str(self._load.chooser.choice(list(islice(legal_plays(view), MAX_PLAYS_LISTED))))
            message = {"type": "play", "play": text}
        name = f"{view['seat']}{self._number}"
        self._sent[name] = time.perf_counter(), text
        await self.socket.send(json.dumps({**message, "id": name, "after": self._number}))


class Load:
    """All players at all tables."""

    def __init__(self, servers: list[ServerProcess], tables: int, people: int) -> None:
        self._servers = servers
        self._tables = tables
        self._people = people
        self._tasks: set[asyncio.Task[None]] = set()
        self.players: list[Player] = []
        self.hosts: dict[str, Person] = {}
        self.latencies: list[float] = []  # of plays; giving in the exchange is not timed
        self.acks: dict[str, dict[int, str]] = {}  # by table: event number and play
        self.refused = 0
        self.timing = False
        self.pacer = RateLimiter(None)
        self.chooser = random.Random(1)

    def start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def set_up(self) -> None:
        """Create the tables and seat the players."""
        gate = asyncio.Semaphore(8)

        async def set_up_gated(table: int) -> None:
            async with gate:
                await self._set_up_table(table)

        await asyncio.gather(*map(set_up_gated, range(self._tables)))

    async def _set_up_table(self, table: int) -> None:
        address = self._servers[table % len(self._servers)].address
        persons = [Person(address) for _person in range(self._people)]
        for person in persons:
            await _request_with_retry(person, "GET", "/api/me")
        made = await _request_with_retry(persons[0], "POST", "/api/tables", {"seat": "A"})
        code = made["code"]
        self.hosts[code] = persons[0]
        players: list[Player] = []  # together, the host first
        for seat, person in zip("ABCD", persons, strict=False):
            socket = await _open_socket(person, code, ping_interval=None, open_timeout=60)
            await socket.send('{"type":"hello"}')
            if seat != "A":
                await socket.send(json.dumps({"type": "sit", "id": "sit", "seat": seat}))
                while json.loads(await socket.recv())["type"] != "ack":
                    pass
            players.append(Player(socket, code, self))
        self.players += players

    async def begin(self) -> None:
        """Start all games."""
        for number, player in enumerate(self.players):
            self.start(player.run())
            if number % self._people == 0:
                await player.start()

    async def measure(self, seconds: float, rate: float | None, warm_up: float) -> tuple[float, float, list[float]]:
        """Return acknowledged plays per second, CPU seconds per play, and the sorted latencies."""
        self.pacer = RateLimiter(rate)
        await asyncio.sleep(warm_up)
        self.latencies = []
        self.timing = True
        cpu, began = self._cpu_seconds(), time.perf_counter()
        await asyncio.sleep(seconds)
        self.timing = False
        spent = time.perf_counter() - began
        done = len(self.latencies)
        return done / spent, (self._cpu_seconds() - cpu) / max(1, done), sorted(self.latencies)

    def _cpu_seconds(self) -> float:
        return sum(server.cpu_seconds() for server in self._servers)

    async def stop(self) -> int:
        """Disconnect all players; return how many acknowledged events the server has lost."""
        await asyncio.sleep(0.5)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(player.socket.close() for player in self.players))
        return sum([await self._lost(code) for code in self.hosts])

    async def _lost(self, code: str) -> int:
        async with await _open_socket(self.hosts[code], code, max_size=None) as socket:
            await socket.send('{"type":"hello","since":0}')
            missed = json.loads(await socket.recv())["missed"]
        stored = {event["number"]: event["event"] for event in missed}
        acks = self.acks.get(code, {})
        return sum(
            number not in stored or (bool(play) and stored[number].get("play") != play) for number, play in acks.items()
        )


async def _open_socket(person: Person, code: str, **options: Any) -> ClientConnection:
    address = f"ws://{person.address.removeprefix('http://')}/ws/{code}"
    return await connect(
        address, additional_headers={"Cookie": f"{COOKIE}={person.cookie}"}, compression=None, **options
    )


async def _request_with_retry(person: Person, method: str, path: str, body: Any = None) -> Any:
    """Retry when the server limits the rate: all players share one address."""
    while True:
        try:
            return await person.request(method, path, body)
        except NotAllowed as refused:
            if refused.answer.get("code") != "too_fast":
                raise
            await asyncio.sleep(0.2)
