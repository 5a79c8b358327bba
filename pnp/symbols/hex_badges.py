"""Badges of hex maps: a disc or a plate with a few characters."""

from __future__ import annotations

import math

from pnp.draw.scene import Node, Path, Stroke, Text, circle, rect
from pnp.draw.text import width_mm
from pnp.units import PT_PER_MM

_CAP_EM = 0.698


_ACROSS = 1.5
"""Width of the characters in a ring by its radius, at most; they are condensed to it."""


def _words(x: float, y: float, text: str, font: str, size_pt: float, colour: str, room: float = math.inf) -> Text:
    narrow = round(min(1.0, room / width_mm(text, font, size_pt)), 3) if text else 1.0
    base = round(y + _CAP_EM * size_pt / PT_PER_MM / 2, 3)
    return Text(x, base, text, font, size_pt, colour, anchor="ink", stretch=narrow)


def disc(
    x: float, y: float, r: float, ground: str, ink: str, text: str, font: str, size_pt: float, *, ring: bool = False
) -> tuple[Node, ...]:
    """A disc with a few characters in its middle; `ring` adds an edge in its ink, inside `r`."""
    line = 0.13 * r
    if ring:
        under = Path(circle(x, y, r - line / 2), fill=ground, stroke=Stroke(ink, line * PT_PER_MM))
    else:
        under = Path(circle(x, y, r), fill=ground)
    return (under, _words(x, y, text, font, size_pt, ink, _ACROSS * r if ring else math.inf))


def plate(
    x: float, y: float, width: float, r: float, ground: str, ink: str, text: str, font: str, size_pt: float, *,
    edge: str
) -> tuple[Node, ...]:
    """A plate with rounded corners, 2 · `r` high at most."""
    half, line = 0.8 * r, 0.12 * r
    shape = rect(x - width / 2 + line / 2, y - half + line / 2, width - line, 2 * half - line, 0.45 * r)
    return (Path(shape, fill=ground, stroke=Stroke(edge, line * PT_PER_MM)), _words(x, y, text, font, size_pt, ink))
