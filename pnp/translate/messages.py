"""The engine's own words in another language: messages, phases of the program, report headings."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.model.words import Words, form_key
from pnp.translate.catalog import load_catalogue
from pnp.translate.languages import SOURCE_LANGUAGE
from pnp.translate.plurals import plural_of


def words_in(language: str) -> Words:
    """The words in `language`; what has no translation stays English. Raises SourceError for a bad catalogue."""
    if language == SOURCE_LANGUAGE:
        return Words()
    return words_from(language, words_said(language))


def words_said(language: str) -> dict[str, str]:
    """The messages of `words_in(language)`. Raises SourceError for a bad catalogue."""
    catalogue = load_catalogue(None, language)
    found = [m for m in catalogue.messages if m.usable] if catalogue else []
    return {form_key(m.msgid, index): text for m in found for index, text in enumerate(m.forms)}


def words_from(language: str, said: Mapping[str, str]) -> Words:
    """The words in `language` whose messages are `said`."""
    return Words(language, said, plural_of(language).rule)
