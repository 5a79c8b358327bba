"""Tabs at the outer edge of the pages, by which a chapter is found with the thumb."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pnp.draw.pdf_canvas import PdfCanvas
from pnp.generators.book.index import RuleEntry
from pnp.generators.book.look import BookLook
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.paint import paint_runs
from pnp.units import PT_PER_MM

TOP_MM, PITCH_MM, GAP_MM = 26.0, 14.0, 1.4
"""From the head of the page to the first tab, from one to the next at most, and the white between them."""

WIDE_MM, OPEN_MM, NUMBER_MM, ROOM_MM = 9.4, 10.4, 7.6, 3.2
"""From the edge of the paper to the end of a tab, of one that is open, and to the middle of the number; and the room
for it, which begins 6 mm from the edge: so much printers at home leave white.
"""

FEWEST, FEWEST_PAGES = 3, 10
"""A book with fewer chapters, or with fewer pages, has no tabs."""

PALE, NUMBER = "#f0eee8", "#6b665c"
SIZE_PT, ROUND_MM = 8.0, 1.2

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
    """Paint the tabs at the outer edge of `page`, those with the keys `here` dark; they run into the bleed of a press.
    Numbers as long as XIII stand along the edge.
    """
    tabs = [tab for tab in tabs if tab.key]
    if canvas.dry or len(tabs) < FEWEST:
        return
    width, height = (side * PT_PER_MM for side in look.page_mm)
    pitch = min(PITCH_MM, (look.page_mm[1] - 2 * TOP_MM) / len(tabs)) * PT_PER_MM
    quiet = Look("condensed-semibold", SIZE_PT, NUMBER)
    turned = max(run_width(tab.key, quiet) for tab in tabs) > ROOM_MM
    for number, tab in enumerate(tabs, 1):
        is_open = tab.key in here
        reach = (OPEN_MM if is_open else WIDE_MM) * PT_PER_MM
        bottom = height - TOP_MM * PT_PER_MM - number * pitch
        tall, radius = pitch - GAP_MM * PT_PER_MM, ROUND_MM * PT_PER_MM
        outside = canvas.bleed_pt + radius + 1.0
        left = width - reach if page % 2 else -outside
        canvas.setFillColor(look.chapter if is_open else PALE)
        canvas.roundRect(left, bottom, reach + outside, tall, radius, stroke=0, fill=1)
        run = TextRun(tab.key, quiet._replace(colour="#ffffff") if is_open else quiet)
        canvas.saveState()
        canvas.translate(width - NUMBER_MM * PT_PER_MM if page % 2 else NUMBER_MM * PT_PER_MM, bottom + tall / 2)
        if turned:
            canvas.rotate(90)
        paint_runs(canvas, -run_width(tab.key, run.look) * PT_PER_MM / 2, -0.35 * SIZE_PT, (run,))
        canvas.restoreState()
