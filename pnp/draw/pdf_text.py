"""Type in a PDF: real, kerned text that can be copied, as operators in mm with y down."""

from __future__ import annotations

import math
from typing import Any

from reportlab.pdfbase import pdfmetrics

from pnp.draw.paths import glyphs_on_path
from pnp.draw.scene import Halo, Text, TextOnPath
from pnp.draw.text import Glyph, anchor_shift_mm, register_reportlab, require_glyphs, shape
from pnp.units import MM_PER_PT

_ROUND = "1 J 1 j"


class Typesetter:
    """Turns text into PDF operators for one canvas; the fonts are embedded as subsets of what is used."""

    def __init__(self, canvas: Any) -> None:
        self.document = canvas._doc
        self.escape = canvas._escape
        self.names = register_reportlab()
        self._codes: dict[tuple[str, str], tuple[str, str]] = {}

    def code(self, font: str, character: str) -> tuple[str, str]:
        """(name of the font subset, escaped string of the character in it)."""
        found = self._codes.get((font, character))
        if found is None:
            face = pdfmetrics.getFont(self.names[font])
            subset, data = face.splitString(character, self.document)[0]
            found = (face.getSubsetInternalName(subset, self.document), self.escape(data))
            self._codes[font, character] = found
        return found

    def show(self, glyphs: tuple[Glyph, ...], font: str, tracking_em: float) -> list[tuple[str, str]]:
        """(font subset, TJ array) pieces of shaped text; kerning and tracking are adjustments in the array."""
        face = pdfmetrics.getFont(self.names[font]).face
        pieces: list[tuple[str, list[str]]] = []
        for index, glyph in enumerate(glyphs):
            character = glyph.char
            subset, string = self.code(font, character)
            if not pieces or pieces[-1][0] != subset:
                pieces.append((subset, []))
            pieces[-1][1].append(f"({string})")
            last = index == len(glyphs) - 1
            wanted = glyph.advance * 1000 + (0 if last else tracking_em * 1000)
            adjust = face.getCharWidth(ord(character)) - wanted
            if abs(adjust) > 0.05 and not last:
                pieces[-1][1].append(_number(adjust))
        return [(subset, "[" + "".join(parts) + "]") for subset, parts in pieces]

    def operators(self, node: Text) -> str:
        """Operators that draw one straight line of text, its halo first."""
        glyphs = shape(node.text, node.font)
        if not glyphs:
            return ""
        require_glyphs(node.text, node.font)
        dx = -anchor_shift_mm(node.anchor, node.text, node.font, node.size_pt, node.tracking_em, node.stretch)
        cos, sin = math.cos(math.radians(node.rotate_deg)), math.sin(math.radians(node.rotate_deg))
        matrix = (cos * node.stretch, sin * node.stretch, sin, -cos, node.x + cos * dx, node.y + sin * dx)
        pieces = self.show(glyphs, node.font, node.tracking_em)
        body = self._body(pieces, node.size_pt, matrix)
        return self._painted([body], node.colour, node.halo)

    def curved(self, node: TextOnPath) -> str:
        """Operators that draw text along a line, glyph by glyph."""
        bodies = []
        for text, _, (a, b, c, d, e, f) in glyphs_on_path(node):
            pieces = self.show(shape(text, node.font), node.font, 0.0)
            bodies.append(self._body(pieces, node.size_pt, (a, b, -c, -d, e, f)))
        return self._painted(bodies, node.colour, node.halo)

    def _body(self, pieces: list[tuple[str, str]], size_pt: float, matrix: tuple[float, ...]) -> str:
        size = _number(size_pt * MM_PER_PT)
        shown = " ".join(f"{subset} {size} Tf {array} TJ" for subset, array in pieces)
        return f"{' '.join(_fine(v) for v in matrix)} Tm {shown}"

    def _painted(self, bodies: list[str], colour: str, halo: Halo | None) -> str:
        joined = " ".join(bodies)
        filled = f"BT 0 Tr {rgb(colour)} rg {joined} ET"
        if halo is None:
            return f"q {filled} Q"
        width = _number(halo.width_pt * MM_PER_PT)
        # The halo must not be copied with the text, so a reader of the content skips it as an artifact.
        return f"q /Artifact BMC {_ROUND} {width} w {rgb(halo.colour)} RG BT 1 Tr {joined} ET EMC {filled} Q"


def rgb(colour: str) -> str:
    """The operands of rg and RG for "#rrggbb"."""
    return " ".join(_number(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))


def _number(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _fine(value: float) -> str:
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
