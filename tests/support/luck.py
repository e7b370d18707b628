"""Deals as a test needs them: whoever knows the house's secret can look for a seed that brings them.

At a table nobody can, because the secret is shown only at the end. A test reads it from the database.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

from doghouse.rules.game import Game
from doghouse.rules.rules import Rules
from doghouse.server.client import TableClient
from doghouse.server.fairness import commitment_to, game_seed, open_seed

Wish = Callable[[Game], bool]
TRIES = 200_000


def secret_of(data: Path, code: str) -> str:
    """The secret of a table, out of a house's database."""
    with sqlite3.connect(data / "doghouse.db") as database:
        (secret,) = database.execute("SELECT secret FROM tables WHERE code = ?", (code,)).fetchone()
    database.close()
    return str(secret)


def lucky_seed(secret: str, rules: Rules, seat: str, wish: Wish, others: Mapping[str, str] | None = None) -> str:
    """What a seat has to add as its seed for a game that is as wished; the others add theirs, or stay silent."""
    seeds = {letter: open_seed(commitment_to(secret), letter) for letter in rules.seats} | dict(others or {})
    for number in range(TRIES):
        seeds[seat] = f"luck-{number}"
        if wish(Game(rules, game_seed(secret, seeds))):
            return seeds[seat]
    raise AssertionError("no such luck")


def can_play(game: Game) -> bool:
    """A begins, with a card that leaves the kennel, whichever is given: so the game stands still after the exchange."""
    return game.dealer == "D" and sum(card in ("A", "K", "X") for card in game.hand("A")) > 1


async def start_lucky(clients: list[TableClient], data: Path, wish: Wish, fill: str | None = None) -> None:
    """Begin the game of people who sit at a table already, with deals as wished: the first adds the seed for it."""
    first = clients[0]
    about = await first.person.request("GET", f"/api/tables/{first.code}")
    seed = lucky_seed(secret_of(data, first.code), Rules.from_json(about["rules"]), first.state["you"], wish)
    await first.act("seed", "lucky seed", seed=seed)
    await first.act("start", "lucky start", fill=fill)
    for client in clients:
        await client.until(lambda client=client: client.state["status"] == "playing")  # type: ignore[misc]
