"""A real browser: Chromium, as it is installed here, led by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


class NoBrowser(Exception):
    """There is none to be led."""


def browser_program() -> str:
    """Where the browser is."""
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        raise NoBrowser(f"this needs a browser ({', '.join(PROGRAMS)}), such as apt-get install chromium")
    return found


@contextmanager
def open_browser(*arguments: str) -> Iterator[Browser]:
    """A browser without a window."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise NoBrowser("this needs Playwright to lead the browser: pip install playwright") from None
    program = browser_program()
    words = [*arguments, "--no-sandbox"] if os.getuid() == 0 else list(arguments)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=words)
        yield running
        running.close()
