"""The page that verifies records: languages, screen sizes, keyboard and screen reader."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from doghouse.i18n import LANGUAGES
from tests.support.browser.verify_page import OTHER, RECORD, check, with_another_taken_card, with_header
from tests.support.server_process import HouseProcess


def test_names_are_escaped(page: Page) -> None:
    """Nothing in a record becomes part of the page itself."""
    check(page, with_header("Player B", "<img src=x onerror=alert(1)>"))
    expect(page.locator("#seeds")).to_contain_text("B · <img src=x onerror=alert(1)>")
    expect(page.locator("main img")).to_have_count(0)


def test_verify_keyboard_and_screen_reader(page: Page) -> None:
    file: FilePayload = {"name": "game.dog", "mimeType": "text/plain", "buffer": RECORD.encode()}
    page.on("filechooser", lambda chooser: chooser.set_files(file))  # before all else: the browser must know in time
    page.goto("/verify")
    for _stop in ("home", "language", "file"):
        page.keyboard.press("Tab")
    expect(page.get_by_label("Choose a record")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("region", name="Nobody changed the deck")).to_be_focused()
    expect(page.locator("#checks").get_by_role("listitem").first).to_have_text(
        "Right: The house's seed is the one it committed to."
    )
    page.get_by_text("Round by round").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#rounds").get_by_role("listitem").first).to_contain_text("Right: Round 1 6 cards")


HEADINGS = {
    "de-CH": "Wurden die Karten fair verteilt?",
    "en-GB": "Were the cards dealt fairly?",
    "fr-CH": "Les cartes ont-elles été distribuées équitablement ?",
    "it-CH": "Le carte sono state distribuite lealmente?",
    "es-ES": "¿Se repartieron las cartas limpiamente?",
    "pt-PT": "Were the cards dealt fairly?",
}


@pytest.mark.parametrize("locale", HEADINGS)
def test_verify_uses_the_language_of_the_browser(browser: Browser, house: HouseProcess, locale: str) -> None:
    page = browser.new_page(base_url=house.address, locale=locale)
    check(page, RECORD)
    expect(page.get_by_role("heading", level=1)).to_have_text(HEADINGS[locale])
    assert page.locator("html").get_attribute("lang") == ("en" if locale == "pt-PT" else locale[:2])
    assert "{" not in page.locator("main").inner_text()
    page.close()


def test_choosing_a_language(page: Page) -> None:
    check(page, with_header("House seed", OTHER))
    page.get_by_label("Language").select_option("Deutsch")
    expect(page.locator("#verdict-heading")).to_have_text("Dieses Protokoll beweist keine faire Verteilung")
    expect(page.locator("#checks > li").first).to_contain_text("Der Seed des Hauses ist nicht der")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(HEADINGS["de-CH"])


def test_verify_texts_exist_in_every_language(page: Page) -> None:
    """The same keys with the same facts."""
    page.goto("/verify")
    catalogues = page.evaluate(
        """async (languages) => {
            const modules = await Promise.all(languages.map((tag) => import(`/web/verify/texts_${tag}.js`)));
            return modules.map((module) => module.default);
        }""",
        list(LANGUAGES),
    )
    facts = [{key: sorted(re.findall(r"{\w+}", text)) for key, text in texts.items()} for texts in catalogues]
    assert len(facts[0]) > 80
    assert all(other == facts[0] for other in facts)
    assert all(text.strip() for texts in catalogues for text in texts.values())
    used = set(page.locator("[data-text]").evaluate_all("all => all.map((place) => place.dataset.text)"))
    assert used <= set(facts[0])


CONTRAST = """() => {
    const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => parts(colour).slice(0, 3)
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const ground = (place) => {
        const colour = getComputedStyle(place).backgroundColor;
        return (parts(colour)[3] ?? 1) < 1 && place.parentElement ? ground(place.parentElement) : colour;
    };
    const found = [];
    for (const place of document.querySelectorAll("body *")) {
        const says = [...place.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
        if (!says || !place.checkVisibility() || place.closest(".only-spoken, option")) continue;
        const [one, other] = [light(getComputedStyle(place).color), light(ground(place))];
        const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        if (contrast < 4.5) found.push(`${place.className || place.id || place.tagName}: ${contrast.toFixed(2)}`);
    }
    return found;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1280, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_verify_fits_every_screen(
    browser: Browser, house: HouseProcess, size: tuple[int, int], scheme: str, pictures: Path | None
) -> None:
    """Nothing sticks out, and everything can be read."""
    page = browser.new_page(
        base_url=house.address,
        locale="de",  # the longest words
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    for name, record in (("good", RECORD), ("bad", with_another_taken_card())):
        check(page, record)
        page.locator("#rounds-part").evaluate("details => { details.open = true; }")
        if pictures is not None:
            page.screenshot(path=pictures / f"verify-{name}-{size[0]}-{scheme}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert page.evaluate(CONTRAST) == []
    page.close()
