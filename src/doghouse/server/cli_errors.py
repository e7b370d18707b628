"""Turn errors of the data directory, the database and the port into click errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from sqlalchemy.exc import DBAPIError

from doghouse.server.serve import DataDirLocked
from doghouse.server.storage.backup import InvalidBackup
from doghouse.server.storage.database import NewerSchema


@contextmanager
def click_errors() -> Iterator[None]:
    """Raise known errors as ``ClickException``: one line instead of a traceback."""
    try:
        yield
    except (InvalidBackup, DataDirLocked, NewerSchema) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(str(error) or "timed out") from None
    except DBAPIError as error:
        raise click.ClickException(f"cannot use the database: {str(error.orig).strip()}") from None
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise click.ClickException("PostgreSQL needs psycopg: install doghouse[postgres]") from None
