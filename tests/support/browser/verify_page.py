"""The page that checks a record, as its tests use it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

import doghouse as dog
from tests.support.random_play import fair_record

OTHER = "0" * 64
RECORD = fair_record(dog.Rules(players=3), 1)


def choose(page: Page, record: str | bytes, name: str = "game.dog") -> None:
    content = record.encode() if isinstance(record, str) else record
    page.set_input_files("#file", {"name": name, "mimeType": "text/plain", "buffer": content})


def check(page: Page, record: str) -> dict[str, tuple[str, str]]:
    """Let the page check a record; the state and the text of every check."""
    page.goto("/verify")
    choose(page, record)
    return checks_shown(page)


def checks_shown(page: Page) -> dict[str, tuple[str, str]]:
    expect(page.locator("#result")).to_be_visible()
    found = {}
    for line in page.locator("#checks > li").all():
        state = (line.get_attribute("class") or "").removeprefix("check ")
        found[line.get_attribute("data-check") or ""] = state, line.locator(".check-text").inner_text()
    return found


def with_header(name: str, value: str) -> str:
    changed = re.sub(f"^{name}: .*$", f"{name}: {value}", RECORD, count=1, flags=re.MULTILINE)
    assert changed != RECORD
    return changed


def header(record: str, name: str) -> str:
    found = re.search(f"^{name}: (.*)$", record, re.MULTILINE)
    assert found is not None
    return found[1]


def with_another_taken_card() -> str:
    return re.sub(r"\((.+)\)", lambda found: "(5)" if found[1] != "5" else "(6)", RECORD, count=1)
