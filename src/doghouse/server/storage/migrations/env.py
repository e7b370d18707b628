"""Alembic's door to the schema: the connection is handed in by ``database.migrate``."""

from alembic import context

from doghouse.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
