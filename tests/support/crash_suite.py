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
from tests.support.crash_checks import Diary, StoredLog, Story, first_message
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


async def table_with(addresses: list[str], table_request: TableRequest) -> list[Diary]:
    """Create a table and start its game; return the diaries of the people, who use one address after the other, the
    host first, and last of a spectator."""
    request, people = table_request
    persons = [Person(addresses[place % len(addresses)]) for place in range(people + 1)]
    for place, person in enumerate(persons):
        await person.introduce(f"Person {place}")
    made = await persons[0].request("POST", "/api/tables", request)
    diaries = [Diary(person, made["code"]) for person in persons]
    for diary in diaries:
        await diary.client.open()
    free = [seat for seat, shown in diaries[0].client.state["seats"].items() if shown["kind"] == "empty"]
    for diary, seat in zip(diaries[:people], free, strict=True):
        await diary.act("sit", seat=seat)
    host = diaries[0]
    await host.client.until(lambda: all(shown["kind"] != "empty" for shown in host.client.state["seats"].values()))
    await host.act("start")
    return diaries


def next_act(diary: Diary, chooser: random.Random) -> tuple[str, dict[str, Any]]:
    """Choose what to do next: decide on one's turn, else say something or change one's name. The rules of the game
    would not notice if those were applied twice."""
    client = diary.client
    if is_to_decide(client):
        kind, fields = decision(client.state["view"], chooser)
        return kind, {"after": client.number, **fields}
    if chooser.random() < 0.8:
        return "say", {"phrase": chooser.choice(PHRASES)}
    return "name", {"name": f"{len(diary.said)} times"}


class Players:
    """All people at all tables, playing."""

    def __init__(self, tables: list[list[Diary]], chooser: random.Random) -> None:
        self.diaries = [diary for table in tables for diary in table]
        self._has_ended = False
        self._players = [
            asyncio.create_task(self._play(diary, random.Random(chooser.random())))
            for table in tables
            for diary in table[:-1]
        ]

    async def _play(self, diary: Diary, chooser: random.Random) -> None:
        """Decide on every turn; do something else when a turn takes long to come, also after the game."""
        client = diary.client
        while True:
            with contextlib.suppress(TimeoutError):
                await client.until(lambda: is_to_decide(client), chooser.uniform(0.02, 0.4))
            if self._has_ended:
                return
            kind, fields = next_act(diary, chooser)
            try:
                await diary.act(kind, **fields)
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
        for diary in self.diaries:
            if diary.client.person.address == old.address:
                diary.client.person.address = new.address

    def has_met_all(self) -> bool:
        """Tell whether people have come back to acts stored but not acknowledged, and acknowledged but not shown."""
        found = sum((diary.situations() for diary in self.diaries), Counter[str]())
        return found["unacknowledged"] > 0 and found["unseen"] > 0

    async def rest(self) -> None:
        """Start nothing more, and wait for what has been started."""
        self._has_ended = True
        await asyncio.wait_for(asyncio.gather(*self._players), 60)

    async def leave(self) -> None:
        self._has_ended = True
        for player in self._players:
            player.cancel()
        await asyncio.gather(*self._players, return_exceptions=True)
        await asyncio.gather(*(diary.client.close() for diary in self.diaries))


@dataclass(frozen=True)
class Plan:
    """How often to crash, and when."""

    at_each_point: int
    at_any_moment: int

    @property
    def total(self) -> int:
        return len(POINTS) * self.at_each_point + self.at_any_moment

    def moments(self, houses: int, chooser: random.Random) -> list[Moment]:
        """Return them in random order; each server dies at any moment first, since a point is set at its start."""
        first: list[Moment] = ["any"] * houses
        later: list[Moment] = ["any"] * (self.at_any_moment - houses)
        later += POINTS * self.at_each_point
        chooser.shuffle(later)
        return first + later

    def check_done(self, deaths: Counter[Moment]) -> None:
        assert deaths["any"] >= self.at_any_moment, f"{deaths}"
        assert all(deaths[point] >= self.at_each_point for point in POINTS), f"{deaths}"


class CrashSuite:
    """Crashes of servers that share a database; those that are ``mortal`` crash in turn."""

    def __init__(self, mortal: list[HouseProcess], truth: StoredLog, chooser: random.Random) -> None:
        self.chooser = chooser
        self.deaths: Counter[Moment] = Counter()
        self._mortal = mortal
        self._truth = truth

    async def run(self, plan: Plan, party: Players) -> None:
        """Crash as planned, and a few times more if no person has been affected by the named points yet: the event that
        passed a point may have been a bot's."""
        await self._run(plan.moments(len(self._mortal), self.chooser), party)
        more = Plan(at_each_point=1, at_any_moment=len(self._mortal))
        for _time in range(5):
            if not party.has_met_all():
                await self._run(more.moments(len(self._mortal), self.chooser), party)

    async def _run(self, moments: list[Moment], party: Players) -> None:
        upcoming = [*moments[len(self._mortal) :], *[None] * len(self._mortal)]
        for place, (moment, next_moment) in enumerate(zip(moments, upcoming, strict=True)):
            house = self._mortal[place % len(self._mortal)]
            await self._die(house, moment)
            self._check_what_is_left(party, f"death {self.deaths.total()}, at {moment}")
            party.move(house, self._mortal[(place + 1) % len(self._mortal)])
            await self._open(house, next_moment)
            party.check_all_play()

    async def _die(self, house: HouseProcess, moment: Moment) -> None:
        process = house.process
        assert process is not None
        if moment == "any":
            await asyncio.sleep(self.chooser.uniform(0, MAX_LIFETIME))
            assert not house.has_died, house.log.read_text()[-2000:]
        else:
            await asyncio.to_thread(process.wait, 60)
        house.kill()  # and its bot processes, where it killed itself
        assert process.returncode == -signal.SIGKILL
        self.deaths[moment] += 1

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

    def _check_what_is_left(self, party: Players, when: str) -> None:
        kept = self._truth.read_after_death()
        try:
            for table in kept.values():
                table.check()
            for diary in party.diaries:
                kept[diary.code].check_acknowledged(diary.acknowledged)
        except AssertionError as error:
            error.add_note(when)
            raise

    async def check(self, party: Players, houses: list[HouseProcess]) -> None:
        """When all have finished, check that the log is sound and that everyone has seen all of it."""
        await party.rest()
        stories = await self._stories_at_rest()
        for diary in party.diaries:
            client, story = diary.client, stories[diary.code]
            await client.until(lambda client=client, story=story: client.number == story.number)  # type: ignore[misc]
        for story in stories.values():
            story.kept.check()
            story.check_all_requested([diary for diary in party.diaries if diary.code == story.kept.code])
        for diary in party.diaries:
            stories[diary.code].check(diary)
            for house in houses:
                message = await first_message(diary.client.person, house.address, diary.code)
                stories[diary.code].check_newcomer(message, diary)

    async def _stories_at_rest(self) -> dict[str, Story]:
        """Return the tables once bots have played; a stand-in would wait for minutes."""
        for _try in range(600):
            stories = {code: Story(kept) for code, kept in self._truth.read().items()}
            duties = [next_duty(story.table, Pauses(0, 0), {}, story.table.people) for story in stories.values()]
            if all(duty is None or duty.kind == "stand-in" for duty in duties):
                return stories
            await asyncio.sleep(0.1)
        raise AssertionError("the server does not do its duties")
