"""The five catalogues have the same keys and placeholders."""

import string

import pytest

from doghouse.i18n import LANGUAGES, Catalogue, preferred_language
from doghouse.rules.notation import CARDS
from doghouse.rules.reasons import REASONS
from doghouse.server.protocol.phrases import PHRASES
from doghouse.server.protocol.refusals import REFUSALS

ENGLISH = Catalogue.load("en")


def placeholders(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys(language: str) -> None:
    assert set(Catalogue.load(language)) == set(ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_the_same_placeholders_and_is_not_empty(language: str) -> None:
    texts = Catalogue.load(language)
    for key in texts:
        assert texts[key].strip(), key
        assert placeholders(texts[key]) == placeholders(ENGLISH[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_and_every_card_has_a_text(language: str) -> None:
    texts = Catalogue.load(language)
    for code, (_rule, english) in REASONS.items():
        assert placeholders(texts[f"reason.{code}"]) == placeholders(english), code
    for card in CARDS:
        assert texts[f"card.{card}"] in texts[f"card_with_article.{card}"]


def test_english_reasons_match_the_library() -> None:
    assert {key.removeprefix("reason."): ENGLISH[key] for key in ENGLISH if key.startswith("reason.")} == {
        code: text for code, (_rule, text) in REASONS.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_has_a_short_text(language: str) -> None:
    phrases = section(Catalogue.load(language), "phrase")
    assert tuple(phrases) == PHRASES
    assert len(set(phrases.values())) == len(PHRASES)
    assert all(len(text) <= 20 for text in phrases.values())  # they stand in a small bubble


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_text(language: str) -> None:
    refusals = section(Catalogue.load(language), "refusal")
    assert list(refusals) == list(REFUSALS)
    for code, english in REFUSALS.items():
        assert placeholders(refusals[code]) == placeholders(english), code


def test_english_refusals_match_the_server() -> None:
    assert section(ENGLISH, "refusal") == REFUSALS


def section(texts: Catalogue, name: str) -> dict[str, str]:
    return {key.removeprefix(f"{name}."): texts[key] for key in texts if key.startswith(f"{name}.")}


def test_the_languages_differ() -> None:
    for language in LANGUAGES:
        if language != "en":
            texts = Catalogue.load(language)
            same = [key for key in texts if key.startswith(("reason.", "refusal.")) and texts[key] == ENGLISH[key]]
            assert same == []


def test_german_is_spelt_as_in_switzerland() -> None:
    assert "ß" not in "".join(map(Catalogue.load("de").__getitem__, Catalogue.load("de")))


def test_text_is_formatted() -> None:
    assert Catalogue.load("de").text("panel.round", number=3) == "Runde 3"
    assert "reason.blocked" in ENGLISH
    assert len(ENGLISH) > 100


def test_unknown_language_is_rejected() -> None:
    with pytest.raises(ValueError, match="the languages are de, en, fr, it, es"):
        Catalogue.load("rm")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_CH.UTF-8"}, "de"),
        ({"LANG": "fr_CH"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_CH.UTF-8", "LC_ALL": "it_CH.UTF-8"}, "it"),
        ({"LANG": "es_ES.UTF-8", "LC_MESSAGES": ""}, "es"),
        ({"LANG": "tlh_XX.UTF-8"}, "en"),
    ],
)
def test_the_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert preferred_language(environment) == language
