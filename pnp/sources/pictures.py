"""The pictures that a game names, read from its folder: bounded, checked, nothing fetched, nothing run.

In: the models of a game's files. Each `FullPicture` in them takes what its file holds. An error names the picture, and
the line of the source that names it.
"""

from __future__ import annotations

import hashlib
import io
import struct
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from pnp.errors import Problem, SourceError, counted
from pnp.model.base import SourceModel, walk
from pnp.model.pictures import FullPicture, PictureContent, PicturePlace
from pnp.sources.find import shown_path
from pnp.sources.reader import read_bytes
from pnp.sources.svg_text import LIMITS, clean_svg

MAX_PNG_BYTES, MAX_PNG_SIDE, MAX_PNG_PIXELS = 20_000_000, 12_000, 25_000_000
"""Of one PNG; a page of A4 at 600 dpi has 35 million pixels, at 500 dpi 24 million."""
MAX_PICTURES, MAX_ALL_BYTES = 2_000, 200_000_000
"""Of one game."""


def picture_places(parts: Mapping[str, Any]) -> Iterator[PicturePlace]:
    """Every picture that `parts`, models by the name of their file, name, and where."""
    for name, part in parts.items():
        if isinstance(part, SourceModel):
            for path, value in walk(part):
                if isinstance(value, FullPicture):
                    yield PicturePlace(name, value, value.where("file") or part.where(*path))


def read_pictures(parts: Mapping[str, Any], folder: Path, series: Path | None) -> list[tuple[str, Problem]]:
    """Let every picture in `parts` take what its file holds; return the file and what is wrong of those that can't.

    folder  of the game, where the files lie
    series  the folder of its series, where those lie that the game's own hasn't
    """
    problems: list[tuple[str, Problem]] = []
    contents: dict[str, PictureContent | SourceError] = {}
    total = 0
    for place in picture_places(parts):
        file = place.picture.file
        if file not in contents:
            if len(contents) >= MAX_PICTURES or total > MAX_ALL_BYTES:
                message = f"more than {counted(MAX_PICTURES, 'picture')}, or {MAX_ALL_BYTES:,} bytes of them"
                problem = Problem("art-size", message, place.where, "use fewer or smaller ones")
                return [*problems, (place.part, problem)]
            try:
                contents[file] = content = _content(file, folder, series)
                total += len(content.data)
            except SourceError as error:
                contents[file] = error
        read = contents[file]
        if isinstance(read, SourceError):
            problems += ((place.part, _named_at(problem, file, place)) for problem in read.problems)
        else:
            place.picture.read_as(read, place.where)
    return problems


def _named_at(problem: Problem, file: str, place: PicturePlace) -> Problem:
    """`problem` of a picture's file at the line that names the file."""
    line = f":{problem.where.line}" if problem.where and problem.where.line else ""
    return replace(problem, message=f"{file}{line}: {problem.message}", where=place.where)


def _content(file: str, folder: Path, series: Path | None) -> PictureContent:
    home = next((home for home in (folder, series) if home and (home / file).exists()), folder)
    limit = LIMITS.bytes if file.endswith(".svg") else MAX_PNG_BYTES
    try:
        data = read_bytes(home / file, shown_path(home / file), within=home, limit=limit)
    except SourceError as error:
        hint = f"put it into {shown_path(folder / 'art')}/"
        raise SourceError(
            *(
                replace(p, hint=hint if p.code == "missing-file" else "draw it simpler or smaller")
                if p.code in ("missing-file", "too-large") else p
                for p in error.problems
            )
        ) from None
    return svg_content(data, file) if file.endswith(".svg") else png_content(data, file)


@lru_cache(256)
def svg_content(data: bytes, file: str) -> PictureContent:
    """An SVG, checked. Raises SourceError."""
    svg = clean_svg(data, file)
    return PictureContent("svg", file, _digest(svg.data), svg.data, svg.width, svg.height, svg.painted)


def png_content(data: bytes, file: str) -> PictureContent:
    """A PNG whose size and sums are right; its pixels are decoded when it is drawn. Raises SourceError."""

    def refused(message: str, hint: str) -> SourceError:
        return SourceError(Problem("art-png", message, None, hint))

    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or len(data) < 33:
        raise refused("it is no PNG", "save it as PNG; only the name says so now.")
    width, height = struct.unpack(">LL", data[16:24])
    if not 0 < width * height <= MAX_PNG_PIXELS or max(width, height) > MAX_PNG_SIDE:
        most = f"{MAX_PNG_PIXELS // 1_000_000} million pixels, {MAX_PNG_SIDE:,} on a side"
        raise refused(f"it has {width} × {height} pixels; at most {most}", "make it smaller.")
    if b"acTL" in data[:4096]:
        raise refused("it is animated", "save one of its pictures.")
    from PIL import Image, UnidentifiedImageError

    try:
        Image.open(io.BytesIO(data), formats=("PNG",)).verify()
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, struct.error) as error:
        raise refused(f"it is damaged: {error}", "save it again.") from None
    return PictureContent("png", file, _digest(data), data, width, height)


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
