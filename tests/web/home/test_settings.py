"""The settings: a name, how it looks and sounds, the language, notifications."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browser.pages import api, choose


def test_settings_stay_after_a_reload(guest: Page) -> None:
    guest.goto("/settings")
    guest.get_by_label("Your name").fill("Käthi")
    guest.get_by_role("button", name="Save").click()
    expect(guest.get_by_text("Saved")).to_be_visible()
    choose(guest, "theme", "dark")
    choose(guest, "speed", "fast")
    guest.locator("input[name=sound]").uncheck()
    choose(guest, "language", "it")
    expect(guest.get_by_role("heading", level=1)).to_have_text("Impostazioni")
    guest.reload()
    expect(guest.locator("html")).to_have_attribute("data-theme", "dark")
    expect(guest.get_by_label("Il tuo nome")).to_have_value("Käthi")
    for name, value in {"theme": "dark", "speed": "fast", "language": "it"}.items():
        expect(guest.locator(f"input[name={name}][value={value}]")).to_be_checked()
    expect(guest.locator("input[name=sound]")).not_to_be_checked()
    guest.goto("/")
    expect(guest.get_by_role("button", name="Suono")).to_have_attribute("aria-pressed", "false")
    guest.get_by_role("button", name="Scuro").click()
    expect(guest.locator("html")).to_have_attribute("data-theme", "light")


def test_invalid_name_is_refused(guest: Page) -> None:
    guest.goto("/settings")
    guest.get_by_label("Your name").fill("Käthi")
    guest.keyboard.press("Enter")
    expect(guest.get_by_text("Saved")).to_be_visible()
    guest.get_by_label("Your name").fill("   ")
    guest.keyboard.press("Enter")
    expect(guest.get_by_role("alert")).to_be_visible()
    assert api(guest, "GET", "/api/me")["name"] == "Käthi"


def test_notifications_are_asked_for_only_when_wanted(guest: Page) -> None:
    guest.add_init_script("""
        window.asked = 0;
        Notification.requestPermission = async () => { window.asked += 1; return "denied" };
        Object.defineProperty(Notification, "permission", { get: () => (window.asked ? "denied" : "default") });
    """)
    guest.goto("/settings")
    switch = guest.locator("input[name=notifications]")
    expect(switch).not_to_be_checked()
    assert guest.evaluate("asked") == 0
    switch.click()
    expect(guest.get_by_text("Your browser forbids notifications")).to_be_visible()
    assert guest.evaluate("asked") == 1
    expect(switch).to_be_disabled()
    expect(switch).not_to_be_checked()
