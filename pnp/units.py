"""Lengths on paper: mm everywhere, pt for type and lines, px only for screens.

Factors from ISO 80000-3 (1 in = 25.4 mm exactly), PostScript (1 pt = 1/72 in) and CSS (1 px = 1/96 in).
"""

from __future__ import annotations

from fractions import Fraction

MM_PER_INCH = 25.4
PT_PER_INCH = 72.0
PX_PER_INCH = 96.0

MM_PER_PT = MM_PER_INCH / PT_PER_INCH
PT_PER_MM = PT_PER_INCH / MM_PER_INCH

PAPERS_MM: dict[str, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a3": (297.0, 420.0),
    "tabloid": (279.4, 431.8),
}
"""Portrait width and height. ISO 216 for A3 and A4, ANSI/ASME Y14.1 for Letter and Tabloid (11 × 17 in)."""

DOUBLE = {"a4": "a3", "letter": "tabloid"}
"""The paper of which a sheet folded once has pages of another paper's size."""


COUNTER_SCALE_PT = (5.0, 5.6, 6.6, 7.5, 9.5, 11.0, 12.0, 13.5, 15.0, 17.0, 20.0)
"""The sizes of type on a counter sheet: words that must give way fall to the next of them."""


def scale_step_pt(size_pt: float) -> float:
    """The largest size of `COUNTER_SCALE_PT` up to `size_pt`, or the smallest of all."""
    return max((step for step in COUNTER_SCALE_PT if step <= size_pt), default=COUNTER_SCALE_PT[0])


def mm_to_pt(length_mm: float) -> float:
    """Points in `length_mm` millimetres."""
    return length_mm * PT_PER_MM


def mm_to_px(length_mm: float, dpi: float = PX_PER_INCH) -> float:
    """Pixels in `length_mm` millimetres at `dpi` dots per inch."""
    return length_mm / MM_PER_INCH * dpi


def mixed_number(value: Fraction | int | str) -> str:
    """A number as it is printed: 9, 4½, 1/3; a fraction may be written "1/2"."""
    whole, part = divmod(Fraction(value), 1)
    if not part:
        return str(whole)
    glyph = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}.get(part)
    return f"{whole or ''}{glyph}" if glyph else f"{whole} {part}" if whole else str(part)
