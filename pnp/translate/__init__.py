"""Gettext catalogues: the texts of a game and the engine's own words in other languages.

In: a `Game` in English and `locale/<lang>.po` files, which may come from strangers. Out: the same game in another
language, ids untouched; catalogues brought up to date; problems of a translation with file and line.
Read `texts` first (which texts a model holds), then `catalog` (update, status) and `apply` (the translated game).
"""

from pnp.translate.apply import localised, words_in
from pnp.translate.catalog import status, update
from pnp.translate.extract import extract, extract_words
from pnp.translate.languages import available_languages, catalogue_path, language_name
from pnp.translate.verify import check, check_words

__all__ = [
    "available_languages", "catalogue_path", "check", "check_words", "extract", "extract_words", "language_name",
    "localised", "status", "update", "words_in",
]  # fmt: skip
