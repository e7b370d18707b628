"""From one guest to the next in the same browser: what the house has served stays, all else is forgotten."""

from __future__ import annotations

from playwright.sync_api import BrowserContext


def forget_everything(context: BrowserContext, address: str) -> None:
    """Close all pages and forget who was there. Files in the cache are kept: fetching them is most of a visit."""
    blank = context.new_page()
    for page in context.pages:
        if page is not blank:
            page.close()
    everything = {"origin": address, "storageTypes": "all"}
    context.new_cdp_session(blank).send("Storage.clearDataForOrigin", everything)
    context.clear_cookies()
    context.clear_permissions()
    context.unroute_all()
    blank.close()
