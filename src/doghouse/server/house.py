"""The house: the tables that are being played in this process, and all they share."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import Any

from doghouse.rules.errors import InvalidRules
from doghouse.rules.rules import RULES_VERSION, Rules
from doghouse.server import limits
from doghouse.server.acts import check_rematch, checked_level
from doghouse.server.bus import Bus, LocalBus, PostgresBus
from doghouse.server.codes import new_code
from doghouse.server.duties import due_at
from doghouse.server.events import BotSat, Closed, Created, Entry, Event, Rematched, Sat, TableSettings, write_summary
from doghouse.server.fairness import commitment_to
from doghouse.server.live import LiveTable
from doghouse.server.metrics import Metrics
from doghouse.server.patience import Unavailable
from doghouse.server.refusals import Refused
from doghouse.server.settings import Settings
from doghouse.server.store import Guest, Store, TableRow
from doghouse.server.table import Seat, Table, UnknownRules, replayed
from doghouse.server.thinking import Thinkers

log = logging.getLogger("doghouse.house")

LOOK_ROUND = 1.0  # seconds between looks for tables that need the house
DUE_GRACE = 2000  # milliseconds after which a table that nobody holds is taken up
ANNOUNCE = 15.0  # seconds between announcements of who is present
FORGET = 3600.0  # seconds between clearances
IDLE = 60.0  # seconds after which a table that nobody uses leaves the memory
EVERY_TABLE = "*"
MOST_TAKEN_UP = 50  # tables at one look


class House:
    """Everything one server process has."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database_url)
        self.bus: Bus = PostgresBus(settings.database_url) if self.store.is_shared else LocalBus()
        self.thinkers = Thinkers(settings.thinkers)
        self.metrics = Metrics()
        self.process = settings.token(6)
        self.is_stopping = False
        self.tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._announcing: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        await self.store.open()
        await self.bus.start(self._heard, self._heard_again)
        self.thinkers.warm_up()
        chores = ((self._take_up_due, LOOK_ROUND), (self._announce_all, ANNOUNCE), (self._forget, FORGET))
        self._chores = [asyncio.create_task(self._again_and_again(chore, pause)) for chore, pause in chores]

    async def close(self) -> None:
        """Stop without losing anything: what is being written is finished first."""
        self.is_stopping = True
        log.info("closing", extra={"tables": len(self.tables)})
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, *self._announcing, return_exceptions=True)
        await self.bus.stop()
        await asyncio.gather(*(live.stop() for live in self.tables.values()))
        await self.thinkers.stop()
        await self.store.close()
        log.info("closed")

    # Tables.

    async def table(self, code: str) -> LiveTable:
        """A table, brought into memory if need be."""
        live = self.tables.get(code)
        if live is not None:
            live.used_at = time.monotonic()  # whoever asked for it needs some time to say hello
            return live
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code))
            self._loading[code].add_done_callback(lambda _task: self._loading.pop(code, None))
        return await asyncio.shield(self._loading[code])

    async def _load(self, code: str) -> LiveTable:
        try:
            kept = await self.store.load(code)
            if kept is None:
                raise Refused("no_such_table", code)
            row, entries = kept
            table, happenings = replayed(code, row.secret, entries)
        except Refused:
            raise
        except Unavailable:
            raise Refused("unavailable") from None
        except UnknownRules as error:
            raise Refused("other_rules", str(error)) from None
        except Exception:  # whatever is wrong with one table, the others are played
            log.exception("a table cannot be replayed", extra={"table": code})
            raise Refused("other_rules", f"table {code} cannot be replayed by this version of the house") from None
        live = LiveTable(self, table, happenings)
        now = self.settings.now()
        live.presence.away_since.update(dict.fromkeys(table.people, now))
        self.tables[code] = live
        self.metrics.tables.set(len(self.tables))
        live.schedule()
        if self.store.is_shared:
            await self._follow(live)  # what was written while it was being read
            await self._notify(f"who {code} {self.process}")
        return live

    async def create_table(self, host: Guest, settings: TableSettings, seats: Mapping[str, Seat]) -> str:
        """Set up a table with some people and bots already seated, and keep it."""
        try:
            if await self.store.unfinished_tables_of(host.id) >= limits.TABLES_PER_PERSON:
                raise Refused("too_many_tables")
            while True:
                code = new_code()
                if await self._create(code, host, settings, seats):
                    return code
        except Unavailable:
            raise Refused("unavailable") from None

    async def _create(self, code: str, host: Guest, settings: TableSettings, seats: Mapping[str, Seat]) -> bool:
        secret = self.settings.token(32)
        now = self.settings.now()
        events: list[Event] = [Created(host.id, settings, commitment_to(secret), RULES_VERSION)]
        for letter, seat in seats.items():
            if seat.guest is not None:
                events.append(Sat(letter, seat.guest, seat.name))
            elif seat.level is not None:
                events.append(BotSat(letter, seat.level))
        entries = [Entry(number, now, event) for number, event in enumerate(events, start=1)]
        table, _happenings = replayed(code, secret, entries)
        row = TableRow(
            code=code,
            secret=secret,
            host=host.id,
            public=settings.public,
            status=table.status,
            number=table.number,
            created_at=now,
            updated_at=now,
            due_at=due_at(table, self.settings.pauses),
            summary=write_summary(table.summary()),
        )
        people = {letter: seat.guest for letter, seat in table.seats.items() if seat.guest is not None}
        if not await self.store.create(row, entries, people):
            return False
        for event in events:
            self.metrics.events.labels(type(event).__struct_config__.tag).inc()
        log.info("the table is waiting", extra={"table": code, "number": table.number})
        return True

    async def rematch(self, table: Table, guest: str, rotate: bool) -> Rematched:
        """Set up the next game of the same people and bots."""
        check_rematch(table, guest)
        seats = {table.rules.after(letter) if rotate else letter: seat for letter, seat in table.seats.items()}
        plain = {letter: Seat(seat.guest, seat.name, seat.level) for letter, seat in sorted(seats.items())}
        host = Guest(guest, "", "en")
        return Rematched(await self.create_table(host, table.settings, plain))

    async def withdraw(self, code: str) -> None:
        """Close a table that was set up for a rematch when something else happened first."""
        await (await self.table(code)).append(Closed("host"))

    # Other processes.

    def announce(self, live: LiveTable) -> None:
        """Tell the other processes who is at a table through this one."""
        if not self.store.is_shared or self.is_stopping:
            return
        people = live.table.people
        here = live.presence.here() & people
        word = " ".join(["present", live.code, self.process, str(live.presence.watching_here(people)), *sorted(here)])
        task = asyncio.create_task(self._notify(word))
        self._announcing.add(task)
        task.add_done_callback(self._announcing.discard)

    async def _notify(self, word: str) -> None:
        try:
            await self.store.notify(word)
        except Unavailable:
            log.warning("others were not told")

    async def _heard(self, word: str) -> None:
        kind, *rest = word.split()
        if kind == "event" and (live := self.tables.get(rest[0])) is not None:
            if int(rest[1]) > live.table.number:
                await self._follow(live)
        elif kind == "present" and rest[1] != self.process and (live := self.tables.get(rest[0])) is not None:
            live.presence.hear(rest[1], rest[3:], int(rest[2]), self.settings.now())
            live.show_presence()
            live.schedule()
        elif kind == "who" and rest[1] != self.process:
            if rest[0] == EVERY_TABLE:
                await self._announce_all()
            elif (live := self.tables.get(rest[0])) is not None and live.viewers:
                self.announce(live)

    async def _heard_again(self) -> None:
        """The bus was lost and is back: whatever happened meanwhile is looked up."""
        codes = list(self.tables)
        if codes:
            numbers = await self.store.numbers(codes)
            for code, live in list(self.tables.items()):
                if numbers.get(code, 0) > live.table.number:
                    await self._follow(live)
            await self._notify(f"who {EVERY_TABLE} {self.process}")
        await self._announce_all()

    async def _follow(self, live: LiveTable) -> None:
        try:
            await live.catch_up()
        except Refused:
            log.warning("could not follow", extra={"table": live.code})
        except Exception:  # a newer house wrote something that this one does not know
            log.exception("could not follow", extra={"table": live.code})

    # Chores.

    async def _again_and_again(self, chore: Any, pause: float) -> None:
        while True:
            try:
                await chore()
            except (Unavailable, Refused):
                log.warning("the database is not there")
            except Exception:
                log.exception("a chore failed")
            await asyncio.sleep(pause)

    async def _take_up_due(self) -> None:
        """Look after tables that need the house although nobody is there, and let go of those that need nothing."""
        for code in await self.store.due(self.settings.now() - DUE_GRACE, MOST_TAKEN_UP):
            if code in self.tables:
                continue
            try:
                live = await self.table(code)
            except Refused as refused:
                if refused.code == "unavailable":
                    raise
                log.error("a table cannot be taken up", extra={"table": code, "refusal": refused.code})
                await self.store.undue(code)
                continue
            if live.is_idle:
                await self.store.undue(code)
        long_ago = time.monotonic() - IDLE
        for code, live in list(self.tables.items()):
            if live.is_idle and live.used_at < long_ago:
                del self.tables[code]
        self.metrics.tables.set(len(self.tables))

    async def _announce_all(self) -> None:
        if self.store.is_shared:
            for live in list(self.tables.values()):
                if live.presence.forget_silent(self.settings.now()):
                    live.show_presence()
                    live.schedule()
                if live.viewers:
                    self.announce(live)

    async def _forget(self) -> None:
        before = self.settings.now() - self.settings.keep_unfinished * 24 * 3600 * 1000
        forgotten = await self.store.forget_unfinished(before)
        if forgotten:
            log.info("unfinished tables removed", extra={"tables": forgotten})


def checked_settings(edition: str, rules: Mapping[str, Any], pace: int | None, public: bool) -> TableSettings:
    """The settings of a new table, if there is such a game."""
    if pace is not None and not limits.PACE[0] <= pace <= limits.PACE[1]:
        raise Refused("bad_pace")
    try:
        Rules.from_json(rules)  # first of all, whether they are rules
        changes = {name: value for name, value in rules.items() if name != "players"}
        found = Rules.edition(edition, rules.get("players", 4), **changes)
    except InvalidRules as error:
        raise Refused("bad_rules", str(error)) from None
    return TableSettings(found.printed or edition, found.to_json(), pace, public)


def checked_seats(settings: TableSettings, bots: Mapping[str, str], seat: str | None, host: Guest) -> dict[str, Seat]:
    """Who sits at a new table: bots, and the host if they choose a seat."""
    letters = Rules.from_json(settings.rules).seats
    for letter in [*bots, *([seat] if seat else [])]:
        if letter not in letters or len(letter) != 1:
            raise Refused("no_such_seat", letter)
    if seat in bots:
        raise Refused("seat_taken", seat or "")
    found = {letter: Seat(level=checked_level(level)) for letter, level in bots.items()}
    if seat:
        found[seat] = Seat(host.id, host.name)
    return dict(sorted(found.items()))
