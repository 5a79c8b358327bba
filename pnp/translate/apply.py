"""A game in another language: every text replaced, ids, numbers and places in the files untouched."""

from __future__ import annotations

from pnp.errors import Location
from pnp.model.base import Translatable
from pnp.model.game import Game
from pnp.translate.catalog import translations_of
from pnp.translate.extract import message_id
from pnp.translate.languages import SOURCE_LANGUAGE, common_for, require_language
from pnp.translate.messages import words_in
from pnp.translate.texts import visited


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
