"""What a careful eye would find wrong with a page."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"

FAULTS = (Path(__file__).parent / "faults.js").read_text()


def errors_of(page: Page) -> list[str]:
    """What goes wrong on a page from now on: what it throws, and what its console calls an error."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    return errors


def faults(page: Page, keys: list[str], is_phone: bool) -> list[str]:
    """Texts that are missing, clipped or outside just now, and what is too small to touch; a game must not scroll."""
    found: list[str] = page.evaluate(FAULTS, [keys, is_phone])
    return found


def violations(page: Page, *rules: str) -> list[str]:
    """What axe objects to: by all its rules, or by some."""
    assert AXE.exists(), "the tests need axe: make test installs it, or npm ci"
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found: list[str] = page.evaluate(
        """async (rules) => (await axe.run(document, rules.length ? { runOnly: rules } : {})).violations.flatMap(
            (one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`))""",
        list(rules),
    )
    return found
