"""While the ``doghouse`` command is being loaded, Ctrl-C and SIGTERM end it without a word."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import Any

INTERRUPTED = 130  # exit status of a command that was ended by Ctrl-C
USUAL: dict[signal.Signals, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}


def _end(number: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED if number == signal.SIGINT else 0)


def end_quietly() -> None:
    """From now on; signals that somebody else looks after already are left to them."""
    for number, usual in USUAL.items():
        if signal.getsignal(number) is usual:
            signal.signal(number, _end)


def end_as_usual() -> None:
    """The command has begun, and looks after signals as Python does."""
    for number, usual in USUAL.items():
        if signal.getsignal(number) is _end:
            signal.signal(number, usual)


def _is_the_command() -> bool:
    """Whether this is ``doghouse`` or ``python -m doghouse``, and not somebody's program that uses the package."""
    name = os.path.basename(sys.argv[0]) if sys.argv else ""
    return name in ("doghouse", "doghouse.exe") or (name == "-m" and "doghouse" in sys.orig_argv[:4])


if _is_the_command():
    end_quietly()
