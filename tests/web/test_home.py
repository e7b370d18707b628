"""The first screen and the screens around the table, in a real browser at a real house."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from doghouse.i18n import LANGUAGES
from doghouse.server import limits
from doghouse.server.client import Person, TableClient
from doghouse.server.identity import COOKIE
from tests.server.filling import finished_long_ago
from tests.server.operating import url_of
from tests.server.people import play_on
from tests.server.servers import HouseProcess
from tests.web.playing import apart

PHONE: ViewportSize = {"width": 360, "height": 640}
AT_A_TABLE = re.compile(r"/t/[A-Z2-9]{6}$")
SCREENS = ("/", "/new", "/games", "/settings", "/m/nothing")


@pytest.fixture
def guest(browser: Browser, house: HouseProcess) -> Iterator[Page]:
    """A page of a fresh guest on a phone. Requests may be refused, but nothing else may go wrong."""
    context = browser.new_context(base_url=house.address, locale="en-GB", viewport=PHONE)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield opened
    context.close()
    assert [error for error in errors if not error.startswith("Failed to load resource")] == []


def api(page: Page, method: str, path: str, body: Any = None) -> Any:
    """A request of the guest whose page it is."""
    answer = page.request.fetch(path, method=method, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def code_of(page: Page) -> str:
    page.wait_for_url(AT_A_TABLE)
    return page.url.rsplit("/", 1)[1]


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f"input[name={name}][value='{value}']").check()


def set_up(page: Page) -> Any:
    """Press the button of the new table; the table as the house lists it."""
    page.get_by_role("button", name="Set up the table").click()
    return api(page, "GET", f"/api/tables/{code_of(page)}")


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


def test_a_house_that_is_away_is_told_in_words(guest: Page) -> None:
    guest.goto("/")
    guest.route("**/api/tables", lambda route: route.abort())
    guest.get_by_role("button", name="Play now").click()
    expect(guest.get_by_role("alert").filter(has_text="The house cannot be reached")).to_be_visible()
    guest.unroute("**/api/tables")
    guest.get_by_role("button", name="Play now").click()
    code_of(guest)


# A new table.


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


def test_every_wish_reaches_the_house_and_is_remembered(guest: Page) -> None:
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


def test_a_table_that_the_house_refuses(guest: Page) -> None:
    guest.goto("/new")
    refusal = {"code": "too_many_tables", "text": "you have too many unfinished tables: finish or close one first"}
    guest.route("**/api/tables", lambda route: route.fulfill(status=400, json=refusal))
    guest.get_by_role("button", name="Set up the table").click()
    expect(guest.get_by_role("alert")).to_contain_text("too many")
    assert guest.url.endswith("/new")


def test_what_others_left_in_the_storage_does_no_harm(guest: Page) -> None:
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
    wishes = {"seat": "A", "public": True, "bots": bots, "pace": 60}
    code = beat.request_now("POST", "/api/tables", wishes)["code"]
    guest.clock.run_for(11_000)
    card = guest.get_by_role("listitem").filter(has=guest.locator(f"a[href='/t/{code}']"))
    expect(card.get_by_role("heading")).to_have_text("1 free seat")
    expect(card).to_contain_text("Opened by Beat from next door")
    expect(card).to_contain_text("Hunter")
    card.get_by_role("link", name="Take a seat").click()
    assert code_of(guest) == code


# My games.


def test_older_games_come_when_they_are_asked_for(guest: Page, house: HouseProcess) -> None:
    async def begin() -> TableClient:
        anna = await Person(house.address).introduce("Anna")
        bots = {"B": "puppy", "C": "puppy", "D": "puppy"}
        code = (await anna.request("POST", "/api/tables", {"seat": "A", "bots": bots}))["code"]
        client = await TableClient(anna, code).open()
        await client.act("start", "start")
        await client.close()
        return client

    client = apart(begin())
    finished_long_ago(url_of(house.data), client.code, limits.LISTED_GAMES + 10)
    guest.context.add_cookies([{"name": COOKIE, "value": client.person.cookie, "url": house.address}])
    guest.goto("/games")
    cards = guest.locator(".home-card")
    expect(cards).to_have_count(limits.LISTED_GAMES)
    guest.get_by_role("button", name="More games").click()
    expect(cards).to_have_count(limits.LISTED_GAMES + 11)
    expect(guest.get_by_role("button", name="More games")).to_have_count(0)


def test_games_where_it_is_my_turn_come_first(guest: Page, house: HouseProcess) -> None:
    async def begin() -> tuple[Person, str, str]:
        anna = await Person(house.address).introduce("Anna")
        bots = {"B": "puppy", "C": "puppy", "D": "puppy"}
        started = (await anna.request("POST", "/api/tables", {"seat": "A", "bots": bots}))["code"]
        client = await TableClient(anna, started).open()
        await client.act("start", "start")
        await client.close()
        waiting = (await anna.request("POST", "/api/tables", {"seat": "A"}))["code"]
        return anna, started, waiting

    anna, started, waiting = apart(begin())
    guest.context.add_cookies([{"name": COOKIE, "value": anna.cookie, "url": house.address}])
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
        wishes = {"seat": "A", "bots": {"C": "puppy"}, "rules": {"players": 2}}
        code = (await anna.request("POST", "/api/tables", wishes))["code"]
        client = await TableClient(anna, code).open()
        await client.act("start", "start")
        await play_on(client, random.Random(3), "play")
        await client.close()
        return anna, code

    anna, code = apart(play())
    guest.context.add_cookies([{"name": COOKIE, "value": anna.cookie, "url": house.address}])
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


# Five languages on a small phone.


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


def test_every_choice_fits_with_its_explanation(guest: Page) -> None:
    """In the language with the longest words."""
    guest.goto("/")
    guest.evaluate("localStorage.setItem('doghouse.language', JSON.stringify('de'))")
    guest.goto("/new")
    expect(guest.get_by_role("heading", level=1)).to_be_visible()
    choose_everything(guest)


def test_every_screen_has_a_title_of_its_own(guest: Page) -> None:
    titles = set()
    for screen in SCREENS:
        guest.goto(screen)
        expect(guest.get_by_role("heading", level=1)).to_be_visible()
        titles.add(guest.title())
    assert len(titles) == len(SCREENS)


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


# Settings.


def test_settings_stay_after_a_reload(guest: Page) -> None:
    guest.goto("/settings")
    guest.get_by_label("Your name").fill("Käthi")
    guest.get_by_role("button", name="Save").click()
    expect(guest.get_by_text("Saved")).to_be_visible()
    choose(guest, "theme", "dark")
    choose(guest, "speed", "fast")
    guest.locator("input[name=sound]").uncheck()
    choose(guest, "language", "it")
    expect(guest.get_by_role("heading", level=1)).to_have_text("Impostazioni")
    guest.reload()
    expect(guest.locator("html")).to_have_attribute("data-theme", "dark")
    expect(guest.get_by_label("Il tuo nome")).to_have_value("Käthi")
    for name, value in {"theme": "dark", "speed": "fast", "language": "it"}.items():
        expect(guest.locator(f"input[name={name}][value={value}]")).to_be_checked()
    expect(guest.locator("input[name=sound]")).not_to_be_checked()
    guest.goto("/")
    expect(guest.get_by_role("button", name="Suono")).to_have_attribute("aria-pressed", "false")
    guest.get_by_role("button", name="Scuro").click()
    expect(guest.locator("html")).to_have_attribute("data-theme", "light")


def test_a_name_that_is_none(guest: Page) -> None:
    guest.goto("/settings")
    guest.get_by_label("Your name").fill("Käthi")
    guest.keyboard.press("Enter")
    expect(guest.get_by_text("Saved")).to_be_visible()
    guest.get_by_label("Your name").fill("   ")
    guest.keyboard.press("Enter")
    expect(guest.get_by_role("alert")).to_be_visible()
    assert api(guest, "GET", "/api/me")["name"] == "Käthi"


def test_notifications_are_asked_for_only_when_wanted(guest: Page) -> None:
    guest.add_init_script("""
        window.asked = 0;
        Notification.requestPermission = async () => { window.asked += 1; return "denied" };
        Object.defineProperty(Notification, "permission", { get: () => (window.asked ? "denied" : "default") });
    """)
    guest.goto("/settings")
    switch = guest.locator("input[name=notifications]")
    expect(switch).not_to_be_checked()
    assert guest.evaluate("asked") == 0
    switch.click()
    expect(guest.get_by_text("Your browser forbids notifications")).to_be_visible()
    assert guest.evaluate("asked") == 1
    expect(switch).to_be_disabled()
    expect(switch).not_to_be_checked()


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


def test_a_link_that_never_was_one(guest: Page) -> None:
    guest.goto("/m/nothing")
    expect(guest.get_by_role("alert")).to_contain_text("This link is not valid")
    expect(guest.get_by_role("button", name="Play here")).to_have_count(0)


def test_a_link_with_a_wrong_signature(guest: Page) -> None:
    guest.goto("/m/no.thing.signed")
    guest.get_by_role("button", name="Play here").click()
    expect(guest.get_by_role("alert")).to_contain_text("has been used already or has run out")
    expect(guest.get_by_role("button", name="Play here")).to_have_count(0)


def test_an_address_that_leads_nowhere(guest: Page) -> None:
    answer = guest.goto("/nowhere")
    assert answer is not None
    assert answer.status == 404
    expect(guest.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    assert guest.context.request.get("/nowhere", headers={"Accept": "*/*"}).text() == "Not Found"
