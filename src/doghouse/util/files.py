"""Atomic writes, file locks and private file modes."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

PRIVATE_MODE = 0o600
SQLITE_SUFFIXES = ("", "-wal", "-shm")  # SQLite creates the other two with the mode of the first


def write_atomic(file: Path, content: bytes | str) -> None:
    """Write a file in one step: readers see the old content or the new, and a failure leaves the old."""
    new = file.with_name(f"{file.name}.new")
    try:
        new.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(new, file)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise


class LockHeld(Exception):
    """Another process holds the lock."""


def lock(file: io.FileIO | int) -> None:
    """Take an exclusive advisory lock, or raise LockHeld. The system releases it when the process ends.

    Does nothing where locks are not supported: on Windows and on some network file systems.
    """
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES):
            raise LockHeld from None


@contextmanager
def locked(path: Path) -> Generator[None, None, None]:
    """Hold the lock of an existing file or directory."""
    if fcntl is None:
        yield  # Windows cannot open directories either
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        lock(descriptor)
        yield
    finally:
        os.close(descriptor)


def ensure_private_file(path: Path) -> None:
    """Create the file with mode 0600 if it does not exist, and remove other users' access if it does.

    Never opens an existing file: closing it would release SQLite's locks on it.
    """
    with suppress(FileExistsError, FileNotFoundError):  # a missing directory is reported by the caller's own open
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_MODE))
    with suppress(OSError):  # another user's database that we may read, for a backup
        if path.stat().st_mode & 0o077:
            path.chmod(PRIVATE_MODE)


def ensure_private_database(path: Path) -> None:
    """Make an SQLite database and its companion files private."""
    for suffix in SQLITE_SUFFIXES:
        file = path.with_name(path.name + suffix)
        if not suffix or file.exists():
            ensure_private_file(file)
