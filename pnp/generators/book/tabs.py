"""Tabs at the outer edge of each page, as far down as a chapter is into the book: found with the thumb."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pnp.draw.pdf_canvas import PdfCanvas
from pnp.generators.book.index import RuleEntry
from pnp.generators.book.look import QUIET, BookLook
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.paint import paint_runs
from pnp.units import PT_PER_MM

TOP_MM, PITCH_MM = 26.0, 14.0
"""From the head of the page to the first place of a tab, and from one to the next at most."""

WIDE_MM, NUMBER_MM, ROOM_MM = 9.4, 7.6, 3.2
"""From the edge of the paper to the end of a tab, and to the middle of the number; and the room for it, which begins
6 mm from the edge: so much printers at home leave white.
"""

FEWEST, FEWEST_PAGES = 3, 10
"""A book with fewer chapters, or with fewer pages, has no tabs."""

SIZE_PT, GAP_PT, PALE = 8.0, 2.5, "#f0eee8"
"""Size of the numbers, white between two tabs, and the ground of those of other chapters."""

_KEY = re.compile(r"\d+|[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Tab:
    """A chapter, or several under one letter.

    key      its number or letter; "" = it has no tab
    anchors  those of its sections, first to last
    """

    key: str
    anchors: tuple[str, ...]


def key_of(label: str) -> str:
    """The number or the letters with which a label begins: 6 of 6T, 12 of 12.1, A of A2, XI of XI.A; "" = neither."""
    found = _KEY.match(label)
    return found[0] if found else ""


def number_of(entry: RuleEntry) -> str:
    """The number beside a case: without that of its chapter before a letter, B.1 of XIII.B.1, whose head and tab have
    it.
    """
    rest = entry.label.removeprefix(f"{key_of(entry.label)}.")
    return rest if rest[:1].isalpha() else entry.label


def tabs_of(entries: Sequence[RuleEntry], *more: str) -> list[Tab]:
    """A tab for each chapter of `entries`, and for what follows them at the anchors `more`."""
    tabs: list[Tab] = []
    for label, anchor in [*((e.label, e.anchor) for e in entries if e.level == 0), *(("", anchor) for anchor in more)]:
        key = key_of(label)
        if not tabs or tabs[-1].key != key:
            tabs.append(Tab(key, ()))
        tabs[-1] = Tab(key, (*tabs[-1].anchors, anchor))
    return tabs


def paint_tabs(canvas: PdfCanvas, look: BookLook, page: int, tabs: Sequence[Tab], here: Collection[str]) -> None:
    """Paint the tabs of all chapters at the outer edge of `page`, dark those with the keys `here`, none where there
    are no such; they run into the bleed of a press. Where numbers are as long as XIII they stand along the edge.
    """
    tabs = [tab for tab in tabs if tab.key]
    if canvas.dry or len(tabs) < FEWEST or not any(tab.key in here for tab in tabs):
        return
    width, height = (side * PT_PER_MM for side in look.page_mm)
    pitch = min(PITCH_MM, (look.page_mm[1] - 2 * TOP_MM) / len(tabs)) * PT_PER_MM
    dark, pale = (Look("condensed-semibold", SIZE_PT, ink) for ink in ("#ffffff", QUIET))
    turned = max(run_width(tab.key, dark) for tab in tabs) > ROOM_MM
    outside, middle = canvas.bleed_pt + 1.0, NUMBER_MM * PT_PER_MM
    wide = WIDE_MM * PT_PER_MM + outside
    for place, tab in enumerate(tabs):
        y = height - TOP_MM * PT_PER_MM - (place + 1) * pitch
        canvas.setFillColor(look.chapter if tab.key in here else PALE)
        canvas.rect(width + outside - wide if page % 2 else -outside, y, wide, pitch - GAP_PT, stroke=0, fill=1)
        run = TextRun(tab.key, dark if tab.key in here else pale)
        canvas.saveState()
        canvas.translate(width - middle if page % 2 else middle, y + (pitch - GAP_PT) / 2)
        if turned:
            canvas.rotate(90)
        paint_runs(canvas, -run_width(run.text, run.look) * PT_PER_MM / 2, -0.35 * SIZE_PT, (run,))
        canvas.restoreState()
