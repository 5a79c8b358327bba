"""Badges of hex maps: a disc or a plate with a few characters."""

from __future__ import annotations

from pnp.draw.scene import Node, Path, Stroke, Text, circle, rect
from pnp.units import PT_PER_MM

_CAP_EM = 0.698


def _words(x: float, y: float, text: str, font: str, size_pt: float, colour: str) -> Text:
    return Text(x, round(y + _CAP_EM * size_pt / PT_PER_MM / 2, 3), text, font, size_pt, colour, anchor="ink")


def disc(
    x: float, y: float, r: float, ground: str, ink: str, text: str, font: str, size_pt: float, *, ring: bool = False
) -> tuple[Node, ...]:
    """A disc with a few characters in its middle; `ring` adds an edge in its ink, inside `r`."""
    line = 0.13 * r
    if ring:
        under = Path(circle(x, y, r - line / 2), fill=ground, stroke=Stroke(ink, line * PT_PER_MM))
    else:
        under = Path(circle(x, y, r), fill=ground)
    return (under, _words(x, y, text, font, size_pt, ink))


def plate(
    x: float, y: float, width: float, r: float, ground: str, ink: str, text: str, font: str, size_pt: float, *,
    edge: str
) -> tuple[Node, ...]:
    """A plate with rounded corners, 2 · `r` high at most."""
    half, line = 0.8 * r, 0.12 * r
    shape = rect(x - width / 2 + line / 2, y - half + line / 2, width - line, 2 * half - line, 0.45 * r)
    return (Path(shape, fill=ground, stroke=Stroke(edge, line * PT_PER_MM)), _words(x, y, text, font, size_pt, ink))


__all__ = ["disc", "plate"]
