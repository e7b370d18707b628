"""How a house is run; every setting has an environment variable, ``DOGHOUSE_`` and its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from time import time

from doghouse.server.protocol import limits


def now_in_milliseconds() -> int:
    return int(time() * 1000)


@dataclass(frozen=True)
class Pauses:
    """Delays of automatic actions in milliseconds, so that people can follow."""

    bot: int = 1200
    fold: int = 2500
    away: int = 60_000


@dataclass(frozen=True)
class Settings:
    """How a house is run."""

    host: str = "0.0.0.0"
    port: int = 8000
    data: Path = Path("doghouse-data")
    database: str | None = None  # by default SQLite in the data directory
    public_url: str | None = None
    no_lan: bool = False  # this machine's own address is of no use to others, as in a container
    pauses: Pauses = field(default_factory=Pauses)
    thinkers: int = 1  # processes in which bots think
    keep_unfinished: int = 30  # days
    proxies: str = "127.0.0.1"  # addresses whose word on the client's address is taken
    per_address: int = limits.CONNECTIONS_PER_ADDRESS  # connections from one address; requests follow from it
    # Chance and clock of the house itself, so that tests can hold them still.
    now: Callable[[], int] = now_in_milliseconds
    token: Callable[[int], str] = token_hex

    @property
    def database_url(self) -> str:
        if self.database is None:
            return f"sqlite:///{self.data / 'doghouse.db'}"
        return self.database.replace("postgresql://", "postgresql+psycopg://", 1).replace(
            "postgres://", "postgresql+psycopg://", 1
        )

    @property
    def is_secure(self) -> bool:
        """Whether people come by TLS, so that cookies must."""
        return self.public_url is not None and self.public_url.startswith("https://")
