"""Time out waits for a database that may never answer."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, TypeVar

from doghouse.server.protocol.refusals import Refused

log = logging.getLogger("doghouse.database")
T = TypeVar("T")


class DatabaseUnavailable(Refused):
    """The database could not be used. A write may have been committed nonetheless; only a read can tell."""

    def __init__(self, cause: str) -> None:
        super().__init__("unavailable")
        self.add_note(cause)


class DatabaseTimeout:
    """Waits for results of the database. Logs when it stops answering, and when it answers again."""

    def __init__(self) -> None:
        self._pending: set[asyncio.Future[Any]] = set()
        self._is_silent = False
        self._is_over = False

    async def wait_for(self, future: asyncio.Future[T], seconds: float | None) -> T:
        """Return the result; after a timeout the future is cancelled, so work that has not started never will."""
        if self._is_over:
            raise DatabaseUnavailable("the server is stopping")
        self._pending.add(future)
        try:
            async with asyncio.timeout(seconds):
                result = await future
        except TimeoutError:
            if not self._is_silent:
                log.warning("database not responding")
            self._is_silent = True
            raise DatabaseUnavailable("timeout") from None
        finally:
            self._pending.discard(future)
        if self._is_silent:
            log.warning("database responding again")
        self._is_silent = False
        return result

    def end(self) -> None:
        """Fail all pending and future waits."""
        self._is_over = True
        for future in self._pending:
            if not future.done():
                future.set_exception(DatabaseUnavailable("the server is stopping"))
