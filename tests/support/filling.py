"""Many games at once, for lists that are long."""

from __future__ import annotations

from doghouse.server.protocol import limits
from tests.support.operating import ask


def finished_long_ago(url: str, code: str, many: int) -> None:
    """Finished games of those who play at a table; as many at the same moment as fill a page and a half."""
    columns = "secret, host, public, number, created_at, due_at, summary"
    count = "WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < :many)"
    name = "'Z' || substr(CAST(100000 + n AS VARCHAR(6)), 2)"
    values = {"many": many, "code": code, "together": limits.LISTED_GAMES * 3 // 2}
    ask(
        url,
        f"{count} INSERT INTO tables (code, status, updated_at, {columns}) "
        f"SELECT {name}, 'over', 1000 + n / :together, {columns} FROM counted, tables WHERE code = :code",
        **values,
    )
    played = f"{count} INSERT INTO players (code, guest) SELECT {name}, guest FROM counted, players WHERE code = :code"
    ask(url, played, **values)
