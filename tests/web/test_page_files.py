"""The files of the page: all are served by the server itself, with the right types and contents."""

from __future__ import annotations

import hashlib
import struct
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import APIRequestContext, Page, expect

import doghouse
from doghouse.server.protocol.phrases import PHRASES
from tests.support.server_process import HouseProcess

VENDOR = Path(doghouse.__file__).parent / "web" / "vendor"
LISTED: dict[str, dict[str, Any]] = tomllib.loads((VENDOR / "vendor.toml").read_text())


@pytest.mark.parametrize("name", LISTED)
def test_third_party_files_are_unchanged_and_licensed(name: str) -> None:
    listed = LISTED[name]
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == listed["sha256"]
    assert listed["licence"].split("-")[0] in (VENDOR / listed["licence_text"]).read_text()
    assert listed["package"]
    assert listed["version"]


def test_every_third_party_file_is_listed() -> None:
    assert {path.name for path in VENDOR.glob("*.mjs")} == set(LISTED)


def test_the_page_can_be_installed(page: Page) -> None:
    page.goto("/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    assert address is not None
    answer = page.request.get(address)
    assert answer.ok
    manifest = answer.json()
    assert manifest["name"] == "Doghouse"
    assert manifest["display"] == "standalone"
    assert page.request.get(manifest["start_url"]).ok
    sizes = {icon["sizes"] for icon in manifest["icons"] if icon_is_right(page.request, icon)}
    assert {"192x192", "512x512", "any"} <= sizes
    assert page.evaluate("navigator.serviceWorker.ready.then((ready) => ready.active !== null)")


def icon_is_right(request: APIRequestContext, icon: dict[str, str]) -> bool:
    answer = request.get(icon["src"])
    assert answer.ok
    assert answer.headers["content-type"].startswith(icon["type"])
    if icon["type"] == "image/png":
        width, height = struct.unpack(">II", answer.body()[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    return True


def test_page_loads_nothing_from_other_hosts(page: Page, house: HouseProcess) -> None:
    asked: set[str] = set()
    page.context.on("request", lambda request: asked.add(request.url))
    page.on("websocket", lambda socket: asked.add(socket.url))
    for path in ("/", "/new", "/rules", "/learn", "/settings", "/games", "/verify", "/"):
        page.goto(path)
        expect(page.locator("h1").first).to_be_visible()
    page.locator(".home-play-now").click()
    expect(page.locator(".hand .card").first).to_be_visible()
    hosts = {urlsplit(url).netloc for url in asked if not url.startswith(("data:", "blob:"))}
    assert hosts == {urlsplit(house.address).netloc}
    assert any(url.startswith("ws:") for url in asked)


def test_static_files_are_compressed_and_api_responses_are_not(page: Page) -> None:
    def packing(path: str) -> str:
        return page.request.get(path, headers={"Accept-Encoding": "gzip"}).headers.get("content-encoding", "")

    for path in ("/", "/web/main.js", "/web/css/base.css", "/i18n/de.json"):
        assert packing(path) == "gzip", path
    for path in ("/api/me", "/api/about", "/api/tables"):
        assert packing(path) == "", path


def test_the_page_offers_every_phrase_of_the_house(page: Page) -> None:
    page.goto("/")
    expect(page.locator("h1").first).to_be_visible()  # its texts have come
    names = page.evaluate("import('/web/app/i18n.js').then(({ namesIn }) => namesIn('phrase'))")
    assert tuple(names) == PHRASES


def test_refusal_text_has_its_details(page: Page) -> None:
    page.goto("/")
    expect(page.locator("h1").first).to_be_visible()
    told = page.evaluate(
        """async () => {
            const { loadTexts } = await import("/web/app/i18n.js");
            const { refusalText } = await import("/web/app/refusals.js");
            const refused = { code: "seat_taken", detail: "C", message: "somebody sits at C already" };
            const found = [refusalText(refused), refusalText({ ...refused, code: "new", message: "something new" })];
            await loadTexts("fr");
            return [...found, refusalText(refused)];
        }"""
    )
    assert told == ["Somebody sits at C already.", "Something new.", "La place C est déjà prise."]


def test_all_modules_are_preloaded(page: Page) -> None:
    """So that they come together and not one after the other."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.goto("/")
    expect(page.locator(".home-play-now")).to_be_visible()
    named = page.locator("link[rel=modulepreload]").evaluate_all(
        "(links) => links.map((one) => new URL(one.href).pathname)"
    )
    assert sorted(path for path in asked if path.endswith(("js", "mjs")) and path.startswith("/web/")) == sorted(named)


# Waits until the worker has kept the files; the name under which they are.
KEPT = """async () => {
    for (;;) {
        const [name] = (await caches.keys()).filter((name) => name.startsWith('page-'));
        if (name && (await (await caches.open(name)).keys()).length > 100) return name;
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
}"""
MARK = """async ([name, path]) => {
    const cache = await caches.open(name);
    await cache.put(path, new Response("marked"));
}"""
READ = "(path) => fetch(path).then((answer) => answer.text())"


def test_files_are_cached_until_the_server_has_new_ones(page: Page) -> None:
    page.goto("/")
    current = page.evaluate(KEPT)  # from the first visit on
    path = "/web/css/base.css"
    page.evaluate(MARK, [current, path])
    page.reload()
    expect(page.locator(".home-play-now")).to_be_visible()
    assert page.evaluate(READ, path) == "marked"  # not asked for again
    page.evaluate("(name) => caches.delete(name)", current)
    page.evaluate(MARK, ["page-of-before", path])
    page.reload()
    expect(page.locator(".home-play-now")).to_be_visible()
    assert "font" in page.evaluate(READ, path)  # nothing of an older page
    assert page.evaluate(KEPT) == current  # the older ones are thrown away
