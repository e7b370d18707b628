"""Long work that ends early in one way, whatever ends it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

INTERRUPTED = 130  # exit status of a command that was interrupted, and can go on


@contextmanager
def ending_as_by_ctrl_c() -> Iterator[None]:
    """A machine that shuts down or a terminal that is closed interrupts as Ctrl-C does, so that nothing is lost."""
    signals = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    before = {which: signal.signal(which, signal.default_int_handler) for which in signals}
    try:
        yield
    finally:
        for which, usual in before.items():
            signal.signal(which, usual)
