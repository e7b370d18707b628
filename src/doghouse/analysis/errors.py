"""Why nothing can be advised: data, so that it can be told in any language."""

from __future__ import annotations

from doghouse.i18n import Catalogue
from doghouse.rules.errors import DogError, IllegalPlay

SECTION = "advice.no"


class NoAdvice(Exception):
    """A code of the catalogue's section ``advice.no`` and what belongs to it; several things are a tuple."""

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
        """In English."""
        return self.text(Catalogue.load("en", "advice"))


def error_text(texts: Catalogue, error: NoAdvice | DogError) -> str:
    """Why there is no advice; what the rules forbid is told with the number of the rule."""
    if isinstance(error, NoAdvice):
        return error.text(texts)
    if isinstance(error, IllegalPlay):  # whose turn it is: the facts are seats
        return f"{texts.text(f'reason.{error.reason.code}', **error.reason.facts)} ({error.rule})"
    return str(error)
