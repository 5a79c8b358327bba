"""Kerned text on a reportlab canvas: one TJ operator per run, so that words stay words when copied.

reportlab itself sets a string without kerning, and its own shaping crashes with hyphenation; here the advances
come from `pnp.draw.text.shape`, the encoding from reportlab's subset fonts.
"""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from pnp.draw.text import FONTS, metrics, register_reportlab, require_glyphs, shape
from pnp.generators.typeset.items import Look, Piece, piece_width
from pnp.units import PT_PER_MM


def paint_runs(
    canvas: Canvas, x_pt: float, y_pt: float, runs: Sequence[Piece], *, space_mm: float = 0.0, tracking_em: float = 0.0
) -> float:
    """Paint `runs` one after the other from (x, y) on; return where they end.

    space_mm     what each space is wider (+) or narrower (-) than the font's
    tracking_em  extra space after every character

    Nothing is painted on a canvas with an attribute `dry`: that is a pass which only finds out what stands where.
    """
    if getattr(canvas, "dry", False):
        return x_pt + sum(piece_width(run.text, run.look) for run in runs) * PT_PER_MM
    register_reportlab()
    links: list[tuple[str, float, float, Look]] = []
    code: list[str] = ["q BT"]
    x = x_pt
    for run in runs:
        advance = _run_code(canvas, code, run, x, y_pt, space_mm * PT_PER_MM, tracking_em)
        if run.look.target:
            links.append((run.look.target, x, x + advance, run.look))
        x += advance
    code.append("ET Q")
    canvas._code.append(" ".join(code))
    for target, left, right, look in links:
        measures = metrics(look.font)
        box = (left, y_pt - abs(measures.descent) * look.size_pt, right, y_pt + measures.ascent * look.size_pt)
        canvas.linkRect("", target, box, relative=1, Border="[0 0 0]")
    return x


def _run_code(
    canvas: Canvas, code: list[str], run: Piece, x: float, y: float, space_pt: float, tracking_em: float
) -> float:
    """Append the operators of one run; return its advance in pt."""
    look = run.look
    font = pdfmetrics.getFont(FONTS[look.font].reportlab)
    require_glyphs(run.text, look.font)
    glyphs = shape(run.text, look.font)
    extra = space_pt / look.size_pt
    code.append(f"{_colour(look.colour)} rg 1 0 0 1 {x:.3f} {y:.3f} Tm")
    index, width_em = 0, 0.0
    for subset, chunk in font.splitString("".join(g.char for g in glyphs), canvas._doc):
        name = font.getSubsetInternalName(subset, canvas._doc)
        parts: list[str] = []
        held: list[int] = []
        for byte in chunk:
            glyph = glyphs[index]
            index += 1
            wanted = glyph.advance + tracking_em + (extra if glyph.char == " " else 0.0)
            width_em += wanted
            held.append(byte)
            kern = round(font.face.getCharWidth(ord(glyph.char)) - wanted * 1000)
            if kern:
                parts.append(f"({canvas._escape(bytes(held))}) {kern}")
                held = []
        if held:
            parts.append(f"({canvas._escape(bytes(held))})")
        code.append(f"{name} {look.size_pt:g} Tf [{' '.join(parts)}] TJ")
    return width_em * look.size_pt


def _colour(colour: str) -> str:
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.4g}" for i in (1, 3, 5))
