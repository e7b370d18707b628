"""``doghouse bench page``: size of the page, time to the first card, and frame rate while marbles move."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Table

from doghouse.bench.browser import BrowserUnavailable, open_browser
from doghouse.bench.frame_trace import Frames, frames_of
from doghouse.bench.report import print_figures, print_targets
from doghouse.bench.server_processes import serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

MAX_KIB = 300  # transferred up to the first table
MAX_FIRST_CARD_MS = 1000  # from the click to the first card
MIN_FRAMES_PER_SECOND = 58  # while marbles move: 60, less what is lost at both ends of a move
SIZE: ViewportSize = {"width": 1440, "height": 900}
# Marks the moves of marbles in the trace.
MARK_MOVES = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (...options) {
  const animation = animate.apply(this, options);
  if (this.classList.contains("marble")) {
    performance.mark("marble-goes");
    animation.finished.finally(() => performance.mark("marble-rests"));
  }
  return animation;
};
"""
TRACED = ["blink.user_timing", "benchmark", "cc", "disabled-by-default-devtools.timeline"]


def run(seconds: float, as_json: bool) -> None:
    """Measure and print."""
    try:
        figures = measure(seconds)
    except BrowserUnavailable as error:
        raise click.ClickException(str(error)) from None
    print_figures(figures, as_json, show)


def measure(seconds: float) -> dict[str, Any]:
    with serve(1, None, "--bot-pause", "0.4") as (server,), open_browser() as browser:
        kib, first_card = weigh(browser, server.address)
        frames = watch(browser, server.address, seconds)
    in_all = round(sum(kib.values()), 1)
    return {"kib": kib, "first_card_ms": first_card, "frames": asdict(frames), "kib_in_all": in_all}


def weigh(browser: Browser, address: str) -> tuple[dict[str, float], float]:
    """Return KiB transferred from a cold start to the first deal, and milliseconds from the click to the deal."""
    context = browser.new_context(base_url=address, locale="en-GB", viewport=SIZE, service_workers="block")
    page = context.new_page()
    session = context.new_cdp_session(page)
    kinds: dict[str, str] = {}
    bytes_of: Counter[str] = Counter()
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    session.on(
        "Network.loadingFinished",
        lambda event: bytes_of.update({kinds.get(event["requestId"], "Other"): event["encodedDataLength"]}),
    )
    session.send("Network.enable")
    page.goto("/")
    button = page.locator(".home-play-now")
    button.wait_for()
    page.wait_for_load_state("networkidle")
    began = time.perf_counter()
    button.click()
    page.locator(".hand .card").first.wait_for()
    spent = 1000 * (time.perf_counter() - began)
    page.wait_for_load_state("networkidle")
    context.close()
    return {kind.lower(): round(count / 1024, 1) for kind, count in sorted(bytes_of.items()) if count}, round(spent)


def watch(browser: Browser, address: str, seconds: float) -> Frames:
    """Watch four bots play, and trace every frame."""
    context = browser.new_context(base_url=address, locale="en-GB", viewport=SIZE, service_workers="block")
    context.add_init_script(MARK_MOVES)
    page = context.new_page()
    _start_bot_game(page)
    page.locator(".hand, .players .deciding").first.wait_for()
    browser.start_tracing(page=page, categories=TRACED)
    page.wait_for_timeout(1000 * seconds)
    trace: dict[str, Any] = json.loads(browser.stop_tracing())
    context.close()
    return frames_of(trace["traceEvents"])


def _start_bot_game(page: Page) -> None:
    """Start a game of four bots with the page as host and spectator."""
    page.goto("/")
    bots = dict.fromkeys("ABCD", "puppy")
    answer = page.context.request.post("/api/tables", data={"bots": bots, "rules": {"quick_start": True}})
    page.goto(f"/t/{answer.json()['code']}")
    page.locator(".lobby .button.wide").click()


def show(figures: dict[str, Any], console: Console) -> None:
    table = Table(title="The page in Chromium on this machine", title_justify="left")
    table.add_column("measurement")
    table.add_column("value", justify="right")
    for kind, kib in figures["kib"].items():
        table.add_row(f"transferred: {kind}", f"{kib:,.1f} KiB")
    frames = Frames(**figures["frames"])
    table.add_row("marbles moved", f"{frames.seconds:.1f} s")
    table.add_row("frames presented", str(frames.presented))
    table.add_row("frames dropped", str(frames.dropped))
    table.add_row("main thread per frame of movement", f"{frames.main_ms_per_frame:.2f} ms")
    console.print(table)
    console.print("Other load on this machine costs frames: measure while nothing else runs.")
    kib, first = figures["kib_in_all"], figures["first_card_ms"]
    targets = (
        (f"under {MAX_KIB} KiB from a cold start to the first table: {kib:,.0f}", kib < MAX_KIB),
        (f"under {MAX_FIRST_CARD_MS:,} ms from the click to the first card: {first:,.0f}", first < MAX_FIRST_CARD_MS),
        (f"60 frames per second while marbles move: {frames.a_second:.1f}", frames.a_second >= MIN_FRAMES_PER_SECOND),
    )
    print_targets(targets, console)
