"""The engine's own words in another language: messages, phases of the program, report headings."""

from __future__ import annotations

from pnp.model.words import Words, form_key
from pnp.translate.catalog import load_catalogue
from pnp.translate.languages import SOURCE_LANGUAGE
from pnp.translate.plurals import plural_of


def words_in(language: str) -> Words:
    """The words in `language`; what has no translation stays English. Raises SourceError for a bad catalogue."""
    if language == SOURCE_LANGUAGE:
        return Words()
    catalogue = load_catalogue(None, language)
    found = [m for m in catalogue.messages if m.usable] if catalogue else []
    said = {form_key(m.msgid, index): text for m in found for index, text in enumerate(m.forms)}
    return Words(language, said, plural_of(language).rule)
