"""What a careful eye would find wrong with a page as it is shown just now."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"

FAULTS = """([keys, isPhone]) => {
    const found = [];
    const known = new Set(keys);
    const name = (one) => `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""} "${one.textContent.trim().slice(0, 40)}"`;
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > wide) found.push("the page can be moved sideways");
    const modal = document.querySelector("dialog[open]");
    const shown = [...(modal ?? document.body).querySelectorAll("*")].filter((one) =>
        !one.closest("svg, .only-spoken, .heard, option, noscript, script") && one.checkVisibility() && one.getClientRects().length);
    for (const one of shown) {
        const texts = [...one.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
        const isTouched = one.matches("a, button, select, input, summary, label");
        for (const { textContent } of texts) {
            const text = textContent.trim();
            if (known.has(text) || /\\{\\w+\\}|undefined|NaN/.test(text)) found.push(`no text of a language: ${text}`);
        }
        if (!texts.length && !isTouched) continue;
        const { overflowX } = getComputedStyle(one);
        const isRoom = ["auto", "scroll"].includes(overflowX);
        if (one.matches(":not(select, input, .board, .card)") && !isRoom && one.clientWidth && one.scrollWidth > one.clientWidth + 1)
            found.push(`too narrow for its text: ${name(one)}`);
        const box = one.getBoundingClientRect();
        const scrolls = [...parents(one)].some((parent) => ["auto", "scroll"].includes(getComputedStyle(parent).overflowX) && parent.scrollWidth > parent.clientWidth);
        if (!scrolls && (box.left < -1 || box.right > wide + 1)) found.push(`outside of the page: ${name(one)}`);
    }
    if (isPhone) {
        for (const one of shown.filter((one) => one.matches("a, button, select, input, summary"))) {
            if (one.matches("a") && getComputedStyle(one).display === "inline") continue; // a word in a sentence
            const { width, height } = (one.matches("input") ? one.closest("label, .choose") ?? one : one).getBoundingClientRect();
            if (width < 43.5 || height < 43.5) found.push(`too small for a finger: ${name(one)} ${width.toFixed(0)}x${height.toFixed(0)}`);
        }
    }
    const game = document.querySelector("main.game");
    if (game) {
        if (document.documentElement.scrollHeight > innerHeight) found.push("the game can be scrolled");
        for (const part of game.querySelectorAll(".top > *, .player, .prompt > *, .hand > *, .board-frame")) {
            const { top, bottom } = part.getBoundingClientRect();
            if (top < -1 || bottom > innerHeight + 1) found.push(`not in sight: ${name(part)}`);
        }
        const board = game.querySelector(".board").getBoundingClientRect();
        if (Math.min(board.width, board.height) < 0.5 * Math.min(innerWidth, innerHeight)) found.push(`a small board: ${board.width}x${board.height}`);
    }
    return [...new Set(found)];

    function* parents(one) {
        for (let parent = one.parentElement; parent; parent = parent.parentElement) yield parent;
    }
}"""


def faults(page: Page, keys: list[str], is_phone: bool) -> list[str]:
    """Texts that are missing, clipped or outside, and what is too small to touch; a game must not scroll."""
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
