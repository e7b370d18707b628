"""What a live table needs from the process that runs it."""

from __future__ import annotations

from typing import Protocol

from doghouse.server.bot_pool import BotPool
from doghouse.server.metrics import Metrics
from doghouse.server.settings import Settings
from doghouse.server.storage.store import Store
from doghouse.server.storage.table_rows import TableInsert
from doghouse.server.tables.presence import TablePresence
from doghouse.server.tables.table import Table


class TableContext(Protocol):
    """The services that all tables of a process share; ``House`` implements it."""

    settings: Settings
    store: Store
    metrics: Metrics
    bot_pool: BotPool
    is_stopping: bool

    def announce(self, table: Table, presence: TablePresence) -> None:
        """Tell the other processes who is connected to a table through this one."""

    async def next_game(self, table: Table, guest: str, rotate: bool) -> TableInsert:
        """Return the table for a rematch, or raise ``Refused``; it is stored with the event that announces it."""

    def log_new_table(self, new: TableInsert) -> None:
        """Log and count a table that was just stored."""

    def forget(self, code: str) -> None:
        """Drop a table that no longer exists from memory."""
