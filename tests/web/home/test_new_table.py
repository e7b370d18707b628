"""The screen that creates a table, on a small phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import api, choose, code_of
from tests.support.server_process import HouseProcess


def set_up(page: Page) -> Any:
    """Press the button of the new table; the table as the house lists it."""
    page.get_by_role("button", name="Set up the table").click()
    return api(page, "GET", f"/api/tables/{code_of(page)}")


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_new_table_for_every_number_of_players(guest: Page, players: int) -> None:
    guest.goto("/new")
    choose(guest, "players", str(players))
    alone = players in (2, 3, 5)
    for variant in ("canadian", "quick"):
        expect(guest.locator(f"input[name={variant}]")).to_be_enabled(enabled=not alone)
    expect(guest.locator("input[name=quick]")).to_be_checked(checked=alone)
    expect(guest.locator("input[name=teams]")).to_have_count(2 if players == 6 else 0)
    table = set_up(guest)
    assert (table["rules"]["players"], table["rules"]["teams"] == "none") == (players, alone)
    assert (table["you"], table["status"], table["public"], table["pace"]) == ("A", "waiting", False, None)
    assert list(table["seats"].values()).count(None) == players - 1


def test_every_setting_is_sent_and_remembered(guest: Page) -> None:
    guest.goto("/new")
    wishes = {"edition": "kings", "players": "6", "teams": "trios", "bots": "3", "level": "wolf", "pace": "86400"}
    for name, value in {**wishes, "public": "true"}.items():
        choose(guest, name, value)
    for name in ("canadian", "no_joker", "quick"):
        guest.locator(f"input[name={name}]").check()
    table = set_up(guest)
    rules = table["rules"]
    assert (table["edition"], rules["teams"], table["pace"], table["public"]) == ("kings", "trios", 86400, True)
    assert (rules["canadian_seven"], rules["joker_may_finish"], rules["quick_start"]) == (True, False, True)
    bots = [seat for seat, name in table["seats"].items() if name == "wolf"]
    assert bots == ["B", "D", "F"]  # the other team, so that friends play together
    guest.goto("/new")
    for name, value in wishes.items():
        expect(guest.locator(f"input[name={name}][value='{value}']")).to_be_checked()
    expect(guest.locator("input[name=no_joker]")).to_be_checked()


def test_the_small_edition_is_for_four_at_most(guest: Page) -> None:
    guest.goto("/new")
    choose(guest, "players", "6")
    choose(guest, "edition", "xs")
    expect(guest.locator("input[name=players][value='4']")).to_be_checked()
    expect(guest.locator("input[name=players][value='6']")).to_be_disabled()
    assert set_up(guest)["edition"] == "xs"


@pytest.mark.parametrize("edition", ["xl", "xs", "dog", "kings"])
def test_every_edition_can_be_played_alone(guest: Page, edition: str) -> None:
    guest.goto("/new")
    choose(guest, "edition", edition)
    choose(guest, "players", "3")
    rules = set_up(guest)["rules"]
    assert rules["exchange"] == ("draw" if edition in ("xl", "xs") else "pass")


def test_a_host_who_only_watches(guest: Page) -> None:
    guest.goto("/new")
    choose(guest, "plays", "false")
    choose(guest, "bots", "4")
    table = set_up(guest)
    assert table["you"] is None
    assert list(table["seats"].values()) == ["companion"] * 4


def test_refused_table_shows_error(guest: Page) -> None:
    guest.goto("/new")
    refusal = {"code": "too_many_tables", "text": "you have too many unfinished tables: finish or close one first"}
    guest.route("**/api/tables", lambda route: route.fulfill(status=400, json=refusal))
    guest.get_by_role("button", name="Set up the table").click()
    expect(guest.get_by_role("alert")).to_contain_text("too many")
    assert guest.url.endswith("/new")


def test_invalid_stored_settings_are_ignored(guest: Page) -> None:
    guest.goto("/")
    kept = '{"edition": "xxl", "players": 9, "bots": -3, "pace": "soon", "level": 5, "six": "quartets"}'
    guest.evaluate("kept => localStorage.setItem('doghouse.new_table', kept)", kept)
    guest.goto("/new")
    table = set_up(guest)
    assert (table["edition"], table["rules"]["players"], table["pace"]) == ("xl", 4, None)


def test_a_new_table_can_be_shared_by_link_code_and_picture(guest: Page, house: HouseProcess) -> None:
    guest.goto("/new")
    code = set_up(guest)["code"]
    expect(guest.get_by_label("Link to the table")).to_have_value(f"{house.address}/t/{code}")
    expect(guest.get_by_label(" ".join(code))).to_be_visible()
    picture = guest.get_by_role("img", name=f"table {code}")
    expect(picture).to_be_visible()
    assert picture.evaluate("async picture => { await picture.decode(); return picture.naturalWidth }") > 0


def test_every_choice_fits_with_its_explanation(guest: Page) -> None:
    """In the language with the longest words."""
    guest.goto("/")
    guest.evaluate("localStorage.setItem('doghouse.language', JSON.stringify('de'))")
    guest.goto("/new")
    expect(guest.get_by_role("heading", level=1)).to_be_visible()
    choose_everything(guest)


def choose_everything(page: Page) -> None:
    """Every choice once, so that every explanation has been seen."""
    for place in range(page.locator("input").count()):
        page.locator("input").nth(place).check()
        assert_fits(page)
    choose(page, "players", "6")
    for name in ("teams", "bots", "level"):
        for choice in page.locator(f"input[name={name}]").all():
            choice.check()
            assert_fits(page)
    choose(page, "players", "2")


def assert_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
