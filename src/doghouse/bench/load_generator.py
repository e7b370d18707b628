"""People who play at many tables at once, as fast as they are told to, and note how long each acknowledgement takes."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from doghouse.bench.server_processes import Houses
from doghouse.bots.determinize import legal_plays
from doghouse.server.client import NotAllowed, Person
from doghouse.server.http.identity import COOKIE

MOST_LOOKED_AT = 6  # legal plays from which one is chosen


@dataclass
class Ledger:
    """What was acknowledged, and how long it took for each play; gifts in the exchange are done but not counted."""

    seconds: list[float] = field(default_factory=list)
    kept: dict[str, dict[int, str]] = field(default_factory=dict)  # by table: number and what was played
    refused: int = 0
    counts: bool = False  # only while it does, times are noted


class Pacer:
    """Lets so many decisions through a second, evenly; without a rate, all at once."""

    def __init__(self, rate: float | None) -> None:
        self._gap = 0.0 if rate is None else 1 / rate
        self._next = 0.0

    async def turn(self) -> None:
        if not self._gap:
            return
        now = time.perf_counter()
        self._next = max(self._next + self._gap, now)
        await asyncio.sleep(self._next - now)


class Player:
    """One person at one table."""

    def __init__(self, person: Person, address: str, code: str, load: Load) -> None:
        self._person = person
        self._address = address
        self._code = code
        self._load = load
        self._sent: dict[str, tuple[float, str]] = {}
        self._asked = 0  # the number of the event at which a decision was made last
        self._state: dict[str, Any] = {}
        self._number = 0
        self.socket: ClientConnection | None = None

    async def open(self) -> None:
        self.socket = await connect(
            f"ws://{self._address.removeprefix('http://')}/ws/{self._code}",
            additional_headers={"Cookie": f"{COOKIE}={self._person.cookie}"},
            compression=None,
            ping_interval=None,
            open_timeout=60,
        )
        await self.socket.send('{"type":"hello"}')

    async def run(self) -> None:
        assert self.socket is not None
        async for text in self.socket:
            message = msgspec.json.decode(text)
            kind = message["type"]
            if kind in ("event", "table"):
                self._number, self._state = message["number"], message["state"]
                self._consider()
            elif kind == "ack":
                self._note(message)
            elif kind == "refused":
                self._load.ledger.refused += 1
                self._asked = 0
                self._consider()

    def _note(self, message: dict[str, Any]) -> None:
        began, play = self._sent.pop(message["id"])
        ledger = self._load.ledger
        if ledger.counts and play:
            ledger.seconds.append(time.perf_counter() - began)
        ledger.kept.setdefault(self._code, {})[message["number"]] = play

    def _consider(self) -> None:
        view, seat = self._state["view"], self._state["you"]
        if view is None or self._state["status"] != "playing" or self._state["stuck"]:
            return
        giving = view["phase"] == "give"
        if (giving and seat in view["has_given"]) or (not giving and view["turn"] != seat):
            return
        decision = view["round"] if giving else self._number
        if decision != self._asked and not self._sent:
            self._asked = decision
            self._load.start(self._decide(view, giving))

    async def _decide(self, view: dict[str, Any], giving: bool) -> None:
        await self._load.pacer.turn()
        if giving:
            message = {"type": "give", "card": view["hand"][0]}
            text = ""
        else:
            plays = []
            for play in legal_plays(view):
                plays.append(str(play))
                if len(plays) == MOST_LOOKED_AT:
                    break
            text = self._load.chooser.choice(plays)
            message = {"type": "play", "play": text}
        name = f"{view['seat']}{self._number}"
        self._sent[name] = time.perf_counter(), text
        assert self.socket is not None
        await self.socket.send(json.dumps({**message, "id": name, "after": self._number}))


class Load:
    """All people at all tables."""

    def __init__(self, houses: Houses, tables: int, people: int) -> None:
        self._houses = houses
        self._tables = tables
        self._people = people
        self._tasks: set[asyncio.Task[None]] = set()
        self.players: list[Player] = []
        self.hosts: dict[str, Person] = {}
        self.ledger = Ledger()
        self.pacer = Pacer(None)
        self.chooser = random.Random(1)

    def start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def set_up(self) -> None:
        """Set up the tables and seat everyone; the last to sit down starts the game."""
        gate = asyncio.Semaphore(8)

        async def one(table: int) -> None:
            async with gate:
                await self._set_up_table(table)

        await asyncio.gather(*(one(table) for table in range(self._tables)))

    async def _set_up_table(self, table: int) -> None:
        address = self._houses.all[table % len(self._houses.all)].address
        persons = [Person(address) for _person in range(self._people)]
        for person in persons:
            await _patiently(person, "GET", "/api/me")
        made = await _patiently(persons[0], "POST", "/api/tables", {"seat": "A"})
        code = made["code"]
        self.hosts[code] = persons[0]
        players = [Player(person, address, code, self) for person in persons]
        for seat, player in zip("ABCD", players, strict=False):
            await player.open()
            assert player.socket is not None
            if seat != "A":
                await player.socket.send(json.dumps({"type": "sit", "id": "sit", "seat": seat}))
                while json.loads(await player.socket.recv())["type"] != "ack":
                    pass
        self.players += players

    async def begin(self) -> None:
        """Start all games."""
        for number, player in enumerate(self.players):
            self.start(player.run())
            if number % self._people == 0:
                assert player.socket is not None
                player._sent["start"] = time.perf_counter(), ""
                await player.socket.send('{"type":"start","id":"start","fill":"puppy"}')

    async def measure(self, seconds: float, rate: float | None, warm_up: float) -> tuple[float, float, list[float]]:
        """Acknowledged plays a second, processor seconds for each, and the times."""
        self.pacer = Pacer(rate)
        await asyncio.sleep(warm_up)
        self.ledger.seconds = []
        self.ledger.counts = True
        cpu, began = self._houses.cpu_seconds(), time.perf_counter()
        await asyncio.sleep(seconds)
        self.ledger.counts = False
        spent = time.perf_counter() - began
        done = len(self.ledger.seconds)
        return done / spent, (self._houses.cpu_seconds() - cpu) / max(1, done), sorted(self.ledger.seconds)

    async def stop(self) -> int:
        """Let everyone go; then look whether everything acknowledged was kept. How much was lost."""
        await asyncio.sleep(0.5)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(player.socket.close() for player in self.players if player.socket is not None))
        return sum([await self._lost(code) for code in self.hosts])

    async def _lost(self, code: str) -> int:
        person = self.hosts[code]
        headers = {"Cookie": f"{COOKIE}={person.cookie}"}
        address = f"ws://{person.address.removeprefix('http://')}/ws/{code}"
        async with connect(address, additional_headers=headers, max_size=None, compression=None) as socket:
            await socket.send('{"type":"hello","since":0}')
            missed = json.loads(await socket.recv())["missed"]
        there = {event["number"]: event["event"] for event in missed}
        kept = self.ledger.kept.get(code, {})
        return sum(
            number not in there or (bool(play) and there[number].get("play") != play) for number, play in kept.items()
        )


async def _patiently(person: Person, method: str, path: str, body: Any = None) -> Any:
    """All come from one address here: wait where the house says so."""
    while True:
        try:
            return await person.request(method, path, body)
        except NotAllowed as refused:
            if refused.answer.get("code") != "too_fast":
                raise
            await asyncio.sleep(0.2)
