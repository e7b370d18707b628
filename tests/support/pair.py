"""Two people in a game just begun."""

from __future__ import annotations

import random
from typing import Any

from doghouse.server.client import TableClient
from tests.support.people import decision, is_to_decide, table_of


async def two_playing(address: str, **wishes: Any) -> tuple[TableClient, TableClient]:
    """First the one who is to play, then the other."""
    clients = await table_of(address, 2, rules={"players": 2}, **wishes)
    await clients[0].act("start", "start")
    for client in clients:
        await client.until(lambda client=client: client.state["status"] == "playing")  # type: ignore[misc]
    clients.sort(key=is_to_decide, reverse=True)
    mover, other = clients
    return mover, other


def any_play(client: TableClient) -> dict[str, Any]:
    """A legal play of a person who is to play, as the fields of its message."""
    _kind, fields = decision(client.state["view"], random.Random(1))
    return {"after": client.number, **fields}
