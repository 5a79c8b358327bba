"""How wide a short text is where it is set smallest: on counters and on the map."""

from __future__ import annotations

SMALLEST_PT = 5.0
FONT = "condensed-semibold"
"""Labels of markers and boxes are set in this face; no type on the sheets is smaller."""


def smallest_width_mm(text: str) -> float:
    """Width of the widest line of `text` at the smallest size."""
    from pnp.draw.text import width_mm

    return max((width_mm(line, FONT, SMALLEST_PT) for line in text.splitlines()), default=0.0)
