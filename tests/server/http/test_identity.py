"""Guests: a random id in a signed cookie, a name and a language."""

from __future__ import annotations

import asyncio
import http.client
import json
from http.cookies import Morsel, SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from doghouse.server.client import NotAllowed, Person
from doghouse.server.http.identity import COOKIE, COOKIE_AGE
from tests.support.clients import TableSocket
from tests.support.server_process import HouseProcess


def ask_me(house: HouseProcess, **headers: str) -> tuple[dict[str, Any], Morsel[str] | None]:
    """Who the house says one is, and the cookie it gives, if it gives one."""
    connection = http.client.HTTPConnection(urlsplit(house.address).netloc, timeout=30)
    connection.request("GET", "/api/me", headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    me = json.loads(response.read())
    cookies = SimpleCookie(response.headers.get("Set-Cookie") or "")
    connection.close()
    return me, cookies.get(COOKIE)


def test_new_guest_gets_a_cookie(house: HouseProcess) -> None:
    me, cookie = ask_me(house)
    assert me == {"name": "", "language": "en"}
    assert cookie is not None
    assert cookie["httponly"] is True
    assert cookie["samesite"].lower() == "lax"
    assert (cookie["path"], int(cookie["max-age"]), cookie["domain"]) == ("/", COOKIE_AGE, "")
    assert not cookie["secure"]  # people in the same room come without TLS


def test_cookie_is_secure_behind_tls(tmp_path: Path) -> None:
    house = HouseProcess(tmp_path / "data", "--public-url", "https://dog.example").start()
    try:
        _me, cookie = ask_me(house)
        assert cookie is not None
        assert cookie["secure"] is True
    finally:
        house.kill()


def test_every_guest_gets_another_cookie(house: HouseProcess) -> None:
    cookies = {str(cookie.value) for _me, cookie in (ask_me(house) for _guest in range(5)) if cookie is not None}
    assert len(cookies) == 5


def test_valid_cookie_is_not_replaced(house: HouseProcess) -> None:
    _me, cookie = ask_me(house)
    assert cookie is not None
    assert ask_me(house, Cookie=f"{COOKIE}={cookie.value}")[1] is None


@pytest.mark.parametrize("change", ["{}x", "x{}", "", "{0}.{0}"])
def test_cookie_with_invalid_signature_is_ignored(house: HouseProcess, change: str) -> None:
    person = Person(house.address)
    person.request_now("POST", "/api/me", {"name": "Anna"})
    me, cookie = ask_me(house, Cookie=f"{COOKIE}={change.format(person.cookie)}")
    assert me["name"] == ""
    assert cookie is not None
    assert cookie.value != person.cookie


def test_cookie_of_another_server_is_ignored(house: HouseProcess, tmp_path: Path) -> None:
    other = HouseProcess(tmp_path / "data").start()
    try:
        _me, cookie = ask_me(other)
        assert cookie is not None
        assert ask_me(house, Cookie=f"{COOKIE}={cookie.value}")[1] is not None
    finally:
        other.kill()


def test_websocket_without_cookie_is_refused(house: HouseProcess) -> None:
    async def come() -> None:
        code = Person(house.address).request_now("POST", "/api/tables", {})["code"]
        async with TableSocket(Person(house.address), code) as socket:
            assert await socket.next() == {"type": "bye", "code": "not_seated", "retry": False}

    asyncio.run(come())


@pytest.mark.parametrize(
    ("wanted", "language"), [("de-CH,de;q=0.9", "de"), ("fr", "fr"), ("it-CH", "it"), ("tlh", "en"), ("", "en")]
)
def test_first_language_is_the_browsers(house: HouseProcess, wanted: str, language: str) -> None:
    assert ask_me(house, Accept_Language=wanted)[0]["language"] == language


def test_name_and_language_are_stored(house: HouseProcess) -> None:
    person = Person(house.address)
    assert person.request_now("POST", "/api/me", {"name": " Anna  Maria ", "language": "it"}) == {
        "name": "Anna Maria",
        "language": "it",
    }
    cookie = person.cookie
    assert person.request_now("POST", "/api/me", {"language": "es"}) == {"name": "Anna Maria", "language": "es"}
    assert person.request_now("POST", "/api/me", {"name": "Bea"}) == {"name": "Bea", "language": "es"}
    assert person.request_now("POST", "/api/me", {"language": "tlh"}) == {"name": "Bea", "language": "es"}
    assert person.request_now("GET", "/api/me") == {"name": "Bea", "language": "es"}
    assert person.cookie == cookie


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "\x1b[2J", "a\u202eb"])
def test_unprintable_name_is_refused(house: HouseProcess, name: str) -> None:
    person = Person(house.address)
    with pytest.raises(NotAllowed) as refused:
        person.request_now("POST", "/api/me", {"name": name})
    assert refused.value.answer["code"] == "bad_name"


def test_name_set_after_connecting_is_used_when_sitting(house: HouseProcess) -> None:
    async def sit() -> None:
        person = Person(house.address)
        code = (await person.request("POST", "/api/tables", {}))["code"]
        async with TableSocket(person, code) as socket:
            await socket.hello()
            await person.introduce("Anna")
            await socket.ask("sit", seat="A")
            assert (await socket.wait_for_event("sat"))["event"]["name"] == "Anna"

    asyncio.run(sit())


def test_name_can_be_changed_at_the_table(house: HouseProcess) -> None:
    async def rename() -> None:
        person = await Person(house.address).introduce("Anna")
        code = (await person.request("POST", "/api/tables", {"seat": "A"}))["code"]
        async with TableSocket(person, code) as socket:
            await socket.hello()
            assert (await socket.ask("name", name="  Queen  A ")) == {"type": "ack", "id": "name-1", "number": 3}
            event = await socket.wait_for_event("renamed")
            assert event["event"] == {"type": "renamed", "seat": "A", "name": "Queen A"}
            assert event["state"]["seats"]["A"]["name"] == "Queen A"
            assert (await socket.ask("name", name="\n"))["code"] == "bad_name"
        assert (await person.request("GET", "/api/me"))["name"] == "Anna"  # elsewhere they are called as before

    asyncio.run(rename())
