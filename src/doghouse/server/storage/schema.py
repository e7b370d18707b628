"""SQLAlchemy tables. ``migrations`` creates them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

house = Table(
    "house",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("code", String(12), primary_key=True),
    Column("secret", String(64), nullable=False),
    Column("host", String(32), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", String(10), nullable=False),
    Column("number", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    Column("due_at", BigInteger),
    Column("summary", Text, nullable=False),
    Column("marked_at", BigInteger),  # running time when it was marked for deletion
    Index(None, "due_at"),
    Index(None, "status", "updated_at"),
    Index(None, "host", "status"),
)

events = Table(
    "events",
    metadata,
    Column("code", String(12), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("event", Text, nullable=False),
    Column("guest", String(32)),
    Column("client_id", String(64)),
    UniqueConstraint("code", "guest", "client_id"),
)

seats = Table(  # current seats
    "seats",
    metadata,
    Column("code", String(12), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(1), primary_key=True),
    Column("guest", String(32), nullable=False),
    Index(None, "guest"),
)

players = Table(  # everyone who had a seat during the game
    "players",
    metadata,
    Column("code", String(12), ForeignKey("tables.code", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(32), primary_key=True),
    Index(None, "guest"),
)
