"""The replay of a game that is over, in the browser, with all hands open."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from doghouse.server.http.identity import COOKIE
from tests.support.browser.finished_games import FinishedGame, finish_game, run_in_thread
from tests.support.browser.replay_page import control, expect_at, watch
from tests.support.server_process import HouseProcess


@pytest.fixture(scope="module")
def game_alone(house: HouseProcess) -> FinishedGame:
    """A game of three, each for itself."""
    return run_in_thread(finish_game(house.address, 1, rules={"players": 3}))


@pytest.fixture
def still(page: Page) -> Page:
    """A page on which marbles do not take their time."""
    page.add_init_script("localStorage.setItem('doghouse.speed', '\"off\"')")
    return page


def test_replay_steps_forwards_and_backwards(still: Page, game_alone: FinishedGame) -> None:
    watch(still, game_alone)
    for at in range(2, 40):
        still.keyboard.press("ArrowRight")
        expect_at(still, game_alone, at)
    still.keyboard.press("End")
    still.keyboard.press("ArrowRight")
    expect_at(still, game_alone, game_alone.count)
    for at in range(game_alone.count - 1, game_alone.count - 30, -1):
        still.keyboard.press("ArrowLeft")
        expect_at(still, game_alone, at)


def test_replay_buttons(still: Page, game: FinishedGame) -> None:
    rounds = [place + 1 for place, frame in enumerate(game.replay["frames"]) if frame["kind"] == "deal"]
    watch(still, game)
    for name, at in [
        ("One move on", 2),
        ("One move on", 3),
        ("One move back", 2),
        ("Next round", rounds[1]),
        ("Next round", rounds[2]),
        ("One move on", rounds[2] + 1),
        ("Previous round", rounds[2]),
        ("Previous round", rounds[1]),
        ("To the end", game.count),
        ("Previous round", rounds[-1]),
        ("To the beginning", 1),
    ]:
        control(still, name).click()
        expect_at(still, game, at)
    for name in ("To the beginning", "Previous round", "One move back"):
        expect(control(still, name)).to_be_disabled()


def test_replay_keyboard(still: Page, game: FinishedGame) -> None:
    rounds = [place + 1 for place, frame in enumerate(game.replay["frames"]) if frame["kind"] == "deal"]
    watch(still, game)
    for key, at in [
        ("End", game.count),
        ("Home", 1),
        ("PageDown", rounds[1]),
        ("ArrowRight", rounds[1] + 1),
        ("PageUp", rounds[1]),
        ("ArrowLeft", rounds[1] - 1),
    ]:
        still.keyboard.press(key)
        expect_at(still, game, at)
    still.get_by_role("slider").focus()
    still.keyboard.press("ArrowRight")  # the line knows its own keys: one step, not two
    expect_at(still, game, rounds[1])
    still.keyboard.press("End")
    expect_at(still, game, game.count)


def test_replay_autoplays_until_stopped(page: Page, game: FinishedGame) -> None:
    page.add_init_script("localStorage.setItem('doghouse.speed', '\"fast\"')")
    watch(page, game)
    page.keyboard.press("Space")
    expect(control(page, "Pause")).to_be_visible()
    page.wait_for_function("() => Number(document.querySelector('input[type=range]').value) >= 4", timeout=20_000)
    page.keyboard.press("Space")
    expect(control(page, "Play")).to_be_visible()
    at = int(page.get_by_role("slider").input_value())
    page.wait_for_timeout(1200)
    expect_at(page, game, at)
    page.goto(f"/replay/{game.code}#{game.count - 1}")
    page.reload()
    control(page, "Play").click()
    expect(page.locator(".where")).to_contain_text(f"{game.count} of {game.count}")
    expect(control(page, "Play")).to_be_visible(timeout=10_000)


def test_fast_stepping_shows_the_right_board(page: Page, game: FinishedGame) -> None:
    page.add_init_script("localStorage.setItem('doghouse.speed', '\"slow\"')")
    watch(page, game)
    for at in range(2, 15):
        control(page, "One move on").click()
        expect(page.get_by_role("slider")).to_have_value(str(at))
    page.keyboard.press("PageDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    page.wait_for_timeout(300)
    expect_at(page, game, 1)


def test_a_link_to_a_move(still: Page, game: FinishedGame) -> None:
    at = game.count // 2
    watch(still, game, at)
    still.keyboard.press("ArrowRight")
    expect_at(still, game, at + 1)
    expect(still).to_have_url(re.compile(f"#{at + 1}$"))
    still.context.grant_permissions(["clipboard-read", "clipboard-write"])
    still.get_by_role("button", name="Link to this move").click()
    expect(still.get_by_text("The link is copied.").last).to_be_visible()
    copied = still.evaluate("navigator.clipboard.readText()")
    assert copied == still.url
    still.evaluate("location.hash = '#3'")
    expect_at(still, game, 3)
    still.goto(copied)
    still.reload()
    expect_at(still, game, at + 1)
    still.goto(f"/replay/{game.code}#99999")
    still.reload()
    expect_at(still, game, game.count)


def test_the_moves_of_a_round_can_be_tapped(still: Page, game: FinishedGame) -> None:
    frames = game.replay["frames"]
    second = [place for place, frame in enumerate(frames) if frame["round"] == 2]
    watch(still, game, second[3] + 1)
    moves = still.locator(".moves-list button")
    expect(moves).to_have_count(len(second))
    expect(moves.nth(3)).to_have_attribute("aria-current", "step")
    moves.nth(5).click()
    expect_at(still, game, second[5] + 1)
    expect(still.locator(".moment-text")).to_have_text(re.compile(re.escape(moves.nth(5).inner_text().split("\n")[-1])))
    expect(still.locator(".moves-list [aria-current]")).to_have_count(1)


def test_replay_shows_the_exchange(still: Page, game: FinishedGame) -> None:
    watch(still, game, 2)
    given = game.replay["frames"][1]["given"]
    assert still.locator(".gifts li").count() == len(given) == 4
    expect(still.locator(".moment-text")).to_contain_text("Person 0 gives")
    expect(still.locator(".small-card.new")).to_have_count(4)


def test_player_sees_replay_from_own_seat(still: Page, game: FinishedGame, house: HouseProcess) -> None:
    def height(seat: str) -> float:
        box = still.locator(f".replay-board .marble.seat-{seat}").first.bounding_box()
        assert box is not None
        return box["y"]

    still.set_viewport_size({"width": 1100, "height": 900})
    watch(still, game)
    assert height("a") > height("c")
    still.context.add_cookies([{"name": COOKIE, "value": game.cookies[1], "url": house.address}])  # who sat at B
    watch(still, game)
    still.reload()
    expect(still.locator(".replay-board .marble").first).to_be_visible()
    assert height("b") > height("d")


def test_the_record_and_the_check_of_fairness(still: Page, game: FinishedGame) -> None:
    watch(still, game)
    with still.expect_download() as download:
        still.get_by_role("link", name="Download record").click()
    assert download.value.suggested_filename == f"{game.code}.dog"
    assert Path(download.value.path()).read_text() == game.record
    assert still.get_by_role("link", name="Check fairness").get_attribute("href") == f"/verify#{game.code}"


def test_a_game_that_is_not_over_has_no_replay(browser: Browser, house: HouseProcess) -> None:
    context = browser.new_context(base_url=house.address, locale="en-GB")  # whose refused requests are errors
    page = context.new_page()
    code = context.request.post("/api/tables", data={"seat": "A"}).json()["code"]
    page.goto(f"/replay/{code}")
    expect(page.get_by_text("This game is still going on.")).to_be_visible()
    assert page.get_by_role("link", name="To the table").get_attribute("href") == f"/t/{code}"
    page.goto("/replay/ZZZZZZ")
    expect(page.get_by_text("There is no table ZZZZZZ.")).to_be_visible()
    context.close()


@pytest.mark.parametrize("language", ["de", "it"])
def test_replay_describes_every_move(
    visitors: Any, game: FinishedGame, game_alone: FinishedGame, language: str
) -> None:
    """A text that is missing, or has a gap, is an error on the page."""
    for shown in (game, game_alone):
        page = visitors(shown.cookies[0], locale=language)
        page.add_init_script("localStorage.setItem('doghouse.speed', '\"off\"')")
        page.goto(f"/replay/{shown.code}")
        expect(page.locator(".moment-text")).to_be_visible()
        for _round in range(2):
            for _move in range(3):
                page.keyboard.press("ArrowRight")
                assert "{" not in page.locator("main").inner_text()
            page.keyboard.press("PageDown")
        page.get_by_role("slider").focus()
        page.keyboard.press("End")
        page.locator("summary").click()
        assert not re.search(r"\{|after\.|undefined", page.locator("main").inner_text())
        page.goto(f"/t/{shown.code}")
        expect(page.locator("dialog .measures")).to_be_visible(timeout=20_000)
        assert not re.search(r"\{|after\.|undefined", page.locator("dialog").inner_text())
