"""The texts of one language, looked up by key and formatted with values."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("de", "en", "fr", "it", "es")
FALLBACK = "en"


class Catalogue:
    """The texts of one language; a key is section and name, such as ``move.forwards``."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self._texts = dict(texts)

    @classmethod
    def load(cls, language: str, part: str = "") -> Catalogue:
        """Load the common texts and, with ``part``, those of a folder such as ``advice``."""
        if language not in LANGUAGES:
            raise ValueError(f"no catalogue for {language!r}; the languages are {', '.join(LANGUAGES)}")
        return _load(language, part)

    def text(self, key: str, **facts: object) -> str:
        """Return a formatted text. For a ``count`` of 1, the key with the suffix ``_one`` is preferred."""
        singular = f"{key}_one"
        return self._texts[singular if facts.get("count") == 1 and singular in self._texts else key].format_map(facts)

    def list_text(self, items: Sequence[str]) -> str:
        """Join items: ``A, B and C``."""
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self['list.and']} {items[-1]}"

    def alternatives(self, key: str) -> tuple[str, ...]:
        """Split a text that lists alternatives, separated by commas."""
        return tuple(word.strip() for word in self._texts[key].split(","))

    def __getitem__(self, key: str) -> str:
        """Return a text unformatted, with its placeholders."""
        return self._texts[key]

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


@cache
def _load(language: str, part: str) -> Catalogue:
    texts: dict[str, str] = {}
    for folder in dict.fromkeys(("", part)):
        file = files("doghouse.i18n").joinpath(folder, f"{language}.toml")
        texts.update(flatten(tomllib.loads(file.read_text(encoding="utf-8"))))
    return Catalogue(language, texts)


def flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the texts of all sections, each with its full key."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flatten(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def preferred_language(environment: Mapping[str, str]) -> str:
    """Return the language of the environment if there is a catalogue for it, English otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(name):
            language = locale[:2].lower()
            return language if language in LANGUAGES else FALLBACK
    return FALLBACK
