"""Every screen of the page and how one gets there."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.stage import Stage

Screen = Callable[[Page, Stage], None]


def _opened(path: str, ready: str = "main h1") -> Screen:
    """A screen with an address of its own; a code in it is the name of a table of the stage."""

    def visit(page: Page, stage: Stage) -> None:
        page.goto(path.format(**vars(stage.tables)))
        expect(page.locator(ready).first).to_be_visible()

    return visit


def _tables(page: Page, stage: Stage) -> None:
    _opened("/", ".home-cards")(page, stage)
    page.locator("#open-tables").scroll_into_view_if_needed()


def _playing(page: Page, stage: Stage) -> None:
    """A card and a marble are chosen, and targets glow."""
    _at_the_table(page, stage)
    for card in page.locator(".hand .card:not(.dimmed):not([data-card='7'])").all():
        if _chosen(page, card):
            return
    raise AssertionError("no card leads to a target")


def _seven(page: Page, stage: Stage) -> None:
    """Some points of a 7 are spent."""
    _at_the_table(page, stage)
    assert _chosen(page, page.locator(".hand [data-card='7']").first)
    page.locator(".choice.target").first.press("Enter")
    expect(page.get_by_role("button", name=_text(page, "table.undo"))).to_be_visible()
    expect(page.locator(".prompt-text")).to_contain_text(re.compile(r"\d"))  # points left


def _chosen(page: Page, card: Locator) -> bool:
    """Choose a card and the first marble that can use it; whether targets glow then."""
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    if page.locator(".choice.target").count() == 0 and page.locator(".choice.movable").count():
        page.locator(".choice.movable").first.press("Enter")
        expect(page.locator(".board .chosen")).to_be_visible()
    return page.locator(".choice.target").count() > 0


def _at_the_table(page: Page, stage: Stage) -> None:
    page.goto(f"/t/{stage.tables.play}")
    expect(page.locator(".choice.movable").first).to_be_visible()


def _sheet(name: str) -> Screen:
    def visit(page: Page, stage: Stage) -> None:
        _at_the_table(page, stage)
        page.locator(f".open-{name}").click()
        expect(page.locator("dialog.sheet")).to_be_visible()

    return visit


def _part_of_the_menu(text: str, ready: str) -> Screen:
    def visit(page: Page, stage: Stage) -> None:
        _sheet("menu")(page, stage)
        page.get_by_role("button", name=_text(page, text)).click()
        expect(page.locator(f"dialog {ready}")).to_be_visible()

    return visit


def _result(page: Page, stage: Stage) -> None:
    _opened("/t/{over}", "dialog .measures")(page, stage)


def _statistics(page: Page, stage: Stage) -> None:
    _result(page, stage)
    page.locator("dialog summary").click()
    page.locator("dialog .measures").scroll_into_view_if_needed()


def _replay(page: Page, stage: Stage) -> None:
    page.goto(f"/replay/{stage.tables.over}#60")
    expect(page.locator(".replay-board .marble").first).to_be_visible()


def _lesson(page: Page, stage: Stage) -> None:
    _opened("/learn")(page, stage)
    page.evaluate("localStorage.setItem('doghouse.lesson', '4')")  # the seven
    page.reload()
    page.locator(".hand [data-card='7']").click()
    expect(page.locator(".choice.movable").first).to_be_visible()


def _text(page: Page, key: str) -> str:
    """A text of the page in its language."""
    found: str = page.evaluate("key => import('/web/app/i18n.js').then(({ t }) => t(key))", key)
    return found


SCREENS: dict[str, Screen] = {
    "home": _opened("/"),
    "tables": _tables,
    "new": _opened("/new"),
    "lobby": _opened("/t/{lobby}", ".home-qr img"),
    "exchange": _opened("/t/{exchange}", ".hand .card"),
    "playing": _playing,
    "seven": _seven,
    "six": _opened("/t/{six}", ".choice.movable, .stuck"),
    "menu": _sheet("menu"),
    "log": _sheet("log"),
    "phrases": _sheet("phrases"),
    "plays": _sheet("plays"),
    "guide": _part_of_the_menu("table.quick_guide", ".guide"),
    "move-out": _part_of_the_menu("table.move_seat", ".qr"),
    "move-in": _opened("{move}"),
    "result": _result,
    "statistics": _statistics,
    "replay": _replay,
    "games": _opened("/games", ".home-cards"),
    "settings": _opened("/settings"),
    "rules": _opened("/rules"),
    "lesson": _lesson,
    "verify": _opened("/verify#{over}", "#result"),
}
