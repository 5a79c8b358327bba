"""Kerned text on a reportlab canvas: one TJ operator per run, so that words stay words when copied.

reportlab itself sets a string without kerning, and its own shaping crashes with hyphenation; here the advances
come from `pnp.draw.text.shape`, the encoding from reportlab's subset fonts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from reportlab.pdfbase import pdfmetrics

from pnp.draw.bidi import is_neutral
from pnp.draw.pdf_canvas import PdfCanvas
from pnp.draw.pdf_colour import fill
from pnp.draw.pdf_text import escaped
from pnp.draw.text import metrics, reportlab_name, require_glyphs, shape
from pnp.generators.typeset.items import TextRun, run_width
from pnp.generators.typeset.order import as_they_stand
from pnp.units import PT_PER_MM


def paint_runs(
    canvas: PdfCanvas, x_pt: float, y_pt: float, runs: Sequence[TextRun], *, space_mm: float = 0.0,
    tracking_em: float = 0.0, backwards: bool = False,
) -> float:  # fmt: skip
    """Paint `runs` one after the other from (x, y) on; return where they end.

    space_mm     what each space is wider (+) or narrower (-) than the font's
    tracking_em  extra space after every character
    backwards    they belong to a text that is read from right to left, even if nothing in them tells

    Nothing is painted on a canvas that is `dry`: that is a pass which only finds out what stands where.
    """
    canvas.targets |= {run.look.target for run in runs if run.look.target}
    if canvas.dry:
        return x_pt + sum(run_width(run.text, run.look) for run in runs) * PT_PER_MM
    code: list[str] = []
    links: list[tuple[TextRun, float, float]] = []
    x = x_pt
    text = "".join(run.text for run in runs)
    for run in as_they_stand(runs, backwards=backwards or (canvas.mirrored and is_neutral(text))):
        advance = _run_code(canvas, code, run, x, y_pt, space_mm * PT_PER_MM, tracking_em)
        if run.look.target:
            links.append((run, x, x + advance))
        x += advance
    operators = f"BT {' '.join(code)} ET"
    canvas.emit(f"q {canvas.upright(x_pt, x)}{operators} Q")
    for run, left, right in links:
        look = run.look
        measures = metrics(look.font)
        base = y_pt + look.rise_pt
        if canvas.mirrored:
            left, right = x_pt + x - right, x_pt + x - left
        box = (left, base - abs(measures.descent) * look.size_pt, right, base + measures.ascent * look.size_pt)
        canvas.linkRect(run.text, look.target, box, relative=1, Border="[0 0 0]")
    return x


def _run_code(
    canvas: PdfCanvas, code: list[str], run: TextRun, x: float, y: float, space_pt: float, tracking_em: float
) -> float:
    """Append the operators of one run; return its advance in pt."""
    look = run.look
    require_glyphs(run.text, look.font)
    extra = space_pt / look.size_pt
    code.append(f"{fill(canvas.inked(look.colour))} 1 0 0 1 {x:.3f} {y + look.rise_pt:.3f} Tm")
    width_em = 0.0
    for face, group in groupby(shape(run.text, look.font), key=lambda glyph: glyph.font):
        font = pdfmetrics.getFont(reportlab_name(face))
        glyphs = [*group]
        font.note(canvas.document, "".join(glyph.char for glyph in glyphs))
        name, parts, pending = "", [], b""
        for glyph in glyphs:
            subset, byte = font.code_of(glyph.char)
            if subset != name:
                _set(code, name, look.size_pt, parts, pending)
                name, parts, pending = subset, [], b""
            advance_em = glyph.advance + tracking_em + (extra if glyph.char == " " else 0.0)
            width_em += advance_em
            pending += byte
            kern = round(font.face.getCharWidth(ord(glyph.char)) - advance_em * 1000)
            if kern:
                parts.append(f"({escaped(pending)}) {kern}")
                pending = b""
        _set(code, name, look.size_pt, parts, pending)
    return width_em * look.size_pt


def _set(code: list[str], name: str, size_pt: float, parts: Sequence[str], pending: bytes) -> None:
    """Append the operator that shows characters of the subset `name`."""
    shown = [*parts, f"({escaped(pending)})"] if pending else parts
    if shown:
        code.append(f"{name} {size_pt:g} Tf [{' '.join(shown)}] TJ")
