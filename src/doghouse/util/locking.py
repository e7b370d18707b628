"""One process at a time on a file or folder: an advisory lock, which goes with its process however that ends."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]

TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)


class Taken(Exception):
    """Another process has it."""


def lock(file: io.FileIO | int) -> None:
    """Keep others from this file for as long as it is open, or refuse because one of them has it.

    Some network disks know no locks; there two on the same file are the user's business, as without locks.
    """
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in TAKEN:
            raise Taken from None


@contextmanager
def locked(path: Path) -> Generator[None, None, None]:
    """Meanwhile, keep others from a file or folder that is there."""
    if fcntl is None:
        yield  # there, folders cannot be opened either
        return
    opened = os.open(path, os.O_RDONLY)
    try:
        lock(opened)
        yield
    finally:
        os.close(opened)
