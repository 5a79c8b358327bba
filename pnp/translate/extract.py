"""The texts to translate: those of a game, and the words of the engine."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from pnp.errors import Location
from pnp.model.base import Translatable
from pnp.model.game import Game
from pnp.sources.assets import PACKAGE, data_dir
from pnp.sources.text_values import unwrapped
from pnp.translate.glossary import shipped_glossary
from pnp.translate.po import CODE
from pnp.translate.texts import game_texts

GAMES = "games"
"""The package of the games' code, and with `pnp.` before it the group in which other packages register theirs."""
_LITERAL = r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
_IN_TEMPLATE = re.compile(rf"words\.(?:text\(\s*{_LITERAL}|count\(\s*{_LITERAL}\s*,\s*{_LITERAL})")
_SAYERS = {"_W": 1, "CountedText": 2}
_METHODS = {"text": 1, "count": 2}
"""Calls that take words -> the number of literals at their start: a text, or the text for one and that for many."""
_NAMES = (*_SAYERS, *(f".{name}(" for name in _METHODS))
PLACEHOLDER = re.compile(r"(?<!\{)\{([a-z_]+)\}(?!\})")
"""A name in braces, in whose place a value comes."""

_TEMPLATE_FOLDERS = ("templates", "vassal")
_TEMPLATE_SUFFIXES = (".j2", ".html", ".txt", ".md", ".xml")


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A text for the translator.

    context   its source path by ids; for the engine's words the file that says it first
    text      the English text, paragraphs unwrapped; of a counted text the one for one
    plural    that for many
    note      what the translator should know
    width_mm  room on the sheet at the smallest size; 0 = free
    path      the file that holds it, relative to the game's folder or the project
    where     its place, for messages
    """

    context: str
    text: str
    note: str = ""
    plural: str = field(default="", kw_only=True)
    width_mm: float = 0.0
    path: str = ""
    where: Location | None = None

    def notes(self) -> tuple[str, ...]:
        """The lines that the extractor writes above the message."""
        room = f"room: {self.width_mm:g} mm" if self.width_mm else ""
        return tuple(line for line in (self.note, room) if line)


def extract(game: Game) -> tuple[CatalogueEntry, ...]:
    """Every text of `game`, in the order of `game.source_parts()`; `game` is the English one.

    The same text under the same context (a river drawn in several parts) is one entry; another text under it
    (a duplicate id, which a check reports) is left out.
    """
    entries: dict[str, CatalogueEntry] = {}
    for part, texts in game_texts(game).items():
        for text in texts:
            if text.context not in entries:
                entries[text.context] = _entry(text.context, text.text, text.mark, f"{part}.yaml", text.where)
    return tuple(entries.values())


def _entry(context: str, text: str, mark: Translatable, path: str, where: Location | None) -> CatalogueEntry:
    note = mark.note or _by_beginning(shipped_glossary().texts, context)
    return CatalogueEntry(context, message_id(text), note, mark.width_mm, path, where)


def _by_beginning(notes: Mapping[str, str], name: str) -> str:
    """The note for the longest beginning of `name` that has one; "" for none."""
    return notes.get(max((start for start in notes if name.startswith(start)), key=len, default=""), "")


def message_id(text: str) -> str:
    """The text as a catalogue holds it: line breaks inside a paragraph don't count, so re-wrapping changes nothing."""
    return unwrapped(text) if "\n" in text else text.strip()


def extract_words(package: Path | None = None, templates: tuple[Path, ...] | None = None) -> tuple[CatalogueEntry, ...]:
    """The engine's words: literal `….words.text("…")`, `….words.count("…", "…", …)`, `_W("…")` and
    `CountedText("…", "…")` calls in `package` and in the templates; what a game's own code says is that game's.

    One entry a word, in the order of files and lines, with the first file that says it.
    """
    root = package or PACKAGE
    folders = templates if templates is not None else tuple(data_dir(name) for name in _TEMPLATE_FOLDERS)
    return _entries(_literals(root, folders))


def extract_code(game: Game) -> tuple[CatalogueEntry, ...]:
    """The words of the code that plays `game` and no other: of its package in `pnp.games`, which has its id for a name,
    and of its series', named like its folder; or of the one that somebody registers for it.
    """
    names = [game.id.replace("-", "_"), *([game.series.name] if game.series else [])]
    folders = [folder for name in names if (folder := PACKAGE / GAMES / name).is_dir()]
    if folders:
        return _entries(word for folder in folders for word in _in_package(folder, f"pnp/{GAMES}/{folder.name}"))
    registered = next((entry for entry in entry_points(group=f"pnp.{GAMES}") if entry.name == game.id), None)
    spec = find_spec(registered.module.partition(".")[0]) if registered else None
    if spec is None or not spec.origin:
        return ()
    origin = Path(spec.origin)
    return _entries(_in_package(origin.parent if spec.submodule_search_locations else origin, CODE))


def _entries(words: Iterable[tuple[list[str], str, int]]) -> tuple[CatalogueEntry, ...]:
    entries: dict[str, CatalogueEntry] = {}
    for (text, *many), path, line in words:
        if text.strip() and text not in entries:
            where, plural = Location(path, line), "".join(many)
            entries[text] = CatalogueEntry(path, text, word_note(path, text), path=path, where=where, plural=plural)
    return tuple(entries.values())


def word_note(path: str, text: str) -> str:
    """Where a word of the module at `path` shows, and what comes in the place of its names in braces."""
    glossary = shipped_glossary()
    where = _by_beginning(glossary.shown, path)
    names = [name for name in dict.fromkeys(PLACEHOLDER.findall(text)) if name in glossary.names]
    return "; ".join([*([where] if where else []), *(f"{{{name}}}: {glossary.names[name]}" for name in names)])


def _literals(package: Path, templates: tuple[Path, ...]) -> Iterator[tuple[list[str], str, int]]:
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).parts
        if parts[0] not in ("_data", "translate") and not (parts[0] == GAMES and len(parts) > 2):
            yield from _in_module(path.read_text(encoding="utf-8"), "/".join(("pnp", *parts)))
    for folder in templates:
        for path in sorted(p for p in folder.rglob("*") if p.suffix in _TEMPLATE_SUFFIXES):
            address = f"{folder.name}/{path.relative_to(folder).as_posix()}"
            text = path.read_text(encoding="utf-8")
            for match in _IN_TEMPLATE.finditer(text):
                literals = [ast.literal_eval(part) for part in match.groups() if part]
                yield literals, address, text.count("\n", 0, match.start()) + 1


@cache
def _in_package(code: Path, address: str) -> tuple[tuple[list[str], str, int], ...]:
    """The words of a package or of a single module; code that runs does not change."""
    paths = {path.relative_to(code).as_posix(): path for path in sorted(code.rglob("*.py"))} or {code.name: code}
    modules = ((path.read_text(encoding="utf-8"), f"{address}/{name}") for name, path in paths.items())
    return tuple(word for module in modules for word in _in_module(*module))


def _in_module(source: str, address: str) -> Iterator[tuple[list[str], str, int]]:
    if not any(name in source for name in _NAMES):
        return   # most modules of a game say nothing
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and node.args]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        count = _says_words(call.func)
        literals = [arg.value for arg in call.args[:count] if isinstance(getattr(arg, "value", None), str)]
        if count and len(literals) == count:
            yield literals, address, call.lineno


def _says_words(called: ast.expr) -> int:
    """The number of words among the literals of a call such as `words.text(…)` or `_W(…)`; 0 for another call."""
    if isinstance(called, ast.Name):
        return _SAYERS.get(called.id, 0)
    if not isinstance(called, ast.Attribute):
        return 0
    name = getattr(called.value, "id", getattr(called.value, "attr", ""))
    return _METHODS.get(called.attr, 0) if name.endswith("words") else 0
