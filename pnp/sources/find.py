"""Finding games: their ids and folders."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from pnp.errors import PnpError, Problem, SourceError, did_you_mean
from pnp.sources.assets import data_dir

_ID_LINE = re.compile(rb"^(?:\xef\xbb\xbf)?id:\s*[\"']?([a-z0-9-]{1,80})[\"']?\s*(#.*)?$", re.MULTILINE)

SERIES_FILE = "series.yaml"
"""What of `game.yaml` all games of a series share: a folder with a `game.yaml` would be a game."""

_SERIES_LINE = re.compile(rb"^(?:\xef\xbb\xbf)?extends:\s*[\"']?([^\s\"'#]{1,200})[\"']?\s*(#.*)?$", re.MULTILINE)


SHEETS = (".xlsx", ".ods", ".csv", ".tsv")
"""Endings of spreadsheets that a source may take rows from."""


def source_dirs(extra: Sequence[Path] = ()) -> list[Path]:
    """Folders that hold games: `extra` in order; without any, the one that ships with pnp."""
    return list(extra) if extra else [data_dir("sources")]


def game_folders(dirs: Sequence[Path] = ()) -> dict[str, Path]:
    """Game id -> folder, sorted by id. The id is read from the head of `game.yaml`, else from the folder's name.

    Raises PnpError when a folder of `dirs` does not exist.
    """
    folders: dict[str, Path] = {}
    for folder in source_dirs(dirs):
        if not folder.is_dir():
            raise PnpError(f"there is no folder {str(folder)!r} with games; check --sources")
        for info in sorted(folder.glob("*/game.yaml")):
            folders.setdefault(_quick_id(info), info.parent)
    return dict(sorted(folders.items()))


def games_here() -> list[str]:
    """The games of the working folder, by names that `find_game` knows: itself, or else the folders in it."""
    if Path("game.yaml").is_file():
        return ["."]
    shipped = game_folders()
    names = sorted(info.parent.name for info in Path().glob("*/game.yaml"))
    return [f"./{name}" if name in shipped else name for name in names]


def games_of_series(series: Path) -> list[Path]:
    """The folders of the games that extend the series in the folder `series`, read off the heads of their files."""
    infos = sorted(series.parent.glob("*/game.yaml"))
    return [info.parent for info in infos if _head(info, _SERIES_LINE) == series.name]


def series_folder(game: Path) -> Path | None:
    """The folder of the series that the game in the folder `game` extends, read off the head of its file."""
    name = _head(game / "game.yaml", _SERIES_LINE)
    folder = game.parent / name
    return folder if name and (folder / SERIES_FILE).is_file() else None


def _quick_id(info: Path) -> str:
    return _head(info, _ID_LINE) or info.parent.name.replace("_", "-")


def _head(info: Path, line: re.Pattern[bytes]) -> str:
    """The value of a `line` near the beginning of the file, "" when it isn't there."""
    match = None
    if info.is_file():   # opening a pipe would wait for ever
        try:
            with info.open("rb") as stream:
                match = line.search(stream.read(4096))
        except OSError:
            match = None
    return match[1].decode("utf-8", "replace") if match else ""


def find_game(name: str, dirs: Sequence[Path] = ()) -> Path:
    """The folder of the game with id `name`, or at path `name`. Raises SourceError with a hint."""
    folders = game_folders(dirs)
    if name in folders:
        return folders[name]
    path = Path(name)
    if (path / "game.yaml").is_file():
        return path if path.name else path.absolute()  # "." hides the folder beside which a series lies
    if os.sep in name or path.is_dir():
        hint = "a game's folder holds a file game.yaml"
        raise SourceError(Problem("unknown-game", f"no game in the folder {name!r}", hint=hint))
    raise SourceError(
        Problem("unknown-game", f"no game with the id {name!r}", hint=did_you_mean(name, (*games_here(), *folders)))
    )


def shown_path(path: Path) -> str:
    """`path` as messages show it: relative to the working folder when it lies inside, with `/`."""
    absolute = Path(os.path.abspath(path))
    try:
        return absolute.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return absolute.as_posix()
