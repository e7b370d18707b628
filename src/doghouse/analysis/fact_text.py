"""Facts as text in the language of the player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from doghouse.analysis.facts.fact import Fact, Value
from doghouse.i18n import Catalogue

SECTION = "advice.fact"


@dataclass(frozen=True)
class FactFormatter:
    """Formats facts for the player of one seat; ``seat_name`` returns the name of a seat."""

    texts: Catalogue
    seat: str
    team: str
    seat_name: Callable[[str], str]

    def text(self, fact: Fact) -> str:
        about = {name: self._value(name, value) for name, value in fact.about.items()}
        return self.texts.text(f"{SECTION}.{fact.code}", **about)

    def _value(self, name: str, value: Value) -> object:
        if name == "owner":
            return self.seat_name(str(value))
        if not isinstance(value, tuple):
            return value
        if name == "marbles":
            return self.texts.list_text([self._marble(*marble) for marble in value])
        if name == "places":
            return self.texts.list_text([self._place(*marble) for marble in value])
        if name == "owners":
            return self.texts.list_text([self.seat_name(str(owner)) for owner in value])
        if name == "cards":
            return self.texts.list_text([self._cards(str(card), value.count(card)) for card in dict.fromkeys(value)])
        return self.texts.list_text([str(field) for field in value])

    def _cards(self, card: str, count: int) -> str:
        name = self.texts.text(f"card.{card}")
        return name if count == 1 else f"{count}× {name}"

    def _marble(self, owner: str, field: str) -> str:
        if owner == self.seat:
            return self.texts.text("home.yours", field=field)
        key = "advice.marble_of_mate" if owner in self.team else "home.of"
        return self.texts.text(key, owner=self.seat_name(owner), field=field)

    def _place(self, owner: str, field: str) -> str:
        """A field, with the owner of the marble on it unless that is the player."""
        if owner == self.seat:
            return field
        return self.texts.text("advice.place_of", owner=self.seat_name(owner), field=field)
