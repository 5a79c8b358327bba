"""How wide a short text is where it is set smallest: on counters and on the map."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement

SMALLEST_PT = 5.0
FONT = "condensed-semibold"
"""Labels of markers and boxes are set in this face; no type on the sheets is smaller."""

LONGEST = 400
"""Letters of a line that are measured; no place on a sheet has room for so many."""


def smallest_width_mm(text: str) -> float:
    """Width of the widest line of `text` at the smallest size."""
    from pnp.draw.text import width_mm

    return max((width_mm(line[:LONGEST], FONT, SMALLEST_PT) for line in text.splitlines()), default=0.0)


LABEL_LINES = 3
"""Lines that the label of a marker may take."""


def is_label(context: str) -> bool:
    """Whether the text with this context is the label of a marker."""
    return re.fullmatch(r"counters/groups/[^/]*/label", context) is not None


def label_width_mm(text: str) -> float:
    """The width of a label that is broken at blanks into at most LABEL_LINES lines, as well as can be."""
    words = text.split()[:20]
    breaks = combinations_with_replacement(range(len(words) + 1), LABEL_LINES - 1)
    splits = (zip((0, *at), (*at, len(words)), strict=True) for at in breaks)
    return min(max(smallest_width_mm(" ".join(words[start:end])) for start, end in split) for split in splits)
