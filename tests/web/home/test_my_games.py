"""The list of one's games, and moving a seat to another device."""

from __future__ import annotations

import random

from playwright.sync_api import Browser, Page, expect

from doghouse.server.client import Person, TableClient
from doghouse.server.http.identity import COOKIE
from doghouse.server.protocol import limits
from tests.support.browser.finished_games import run_in_thread
from tests.support.browser.pages import PHONE, api, code_of
from tests.support.database import finished_long_ago, url_of
from tests.support.players import play_on
from tests.support.server_process import HouseProcess


async def begun(address: str) -> TableClient:
    """A game of Anna against bots, just begun."""
    anna = await Person(address).introduce("Anna")
    bots = {"B": "puppy", "C": "puppy", "D": "puppy"}
    code = (await anna.request("POST", "/api/tables", {"seat": "A", "bots": bots}))["code"]
    client = await TableClient(anna, code).open()
    await client.act("start", "start")
    await client.close()
    return client


def become(person: Person, page: Page) -> None:
    """The page is theirs from now on."""
    page.context.add_cookies([{"name": COOKIE, "value": person.cookie, "url": person.address}])


# My games.


def test_older_games_are_loaded_on_request(guest: Page, house: HouseProcess) -> None:
    client = run_in_thread(begun(house.address))
    finished_long_ago(url_of(house.data), client.code, limits.LISTED_GAMES + 10)
    become(client.person, guest)
    guest.goto("/games")
    cards = guest.locator(".home-card")
    expect(cards).to_have_count(limits.LISTED_GAMES)
    guest.get_by_role("button", name="More games").click()
    expect(cards).to_have_count(limits.LISTED_GAMES + 11)
    expect(guest.get_by_role("button", name="More games")).to_have_count(0)


def test_games_where_it_is_my_turn_come_first(guest: Page, house: HouseProcess) -> None:
    client = run_in_thread(begun(house.address))
    started, waiting = client.code, client.person.request_now("POST", "/api/tables", {"seat": "A"})["code"]
    become(client.person, guest)
    guest.goto("/")
    cards = guest.get_by_role("region", name="My games").get_by_role("heading", level=3)
    expect(cards).to_have_text(["Your turn", "Waiting for players"])
    guest.goto("/games")
    expect(guest.get_by_role("region", name="Under way").locator(".home-code")).to_have_text([started, waiting])

    first = guest.get_by_role("button", name=f"Break off {waiting}")
    first.click()
    guest.get_by_role("button", name="Play on").click()
    first.click()
    guest.get_by_role("dialog").get_by_role("button", name="Break off").click()
    over = guest.get_by_role("region", name="Over")
    expect(over.get_by_role("heading", level=3)).to_have_text("Broken off")
    expect(over).to_contain_text(waiting)


def test_a_game_that_is_over_can_be_watched_again_and_saved(guest: Page, house: HouseProcess) -> None:
    async def play() -> tuple[Person, str]:
        anna = await Person(house.address).introduce("Anna")
        request = {"seat": "A", "bots": {"C": "puppy"}, "rules": {"players": 2}}
        code = (await anna.request("POST", "/api/tables", request))["code"]
        client = await TableClient(anna, code).open()
        await client.act("start", "start")
        await play_on(client, random.Random(3), "play")
        await client.close()
        return anna, code

    anna, code = run_in_thread(play())
    become(anna, guest)
    guest.goto("/games")
    card = guest.get_by_role("region", name="Over").get_by_role("listitem").filter(has_text=code)
    winners = api(guest, "GET", f"/api/tables/{code}")["winners"]
    expect(card.get_by_role("heading")).to_have_text("Won" if "A" in winners else "Lost")
    expect(card.get_by_role("link", name="Watch again")).to_have_attribute("href", f"/replay/{code}")
    with guest.expect_download() as download:
        card.get_by_role("link", name="Record").click()
    assert download.value.suggested_filename == f"{code}.dog"
    assert guest.url.endswith("/games")


def test_without_games_there_is_a_way_to_the_first_one(guest: Page) -> None:
    guest.goto("/games")
    guest.get_by_role("main").get_by_role("link", name="Play", exact=True).click()
    expect(guest.get_by_role("button", name="Play now")).to_be_visible()


# Moving a seat.


def test_a_seat_moves_to_another_device(guest: Page, browser: Browser, house: HouseProcess) -> None:
    guest.goto("/")
    api(guest, "POST", "/api/me", {"name": "Anna"})
    code = api(guest, "POST", "/api/tables", {"seat": "A"})["code"]
    link = api(guest, "POST", f"/api/tables/{code}/move")["link"]
    phone = browser.new_context(base_url=house.address, locale="en-GB", viewport=PHONE).new_page()
    phone.goto(link)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Go on playing here")
    assert api(guest, "GET", f"/api/tables/{code}")["you"] == "A"  # looking at the link moves nothing
    phone.get_by_role("button", name="Play here").click()
    assert code_of(phone) == code
    assert api(phone, "GET", f"/api/tables/{code}")["you"] == "A"
    assert api(guest, "GET", f"/api/tables/{code}")["you"] is None
    phone.context.close()

    guest.goto(link)
    guest.get_by_role("button", name="Play here").click()
    expect(guest.get_by_role("alert")).to_contain_text("has been used already")


def test_malformed_move_link_is_refused(guest: Page) -> None:
    guest.goto("/m/nothing")
    expect(guest.get_by_role("alert")).to_contain_text("This link is not valid")
    expect(guest.get_by_role("button", name="Play here")).to_have_count(0)


def test_a_link_with_a_wrong_signature(guest: Page) -> None:
    guest.goto("/m/no.thing.signed")
    guest.get_by_role("button", name="Play here").click()
    expect(guest.get_by_role("alert")).to_contain_text("has been used already or has run out")
    expect(guest.get_by_role("button", name="Play here")).to_have_count(0)
