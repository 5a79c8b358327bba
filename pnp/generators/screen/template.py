"""Pages from `templates`, with their faces embedded: of each only the glyphs that the page shows."""

from __future__ import annotations

import base64
from collections.abc import Collection, Mapping
from typing import Any

import uharfbuzz as hb
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pnp.draw.text import font_data, font_face
from pnp.sources.assets import data_dir


def rendered(template: str, values: Mapping[str, Any]) -> str:
    """A page from `templates`; every value is escaped that isn't Markup."""
    loader = FileSystemLoader(str(data_dir("templates")))
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    return environment.get_template(template).render(**values) + "\n"


def font_faces(letters: Mapping[str, Collection[str]]) -> str:
    """CSS that embeds faces with some of their characters.

    letters  name of a face -> the characters that it must show
    """
    rules = []
    for name in sorted(letters):
        font = font_face(name)
        data = base64.b64encode(_subset(font_data(font), letters[name])).decode("ascii")
        style = "italic" if font.italic else "normal"
        rules.append(
            f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-style:{style};'
            f"src:url(data:font/ttf;base64,{data})}}"
        )
    return "\n".join(rules)


def _subset(file: bytes, letters: Collection[str]) -> bytes:
    """A font file with the glyphs of `letters` alone, without hints for coarse screens."""
    wanted = hb.SubsetInput()
    wanted.unicode_set.update(set(map(ord, letters)))
    wanted.flags = hb.SubsetFlags.NO_HINTING
    face: hb.Face = hb.subset(hb.Face(hb.Blob(file)), wanted)
    return bytes(face.blob.data)
