"""Acts and requests whose connection is lost are completed or refused without further errors."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from doghouse.server.house import House
from doghouse.server.http.access import Access
from doghouse.server.http.app import make_app
from doghouse.server.http.identity import Identity
from doghouse.server.protocol import incoming
from doghouse.server.protocol.events import Said
from doghouse.server.settings import Settings
from doghouse.server.storage.guests import Guest
from doghouse.server.tables.live_table import LiveTable
from doghouse.server.tables.new_table import validate_settings
from doghouse.server.tables.table import Seat

HOST = Guest("h" * 32, "Host", "en")


class LostViewer:
    """A connection that is lost."""

    guest = HOST

    def send(self, text: str) -> None: ...


def _loop_errors(house: House, scenario: Callable[[House], Awaitable[None]]) -> list[dict[str, Any]]:
    """Run a scenario in a house; return the errors that reached the event loop."""
    found: list[dict[str, Any]] = []

    async def look() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _loop, error: found.append(error))
        await house.open()
        await scenario(house)
        await house.close()
        gc.collect()  # collecting a task reports its error

    asyncio.run(look())
    return found


async def _lost(asked: Awaitable[object], go_on: asyncio.Event) -> None:
    """Start a request, cancel it as a lost connection does, and let the house continue."""
    asking = asyncio.ensure_future(asked)
    await asyncio.sleep(0.05)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    go_on.set()
    await asyncio.sleep(0.05)


async def _table(house: House) -> LiveTable:
    settings = validate_settings("xl", {"players": 2}, None, False)
    return await house.table(await house.create_table(HOST, settings, {"A": Seat(HOST.id, "Host")}))


@pytest.mark.parametrize(
    "message",
    [incoming.Give("1", 1, "5"), incoming.Play("1", 1, "5 A1-6"), incoming.Say("1", "hello")],
    ids=["refused", "refused too", "done"],
)
def test_act_is_handled_after_its_sender_disconnects(tmp_path: Path, message: incoming.ActMessage) -> None:
    async def scenario(house: House) -> None:
        live = await _table(house)
        append, go_on = house.store.append, asyncio.Event()

        async def slow_append(*args: Any) -> bool:
            await go_on.wait()
            return await append(*args)

        house.store.append = slow_append  # type: ignore[method-assign,assignment]
        saying = asyncio.create_task(live.append(Said("A", "one_moment")))
        await _lost(live.act(LostViewer(), message), go_on)
        assert await saying
        async with asyncio.timeout(5):
            expected = 4 if isinstance(message, incoming.Say) else 3
            while live.table.number != expected:
                await asyncio.sleep(0.01)

    assert _loop_errors(House(Settings(data=tmp_path)), scenario) == []


def test_failed_act_is_logged_after_its_sender_disconnects(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario(house: House) -> None:
        live = await _table(house)
        go_on = asyncio.Event()

        async def failing_append(*_args: Any) -> bool:
            await go_on.wait()
            raise ZeroDivisionError

        house.store.append = failing_append  # type: ignore[method-assign,assignment]
        await _lost(live.act(LostViewer(), incoming.Say("1", "hello")), go_on)

    with caplog.at_level(logging.ERROR):
        assert _loop_errors(House(Settings(data=tmp_path)), scenario) == []
    (record,) = caplog.records
    assert record.getMessage() == "an act failed"
    assert record.exc_info is not None
    assert record.exc_info[0] is ZeroDivisionError


def test_unknown_table_after_disconnect_is_no_error(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        load, go_on = house.store.load, asyncio.Event()

        async def slow_load(code: str) -> object:
            await go_on.wait()
            return await load(code)

        house.store.load = slow_load  # type: ignore[method-assign,assignment]
        await _lost(house.table("nowhere"), go_on)
        async with asyncio.timeout(5):
            while house._loading:
                await asyncio.sleep(0.01)

    assert _loop_errors(House(Settings(data=tmp_path)), scenario) == []


def test_disconnect_before_refusal_is_no_error(tmp_path: Path) -> None:
    """uvicorn, when the connection breaks just then, takes the acceptance and then expects it again."""

    async def scenario(house: House) -> None:
        sent: list[Any] = []

        async def receive() -> dict[str, str]:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message["type"])
            if sent[-1] != "websocket.accept":
                raise RuntimeError("Expected ASGI message 'websocket.accept'")

        scope = {"type": "websocket", "path": "/ws/NOSUCH", "headers": [], "client": ("127.0.0.1", 1), "scheme": "ws"}
        await make_app(Access(house, Identity("secret", "admin")))(scope, receive, send)
        assert sent == ["websocket.accept", "websocket.send"]

    assert _loop_errors(House(Settings(data=tmp_path)), scenario) == []
