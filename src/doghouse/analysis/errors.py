"""Why there is no advice, as data that can be shown in any language."""

from __future__ import annotations

from doghouse.i18n import Catalogue
from doghouse.rules.errors import DogError, IllegalPlay

SECTION = "advice.no"


class NoAdvice(Exception):
    """A code of the catalogue's section ``advice.no`` with its values; a tuple is a list of things."""

    def __init__(self, code: str, **about: str | int | tuple[str, ...]) -> None:
        super().__init__(code, about)
        self.code = code
        self.about = about

    def text(self, texts: Catalogue) -> str:
        about = {
            name: texts.list_text(value) if isinstance(value, tuple) else value for name, value in self.about.items()
        }
        return texts.text(f"{SECTION}.{self.code}", **about)

    def __str__(self) -> str:
        """The text in English."""
        return self.text(Catalogue.load("en", "advice"))


def error_text(texts: Catalogue, error: NoAdvice | DogError) -> str:
    """Say why there is no advice, with the number of the rule if the rules forbid it."""
    if isinstance(error, NoAdvice):
        return error.text(texts)
    if isinstance(error, IllegalPlay):  # not the turn of a seat: the facts are seats
        return f"{texts.text(f'reason.{error.reason.code}', **error.reason.facts)} ({error.rule})"
    return str(error)
