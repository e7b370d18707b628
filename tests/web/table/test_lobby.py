"""Names in the lobby of a table."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.support.browser.table_page import guest, leave, new_table
from tests.support.server_process import HouseProcess

NAME = "Your name"


def type_name(page: Page, name: str) -> None:
    page.get_by_label(NAME).fill(name)
    page.get_by_label(NAME).press("Tab")


def test_a_name_typed_at_the_table_is_seen_by_everybody(browser: Browser, house: HouseProcess) -> None:
    host, friend = nameless(browser, house), nameless(browser, house)
    code = new_table(host)
    host.goto(f"/t/{code}")
    friend.goto(f"/t/{code}")
    friend.locator(".seat-row.seat-b").get_by_role("button", name="Sit here").click()
    expect(host.locator(".seat-row.seat-b")).to_contain_text("Guest B")
    type_name(friend, "Beat")
    type_name(host, "Anna")
    for page in (host, friend):
        expect(page.locator(".seat-row.seat-a")).to_contain_text("Anna")
        expect(page.locator(".seat-row.seat-b")).to_contain_text("Beat")
    leave(host, friend)


def test_a_name_typed_just_before_sitting_down_counts(browser: Browser, house: HouseProcess) -> None:
    host, friend = guest(browser, house, "Anna"), nameless(browser, house)
    code = new_table(host)
    host.goto(f"/t/{code}")
    friend.goto(f"/t/{code}")
    friend.get_by_label(NAME).fill("Beat")
    friend.locator(".seat-row.seat-b").get_by_role("button", name="Sit here").click()
    expect(host.locator(".seat-row.seat-b")).to_contain_text("Beat")
    leave(host, friend)


def nameless(browser: Browser, house: HouseProcess) -> Page:
    """Somebody who has never been here."""
    page = guest(browser, house, "nobody")
    page.context.clear_cookies()
    page.goto("/")
    return page
