"""Runtime settings. Those that are options have environment variables: ``DOGHOUSE_`` and the name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from time import monotonic, time

from doghouse.server.protocol import limits


@dataclass(frozen=True)
class Pauses:
    """Delays of automatic actions in milliseconds, so that people can follow."""

    bot: int = 1200
    fold: int = 2500
    away: int = 60_000


@dataclass(frozen=True)
class Settings:
    host: str = "0.0.0.0"
    port: int = 8000
    data: Path = Path("doghouse-data")
    database: str | None = None  # URL of PostgreSQL; None: SQLite in the data directory
    public_url: str | None = None
    no_lan: bool = False  # keep this machine's address out of links, as in a container
    pauses: Pauses = field(default_factory=Pauses)
    thinkers: int = 1  # processes for bots
    keep_unfinished: int = 30  # days without activity until a started table is marked; finished games stay
    proxies: str = "127.0.0.1"  # trusted to name the client's address
    per_address: int = limits.CONNECTIONS_PER_ADDRESS  # connections per client address; request rates scale with it
    # Clocks in milliseconds and randomness; tests replace them.
    now: Callable[[], int] = lambda: int(time() * 1000)
    monotonic: Callable[[], int] = lambda: int(monotonic() * 1000)
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
        """Whether people use TLS, so that cookies must."""
        return self.public_url is not None and self.public_url.startswith("https://")
