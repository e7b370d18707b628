"""A whole game of four people, each on their own page with another way of input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

import doghouse as dog
from doghouse.server.client import Person, TableClient
from tests.support.browser.finished_games import run_in_thread
from tests.support.browser.play_input import DragInput, KeyboardInput, MarbleFirstInput, TapInput, expect_position
from tests.support.browser.stored_table import StoredTable, is_short
from tests.support.browser.table_page import cookie_of, guest, leave, new_table, record_of
from tests.support.players import find_seed
from tests.support.server_process import HouseProcess

SHORT = 140  # plays
LOOK_AROUND = 15  # events after which everyone is looked at


def test_four_people_play_to_the_end_one_of_them_by_keyboard(browser: Browser, house: HouseProcess) -> None:
    pages = [
        guest(browser, house, name, viewport={"width": 800, "height": 600})
        for name in ("Anna", "Beat", "Carla", "Dario")
    ]
    code = new_table(pages[0], rules={"quick_start": True})
    for page in pages:
        page.goto(f"/t/{code}")
    for page, seat in zip(pages[1:], "BCD", strict=True):
        page.locator(f".seat-row.seat-{seat.lower()}").get_by_role("button", name="Sit here").click()
        pages[0].locator(f".seat-row.seat-{seat.lower()} option[value='person']").wait_for(state="attached")
    make_it_short(pages[0], house, code)
    pages[0].get_by_role("button", name="Start the game").click()
    pages[0].locator(".hand .card").first.wait_for()
    players = {
        player.seat: player
        for player in (
            TapInput(pages[0], "A"),
            KeyboardInput(pages[1], "B"),
            MarbleFirstInput(pages[2], "C"),
            DragInput(pages[3], "D"),
        )
    }
    plays = play_together(house, code, players)
    assert all(count > 3 for count in plays.values()), "everyone had their share"
    for page in pages:
        page.locator("dialog.result").wait_for()
    assert record_of(pages[0], code).outcome is not None
    leave(*pages)


def make_it_short(page: Page, house: HouseProcess, code: str) -> None:
    """Once everyone's page has added a seed, let A's be another one, with which the game does not take long."""
    kept = StoredTable(house.data, code)
    kept.wait_until(lambda: all(seat.seed for seat in kept.table.seats.values()))
    table = kept.table
    seed = find_seed(table.secret, table.rules, "A", lambda game: is_short(game, SHORT), table.seeds())
    run_in_thread(add_seed(house.address, code, cookie_of(page), seed))


async def add_seed(address: str, code: str, cookie: str, seed: str) -> None:
    person = Person(address)
    person.cookie = cookie
    client = await TableClient(person, code).open()
    await client.act("seed", "short", seed=seed)
    await client.close()


def play_together(house: HouseProcess, code: str, players: dict[str, TapInput]) -> dict[str, int]:
    """Let everyone play sensibly until the game is over; how many plays each has made."""
    table = StoredTable(house.data, code)
    plays = dict.fromkeys(players, 0)
    while table.table.status == "playing":
        number = table.table.number
        seat = (table.game.to_give() or table.game.turn or "")[0]
        with telling(players[seat], table):
            if not table.table.must_fold:  # else the house goes on by itself
                look(table.game, players, players if number % LOOK_AROUND == 0 else seat)
                plays[seat] += decide(table, players[seat])
            table.wait_for_more(number)
    return plays


def decide(table: StoredTable, player: TapInput) -> bool:
    """Give or play something sensible; whether it was a play."""
    if table.game.phase == "give":
        player.give(table.good_gift(player.seat))
        return False
    player.play(table.good_play())
    return True


def look(game: dog.Game, players: dict[str, TapInput], seats: Iterable[str]) -> None:
    for seat in seats:
        expect_position(players[seat].page, game, seat)


@contextmanager
def telling(player: TapInput, table: StoredTable) -> Iterator[None]:
    """If something goes wrong, tell what was to be done and what the page says."""
    try:
        yield
    except Exception as error:
        game = table.game
        error.add_note(f"{player.seat} with {game.hand(player.seat)} in {game.marbles()} ({game.phase})")
        error.add_note(f"sensible: {table.good_play() if game.turn else table.good_gift(player.seat)}")
        error.add_note(f"the page says: {player.page.locator('.prompt').inner_text()}")
        raise
