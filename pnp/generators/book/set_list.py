"""Lists of named things as a small table: what each is called at the left, what is said of it beside it.

A list is set so when each item begins with a short name and a colon ("Clear: 1 MP"), or with a figure ("+5 for each
hex"). Texts needn't say more, in any language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from reportlab.platypus.flowables import Flowable

from pnp.draw.pdf_tags import StructureElement
from pnp.generators.typeset.markup import Block, ListItem, Span
from pnp.generators.typeset.paragraph import JustifiedParagraph, TextLine, first_baseline_pt, paint_line, set_lines
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.units import PT_PER_MM

FEWEST = 3
"""A list with fewer items keeps its bullets."""

LABEL_MM, SHORT_MM, GAP_MM = 22.0, 34.0, 2.6
"""Room for the names at most, the same beside short texts, and the white between."""

LONGEST_LABEL, SHORT_TEXT, MOST_TEXT, LONGEST_TEXT = 44, 30, 80, 240
"""Most characters of a name, of short texts on average, of any on average, and of the longest."""

PAD_PT = 1.7
"""White above and below the text of a row."""

WHOLE_LINES = 6
"""A row of up to so many lines is never split."""

RULE = "#c9c3b8"

_COLON = re.compile(rf"^([^:.;]{{1,{LONGEST_LABEL}}}):\s+")
_FIGURE = re.compile(r"^([+−–-]?\d+)[ \u00a0](?=\w)")


@dataclass(frozen=True, slots=True)
class NamedItem:
    """An item of a list in its two parts."""

    label: str
    text: tuple[Span, ...]


def runs_of(blocks: Sequence[Block]) -> list[list[Block]]:
    """The blocks one by one, but all items of a list together, numbered ones apart from the others."""
    runs: list[list[Block]] = []
    for block in blocks:
        last = runs[-1][-1] if runs else None
        if isinstance(block, ListItem) and isinstance(last, ListItem) and (last.marker == "") is (block.marker == ""):
            runs[-1].append(block)
        else:
            runs.append([block])
    return runs


def named_items(items: Sequence[Sequence[Span]]) -> list[NamedItem] | None:
    """The items in two parts; None where they aren't alike, or too few or too long for a table."""
    if len(items) < FEWEST:
        return None
    for pattern in (_COLON, _FIGURE):
        parted = [_parted(spans, pattern) for spans in items]
        named = [item for item in parted if item is not None]
        lengths = [_length(item) for item in named]
        if len(named) == len(items) and sum(lengths) <= MOST_TEXT * len(items) and max(lengths) <= LONGEST_TEXT:
            return named
    return None


def _parted(spans: Sequence[Span], pattern: re.Pattern[str]) -> NamedItem | None:
    """One item; a name ends before the first reference."""
    text = ""
    for span in spans:
        if span.link:
            break
        text += span.text
    match = pattern.match(text)
    if match is None:
        return None
    cut, rest = match.end(), []
    for span in spans:
        rest.append(replace(span, text=span.text[cut:]) if cut else span)
        cut = max(0, cut - len(span.text))
    return NamedItem(match[1], tuple(span for span in rest if span.text or span.link))


def _length(item: NamedItem) -> int:
    return sum(len(span.text) for span in item.text)


def set_list(
    items: Sequence[NamedItem], style: TextStyle,
    paragraph: Callable[[Sequence[Span], TextStyle], JustifiedParagraph], after_pt: float,
) -> list[Flowable] | None:  # fmt: skip
    """The rows of a list in a column; None where a name has a word too long for its room.

    style     of running text
    after_pt  white below the last row
    """
    names = style.with_(faces=CONDENSED, indent_mm=0.0, justify=False, hyphenate=False, hang=False)
    room = SHORT_MM if sum(map(_length, items)) <= SHORT_TEXT * len(items) else LABEL_MM
    labels = [set_lines((Span(item.label, bold=True),), names, room) for item in items]
    widest = max(line.width_mm for lines in labels for line in lines)
    if widest > room + 0.1:
        return None
    text = style.with_(indent_mm=style.indent_mm + widest + GAP_MM, space_before_pt=0.0, space_after_pt=0.0)
    rows = [NamedRow(label, paragraph(item.text, text), style) for label, item in zip(labels, items, strict=True)]
    rows[0].spaceBefore, rows[-1].spaceAfter, rows[-1].closes = 2.0, after_pt + 2.0, True
    return list(rows)


class NamedRow(Flowable):
    """A row of a set list: its name, its text, a hairline above; `closes` draws one below, too."""

    def __init__(self, label: tuple[TextLine, ...], text: JustifiedParagraph, style: TextStyle) -> None:
        super().__init__()
        self.label, self.text, self.style, self.closes = label, text, style, False
        self.spaceBefore = self.spaceAfter = 0.0

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of the longer of name and text."""
        self.width = available_width
        tallest = max(self.text.wrap(available_width, available_height)[1], len(self.label) * self.style.leading_pt)
        self.height = tallest + 2 * PAD_PT
        return self.width, self.height

    def cuts(self, width_pt: float) -> list[int]:
        """The numbers of lines of the text between which a long row may be parted, with both ends."""
        self.text.wrap(width_pt, 10_000.0)
        count, least = len(self.text.lines or ()), max(WHOLE_LINES // 2, len(self.label))
        return [0, *range(least, count - WHOLE_LINES // 2 + 1), count] if count > max(WHOLE_LINES, 2 * least) else []

    def piece(self, begin: int, end: int) -> NamedRow:
        """A row of those lines, which has no name unless it begins with the first of them."""
        row = NamedRow(() if begin else self.label, self.text.piece(begin, end), self.style)
        row.closes = self.closes and end == len(self.text.lines or ())
        return row

    def draw(self) -> None:
        """Paint the hairlines, the name and the text."""
        canvas = self.canv
        left, right = self.style.indent_mm * PT_PER_MM, self.width
        canvas.setStrokeColor(RULE)
        canvas.setLineWidth(0.4)
        for y in (self.height, 0.0) if self.closes else (self.height,):
            canvas.line(left, y, right, y)
        base = self.height - PAD_PT - first_baseline_pt(self.style)
        with canvas.tagged("Table", joined=True), canvas.tagged("TR"):
            with canvas.tagged(StructureElement("TH", scope="Row")):
                for number, line in enumerate(self.label):
                    paint_line(canvas, left, base - number * self.style.leading_pt, line)
            with canvas.tagged("TD"):
                self.text.drawOn(canvas, 0.0, self.height - PAD_PT - self.text.height)
