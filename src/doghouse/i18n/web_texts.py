"""The texts of the page: those of the house and, for each part of the page, a file of its own."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from doghouse.i18n.catalogue import Catalogue, flattened


@cache
def web_texts(language: str) -> dict[str, str]:
    """All texts that the page needs in a language, by their whole keys."""
    catalogue = Catalogue.load(language)
    found = {key: catalogue[key] for key in catalogue}
    folder = files("doghouse.i18n").joinpath("web", language)
    for part in sorted(folder.iterdir(), key=lambda file: file.name):
        if part.name.endswith(".toml"):
            found.update(flattened(tomllib.loads(part.read_text(encoding="utf-8"))))
    return found
