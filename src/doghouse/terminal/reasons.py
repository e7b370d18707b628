"""Why something is not allowed, in the language of the player."""

from __future__ import annotations

import re

from doghouse.i18n import Catalogue
from doghouse.rules.notation import CARDS
from doghouse.rules.reasons import Reason

# The facts of a reason are English where they are words; this reads the cards among them.
_NAMED = {"ace": "A", "jack": "J", "queen": "Q", "king": "K", "joker": "X"}
_ARTICLE = re.compile(r"an? ")


def reason_text(texts: Catalogue, reason: Reason) -> str:
    """A reason as a sentence, with the number of its rule."""
    facts = {name: _fact(texts, name, value) for name, value in reason.facts.items()}
    sentence = texts.text(f"reason.{reason.code}", **facts)
    return f"{sentence[:1].upper()}{sentence[1:]} ({reason.rule})."


def _fact(texts: Catalogue, name: str, value: str) -> str:
    if name == "card":
        return _card(texts, value)
    if name == "values":
        return value.replace(" or ", f" {texts.text('list.or')} ").replace("1 to 7", texts.text("list.one_to_seven"))
    if name == "distance" and not value.isdigit():
        return texts.text("list.no_such_move")
    return value.replace(" and ", f" {texts.text('list.and')} ") if name == "seats" else value


def _card(texts: Catalogue, value: str) -> str:
    """The card with its article where the library says it with one."""
    article = _ARTICLE.match(value)
    bare = value[article.end() :] if article else value
    card = _NAMED.get(bare, bare)
    if card not in CARDS:
        return value
    return texts.text(f"card_with_article.{card}") if article else texts.text(f"card.{card}")
