"""The database: schema, migrations, one writer thread, reader threads, backups."""
