"""Whole games in the browser."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.support.browser.table_page import RandomTapper, guest, leave, new_table, play_together, record_of
from tests.support.server_process import HouseProcess


def test_a_whole_game_by_tapping(browser: Browser, house: HouseProcess) -> None:
    page = guest(browser, house, "Anna", viewport={"width": 390, "height": 844})
    code = new_table(page, rules={"players": 2})
    page.goto(f"/t/{code}")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".hand .card").first.wait_for()
    player = RandomTapper(page, 2)
    play_together([player])
    assert player.plays > 3
    assert record_of(page, code).outcome is not None
    leave(page)
