"""Requests and forms of any page, its errors, and what is wrong with its looks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, ViewportSize

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
FAULTS = (Path(__file__).parent / "faults.js").read_text()
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


def errors_of(page: Page) -> list[str]:
    """Return a list that collects the errors of a page from now on: exceptions and console errors."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    return errors


def layout_faults(page: Page, keys: list[str], is_phone: bool) -> list[str]:
    """Texts that are missing, clipped or outside just now, and what is too small to touch; a game must not scroll."""
    found: list[str] = page.evaluate(FAULTS, [keys, is_phone])
    return found


def violations(page: Page, *rules: str) -> list[str]:
    """Return the violations that axe finds, by all its rules or by some."""
    assert AXE.exists(), "the tests need axe: make test installs it, or npm ci"
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(
        """async (rules) => (await axe.run(document, rules.length ? { runOnly: rules } : {})).violations.flatMap(
            (one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`))""",
        list(rules),
    )
    return found


def clear_context(context: BrowserContext, address: str) -> None:
    """Close all pages and forget who was there. Files in the cache are kept: fetching them is most of a visit."""
    blank = context.new_page()
    for page in context.pages:
        if page is not blank:
            page.close()
    everything = {"origin": address, "storageTypes": "all"}
    context.new_cdp_session(blank).send("Storage.clearDataForOrigin", everything)
    context.clear_cookies()
    context.clear_permissions()
    context.unroute_all()
    blank.close()
