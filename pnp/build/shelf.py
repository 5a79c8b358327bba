"""A game's sources as earlier builds have read them: only a changed file is read and translated again.

What is kept knows no lines of the files. A build that meets a problem reads everything anew, to tell where it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.build.cache import MAX_FILE_BYTES, Parts, without_places
from pnp.model.base import SourceModel
from pnp.model.game import Game
from pnp.model.words import Words
from pnp.output import content_hash
from pnp.sources.load import FOLDERS, SINGLE_FILES, load_game

if TYPE_CHECKING:
    from pnp.translate.apply import Texts

SOURCE_LANGUAGE = "en"

Row = dict[str, tuple[Any, str]]
"""Language -> a part of the sources in it, and a hash of what it says."""


class Shelf:
    """Rows by part and content of the files; the program's version is that of `parts`.

    rows    part -> row, of the parts that were found
    hashes  (language, part) -> hash of what the part says, of all that `games` gave
    """

    def __init__(self, parts: Parts, folder: Path) -> None:
        self.parts, self.folder = parts, folder
        self.rows: dict[str, Row] = {}
        self.hashes: dict[tuple[str, str], str] = {}
        self._keys: dict[str, str] = {}
        self._locale = _hash_of(folder.glob("locale/*.po"))

    def english(self, *, recall: bool = True) -> Game:
        """The game as read. Raises SourceError.

        recall  take what is kept; its models don't know their places
        """
        return load_game(self.folder, recall=self._recall if recall else None)

    def _recall(self, name: str, data: bytes) -> SourceModel | None:
        part = name.removesuffix(".yaml")
        self._keys[part] = f"{part} {content_hash(data, self._locale)}"
        row = self.parts.value(self._keys[part])
        if not _is_row(row, part):
            return None
        self.rows[part] = row
        model: SourceModel = row[SOURCE_LANGUAGE][0]
        return model

    def games(self, english: Game) -> dict[str, Game]:
        """The game in all its languages; what was not kept is, from now on. Raises SourceError."""
        from pnp.translate.apply import localised_part  # not needed where nothing has changed

        languages, parts = english.info.languages, english.source_parts()
        known = {name: self.rows[name] for name in parts if set(self.rows.get(name, ())) == set(languages)}
        new: dict[str, Row] = {name: {} for name in parts if name not in known}
        games = {}
        for code in languages:
            texts = self._texts(english, code) if new else {}
            own = {name: known[name][code][0] if name in known else localised_part(name, part, texts) for name, part in parts.items()}
            games[code] = english if code == SOURCE_LANGUAGE else english.with_parts(own, language=code, words=self._words(code))
            for name, row in new.items():
                row[code] = own[name], content_hash(own[name].model_dump_json())
            self.hashes |= {(code, name): (known.get(name) or new[name])[code][1] for name in parts}
        for name, row in new.items():
            if name in self._keys:
                self.parts.keep(self._keys[name], without_places(row))
        self.parts.save()
        return games

    def _texts(self, english: Game, language: str) -> Texts:
        if language == SOURCE_LANGUAGE:
            return {}
        from pnp.translate.apply import texts_in
        from pnp.translate.languages import require_language

        require_language(english, language)
        name = f"texts {language} {self._locale}"
        found = self.parts.value(name)
        if not isinstance(found, dict):
            self.parts.keep_value(name, found := texts_in(english, language))
        return found

    def _words(self, language: str) -> Words:
        from pnp.translate.messages import words_from, words_said

        name = f"words {language}"  # catalogues of the program's words belong to its version
        said = self.parts.value(name)
        if not isinstance(said, dict):
            self.parts.keep_value(name, said := words_said(language))
        return words_from(language, said)


def _is_row(row: Any, part: str) -> bool:
    """Whether what was kept is what it should be: it may come from a stranger."""
    wanted = SINGLE_FILES.get(part) or FOLDERS.get(part.partition("/")[0])
    if not isinstance(row, dict) or SOURCE_LANGUAGE not in row or wanted is None:
        return False
    pairs = (value for value in row.values())
    return all(isinstance(v, tuple) and len(v) == 2 and isinstance(v[0], wanted) and isinstance(v[1], str) for v in pairs)


def _hash_of(paths: Iterable[Path]) -> str:
    found: list[bytes | str] = []
    for path in sorted(paths):
        if path.is_file() and path.stat().st_size <= MAX_FILE_BYTES:
            found += [path.name, path.read_bytes()]
    return content_hash(*found)
