"""People who play at a table of a running server, with the deals that a test needs."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from doghouse.bots.determinize import legal_plays
from doghouse.rules.game import Game
from doghouse.rules.rules import Rules
from doghouse.server.client import NotAllowed, Person, TableClient
from doghouse.server.fairness import commitment_to, game_seed, open_seed

GameCondition = Callable[[Game], bool]
MAX_SEEDS = 200_000  # tried to find a deal


async def new_table(person: Person, **request: Any) -> str:
    """Create a table and return its code."""
    return str((await person.request("POST", "/api/tables", request))["code"])


async def table_of(address: str, people: int, **request: Any) -> list[TableClient]:
    """Create a table and seat people on its first free seats; return their clients, the host first."""
    persons = [await Person(address).introduce(f"Person {number}") for number in range(people)]
    code = await new_table(persons[0], **request)
    clients = [await TableClient(person, code).open() for person in persons]
    free = [seat for seat, shown in clients[0].state["seats"].items() if shown["kind"] == "empty"]
    for client, seat in zip(clients, free, strict=False):
        await client.act("sit", "sit", seat=seat)
    return clients


async def two_playing(address: str, **request: Any) -> tuple[TableClient, TableClient]:
    """Start a game of two people; return first the client whose turn it is, then the other."""
    clients = await table_of(address, 2, rules={"players": 2}, **request)
    await clients[0].act("start", "start")
    await until_playing(clients)
    clients.sort(key=is_to_decide, reverse=True)
    mover, other = clients
    return mover, other


async def until_playing(clients: list[TableClient]) -> None:
    for client in clients:
        await client.until(lambda client=client: client.state["status"] == "playing")  # type: ignore[misc]


async def play_on(client: TableClient, chooser: random.Random, prefix: str, limit: int = 10_000) -> int:
    """Decide at random whenever it is this person's turn, until the game is over; return the number of decisions."""
    decisions = 0
    while decisions < limit:
        await client.until(lambda: is_to_decide(client) or client.state["status"] in ("over", "closed"))
        if client.state["status"] != "playing":
            return decisions
        kind, fields = decision(client.state["view"], chooser)
        try:
            await client.act(kind, f"{prefix}-{client.number}", after=client.number, **fields)
            decisions += 1
        except NotAllowed as refused:
            # A stand-in decided meanwhile, perhaps to the end of the game.
            if refused.answer["code"] not in ("stale", "illegal", "not_playing"):
                raise
    return decisions


def acknowledged(clients: list[TableClient]) -> list[str]:
    """Return the ids of all acknowledged messages, each with the number of its event."""
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
    """Choose any card to give, or one of the first legal plays."""
    if view["phase"] == "give":
        return "give", {"card": chooser.choice(view["hand"])}
    return "play", {"play": chooser.choice([str(play) for play in islice(legal_plays(view), 12)])}


def any_play(client: TableClient) -> dict[str, Any]:
    """Return the fields of a legal play of the client whose turn it is."""
    _kind, fields = decision(client.state["view"], random.Random(1))
    return {"after": client.number, **fields}


# Chosen deals. Nobody at a table can choose them, since the secret is shown only at the end; a test reads it from the
# database and searches for a seed.


def secret_of(data: Path, code: str) -> str:
    """Read the secret of a table from the database of a house."""
    with sqlite3.connect(data / "doghouse.db") as database:
        (secret,) = database.execute("SELECT secret FROM tables WHERE code = ?", (code,)).fetchone()
    database.close()
    return str(secret)


def find_seed(
    secret: str, rules: Rules, seat: str, condition: GameCondition, others: Mapping[str, str] | None = None
) -> str:
    """Return a seed for a seat that makes a game meet a condition, given the seeds of the others, if they add any."""
    seeds = {letter: open_seed(commitment_to(secret), letter) for letter in rules.seats} | dict(others or {})
    for number in range(MAX_SEEDS):
        seeds[seat] = f"luck-{number}"
        if condition(Game(rules, game_seed(secret, seeds))):
            return seeds[seat]
    raise AssertionError("no seed makes such a game")


def can_play(game: Game) -> bool:
    """A begins and can leave the kennel whichever card is given, so that the game waits for A after the exchange."""
    return game.dealer == "D" and sum(card in ("A", "K", "X") for card in game.hand("A")) > 1


async def start_with_deal(
    clients: list[TableClient], data: Path, condition: GameCondition, fill: str | None = None
) -> None:
    """Start a game that meets a condition; the first client adds the seed for it."""
    first = clients[0]
    about = await first.person.request("GET", f"/api/tables/{first.code}")
    seed = find_seed(secret_of(data, first.code), Rules.from_json(about["rules"]), first.state["you"], condition)
    await first.act("seed", "lucky seed", seed=seed)
    await first.act("start", "lucky start", fill=fill)
    await until_playing(clients)
