"""Catalogues brought up to date with the sources, and how complete they are.

`update` changes only what must change: translators' comments, the order of messages and the header stay, new
messages stand after their neighbour in the source, a text that has moved takes its translation along, a changed one
keeps it as fuzzy, a removed one goes to the end as obsolete. Run twice it gives the same bytes.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from pnp import __version__
from pnp.model.game import Game
from pnp.sources import load_game
from pnp.sources.find import games_of_series, shown_path
from pnp.translate.extract import GAMES, CatalogueEntry, extract, extract_code, extract_words
from pnp.translate.languages import catalogue_path, folders_of
from pnp.translate.plurals import plural_of
from pnp.translate.po import Catalogue, PoMessage, is_word, key_of, read_catalogue, write_catalogue

ENTRIES = "entries"
"""What the texts of a game are kept under in its workings; those of its series:"""
SHARED = "shared-entries"
EXTRACTED = "POT-Creation-Date"
"""The header field that would make two runs differ."""
UNREVISED = {
    "PO-Revision-Date": "1970-01-01 00:00+0000", "Last-Translator": "Automatically generated", "Language-Team": "none",
}  # fmt: skip
"""Header fields that `msgfmt --check` asks for, as `msginit --no-translator` has them; PO editors overwrite them."""
BRACES = "python-brace-format"
"""The flag of a text with {names}: msgfmt and Weblate then compare those of the translation."""


@dataclass(frozen=True, slots=True)
class Status:
    """How complete a translation is; translated, fuzzy and missing add up to `total`."""

    game: str
    language: str
    translated: int
    fuzzy: int
    missing: int
    obsolete: int
    total: int

    def as_json(self) -> dict[str, object]:
        """The status with the keys of `pnp i18n status --json`."""
        return {
            "game": self.game, "language": self.language, "translated": self.translated,
            "fuzzy": self.fuzzy, "missing": self.missing, "obsolete": self.obsolete, "total": self.total,
        }  # fmt: skip


def entries_of(game: Game | None, folder: Path | None = None) -> tuple[CatalogueEntry, ...]:
    """What there is to translate: a game's texts and the words of its code, or the engine's words.

    folder  of a game in a series only what the catalogue in this folder holds: the game's own texts, or those of the
            series, whichever of its games has them
    Raises SourceError when another game of the series can't be read.
    """
    if game is None:
        return _engine_words()
    if ENTRIES not in game.workings:   # each language asks for them
        game.workings[ENTRIES] = (*extract(game), *extract_code(game))
    entries: tuple[CatalogueEntry, ...] = game.workings[ENTRIES]
    if game.series is None or folder is None:
        return entries
    begin = (f"{shown_path(game.series)}/", f"pnp/{GAMES}/{game.series.name}/")
    if folder != game.series:
        return tuple(entry for entry in entries if not _stands_in(begin, entry))
    if SHARED not in game.workings:
        others = (load_game(other) for other in games_of_series(game.series) if other.name != game.folder.name)
        every = (*entries, *(entry for other in others for entry in (*extract(other), *extract_code(other))))
        shared = {key_of(entry.context, entry.text): entry for entry in every if _stands_in(begin, entry)}
        game.workings[SHARED] = tuple(shared.values())
    return game.workings[SHARED]  # type: ignore[no-any-return]


def _stands_in(begin: tuple[str, ...], entry: CatalogueEntry) -> bool:
    return entry.where is not None and entry.where.path.startswith(begin)


@functools.lru_cache(maxsize=1)
def _engine_words() -> tuple[CatalogueEntry, ...]:
    """The words in the engine's files, read once: they don't change while it runs."""
    return extract_words()


def load_catalogue(game: Game | None, language: str, folder: Path | None = None) -> Catalogue | None:
    """The catalogue on disk, None when there is none yet. Raises SourceError when it can't be read.

    folder  as for `catalogue_path`; so below
    """
    path = catalogue_path(game, language, folder)
    if not path.exists() and not path.is_symlink():
        return None
    return read_catalogue(path, shown_path(path), within=path.parent.parent)


def translations_of(game: Game, language: str) -> Catalogue | None:
    """All that translates `game`: its own catalogue, and what only that of its series has. Raises SourceError."""
    catalogues = [c for folder in folders_of(game) if (c := load_catalogue(game, language, folder)) is not None]
    if len(catalogues) < 2:
        return catalogues[0] if catalogues else None
    own, shared = catalogues
    translated = own.live()
    return replace(own, messages=[*own.messages, *(m for key, m in shared.live().items() if key not in translated)])


def update(game: Game | None, language: str, folder: Path | None = None) -> str:
    """The text of the catalogue of `game` (None: the engine's words), brought up to date; the caller writes it.

    Raises SourceError when the present catalogue can't be read.
    """
    old = load_catalogue(game, language, folder)
    name, version = (game.info.title, game.info.version) if game else ("pnp", __version__)
    if game and folder and folder == game.series:
        name = folder.name
    return write_catalogue(updated(old, entries_of(game, folder), language, f"{name} {version}"))


def template(game: Game | None) -> str:
    """The catalogue without translations (a POT), for a new translator's tools."""
    name = f"{game.info.title} {game.info.version}" if game else f"pnp {__version__}"
    return write_catalogue(updated(None, entries_of(game), "", name))


def status(game: Game | None, language: str, folder: Path | None = None) -> Status:
    """How complete the catalogue is against the sources as they are now. Raises SourceError."""
    catalogue = load_catalogue(game, language, folder)
    live = catalogue.live() if catalogue else {}
    translated = fuzzy = 0
    entries = entries_of(game, folder)
    for entry in entries:
        message = live.get(key_of(entry.context, entry.text))
        if message is None or not all(message.forms) or message.plural != entry.plural:
            continue
        if message.fuzzy or message.msgid != entry.text:
            fuzzy += 1
        else:
            translated += 1
    missing = len(entries) - translated - fuzzy
    obsolete = sum(m.obsolete for m in catalogue.messages) if catalogue else 0
    name = "common" if game is None else folder.name if folder and folder == game.series else game.id
    return Status(name, language, translated, fuzzy, missing, obsolete, len(entries))


def updated(old: Catalogue | None, entries: Sequence[CatalogueEntry], language: str, project: str) -> Catalogue:
    """A new catalogue: what `old` has of `entries` in its order, the rest after their neighbour in the source."""
    old_messages, forms = _OldMessages(old.messages if old else ()), plural_of(language).forms
    matches = old_messages.matched(entries)
    by_key = {key_of(e.context, e.text): e for e in entries}
    renewed = {key: _message_for(entry, matches.get(key), forms) for key, entry in by_key.items()}
    order = [key for key in old_messages.order if key in renewed]
    keys = set(order)
    before: str | None = None
    for entry in entries:
        key = key_of(entry.context, entry.text)
        if key not in keys:
            order.insert(order.index(before) + 1 if before is not None else 0, key)
            keys.add(key)
        before = key
    return Catalogue(
        path=old.path if old else "",
        header=_header(old, language, project, any(entry.plural for entry in entries)),
        comments=list(old.comments) if old else [],
        messages=[renewed[key] for key in order] + [_obsolete(m) for m in old_messages.remaining() if m.msgstr],
    )


class _Match(NamedTuple):
    """The old message whose translation an entry takes over.

    doubtful  whether a person has to look at it although the English text is the same
    """

    message: PoMessage
    doubtful: bool = False


class _OldMessages:
    """The messages of a catalogue, each to be taken by one entry at most."""

    def __init__(self, messages: Iterable[PoMessage]) -> None:
        self.messages = list(messages)
        self.order = [key_of(m.context, m.msgid) for m in self.messages if not m.obsolete]
        self.taken: set[int] = set()
        self.by_key: dict[str, list[PoMessage]] = {}
        self.by_text: dict[str, list[PoMessage]] = {}
        for message in sorted(self.messages, key=lambda m: m.obsolete):
            self.by_key.setdefault(key_of(message.context, message.msgid), []).append(message)
            self.by_text.setdefault(message.msgid, []).append(message)

    def matched(self, entries: Sequence[CatalogueEntry]) -> dict[str, _Match]:
        """Key of an entry -> what it takes over, if anything.

        First all that have kept context and text; then those with a text that stood elsewhere, since a rule has got
        another address or an item without an id has moved; last those with a new text in an old context.
        """
        matches: dict[str, _Match] = {}
        for match_of in (self._unchanged, self._moved, self._reworded):
            for entry in entries:
                key = key_of(entry.context, entry.text)
                if key not in matches and (match := match_of(entry)):
                    matches[key] = match
                    self.taken.add(id(match.message))
        return matches

    def remaining(self) -> list[PoMessage]:
        """What no entry took, in old order."""
        return self._free(self.messages)

    def _free(self, messages: Iterable[PoMessage]) -> list[PoMessage]:
        return [message for message in messages if id(message) not in self.taken]

    def _unchanged(self, entry: CatalogueEntry) -> _Match | None:
        here = self._free(self.by_key.get(key_of(entry.context, entry.text), ()))
        return next((_Match(message) for message in here if message.msgid == entry.text), None)

    def _moved(self, entry: CatalogueEntry) -> _Match | None:
        """In doubt where the text is translated in several ways, unless it only changed places in a list."""
        alike = [m for m in self.by_text.get(entry.text, ()) if m.plural == entry.plural and m.msgstr]
        free = self._free(alike)
        if not free:
            return None
        parent, _, leaf = entry.context.rpartition("/")
        siblings = [m for m in free if m.context.rpartition("/")[0] == parent]
        if siblings and leaf.isdigit():
            return _Match(siblings[0])
        in_use = [m for m in alike if not m.obsolete] or alike
        namesakes = [m for m in free if m.context.rpartition("/")[2] == leaf]
        nearest = (siblings or namesakes or free)[0]
        return _Match(nearest, len({m.forms for m in in_use}) > 1)

    def _reworded(self, entry: CatalogueEntry) -> _Match | None:
        here = self._free(self.by_key.get(key_of(entry.context, entry.text), ()))
        return _Match(here[0]) if here else None


def _message_for(entry: CatalogueEntry, match: _Match | None, forms: int) -> PoMessage:
    """The message of `entry`, with what it takes over; a counted text gets as many `forms` as the language has."""
    fresh = PoMessage(context=entry.context, msgid=entry.text, notes=list(entry.notes()))
    fresh.references = [entry.path] if entry.path else []
    fresh.flags = [BRACES] if is_word(entry.context) and "{" in entry.text + entry.plural else []
    fresh.plural, fresh.others = entry.plural, [""] * (forms - 1 if entry.plural else 0)
    if match is None:
        return fresh
    old = match.message
    fresh.comments, fresh.flags = list(old.comments), [*(f for f in old.flags if f != BRACES), *fresh.flags]
    if bool(old.plural) != bool(entry.plural):
        fresh.fuzzy = False
        return fresh   # forms for numbers can't be made of one text, nor one text of them
    fresh.msgstr, fresh.previous = old.msgstr, old.previous
    fresh.others = [*old.others, *fresh.others][: len(fresh.others)]
    if (old.msgid, old.plural) == (entry.text, entry.plural):
        fresh.fuzzy = fresh.fuzzy or match.doubtful
        return fresh
    if old.fuzzy and old.previous == entry.text:
        fresh.fuzzy, fresh.previous = False, None   # the source was changed back
    elif old.msgstr:
        fresh.previous = old.previous if old.fuzzy and old.previous else old.msgid
        fresh.fuzzy = True
    return fresh


def _obsolete(message: PoMessage) -> PoMessage:
    return replace(message, obsolete=True, notes=[], references=[])


def _header(old: Catalogue | None, language: str, project: str, counts: bool) -> dict[str, str]:
    """The old header without the date of extraction, with what must be there."""
    header = {"Project-Id-Version": project}
    header |= {k: v for k, v in (old.header if old else {}).items() if k != EXTRACTED}
    header["Project-Id-Version"] = project
    for name, value in (UNREVISED if language else {}).items():
        header.setdefault(name, value)
    header.setdefault("Language", language)
    header.setdefault("MIME-Version", "1.0")
    header["Content-Type"] = "text/plain; charset=UTF-8"
    header.setdefault("Content-Transfer-Encoding", "8bit")
    if counts:
        header["Plural-Forms"] = plural_of(language).header
    return header
