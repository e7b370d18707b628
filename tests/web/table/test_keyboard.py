"""Keyboard control, beyond entering plays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.play_input import CARD, CHOSEN, KeyboardInput
from tests.support.browser.table_page import expect_played, sit_down
from tests.support.in_process_server import GIVING, ScriptedServer, position


def test_the_focus_goes_along_with_the_choice(anna: Page, scripted_server: ScriptedServer) -> None:
    at = position("X 5", "A3 D13", marbles={"C": "C9"})
    code = sit_down(anna, scripted_server, at)
    keys, focused = KeyboardInput(anna), anna.locator("*:focus")
    keys.take(CARD.format("X"))
    expect(anna.locator(".choice.movable:focus")).to_have_count(1)
    keys.take(".choice[data-pick='A3']")
    expect(anna.locator(".choice.target:focus")).to_have_count(1)
    expect(anna.locator(".board .path")).to_have_count(1)
    keys.take(".choice[data-pick='A8']")
    expect(focused).to_have_attribute("data-play", "X=5 A3>A8")
    anna.keyboard.press("ArrowRight")
    expect(focused).to_have_attribute("data-play", "X=7 A3>A8")
    anna.keyboard.press("Enter")
    expect(anna.locator(".prompt-text")).to_contain_text("2 points")
    for _undo in range(2):
        anna.keyboard.press("Escape")
    expect(anna.locator(".hand .lifted")).to_have_count(0)
    expect(anna.locator(".hand .card:focus")).to_have_count(1)
    keys.play("5 D13>A2")
    expect_played(anna, scripted_server, code, at, "5 D13>A2")


def test_all_plays_are_listed_and_can_be_chosen_from_the_list(anna: Page, scripted_server: ScriptedServer) -> None:
    at = position("4", "A3 D13")
    code = sit_down(anna, scripted_server, at)
    keys = KeyboardInput(anna)
    expect(anna.locator(".choice.movable").first).to_be_visible()
    keys.take(".open-plays")
    plays = [one.get_attribute("data-play") for one in anna.locator("dialog [data-play]").all()]
    assert sorted(filter(None, plays)) == ["4 A3>A7", "4 A3>D15", "4 D13>A+1", "4 D13>A1", "4 D13>D9"]
    expect(anna.locator("dialog .marble-list")).to_contain_text("A3, D13, kennel, kennel")
    keys.take("dialog [data-play='4 D13>D9']")
    expect_played(anna, scripted_server, code, at, "4 D13>D9")
    expect(anna.locator("dialog")).to_have_count(0)


def test_a_seven_goes_on_in_the_list(anna: Page, scripted_server: ScriptedServer) -> None:
    at = position("7", "A3 D13")
    code = sit_down(anna, scripted_server, at)
    keys = KeyboardInput(anna)
    expect(anna.locator(".choice.movable").first).to_be_visible()
    keys.take(".open-plays")
    keys.take("dialog [data-play='7 A3>A7']")
    keys.take("dialog [data-play='7 A3>A7 D13>A0']")
    expect(anna.locator("dialog")).to_have_count(0)
    keys.take(".confirm")
    expect_played(anna, scripted_server, code, at, "7 A3>A7 D13>A0")


def test_a_card_is_given_and_taken_back(anna: Page, scripted_server: ScriptedServer) -> None:
    code = sit_down(anna, scripted_server, GIVING)
    keys = KeyboardInput(anna)
    keys.give("5")
    keys.take(".prompt-buttons .button")
    expect(anna.locator(".hand .card")).to_have_count(3)
    assert scripted_server.game(code).to_give() == "ABCD"


def test_why_a_card_cannot_be_played(anna: Page, scripted_server: ScriptedServer) -> None:
    sit_down(anna, scripted_server, position("9 K", "B10", marbles={"C": "C0!"}))
    expect(anna.locator(CARD.format("K"))).to_have_count(1)
    KeyboardInput(anna).take(".hand [data-card='9']")
    expect(anna.locator(".notice")).to_contain_text("C0")
    expect(anna.locator(CHOSEN)).to_have_count(0)


@pytest.mark.parametrize("key", ["ArrowRight", "ArrowDown"])
def test_the_log_is_one_stop_with_its_entries_inside(anna: Page, scripted_server: ScriptedServer, key: str) -> None:
    at = position("5 5", "A3", turn="D")
    code = scripted_server.table(at, {"A": anna})
    scripted_server.play(code, "K D->D0")
    anna.goto(f"/t/{code}")
    expect(anna.locator("button.log-entry")).to_have_count(1)
    keys = KeyboardInput(anna)
    keys.take(".side ol")
    anna.keyboard.press(key)
    anna.keyboard.press("Enter")
    expect(anna.get_by_role("button", name="Back to now")).to_be_visible()
    anna.keyboard.press("Escape")
    expect(anna.get_by_role("button", name="Back to now")).to_have_count(0)
