"""What is wrong with an address, the data or the database, in a sentence instead of a traceback.

A wrong address of a database is never repeated: there may be a password in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import click
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from doghouse.server.http.origins import origin_of
from doghouse.server.http.trusted_proxies import Proxies
from doghouse.server.serve import DataDirLocked
from doghouse.server.storage.backup import InvalidBackup
from doghouse.server.storage.database import NewerSchema


def checked_database(url: str) -> str:
    try:
        if url.startswith(("postgresql://", "postgres://")) and make_url(url).database:
            return url
    except (SQLAlchemyError, ValueError):
        pass  # what it says has the address in it
    raise click.BadParameter("an address like postgresql://USER:PASSWORD@HOST:5432/NAME is expected")


def checked_public_url(url: str) -> str:
    if origin_of(url) is None or urlsplit(url).path.strip("/"):
        raise click.BadParameter("an address like https://dog.example.org is expected")
    return url


def checked_proxies(text: str) -> str:
    try:
        Proxies(text)
    except ValueError:
        expected = "addresses or networks with commas between them are expected, like 127.0.0.1,10.0.0.0/8"
        raise click.BadParameter(expected) from None
    return text


@contextmanager
def click_errors() -> Iterator[None]:
    try:
        yield
    except (InvalidBackup, DataDirLocked, NewerSchema) as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise click.ClickException(str(error) or "this takes too long") from None
    except DBAPIError as error:
        raise click.ClickException(f"the database cannot be used: {str(error.orig).strip()}") from None
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise click.ClickException("PostgreSQL needs psycopg: install doghouse[postgres]") from None
