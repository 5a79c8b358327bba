"""Type in a PDF: real, kerned text that can be copied, as operators in mm with y down."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from reportlab.pdfbase import pdfmetrics

from pnp.draw.colour import parse
from pnp.draw.paths import glyphs_on_path, number, outline_on_path, transformed, turned, written
from pnp.draw.scene import Halo, Segment, Text, TextOnPath
from pnp.draw.text import Glyph, anchor_shift_mm, outline, register_reportlab, require_glyphs, shape
from pnp.errors import LayoutError
from pnp.units import MM_PER_PT

WIDE_EM = 0.1
"""From this tracking on, readers take the gaps between letters for spaces."""

_OPERATORS = {"M": "%.3f %.3f m ", "L": "%.3f %.3f l ", "C": "%.3f %.3f %.3f %.3f %.3f %.3f c ", "Z": "h "}


@dataclass(slots=True)
class Piece:
    """A run of one font subset on one baseline.

    rise_em  how far the baseline is lifted, for accents
    parts    the TJ array: strings and adjustments by turns
    """

    subset: str
    rise_em: float
    parts: list[str]

    def add(self, string: str, adjust: float) -> None:
        """Append a character after moving left by `adjust` thousandths of an em."""
        if abs(adjust) > 0.05:
            self.parts.append(number(adjust, 2))
        if self.parts and self.parts[-1].endswith(")"):
            self.parts[-1] = f"{self.parts[-1][:-1]}{string})"
        else:
            self.parts.append(f"({string})")


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

    def show(self, glyphs: tuple[Glyph, ...], font: str, tracking_em: float) -> list[Piece]:
        """Shaped text as pieces; kerning, tracking and accents are adjustments in their TJ arrays."""
        face = pdfmetrics.getFont(self.names[font]).face
        pieces: list[Piece] = []
        owed = 0.0  # thousandths of an em by which the pen stands too far right
        for index, glyph in enumerate(glyphs):
            subset, string = self.code(font, glyph.char)
            if index and not unicodedata.combining(glyph.char):
                owed -= tracking_em * 1000
            owed -= glyph.dx * 1000
            if not pieces or pieces[-1].subset != subset or pieces[-1].rise_em != glyph.dy:
                pieces.append(Piece(subset, glyph.dy, []))
            pieces[-1].add(string, owed)
            owed = face.getCharWidth(ord(glyph.char)) + (glyph.dx - glyph.advance) * 1000
        return pieces

    def operators(self, node: Text) -> str:
        """Operators that draw one straight line of text, its halo first."""
        if not node.text.strip():
            return ""
        require_glyphs(node.text, node.font)
        dx = -anchor_shift_mm(node.anchor, node.text, node.font, node.size_pt, node.tracking_em, node.stretch)
        cos, sin, *_ = turned(node.rotate_deg, 0.0, 0.0)
        x, y = node.x + cos * dx, node.y + sin * dx
        matrix = (cos * node.stretch, sin * node.stretch, sin, -cos, x, y)
        body = self._body(shape(node.text, node.font), node, matrix, node.tracking_em)
        filled = f"BT {rgb(node.colour)} rg {body} ET"
        if abs(node.tracking_em) >= WIDE_EM or any(unicodedata.combining(c) for c in node.text):
            straight = outline(node.text, node.font, node.size_pt, node.tracking_em, node.stretch)
            halo = transformed(straight, (cos, sin, -sin, cos, x, y)) if node.halo else []
            return _over_outline(node.halo, halo, _told(node.text, filled))
        if node.halo is None:
            return f"q {filled} Q"
        # Readers that copy text leave out letters that are drawn twice in one place.
        return f"q /Artifact BMC {_halo_pen(node.halo)} BT 1 Tr {body} 0 Tr ET EMC {filled} Q"

    def curved(self, node: TextOnPath) -> str:
        """Operators that draw text along a line, glyph by glyph, its halo first."""
        if not node.text.strip():
            return ""
        require_glyphs(node.text, node.font)
        bodies = [
            self._body(shape(text, node.font), node, (a, b, -c, -d, e, f))
            for text, _, (a, b, c, d, e, f) in glyphs_on_path(node)
        ]
        filled = _told(node.text, f"BT {rgb(node.colour)} rg {' '.join(bodies)} ET")
        return _over_outline(node.halo, outline_on_path(node) if node.halo else [], filled)

    def _body(
        self, glyphs: tuple[Glyph, ...], node: Text | TextOnPath, matrix: tuple[float, ...], tracking_em: float = 0.0
    ) -> str:
        size_mm = node.size_pt * MM_PER_PT
        parts = [" ".join(number(v, 6) for v in matrix), "Tm"]
        rise = 0.0
        for piece in self.show(glyphs, node.font, tracking_em):
            if piece.rise_em != rise:
                rise = piece.rise_em
                parts.append(f"{number(rise * size_mm, 4)} Ts")
            parts.append(f"{piece.subset} {number(size_mm, 4)} Tf [{''.join(piece.parts)}] TJ")
        return " ".join(parts) + (" 0 Ts" if rise else "")


def _halo_pen(halo: Halo) -> str:
    return f"1 J 1 j {number(halo.width_pt * MM_PER_PT, 4)} w {rgb(halo.colour)} RG"


def _over_outline(halo: Halo | None, outline: Iterable[Segment], filled: str) -> str:
    """`filled` over a halo that is a path, for a reader would take stroked letters for a second line of text."""
    if halo is None:
        return f"q {filled} Q"
    return f"q /Artifact BMC {_halo_pen(halo)} {path_data(outline)} S EMC {filled} Q"


def _told(text: str, operators: str) -> str:
    """`operators` marked with the text they draw, so that widely spaced letters are copied as one word."""
    return f"/Span <</ActualText <FEFF{text.encode('utf-16-be').hex().upper()}>>> BDC {operators} EMC"


def path_data(segments: Iterable[Segment]) -> str:
    """The operators that build a path."""
    return written(segments, _OPERATORS).rstrip()


@lru_cache(maxsize=1024)
def rgb(colour: str) -> str:
    """The operands of rg and RG for "#rrggbb". Raises LayoutError for anything else."""
    try:
        return " ".join(number(value, 4) for value in parse(colour))
    except ValueError as error:
        raise LayoutError(str(error)) from None
