"""Whole games over WebSockets at a real server."""

from __future__ import annotations

import asyncio
import random

import pytest

import doghouse as dog
from doghouse.server.fairness import verify
from tests.support.players import play_on, table_of
from tests.support.server_process import HouseProcess, until

GAMES = [
    ({"rules": {"players": 2}}, 2),
    ({"rules": {"players": 3}}, 2),
    ({}, 4),
    ({"rules": {"canadian_seven": True, "joker_may_finish": False}}, 1),
    ({"edition": "dog", "rules": {"players": 5}}, 2),
    ({"rules": {"players": 6, "teams": "trios", "quick_start": True}}, 3),
]


@pytest.mark.parametrize(("table_request", "people"), GAMES)
def test_a_whole_game(own_house: HouseProcess, table_request: dict[str, object], people: int) -> None:
    async def play() -> None:
        clients = await table_of(own_house.address, people, **table_request)
        await clients[0].act("start", "start", fill="puppy")
        await asyncio.gather(
            *(play_on(client, random.Random(place), f"p{place}") for place, client in enumerate(clients))
        )
        host = clients[0]
        await host.until(lambda: host.state["status"] == "over")
        text = ""
        for _try in range(100):
            try:
                text = await host.person.request("GET", f"/api/tables/{host.code}/record")
                break
            except Exception:
                await asyncio.sleep(0.05)
        game = dog.Game.from_record(text)
        assert game.outcome is not None
        assert game.outcome.to_json() == host.state["view"]["outcome"]
        assert all(check.holds for check in verify(text))
        await until(lambda: len({client.number for client in clients}) == 1)  # not all hear of the end at once
        for client in clients:
            await client.close()

    asyncio.run(play())
