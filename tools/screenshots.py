"""Take a screenshot of every screen, light and dark, on a phone and on a desktop (``make screenshots``).

The server is a real one with fixed secrets, so that it shows the same games each time.
"""

from __future__ import annotations

import base64
import hashlib
import multiprocessing
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from doghouse.bench.browser import open_browser
from doghouse.server.http.identity import COOKIE
from doghouse.server.serve import serve
from doghouse.server.settings import Pauses, Settings
from tests.support.browser.screens import SCREENS
from tests.support.browser.stage import Stage
from tests.support.server_process import free_port

FOLDER = Path(__file__).parents[1] / "docs" / "screens"
SIZES = {"phone": (390, 844, 1.5), "desktop": (1440, 900, 1.0)}  # width, height, device pixels per pixel
SCHEMES = ("light", "dark")
QUALITY = 62


class FixedSecrets:
    """Secrets that are the same in every run."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._numbers = count()

    def __call__(self, length: int) -> str:
        return hashlib.sha256(f"{self._seed}/{next(self._numbers)}".encode()).hexdigest()[: 2 * length]


def run_house(port: int, data: Path) -> None:
    pauses = Pauses(bot=0, fold=0)
    serve(Settings(host="127.0.0.1", port=port, data=data, pauses=pauses, token=FixedSecrets("screens")), quiet=True)


@contextmanager
def house() -> Iterator[str]:
    """Start a server and yield its address."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        process = multiprocessing.get_context("spawn").Process(target=run_house, args=(port, Path(data)))
        process.start()
        try:
            _wait_for(f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.join()


def _wait_for(address: str) -> None:
    for _try in range(300):
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=2).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"no answer from {address}")


def shoot(page: Page, path: Path) -> None:
    """Save a screenshot as WebP, which Playwright itself cannot write."""
    page.evaluate("document.fonts.ready")
    session = page.context.new_cdp_session(page)
    options: dict[str, Any] = {"format": "webp", "quality": QUALITY}
    path.write_bytes(base64.b64decode(session.send("Page.captureScreenshot", options)["data"]))
    session.detach()


def visit_all(browser: Browser, stage: Stage, names: list[str]) -> Iterator[tuple[str, Page]]:
    for size, (width, height, scale) in SIZES.items():
        for scheme in SCHEMES:
            context = browser.new_context(
                base_url=stage.address,
                locale="en-GB",
                viewport={"width": width, "height": height},
                device_scale_factor=scale,
                has_touch=size == "phone",
                color_scheme="dark" if scheme == "dark" else "light",
                reduced_motion="reduce",
            )
            context.add_cookies([{"name": COOKIE, "value": stage.cookie, "url": stage.address}])
            for name in names:
                page = context.new_page()
                SCREENS[name](page, stage)
                yield f"{name}-{size}-{scheme}", page
                page.close()
            context.close()


def main(*names: str) -> None:
    expect.set_options(timeout=20_000)
    FOLDER.mkdir(exist_ok=True)
    with house() as address, Stage(address) as stage, open_browser() as browser:
        for name, page in visit_all(browser, stage, list(names) or list(SCREENS)):
            shoot(page, FOLDER / f"{name}.webp")
    total = sum(path.stat().st_size for path in FOLDER.glob("*.webp"))
    print(f"{len(list(FOLDER.glob('*.webp')))} pictures in {FOLDER}, {total / 1e6:.1f} MB")


if __name__ == "__main__":
    main(*sys.argv[1:])
