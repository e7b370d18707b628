"""The page that verifies records: its results, and the sources of a record."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, expect

import doghouse as dog
from tests.support.browser.finished_games import new_table, played_table, run_in_thread
from tests.support.browser.pages import LAN_NAME
from tests.support.browser.verify_page import (
    OTHER,
    RECORD,
    check,
    checks_shown,
    choose,
    header,
    with_another_taken_card,
    with_header,
)
from tests.support.server_process import HouseProcess

ALL_CHECKS = ["commitment", "seats", "seed", "dealer", "deals", "draws", "cards", "takes"]


def test_valid_record_passes(page: Page) -> None:
    found = check(page, RECORD)
    assert list(found) == ALL_CHECKS
    assert {state for state, _text in found.values()} == {"holds"}
    expect(page.get_by_role("heading", name="Nobody changed the deck")).to_be_visible()
    rounds = RECORD.count("\nRound ")
    assert f"rounds: {rounds}" in found["deals"][1]
    assert f"draws: {3 * rounds}" in found["draws"][1]
    assert f"taken: {RECORD.count('?')}" in found["takes"][1]
    expect(page.locator("#rounds > li.holds")).to_have_count(rounds)
    expect(page.locator("#commitment")).to_have_text(header(RECORD, "Commitment"))
    kinds = [line.get_attribute("data-kind") for line in page.locator("#seeds > li").all()]
    assert kinds == ["house", "own", "open", "open", "game"]
    expect(page.locator("#seeds > li").nth(1)).to_contain_text(f"A · Anna its own {header(RECORD, 'Seed of A')}")


def test_changed_card_fails(page: Page) -> None:
    place = RECORD.index("deal B: ", RECORD.index("Round 7,")) + len("deal B: ")
    old = RECORD[place:].split()[0]
    new = "3" if old != "3" else "4"
    changed = RECORD[:place] + new + RECORD[place + len(old) :]
    line = changed[:place].count("\n") + 1
    found = check(page, changed)
    assert found["deals"][0] == "fails"
    assert found["deals"][1].startswith(f"Round 7: the hands do not follow from the seed. Line {line}: B has ")
    assert [found[name][0] for name in ("draws", "cards", "takes")] == ["unchecked"] * 3
    assert [found[name][0] for name in ("commitment", "seats", "seed", "dealer")] == ["holds"] * 4
    expect(page.get_by_role("heading", name="This record does not prove fair deals")).to_be_visible()
    expect(page.locator("#rounds > li.fails")).to_have_count(1)
    expect(page.locator("#rounds > li.fails")).to_be_visible()
    expect(page.locator("#rounds > li.fails .fault")).to_contain_text(f"B has {changed[place:].splitlines()[0]}")
    expect(page.locator("#rounds > li.fails")).to_have_attribute("data-round", "7")


TAMPERED = {
    "secret": (with_header("House seed", OTHER), {"commitment": "not the one it committed", "seed": "does not follow"}),
    "commitment": (with_header("Commitment", OTHER), {"commitment": "not the one it committed to"}),
    "seed of the game": (with_header("Seed", OTHER), {"seed": "not follow", "dealer": "lot", "deals": "Round 1:"}),
    "seed of a seat": (with_header("Seed of B", "mine"), {"seed": "does not follow"}),
    "seat without a seed": (RECORD.replace("Seed of B:", "Seed of X:"), {"seats": "A, B, C", "seed": "not follow"}),
    "first dealer": (
        with_header("First dealer", "ABC".replace(header(RECORD, "First dealer"), "")[0]),
        {"dealer": "The lot makes", "deals": "Round 1"},
    ),
    "a drawn card": (
        re.sub(r"(?<=\ndraw A: ).*", lambda found: "5" if found[0] != "5" else "6", RECORD, count=1),
        {"draws": "Round 1: a card drawn unseen does not follow from the seed."},
    ),
    "a taken card": (
        with_another_taken_card(),
        {"takes": "a card taken with a 2 does not follow from the seed."},
    ),
    "a played card": (re.sub(r"\nA: fold", "\nA: J", RECORD, count=1), {"cards": "do not fit the hands"}),
    "a line": (RECORD.replace("Round 5,", "Something else\nRound 5,"), {"file": "cannot be read: Something else"}),
    "no proof": (dog.Game(seed=1).record(), {"file": "this record lacks Commitment, House seed."}),
}


@pytest.mark.parametrize("part", TAMPERED)
def test_changed_record_fails(page: Page, part: str) -> None:
    changed, expected = TAMPERED[part]
    assert changed != RECORD
    found = check(page, changed)
    failing = {name: text for name, (state, text) in found.items() if state == "fails"}
    assert set(failing) == set(expected)
    assert all(words in failing[name] for name, words in expected.items()), failing
    expect(page.locator("#verdict")).to_have_class("banner fails")


def test_a_seat_that_should_be_open(page: Page) -> None:
    """Whoever gives a bot a seed of its choice is seen to do so, although the sums are right."""
    seeds = {name: header(RECORD, f"Seed of {name}") for name in "ABC"}
    check(page, with_header("Seed of B", seeds["C"]))
    kinds = [line.get_attribute("data-kind") for line in page.locator("#seeds > li").all()]
    assert kinds == ["house", "own", "own", "open", "game"]


def test_comparing_the_commitment(page: Page) -> None:
    check(page, RECORD)
    commitment = header(RECORD, "Commitment")
    noted = page.get_by_label("Paste what you noted")
    noted.fill(f" {commitment[:32]} {commitment[32:].upper()}\n")
    expect(page.locator("#compared")).to_have_text("It is the same.")
    noted.fill(OTHER)
    expect(page.locator("#compared")).to_contain_text("It is not the same")
    noted.fill("")
    expect(page.locator("#compared")).to_be_empty()


# Where a record comes from.


def test_a_dropped_file(page: Page) -> None:
    page.goto("/verify")
    data = page.evaluate_handle(
        """(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "dropped.dog"));
            return data;
        }""",
        RECORD,
    )
    page.dispatch_event("h1", "dragover", {"dataTransfer": data})
    expect(page.locator("body")).to_have_class("dropping")
    page.dispatch_event("h1", "drop", {"dataTransfer": data})
    assert {state for state, _text in checks_shown(page).values()} == {"holds"}
    expect(page.locator("#source")).to_have_text("dropped.dog")
    expect(page.locator("body")).not_to_have_class("dropping")


def test_one_file_after_another(page: Page) -> None:
    check(page, with_header("House seed", OTHER))
    expect(page.locator("#verdict")).to_have_class("banner fails")
    choose(page, RECORD)
    expect(page.locator("#verdict")).to_have_class("banner holds")
    choose(page, b"\xff\xfe\x00", "picture.png")
    expect(page.get_by_role("status").first).to_have_text("picture.png is not a record.")
    expect(page.locator("#result")).to_be_hidden()


def test_nothing_is_asked_for_a_file(page: Page) -> None:
    asked = requests_of(page)
    page.goto("/verify", wait_until="networkidle")
    assert "/verify" in asked
    assert all(path == "/verify" or path.startswith("/web/") for path in asked)
    asked.clear()
    choose(page, RECORD)
    assert {state for state, _text in checks_shown(page).values()} == {"holds"}
    page.locator("#language").select_option("fr")
    page.wait_for_load_state("networkidle")
    assert asked == []


def requests_of(page: Page) -> list[str]:
    """The paths of all requests from now on; anything but reading, or a socket, shows as such."""
    asked: list[str] = []

    def note(request: Request) -> None:
        path = urlsplit(request.url).path
        asked.append(path if request.method == "GET" else f"{request.method} {path}")

    page.on("request", note)
    page.on("websocket", lambda socket: asked.append(f"socket {socket.url}"))
    return asked


@pytest.mark.parametrize(
    ("table_request", "bots"),
    [({"rules": {"players": 2}}, 1), ({"edition": "kings", "rules": {"quick_start": True}}, 3)],
)
def test_record_of_a_game_on_the_server_passes(
    page: Page, house: HouseProcess, table_request: dict[str, object], bots: int
) -> None:
    """From the commitment shown before the first deal to the page that checks it: one file is asked for, no more."""
    played = run_in_thread(played_table(house.address, "annas-own-seed", **table_request))
    asked = requests_of(page)
    page.goto(f"/verify#{played.code.lower()}")
    found = checks_shown(page)
    assert {state for state, _text in found.values()} == {"holds"}, found
    expect(page.locator("#commitment")).to_have_text(played.commitment)
    expect(page.locator("#source")).to_have_text(f"{played.code}.dog")
    expect(page.locator("#seeds > li[data-kind=own]")).to_have_text("A · Anna its own annas-own-seed")
    expect(page.locator("#seeds > li[data-kind=open]")).to_have_count(bots)
    page.wait_for_load_state("networkidle")
    record = f"/api/tables/{played.code}/record"
    assert [path for path in asked if path != "/verify" and not path.startswith("/web/")] == [record]


def test_running_game_cannot_be_verified(browser: Browser, house: HouseProcess) -> None:
    code = run_in_thread(new_table(house.address))
    page = browser.new_page(base_url=house.address, locale="en")
    page.goto(f"/verify#{code}")
    expect(page.get_by_role("status").first).to_contain_text(f"The game at table {code} is not over.")
    page.goto("/verify#NOSUCH")  # only the part behind the # changes: the page stays
    expect(page.get_by_role("status").first).to_have_text("There is no table NOSUCH at this house.")
    page.route("**/api/**", lambda route: route.abort())
    page.goto("/verify#OTHER")
    expect(page.get_by_role("status").first).to_contain_text("could not be fetched")
    page.close()


def test_at_home_without_https(browser: Browser, house: HouseProcess) -> None:
    """In a network of one's own the browser keeps its cryptography to itself."""
    page = browser.new_page(base_url=f"http://{LAN_NAME}:{house.port}", locale="en")
    found = check(page, RECORD)
    assert page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    assert {state for state, _text in found.values()} == {"holds"}
    page.close()
