"""The engine's own words in another language: messages, phases of the program, report headings."""

from __future__ import annotations

from pathlib import Path

from pnp.model.words import Words, form_key
from pnp.translate.catalog import load_catalogue
from pnp.translate.languages import SOURCE_LANGUAGE
from pnp.translate.plurals import plural_of


def words_in(language: str, common: Path | None = None) -> Words:
    """The words in `language`; what has no translation stays English.

    common  folder of their catalogues; the one that ships when left out
    Raises SourceError for a bad catalogue.
    """
    if language == SOURCE_LANGUAGE:
        return Words()
    catalogue = load_catalogue(None, language, common)
    usable = [message for message in catalogue.messages if message.usable] if catalogue else []
    messages = {form_key(m.msgid, index): text for m in usable for index, text in enumerate(m.forms)}
    return Words(language, messages, plural_of(language).rule)
