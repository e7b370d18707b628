"""Resuming a game: after a server crash, in a closed tab, and on another device."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import doghouse as dog
from doghouse.server.client import Person, TableClient
from tests.support.browser.finished_games import run_in_thread
from tests.support.browser.play_input import CARD, TapInput, expect_position
from tests.support.browser.stored_table import StoredTable
from tests.support.browser.table_page import cookie_of, guest, leave, new_table
from tests.support.players import start_with_deal
from tests.support.server_process import HouseProcess

LOST = ".offline"


@pytest.fixture(scope="module")
def restarted_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house that tests may kill."""
    running = HouseProcess(tmp_path_factory.mktemp("restarted") / "data").start()
    yield running
    running.kill()


def begins_with_a_seven(game: dog.Game) -> bool:
    return game.turn == "A" and "7" in game.hand("A")


def sit_down_with_a_seven(browser: Browser, house: HouseProcess) -> tuple[Page, StoredTable]:
    """Anna at a table for two, to play, with a 7 in her hand."""
    page = guest(browser, house, "Anna")
    code = new_table(page, rules={"players": 2}, bots={"C": "puppy"})
    run_in_thread(start(house.address, house.data, code, cookie_of(page)))
    page.goto(f"/t/{code}")
    table = StoredTable(house.data, code)
    expect_position(page, table.game, "A")
    return page, table


async def start(address: str, data: Path, code: str, cookie: str) -> None:
    person = Person(address)
    person.cookie = cookie
    client = await TableClient(person, code).open()
    await start_with_deal([client], data, begins_with_a_seven)
    await client.close()


def kill_and_restart(page: Page, house: HouseProcess) -> None:
    """The house is gone for a moment; the page notices both."""
    house.kill()
    expect(page.locator(LOST)).to_be_visible()
    house.start()
    expect(page.locator(LOST)).to_have_count(0)


def test_selection_survives_server_restart(browser: Browser, restarted_house: HouseProcess) -> None:
    page, table = sit_down_with_a_seven(browser, restarted_house)
    page.evaluate("window.sameAsBefore = true")
    finger, lifted = TapInput(page), page.locator(".hand .lifted")
    finger.take(CARD.format("7"))
    expect(lifted).to_have_attribute("data-card", "7")
    kill_and_restart(page, restarted_house)
    expect(lifted).to_have_attribute("data-card", "7")
    finger.move(dog.Play.parse("7 A0>A3").moves[0])
    expect(page.locator(".prompt-text")).to_contain_text("4 points")
    kill_and_restart(page, restarted_house)
    expect(page.locator(".prompt-text")).to_contain_text("4 points")
    expect(page.locator(".marble.seat-a[data-field='A3']")).to_have_count(1)
    finger.move(dog.Play.parse("7 A3>A7").moves[0])
    number = table.table.number
    finger.take(".confirm")
    table.wait_for_more(number, by="A")
    assert str(table.game.rounds[0].turns[0].play) == "7 A0>A3 A3>A7"
    assert page.evaluate("window.sameAsBefore"), "the page was not loaded anew"
    leave(page)


def test_play_chosen_while_server_is_down_is_sent_later(browser: Browser, restarted_house: HouseProcess) -> None:
    page, table = sit_down_with_a_seven(browser, restarted_house)
    finger, number = TapInput(page), table.table.number
    finger.take(CARD.format("7"))
    finger.move(dog.Play.parse("7 A0>A7").moves[0])
    expect(page.locator(".confirm")).to_be_visible()  # the house has told what the move leads to
    restarted_house.kill()
    expect(page.locator(LOST)).to_be_visible()
    finger.take(".confirm")
    restarted_house.start()
    table.wait_for_more(number, by="A")
    assert str(table.game.rounds[0].turns[0].play) == "7 A0>A7"
    leave(page)


def test_reopened_tab_resumes_the_game(browser: Browser, house: HouseProcess) -> None:
    page, table = sit_down_with_a_seven(browser, house)
    context, address = page.context, page.url
    page.close()
    again = context.new_page()
    again.goto("/games")
    again.locator(f"a[href='/t/{table.table.code}']").first.click()
    expect_position(again, table.game, "A")
    assert again.url == address
    number = table.table.number
    TapInput(again).play("7 A0>A7")
    table.wait_for_more(number, by="A")
    leave(again)


def test_a_seat_moves_to_another_device(browser: Browser, house: HouseProcess) -> None:
    page, table = sit_down_with_a_seven(browser, house)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Go on with another device").click()
    expect(page.locator("dialog img.qr")).to_be_visible()
    link = page.locator("dialog .link-text a").inner_text()
    phone = guest(browser, house, "Phone", viewport={"width": 390, "height": 844})
    phone.goto(link)
    phone.get_by_role("button", name="Play here").click()
    expect_position(phone, table.game, "A")
    number = table.table.number
    TapInput(phone).play("7 A0>A7")
    table.wait_for_more(number, by="A")
    expect(page.locator(".hand")).to_have_count(0)  # from here one watches now
    leave(page, phone)
