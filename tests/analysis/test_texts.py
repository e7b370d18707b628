"""The texts of the advice: complete in all five languages, with the punctuation of each."""

from __future__ import annotations

import re
import string
from itertools import chain

import pytest

from doghouse.analysis.fact_text import FactFormatter
from doghouse.analysis.facts.fact import Fact, pro
from doghouse.i18n import LANGUAGES, Catalogue
from doghouse.i18n.web_texts import web_texts

ENGLISH = Catalogue.load("en", "advice")
KEYS = [key for key in ENGLISH if key.startswith("advice.")]


def placeholders(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same(language: str) -> None:
    texts = Catalogue.load(language, "advice")
    assert set(texts) == set(ENGLISH)
    for key in KEYS:
        assert texts[key].strip(), key
        assert placeholders(texts[key]) == placeholders(ENGLISH[key]), key
        if language != "en":
            assert texts[key] != ENGLISH[key], key


def test_punctuation_of_each_language() -> None:
    german = Catalogue.load("de", "advice")
    assert not any("ß" in german[key] for key in KEYS)
    french = Catalogue.load("fr", "advice")
    for key in KEYS:
        assert re.findall(r"(?<!\u202f)[;!?]|(?<!\u00a0):", french[key]) == [], key
    for language in ("fr", "it", "es"):
        texts = Catalogue.load(language, "advice")
        assert not any(re.search(r"\w'\w", texts[key]) for key in KEYS)


def test_singular_and_plural() -> None:
    texts = Catalogue.load("de", "advice")
    assert texts.text("advice.fact.nearer", count=1) == "1 Feld näher am Ziel"
    assert texts.text("advice.fact.nearer", count=2) == "2 Felder näher am Ziel"


def test_page_does_not_load_advice_texts() -> None:
    assert not any(key in chain(web_texts("en"), Catalogue.load("en")) for key in KEYS)


@pytest.mark.parametrize(
    ("language", "fact", "expected"),
    [
        (
            "en",
            pro("blocks", 1, owners=("B", "D"), fields=("D10", "D12")),
            "blocks the way of B and D (D10 and D12)",
        ),
        ("de", pro("keeps", 1, cards=("X", "A", "7")), "behält Joker, Ass und 7"),
        ("en", pro("keeps", 1, cards=("X", "X", "7")), "keeps 2× joker and 7"),
        ("de", pro("finish_gap", 1, count=1, fields=("A+4",)), "versperrt ein Feld weiter innen im Ziel (A+4)"),
        (
            "en",
            pro("finish_gap", 1, count=2, fields=("A+2", "A+3")),
            "shuts off fields further in (A+2 and A+3)",
        ),
        (
            "fr",
            pro("swap_ahead", 1, owner="C", count=27),
            "27 cases plus près de l’arrivée, et C recule d’autant",
        ),
        ("de", pro("safer", 1, count=1, before=2, places=(("A", "A8"),)), "1 Murmel in Gefahr statt 2 (A8)"),
        (
            "en",
            pro("safe", 1, places=(("A", "A3"), ("C", "C9"))),
            "no marble in danger any more (before: A3 and C9 of C)",
        ),
        ("fr", pro("safe", 1, places=(("A", "A3"),)), "plus aucun pion en danger (avant\u00a0: A3)"),
        ("fr", pro("gift_enters", 1, owner="C"), "C peut amener un pion à l’arrivée avec cette carte"),
        ("it", pro("blocks_own", 1, fields=("D14",)), "ti blocca il passaggio (D14)"),
        ("fr", pro("other_nearer", 1, owner="C", count=1), "rapproche C de l’arrivée de 1 case"),
        (
            "it",
            pro("home_mate", 1, marbles=(("C", "A8"),), count=40),
            "rimanda nel canile la pedina del tuo compagno C su A8 (40 caselle perse)",
        ),
        (
            "es",
            pro("home_own", 1, marbles=(("A", "A8"), ("A", "A9")), count=17),
            "envía a casa tu canica en A8 y tu canica en A9 (17 casillas perdidas)",
        ),
    ],
)
def test_facts_in_words(language: str, fact: Fact, expected: str) -> None:
    formatter = FactFormatter(Catalogue.load(language, "advice"), "A", "AC", lambda seat: seat)
    assert formatter.text(fact) == expected
