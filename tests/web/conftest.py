"""Fixtures of the page tests: a real browser and a server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from doghouse.bench.browser import open_browser
from doghouse.server.http.identity import COOKIE
from tests.support.browser.finished_games import FinishedGame, finish_game, run_in_thread
from tests.support.browser.pages import LAN_NAME, PHONE, clear_context, errors_of
from tests.support.browser.table_page import guest, leave
from tests.support.in_process_server import ScriptedServer
from tests.support.server_process import HouseProcess

PATIENCE = 30_000  # milliseconds that something may take to show on a busy machine


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser. It lasts no longer than a file of tests: while it is open this thread has an event loop running, in
    which the ``asyncio.run`` of other tests would fail."""
    expect.set_options(timeout=PATIENCE)
    with open_browser(f"--host-resolver-rules=MAP {LAN_NAME} 127.0.0.1") as running:
        yield running


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house on SQLite, without pauses, that all tests of the pages visit."""
    running = HouseProcess(tmp_path_factory.mktemp("house") / "data").start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def game(house: HouseProcess) -> FinishedGame:
    """A game of two people with a bot each."""
    return run_in_thread(finish_game(house.address, 2))


@pytest.fixture(scope="module")
def desk(browser: Browser, house: HouseProcess) -> Iterator[BrowserContext]:
    """Where pages are opened one after the other; what the house serves is fetched once."""
    context = browser.new_context(base_url=house.address, locale="en-GB")
    yield context
    context.close()


@pytest.fixture(scope="module")
def pocket(browser: Browser, house: HouseProcess) -> Iterator[BrowserContext]:
    """The same, on a phone."""
    context = browser.new_context(base_url=house.address, locale="en-GB", viewport=PHONE)
    yield context
    context.close()


@pytest.fixture
def page(desk: BrowserContext, house: HouseProcess) -> Iterator[Page]:
    """A page of a fresh guest, in English. No test may leave an error on it."""
    opened = desk.new_page()
    errors = errors_of(opened)
    yield opened
    clear_context(desk, house.address)
    assert errors == []


@pytest.fixture(name="guest")
def guest_on_a_phone(pocket: BrowserContext, house: HouseProcess) -> Iterator[Page]:
    """A page of a fresh guest on a phone. Requests may be refused, but nothing else may go wrong."""
    opened = pocket.new_page()
    errors = errors_of(opened)
    yield opened
    clear_context(pocket, house.address)
    assert [error for error in errors if not error.startswith("Failed to load resource")] == []


@pytest.fixture
def visitors(browser: Browser, house: HouseProcess) -> Iterator[Any]:
    """Pages of people with their cookies; none may leave an error."""
    contexts = []
    errors = []

    def visitor(cookie: str | None, locale: str = "en-GB", width: int = 1100, height: int = 900) -> Page:
        context = browser.new_context(
            base_url=house.address, locale=locale, viewport={"width": width, "height": height}
        )
        contexts.append(context)
        if cookie:
            context.add_cookies([{"name": COOKIE, "value": cookie, "url": house.address}])
        page = context.new_page()
        errors.append(errors_of(page))
        return page

    yield visitor
    for context in contexts:
        context.close()
    assert not any(errors), errors


@pytest.fixture(scope="module")
def scripted_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScriptedServer]:
    """A house whose games begin from positions that tests have set."""
    with ScriptedServer(tmp_path_factory.mktemp("set") / "data") as running:
        yield running


@pytest.fixture(scope="module")
def anna(browser: Browser, scripted_server: ScriptedServer) -> Iterator[Page]:
    """The page of one who goes from one set table to the next."""
    visitor = guest(browser, scripted_server, "Anna")
    yield visitor
    leave(visitor)


@pytest.fixture(scope="session")
def pictures() -> Path | None:
    """Where screenshots go, if somebody wants to look at them: ``DOGHOUSE_PICTURES=folder pytest tests/web``."""
    folder = os.environ.get("DOGHOUSE_PICTURES")
    if folder is None:
        return None
    Path(folder).mkdir(parents=True, exist_ok=True)
    return Path(folder)
