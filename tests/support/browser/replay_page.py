"""Watching a game that is over: its replay on the page, and what has to be seen there."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.finished_games import BySeat, FinishedGame


def watch(page: Page, game: FinishedGame, at: int | None = None) -> None:
    page.goto(f"/replay/{game.code}" + (f"#{at}" if at else ""))
    expect_at(page, game, at or 1)


def expect_at(page: Page, game: FinishedGame, at: int) -> None:
    """The page tells that it is there, and the board and the hands are as they were then."""
    expect(page.locator(".where")).to_contain_text(f"{at} of {game.count}")
    expect(page.get_by_role("slider")).to_have_value(str(at))
    marbles = as_sets(game.after(at, "marbles"))
    for _try in range(100):  # marbles under way arrive first
        if shown_marbles(page) == marbles:
            break
        page.wait_for_timeout(50)
    assert shown_marbles(page) == marbles
    assert shown_hands(page) == as_sets(game.after(at, "hands"))


def as_sets(found: BySeat) -> BySeat:
    return {seat: sorted(values) for seat, values in found.items()}


def shown_marbles(page: Page) -> BySeat:
    found: BySeat = page.evaluate(
        """() => Object.fromEntries([..."ABCDEF"].map((seat) => {
            const marbles = document.querySelectorAll(`.replay-board .marble.seat-${seat.toLowerCase()}`);
            return [seat, [...marbles].map((marble) => marble.dataset.field)];
        }).filter(([_seat, fields]) => fields.length))"""
    )
    return as_sets(found)


def shown_hands(page: Page) -> BySeat:
    found: BySeat = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".open-hand")].map((hand) => {
            const cards = hand.querySelectorAll(".small-card:not(.played, .down) > [aria-hidden]");
            const seat = hand.className.match(/seat-(.)/)[1].toUpperCase();
            return [seat, [...cards].map((card) => card.innerText.replace("★", "X"))];
        }))"""
    )
    return as_sets(found)


def control(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Replay controls").get_by_role("button", name=name, exact=True)
