"""Everyone who has played a game, also those whose seat another one has now; and hosts who moved to another device."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

SEATING = ("created", "sat", "stood", "bot_sat", "moved", "started")


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("code", sa.String(12), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("code", "guest", name="pk_players"),
        sa.ForeignKeyConstraint(["code"], ["tables.code"], name="fk_players_code", ondelete="CASCADE"),
    )
    op.create_index("ix_players_guest", "players", ["guest"])
    connection = op.get_bind()
    for code in connection.scalars(sa.text("SELECT code FROM tables")).all():
        wanted = sa.text("SELECT event FROM events WHERE code = :code ORDER BY number")
        host, players = _read([json.loads(event) for event in connection.scalars(wanted, {"code": code})])
        connection.execute(sa.text("UPDATE tables SET host = :host WHERE code = :code"), {"host": host, "code": code})
        for guest in sorted(players):
            new = sa.text("INSERT INTO players (code, guest) VALUES (:code, :guest)")
            connection.execute(new, {"code": code, "guest": guest})


def _read(events: list[dict[str, str]]) -> tuple[str, set[str]]:
    """Who hosts a table and who has played there, by its log."""
    host, begun = "", False
    seats: dict[str, str] = {}
    players: set[str] = set()
    for event in events:
        kind, seat = event["type"], event.get("seat", "")
        if kind not in SEATING:
            continue
        if kind == "created":
            host = event["host"]
        elif kind == "sat":
            seats = {other: guest for other, guest in seats.items() if guest != event["guest"]}
            seats[seat] = event["guest"]
        elif kind == "moved":
            host = event["guest"] if host == seats.get(seat) else host
            seats[seat] = event["guest"]
        elif kind == "started":
            begun = True
        else:
            seats.pop(seat, None)
        if begun:
            players.update(seats.values())
    return host, players
