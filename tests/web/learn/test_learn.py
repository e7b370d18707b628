"""The rules, the quick guide and the lesson, in a real browser."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import doghouse as dog
from doghouse.i18n import LANGUAGES
from doghouse.i18n.catalogue import flatten
from doghouse.rules.reasons import REASONS
from tests.support.browser.pages import errors_of
from tests.support.server_process import HouseProcess

DOCS = Path(__file__).parents[3] / "docs" / "rules.md"
CHAPTERS = re.findall(r"^## (R\d+) ", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
NUMBERS = CHAPTERS + re.findall(r"^- \*\*(R\d+\.\d+)\*\*", DOCS.read_text(encoding="utf-8"), re.MULTILINE)

# Which card and then which fields lead through each step; a word in brackets is a button.
WAY = [
    ("leave", "K", ["A0"]),
    ("blockade", "5", ["A5"]),
    ("four", "4", ["D12"]),
    ("finish", "6", ["D12", "A+2"]),
    ("seven", "7", ["A3", "A5", "D14", "A+3", "[Play it]"]),
    ("jack", "J", ["A4", "D13"]),
    ("joker", "X", ["A4", "A13", "[joker as 9: marble A4 to A13]"]),
    ("partner", "5", ["C+1"]),
]


def texts(language: str, area: str) -> dict[str, str]:
    source = files("doghouse.i18n").joinpath("web", language, f"{area}.toml").read_text(encoding="utf-8")
    return dict(flatten(tomllib.loads(source)))


def placeholders(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}


# The texts.


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_text(language: str) -> None:
    found = texts(language, "rules")
    for number in NUMBERS:
        key = f"rules.{number}.title" if number in CHAPTERS else f"rules.{number}"
        assert found[key].strip(), number


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("area", ["rules", "learn"])
def test_the_languages_say_the_same(language: str, area: str) -> None:
    english, found = texts("en", area), texts(language, area)
    assert set(found) == set(english)
    for key, text in found.items():
        assert placeholders(text) == placeholders(english[key]), key
        assert text.count("**") % 2 == 0, key
        assert set(re.findall(r"R\d+(?:\.\d)?", text)) == set(re.findall(r"R\d+(?:\.\d)?", english[key])), key
        assert set(re.findall("[●◆▲■]", text)) == set(re.findall("[●◆▲■]", english[key])), key
        assert "ß" not in text


def test_every_rule_that_a_message_names_is_there() -> None:
    named = {rule.format(form=form) for rule, _text in REASONS.values() for form in (1, 2, 3)}
    assert named <= set(NUMBERS)
    for text in texts("en", "rules").values():
        assert set(re.findall(r"\bR\d+(?:\.\d)?\b", text)) <= set(NUMBERS)


# The pages.


@contextmanager
def visit(browser: Browser, house: HouseProcess, path: str, **wishes: Any) -> Iterator[Page]:
    """A page that nobody may leave with an error."""
    context = browser.new_context(base_url=house.address, **wishes)
    page = context.new_page()
    errors = errors_of(page)
    page.goto(path)
    page.wait_for_selector("h1")
    yield page
    context.close()
    assert errors == []


def too_wide(page: Page) -> list[str]:
    """What reaches beyond the right edge of the page."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("body *")]
          .filter((one) => !one.closest("svg") && !one.closest(".only-spoken"))
          .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
          .map((one) => `${one.tagName} ${one.className}`)"""
    )
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_an_anchor_for_every_number(browser: Browser, house: HouseProcess, language: str) -> None:
    phone = {"width": 360, "height": 640}
    with visit(browser, house, "/rules", locale=language, viewport=phone) as page:
        assert page.evaluate("document.documentElement.lang") == language
        ids = set(page.evaluate("[...document.querySelectorAll('[id^=R]')].map((one) => one.id)"))
        assert ids == set(NUMBERS)
        links = set(page.evaluate("[...document.querySelectorAll('a[href*=\"#R\"]')].map((one) => one.hash.slice(1))"))
        assert links <= ids
        assert too_wide(page) == []
        assert page.locator(".board-picture svg .marble").count() > 10


def test_a_link_to_a_rule_brings_it_into_sight(browser: Browser, house: HouseProcess) -> None:
    with visit(browser, house, "/rules#R9.2", locale="en-GB") as page:
        expect(page.locator("#R9\\.2")).to_be_in_viewport()
        expect(page.locator("#R9\\.2")).to_have_class(re.compile("current-rule"))
        expect(page.locator("#R9\\.2")).to_be_focused()
        page.locator("#R9\\.1 .rule-why a").click()  # "When you help (R11.1)"
        expect(page).to_have_url(f"{house.address}/rules#R11.1")
        expect(page.locator("#R11\\.1")).to_be_in_viewport()
        expect(page.locator("#R11\\.1")).to_have_class(re.compile("current-rule"))
        page.go_back()
        expect(page.locator("#R9\\.2")).to_have_class(re.compile("current-rule"))
        page.evaluate("location.hash = 'R5.1'")
        expect(page.locator("#R5\\.1")).to_be_in_viewport()


def test_the_contents_lead_to_the_chapters(page: Page) -> None:
    page.goto("/rules")
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="The seven").click()
    expect(page.locator("#R10")).to_be_in_viewport()
    assert page.locator("#R10").evaluate("(one) => one.getBoundingClientRect().top") < 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_quick_guide_fits_a_phone(browser: Browser, house: HouseProcess, language: str) -> None:
    phone = {"width": 360, "height": 640}
    with visit(browser, house, "/rules", locale=language, viewport=phone) as page:
        guide = page.locator(".guide")
        # as wide as a dialog leaves it
        guide.evaluate("(one) => (one.style.width = '306px')")
        box = guide.bounding_box()
        assert box is not None
        assert box["height"] < 570  # with what a game shows only without teams, or only with them
        assert guide.evaluate("(one) => one.scrollWidth <= one.clientWidth")


# The lesson.


def steps(page: Page) -> list[dict[str, Any]]:
    page.goto("/learn")
    found: list[dict[str, Any]] = page.evaluate("import('/web/learn/lesson_steps.js').then((one) => one.STEPS)")
    return found


def test_every_step_can_be_solved_by_the_real_rules(page: Page) -> None:
    found = steps(page)
    assert [step["name"] for step in found] == [name for name, _card, _fields in WAY]
    for step in found:
        game = dog.Game.from_position(step["position"], seed=1)
        assert step["rule"] in NUMBERS
        plays = {str(play) for play in game.plays()}
        assert len(plays) > 1 or step["name"] == "leave", step["name"]
        game.play(step["solution"])
        verdicts = page.evaluate(
            """async ({ step, plays }) => {
              const { isReached } = await import("/web/learn/lesson_steps.js");
              const { tryPlay } = await import("/web/learn/practice_api.js");
              const judged = async (play) => isReached(step.goal, await tryPlay(step.position, play));
              return { solution: await judged(step.solution), others: await Promise.all(plays.map(judged)) };
            }""",
            {"step": step, "plays": sorted(plays)[:30]},
        )
        assert verdicts["solution"], step["name"]
        if step["name"] not in ("leave", "blockade"):  # where every play is right
            assert False in verdicts["others"], step["name"]


def take(page: Page, card: str, fields: list[str]) -> None:
    """Choose a card, then fields; one marble alone is chosen by itself."""
    page.locator(f'.hand [data-card="{card}"]').click()
    for field in fields:
        if field.startswith("["):
            page.get_by_role("button", name=field.strip("[]"), exact=True).click()
        else:
            page.locator(f'[data-pick="{field}"]').last.click()


def test_the_whole_lesson_can_be_played(page: Page) -> None:
    page.goto("/learn")
    for number, (name, card, fields) in enumerate(WAY, start=1):
        title = texts("en", "learn")[f"lesson.{name}_title"]
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        expect(page.get_by_role("img", name=f"Step {number} of {len(WAY)}")).to_be_visible()
        take(page, card, fields)
        expect(page.get_by_role("status")).to_contain_text("Well done!")
        following = page.get_by_role("button", name="Next")
        expect(following).to_be_focused()  # for those who play by keyboard
        following.press("Enter")
    expect(page.get_by_role("heading", level=1, name="You can play Dog")).to_be_focused()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")


def test_the_lesson_is_played_by_keyboard(page: Page) -> None:
    page.goto("/learn")
    page.locator('.hand [data-card="K"]').press("Enter")
    page.locator('[data-pick="A0"]').press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Well done!")


def test_a_card_that_cannot_be_played_names_its_rule(page: Page) -> None:
    page.goto("/learn")
    page.locator('.hand [data-card="5"]').click(force=True)  # it says that it is disabled, and why
    expect(page.get_by_role("status")).to_contain_text("No marble to move")
    page.get_by_role("status").get_by_role("link", name="Rule R7.1").click()
    expect(page.locator("#R7\\.1")).to_be_in_viewport()
    page.go_back()
    expect(page.get_by_role("heading", name="Out of the kennel")).to_be_visible()


@pytest.mark.parametrize(
    ("step", "card", "chosen", "field", "rule"),
    [
        (1, "8", None, "D11", "R7.1"),  # behind the blockade
        (1, "K", None, "A-", "R7.1"),  # the start is taken
        (3, "6", "D12", "A+3", "R7.5"),  # not the exact number
        (5, "J", "A4", "D0", "R9.2"),  # a fresh marble is not swapped
    ],
)
def test_a_wrong_field_is_explained(
    page: Page, step: int, card: str, chosen: str | None, field: str, rule: str
) -> None:
    page.goto("/learn")
    page.evaluate(f"localStorage.setItem('doghouse.lesson', '{step}')")
    page.reload()
    page.locator(f'.hand [data-card="{card}"]').click()
    if chosen is not None and page.locator(".lesson-board .chosen").count() == 0:
        page.locator(f'[data-pick="{chosen}"]').last.click()
    expect(page.get_by_role("status")).to_contain_text("Choose where it goes")
    place = page.evaluate(
        """async (field) => {
          const { geometryOf } = await import("/web/board/geometry.js");
          const geometry = geometryOf(4, "A");
          const box = document.querySelector(".lesson-board svg").getBoundingClientRect();
          const { x, y } = geometry.place(field, 3);
          const scale = box.width / (2 * geometry.size);
          return { x: box.left + box.width / 2 + x * scale, y: box.top + box.height / 2 + y * scale };
        }""",
        field,
    )
    page.mouse.click(place["x"], place["y"])
    expect(page.get_by_role("status").get_by_role("link")).to_have_text(f"Rule {rule}")


def test_another_play_is_not_the_task_and_can_be_taken_back(page: Page) -> None:
    page.goto("/learn")
    page.evaluate("localStorage.setItem('doghouse.lesson', '2')")
    page.reload()
    take(page, "6", ["A6"])
    expect(page.get_by_role("status")).to_contain_text("There is a shorter way")
    page.get_by_role("button", name="Once more").click()
    expect(page.locator('.lesson-board [data-field="A0!"]')).to_have_count(1)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status")).to_contain_text("Tap the 4")
    take(page, "4", ["D12"])
    expect(page.get_by_role("status")).to_contain_text("Well done!")


def test_a_seven_is_taken_back_piece_by_piece(page: Page) -> None:
    page.goto("/learn")
    page.evaluate("localStorage.setItem('doghouse.lesson', '4')")
    page.reload()
    take(page, "7", ["A3", "A5"])
    expect(page.locator('.lesson-board [data-field="A4"]')).to_have_count(0)  # blue is home
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('.lesson-board [data-field="A4"]')).to_have_count(1)
    expect(page.locator('.lesson-board [data-field="A3"]')).to_have_count(1)


@pytest.mark.parametrize(("language", "size"), [("de", (360, 640)), ("es", (360, 640)), ("fr", (844, 390))])
def test_every_step_fits_the_screen(
    browser: Browser, house: HouseProcess, language: str, size: tuple[int, int], pictures: Path | None
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    with visit(browser, house, "/learn", locale=language, viewport=viewport) as page:
        for number in range(len(WAY)):
            expect(page.locator(".hand .card").first).to_be_visible()
            assert too_wide(page) == [], number
            page.locator(".lesson-nav .button").nth(1).click()  # the hint
            assert too_wide(page) == [], number
            if number == 0:
                take(page, "K", ["A0"])
                page.wait_for_selector(".feedback-done")
                assert too_wide(page) == []
            board = page.locator(".lesson-board").bounding_box()
            assert board is not None
            assert board["width"] > 200, number
            if pictures is not None:
                page.screenshot(path=pictures / f"lesson-{language}-{size[0]}-{number}.png")
            page.locator(".lesson-nav .button").last.click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert too_wide(page) == []
