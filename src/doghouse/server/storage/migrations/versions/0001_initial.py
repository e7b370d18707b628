"""The schema of 0.1.0. Its revision is 0002, so that databases made before the migrations were squashed still open."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "house",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_house"),
    )
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
    )
    op.create_table(
        "tables",
        sa.Column("code", sa.String(12), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("updated_at", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("summary", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_tables"),
    )
    op.create_index("ix_tables_due_at", "tables", ["due_at"])
    op.create_index("ix_tables_status_updated_at", "tables", ["status", "updated_at"])
    op.create_index("ix_tables_host_status", "tables", ["host", "status"])
    op.create_table(
        "events",
        sa.Column("code", sa.String(12), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("guest", sa.String(32)),
        sa.Column("client_id", sa.String(64)),
        sa.PrimaryKeyConstraint("code", "number", name="pk_events"),
        sa.ForeignKeyConstraint(["code"], ["tables.code"], name="fk_events_code", ondelete="CASCADE"),
        sa.UniqueConstraint("code", "guest", "client_id", name="uq_events_code_guest_client_id"),
    )
    op.create_table(
        "seats",
        sa.Column("code", sa.String(12), nullable=False),
        sa.Column("seat", sa.String(1), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("code", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["code"], ["tables.code"], name="fk_seats_code", ondelete="CASCADE"),
    )
    op.create_index("ix_seats_guest", "seats", ["guest"])
    op.create_table(
        "players",
        sa.Column("code", sa.String(12), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("code", "guest", name="pk_players"),
        sa.ForeignKeyConstraint(["code"], ["tables.code"], name="fk_players_code", ondelete="CASCADE"),
    )
    op.create_index("ix_players_guest", "players", ["guest"])
