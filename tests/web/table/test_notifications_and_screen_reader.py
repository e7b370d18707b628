"""Notifications from a page in the background, and the texts that a screen reader reads out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from doghouse.server.protocol.events import Gave, TookBack
from tests.support.browser.play_input import expect_position
from tests.support.browser.table_page import guest, leave, sit_down
from tests.support.in_process_server import GIVING, ScriptedServer, position

# A page in the background whose reader has allowed notifications, in a browser where pages may not make any.
AWAY = """
localStorage.setItem('doghouse.notifications', 'true');
window.words = [];
window.tones = 0;
window.Notification = class {
    static permission = 'granted';
    constructor() { throw new TypeError('Illegal constructor'); }
};
window.OscillatorNode = class extends OscillatorNode { start(at) { window.tones += 1; super.start(at); } };
Object.defineProperty(document, 'hidden', { get: () => window.away ?? false });
"""
WORKER = """navigator.serviceWorker.getRegistration = async () =>
    ({ active: {}, showNotification: async (...all) => words.push(all) })"""
NO_WORKER = "navigator.serviceWorker.getRegistration = async () => undefined"
# Everything that is read out: elements that come, and texts that change.
LISTEN = """() => {
    window.heard = [];
    const told = document.querySelector('[role=log]');
    new MutationObserver((changes) => changes.forEach(({ type, target, addedNodes }) => {
        for (const node of type === 'childList' ? addedNodes : [target]) heard.push(node.textContent);
    })).observe(told, { childList: true, subtree: true, characterData: true });
}"""


@pytest.fixture
def away(browser: Browser, scripted_server: ScriptedServer) -> Iterator[Page]:
    page = guest(browser, scripted_server, "Anna")
    page.add_init_script(AWAY)
    yield page
    leave(page)


def wait_in_the_background(page: Page, scripted_server: ScriptedServer) -> str:
    at = position("5 6", "A3", turn="D", hands={"D": "K 2", "B": "K 3"})
    code = sit_down(page, scripted_server, at)
    page.locator(".round-info").click()  # browsers are silent until one has done something
    page.evaluate("window.away = true")
    scripted_server.play(code, "K D->D0")
    expect(page).to_have_title("● Your turn · Doghouse")
    return code


def test_failed_notification_is_ignored(away: Page, scripted_server: ScriptedServer) -> None:
    away.add_init_script(NO_WORKER)
    code = wait_in_the_background(away, scripted_server)
    scripted_server.play(code, "5 A3>A8")
    scripted_server.play(code, "K B->B0")
    expect_position(away, scripted_server.game(code), "A")


def test_service_worker_shows_notification(away: Page, scripted_server: ScriptedServer) -> None:
    away.add_init_script(WORKER)
    code = wait_in_the_background(away, scripted_server)
    away.wait_for_function("() => words.length === 1")
    [[title, looks]] = away.evaluate("words")
    assert (title, looks["body"], looks["data"]) == ("Doghouse", "Your turn", f"/t/{code}")
    assert away.evaluate("tones") == 2, "the turn is heard, the marble is not"


def test_event_that_cannot_be_shown_is_skipped(browser: Browser, scripted_server: ScriptedServer) -> None:
    page = guest(browser, scripted_server, "Anna")
    code = sit_down(page, scripted_server, position("5 6", "A3", hands={"B": "K 3", "C": "K 3"}))
    page.evaluate("""async () => {
        const { Board } = await import('/web/board/board.js');
        const animate = Board.prototype.animate;
        Board.prototype.animate = async () => {
            Board.prototype.animate = animate;
            throw new Error('on purpose');
        };
    }""")
    with page.expect_event("pageerror"):
        scripted_server.play(code, "5 A3>A8")
    scripted_server.play(code, "K B->B0")
    expect_position(page, scripted_server.game(code), "A")
    page.context.errors.clear()  # type: ignore[attr-defined]
    leave(page)


def test_every_event_is_read_out_once(anna: Page, scripted_server: ScriptedServer) -> None:
    code = sit_down(anna, scripted_server, GIVING)
    anna.evaluate(LISTEN)
    scripted_server.append_event(code, Gave("B", "3", "person"))
    scripted_server.append_event(code, TookBack("B"))
    for seat, card in (("B", "6"), ("D", "2"), ("A", "8"), ("C", "K")):
        scripted_server.append_event(code, Gave(seat, card, "person"))
    anna.wait_for_function("() => heard.includes('Your turn')")
    assert anna.evaluate("heard") == [
        "Beat has given a card",
        "Beat takes the card back",
        "Beat has given a card",
        "Dario has given a card",
        "Carla has given a card",
        "You received: king",
        "Your turn",
    ]


def test_the_giver_is_beside_the_card_one_received(anna: Page, scripted_server: ScriptedServer) -> None:
    code = sit_down(anna, scripted_server, GIVING)
    for seat, card in (("C", "K"), ("A", "8"), ("B", "3"), ("D", "2")):
        scripted_server.append_event(code, Gave(seat, card, "person"))
    expect(anna.locator(".side .log li.seat-c").last).to_have_text("▲You received: king")


def test_a_new_deal_is_read_out(anna: Page, scripted_server: ScriptedServer) -> None:
    at = position("5", "A3", hands={"B": "", "C": "", "D": ""}, starter="A")
    code = sit_down(anna, scripted_server, at)
    anna.evaluate(LISTEN)
    scripted_server.play(code, "5 A3>A8")
    anna.wait_for_function("() => heard.some((text) => /^New cards: . each\\. .+ begins?$/.test(text))")
