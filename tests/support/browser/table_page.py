"""Guests at a table in the browser, who sit down at given positions or play at random."""

from __future__ import annotations

import random
from typing import Any, Protocol

from playwright.sync_api import Browser, BrowserContext, Page

import doghouse as dog
from doghouse.server.http.identity import COOKIE
from tests.support.browser.pages import errors_of
from tests.support.browser.play_input import expect_position
from tests.support.in_process_server import Position, ScriptedServer

MIDDLE = """([what, place]) => {
    const found = document.querySelectorAll(what)[place];
    const box = (found?.querySelector('.glow') ?? found)?.getBoundingClientRect();
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""
MAX_PARTS = 12  # choices that make up one play: a card, then marbles and targets of a seven


class House(Protocol):
    """Where people go."""

    address: str


def guest(browser: Browser, house: House, name: str, **options: Any) -> Page:
    """A page of a new guest, without animations, whose errors fail the test when it is closed by ``leave``."""
    options.setdefault("locale", "en-GB")
    options.setdefault("viewport", {"width": 1100, "height": 800})
    options.setdefault("reduced_motion", "reduce")
    context: BrowserContext = browser.new_context(base_url=house.address, **options)
    context.add_init_script("localStorage.setItem('doghouse.speed', '\"off\"')")
    page = context.new_page()
    context.errors = errors_of(page)  # type: ignore[attr-defined]
    answer = context.request.post("/api/me", data={"name": name, "language": options["locale"][:2]})
    assert answer.ok
    return page


def leave(*pages: Page) -> None:
    for page in pages:
        errors = page.context.errors  # type: ignore[attr-defined]
        page.context.close()
        # A house that is stopped on purpose leaves traces of lost connections.
        lost = ("WebSocket", "ERR_CONNECTION")
        assert [text for text in errors if not any(trace in text for trace in lost)] == [], errors


def cookie_of(page: Page) -> str:
    """Return the cookie of the guest of this page."""
    return str(next(one.get("value") for one in page.context.cookies() if one.get("name") == COOKIE))


def new_table(page: Page, **request: Any) -> str:
    answer = page.context.request.post("/api/tables", data={"seat": "A", **request})
    assert answer.ok, answer.text()
    return str(answer.json()["code"])


def record_of(page: Page, code: str) -> dog.Game:
    """The game that is over on this page; its record is there once the house has shown its seed."""
    page.locator("dialog.result .measures").first.wait_for(state="attached")
    return dog.Game.from_record(page.context.request.get(f"/api/tables/{code}/record").text())


def state(page: Page) -> dict[str, Any]:
    """Return what the page shows now."""
    found: dict[str, Any] = page.evaluate(
        """() => ({
            deciding: !!document.querySelector('.player.deciding:first-child'),
            giving: /give/i.test(document.querySelector('.prompt-text')?.innerText ?? ''),
            over: /over/i.test(document.querySelector('.prompt-text')?.innerText ?? ''),
            cards: document.querySelectorAll('.hand .card:not(.dimmed)').length,
            targets: document.querySelectorAll('.choice.target').length,
            marbles: document.querySelectorAll('.choice.movable').length,
            which: document.querySelectorAll('.which .button').length,
            ready: document.querySelectorAll('.prompt-buttons .button:not(.quiet)').length,
            prompt: document.querySelector('.prompt-text')?.innerText ?? '',
        })"""
    )
    return found


class RandomTapper:
    """Plays by tapping what glows."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.chooser = random.Random(seed)
        self.plays = 0

    def decide(self) -> bool:
        """Make one decision if there is one; whether there was."""
        now = state(self.page)
        if now["over"] or not now["deciding"] or not now["cards"]:
            return False
        self.tap(".hand .card:not(.dimmed)", now["cards"])
        for _part in range(MAX_PARTS):
            self.page.wait_for_timeout(15)
            now = state(self.page)
            if now["giving"] or not now["deciding"] or now["over"]:
                break
            if now["which"]:
                self.tap(".which .button", now["which"])
            elif now["ready"]:
                self.tap(".prompt-buttons .button:not(.quiet)", now["ready"])
                break
            elif now["targets"]:
                self.tap(".choice.target", now["targets"])
            elif now["marbles"]:
                self.tap(".choice.movable", now["marbles"])
        self.plays += 1
        return True

    def tap(self, what: str, count: int) -> None:
        """Tap one of these, as a finger does: in its middle, whatever lies there."""
        middle = self.page.evaluate(MIDDLE, [what, self.chooser.randrange(count)])
        if middle is not None:  # else it is gone already
            self.page.mouse.click(*middle)


def play_together(players: list[RandomTapper], limit: int = 3000) -> None:
    """Let everyone play until the game is over on every page."""
    for _round in range(limit):
        acted = [player.decide() for player in players]
        if not any(acted):
            if all(state(player.page)["over"] for player in players):
                return
            players[0].page.wait_for_timeout(30)
    raise AssertionError(f"the game does not end: {[state(player.page) for player in players]}")


def sit_down(page: Page, scripted_server: ScriptedServer, at: Position, **more: Page) -> str:
    """Come to a table with this position, at seat A, and perhaps others at theirs; its code."""
    code = scripted_server.table(at, {"A": page, **more})
    for seat, one in {"A": page, **more}.items():
        one.goto(f"/t/{code}")
        expect_position(one, dog.Game.from_position(at), seat)
    return code


def expect_played(page: Page, scripted_server: ScriptedServer, code: str, at: Position, play: str) -> None:
    """The play was made, and the page shows what it led to."""
    after = dog.Game.from_position(at)
    after.play(play)
    expect_position(page, after, "A")
    game = scripted_server.game(code)
    assert game.marbles() == after.marbles()
    assert game.last is not None
    assert str(game.last.play) == play
