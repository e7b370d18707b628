"""Returning to a running game, and looking at past plays."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.support.browser.play_input import CARD, TapInput, expect_position
from tests.support.browser.table_page import guest, leave, sit_down
from tests.support.in_process_server import ScriptedServer, position

AT = position("7 6", "A3", turn="C", hands={"C": "K 2", "D": "A 2", "B": "K 3"})
OFFER = "See the last round"
ON_PILE = ".pile .card .rank"
LISTEN = """() => {
    window.told = [];
    const prompt = document.querySelector('.prompt-text');
    const listen = () => told.push(prompt.textContent.trim());
    new MutationObserver(listen).observe(prompt, { childList: true, subtree: true, characterData: true });
}"""


def come_back(page: Page, scripted_server: ScriptedServer) -> str:
    """Anna was away while Carla and Dario played."""
    code = sit_down(page, scripted_server, AT)
    scripted_server.play(code, "K C->C0")
    scripted_server.play(code, "A D->D0")
    page.reload()
    expect_position(page, scripted_server.game(code), "A")
    return code


def test_whoever_comes_back_is_offered_the_last_round(browser: Browser, scripted_server: ScriptedServer) -> None:
    page = guest(browser, scripted_server, "Anna", viewport={"width": 360, "height": 640})
    sit_down(page, scripted_server, AT)
    offer = page.get_by_role("button", name=OFFER, exact=True)
    assert offer.count() == 0, "nothing was played yet"
    come_back(page, scripted_server)
    page.evaluate(LISTEN)
    offer.click()
    page.wait_for_function("() => told.length > 2")
    told = [text.split(":")[0] for text in page.evaluate("told")]
    assert told == [
        "Carla plays king",
        "Dario plays ace",
        "Choose a card, or a marble",
    ]
    expect(offer).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Do not see the last round").click()
    expect(offer).to_have_count(0)
    leave(page)


def test_play_in_the_log_is_shown_and_described(anna: Page, scripted_server: ScriptedServer) -> None:
    code = come_back(anna, scripted_server)
    expect(anna.locator(ON_PILE).first).to_contain_text("A")
    anna.locator("button.log-entry", has_text="Carla plays king").click()
    expect(anna.locator(".prompt-text")).to_contain_text("Carla plays king")
    expect(anna.locator(ON_PILE).first).to_contain_text("K")
    expect(anna.locator(".board .named")).to_have_attribute("data-field", "C0")
    expect(anna.locator(".marble[data-field^=D0]")).to_have_count(0)
    anna.get_by_role("button", name="Back to now").click()
    expect_position(anna, scripted_server.game(code), "A")
    expect(anna.locator(".board .named")).to_have_count(0)


def test_settings_open_above_an_incomplete_seven(anna: Page, scripted_server: ScriptedServer) -> None:
    sit_down(anna, scripted_server, position("7 6", "A3"))
    finger = TapInput(anna)
    finger.take(CARD.format("7"))
    finger.take(".choice.target[data-pick='A6']")
    expect(anna.locator(".prompt-text")).to_contain_text("4 points")
    anna.get_by_role("button", name="More").click()
    anna.get_by_role("button", name="Settings").click()
    expect(anna.locator("dialog").get_by_label("Your name")).to_have_value("Anna")
    anna.keyboard.press("Escape")
    expect(anna.locator("dialog")).to_have_count(0)
    expect(anna.locator(".prompt-text")).to_contain_text("4 points")


def test_a_reason_shows_the_field_that_it_names(anna: Page, scripted_server: ScriptedServer) -> None:
    sit_down(anna, scripted_server, position("6 K", "A14", marbles={"B": "B0!"}))
    TapInput(anna).take(".hand .card.dimmed[data-card='6']")
    expect(anna.locator(".notice")).to_contain_text("B0")
    named = anna.locator(".board .named")
    expect(named).to_have_attribute("data-field", "B0")
    anna.locator(".notice").get_by_role("button", name="Close").click()
    expect(named).to_have_count(0)
