"""The result of a game and its statistics; result and replay fit the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.finished_games import FinishedGame, finish_game, run_in_thread
from tests.support.server_process import HouseProcess

SCREENS = [("fr", 360, 640), ("de", 844, 390), ("de", 1024, 768)]  # test_every_screen looks at more


@pytest.fixture(scope="module")
def game_of_six(house: HouseProcess) -> FinishedGame:
    return run_in_thread(finish_game(house.address, 1, rules={"players": 6}))


# The result.


def test_the_result_tells_who_won_and_what_everyone_did(visitors: Any, game: FinishedGame) -> None:
    page = visitors(game.cookies[0])
    page.goto(f"/t/{game.code}")
    result = page.get_by_role("dialog")
    winners = game.replay["result"]["winners"]
    heading = result.get_by_role("heading", level=2)
    expect(heading).to_contain_text("won")
    if "A" in winners:
        expect(heading).to_contain_text("You have won")
    finished_first = game.replay["result"]["standings"][0]["finished"]
    expect(result.locator(".standings li").first).to_contain_text(f"{finished_first} of 8 in the finish")
    result.get_by_text("All numbers").click()
    table = result.get_by_role("table", name="Statistics")
    statistics = game.replay["statistics"]
    for name, key in [("Sent home", "sent_home"), ("Was sent home", "was_sent_home"), ("Folded", "folds")]:
        row = table.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name, exact=True))
        assert row.get_by_role("cell").all_inner_texts() == [str(statistics[seat][key]) for seat in "ABCD"]
    row = table.get_by_role("row").filter(has=page.get_by_role("rowheader", name="king", exact=True))
    assert row.get_by_role("cell").all_inner_texts() == [str(statistics[seat]["cards"].get("K", 0)) for seat in "ABCD"]
    assert result.get_by_role("link", name="Watch again").get_attribute("href") == f"/replay/{game.code}"
    assert result.get_by_role("link", name="Check fairness").get_attribute("href") == f"/verify#{game.code}"
    with page.expect_download() as download:
        result.get_by_role("link", name="Download record").click()
    assert Path(download.value.path()).read_text() == game.record
    page.keyboard.press("Escape")
    expect(result).to_have_count(0)


def test_a_tap_meant_for_the_board_does_not_close_the_result(visitors: Any, game: FinishedGame) -> None:
    """It opens by itself, perhaps while somebody taps a card; a moment later a tap beside it closes it."""
    page = visitors(game.cookies[0], width=390, height=844)
    page.add_init_script(
        """new MutationObserver(() => {
            if (!window.under && document.querySelector("dialog.result[open]")) {
                window.under = document.elementsFromPoint(195, 838).map((found) => found.tagName);
            }
        }).observe(document, { childList: true, subtree: true, attributes: true });"""
    )
    page.goto(f"/t/{game.code}")
    expect(page.locator("dialog.result:not(.ignores-taps)")).to_be_visible()
    assert "DIALOG" not in page.evaluate("window.under"), "a finger would have met it at once"
    page.mouse.click(195, 838)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Result").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_rematch_leads_everyone_to_the_next_table(visitors: Any, house: HouseProcess) -> None:
    game = run_in_thread(finish_game(house.address, 2, rules={"players": 2}))
    host, other, spectator = visitors(game.cookies[0]), visitors(game.cookies[1]), visitors(None)
    for page in (host, other, spectator):
        page.goto(f"/t/{game.code}")
        expect(page.get_by_role("dialog")).to_be_visible()
    expect(spectator.get_by_role("button", name="Play again")).to_have_count(0)
    host.get_by_label("Everyone moves on by one seat").check()
    host.get_by_role("button", name="Play again").click()
    host.wait_for_url(lambda url: "/t/" in url and game.code not in url)
    for page in (other, spectator):
        page.get_by_role("link", name="To the next game").click()
        page.wait_for_url(host.url)


# How it looks.


@pytest.mark.parametrize(("language", "width", "height"), SCREENS)
def test_result_and_replay_fit_every_screen(
    visitors: Any, game_of_six: FinishedGame, language: str, width: int, height: int, pictures: Path | None
) -> None:
    page = visitors(game_of_six.cookies[0], locale=language, width=width, height=height)
    page.goto(f"/replay/{game_of_six.code}#2")
    expect(page.locator(".replay-board .marble").first).to_be_visible()
    page.locator("summary").click()
    expect_no_overflow(page, "document.documentElement")
    for button in page.locator(".control, .speed, .move, .replay-actions .button").all()[:20]:
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    page.evaluate("scrollTo(0, 0)")
    expect(page.get_by_role("slider")).to_be_in_viewport()
    expect(page.locator(".control.main")).to_be_in_viewport()
    if pictures:
        page.screenshot(path=pictures / f"replay-{language}-{width}x{height}.png")
    page.goto(f"/t/{game_of_six.code}")
    expect(page.locator("dialog .measures")).to_be_visible(timeout=20_000)
    page.locator("dialog summary").click()
    expect_no_overflow(page, "document.documentElement")
    expect_no_overflow(page, "document.querySelector('.result-scroll')")
    if pictures:
        page.screenshot(path=pictures / f"result-{language}-{width}x{height}.png")


def expect_no_overflow(page: Page, element: str) -> None:
    assert page.evaluate(f"{element}.scrollWidth - {element}.clientWidth") <= 0
