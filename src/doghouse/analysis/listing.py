"""Several things in words."""

from __future__ import annotations

from collections.abc import Sequence

from doghouse.i18n import Catalogue


def listed(texts: Catalogue, words: Sequence[str]) -> str:
    """'A, B and C'."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {texts.text('list.and')} {words[-1]}"
