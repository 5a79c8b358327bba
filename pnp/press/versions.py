"""Hashes of the program and of a game's files: a product made by other code, or of other files, is out of date."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from pnp.output import content_hash
from pnp.sources.assets import PACKAGE, common_dir, data_dir
from pnp.sources.find import SERIES_FILE, SHEETS

_ENGINE_SUFFIXES = {".py", ".ttf", ".html", ".css", ".j2", ".yaml", ".po", ".dic", ".svg", ".txt", ".json", ".xml"}
_MOST_BYTES = 64_000_000


@lru_cache(maxsize=1)
def engine_hash() -> str:
    """Hash of everything that turns sources into products: code, fonts, templates, common data."""
    parts: list[bytes | str] = []
    for folder in (PACKAGE, data_dir("templates"), data_dir("vassal"), common_dir()):
        for name in sorted(engine_files(str(folder), skipped="_data" if folder == PACKAGE else "")):
            with open(f"{folder}/{name}", "rb", buffering=0) as stream:
                parts += [name, stream.read()]
    return content_hash(*parts)


def engine_files(folder: str, *, skipped: str) -> Iterator[str]:
    """Names below `folder` of the files that count, but those in its own folder `skipped`. Plain strings for
    speed: every build lists them.
    """
    for root, folders, names in os.walk(folder):
        inside = root[len(folder) + 1 :]
        folders[:] = [name for name in folders if name != "__pycache__" and (inside or name != skipped)]
        yield from (f"{inside}/{name}".lstrip("/") for name in names if os.path.splitext(name)[1] in _ENGINE_SUFFIXES)


@lru_cache(maxsize=1)
def geometry_hash() -> str:
    """Hash of the code and fonts that lay a map out, so that other changes leave its geometry in the cache."""
    draw = PACKAGE / "draw"
    files = [*(PACKAGE / "maps").rglob("*.py"), PACKAGE / "units.py", draw / "text.py", *(draw / "fonts").glob("*.ttf")]
    return content_hash(*(part for path in sorted(files) for part in (path.name, path.read_bytes())))


def sources_hash(folder: Path) -> str:
    """Hash of every source file of a game, of the series and the words in `common` beside it; reads nothing else."""
    base = Path(os.path.abspath(folder))
    catalogues = (*base.glob("locale/*.po"), *base.parent.glob("common/locale/*.po"))
    parts: list[bytes | str] = []
    series = [path for head in base.parent.glob(f"*/{SERIES_FILE}") for path in head.parent.rglob("*.*")]
    sheets = [path for path in base.rglob("*.*") if path.suffix.lower() in SHEETS]
    for path in sorted({*base.glob("*.yaml"), *base.glob("*/*.yaml"), *sheets, *catalogues, *series}):
        if path.is_file() and path.stat().st_size <= _MOST_BYTES:
            parts += [path.relative_to(base.parent).as_posix(), path.read_bytes()]
    return content_hash(*parts)
