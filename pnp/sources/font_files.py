"""Fonts of the game's own folder: checked byte by byte before anything else reads them.

In: a style and the folder of its game. Out: the style, its faces named so that `pnp.draw.text` finds the files. Only
TrueType outlines can be embedded by the press; the font must permit it (OS/2, fsType), and the style has its licence.
"""

from __future__ import annotations

import hashlib
import os
import re
import struct
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.model.style import FontName, MapFaces, OwnFont, StyleSource, own_face
from pnp.sources.find import shown_path
from pnp.sources.reader import read_bytes

MAX_BYTES, MAX_TABLES, MAX_GLYPHS, MAX_CHARACTERS = 5_000_000, 64, 65_535, 70_000
NEEDED = ("OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name")
"""Tables that a font has that can be embedded."""
RESTRICTED, EDITABLE, NO_SUBSETS, BITMAPS_ONLY = 0x0002, 0x000C, 0x0100, 0x0200
"""Bits of fsType (OpenType, OS/2): no embedding unless one that allows it is set, too; only whole; no outlines."""


class _Refused(Exception):
    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def with_fonts(style: StyleSource, folder: Path, series: Path | None) -> StyleSource:
    """`style` with the faces that name its own fonts resolved to their files.

    Raises SourceError: unreadable, damaged and unsuitable files, an unknown name of a face.
    """
    problems: list[Problem] = []
    names: dict[str, str] = {}
    for font in style.fonts:
        try:
            names[font.name] = _read(font, folder, series)
        except SourceError as error:
            at = font.where("file")
            problems += (replace(p, message=f"{font.file}: {p.message}", where=at) for p in error.problems)
        except _Refused as error:
            problems.append(Problem("font", f"{font.file}: {error.message}", font.where("file"), error.hint))
    declared = {font.name for font in style.fonts}
    faces: dict[str, str] = {}
    for role in MapFaces.model_fields if "faces" in style.model_fields_set else ():
        value = getattr(style.faces, role)
        if value in names:
            faces[role] = names[value]
        elif value not in declared and value not in get_args(FontName):
            hint = did_you_mean(value, (*declared, *get_args(FontName)), listed="`fonts` names those of the game.")
            problems.append(Problem("unknown-name", f"unknown face {value!r}", style.faces.where(role), hint))
    if problems:
        raise SourceError(*problems)
    return style.replaced(faces=style.faces.replaced(**faces)) if faces else style


def _read(font: OwnFont, folder: Path, series: Path | None) -> str:
    home = next((home for home in (folder, series) if home and (home / font.file).exists()), folder)
    data = read_bytes(home / font.file, shown_path(home / font.file), within=home, limit=MAX_BYTES)
    family = checked_family(data) or font.name
    digest = hashlib.blake2b(data, digest_size=10).hexdigest()
    return own_face(digest, family, font.weight, font.italic, os.path.abspath(home / font.file))


def checked_family(data: bytes) -> str:
    """The name of a font's family, after checking that it is sound and may be embedded. Raises `_Refused`."""
    try:
        tables = _tables(data)
        _check_rights(data, tables)
        _check_sizes(data, tables)
        return _family(data, *tables["name"])
    except (struct.error, IndexError):
        raise _Refused("it is damaged: a table ends too early", "take another copy of the font.") from None


def _tables(data: bytes) -> dict[str, tuple[int, int]]:
    """Tag -> start and length of each table, all of them within the file."""
    tag, count = data[:4], struct.unpack_from(">H", data, 4)[0] if len(data) > 12 else 0
    if tag not in (b"\x00\x01\x00\x00", b"true"):
        what = {b"OTTO": "it has PostScript outlines", b"ttcf": "it is a collection"}.get(tag, "it is no TrueType font")
        raise _Refused(what, "only TrueType outlines are embedded: use the TTF of the font.")
    if not 0 < count <= MAX_TABLES:
        raise _Refused(f"it lists {count} tables", "take another copy of the font.")
    tables: dict[str, tuple[int, int]] = {}
    for index in range(count):
        tag, _, start, length = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        name = tag.decode("latin-1")
        if start + length > len(data):
            raise _Refused(f"its table {name!r} leads beyond its end", "take another copy of the font.")
        tables[name] = (start, length)
    if lacking := [name for name in NEEDED if name not in tables]:
        raise _Refused(f"it lacks the tables {', '.join(lacking)}", "use another font, or one that isn't cut down.")
    return tables


def _check_rights(data: bytes, tables: dict[str, tuple[int, int]]) -> None:
    rights = struct.unpack_from(">H", data, tables["OS/2"][0] + 8)[0]
    if (rights & RESTRICTED and not rights & EDITABLE) or rights & (NO_SUBSETS | BITMAPS_ONLY):
        message = f"its maker doesn't permit to embed it (fsType {rights:#06x})"
        raise _Refused(message, "use a font with an open licence.")


def _check_sizes(data: bytes, tables: dict[str, tuple[int, int]]) -> None:
    """Numbers that readers of fonts trust: units, glyphs, characters of each subtable."""
    upem = struct.unpack_from(">H", data, tables["head"][0] + 18)[0]
    glyphs = struct.unpack_from(">H", data, tables["maxp"][0] + 4)[0]
    if not 16 <= upem <= 16_384 or not 0 < glyphs <= MAX_GLYPHS:
        raise _Refused(f"{upem} units and {glyphs} glyphs", "take another copy of the font.")
    start, length = tables["cmap"]
    for index in range(min(struct.unpack_from(">H", data, start + 2)[0], MAX_TABLES)):
        at = start + struct.unpack_from(">L", data, start + 8 + 8 * index)[0]
        if at + 4 > start + length:
            raise _Refused("its table of characters leads beyond its end", "take another copy of the font.")
        form = struct.unpack_from(">H", data, at)[0]
        if form in (8, 12, 13) and sum(_spans(data, at, form)) > MAX_CHARACTERS:
            raise _Refused("its table of characters has too many", "take another copy of the font.")


def _spans(data: bytes, at: int, form: int) -> Iterator[int]:
    """How many characters each group of a subtable has."""
    groups = at + (12 if form != 8 else 8204)
    count = struct.unpack_from(">L", data, groups)[0]
    if groups + 4 + 12 * count > len(data):
        raise _Refused("its table of characters leads beyond its end", "take another copy of the font.")
    for number in range(count):
        first, last, _ = struct.unpack_from(">LLL", data, groups + 4 + 12 * number)
        yield max(0, last - first + 1)


def _family(data: bytes, start: int, length: int) -> str:
    """The family's name in letters, digits, spaces and hyphens; "" when the font has none."""
    _, count, strings = struct.unpack_from(">HHH", data, start)
    for index in range(min(count, 200)):
        platform, _, _, name, size, at = struct.unpack_from(">6H", data, start + 6 + 12 * index)
        if name == 1 and strings + at + size <= length:
            raw = data[start + strings + at : start + strings + at + size]
            text = raw.decode("utf-16-be" if platform in (0, 3) else "latin-1", "ignore")
            return re.sub(r"[^A-Za-z0-9 -]", "", text)[:60].strip()
    return ""
