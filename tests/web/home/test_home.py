"""The home screen: quick start, joining, and what all screens share."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from doghouse.i18n import LANGUAGES
from doghouse.server.client import Person
from tests.support.browser.pages import api, code_of
from tests.support.server_process import HouseProcess

SCREENS = ("/", "/new", "/games", "/settings", "/m/nothing")


# Playing at once.


def test_one_click_leads_to_a_game_against_bots(guest: Page) -> None:
    guest.goto("/")
    guest.get_by_role("button", name="Play now").click()
    code = code_of(guest)
    guest.wait_for_function(
        "async (code) => (await (await fetch(`/api/tables/${code}`)).json()).status === 'playing'", arg=code
    )
    table = api(guest, "GET", f"/api/tables/{code}")
    assert (table["edition"], table["rules"]["players"], table["you"]) == ("xl", 4, "A")
    assert [table["seats"][seat] for seat in "BCD"] == ["companion"] * 3


def test_the_level_of_the_bots_is_remembered(guest: Page) -> None:
    guest.goto("/")
    guest.get_by_label("with three bots").select_option("wolf")
    guest.reload()
    expect(guest.get_by_label("with three bots")).to_have_value("wolf")
    guest.get_by_role("button", name="Play now").click()
    assert api(guest, "GET", f"/api/tables/{code_of(guest)}")["seats"]["B"] == "wolf"


def test_the_button_is_in_sight_on_a_small_phone_and_works_by_keyboard(guest: Page) -> None:
    guest.goto("/")
    button = guest.get_by_role("button", name="Play now")
    expect(button).to_be_in_viewport(ratio=1)
    for _press in range(20):
        guest.keyboard.press("Tab")
        if button.evaluate("button => button === document.activeElement"):
            break
    guest.keyboard.press("Enter")
    code_of(guest)


def test_page_never_scrolls_sideways(guest: Page) -> None:
    guest.goto("/")
    guest.locator(".home-board").wait_for()
    for width in (320, 360, 390, 600, 768, 820, 900, 1000, 1100, 1200, 1280, 1366, 1393, 1440, 1920):
        guest.set_viewport_size({"width": width, "height": 760})
        assert guest.evaluate("document.documentElement.scrollWidth") <= width, width


def test_unreachable_server_shows_error(guest: Page) -> None:
    guest.goto("/")
    guest.route("**/api/tables", lambda route: route.abort())
    guest.get_by_role("button", name="Play now").click()
    expect(guest.get_by_role("alert").filter(has_text="The house cannot be reached")).to_be_visible()
    guest.unroute("**/api/tables")
    guest.get_by_role("button", name="Play now").click()
    code_of(guest)


# Joining.


@pytest.mark.parametrize("typed", ["{code}", " {small} ", "{gap}", "https://elsewhere.test/t/{code}?x"])
def test_joining_by_code(guest: Page, house: HouseProcess, typed: str) -> None:
    code = Person(house.address).request_now("POST", "/api/tables", {"seat": "A"})["code"]
    guest.goto("/")
    words = {"code": code, "small": code.lower(), "gap": f"{code[:3]}-{code[3:]}".lower().replace("-", " ")}
    guest.get_by_label("Code of the table").fill(typed.format(**words))
    guest.keyboard.press("Enter")
    assert code_of(guest) == code


def test_a_code_that_is_wrong_or_missing(guest: Page) -> None:
    guest.goto("/")
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_text("Type the code of the table first.")).to_be_visible()
    guest.get_by_label("Code of the table").fill("zzz zzz")
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_text("There is no table ZZZZZZ.")).to_be_visible()
    expect(guest.get_by_label("Code of the table")).to_have_attribute("aria-invalid", "true")
    guest.get_by_label("Code of the table").fill("../me")
    guest.get_by_role("button", name="Join").click()
    expect(guest.get_by_text("There is no table ME.")).to_be_visible()
    assert guest.url.endswith("/")


def test_open_tables_are_listed_and_kept_up_to_date(guest: Page, house: HouseProcess) -> None:
    guest.clock.install()
    guest.goto("/")
    expect(guest.get_by_role("heading", name="Open tables")).to_be_visible()
    beat = Person(house.address)
    beat.request_now("POST", "/api/me", {"name": "Beat from next door"})
    bots = {"B": "hunter", "D": "hunter"}
    request = {"seat": "A", "public": True, "bots": bots, "pace": 60}
    code = beat.request_now("POST", "/api/tables", request)["code"]
    guest.clock.run_for(11_000)
    card = guest.get_by_role("listitem").filter(has=guest.locator(f"a[href='/t/{code}']"))
    expect(card.get_by_role("heading")).to_have_text("1 free seat")
    expect(card).to_contain_text("Opened by Beat from next door")
    expect(card).to_contain_text("Hunter")
    card.get_by_role("link", name="Take a seat").click()
    assert code_of(guest) == code


# Languages, titles, addresses.


def test_the_language_is_changed_on_the_first_screen_and_stays(guest: Page) -> None:
    guest.goto("/")
    seen = set()
    for language in LANGUAGES:
        guest.locator("header select").select_option(language)
        expect(guest.locator("html")).to_have_attribute("lang", language)
        seen.add(guest.get_by_role("heading", level=1).inner_text())
        guest.reload()
        expect(guest.locator("html")).to_have_attribute("lang", language)
        expect(guest.get_by_role("heading", level=1)).to_be_visible()
        assert api(guest, "GET", "/api/me")["language"] == language
    assert len(seen) == len(LANGUAGES)


def test_every_screen_has_a_title_of_its_own(guest: Page) -> None:
    titles = set()
    for screen in SCREENS:
        guest.goto(screen)
        expect(guest.get_by_role("heading", level=1)).to_be_visible()
        titles.add(guest.title())
    assert len(titles) == len(SCREENS)


def test_unknown_address_shows_not_found(guest: Page) -> None:
    answer = guest.goto("/nowhere")
    assert answer is not None
    assert answer.status == 404
    expect(guest.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    assert guest.context.request.get("/nowhere", headers={"Accept": "*/*"}).text() == "Not Found"
