"""The exchange and folding in the browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from doghouse.server.protocol.events import Gave
from tests.support.browser.play_input import CARD, TapInput
from tests.support.browser.table_page import guest, leave, sit_down
from tests.support.in_process_server import GIVING, ScriptedServer, position

TAKE_BACK = "Take back"


@pytest.fixture(scope="module")
def carla(browser: Browser, scripted_server: ScriptedServer) -> Iterator[Page]:
    """Anna's partner, on a phone."""
    page = guest(browser, scripted_server, "Carla", viewport={"width": 390, "height": 844})
    yield page
    leave(page)


def test_a_card_is_given_taken_back_and_one_is_received(
    anna: Page, carla: Page, scripted_server: ScriptedServer
) -> None:
    code = sit_down(anna, scripted_server, GIVING, C=carla)
    prompt, back = anna.locator(".prompt-text"), anna.get_by_role("button", name=TAKE_BACK)
    expect(prompt).to_contain_text("Carla")
    TapInput(anna).give("5")
    expect(prompt).to_contain_text("You give Carla: 5.")
    expect(anna.locator(".hand .card")).to_have_count(2)
    back.click()
    expect(anna.locator(".hand .card")).to_have_count(3)
    expect(prompt).not_to_contain_text("You give")
    TapInput(anna).give("8")
    expect(prompt).to_contain_text("You give Carla: 8.")
    scripted_server.append_event(code, Gave("B", "6", "person"))
    scripted_server.append_event(code, Gave("D", "2", "person"))
    expect(back).to_be_visible()  # Carla has not given yet
    assert anna.locator("[data-card='K']").count() == 0
    TapInput(carla).give("K")
    expect(back).to_have_count(0)
    for page, received in ((anna, "K"), (carla, "8")):
        expect(page.locator(".hand .card.received")).to_have_attribute("data-card", received)
    expect(anna.locator(".log").first).to_contain_text("You received: king")
    assert scripted_server.game(code).hand("A") == ["3", "5", "K"]


def test_first_player_is_shown_the_received_card(anna: Page, scripted_server: ScriptedServer) -> None:
    code = sit_down(anna, scripted_server, {**GIVING, "starter": "A"})
    TapInput(anna).give("3")
    for seat, card in (("B", "3"), ("D", "2"), ("C", "K")):
        scripted_server.append_event(code, Gave(seat, card, "person"))
    expect(anna.locator(".prompt-text")).to_contain_text("You received: king.")
    expect(anna.locator(CARD.format("K"))).to_have_count(1)
    expect(anna).to_have_title("● Your turn · Doghouse")


def test_fold_shows_its_reasons(anna: Page, carla: Page, scripted_server: ScriptedServer) -> None:
    """To the one who has to; the others learn of it when it happens."""
    sit_down(anna, scripted_server, position("5 J", "", marbles={"B": "B5"}), C=carla)
    expect(anna.locator(".prompt-text")).to_contain_text("None of your cards can be played")
    reasons = anna.locator(".stuck li")
    expect(reasons).to_have_count(2)
    expect(reasons.nth(0)).to_contain_text("5: ")
    expect(reasons.nth(1)).to_contain_text("jack: ")
    expect(anna.locator(".hand .card.dimmed")).to_have_count(2)
    TapInput(anna).take(".hand [data-card='5']")
    expect(anna.locator(".notice a")).to_have_attribute("href", "/rules#R7.1")
    expect(carla.locator(".stuck")).to_have_count(0)
    expect(carla.locator(".prompt-text")).to_contain_text("Anna is thinking")
    scripted_server.pass_time(31)
    expect(anna.locator(".hand .card")).to_have_count(0)
    expect(anna.locator("button.log-entry").last).to_contain_text("You lay down 5 and jack")
    for page in (anna, carla):
        expect(page.locator(".player.seat-a.out")).to_have_count(1)


def test_fold_reasons_stay_until_dismissed(anna: Page, scripted_server: ScriptedServer) -> None:
    """Equal ones share a line; they stay when the cards are gone, until they are dismissed, and in the log."""
    size = anna.viewport_size
    anna.set_viewport_size({"width": 360, "height": 640})
    sit_down(anna, scripted_server, position("2 3 5 6 8 9", ""))
    shared = "2, 3, 5, 6, 8 and 9: No marble to move"
    expect(anna.locator(".stuck li")).to_have_count(1)
    expect(anna.locator(".stuck li")).to_contain_text(shared)
    scripted_server.pass_time(31)
    expect(anna.locator(".hand .card")).to_have_count(0)
    expect(anna.locator(".stuck li")).to_contain_text(shared)
    anna.locator(".stuck").get_by_role("button", name="Close").click()
    expect(anna.locator(".stuck")).to_have_count(0)
    expect(anna.locator("button.log-entry").last).to_contain_text(shared)
    if size:
        anna.set_viewport_size(size)
