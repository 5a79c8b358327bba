"""Copies of games in which files are changed and checked, for `legitimate` and `mutate`, in this process. Files that
are unchanged aren't read again.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.processes import ROOT
from pnp.checks import check_game
from pnp.errors import Problem, SourceError
from pnp.sources import load_game
from pnp.sources.find import shown_path

SOURCES = ROOT / "sources"


@contextmanager
def quick_reading() -> Iterator[None]:
    """Inside, what was read once of a file's bytes is used again."""
    sys.path.insert(0, str(ROOT / "tests" / "checks"))
    from corpus.run import remembering

    memory: dict[Any, Any] = {}
    messages: dict[Any, Any] = {}
    with remembering(memory, messages):
        yield


class Copy:
    """The copy of a game's folder in `into`.

    texts  path in the folder -> what stands in the file, of every YAML file and every catalogue
    """

    def __init__(self, game: Path, into: Path) -> None:
        self.folder = into / game.name
        shutil.copytree(game, self.folder)
        self.texts = {
            path.relative_to(game).as_posix(): path.read_text("utf-8")
            for path in sorted(game.rglob("*"))
            if path.suffix in (".yaml", ".po")
        }
        self._prefix = shown_path(self.folder) + "/"

    def problems(self, changed: Mapping[str, str] | None = None) -> tuple[Problem, ...]:
        """What `pnp check` finds with these files changed, in its order; errors of reading alone, if there are any."""
        with self._changed(changed or {}):
            try:
                return tuple(check_game(load_game(self.folder)).problems)
            except SourceError as error:
                return tuple(error.problems)

    def place(self, problem: Problem) -> tuple[str, int]:
        """File in the folder and line of a finding; ("", 0) when it names none."""
        where = problem.where
        return (where.path.removeprefix(self._prefix), where.line) if where else ("", 0)

    @contextmanager
    def _changed(self, changed: Mapping[str, str]) -> Iterator[None]:
        try:
            for path, text in changed.items():
                (self.folder / path).write_text(text, "utf-8")
            yield
        finally:
            for path in changed:
                if path in self.texts:
                    (self.folder / path).write_text(self.texts[path], "utf-8")
                else:
                    (self.folder / path).unlink()
