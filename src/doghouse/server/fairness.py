"""Verifiable deals: a commitment before the first deal, a seed from every seat, and a reveal at the end.

The server draws a secret and publishes its SHA-256. Every seat contributes a seed; bots and silent seats get an open
one that anyone can compute. The seed of the game is the SHA-256 of all of them, one per line::

    doghouse 1
    SECRET
    A SEED
    B SEED

This proves that the deals were fixed before anybody saw a card, and that nobody could choose them once the seats had
contributed their seeds. It does not prove that the operator of the server did not look.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

from doghouse.rules.game import Game
from doghouse.rules.record_headers import Headers, lines_of

COMMITMENT = "Commitment"
SECRET = "House seed"
SEAT_SEED = "Seed of "
SEED_PATTERN = re.compile(r"[0-9A-Za-z_-]{1,64}")


def commitment_to(secret: str) -> str:
    return _hash(secret)


def open_seed(commitment: str, seat: str) -> str:
    """Return the seed of a bot or a silent seat."""
    return _hash(f"{commitment} {seat}")[:32]


def game_seed(secret: str, seeds: Mapping[str, str]) -> str:
    return _hash("\n".join(["doghouse 1", secret, *(f"{seat} {seed}" for seat, seed in sorted(seeds.items()))]))


def record_headers(commitment: str, secret: str, seeds: Mapping[str, str]) -> dict[str, str]:
    """Return the record headers that ``verify`` needs."""
    return {
        COMMITMENT: commitment,
        SECRET: secret,
        **{f"{SEAT_SEED}{seat}": seed for seat, seed in sorted(seeds.items())},
    }


@dataclass(frozen=True)
class Check:
    name: str
    holds: bool
    detail: str


def verify(record: str) -> list[Check]:
    """Check everything a record claims about its deals; stop at the first part that cannot be checked."""
    headers = Headers(lines_of(record)).values
    missing = [name for name in (COMMITMENT, SECRET, "Seed") if name not in headers]
    if missing:
        return [Check("headers", False, f"the record has no header {' and no '.join(missing)}")]
    seeds = {name.removeprefix(SEAT_SEED): value for name, value in headers.items() if name.startswith(SEAT_SEED)}
    try:
        checks = _seed_checks(headers, seeds)
    except UnicodeEncodeError:
        return [Check("headers", False, "a seed is not valid UTF-8 text")]
    try:
        game = Game.from_record(record)
    except ValueError as error:
        return [*checks, Check("deals", False, str(error))]
    if set(seeds) != set(game.rules.seats):
        return [*checks, Check("seats", False, f"expected a seed of every seat: {', '.join(game.rules.seats)}")]
    deals = (
        "the first dealer and every deal, draw and taken card follow from that seed"
        if game.deals_follow
        else "not every deal follows from that seed"
    )
    owners = _seed_owners(seeds, headers[COMMITMENT])
    return [*checks, Check("seats", True, owners), Check("deals", game.deals_follow, deals)]


def _seed_checks(headers: Mapping[str, str], seeds: Mapping[str, str]) -> list[Check]:
    secret = headers[SECRET]
    matches = commitment_to(secret) == headers[COMMITMENT]
    follows = game_seed(secret, seeds) == headers["Seed"]
    verb = "follows" if follows else "does not follow"
    return [
        Check("commitment", matches, f"the house's seed is {'' if matches else 'not '}the one it committed to"),
        Check("seed", follows, f"the game's seed {verb} from it and from every seat's seed"),
    ]


def _seed_owners(seeds: Mapping[str, str], commitment: str) -> str:
    """Say which seats contributed a seed, and which have the open one."""
    opened = [seat for seat, seed in sorted(seeds.items()) if seed == open_seed(commitment, seat)]
    own = [seat for seat in sorted(seeds) if seat not in opened]
    return f"own seeds: {' '.join(own) or 'none'}; open seeds (bots, silent seats): {' '.join(opened) or 'none'}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
