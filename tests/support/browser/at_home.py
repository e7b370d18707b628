"""What the tests of the screens around the table request, fill in and choose."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 360, "height": 640}
LAN_NAME = "house.test"  # this machine, under a name that a browser does not trust as it does localhost
AT_A_TABLE = re.compile(r"/t/[A-Z2-9]{6}$")


def api(page: Page, method: str, path: str, body: Any = None) -> Any:
    """A request of the guest whose page it is."""
    answer = page.request.fetch(path, method=method, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def code_of(page: Page) -> str:
    page.wait_for_url(AT_A_TABLE)
    return page.url.rsplit("/", 1)[1]


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f"input[name={name}][value='{value}']").check()
