"""How the backs of a sheet of counters or cards come behind their fronts, and what the sheet says of it."""

from __future__ import annotations

from typing import Literal

from pnp.model.words import Words

Layout = Literal["long", "short", "fold", "fronts"]

LAYOUTS: tuple[Layout, ...] = ("long", "short", "fold", "fronts")
"""Flipped about the long or the short edge, folded, without backs."""

SHEET_PAPERS = ("a4", "letter")

FOLD_GAP_MM = 6.4
"""Between the cut edges on either side of a fold."""


def how_to_print(words: Words, layout: Layout) -> str:
    """A sentence for the person at the printer."""
    return {
        "long": words.text("Print on both sides, flip on the long edge, cut on the marks."),
        "short": words.text("Print on both sides, flip on the short edge, cut on the marks."),
        "fold": words.text("Fold along the dashed line, glue back to back, cut on the marks."),
        "fronts": words.text("Fronts only: glue to card, cut on the marks."),
    }[layout]
