"""Touch screens: the effect of a tap is previewed without hovering."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.play_input import FIELD, TapInput
from tests.support.browser.table_page import guest, leave, sit_down
from tests.support.in_process_server import ScriptedServer, position

AT = position("4", "A9 A1", marbles={"B": "A13"})


@pytest.fixture
def phone(browser: Browser, scripted_server: ScriptedServer) -> Iterator[Page]:
    page = guest(browser, scripted_server, "Anna", viewport={"width": 390, "height": 844}, has_touch=True)
    sit_down(page, scripted_server, AT)
    yield page
    leave(page)


def tap(page: Page, selector: str) -> None:
    page.touchscreen.tap(*TapInput(page).middle(selector))


def test_all_ways_of_a_marble_are_seen_before_the_tap(phone: Page) -> None:
    tap(phone, ".hand .card")
    expect(phone.locator(".choice.movable")).to_have_count(2)
    assert phone.locator(".board .path").count() == 0
    tap(phone, FIELD.format("A9"))
    for target in ("A13", "A5"):
        expect(phone.locator(f".path.faint[data-to='{target}']")).to_have_count(1)
    expect(phone.locator(".threatened")).to_have_attribute("data-field", "A13")


def test_the_way_is_seen_while_a_marble_is_dragged(phone: Page) -> None:
    finger, mouse = TapInput(phone), phone.mouse
    finger.take(".hand .card")
    x, y = finger.middle(FIELD.format("A9"))
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 12, y + 12)
    mouse.move(*finger.middle(".choice.target[data-pick='A5']"), steps=3)
    expect(phone.locator(".path[data-to='A5']")).to_have_count(1)
    mouse.move(0, 0)
    expect(phone.locator(".path")).to_have_count(0)
    mouse.up()
