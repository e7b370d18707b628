"""A catalogue: the texts of one language, found by key and filled with facts."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("de", "en", "fr", "it", "es")
FALLBACK = "en"


class Catalogue:
    """The texts of one language. A key is the section and the name, such as ``move.forwards``."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self._texts = dict(texts)

    @classmethod
    def load(cls, language: str, part: str = "") -> Catalogue:
        """The texts of the house; with ``part``, also those of a folder of its own, such as ``advice``."""
        if language not in LANGUAGES:
            raise ValueError(f"there is no catalogue for {language!r}; the languages are {', '.join(LANGUAGES)}")
        return _load(language, part)

    def text(self, key: str, **facts: object) -> str:
        """A text filled with facts. With a ``count``, the key with ``_one`` is for 1, if there is one."""
        alone = f"{key}_one"
        return self._texts[alone if facts.get("count") == 1 and alone in self._texts else key].format_map(facts)

    def words(self, key: str) -> tuple[str, ...]:
        """A text that lists alternatives, separated by commas."""
        return tuple(word.strip() for word in self._texts[key].split(","))

    def __getitem__(self, key: str) -> str:
        """A text as it stands in the catalogue, with its placeholders."""
        return self._texts[key]

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


@cache
def _load(language: str, part: str) -> Catalogue:
    sources = [(f"{language}.toml",), *([(part, f"{language}.toml")] if part else [])]
    texts: dict[str, str] = {}
    for source in sources:
        text = files("doghouse.i18n").joinpath(*source).read_text(encoding="utf-8")
        texts.update(flattened(tomllib.loads(text)))
    return Catalogue(language, texts)


def flattened(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """The texts of all sections, each with its whole key."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def preferred_language(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for, as far as it is one of ours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := environment.get(name):
            language = wanted[:2].lower()
            return language if language in LANGUAGES else FALLBACK
    return FALLBACK
