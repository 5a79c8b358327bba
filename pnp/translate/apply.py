"""A game in another language: every text replaced, ids, numbers and places in the files untouched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.errors import Location
from pnp.model.base import SourceModel, Translatable
from pnp.model.game import Game
from pnp.translate.catalog import load_catalogue
from pnp.translate.extract import message_id
from pnp.translate.languages import SOURCE_LANGUAGE, require_language
from pnp.translate.messages import words_in
from pnp.translate.texts import visited

Texts = Mapping[str, tuple[str, str]]
"""Context -> a text of the sources and its translation."""


def localised(game: Game, language: str) -> Game:
    """`game` in `language`. A text without a valid translation stays English.

    A translation counts when its context and its English text are those of the source now, and it isn't fuzzy.
    Raises SourceError when there is no catalogue for `language`, or it can't be read.
    """
    if language == game.language:
        return game
    if language == SOURCE_LANGUAGE or game.language != SOURCE_LANGUAGE:
        raise ValueError("translations are made from the English game")
    require_language(game, language)
    texts = texts_in(game, language)
    parts = {part: localised_part(part, model, texts) for part, model in game.source_parts().items()}
    return game.with_parts(parts, language=language, words=words_in(language))


def texts_in(game: Game, language: str) -> Texts:
    """The valid translations that the catalogue of `game` holds. Raises SourceError when it can't be read."""
    catalogue = load_catalogue(game, language)
    return {m.context: (m.msgid, m.msgstr) for m in catalogue.messages if m.usable and not m.plural} if catalogue else {}


def localised_part(part: str, model: SourceModel, texts: Texts) -> Any:
    """The source `part` with its texts replaced by those of `texts` that were made for them."""

    def translated(context: str, text: str, mark: Translatable, where: Location | None) -> str:
        english, translation = texts.get(context, ("", ""))
        return translation if translation and english == message_id(text) else text

    return visited(part, model, translated) if texts else model
