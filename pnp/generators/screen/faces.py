"""The faces of a page, embedded: of each only the glyphs that the page shows."""

from __future__ import annotations

import base64
from collections.abc import Collection, Mapping

import uharfbuzz as hb

from pnp.draw.text import FONTS


def font_faces(letters: Mapping[str, Collection[str]]) -> str:
    """CSS that embeds faces with some of their characters.

    letters  name of a face -> the characters that it must show
    """
    rules = []
    for name in sorted(letters):
        font = FONTS[name]
        data = base64.b64encode(_subset(str(font.path), letters[name])).decode("ascii")
        style = "italic" if font.italic else "normal"
        rules.append(
            f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-style:{style};'
            f"src:url(data:font/ttf;base64,{data})}}"
        )
    return "\n".join(rules)


def _subset(path: str, letters: Collection[str]) -> bytes:
    """The font file at `path` with the glyphs of `letters` alone, without hints for coarse screens."""
    wanted = hb.SubsetInput()
    wanted.unicode_set.update(set(map(ord, letters)))
    wanted.flags = hb.SubsetFlags.NO_HINTING
    face: hb.Face = hb.subset(hb.Face(hb.Blob.from_file_path(path)), wanted)
    return bytes(face.blob.data)
