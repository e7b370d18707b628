"""Texts in five languages, one catalogue each."""

from doghouse.i18n.catalogue import LANGUAGES, Catalogue, preferred_language

__all__ = ["LANGUAGES", "Catalogue", "preferred_language"]
