"""Every screen in every language, size and theme: nothing is missing, clipped or covered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from doghouse.i18n import LANGUAGES
from doghouse.i18n.web_texts import web_texts
from doghouse.server.http.identity import COOKIE
from tests.support.browser.pages import errors_of, layout_faults, violations
from tests.support.browser.screens import SCREENS
from tests.support.browser.stage import Stage
from tests.support.server_process import HouseProcess

KEYS = list(web_texts("en"))
LONGEST = ("de", "fr")  # words; where there is more room, they are enough
PHONE, TABLET, DESKTOP = (360, 640), (820, 1180), (1440, 900)
SPEAK = """async (language) => {
    const { loadTexts } = await import("/web/app/i18n.js");
    await loadTexts(language);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}"""

TELL_WHY = """async () => {
    const { notify } = await import("/web/ui/announcer.js");
    const { t } = await import("/web/app/i18n.js");
    notify(t("reason.blocked", { field: "C0" }), "R7.1");
}"""


@pytest.fixture(scope="module")
def stage(house: HouseProcess) -> Iterator[Stage]:
    with Stage(house.address) as standing:
        yield standing


@pytest.fixture(scope="module")
def device(browser: Browser, stage: Stage) -> Iterator[BrowserContext]:
    """Anna's, for all tests together: it has to fetch the page only once."""
    context = browser.new_context(
        base_url=stage.address, locale="en-GB", reduced_motion="reduce", service_workers="block"
    )
    context.add_cookies([{"name": COOKIE, "value": stage.cookie, "url": stage.address}])
    yield context
    context.close()


@pytest.fixture
def anna(device: BrowserContext) -> Iterator[Page]:
    """A page of Anna, first as on a phone. No text may be missing, and nothing else may go wrong."""
    page = device.new_page()
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    errors = errors_of(page)
    yield page
    page.evaluate("localStorage.clear()")
    page.close()
    assert errors == []


def speak(page: Page, language: str) -> None:
    if page.locator("#language").count():  # the page that checks a record has its own texts
        page.locator("#language").select_option(language)
    else:
        page.evaluate(SPEAK, language)


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_in_every_language_and_size(anna: Page, stage: Stage, name: str) -> None:
    """And in nobody's way, light or dark."""
    anna.emulate_media(color_scheme="light", reduced_motion="reduce")
    SCREENS[name](anna, stage)
    assert violations(anna) == []
    anna.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert violations(anna, "color-contrast") == []
    found = []
    for size in (PHONE, TABLET, DESKTOP):
        anna.set_viewport_size({"width": size[0], "height": size[1]})
        for language in LANGUAGES if size == PHONE else LONGEST:
            speak(anna, language)
            found += [f"{language} {size}: {fault}" for fault in layout_faults(anna, KEYS, size == PHONE)]
    assert found == []


def test_a_notice_fits_and_names_its_rule(anna: Page, stage: Stage) -> None:
    SCREENS["exchange"](anna, stage)
    for language in LANGUAGES:
        speak(anna, language)
        anna.evaluate(TELL_WHY)
        expect(anna.locator(".notice a")).to_contain_text("R7.1")
        assert layout_faults(anna, KEYS, is_phone=True) == []
    assert violations(anna) == []
    anna.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert violations(anna, "color-contrast") == []
    with anna.context.expect_page() as opened:  # the game is not left
        anna.locator(".notice a").click()
    expect(opened.value.locator("#R7\\.1")).to_be_in_viewport()
    opened.value.close()
