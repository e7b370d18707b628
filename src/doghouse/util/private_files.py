"""Files that only whoever runs the house may read: the secret that signs cookies is in them."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

ONLY_OWN = 0o600
BESIDE = ("-wal", "-shm")  # SQLite's other files; it makes them with the mode of the first


def keep_private(path: Path) -> None:
    """See to it that a file is there, and is private. One that is there is not opened: SQLite's locks on it would be
    gone when it is closed again."""
    with contextlib.suppress(FileExistsError, FileNotFoundError):  # without a directory whoever needs it will say so
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ONLY_OWN))
    with contextlib.suppress(OSError):  # another one's file, of which they let us make a backup
        if path.stat().st_mode & 0o077:
            path.chmod(ONLY_OWN)


def keep_database_private(path: Path) -> None:
    keep_private(path)
    for name in BESIDE:
        beside = path.with_name(path.name + name)
        if beside.exists():
            keep_private(beside)
