"""The installed Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


class BrowserUnavailable(Exception):
    """Chromium or Playwright is not installed."""


@contextmanager
def open_browser(*arguments: str) -> Iterator[Browser]:
    """Run a headless browser."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise BrowserUnavailable("Playwright is not installed: pip install playwright") from None
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise BrowserUnavailable(f"no browser found ({', '.join(PROGRAMS)}); try apt-get install chromium")
    options = [*arguments, "--no-sandbox"] if os.getuid() == 0 else list(arguments)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=options)
        yield browser
        browser.close()
