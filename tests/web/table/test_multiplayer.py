"""Several people at a table: phrases in each reader's language, stand-ins, spectators, and the rematch."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, Page, WebSocket, expect

from doghouse.server.protocol.events import Gave, Said
from tests.support.browser.play_input import TapInput, expect_position
from tests.support.browser.table_page import guest, leave, sit_down
from tests.support.in_process_server import ScriptedServer, position

HIDDEN = ("hand", "known", "gave", "received", "stuck", "taken")  # what a view has for its own seat only


def test_phrases_appear_in_each_readers_language(browser: Browser, scripted_server: ScriptedServer) -> None:
    anna = guest(browser, scripted_server, "Anna")
    carla = guest(browser, scripted_server, "Carla", locale="de-CH")
    sit_down(anna, scripted_server, position("5", "A3"), C=carla)
    anna.get_by_role("button", name="Say something").click()
    anna.get_by_role("button", name="Well played!").click()
    expect(carla.locator(".player.seat-a .bubble")).to_have_text("Gut gespielt!")
    expect(anna.locator(".player.seat-a .bubble")).to_have_text("Well played!")
    expect(anna.locator("dialog")).to_have_count(0)
    carla.get_by_role("button", name="Etwas sagen").click()
    carla.get_by_role("button", name="Autsch!").click()
    expect(anna.locator(".player.seat-c .bubble")).to_have_text("Ouch!")
    expect(carla.locator(".player.seat-c .bubble")).to_have_text("Autsch!")
    leave(anna, carla)


def test_each_phrase_is_shown_for_its_full_time(browser: Browser, scripted_server: ScriptedServer) -> None:
    anna = guest(browser, scripted_server, "Anna")
    anna.clock.install()
    code = sit_down(anna, scripted_server, position("5", "A3"))
    bubble = anna.locator(".player.seat-c .bubble")
    scripted_server.append_event(code, Said("C", "hello"))
    expect(bubble).to_have_text("Hello!")
    anna.clock.fast_forward(3_000)
    scripted_server.append_event(code, Said("C", "thanks"))
    expect(bubble).to_have_text("Thank you!")
    anna.clock.fast_forward(3_000)  # the time of the first is over, that of the second is not
    expect(anna.locator(".player.seat-c")).to_contain_text("Thank you!")
    anna.clock.fast_forward(3_000)
    expect(bubble).to_have_count(0)
    leave(anna)


def test_a_stand_in_is_shown_as_such(anna: Page, scripted_server: ScriptedServer) -> None:
    at = position("5", "A3", turn="C", hands={"C": "K 9"})
    code = sit_down(anna, scripted_server, at)
    expect(anna.locator(".player.seat-c.away")).to_have_count(1)
    scripted_server.pass_time(61)
    expect(anna.locator(".player.seat-c .absence")).to_have_text("stand-in")
    expect(anna.locator(".player.seat-b .absence")).to_have_text("away")
    expect(anna.locator("button.log-entry").last).to_have_text(
        "Carla plays king: marble from the kennel to C0 (stand-in)"
    )
    expect_position(anna, scripted_server.game(code), "A")


def test_a_spectator_sees_no_cards(browser: Browser, anna: Page, scripted_server: ScriptedServer) -> None:
    zoe = guest(browser, scripted_server, "Zoe")
    frames: list[dict[str, Any]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(json.loads(frame)))

    zoe.on("websocket", listen)
    hands = {"B": "6 3", "C": "Q 8", "D": "2 K"}
    at = position("4 10", "A3", hands=hands, marbles={"B": "B3"}, round=5, starter="A")
    code = sit_down(anna, scripted_server, {**at, "turn": None, "phase": "give"})
    zoe.goto(f"/t/{code}")
    expect(zoe.locator(".prompt-text")).to_contain_text("exchange")
    for seat, card in (("B", "3"), ("C", "Q"), ("D", "2")):
        scripted_server.append_event(code, Gave(seat, card, "person"))
    TapInput(anna).give("4")
    expect(zoe.locator(".prompt-text")).to_contain_text("Anna is thinking")
    TapInput(anna).play("10 A3>A13")
    expect(zoe.locator(".marble[data-field='A13']")).to_have_count(1)
    expect_position(zoe, scripted_server.game(code), None)
    expect(zoe.locator(".hand")).to_have_count(0)
    assert zoe.locator("[data-card]").count() == 0
    assert len(frames) > 5
    assert [found for frame in frames for found in hidden_in(frame)] == []
    leave(zoe)


def hidden_in(told: Any) -> list[str]:
    """Everything in a message that only one seat may know."""
    if isinstance(told, list):
        return [found for one in told for found in hidden_in(one)]
    if not isinstance(told, dict):
        return []
    found = [f"{name}: {told[name]}" for name in HIDDEN if told.get(name)]
    if told.get("type") == "gave" and told.get("card"):
        found.append(f"gave {told['card']}")
    return found + hidden_in(list(told.values()))


def test_game_end_leads_to_the_rematch(browser: Browser, scripted_server: ScriptedServer) -> None:
    anna, carla = guest(browser, scripted_server, "Anna"), guest(browser, scripted_server, "Carla")
    at = position("5 5", "A+4 A+3 A+2 D12", rules={"players": 2})
    code = sit_down(anna, scripted_server, at, C=carla)
    TapInput(anna).play("5 D12>A+1")
    for page in (anna, carla):
        expect(page.locator("dialog .measures").first).to_be_attached()  # asked for only once the house tells them
    anna.get_by_role("button", name="Play again").click()
    expect(anna.locator("h1", has_text="Before the game")).to_be_visible()
    carla.get_by_role("link", name="To the next game").click()
    expect(carla.locator(".seat-row").first).to_be_visible()
    assert anna.url == carla.url != f"{scripted_server.address}/t/{code}"
    for page in (anna, carla):
        expect(page.locator(".seat-row.seat-a")).to_contain_text("Anna")
        expect(page.locator(".seat-row.seat-c")).to_contain_text("Carla")
    anna.get_by_role("button", name="Start the game").click()
    for page in (anna, carla):
        expect(page.locator(".hand .card")).to_have_count(6)
    leave(anna, carla)
