"""Why something is not allowed, in the language of the player."""

from __future__ import annotations

from doghouse.i18n import Catalogue
from doghouse.rules.reasons import Fact, Reason


def reason_text(texts: Catalogue, reason: Reason) -> str:
    """A reason as a sentence, with the number of its rule."""
    facts = {name: _fact(texts, name, fact) for name, fact in reason.facts.items()}
    sentence = texts.text(f"reason.{reason.code}", **facts)
    return f"{sentence[:1].upper()}{sentence[1:]} ({reason.rule})."


def _fact(texts: Catalogue, name: str, fact: Fact) -> str:
    if name == "card":
        return texts.text(f"card_with_article.{fact}")
    if name == "kind":
        return texts.text(f"card.{fact}")
    if name == "seats":
        return f" {texts.text('list.and')} ".join(str(fact))
    if isinstance(fact, tuple):
        several = f" {texts.text('list.or')} ".join(map(str, fact))
        return several if len(fact) < 3 else texts.text("list.one_to_seven")
    return str(fact)
