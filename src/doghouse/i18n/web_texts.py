"""The texts of the page: the common texts and one file for each part of the page."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from doghouse.i18n.catalogue import Catalogue, flatten


@cache
def web_texts(language: str) -> dict[str, str]:
    """Return all texts of the page in a language, by full key."""
    catalogue = Catalogue.load(language)
    texts = {key: catalogue[key] for key in catalogue}
    folder = files("doghouse.i18n").joinpath("web", language)
    for part in sorted(folder.iterdir(), key=lambda file: file.name):
        if part.name.endswith(".toml"):
            texts.update(flatten(tomllib.loads(part.read_text(encoding="utf-8"))))
    return texts
