"""Points at which the process can be made to die, for the crash suite: ``DOGHOUSE_CRASH_AT=after_commit:7``."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Literal

Point = Literal["before_commit", "after_commit", "after_ack"]

_wanted, _, _count = os.environ.get("DOGHOUSE_CRASH_AT", "").partition(":")
_left = int(_count or 1)


async def crash_point(point: Point) -> None:
    """Die here, if this is the point and it has been passed often enough."""
    global _left
    if point != _wanted:
        return
    _left -= 1
    if _left == 0:
        if point == "after_ack":
            await asyncio.sleep(0.05)  # until the acknowledgement has left
        os.kill(os.getpid(), signal.SIGKILL)
