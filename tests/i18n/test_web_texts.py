"""The texts of the page: complete in all five languages, with the punctuation of each."""

from __future__ import annotations

import re
import string
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import doghouse
from doghouse.i18n import LANGUAGES, Catalogue
from doghouse.i18n.catalogue import flatten
from doghouse.i18n.web_texts import web_texts

WEB = Path(doghouse.__file__).parent / "web"
PARTS = sorted(part.name for part in files("doghouse.i18n").joinpath("web", "en").iterdir())
KEY_IN_CODE = re.compile(r"""\b(?:t|hasText)\(\s*"([a-z_]+\.[\w.]+)\"""")


def placeholders(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}


def part_of(language: str, part: str) -> dict[str, str]:
    source = files("doghouse.i18n").joinpath("web", language, part).read_text(encoding="utf-8")
    return dict(flatten(tomllib.loads(source)))


@pytest.mark.parametrize("module", ["app/i18n.js", "verify/texts.js"])
def test_page_offers_every_language(module: str) -> None:
    source = (WEB / module).read_text(encoding="utf-8")
    (listed,) = re.findall(r"export const LANGUAGES = \{(.*?)\}", source, re.DOTALL)
    assert set(re.findall(r"(\w+):", listed)) == set(LANGUAGES)


def test_verify_page_has_texts_in_every_language() -> None:
    assert {path.stem.removeprefix("texts_") for path in (WEB / "verify").glob("texts_*.js")} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same(language: str) -> None:
    english, found = web_texts("en"), web_texts(language)
    assert set(found) == set(english)
    for key, text in found.items():
        assert text.strip(), key
        assert placeholders(text) == placeholders(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_of_the_page_share_no_keys(language: str) -> None:
    keys = [*Catalogue.load(language), *(key for part in PARTS for key in part_of(language, part))]
    assert len(keys) == len(set(keys))


def test_every_text_used_by_the_page_exists() -> None:
    texts = web_texts("en")
    asked = {key for path in WEB.rglob("*.js") for key in KEY_IN_CODE.findall(path.read_text(encoding="utf-8"))}
    assert len(asked) > 200
    assert sorted(asked - set(texts)) == []


def french() -> dict[str, str]:
    """All French texts, including the page that verifies a record."""
    own = (WEB / "verify" / "texts_fr.js").read_text(encoding="utf-8")
    return web_texts("fr") | dict(re.findall(r'^  (\w+): "(.*)",$', own, re.MULTILINE))


# Where a sign is a key to press or part of the notation and ends no sentence.
NOT_PUNCTUATION = {"welcome.help", "prompt.play", "prompt.seven", "input.unknown", "help.play"}


def test_french_punctuation_has_non_breaking_spaces() -> None:
    """A narrow one before ; ! ?, a wide one before a colon and inside guillemets; and one kind of apostrophe."""
    texts = french()
    assert len(texts) > 600
    for key, text in texts.items():
        assert "'" not in text, key
        assert "…" not in text or " …" not in text, key
        assert re.findall(r"[^\u00a0]»|«[^\u00a0]", text) == [], key
        if key not in NOT_PUNCTUATION:
            assert re.findall(r"(?<!\u202f)[;!?]", text) == [], key
            assert re.findall(r"(?<!\u00a0):(?!//)", text) == [], key


@pytest.mark.parametrize("language", ["it", "es"])
def test_no_space_before_dots_and_one_kind_of_apostrophe(language: str) -> None:
    for key, text in web_texts(language).items():
        assert " …" not in text, key
        assert not re.search(r"\w'\w", text), key


def test_german_speaks_of_the_seed_everywhere() -> None:
    """As in the terminal and on the page that verifies a record."""
    assert [key for key, text in web_texts("de").items() if "Startwert" in text] == []


def test_french_says_tu() -> None:
    formal = re.compile(r"\b(?:votre|vos|vôtres?)\b|\bvous (?:pouvez|avez|êtes|jouez)\b|\bez-vous\b", re.IGNORECASE)
    together = {"outcome.your_team_wins"}  # said to a whole team
    assert [key for key, text in french().items() if formal.search(text) and key not in together] == []
