"""Tables of 2, 3, 5 and 6 players: one person among bots, who plays by tapping."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.play_input import CARD, TapInput, expect_position
from tests.support.browser.stored_table import StoredTable
from tests.support.browser.table_page import guest, leave, new_table, sit_down
from tests.support.in_process_server import ScriptedServer, position
from tests.support.server_process import HouseProcess

PLAYS = 8  # by hand at each table


@pytest.mark.parametrize(
    ("edition", "rules", "gives"),
    [
        ("xl", {"players": 3}, False),
        ("dog", {"players": 3}, True),
        ("kings", {"players": 5}, True),
        ("xl", {"players": 6, "teams": "pairs"}, True),
        ("xl", {"players": 6, "teams": "trios"}, True),
    ],
    ids=["3 draw", "3 pass", "5 pass", "6 pairs", "6 trios"],
)
def test_rounds_against_bots_by_tapping(
    browser: Browser, house: HouseProcess, edition: str, rules: dict[str, Any], gives: bool
) -> None:
    page = guest(browser, house, "Anna", viewport={"width": 390, "height": 844})
    code = new_table(page, edition=edition, rules={**rules, "quick_start": True})
    page.goto(f"/t/{code}")
    page.get_by_role("button", name="Start the game").click()
    page.locator(".hand .card").first.wait_for()
    done = play_some(page, StoredTable(house.data, code))
    assert done["play"] == PLAYS
    assert bool(done["give"]) == gives
    leave(page)


def play_some(page: Page, table: StoredTable) -> dict[str, int]:
    """Decide whenever it is A's turn; how often it was to play and how often to give."""
    finger, done = TapInput(page), {"give": 0, "play": 0}
    while done["play"] < PLAYS and table.table.status == "playing":
        number, game = table.table.number, table.game
        if "A" not in (game.to_give() or game.turn or "") or table.table.must_fold:
            table.wait_for_more(number)
            continue
        expect_position(page, game, "A")
        if game.phase == "give":
            receiver = game.rules.receiver("A")
            expect(page.locator(".prompt-text")).to_have_text(f"Which card do you give Companion {receiver}?")
            finger.give(table.good_gift("A"))
        else:
            finger.play(table.good_play())
        done["give" if game.to_give() else "play"] += 1
        table.wait_for_more(number, by="A")
    return done


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_two_takes_a_card(anna: Page, scripted_server: ScriptedServer, players: int) -> None:
    """One chooses from whom, among those who have any."""
    hands = {"B": "", "C": "9", "D": "K", "E": "K"}
    at = position("2 6", "A3", rules={"players": players}, hands=hands)
    sit_down(anna, scripted_server, at)
    TapInput(anna).take(CARD.format("2"))
    others = [seat for seat in at["marbles"] if seat != "A" and hands[seat]]
    expect(anna.locator(".prompt-buttons [data-play]")).to_have_count(len(others))
    TapInput(anna).take(".prompt-buttons [data-play='2 ?C']")
    expect(anna.locator(".hand .card")).to_have_count(2)
    expect(anna.locator(".hand [data-card='9']")).to_have_count(1)
    expect(anna.locator("button.log-entry").last).to_have_text("You play 2: draw a card from Carla (9)")


def test_a_two_that_takes_the_last_card_and_that_is_a_two(anna: Page, scripted_server: ScriptedServer) -> None:
    """Then one goes on with the same turn, cards and marbles as before."""
    sit_down(anna, scripted_server, position("2 6", "A3", rules={"players": 2}, hands={"C": "2"}))
    TapInput(anna).play("2 ?C")
    expect(anna.locator(".prompt-text")).to_contain_text("Choose a card")
    TapInput(anna).play("6 A3>A9")
    expect(anna.locator(".marble.seat-a[data-field='A9']")).to_have_count(1)
    expect(anna.locator(".hand .card")).to_have_count(1)
