"""Kerned text on a reportlab canvas: one TJ operator per run, so that words stay words when copied.

reportlab itself sets a string without kerning, and its own shaping crashes with hyphenation; here the advances
come from `pnp.draw.text.shape`, the encoding from reportlab's subset fonts.
"""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfbase import pdfmetrics

from pnp.draw.pdf_canvas import PdfCanvas
from pnp.draw.pdf_colour import fill
from pnp.draw.pdf_text import escaped
from pnp.draw.text import metrics, register_reportlab, reportlab_name, require_glyphs, shape
from pnp.generators.typeset.items import TextRun, run_width
from pnp.units import PT_PER_MM


def paint_runs(
    canvas: PdfCanvas, x_pt: float, y_pt: float, runs: Sequence[TextRun], *, space_mm: float = 0.0,
    tracking_em: float = 0.0
) -> float:
    """Paint `runs` one after the other from (x, y) on; return where they end.

    space_mm     what each space is wider (+) or narrower (-) than the font's
    tracking_em  extra space after every character

    Nothing is painted on a canvas that is `dry`: that is a pass which only finds out what stands where.
    """
    if canvas.noting:
        canvas.targets += [run.look.target for run in runs if run.look.target]
    if canvas.dry:
        return x_pt + sum(run_width(run.text, run.look) for run in runs) * PT_PER_MM
    register_reportlab()
    links: list[tuple[TextRun, float, float]] = []
    code: list[str] = ["q BT"]
    x = x_pt
    for run in runs:
        advance = _run_code(canvas, code, run, x, y_pt, space_mm * PT_PER_MM, tracking_em)
        if run.look.target:
            links.append((run, x, x + advance))
        x += advance
    code.append("ET Q")
    canvas.emit(" ".join(code))
    for run, left, right in links:
        look = run.look
        measures = metrics(look.font)
        base = y_pt + look.rise_pt
        box = (left, base - abs(measures.descent) * look.size_pt, right, base + measures.ascent * look.size_pt)
        canvas.linkRect(run.text, look.target, box, relative=1, Border="[0 0 0]")
    return x


def _run_code(
    canvas: PdfCanvas, code: list[str], run: TextRun, x: float, y: float, space_pt: float, tracking_em: float
) -> float:
    """Append the operators of one run; return its advance in pt."""
    look = run.look
    font = pdfmetrics.getFont(reportlab_name(look.font))
    require_glyphs(run.text, look.font)
    glyphs = shape(run.text, look.font)
    extra = space_pt / look.size_pt
    code.append(f"{fill(canvas.inked(look.colour))} 1 0 0 1 {x:.3f} {y + look.rise_pt:.3f} Tm")
    index, width_em = 0, 0.0
    characters = "".join(g.char for g in glyphs)
    font.note(canvas.document, characters)
    for subset, chunk in font.chunks(characters):
        name = font.name_of(subset)
        parts: list[str] = []
        pending: list[int] = []
        for byte in chunk:
            glyph = glyphs[index]
            index += 1
            advance_em = glyph.advance + tracking_em + (extra if glyph.char == " " else 0.0)
            width_em += advance_em
            pending.append(byte)
            kern = round(font.face.getCharWidth(ord(glyph.char)) - advance_em * 1000)
            if kern:
                parts.append(f"({escaped(bytes(pending))}) {kern}")
                pending = []
        if pending:
            parts.append(f"({escaped(bytes(pending))})")
        code.append(f"{name} {look.size_pt:g} Tf [{' '.join(parts)}] TJ")
    return width_em * look.size_pt
