"""The house: all live tables of one server process, and what they share."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping

from doghouse.server.bot_pool import BotPool
from doghouse.server.metrics import Metrics
from doghouse.server.protocol import limits
from doghouse.server.protocol.events import TableSettings
from doghouse.server.protocol.refusals import Refused
from doghouse.server.rate_limit import TokenBuckets
from doghouse.server.settings import Settings
from doghouse.server.storage.bus import PostgresBus
from doghouse.server.storage.guests import Guest
from doghouse.server.storage.removal import Keep
from doghouse.server.storage.running_time import DAY
from doghouse.server.storage.store import Store
from doghouse.server.storage.table_rows import CodeTaken, TableInsert
from doghouse.server.storage.timeouts import DatabaseUnavailable
from doghouse.server.tables.acts import check_rematch
from doghouse.server.tables.live_table import LiveTable
from doghouse.server.tables.new_table import new_table, rematch_seats
from doghouse.server.tables.presence import TablePresence
from doghouse.server.tables.table import Seat, Table, UnknownRules, replay_log

log = logging.getLogger("doghouse.house")

DUE_SCAN_SECONDS = 1.0  # between scans for tables with a due action
DUE_GRACE = 2000  # milliseconds after which a due table that no process has in memory is loaded
ANNOUNCE_SECONDS = 15.0  # between announcements of who is present
CLEANUP_SECONDS = 3600.0  # between removals of stale tables and guests
RECORD_SECONDS = 60.0  # between records of how long the server has been running
IDLE_SECONDS = 60.0  # after which an unused table is dropped from memory
ALL_TABLES = "*"
MAX_TABLES_PER_SCAN = 50


class House:
    """The state of one server process; implements ``TableContext``."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database_url)
        self.bus = PostgresBus(settings.database_url) if self.store.is_shared else None  # SQLite: one process
        self.bot_pool = BotPool(settings.thinkers)
        self.metrics = Metrics()
        self.messages = TokenBuckets(limits.MESSAGES_PER_PERSON_RATE, limits.MESSAGES_PER_PERSON_BURST)
        self.minor_acts = TokenBuckets(limits.MINOR_ACTS_RATE, limits.MINOR_ACTS_BURST)
        self.process = settings.token(6)
        self.opened_at = 0  # when the first of the running processes started
        self.is_stopping = False
        self.tables: dict[str, LiveTable] = {}
        self._marked: set[str] = set()  # tables in memory that were marked for deletion when last looked up
        self._recorded_at: int | None = None  # monotonic time when the running time was last stored
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._background_tasks: list[asyncio.Task[None]] = []
        self._announcements: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        await self.store.open()
        self.opened_at = await self.store.first_process_started_at(
            self.settings.now()
        )  # before the bus makes this process visible
        await self._record_running_time()
        if self.bus is not None:
            await self.bus.start(self._on_notification, self._on_bus_restored)
        self.bot_pool.warm_up()
        periodic = (
            (self._load_due, DUE_SCAN_SECONDS),
            (self._announce_all, ANNOUNCE_SECONDS),
            (self._record_running_time, RECORD_SECONDS),
            (self._remove_stale, CLEANUP_SECONDS),
        )
        self._background_tasks = [asyncio.create_task(_run_periodically(work, pause)) for work, pause in periodic]

    async def close(self) -> None:
        """Stop after finishing what is being written."""
        self.is_stopping = True
        log.info("closing", extra={"tables": len(self.tables)})
        for task in self._background_tasks:
            task.cancel()
        await asyncio.gather(*self._background_tasks, *self._announcements, return_exceptions=True)
        if self.bus is not None:
            await self.bus.stop()
        await asyncio.gather(*(live.stop() for live in self.tables.values()))
        await self.bot_pool.stop()
        await self.store.close()
        log.info("closed")

    # Tables.

    async def table(self, code: str) -> LiveTable:
        """Return a table for somebody who opens it, loaded if it is not in memory; it is no longer marked then."""
        live = await self._table(code)
        if code in self._marked:
            await self._restore_marked(code)
        return live

    async def _restore_marked(self, code: str) -> None:
        if await self.store.restore_marked(code):
            log.info("a table marked for deletion was opened", extra={"table": code})
        self._marked.discard(code)

    async def _table(self, code: str) -> LiveTable:
        live = self.tables.get(code)
        if live is not None:
            live.used_at = time.monotonic()  # keep it in memory until the caller has joined
            return live
        if code not in self._loading:
            self._loading[code] = asyncio.create_task(self._load(code))
            self._loading[code].add_done_callback(lambda loading: self._loaded(code, loading))
        return await asyncio.shield(self._loading[code])

    def _loaded(self, code: str, loading: asyncio.Task[LiveTable]) -> None:
        self._loading.pop(code, None)
        if not loading.cancelled():
            loading.exception()  # mark it as retrieved: perhaps nobody waits any more

    async def _load(self, code: str) -> LiveTable:
        try:
            stored = await self.store.load(code)
            if stored is None:
                raise Refused("no_such_table", code)
            row, entries = stored
            table, history = replay_log(code, row.secret, entries)
        except Refused:
            raise
        except UnknownRules as error:
            raise Refused("other_rules", str(error)) from None
        except Exception:  # one broken table must not affect the others
            log.exception("cannot replay table", extra={"table": code})
            raise Refused("other_rules", f"table {code} cannot be replayed by this version of the server") from None
        table.opened_at = self.opened_at
        live = LiveTable(self, table, history)
        live.presence.away_since.update(dict.fromkeys(table.people, self.settings.now()))
        self.tables[code] = live
        if row.marked_at is not None:
            self._marked.add(code)
        self.metrics.tables.set(len(self.tables))
        live.schedule()
        if self.store.is_shared:
            await self._catch_up(live)  # with what was written during the load
            await self._notify(f"who {code} {self.process}")
        return live

    async def create_table(self, host: Guest, settings: TableSettings, seats: Mapping[str, Seat]) -> str:
        """Store a new table and return its code."""
        await self._check_table_count(host.id)
        while True:
            new = new_table(self.settings, host.id, settings, seats)
            try:
                await self.store.create(new)
            except CodeTaken:
                continue
            self.log_new_table(new)
            return new.row.code

    async def next_game(self, table: Table, guest: str, rotate: bool) -> TableInsert:
        check_rematch(table, guest)
        await self._check_table_count(guest)
        return new_table(self.settings, guest, table.settings, rematch_seats(table, rotate))

    async def _check_table_count(self, guest: str) -> None:
        if await self.store.count_unfinished(guest) >= limits.TABLES_PER_PERSON:
            raise Refused("too_many_tables")

    def log_new_table(self, new: TableInsert) -> None:
        for entry in new.entries:
            self.metrics.events.labels(type(entry.event).__struct_config__.tag).inc()
        log.info("the table is waiting", extra={"table": new.row.code, "number": new.row.number})

    def forget(self, code: str) -> None:
        self.tables.pop(code, None)

    # Other processes. The notifications are described in ``storage.bus``.

    def announce(self, table: Table, presence: TablePresence) -> None:
        if not self.store.is_shared or self.is_stopping:
            return
        watching = presence.local_spectators(table.people)
        guests = sorted(presence.local_guests() & table.people)
        task = asyncio.create_task(
            self._notify(" ".join(["present", table.code, self.process, str(watching), *guests]))
        )
        self._announcements.add(task)
        task.add_done_callback(self._announcements.discard)

    async def _notify(self, notification: str) -> None:
        try:
            await self.store.notify(notification)
        except DatabaseUnavailable:
            log.warning("notification not sent")

    async def _on_notification(self, notification: str) -> None:
        kind, code, *rest = notification.split()
        live = self.tables.get(code)
        if kind == "event" and live is not None and int(rest[0]) > live.table.number:
            await self._catch_up(live)
        elif kind == "present" and live is not None and rest[0] != self.process:
            live.presence.update(rest[0], rest[2:], int(rest[1]), self.settings.now())
            live.send_presence()
            live.schedule()
        elif kind == "who" and rest[0] != self.process:
            if code == ALL_TABLES:
                await self._announce_all()
            elif live is not None and live.viewers:
                self.announce(live.table, live.presence)

    async def _on_bus_restored(self) -> None:
        """Catch up with everything that was written while the bus was down."""
        codes = list(self.tables)
        if codes:
            numbers = await self.store.numbers(codes)
            for code, live in list(self.tables.items()):
                if numbers.get(code, 0) > live.table.number:
                    await self._catch_up(live)
            await self._notify(f"who {ALL_TABLES} {self.process}")
        await self._announce_all()

    async def _catch_up(self, live: LiveTable) -> None:
        try:
            await live.catch_up()
        except Refused:
            log.warning("cannot catch up", extra={"table": live.code})
        except Exception:  # perhaps a newer server wrote an event unknown to this one
            log.exception("cannot catch up", extra={"table": live.code})

    # Background tasks.

    async def _load_due(self) -> None:
        """Load tables with a due action that no process has in memory, and drop idle ones."""
        for code in await self.store.due(self.settings.now() - DUE_GRACE, MAX_TABLES_PER_SCAN):
            if code in self.tables:
                continue
            try:
                live = await self._table(code)
            except DatabaseUnavailable:
                raise
            except Refused as refused:
                log.error("cannot load due table", extra={"table": code, "refusal": refused.code})
                await self.store.clear_due(code)
                continue
            if live.is_idle:
                await self.store.clear_due(code)
        idle_since = time.monotonic() - IDLE_SECONDS
        for code, live in list(self.tables.items()):
            if live.is_idle and live.used_at < idle_since:
                del self.tables[code]
        self.metrics.tables.set(len(self.tables))

    async def _announce_all(self) -> None:
        if self.store.is_shared:
            for live in list(self.tables.values()):
                if live.presence.drop_stale(self.settings.now()):
                    live.send_presence()
                    live.schedule()
                if live.viewers:
                    self.announce(live.table, live.presence)

    async def _record_running_time(self) -> None:
        monotonic = self.settings.monotonic()
        elapsed = 0 if self._recorded_at is None else monotonic - self._recorded_at
        jump = await self.store.record_running_time(self.settings.now(), elapsed)
        self._recorded_at = monotonic
        if jump:
            what = "the clock jumped, or the server was off: nothing is removed for now"
            log.error(what, extra={"days": round(jump / DAY, 1)})

    async def _remove_stale(self) -> None:
        await self._record_running_time()
        days = (self.settings.keep_unfinished, limits.KEEP_WAITING_DAYS, limits.KEEP_GUESTS_DAYS)
        viewed = [code for code, live in self.tables.items() if live.viewers]
        removed = await self.store.remove_stale(Keep(*(period * DAY for period in days)), viewed)
        if removed.marked:
            log.info("unfinished tables marked for deletion", extra={"tables": removed.marked})
        if removed.tables:
            log.info("unfinished tables removed", extra={"tables": removed.tables})
        if removed.guests:
            log.info("guests without a table removed", extra={"guests": removed.guests})
        self._marked = set(await self.store.marked_of(list(self.tables)))


async def _run_periodically(work: Callable[[], Awaitable[None]], pause: float) -> None:
    while True:
        try:
            await work()
        except DatabaseUnavailable:
            log.warning("database unavailable; retrying")
        except Exception:
            log.exception("background task failed")
        await asyncio.sleep(pause)
