"""Houses that die again and again while people play, and what has to hold after each death and in the end."""

from __future__ import annotations

import asyncio
import random
import signal
from collections import Counter
from dataclasses import dataclass
from typing import Literal, get_args

from doghouse.server.settings import Pauses
from doghouse.server.tables.duties import next_duty
from tests.support.crash_points import Party
from tests.support.crash_story import Story, first_word
from tests.support.crash_truth import Truth
from tests.support.crashing_server import Point
from tests.support.server_process import HouseProcess

Moment = Point | Literal["any"]  # a named point, or any moment
POINTS: tuple[Point, ...] = get_args(Point)
MOST_PASSES = 60  # of a named point, before the house dies there
LONGEST_LIFE = 0.6  # seconds after which it dies at the latest, if at any moment


@dataclass(frozen=True)
class Plan:
    """How often to die, and when."""

    at_each_point: int
    at_any_moment: int

    @property
    def total(self) -> int:
        return len(POINTS) * self.at_each_point + self.at_any_moment

    def moments(self, houses: int, chooser: random.Random) -> list[Moment]:
        """In some order; but a house has to be opened for its named point, so each dies at any moment first."""
        first: list[Moment] = ["any"] * houses
        later: list[Moment] = ["any"] * (self.at_any_moment - houses)
        later += POINTS * self.at_each_point
        chooser.shuffle(later)
        return first + later

    def check_carried_out(self, deaths: Counter[Moment]) -> None:
        assert deaths["any"] >= self.at_any_moment, f"{deaths}"
        assert all(deaths[point] >= self.at_each_point for point in POINTS), f"{deaths}"


class Ordeal:
    """What houses that share a database go through; those that are ``mortal`` die in turn."""

    def __init__(self, mortal: list[HouseProcess], truth: Truth, chooser: random.Random) -> None:
        self.chooser = chooser
        self.deaths: Counter[Moment] = Counter()
        self._mortal = mortal
        self._truth = truth

    async def go_through(self, plan: Plan, party: Party) -> None:
        """Die as planned; and a few times more if the people have not met yet what the named points are for: the event
        that passed a point may have been a bot's."""
        await self._go_through(plan.moments(len(self._mortal), self.chooser), party)
        more = Plan(at_each_point=1, at_any_moment=len(self._mortal))
        for _time in range(5):
            if not party.has_met_all():
                await self._go_through(more.moments(len(self._mortal), self.chooser), party)

    async def _go_through(self, moments: list[Moment], party: Party) -> None:
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
            await asyncio.sleep(self.chooser.uniform(0, LONGEST_LIFE))
            assert not house.has_died, house.log.read_text()[-2000:]
        else:
            await asyncio.to_thread(process.wait, 60)
        house.kill()  # where it killed itself, its thinkers
        assert process.returncode == -signal.SIGKILL
        self.deaths[moment] += 1

    async def _open(self, house: HouseProcess, moment: Moment | None) -> None:
        if moment is None or moment == "any":
            await asyncio.to_thread(house.start)
            return
        passes = self.chooser.randint(1, MOST_PASSES)
        try:
            await asyncio.to_thread(house.start, DOGHOUSE_CRASH_AT=f"{moment}:{passes}")
        except AssertionError:
            assert house.process is not None
            if house.process.returncode != -signal.SIGKILL:
                raise  # otherwise people were so quick that it has opened and died already

    def _check_what_is_left(self, party: Party, when: str) -> None:
        kept = self._truth.read_after_death()
        try:
            for table in kept.values():
                table.check()
            for diary in party.diaries:
                kept[diary.code].check_acknowledged(diary.acknowledged)
        except AssertionError as error:
            error.add_note(when)
            raise

    async def check(self, party: Party, houses: list[HouseProcess]) -> None:
        """All have come to rest: the log is sound, and everyone stands where one who never left does."""
        await party.rest()
        stories = await self._stories_at_rest()
        for diary in party.diaries:
            client, story = diary.client, stories[diary.code]
            await client.until(lambda client=client, story=story: client.number == story.number)  # type: ignore[misc]
        for story in stories.values():
            story.kept.check()
            story.check_nothing_unasked([diary for diary in party.diaries if diary.code == story.kept.code])
        for diary in party.diaries:
            stories[diary.code].check(diary)
            for house in houses:
                message = await first_word(diary.client.person, house.address, diary.code)
                stories[diary.code].check_newcomer(message, diary)

    async def _stories_at_rest(self) -> dict[str, Story]:
        """The tables once bots have done what they had to; a stand-in would wait for minutes."""
        for _try in range(600):
            stories = {code: Story(kept) for code, kept in self._truth.read().items()}
            duties = [next_duty(story.table, Pauses(0, 0), {}, story.table.people) for story in stories.values()]
            if all(duty is None or duty.kind == "stand-in" for duty in duties):
                return stories
            await asyncio.sleep(0.1)
        raise AssertionError("the house does not do its duties")
