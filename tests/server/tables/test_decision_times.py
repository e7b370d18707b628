"""The time of an automatic decision tells nothing about the hand: bots think during their pause."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, closing
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from doghouse.bots.determinize import legal_plays
from doghouse.server.client import Person, TableClient
from doghouse.server.house import House
from doghouse.server.protocol.events import Entry, Event, Gave, Played, Said, Started
from doghouse.server.settings import Pauses, Settings
from doghouse.server.storage.guests import Guest
from doghouse.server.tables.live_table import LiveTable
from doghouse.server.tables.new_table import validate_settings
from doghouse.server.tables.table import Seat, Table
from tests.support.server_process import HouseProcess

HOST, GUEST = (Guest(letter * 32, letter, "en") for letter in "hg")
SECRET = "5eed" * 16
PAUSE = 400  # ms
TOLERANCE = 100  # ms; quick and slow decisions differ by more
CLOCK = 5  # ms by which the clock and the timers of the event loop may differ
QUICK, SLOW = 0.01, 0.25  # seconds of thinking, less than the pause
DECISIONS = 2000  # of the long test
OPENING = 10  # events of a table that are no decisions, at most
TABLES = 3  # of the long test at once; more would overload two cores


class SlowPool:
    """Plays the first legal play, sooner if there is only one."""

    def __init__(self, quick: float = QUICK, slow: float = SLOW) -> None:
        self._quick, self._slow = quick, slow
        self.asked = 0
        self.cancelled = 0

    async def decide(self, _level: str, _seed: int, view: dict[str, Any], **_more: object) -> str:
        self.asked += 1
        giving = view["phase"] == "give"
        options = view["hand"] if giving else [str(play) for play in islice(legal_plays(view), 2)]
        is_quick = self.asked % 2 if giving else len(options) == 1
        try:
            await asyncio.sleep(self._quick if is_quick else self._slow)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return str(options[0])

    async def stop(self) -> None:
        pass


class Onlooker:
    """A viewer that ignores what it is sent."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest

    def send(self, text: str) -> None:
        pass


@asynccontextmanager
async def table_with(
    data: Path, pool: SlowPool, people: dict[str, Guest], players: int = 2, **pauses: int
) -> AsyncIterator[LiveTable]:
    """A running game of people, who are present, and bots, in a house with the real clock."""
    data.mkdir()
    times = Pauses(**{"bot": PAUSE, "fold": PAUSE, "away": 60_000, **pauses})
    house = House(Settings(data=data, pauses=times, token=lambda _bytes: SECRET))  # always the same deals
    await house.open()
    await house.bot_pool.stop()
    house.bot_pool = pool  # type: ignore[assignment]
    settings = validate_settings("xl", {"players": players}, None, False)
    seats = {seat: Seat(guest.id, guest.name) for seat, guest in people.items()}
    live = await house.table(await house.create_table(HOST, settings, seats))
    for guest in people.values() or [HOST]:
        live.join(Onlooker(guest), None)
    bots = dict.fromkeys(live.table.empty_seats, "wolf")
    assert await live.append(Started(bots, live.table.seeds(), dict.fromkeys(live.table.seats, "name")))
    try:
        yield live
    finally:
        await house.close()


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(60):
            await work()

    asyncio.run(limited())


async def happens(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.005)


def decisions(entries: Iterable[Entry]) -> list[tuple[int, str]]:
    """Return how many milliseconds after the opening of the decision each play came, and which it was."""
    plays = [entry for entry in entries if isinstance(entry.event, Started | Played)]
    return [(after.at - before.at, after.event.play) for before, after in pairwise(plays)]  # type: ignore[union-attr]


def entries_of(live: LiveTable) -> list[Entry]:
    return [effects.entry for effects in live.history]


def number_of(live: LiveTable, kind: type[Gave] | type[Played]) -> int:
    return sum(isinstance(entry.event, kind) for entry in entries_of(live))


def test_bots_publish_after_the_pause_however_long_they_think(tmp_path: Path) -> None:
    async def play() -> None:
        pool = SlowPool()
        async with table_with(tmp_path / "data", pool, {}) as live:
            await happens(lambda: number_of(live, Played) >= 8 and decisions(entries_of(live))[-1][1] == "fold")
            found = decisions(entries_of(live))
            assert all(PAUSE - CLOCK <= time < PAUSE + TOLERANCE for time, _play in found), found
            assert pool.asked - sum(play != "fold" for _time, play in found) in (0, 1), "each is computed once"

    run(play)


def test_bots_give_at_the_same_moment(tmp_path: Path) -> None:
    async def play() -> None:
        async with table_with(tmp_path / "data", SlowPool(), {}, players=4) as live:
            began = live.table.at
            await happens(lambda: number_of(live, Gave) == 4)
            gifts = [entry for entry in entries_of(live) if isinstance(entry.event, Gave)]
            assert all(PAUSE - CLOCK <= gift.at - began < PAUSE + TOLERANCE for gift in gifts)
            assert [gift.event.seat for gift in gifts] == list("ABCD")  # type: ignore[union-attr]

    run(play)


def test_longer_thoughts_are_published_at_a_multiple_of_the_pause(tmp_path: Path) -> None:
    async def play() -> None:
        async with table_with(tmp_path / "data", SlowPool(1.2 * PAUSE / 1000, 1.6 * PAUSE / 1000), {}) as live:
            await happens(lambda: sum(play != "fold" for _time, play in decisions(entries_of(live))) == 4)
            times = [time for time, play in decisions(entries_of(live)) if play != "fold"]
            assert all(2 * PAUSE - CLOCK <= time < 2 * PAUSE + TOLERANCE for time in times), times

    run(play)


def test_stand_in_publishes_when_the_time_away_is_over(tmp_path: Path) -> None:
    async def play() -> None:
        pool = SlowPool(SLOW, SLOW)
        async with table_with(tmp_path / "data", pool, {"A": HOST, "C": GUEST}, away=2 * PAUSE, fold=20) as live:
            await _leave_person_to_move(live)
            since, number = live.context.settings.now(), number_of(live, Played)
            await asyncio.sleep(0.5 * PAUSE / 1000)
            assert pool.asked == 0, "it thinks shortly before"
            await happens(lambda: number_of(live, Played) > number)
            assert 2 * PAUSE - CLOCK <= entries_of(live)[-1].at - since < 2 * PAUSE + TOLERANCE

    run(play)


async def _leave_person_to_move(live: LiveTable) -> Onlooker:
    """Wait until a person can play, and disconnect this person."""
    await happens(lambda: not live.table.must_fold)
    mover = live.table.seats[live.table.to_decide()].guest
    viewer = next(viewer for viewer in live.viewers if viewer.guest.id == mover)
    live.leave(viewer)
    assert isinstance(viewer, Onlooker)
    return viewer


def test_stand_in_is_dropped_when_the_person_comes_back(tmp_path: Path) -> None:
    async def play() -> None:
        pool = SlowPool(SLOW, SLOW)
        async with table_with(tmp_path / "data", pool, {"A": HOST, "C": GUEST}, away=2 * PAUSE, fold=20) as live:
            viewer = await _leave_person_to_move(live)
            await happens(lambda: pool.asked == 1)
            number = live.table.number
            live.join(viewer, None)
            await asyncio.sleep(3 * PAUSE / 1000)
            assert (live.table.number, pool.asked, pool.cancelled) == (number, 1, 1)

    run(play)


def test_phrase_does_not_compute_a_decision_again(tmp_path: Path) -> None:
    async def play() -> None:
        pool = SlowPool(SLOW, SLOW)
        async with table_with(tmp_path / "data", pool, {}) as live:
            await happens(lambda: pool.asked == 1)
            number, opened = number_of(live, Played), live.table.decision_at
            assert await live.append(Said("A", "hello"))
            await happens(lambda: number_of(live, Played) > number)
            assert PAUSE - CLOCK <= entries_of(live)[-1].at - opened < PAUSE + TOLERANCE
            assert pool.cancelled == 0

    run(play)


def test_bot_stops_thinking_while_nobody_is_present(tmp_path: Path) -> None:
    async def play() -> None:
        pool = SlowPool(SLOW, SLOW)
        async with table_with(tmp_path / "data", pool, {}) as live:
            await happens(lambda: pool.asked == 1)
            (viewer,) = live.viewers
            live.leave(viewer)
            number = live.table.number
            await asyncio.sleep(2 * PAUSE / 1000)
            assert (live.table.number, pool.asked, pool.cancelled) == (number, 1, 1)
            live.join(viewer, None)
            await happens(lambda: live.table.number > number)
            assert pool.asked >= 2

    run(play)


def test_stopping_cancels_a_thought(tmp_path: Path) -> None:
    async def play() -> None:
        pool = SlowPool(3600, 3600)
        async with table_with(tmp_path / "data", pool, {}) as live:
            await happens(lambda: pool.asked == 1)
            await asyncio.wait_for(live.stop(), 5)
            assert pool.cancelled == 1

    run(play)


# The long test, with real bots.


def auc(lower: list[int], higher: list[int]) -> float:
    """Return how often a value of the second list is higher than one of the first; ties count half."""
    wins = sum((high > low) + (high == low) / 2 for low in lower for high in higher)
    return wins / (len(lower) * len(higher))


def times_by_choice(data: Path) -> tuple[list[int], list[int]]:
    """Return the times of all decisions of bots with one legal play (or a fold), and of those with more."""
    one: list[int] = []
    more: list[int] = []
    with closing(sqlite3.connect(data / "doghouse.db")) as database:
        for code, secret in database.execute("SELECT code, secret FROM tables").fetchall():
            table = Table(code, secret)
            rows = database.execute("SELECT number, at, event FROM events WHERE code = ? ORDER BY number", (code,))
            for number, at, text in rows:
                event = msgspec.json.decode(text, type=Event)
                if isinstance(event, Played) and event.by == "bot" and table.game is not None:
                    is_forced = len(list(islice(table.game.plays(), 2))) == 1
                    (one if is_forced else more).append(at - table.decision_at)
                table.apply(Entry(number, at, event))
    return one, more


@pytest.mark.soak
def test_time_does_not_tell_one_legal_play_from_more(tmp_path: Path) -> None:
    house = HouseProcess(tmp_path / "data", "--bot-pause", "1.2").start()

    async def play() -> None:
        host = await Person(house.address).introduce("Host")
        decided = 0
        running = [await _table_of_wolves(host) for _table in range(TABLES)]
        while decided + sum(client.number - OPENING for client in running) < DECISIONS:
            await asyncio.sleep(1)
            for client in [client for client in running if client.state["status"] == "over"]:
                decided += client.number - OPENING
                running.remove(client)
                await client.close()
                running.append(await _table_of_wolves(host))
        for client in running:
            await client.close()

    try:
        asyncio.run(play())
    finally:
        house.kill()
    one, more = times_by_choice(house.data)
    found = auc(one, more)
    print(f"AUC {found:.3f} from {len(one)} forced decisions and {len(more)} others")
    print(f"forced {min(one)} to {max(one)} ms, others {min(more)} to {max(more)} ms")
    assert len(one) + len(more) >= DECISIONS
    assert 0.45 <= found <= 0.55


async def _table_of_wolves(host: Person) -> TableClient:
    request = {"rules": {"players": 2}, "bots": dict.fromkeys("AC", "wolf")}
    code = (await host.request("POST", "/api/tables", request))["code"]
    client = await TableClient(host, code).open()
    await client.act("start", "start")
    return client
