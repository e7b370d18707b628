"""Click callbacks that validate options. An invalid database URL is never repeated: it may contain a password."""

from __future__ import annotations

from urllib.parse import urlsplit

import click

from doghouse.server.http.origins import origin_of
from doghouse.server.http.trusted_proxies import TrustedProxies


def validate_database(_context: click.Context, _option: click.Parameter, url: str | None) -> str | None:
    from sqlalchemy import make_url
    from sqlalchemy.exc import SQLAlchemyError

    try:
        if url is None or (url.startswith(("postgresql://", "postgres://")) and make_url(url).database):
            return url
    except (SQLAlchemyError, ValueError):
        pass  # its text contains the URL
    raise click.BadParameter("expected a URL like postgresql://USER:PASSWORD@HOST:5432/NAME")


def validate_public_url(_context: click.Context, _option: click.Parameter, url: str | None) -> str | None:
    if url is not None and (origin_of(url) is None or urlsplit(url).path.strip("/")):
        raise click.BadParameter(f"{url!r}: expected a URL like https://dog.example.org")
    return url


def validate_proxies(_context: click.Context, _option: click.Parameter, text: str) -> str:
    try:
        TrustedProxies(text)
    except ValueError:
        expected = "expected addresses or networks separated by commas, like 127.0.0.1,10.0.0.0/8"
        raise click.BadParameter(f"{text!r}: {expected}") from None
    return text
