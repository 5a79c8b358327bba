"""Catalogues brought up to date with the sources, and how complete they are.

`update` changes only what must change: translators' comments, the order of messages and the header stay, new
messages stand after their neighbour in the source, a changed text keeps its translation as fuzzy, a removed one
goes to the end as obsolete. Run twice it gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pnp import __version__
from pnp.model.game import Game
from pnp.sources.find import shown_path
from pnp.translate.extract import Entry, extract, extract_words
from pnp.translate.languages import catalogue_path
from pnp.translate.plurals import plural_of
from pnp.translate.po import Catalogue, PoMessage, key_of, read_catalogue, write_catalogue

ENTRIES = "entries"
"""Under which a game keeps them."""
DATES = ("POT-Creation-Date", "PO-Revision-Date")
"""Header fields that would make two runs differ."""


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


def entries_of(game: Game | None) -> tuple[Entry, ...]:
    """What there is to translate: a game's texts, or the engine's words."""
    if game is None:
        return extract_words()
    if ENTRIES not in game.workings:   # each language asks for them
        game.workings[ENTRIES] = extract(game)
    return game.workings[ENTRIES]  # type: ignore[no-any-return]


def load_catalogue(game: Game | None, language: str) -> Catalogue | None:
    """The catalogue on disk, None when there is none yet. Raises SourceError when it can't be read."""
    path = catalogue_path(game, language)
    if not path.exists() and not path.is_symlink():
        return None
    return read_catalogue(path, shown_path(path), within=path.parent.parent)


def update(game: Game | None, language: str) -> str:
    """The text of the catalogue of `game` (None: the engine's words), brought up to date; the caller writes it.

    Raises SourceError when the present catalogue can't be read.
    """
    old = load_catalogue(game, language)
    name = game.info.title if game else "pnp"
    version = game.info.version if game else __version__
    return write_catalogue(updated(old, entries_of(game), language, f"{name} {version}"))


def template(game: Game | None) -> str:
    """The catalogue without translations (a POT), for a new translator's tools."""
    name = f"{game.info.title} {game.info.version}" if game else f"pnp {__version__}"
    return write_catalogue(updated(None, entries_of(game), "", name))


def status(game: Game | None, language: str) -> Status:
    """How complete the catalogue is against the sources as they are now. Raises SourceError."""
    catalogue = load_catalogue(game, language)
    live = catalogue.live() if catalogue else {}
    translated = fuzzy = 0
    entries = entries_of(game)
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
    return Status(game.id if game else "common", language, translated, fuzzy, missing, obsolete, len(entries))


def updated(old: Catalogue | None, entries: Sequence[Entry], language: str, project: str) -> Catalogue:
    """A new catalogue: what `old` has of `entries` in its order, the rest after their neighbour in the source."""
    shelf = _Shelf(old.messages if old else (), plural_of(language).forms)
    made = {key_of(e.context, e.text): shelf.message_for(e) for e in entries}
    order = [key for key in shelf.order if key in made]
    kept = set(order)
    before: str | None = None
    for entry in entries:
        key = key_of(entry.context, entry.text)
        if key not in kept:
            order.insert(order.index(before) + 1 if before is not None else 0, key)
            kept.add(key)
        before = key
    return Catalogue(
        path=old.path if old else "",
        header=_header(old, language, project, any(entry.plural for entry in entries)),
        comments=list(old.comments) if old else [],
        messages=[made[key] for key in order] + [_obsolete(m) for m in shelf.left() if m.msgstr],
    )


class _Shelf:
    """The old messages, each taken at most once; counted texts get as many `forms` as the language has."""

    def __init__(self, messages: Iterable[PoMessage], forms: int) -> None:
        self.messages, self.forms = list(messages), forms
        self.order = [key_of(m.context, m.msgid) for m in self.messages if not m.obsolete]
        self.taken: set[int] = set()
        self.by_key: dict[str, list[PoMessage]] = {}
        self.by_text: dict[tuple[str, str], list[PoMessage]] = {}
        for message in sorted(self.messages, key=lambda m: m.obsolete):
            self.by_key.setdefault(key_of(message.context, message.msgid), []).append(message)
            self.by_text.setdefault((_parent(message.context), message.msgid), []).append(message)

    def message_for(self, entry: Entry) -> PoMessage:
        """The old message of `entry` renewed, or a new one."""
        found = self.find(entry)
        fresh = PoMessage(context=entry.context, msgid=entry.text, notes=list(entry.notes()))
        fresh.references = [entry.path] if entry.path else []
        fresh.plural, fresh.others = entry.plural, [""] * (self.forms - 1 if entry.plural else 0)
        if found is None:
            return fresh
        self.taken.add(id(found))
        fresh.comments, fresh.flags = list(found.comments), list(found.flags)
        if bool(found.plural) != bool(entry.plural):
            fresh.fuzzy = False
            return fresh   # forms for numbers can't be made of one text, nor one text of them
        fresh.msgstr, fresh.previous = found.msgstr, found.previous
        fresh.others = [*found.others, *fresh.others][: len(fresh.others)]
        if (found.msgid, found.plural) == (entry.text, entry.plural):
            return fresh
        if found.fuzzy and found.previous == entry.text:
            fresh.fuzzy, fresh.previous = False, None   # the source was changed back
        elif found.msgstr:
            fresh.previous = found.previous if found.fuzzy and found.previous else found.msgid
            fresh.fuzzy = True
        return fresh

    def find(self, entry: Entry) -> PoMessage | None:
        """By context and text, then by text under the same parent (items without ids that moved), then by context."""
        same = [m for m in self.by_key.get(key_of(entry.context, entry.text), []) if id(m) not in self.taken]
        for message in same:
            if message.msgid == entry.text:
                return message
        if entry.context.rpartition("/")[2].isdigit():
            for message in self.by_text.get((_parent(entry.context), entry.text), []):
                if id(message) not in self.taken:
                    return message
        return same[0] if same else None

    def left(self) -> list[PoMessage]:
        """What no entry took, in old order."""
        return [m for m in self.messages if id(m) not in self.taken]


def _parent(context: str) -> str:
    return context.rpartition("/")[0]


def _obsolete(message: PoMessage) -> PoMessage:
    return replace(message, obsolete=True, notes=[], references=[])


def _header(old: Catalogue | None, language: str, project: str, counts: bool) -> dict[str, str]:
    """The old header without dates, with what must be there."""
    header = {"Project-Id-Version": project}
    header |= {k: v for k, v in (old.header if old else {}).items() if k not in DATES}
    header["Project-Id-Version"] = project
    header.setdefault("Language", language)
    header.setdefault("MIME-Version", "1.0")
    header["Content-Type"] = "text/plain; charset=UTF-8"
    header.setdefault("Content-Transfer-Encoding", "8bit")
    if counts:
        header["Plural-Forms"] = plural_of(language).header
    return header
