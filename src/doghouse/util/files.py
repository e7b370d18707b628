"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(file: Path, content: bytes | str) -> None:
    """Write a file; one that is there stays as it is until the new one is whole, and nothing is left of a failure."""
    new = file.with_name(f"{file.name}.new")
    try:
        new.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(new, file)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise
