"""Paths in a PDF: the operators that draw one, its pen and colours set first."""

from __future__ import annotations

from dataclasses import replace

from pnp.draw.paths import number
from pnp.draw.pdf_colour import fill, pen
from pnp.draw.pdf_text import path_data
from pnp.draw.scene import Path, Stroke
from pnp.units import MM_PER_PT

FINE = 100
"""Pictures that are strewn are written in hundredths of a mm: whole numbers are shorter."""

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def finer(path: Path) -> Path:
    """`path` in units of 1/FINE mm."""
    segments = tuple((name, *(value * FINE for value in values)) for name, *values in path.segments)
    stroke = path.stroke and replace(
        path.stroke, width_pt=path.stroke.width_pt * FINE, dash_mm=tuple(v * FINE for v in path.stroke.dash_mm)
    )
    return replace(path, segments=segments, stroke=stroke)  # type: ignore[arg-type]


def operators(node: Path) -> str:
    """The operators that draw a path, its pen and colours set first."""
    parts = [fill(node.fill)] if node.fill else []
    if node.stroke is not None:
        parts.append(_pen(node.stroke))
    return " ".join([*parts, path_data(node.segments), _paint(node)])


def _pen(stroke: Stroke) -> str:
    parts = [pen(stroke.colour), f"{number(stroke.width_pt * MM_PER_PT)} w"]
    if stroke.dash_mm:
        parts.append(f"[{' '.join(number(v) for v in stroke.dash_mm)}] 0 d")
    if stroke.cap != "butt":
        parts.append(f"{_CAPS[stroke.cap]} J")
    if stroke.join != "miter":
        parts.append(f"{_JOINS[stroke.join]} j")
    return " ".join(parts)


def _paint(node: Path) -> str:
    star = "*" if node.rule == "evenodd" else ""
    if node.fill and node.stroke is not None:
        return f"B{star}"
    return f"f{star}" if node.fill else "S"
