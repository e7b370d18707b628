"""People who play by themselves, over the wire."""

from __future__ import annotations

import random
from typing import Any

from doghouse.bots.determinize import legal_plays
from doghouse.server.client import NotAllowed, Person, TableClient


async def new_table(person: Person, **wishes: Any) -> str:
    """The code of a table that somebody has set up."""
    return str((await person.request("POST", "/api/tables", wishes))["code"])


async def table_of(address: str, people: int, **wishes: Any) -> list[TableClient]:
    """A new table with so many people on its first seats, everyone connected; the first is the host."""
    persons = [await Person(address).introduce(f"Person {number}") for number in range(people)]
    code = await new_table(persons[0], **wishes)
    clients = [await TableClient(person, code).open() for person in persons]
    free = [seat for seat, shown in clients[0].state["seats"].items() if shown["kind"] == "empty"]
    for client, seat in zip(clients, free, strict=False):
        await client.act("sit", "sit", seat=seat)
    return clients


async def play_on(client: TableClient, chooser: random.Random, prefix: str, most: int = 10_000) -> int:
    """Decide at random whenever it is this person's turn, until the game is over; how many decisions."""
    decisions = 0
    while decisions < most:
        await client.until(lambda: is_to_decide(client) or client.state["status"] in ("over", "closed"))
        if client.state["status"] != "playing":
            return decisions
        kind, fields = decision(client.state["view"], chooser)
        try:
            await client.act(kind, f"{prefix}-{client.number}", after=client.number, **fields)
            decisions += 1
        except NotAllowed as refused:
            # Somebody stood in for them meanwhile, perhaps to the very end.
            if refused.answer["code"] not in ("stale", "illegal", "not_playing"):
                raise
    return decisions


def acknowledged(clients: list[TableClient]) -> list[str]:
    """What the house said that it has kept: the ids of messages, each with the number of its event."""
    return sorted(f"{name} {number}" for client in clients for name, number in client.acknowledged.items())


def is_to_decide(client: TableClient) -> bool:
    state = client.state
    view, seat = state["view"], state["you"]
    if state["status"] != "playing" or view is None or seat is None or state["stuck"]:
        return False
    if view["phase"] == "give":
        return seat not in view["has_given"]
    return bool(view["turn"] == seat)


def decision(view: dict[str, Any], chooser: random.Random) -> tuple[str, dict[str, str]]:
    """Any card to give, or one of the first legal plays."""
    if view["phase"] == "give":
        return "give", {"card": chooser.choice(view["hand"])}
    plays = []
    for play in legal_plays(view):
        plays.append(str(play))
        if len(plays) == 12:
            break
    return "play", {"play": chooser.choice(plays)}
