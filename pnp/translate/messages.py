"""The engine's own words in another language: messages, phases of the program, report headings."""

from __future__ import annotations

from pnp.model.words import Words
from pnp.translate.catalog import load_catalogue
from pnp.translate.languages import SOURCE_LANGUAGE


def words_in(language: str) -> Words:
    """The words in `language`; what has no translation stays English. Raises SourceError for a bad catalogue."""
    if language == SOURCE_LANGUAGE:
        return Words()
    catalogue = load_catalogue(None, language)
    found = catalogue.messages if catalogue else ()
    return Words(language, {m.msgid: m.msgstr for m in found if m.usable})
