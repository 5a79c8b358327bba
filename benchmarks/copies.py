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
from pnp.sources.find import games_of_series, series_folder, shown_path

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
    """The copy of a game's folder in `into`, beside it its series with the other games of that.

    texts   path from the folder -> what stands in the file, of every YAML file and every catalogue; of the game and its
            series
    others  the folders of the other games of its series
    """

    def __init__(self, game: Path, into: Path) -> None:
        self.folder = into / game.name
        self.texts = texts_of(game)
        self._into = shown_path(into) + "/"
        series = series_folder(game)
        others = [other for other in games_of_series(series) if other.name != game.name] if series else []
        self.others = [into / other.name for other in others]
        for folder in (*_folders(game), *others):
            shutil.copytree(folder, into / folder.name, dirs_exist_ok=True)

    def problems(self, changed: Mapping[str, str] | None = None) -> tuple[Problem, ...]:
        """What `pnp check` finds with these files changed, in its order; errors of reading alone, if there are any.

        The other games of the series are checked, too, where nothing is changed, or a file of the series.
        """
        shared = not changed or any(path.startswith("../") for path in changed)
        with self._changed(changed or {}):
            return tuple(p for game in (self.folder, *(self.others if shared else ())) for p in _findings(game))

    def place(self, problem: Problem) -> tuple[str, int]:
        """File in the folder and line of a finding; ("", 0) when it names none."""
        where = problem.where
        return (way_to(self.folder.name, where.path.removeprefix(self._into)), where.line) if where else ("", 0)

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


def _findings(game: Path) -> tuple[Problem, ...]:
    try:
        return tuple(check_game(load_game(game)).problems)
    except SourceError as error:
        return tuple(error.problems)


def texts_of(game: Path) -> dict[str, str]:
    """Path from the folder of a game -> text of every YAML file and every catalogue; those of its series last."""
    return {
        way_to(game.name, path.relative_to(game.parent).as_posix()): path.read_text("utf-8")
        for folder in _folders(game)
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".yaml", ".po")
    }


def way_to(game: str, path: str) -> str:
    """A path from the folder `game`, which lies beside the first folder of `path` or is that folder."""
    folder, slash, rest = path.partition("/")
    return rest if folder == game or not slash else f"../{path}"


def _folders(game: Path) -> list[Path]:
    series = series_folder(game)
    return [game] if series is None else [game, series]
