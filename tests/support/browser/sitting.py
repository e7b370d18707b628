"""Sitting down at a table whose position is set, and seeing that a play was made there."""

from __future__ import annotations

from playwright.sync_api import Page

import doghouse as dog
from tests.support.browser.fingers import see
from tests.support.in_process_house import Position, SetHouse


def sit_down(page: Page, set_house: SetHouse, at: Position, **more: Page) -> str:
    """Come to a table with this position, at seat A, and perhaps others at theirs; its code."""
    code = set_house.table(at, {"A": page, **more})
    for seat, one in {"A": page, **more}.items():
        one.goto(f"/t/{code}")
        see(one, dog.Game.from_position(at), seat)
    return code


def expect_played(page: Page, set_house: SetHouse, code: str, at: Position, play: str) -> None:
    """The play was made, and the page shows what it led to."""
    after = dog.Game.from_position(at)
    after.play(play)
    see(page, after, "A")
    game = set_house.game(code)
    assert game.marbles() == after.marbles()
    assert game.last is not None
    assert str(game.last.play) == play
