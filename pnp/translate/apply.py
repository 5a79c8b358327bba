"""A game in another language: every text replaced, ids, numbers and places in the files untouched."""

from __future__ import annotations

from pathlib import Path

from pnp.errors import Location
from pnp.model.base import Translatable
from pnp.model.game import Game
from pnp.model.words import Words, form_key
from pnp.translate.catalog import load_catalogue, translations_of
from pnp.translate.extract import message_id
from pnp.translate.languages import SOURCE_LANGUAGE, common_for, require_language
from pnp.translate.plurals import plural_of
from pnp.translate.po import Catalogue, is_word
from pnp.translate.texts import visited


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


def localised(game: Game, language: str) -> Game:
    """`game` in `language`. A text without a valid translation stays English, and is among those `left`.

    A translation counts when its context and its English text are those of the source now, and it isn't fuzzy.
    Raises SourceError when there is no catalogue for `language`, or it can't be read.
    """
    if language == game.language:
        return game
    if language == SOURCE_LANGUAGE or game.language != SOURCE_LANGUAGE:
        raise ValueError("translations are made from the English game")
    require_language(game, language)
    catalogue = translations_of(game, language)
    usable = {m.context: m for m in catalogue.messages if m.usable and not m.plural} if catalogue else {}

    left: set[str] = set()

    def translated(context: str, text: str, mark: Translatable, where: Location | None) -> str:
        message = usable.get(context)
        if message and message.msgid == message_id(text):
            return message.msgstr
        if text.strip():
            left.add(text)
        return text

    parts = {part: visited(part, model, translated) for part, model in game.source_parts().items()}
    words = words_in(language, common_for(game, language), catalogue)
    return game.with_parts(parts, language=language, words=words, left=frozenset(left))
