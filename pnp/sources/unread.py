"""Files in a game's folder that nothing reads: a name misspelt, a folder too deep, a spreadsheet that is not named."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path

from pnp.errors import Location, Problem, did_you_mean
from pnp.model.pictures import PICTURE_ENDINGS
from pnp.sources.find import SHEETS, shown_path
from pnp.sources.load import FOLDERS, SINGLE_FILES

MAX_FILES = 2_000
"""Files of a folder that are looked at."""

FOR_PEOPLE = (".md", ".txt", ".rst", ".py", ".toml")
"""Endings of what stands beside sources and is not meant for pnp: notes, licences, a game's own code."""

MAP_PLAN = "map-plan.yaml"
"""What `pnp map sample` drafts a map from; it may stay beside the map."""

_NAMES = tuple(f"{name}.yaml" for name in SINGLE_FILES)


def unread_files(folder: Path, named: Collection[str] | None = None) -> Iterator[Problem]:
    """A warning for each file that nothing reads; hidden ones and notes for people aside.

    named  the spreadsheets, pictures and fonts that sources name, by their paths in the folder; None when unknown
    """
    for name in islice(sorted(_files_in(folder)), MAX_FILES):
        if _is_read(name, named) or name.endswith(FOR_PEOPLE) or name.upper().startswith(("LICENSE", "LICENCE")):
            continue
        where = Location(shown_path(folder / name))
        yield Problem("file-unread", f"nothing reads the file {name!r}", where, _hint(name), "warning")


def _files_in(folder: Path) -> Iterator[str]:
    """The paths of all files in `folder`, with `/`; not those of hidden folders, of products and of links."""
    for at, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "__")) and name != "output"]
        here = Path(at).relative_to(folder)
        yield from ((here / name).as_posix() for name in files if not name.startswith("."))


def _is_read(name: str, named: Collection[str] | None) -> bool:
    folder, _, file = name.rpartition("/")
    if name.endswith((*SHEETS, *PICTURE_ENDINGS, ".ttf")):
        return named is None or name in named
    if folder in FOLDERS:
        return file.endswith(".yaml")
    return name in (*_NAMES, MAP_PLAN) or (folder == "locale" and file.endswith(".po"))


def _hint(name: str) -> str:
    """What was meant: the name that is most like it, or what a game's folder holds."""
    folder, _, file = name.rpartition("/")
    if name.endswith(SHEETS):
        return "name it under `from` in a source, or move it out of the folder"
    if name.endswith(".ttf"):
        return "name it under `fonts` in style.yaml, or move it out of the folder"
    if name.endswith(PICTURE_ENDINGS):
        return "name it where a picture may stand, such as `silhouette`, or move it out of the folder"
    if folder in FOLDERS:
        return "its name must end in .yaml"
    listed = f"A game is read from {', '.join(_NAMES)} and the folders {', '.join(FOLDERS)} and locale."
    near = did_you_mean(folder, (*FOLDERS, "locale")) if folder and "/" not in folder else did_you_mean(file, _NAMES)
    return f"{near} {listed}" if near.startswith("did you mean") else listed
