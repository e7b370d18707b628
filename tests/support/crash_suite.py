"""Play at a server that crashes again and again, and check what it stores and shows."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal, get_args

from doghouse.server.client import NotAllowed, Person
from doghouse.server.protocol.phrases import PHRASES
from doghouse.server.settings import Pauses
from doghouse.server.tables.duties import next_duty
from tests.support.crash_checks import ClientLog, ExpectedHistory, StoredLog, first_message
from tests.support.crash_points import Point
from tests.support.players import decision, is_to_decide
from tests.support.server_process import HouseProcess

Moment = Point | Literal["any"]  # a named point, or any moment
POINTS: tuple[Point, ...] = get_args(Point)
MAX_PASSES = 60  # of a named point before the server crashes there
MAX_LIFETIME = 0.6  # seconds before a crash at any moment
TableRequest = tuple[dict[str, Any], int]  # of a new table, and the number of people who sit there
TABLES: list[TableRequest] = [
    ({}, 4),
    ({"rules": {"players": 3}}, 3),
    ({"rules": {"players": 2}, "pace": 600}, 2),
    ({"bots": {"B": "puppy", "D": "puppy"}}, 2),
]


async def table_with(addresses: list[str], table_request: TableRequest) -> list[ClientLog]:
    """Create a table and start its game; return the logs of the people, who use the addresses in turn, host first,
    and of a spectator at the end."""
    request, people = table_request
    persons = [Person(addresses[place % len(addresses)]) for place in range(people + 1)]
    for place, person in enumerate(persons):
        await person.introduce(f"Person {place}")
    made = await persons[0].request("POST", "/api/tables", request)
    client_logs = [ClientLog(person, made["code"]) for person in persons]
    for client_log in client_logs:
        await client_log.client.open()
    free = [seat for seat, shown in client_logs[0].client.state["seats"].items() if shown["kind"] == "empty"]
    for client_log, seat in zip(client_logs[:people], free, strict=True):
        await client_log.act("sit", seat=seat)
    host = client_logs[0]
    await host.client.until(lambda: all(shown["kind"] != "empty" for shown in host.client.state["seats"].values()))
    await host.act("start")
    return client_logs


def next_act(client_log: ClientLog, chooser: random.Random) -> tuple[str, dict[str, Any]]:
    """Choose what to do next: decide on one's turn, else say something or change one's name. The rules of the game
    would not notice if those were applied twice."""
    client = client_log.client
    if is_to_decide(client):
        kind, fields = decision(client.state["view"], chooser)
        return kind, {"after": client.number, **fields}
    if chooser.random() < 0.8:
        return "say", {"phrase": chooser.choice(PHRASES)}
    return "name", {"name": f"{len(client_log.sent)} times"}


class Players:
    """All people at all tables, playing."""

    def __init__(self, tables: list[list[ClientLog]], chooser: random.Random) -> None:
        self.client_logs = [client_log for table in tables for client_log in table]
        self._has_ended = False
        self._players = [
            asyncio.create_task(self._play(client_log, random.Random(chooser.random())))
            for table in tables
            for client_log in table[:-1]
        ]

    async def _play(self, client_log: ClientLog, chooser: random.Random) -> None:
        """Decide on every turn; do something else when a turn takes long to come, also after the game."""
        client = client_log.client
        while True:
            with contextlib.suppress(TimeoutError):
                await client.until(lambda: is_to_decide(client), chooser.uniform(0.02, 0.4))
            if self._has_ended:
                return
            kind, fields = next_act(client_log, chooser)
            try:
                await client_log.act(kind, **fields)
            except NotAllowed as refused:
                if refused.answer["code"] != "stale":
                    raise

    def check_all_play(self) -> None:
        """Raise the error of any player who failed."""
        for player in self._players:
            if player.done():
                player.result()

    def move(self, old: HouseProcess, new: HouseProcess) -> None:
        """Let clients of one server reconnect to another."""
        for client_log in self.client_logs:
            if client_log.client.person.address == old.address:
                client_log.client.person.address = new.address

    def has_seen_all_situations(self) -> bool:
        """Tell whether people have reconnected to acts stored but not acknowledged, and acknowledged but not shown."""
        found = sum((client_log.situations() for client_log in self.client_logs), Counter[str]())
        return found["unacknowledged"] > 0 and found["unseen"] > 0

    async def finish(self) -> None:
        """Let everyone finish what they have started, and start nothing more."""
        self._has_ended = True
        await asyncio.wait_for(asyncio.gather(*self._players), 60)

    async def leave(self) -> None:
        self._has_ended = True
        for player in self._players:
            player.cancel()
        await asyncio.gather(*self._players, return_exceptions=True)
        await asyncio.gather(*(client_log.client.close() for client_log in self.client_logs))


@dataclass(frozen=True)
class Plan:
    """How often to crash, and when."""

    at_each_point: int
    at_any_moment: int

    @property
    def total(self) -> int:
        return len(POINTS) * self.at_each_point + self.at_any_moment

    def moments(self, houses: int, chooser: random.Random) -> list[Moment]:
        """Return them in random order; each server crashes at any moment first, since a point is set at its start."""
        first: list[Moment] = ["any"] * houses
        later: list[Moment] = ["any"] * (self.at_any_moment - houses)
        later += POINTS * self.at_each_point
        chooser.shuffle(later)
        return first + later

    def check_done(self, crashes: Counter[Moment]) -> None:
        assert crashes["any"] >= self.at_any_moment, f"{crashes}"
        assert all(crashes[point] >= self.at_each_point for point in POINTS), f"{crashes}"


class CrashSuite:
    """Crashes of servers that share a database; the ``crashing`` ones crash in turn."""

    def __init__(self, crashing: list[HouseProcess], stored_log: StoredLog, chooser: random.Random) -> None:
        self.chooser = chooser
        self.crashes: Counter[Moment] = Counter()
        self._crashing = crashing
        self._stored_log = stored_log

    async def run(self, plan: Plan, players: Players) -> None:
        """Crash as planned, and a few times more if no person has been affected by the named points yet: the event that
        passed a point may have been a bot's."""
        await self._run(plan.moments(len(self._crashing), self.chooser), players)
        more = Plan(at_each_point=1, at_any_moment=len(self._crashing))
        for _time in range(5):
            if not players.has_seen_all_situations():
                await self._run(more.moments(len(self._crashing), self.chooser), players)

    async def _run(self, moments: list[Moment], players: Players) -> None:
        upcoming = [*moments[len(self._crashing) :], *[None] * len(self._crashing)]
        for place, (moment, next_moment) in enumerate(zip(moments, upcoming, strict=True)):
            house = self._crashing[place % len(self._crashing)]
            await self._crash(house, moment)
            self._check_stored(players, f"crash {self.crashes.total()}, at {moment}")
            players.move(house, self._crashing[(place + 1) % len(self._crashing)])
            await self._open(house, next_moment)
            players.check_all_play()

    async def _crash(self, house: HouseProcess, moment: Moment) -> None:
        process = house.process
        assert process is not None
        if moment == "any":
            await asyncio.sleep(self.chooser.uniform(0, MAX_LIFETIME))
            assert not house.has_died, house.log.read_text()[-2000:]
        else:
            await asyncio.to_thread(process.wait, 60)
        house.kill()  # and its bot processes, where it killed itself
        assert process.returncode == -signal.SIGKILL
        self.crashes[moment] += 1

    async def _open(self, house: HouseProcess, moment: Moment | None) -> None:
        if moment is None or moment == "any":
            await asyncio.to_thread(house.start)
            return
        passes = self.chooser.randint(1, MAX_PASSES)
        try:
            await asyncio.to_thread(house.start, DOGHOUSE_CRASH_AT=f"{moment}:{passes}")
        except AssertionError:
            assert house.process is not None
            if house.process.returncode != -signal.SIGKILL:
                raise  # otherwise it has started and crashed already

    def _check_stored(self, players: Players, when: str) -> None:
        stored = self._stored_log.read_after_crash()
        try:
            for table in stored.values():
                table.check()
            for client_log in players.client_logs:
                stored[client_log.code].check_acknowledged(client_log.acknowledged)
        except AssertionError as error:
            error.add_note(when)
            raise

    async def check(self, players: Players, houses: list[HouseProcess]) -> None:
        """When all have finished, check that the log is sound and that everyone has seen all of it."""
        await players.finish()
        histories = await self._histories_when_idle()
        for client_log in players.client_logs:
            client, history = client_log.client, histories[client_log.code]
            await client.until(lambda client=client, history=history: client.number == history.number)  # type: ignore[misc]
        for history in histories.values():
            history.stored.check()
            history.check_all_requested(
                [client_log for client_log in players.client_logs if client_log.code == history.stored.code]
            )
        for client_log in players.client_logs:
            histories[client_log.code].check(client_log)
            for house in houses:
                message = await first_message(client_log.client.person, house.address, client_log.code)
                histories[client_log.code].check_newcomer(message, client_log)

    async def _histories_when_idle(self) -> dict[str, ExpectedHistory]:
        """Return the tables once bots have played; a stand-in would wait for minutes."""
        for _try in range(600):
            histories = {code: ExpectedHistory(stored) for code, stored in self._stored_log.read().items()}
            duties = [
                next_duty(history.table, Pauses(0, 0), {}, history.table.people) for history in histories.values()
            ]
            if all(duty is None or duty.kind == "stand-in" for duty in duties):
                return histories
            await asyncio.sleep(0.1)
        raise AssertionError("the server does not do its duties")
