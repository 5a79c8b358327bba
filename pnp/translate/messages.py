"""The engine's own words in another language: messages, phases of the program, report headings; and those of a game."""

from __future__ import annotations

from pathlib import Path

from pnp.model.words import Words, form_key
from pnp.translate.catalog import load_catalogue
from pnp.translate.languages import SOURCE_LANGUAGE
from pnp.translate.plurals import plural_of
from pnp.translate.po import Catalogue, is_word


def words_in(language: str, common: Path | None = None, game: Catalogue | None = None) -> Words:
    """The words in `language`; what has no translation stays English.

    common  folder of their catalogues; the one that ships when left out
    game    the catalogue of a game, whose code says words of its own
    Raises SourceError for a bad catalogue.
    """
    if language == SOURCE_LANGUAGE:
        return Words()
    catalogues = (load_catalogue(None, language, common), game)
    usable = [m for c in catalogues if c for m in c.messages if m.usable and is_word(m.context)]
    messages = {form_key(m.msgid, index): text for m in usable for index, text in enumerate(m.forms)}
    return Words(language, messages, plural_of(language).rule)
