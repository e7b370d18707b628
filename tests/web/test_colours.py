"""Light and dark theme: by the device or as chosen, the same on every page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

import doghouse

CSS = Path(doghouse.__file__).parent / "web"
COLOURS = re.findall(r"^  (--[\w-]+): var\(--light", (CSS / "css" / "colours.css").read_text(), re.MULTILINE)
SHOWN = """(names) => {
    const style = getComputedStyle(document.documentElement);
    const values = names.map((name) => style.getPropertyValue(name).trim());
    return [getComputedStyle(document.body).backgroundColor, style.colorScheme, ...values];
}"""


def colours(page: Page, device: Literal["light", "dark"], chosen: str) -> list[str]:
    page.emulate_media(color_scheme=device, reduced_motion="reduce")
    page.evaluate("chosen => { document.documentElement.dataset.theme = chosen }", chosen)
    found: list[str] = page.evaluate(SHOWN, COLOURS)
    return found


@pytest.mark.parametrize("path", ["/settings", "/verify"])
def test_chosen_theme_overrides_the_device(page: Page, path: str) -> None:
    page.goto(path)
    page.locator("h1").wait_for()
    light, dark = colours(page, "light", ""), colours(page, "dark", "")
    assert light[:2] == ["rgb(245, 234, 215)", "light"]
    assert dark[:2] == ["rgb(27, 21, 17)", "dark"]
    assert len(COLOURS) > 20
    assert all(one != other and one and other for one, other in zip(light, dark))
    assert colours(page, "light", "dark") == colours(page, "dark", "dark") == dark
    assert colours(page, "dark", "light") == colours(page, "light", "light") == light


def test_dark_colours_are_defined_once() -> None:
    """Other style sheets use them by name and ask nobody whether it is dark."""
    for path in CSS.rglob("*.css"):
        if path.name != "colours.css":
            assert "prefers-color-scheme" not in path.read_text(), path
