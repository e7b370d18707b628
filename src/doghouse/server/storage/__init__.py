"""The database: schema, migrations, one writer, reader threads, backups."""
