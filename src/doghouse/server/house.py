"""The house: the tables that are being played in this process, and all they share."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import Any

from doghouse.server.bot_pool import BotPool
from doghouse.server.metrics import Metrics
from doghouse.server.protocol import limits
from doghouse.server.protocol.events import TableSettings
from doghouse.server.protocol.refusals import Refused
from doghouse.server.rate_limit import TokenBuckets
from doghouse.server.settings import Settings
from doghouse.server.storage.bus import Bus, LocalBus, PostgresBus
from doghouse.server.storage.guests import Guest
from doghouse.server.storage.store import Store
from doghouse.server.storage.table_rows import CodeTaken, TableInsert
from doghouse.server.storage.timeouts import DatabaseUnavailable
from doghouse.server.tables.acts import check_rematch
from doghouse.server.tables.live_table import LiveTable
from doghouse.server.tables.new_table import new_table, seats_of_next_game
from doghouse.server.tables.presence import TablePresence
from doghouse.server.tables.table import Seat, Table, UnknownRules, replay_log

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
        self.bot_pool = BotPool(settings.thinkers)
        self.metrics = Metrics()
        self.messages = TokenBuckets(limits.MESSAGES_PER_PERSON_RATE, limits.MESSAGES_PER_PERSON_BURST)
        self.asides = TokenBuckets(limits.ASIDES_RATE, limits.ASIDES_BURST)
        self.process = settings.token(6)
        self.opened_at = 0  # when the first of the processes that are open now was
        self.is_stopping = False
        self.tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._announcing: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        await self.store.open()
        self.opened_at = await self.store.opened(self.settings.now())  # before others can see that this one is open
        await self.bus.start(self._heard, self._heard_again)
        self.bot_pool.warm_up()
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
        await self.bot_pool.stop()
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
            self._loading[code].add_done_callback(lambda loading: self._loaded(code, loading))
        return await asyncio.shield(self._loading[code])

    def _loaded(self, code: str, loading: asyncio.Task[LiveTable]) -> None:
        self._loading.pop(code, None)
        if not loading.cancelled():
            loading.exception()  # whoever waits is told; that nobody waits any more is no error

    async def _load(self, code: str) -> LiveTable:
        try:
            kept = await self.store.load(code)
            if kept is None:
                raise Refused("no_such_table", code)
            row, entries = kept
            table, history = replay_log(code, row.secret, entries)
        except Refused:
            raise
        except DatabaseUnavailable:
            raise Refused("unavailable") from None
        except UnknownRules as error:
            raise Refused("other_rules", str(error)) from None
        except Exception:  # whatever is wrong with one table, the others are played
            log.exception("a table cannot be replayed", extra={"table": code})
            raise Refused("other_rules", f"table {code} cannot be replayed by this version of the house") from None
        table.opened_at = self.opened_at
        live = LiveTable(self, table, history)
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
        await self._check_tables_of(host.id)
        try:
            while True:
                new = new_table(self.settings, host.id, settings, seats)
                try:
                    await self.store.create(new)
                except CodeTaken:
                    continue
                self.log_new_table(new)
                return new.row.code
        except DatabaseUnavailable:
            raise Refused("unavailable") from None

    async def next_game(self, table: Table, guest: str, rotate: bool) -> TableInsert:
        """A table for the next game of the same people and bots; it is kept with the event that tells of it."""
        check_rematch(table, guest)
        await self._check_tables_of(guest)
        return new_table(self.settings, guest, table.settings, seats_of_next_game(table, rotate))

    async def _check_tables_of(self, guest: str) -> None:
        try:
            if await self.store.unfinished_tables_of(guest) >= limits.TABLES_PER_PERSON:
                raise Refused("too_many_tables")
        except DatabaseUnavailable:
            raise Refused("unavailable") from None

    def log_new_table(self, new: TableInsert) -> None:
        for entry in new.entries:
            self.metrics.events.labels(type(entry.event).__struct_config__.tag).inc()
        log.info("the table is waiting", extra={"table": new.row.code, "number": new.row.number})

    def forget(self, code: str) -> None:
        self.tables.pop(code, None)

    # Other processes.

    def announce(self, table: Table, presence: TablePresence) -> None:
        if not self.store.is_shared or self.is_stopping:
            return
        here = presence.here() & table.people
        watching = presence.watching_here(table.people)
        word = " ".join(["present", table.code, self.process, str(watching), *sorted(here)])
        task = asyncio.create_task(self._notify(word))
        self._announcing.add(task)
        task.add_done_callback(self._announcing.discard)

    async def _notify(self, word: str) -> None:
        try:
            await self.store.notify(word)
        except DatabaseUnavailable:
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
                self.announce(live.table, live.presence)

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
            except (DatabaseUnavailable, Refused):
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
                await self.store.clear_due(code)
                continue
            if live.is_idle:
                await self.store.clear_due(code)
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
                    self.announce(live.table, live.presence)

    async def _forget(self) -> None:
        before = self.settings.now() - self.settings.keep_unfinished * 24 * 3600 * 1000
        forgotten = await self.store.delete_stale_tables(before)
        if forgotten:
            log.info("unfinished tables removed", extra={"tables": forgotten})
        gone = await self.store.delete_stale_guests(self.settings.now() - limits.KEEP_GUESTS_DAYS * 24 * 3600 * 1000)
        if gone:
            log.info("guests without a table removed", extra={"guests": gone})
