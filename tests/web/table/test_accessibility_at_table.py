"""Accessibility at a table: teams, absent players, text at twice the size, and links for others."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.table_page import guest, leave, new_table, sit_down
from tests.support.in_process_server import ScriptedServer, position

SIX: dict[str, Any] = {"rules": {"players": 6, "teams": "pairs"}}


def test_teams_are_shown_to_everyone(browser: Browser, anna: Page, scripted_server: ScriptedServer) -> None:
    code = sit_down(anna, scripted_server, position("5", "A3", **SIX))
    zoe = guest(browser, scripted_server, "Zoe", viewport={"width": 360, "height": 640})
    zoe.goto(f"/t/{code}")
    for page in (anna, zoe):
        for seat, mate in zip("bcdef", "efabc"):
            expect(page.locator(f".player.seat-{seat} .mates .disc")).to_have_class(f"disc seat-{mate}")
    expect(zoe.locator(".player.seat-b .only-spoken")).to_contain_text("with Elsa")
    assert [name for name in zoe.locator(".player-name").all() if name.evaluate(IS_CUT)] == []
    leave(zoe)


IS_CUT = "(one) => one.scrollWidth > one.clientWidth"
PARTS = ".top a, .top button, .player-name, .hand .card, .prompt-text"
OUTSIDE = """(parts) => [...document.querySelectorAll(parts)].filter((one) => {
    one.scrollIntoView();
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    return width < 20 || left < 0 || right > innerWidth || top < -1 || bottom > innerHeight + 1;
}).map((one) => one.className)"""


@pytest.mark.parametrize("players", [4, 6])
def test_text_at_twice_the_size_keeps_controls_reachable(
    anna: Page, scripted_server: ScriptedServer, players: int
) -> None:
    size = anna.viewport_size
    anna.set_viewport_size({"width": 360, "height": 640})
    sit_down(anna, scripted_server, position("2 3 5 6 8 9", "A3", **(SIX if players == 6 else {})))
    anna.evaluate("document.documentElement.style.fontSize = '200%'")
    assert anna.evaluate(OUTSIDE, PARTS) == []
    assert [name for name in anna.locator(".player-name").all() if name.evaluate(IS_CUT)] == []
    assert anna.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if size:
        anna.set_viewport_size(size)


def test_shared_link_uses_the_public_address(anna: Page) -> None:
    code = new_table(anna)
    link = f"http://192.168.1.20:8000/t/{code}"
    anna.route("**/links", lambda route: route.fulfill(json={"code": code, "link": link, "qr": ""}))
    anna.goto(f"/t/{code}")
    expect(anna.locator(".home-link")).to_have_value(link)
    expect(anna.locator(".home-invite-words")).not_to_contain_text("this computer only")
