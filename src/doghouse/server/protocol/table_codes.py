"""Short table codes that are easy to read aloud and to type."""

from __future__ import annotations

import secrets

from doghouse.server.protocol import limits

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # no lookalikes
LENGTH = 6


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _place in range(LENGTH))


def read_code(text: str) -> str:
    """Normalise a code as typed: lower case, blanks and hyphens are fine."""
    return "".join(text.replace("\0", "").split()).replace("-", "").upper()[: limits.MAX_CODE_LENGTH]
