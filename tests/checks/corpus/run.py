"""Make each fault in a copy of its game, load and check the copy, and see whether the fault is reported in its place.
"""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from corpus.case import Case, Sources, changed
from pnp.checks import CHECKS, allowances, check_game
from pnp.errors import Problem, SourceError
from pnp.sources import load, load_game, reader
from pnp.sources.find import shown_path
from pnp.translate import po, verify

MEMORY = 1000
"""Values remembered; those that have gone unused longest are forgotten, so that it doesn't grow with the corpus."""

READING = ("translation-incomplete", "players-count")
"""Checks that are run for codes of the reader: one that reads catalogues, and one that allowances may name."""

Found = frozenset[tuple[str, str, int]]
"""Code, file in the game's folder, line."""


@dataclass(frozen=True)
class Outcome:
    """What became of a case.

    found    every finding; the clean game has none
    crashed  an exception other than a `SourceError`
    """

    case: Case
    found: tuple[tuple[str, str, int], ...]
    crashed: str = ""

    @property
    def detected(self) -> bool:
        """Reported with the right code at the right line."""
        wanted, places = self.case.mutation.codes, self.case.draft.at
        return any(code in wanted and (file, line) in places for code, file, line in self.found)


class Runner:
    """Copies of games in `folder`, in which one file at a time is changed.

    whole  run every check, not only those that should find the fault. A check sees the game and nothing of the other
           checks, so that it finds the same either way.
    """

    def __init__(self, folder: Path, *, whole: bool = False) -> None:
        self.folder, self.whole = folder, whole
        self.memory: dict[Any, Any] = {}
        self.messages: dict[Any, Any] = {}

    def run(self, game: Sources, cases: list[Case]) -> Iterator[Outcome]:
        """The outcome of each case; all must belong to `game`."""
        copy = self.folder / game.folder.name
        if not copy.exists():
            shutil.copytree(game.folder, copy)
        with remembering(self.memory, self.messages):
            for case in cases:
                yield self._outcome(game, copy, case)

    def _outcome(self, game: Sources, copy: Path, case: Case) -> Outcome:
        chosen = tuple(code for code in case.mutation.codes if code in CHECKS) or READING
        select = () if self.whole else chosen
        with _changed_files(game, copy, case):
            try:
                found = self._findings(copy, select)
            except Exception as error:
                return Outcome(case, (), f"{type(error).__name__}: {error}")
        return Outcome(case, tuple(sorted(found)))

    def _findings(self, copy: Path, select: tuple[str, ...]) -> Found:
        try:
            problems = check_game(load_game(copy), select=select).problems
        except SourceError as error:
            problems = error.problems
        return frozenset(self._place(copy, p) for p in problems)

    def _place(self, copy: Path, found: Problem) -> tuple[str, str, int]:
        prefix = shown_path(copy) + "/"
        path = found.where.path if found.where else ""
        return found.code, path.removeprefix(prefix), found.where.line if found.where else 0


@contextmanager
def _changed_files(game: Sources, copy: Path, case: Case) -> Iterator[None]:
    """The files of the copy while the fault is in them."""
    edits = defaultdict(list)
    for edit in case.draft.edits:
        edits[edit.file].append(edit)
    contents: dict[str, bytes | None] = dict(case.draft.files)
    for file, made in edits.items():
        source = game.pages.get(file) or game.catalogues[file]
        contents[file] = changed(source.text, made).encode()
    try:
        for file, content in contents.items():
            path = copy / file
            if content is None:
                path.unlink()
            else:
                path.parent.mkdir(exist_ok=True)
                path.write_bytes(content)
        yield
    finally:
        for file in contents:
            (copy / file).unlink(missing_ok=True)
            if (game.folder / file).exists():
                shutil.copy(game.folder / file, copy / file)


@contextmanager
def remembering(memory: dict[Any, Any], messages: dict[Any, Any]) -> Iterator[None]:
    """Files that are read again unchanged give what they gave before: the values are frozen, so nobody can tell.

    memory    what was read
    messages  what was found of each translation
    """
    read_text, validate, parse, of_message = reader.read_text, load.validate, po.parse_catalogue, verify._of_message
    allowances_in = allowances.allowances_in

    def read(data: bytes, shown: str) -> Any:
        return _kept(memory, (shown, data), lambda: read_text(data, shown))

    def valid(model: Any, document: Any) -> Any:
        sources = [source for source in (document.shared, document.source) if source is not None]
        key = (model, *((source.path, source.text) for source in sources))
        return _kept(memory, key, lambda: validate(model, document))

    def parsed(data: bytes, shown: str) -> Any:
        return _kept(memory, (shown, data, "catalogue"), lambda: parse(data, shown))

    def allowed(path: str, text: str) -> Any:
        return _kept(memory, (path, text, "allowances"), lambda: tuple(allowances_in(path, text)))

    def verified(report: Any, entry: Any, language: str, terms: Any, measure: Any) -> Any:
        message = report.message
        key = (
            report.path, language, message.context, message.msgid, message.msgstr, message.msgstr_line, entry.text,
            entry.width_mm, measure,
        )  # fmt: skip
        if key not in messages:
            messages[key] = tuple(of_message(report, entry, language, terms, measure))
        return messages[key]

    with (
        patch.object(reader, "read_text", read), patch.object(load, "validate", valid),
        patch.object(po, "parse_catalogue", parsed),
        patch.object(verify, "_of_message", verified), patch.object(allowances, "allowances_in", allowed),
    ):  # fmt: skip
        yield


def _kept(memory: dict[Any, Any], key: Any, make: Any) -> Any:
    value = memory.pop(key) if key in memory else make()
    memory[key] = value  # the last used stands last
    if len(memory) > MEMORY:
        del memory[next(iter(memory))]
    return value
