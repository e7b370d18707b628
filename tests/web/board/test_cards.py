"""Every kind of card, played in the browser from a prepared position."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page, expect

import doghouse as dog
from tests.support.browser.play_input import CARD, CHOSEN, FIELD, MarbleFirstInput, TapInput
from tests.support.browser.table_page import expect_played, guest, leave, sit_down
from tests.support.in_process_server import ScriptedServer, position

OTHERS = {"B": "B5", "C": "C9", "D": "D2"}


@pytest.mark.parametrize(
    "play",
    [
        "A A->A0",
        "A A3>A4",
        "A A3>A14",
        "K A->A0",
        "K A3>B0",
        "Q A3>A15",
        "J A3<>C9",
        "2 A3>A5",
        "3 A3>A6",
        "4 A3>A7",
        "4 A3>D15",
        "5 A3>A8",
        "6 A3>A9",
        "6 D13>A+3",
        "7 A3>A7 D13>A0",
        "8 A3>A11",
        "9 A3>A12",
        "10 A3>A13",
    ],
)
def test_every_card(anna: Page, scripted_server: ScriptedServer, play: str) -> None:
    at = position(f"{play.split()[0]} Q", "A3 D13", marbles=OTHERS)
    code = sit_down(anna, scripted_server, at)
    TapInput(anna).play(play)
    expect_played(anna, scripted_server, code, at, play)


@pytest.mark.parametrize("play", ["K A->A0", "4 A3>D15", "7 D13>A0 A3>A7", "J A3<>C9"])
def test_the_marble_can_be_chosen_first(anna: Page, scripted_server: ScriptedServer, play: str) -> None:
    at = position("4 7 J K", "A3 D13", marbles=OTHERS)
    code = sit_down(anna, scripted_server, at)
    MarbleFirstInput(anna).play(play)
    expect_played(anna, scripted_server, code, at, play)


# A joker with a number from 1 to 6 could also be the beginning of a 7: only then somebody has to say which.
@pytest.mark.parametrize(
    ("play", "asked"),
    [
        ("X=A A->A0", False),
        ("X=A A3>A4", True),
        ("X=A A3>A14", False),
        ("X=2 A3>A5", True),
        ("X=3 A3>A6", True),
        ("X=4 A3>A7", True),
        ("X=4 A3>D15", False),
        ("X=5 A3>A8", True),
        ("X=6 A3>A9", True),
        ("X=7 A3>A8 A8>A10", True),
        ("X=7 A3>A10", False),
        ("X=8 A3>A11", False),
        ("X=9 A3>A12", False),
        ("X=10 A3>A13", False),
        ("X=J A3<>C9", False),
        ("X=Q A3>A15", False),
        ("X=K A3>B0", False),
    ],
)
def test_a_joker_as_every_card(anna: Page, scripted_server: ScriptedServer, play: str, asked: bool) -> None:
    at = position("X", "A3", marbles=OTHERS)
    code = sit_down(anna, scripted_server, at)
    first = dog.Play.parse(play).moves[0]
    finger = TapInput(anna)
    finger.take(CARD.format("X"))
    finger.move(first)
    assert bool(anna.locator(".which").count()) == asked
    if asked:
        finger.take(f".which [data-play='{' '.join(play.split()[:2])}']")
    for move in dog.Play.parse(play).moves[1:]:
        finger.move(move)
    if play.startswith("X=7"):
        finger.take(".confirm")
    expect_played(anna, scripted_server, code, at, play)


def test_a_swap_can_begin_at_the_other_marble(anna: Page, scripted_server: ScriptedServer) -> None:
    at = position("J", "A3 D13", marbles=OTHERS)
    code = sit_down(anna, scripted_server, at)
    finger = TapInput(anna)
    finger.take(CARD.format("J"))
    finger.take(FIELD.format("C9"))
    finger.take(".choice.target[data-pick='D13']")
    expect_played(anna, scripted_server, code, at, "J D13<>C9")


def test_a_jack_without_effect(anna: Page, scripted_server: ScriptedServer) -> None:
    at = position("J", "A3")
    code = sit_down(anna, scripted_server, at)
    TapInput(anna).play("J")
    expect_played(anna, scripted_server, code, at, "J")


def test_a_card_that_cannot_be_played_says_why(anna: Page, scripted_server: ScriptedServer) -> None:
    sit_down(anna, scripted_server, position("9 K", "B10", marbles={"C": "C0!"}))
    expect(anna.locator(".hand [data-card='9'].dimmed[aria-disabled='true']")).to_have_count(1)
    TapInput(anna).take(".hand [data-card='9']")
    notice = anna.locator(".notice")
    expect(notice).to_contain_text("C0")
    expect(notice.locator("a")).to_have_attribute("href", "/rules#R7.1")
    expect(anna.locator(CHOSEN)).to_have_count(0)
    assert anna.locator(".hand .lifted").count() == 0


def test_marbles_to_be_sent_home_are_previewed(anna: Page, scripted_server: ScriptedServer) -> None:
    sit_down(anna, scripted_server, position("5 K", "A3", marbles={"B": "A8"}))
    anna.locator(CARD.format("5")).click()
    expect(anna.locator(".choice.target.sends[data-pick='A8']")).to_have_attribute(
        "aria-label", "marble A3 to A8, sends home a marble"
    )
    expect(anna.locator(".board .threatened[data-field='A8']")).to_have_count(1)
    anna.locator(FIELD.format("A8")).hover()
    expect(anna.locator(".board .path")).to_have_count(1)


def test_second_tap_deselects_a_marble(browser: Browser, scripted_server: ScriptedServer) -> None:
    """And does not mean the field beside it, which is as near as a finger is wide."""
    page = guest(browser, scripted_server, "Anna", viewport={"width": 390, "height": 844}, has_touch=True)
    code = sit_down(page, scripted_server, position("A", "A3 A+4", marbles=OTHERS))
    finger = TapInput(page)
    page.locator(CARD.format("A")).tap()
    page.touchscreen.tap(*finger.middle(FIELD.format("A3")))
    expect(page.locator(CHOSEN)).to_have_attribute("data-field", "A3")
    page.touchscreen.tap(*finger.middle(CHOSEN))
    expect(page.locator(CHOSEN)).to_have_count(0)
    assert scripted_server.game(code).turn == "A"
    leave(page)


def test_a_marble_that_was_chosen_first_stays_chosen(anna: Page, scripted_server: ScriptedServer) -> None:
    at = position("5 6", "A3 D13", marbles=OTHERS)
    code = sit_down(anna, scripted_server, at)
    finger = TapInput(anna)
    finger.take(FIELD.format("A3"))
    expect(anna.locator(".choice.target")).to_have_count(2)
    finger.take(CARD.format("5"))
    expect(anna.locator(CHOSEN)).to_have_attribute("data-field", "A3")
    expect(anna.locator(".choice.target")).to_have_count(1)
    finger.take(FIELD.format("A8"))
    expect_played(anna, scripted_server, code, at, "5 A3>A8")


def test_reduced_motion_disables_animation(anna: Page, scripted_server: ScriptedServer) -> None:
    """Nor does the glow: an endless animation would flicker however short it is."""
    sit_down(anna, scripted_server, position("5 6", "A3 D13"))
    expect(anna.locator(".choice.movable")).to_have_count(2)
    endless = "document.getAnimations().filter((one) => one.effect.getTiming().iterations > 1).length"
    assert anna.evaluate(endless) == 0


def test_one_message_explores_the_first_choice(anna: Page, scripted_server: ScriptedServer) -> None:
    sent: list[dict[str, object]] = []
    anna.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(json.loads(text))))
    at = position("A 5 7 J X", "A3 D13", marbles=OTHERS)
    code = sit_down(anna, scripted_server, at)
    TapInput(anna).play("5 A3>A8")
    expect_played(anna, scripted_server, code, at, "5 A3>A8")
    assert [message["partial"] for message in sent if message["type"] == "explore"] == [""]
