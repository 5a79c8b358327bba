"""Type in a PDF: real, kerned text that can be copied, as operators in mm with y down."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase import pdfmetrics

from pnp.draw.paths import glyphs_on_path, number, outline_on_path, transformed, turned, writer
from pnp.draw.pdf_colour import fill, pen
from pnp.draw.scene import Halo, Segment, Text, TextOnPath
from pnp.draw.text import anchor_shift_mm, letters_by_face, outline, reportlab_name, require_glyphs, shape
from pnp.units import MM_PER_PT

WIDE_EM = 0.1
"""From this tracking on, readers take the gaps between letters for spaces."""

_write = writer({"M": "%.3f %.3f m ", "L": "%.3f %.3f l ", "C": "%.3f %.3f %.3f %.3f %.3f %.3f c ", "Z": "h "})


@dataclass(slots=True)
class FontRun:
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


class TextOperators(NamedTuple):
    """The operators that set a text, the same in every document, and the characters that they show of each face."""

    code: str
    shown: tuple[tuple[str, str], ...]


_BLANK = TextOperators("", ())


class Typesetter:
    """Turns text into PDF operators for one document; the fonts are embedded as subsets of what is used."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self._noted: set[tuple[str, str]] = set()

    def operators(self, node: Text) -> str:
        """Operators that draw one straight line of text, its halo first."""
        return self._noting(_straight(node))

    def curved(self, node: TextOnPath) -> str:
        """Operators that draw text along a line, glyph by glyph, its halo first."""
        return self._noting(_curved(node))

    def _noting(self, written: TextOperators) -> str:
        for font, characters in written.shown:
            self.note(font, characters)
        return written.code

    def note(self, font: str, characters: str) -> None:
        """Mark `characters` of a font to be embedded."""
        if characters and (font, characters) not in self._noted:
            self._noted.add((font, characters))
            pdfmetrics.getFont(reportlab_name(font)).note(self.document, characters)


@lru_cache(maxsize=32768)
def _straight(node: Text) -> TextOperators:
    if not node.text.strip():
        return _BLANK
    require_glyphs(node.text, node.font)
    dx = -anchor_shift_mm(node.anchor, node.text, node.font, node.size_pt, node.tracking_em, node.stretch)
    cos, sin, *_ = turned(node.rotate_deg, 0.0, 0.0)
    x, y = node.x + cos * dx, node.y + sin * dx
    matrix = (cos * node.stretch, sin * node.stretch, sin, -cos, x, y)
    body, shown = _body(node.text, node, matrix, node.tracking_em)
    filled = f"BT {fill(node.colour)} {body} ET"
    if abs(node.tracking_em) >= WIDE_EM or any(map(unicodedata.combining, node.text)):
        straight = outline(node.text, node.font, node.size_pt, node.tracking_em, node.stretch)
        halo = transformed(straight, (cos, sin, -sin, cos, x, y)) if node.halo else []
        return TextOperators(_over_outline(node.halo, halo, _with_actual_text(node.text, filled)), shown)
    if node.halo is None:
        return TextOperators(f"q {filled} Q", shown)
    # Readers that copy text leave out letters that are drawn twice in one place.
    haloed = f"q /Artifact BMC {_halo_pen(node.halo)} BT 1 Tr {body} 0 Tr ET EMC {filled} Q"
    return TextOperators(haloed, shown)


@lru_cache(maxsize=1024)
def _curved(node: TextOnPath) -> TextOperators:
    if not node.text.strip():
        return _BLANK
    require_glyphs(node.text, node.font)
    bodies = [
        _body(glyph.char, node, (a, b, -c, -d, e, f)) for glyph, (a, b, c, d, e, f) in glyphs_on_path(node)
    ]
    filled = _with_actual_text(node.text, f"BT {fill(node.colour)} {' '.join(body for body, _ in bodies)} ET")
    halo = outline_on_path(node) if node.halo else []
    shown = tuple(letters_by_face(node.text, node.font).items())
    return TextOperators(_over_outline(node.halo, halo, filled), shown)


def _body(
    text: str, node: Text | TextOnPath, matrix: tuple[float, ...], tracking_em: float = 0.0
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The operators between BT and ET, and the characters that they show of each face."""
    size_mm = node.size_pt * MM_PER_PT
    parts = [" ".join([number(v, 6) for v in matrix]), "Tm"]
    rise = 0.0
    runs, shown = font_runs(text, node.font, tracking_em)
    for subset, rise_em, string in runs:
        if rise_em != rise:
            rise = rise_em
            parts.append(f"{number(rise * size_mm, 4)} Ts")
        parts.append(f"{subset} {number(size_mm, 4)} Tf [{string}] TJ")
    return " ".join(parts) + (" 0 Ts" if rise else ""), shown


@lru_cache(maxsize=32768)
def font_runs(
    text: str, font: str, tracking_em: float
) -> tuple[tuple[tuple[str, float, str], ...], tuple[tuple[str, str], ...]]:
    """Shaped text as (subset, rise in em, TJ array) for each run, and the characters of each face in it.

    Kerning, tracking and accents are adjustments in the arrays.
    """
    runs: list[FontRun] = []
    letters: dict[str, set[str]] = {}
    owed = 0.0  # thousandths of an em by which the pen stands too far right
    for index, glyph in enumerate(shape(text, font)):
        font_file = pdfmetrics.getFont(reportlab_name(glyph.font))
        name, code = font_file.code_of(glyph.char)
        if index and not unicodedata.combining(glyph.char):
            owed -= tracking_em * 1000
        owed -= glyph.dx * 1000
        if not runs or runs[-1].subset != name or runs[-1].rise_em != glyph.dy:
            runs.append(FontRun(name, glyph.dy, []))
        runs[-1].add(escaped(code), owed)
        owed = font_file.face.getCharWidth(ord(glyph.char)) + (glyph.dx - glyph.advance) * 1000
        letters.setdefault(glyph.font, set()).add(glyph.char)
    shown = tuple((face, "".join(sorted(characters))) for face, characters in letters.items())
    return tuple((run.subset, run.rise_em, "".join(run.parts)) for run in runs), shown


def escaped(string: bytes) -> str:
    """`string` escaped for a literal string of a PDF."""
    written: str = escapePDF(string)
    return written


def _halo_pen(halo: Halo) -> str:
    return f"1 J 1 j {number(halo.width_pt * MM_PER_PT, 4)} w {pen(halo.colour)}"


def _over_outline(halo: Halo | None, outline: Iterable[Segment], filled: str) -> str:
    """`filled` over a halo drawn as a path: stroked letters would be copied as a second line of text."""
    if halo is None:
        return f"q {filled} Q"
    return f"q /Artifact BMC {_halo_pen(halo)} {path_data(outline)} S EMC {filled} Q"


def _with_actual_text(text: str, operators: str) -> str:
    """`operators` marked with the text they draw, so that it is copied as it is read, and widely spaced letters as one
    word.
    """
    return f"/Span <</ActualText <FEFF{text.encode('utf-16-be').hex().upper()}>>> BDC {operators} EMC"


def path_data(segments: Iterable[Segment]) -> str:
    """The operators that build a path."""
    return _write(segments).rstrip()
