"""Alembic environment; ``database.migrate`` passes the connection in."""

from alembic import context

from doghouse.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
