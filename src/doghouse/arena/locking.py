"""One arena at a time on a results file: an advisory lock, which goes with its process however that ends."""

from __future__ import annotations

import errno
import io
from pathlib import Path

from doghouse.arena.errors import ArenaError

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]

TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)


def lock(file: io.FileIO, path: Path) -> None:
    """Keep other arenas from this file for as long as it is open, or refuse because one has it.

    Some network disks know no locks; there two arenas on the same file are the user's business, as without locks.
    """
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in TAKEN:
            raise ArenaError(
                f"another arena is playing on {path}: wait until it is done, or interrupt it first"
            ) from None
