"""The pages at the end of a rulebook on which a reader finds a word: the glossary at the left, with the key to the
results of combat below it, and the index beside it in level columns.

In: what is listed, and the pages of the cases. Out: flowables, one a page. Read `index_pages` first.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, zip_longest

from reportlab.lib.colors import HexColor
from reportlab.platypus.flowables import Flowable

from pnp.generators.book.index import RuleEntry
from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.book.word_index import IndexEntry
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.paragraph import TextLine, paint_line, set_lines
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle, text_faces
from pnp.units import PT_PER_MM

GLOSSARY_MM, ASIDE_MM = 49.0, 6.5
"""Width of the glossary, and the white between it and the index."""
COLUMNS, GAP_MM = (3, 2), 6.0
"""How many columns the index may have, the best first, and the white between them, with a rule in it."""
PAGE_MM, BELOW_MM = 2.0, 3.0
"""Space between the words, the numbers of the cases and their pages; how far an entry below another is moved in."""

ON_A_LINE = 2
"""Most cases of an entry on a line."""

SIZE_PT, LEADING_PT, LETTER_PT = 7.9, 9.95, 17.5
LABEL = Look("condensed-bold", SIZE_PT + 0.2, INK)
PAGES_MM = (4.2, 7.4)
"""Room for the page of a line with one case, and for those of one with more."""

HEAD_PT, WORD_PT, WORD_LEADING_PT, APART_PT = 12.6, 8.5, 10.9, 2.4
"""Size of the head of a part; size and leading of the glossary, and the least white between its words."""
HEADED_PT, HEAD_ABOVE_PT = 22.0, 16.0
"""Height of a head with the rule above it, and the white above that rule within a column."""
CODE_MM, RESULT_PT = 11.0, 11.8
"""Room for a result's code, and height of its line."""

WHOLE, APART, MOST_LINES = 9, 2, 12
"""An entry of so many lines is never parted; fewest lines of another on either side; most that stay with the first."""

LEADINGS = (1.36, 1.3, 1.25, 1.2, 1.16, 1.12, 1.08, 1.04, 1.0, 0.97, 0.94, 0.91, 0.88)
"""Shares of the leading to try: the first with which the index needs no more pages than with the last is taken."""
MOST_ABOVE_PT = 12.0
"""Most white above a letter, so that a column ends level with the others."""
MOST_APART_PT = 13.0
"""Most white between the words of a glossary that is shorter than the index beside it."""


@dataclass(frozen=True, slots=True)
class Glossary:
    """What stands beside the index.

    head     above the words
    words    each with its meaning, and its address as a raised reference
    results  a heading, then code and name of each result: of every table of combat
    index    head of the index
    see      an entry that sends to another, with "{entry}" in it
    """

    head: str = ""
    words: Sequence[tuple[Span, ...]] = ()
    results: Sequence[tuple[tuple[Span, ...], Sequence[tuple[str, str]]]] = ()
    index: str = ""
    see: str = "→ {entry}"


@dataclass(frozen=True, slots=True)
class _Row:
    """A line as printed: a letter, a head, a result, a line of a word's meaning, an entry, or one below it.

    cases    those on this line: all have a label, or none has
    letter   stands alone, above entries
    code     before the words
    head     has a rule above it
    see      at the right end
    keep     how many rows after it stay in its column
    above_pt white above it, none at the head of a column
    """

    words: TextLine | None
    cases: tuple[RuleEntry, ...] = ()
    letter: str = ""
    code: str = ""
    head: bool = False
    see: TextLine | None = None
    keep: int = 0
    height_pt: float = LEADING_PT
    above_pt: float = 0.0


@dataclass(frozen=True, slots=True)
class _Column:
    """Rows from the head of the page down, `width_mm` wide, `left_mm` from its edge."""

    left_mm: float
    width_mm: float
    rows: Sequence[_Row] = ()
    ruled: bool = field(default=False, kw_only=True)

    @property
    def height_pt(self) -> float:
        """From the first row to the last."""
        return _height(self.rows)


def index_pages(
    entries: Sequence[IndexEntry], pages: Mapping[str, int], look: BookLook, room_pt: float,
    glossary: Glossary | None = None, *, fill: bool = False,
) -> list[IndexPage]:  # fmt: skip
    """The glossary and the index in columns, each page at most `room_pt` high, the columns of the index level.

    The index is set closer where that saves a page, and looser where that takes none; it has fewer columns beside a
    glossary that would be higher.
    pages  anchor -> page, from the previous pass
    fill   as near to the foot of the page as it comes, since nothing else stands there
    """
    glossary = glossary or Glossary()
    told = _words_columns(glossary, look, room_pt)
    counts = COLUMNS if told else COLUMNS[:1]
    ways = [_index_columns(entries, look, room_pt, glossary, count, len(told), fill=fill) for count in counts]
    high = room_pt if fill else told[0].height_pt if told else 0.0
    level = min(ways, key=lambda way: (len(way), abs(way[0][0].height_pt - high)))
    return [
        IndexPage([*_beside(words, columns or ()), *(columns or ())], pages, look)
        for words, columns in zip_longest(told, level)
    ]


def _beside(words: _Column | None, columns: Sequence[_Column]) -> list[_Column]:
    """The words of a page of the glossary, as high as the index beside them by the white between them."""
    if words is None:
        return []
    height = max((column.height_pt for column in columns), default=0.0)
    parted = [row for row in words.rows[1:] if row.above_pt == APART_PT]
    more = min((height - words.height_pt) / max(len(parted), 1), MOST_APART_PT - APART_PT)
    wider = {APART_PT: APART_PT + max(more, 0.0)}
    rows = [replace(row, above_pt=wider.get(row.above_pt, row.above_pt)) for row in words.rows]
    return [replace(words, rows=rows)]


def _height(rows: Sequence[_Row]) -> float:
    return sum(row.height_pt + row.above_pt for row in rows) - (rows[0].above_pt if rows else 0.0)


# The glossary -------------------------------------------------------------------------------------


def _words_columns(glossary: Glossary, look: BookLook, room_pt: float) -> list[_Column]:
    """The words on as many pages as they need; the results only where they need no page more."""
    if not glossary.words:
        return []
    words = [_head_row((Span(glossary.head),), look), *_word_rows(glossary.words, look)]
    cut = _cut([*words, *_result_rows(glossary, look)], room_pt)
    fewest = _cut(words, room_pt)
    return [_Column(0.0, GLOSSARY_MM, rows) for rows in (cut if len(cut) == len(fewest) else fewest)]


def _head_row(spans: Sequence[Span], look: BookLook) -> _Row:
    """The head of a part, in smaller type where it is too long for its column."""
    style = TextStyle(SANS, HEAD_PT, HEADED_PT, INK, look.accent, look.language, hang=False, justify=False)
    bold = tuple(replace(span, bold=not (span.raised or span.quiet)) for span in spans)
    (whole,) = set_lines(bold, style, WIDE_MM * 9)
    (line,) = set_lines(bold, style.with_(size_pt=HEAD_PT * min(1.0, GLOSSARY_MM / (whole.width_mm + 0.5))), WIDE_MM)
    return _Row(line, head=True, keep=1, height_pt=HEADED_PT, above_pt=HEAD_ABOVE_PT)


def _word_rows(words: Iterable[tuple[Span, ...]], look: BookLook) -> Iterator[_Row]:
    """Each word and its meaning, hanging."""
    faces = replace(text_faces(look.language), bold=SANS.bold)
    style = TextStyle(
        faces, WORD_PT, WORD_LEADING_PT, INK, look.accent, look.language, indent_mm=BELOW_MM, first_mm=-BELOW_MM,
        justify=False, names=look.names,
    )  # fmt: skip
    for spans in words:
        lines = set_lines(spans, style, GLOSSARY_MM)
        for number, line in enumerate(lines):
            yield _Row(
                line, keep=len(lines) - 1 - number, height_pt=WORD_LEADING_PT, above_pt=0.0 if number else APART_PT
            )


def _result_rows(glossary: Glossary, look: BookLook) -> Iterator[_Row]:
    """Each table's heading, then its results."""
    style = TextStyle(
        SANS, WORD_PT, WORD_LEADING_PT, INK, language=look.language, indent_mm=CODE_MM, hang=False, justify=False
    )
    for spans, results in glossary.results:
        listed = [
            _Row(line, code="" if number else code, height_pt=RESULT_PT)
            for code, name in results if code.strip("-–— ")  # nobody looks up a dash
            for number, line in enumerate(set_lines((Span(name),), style, GLOSSARY_MM))
        ]  # fmt: skip
        yield replace(_head_row(spans, look), keep=len(listed))
        yield from listed


# The index ----------------------------------------------------------------------------------------


def _index_columns(
    entries: Sequence[IndexEntry], look: BookLook, room_pt: float, glossary: Glossary, count: int, told: int, *,
    fill: bool,
) -> list[list[_Column]]:  # fmt: skip
    """The columns of each page: `count` beside each of the `told` pages of the glossary, one more on the others."""
    begin = GLOSSARY_MM + ASIDE_MM if told else 0.0
    wide = (WIDE_MM - begin - GAP_MM * (count - 1)) / count
    head = _head_row((Span(glossary.index),), look) if told else None
    room = room_pt - (head.height_pt if head else 0.0)
    rows = list(_rows(entries, look, wide, glossary.see))
    ways = [[replace(row, height_pt=row.height_pt * leading) for row in rows] for leading in LEADINGS]
    paged = [_paged(_cut(way, room), count, told) for way in ways]
    pages = next(way for way in paged if len(way) == len(paged[-1]))
    most = count + (1 if len(pages) > told > 0 else 0)
    leveled = _level(_joined(pages[-1]), room, most)
    pages[-1] = _spread(leveled, room if fill else max(map(_height, leveled), default=0.0))
    placed = []
    for number, columns in enumerate(pages):
        beside = number < told
        left, across = (begin, count) if beside or not told else (0.0, count + 1)
        step = wide + GAP_MM if left == begin else (WIDE_MM + GAP_MM) / across
        heads = [head, *[replace(head, words=None)] * (count - 1)] if head and beside else []
        placed.append([
            _Column(left + n * step, step - GAP_MM, [*heads[n : n + 1], *column], ruled=n > 0)
            for n, column in enumerate(columns)
        ])  # fmt: skip
    return placed


def _paged(columns: list[list[_Row]], count: int, told: int) -> list[list[list[_Row]]]:
    pages: list[list[list[_Row]]] = []
    while columns:
        across = count if len(pages) < told or not told else count + 1
        pages.append(columns[:across])
        columns = columns[across:]
    return pages


def _joined(columns: Sequence[Sequence[_Row]]) -> list[_Row]:
    """The rows of all columns, each letter once."""
    rows: list[_Row] = []
    letter = ""
    for row in (row for column in columns for row in column):
        if not row.letter or row.letter != letter:
            rows.append(row)
        letter = row.letter or letter
    return rows


def _level(rows: Sequence[_Row], room_pt: float, most: int) -> list[list[_Row]]:
    """The rows in at most so many columns, as low as they can be."""
    least = max((_together_pt(rows, number) for number in range(len(rows))), default=0.0)
    height = min(max(_height(rows) / most, least), room_pt)
    while len(columns := _cut(rows, height)) > most and height < room_pt:
        height = min(height + LEADING_PT / 4, room_pt)
    return columns


def _spread(columns: Sequence[Sequence[_Row]], height_pt: float) -> list[list[_Row]]:
    """The columns as high as `height_pt`, or as leading allows; a short one has the rest above its letters."""
    tallest = max(map(_height, columns), default=0.0)
    set_pt = min((row.height_pt for column in columns for row in column if row.words is not None), default=LEADING_PT)
    looser = max(min(height_pt / max(tallest, 1.0), LEADINGS[0] * LEADING_PT / set_pt), 1.0)
    spread = []
    for column in columns:
        rows = [replace(row, height_pt=row.height_pt * looser) for row in column]
        letters = [number for number, row in enumerate(rows) if row.letter and number]
        above = min((tallest * looser - _height(rows)) / len(letters), MOST_ABOVE_PT) if letters else 0.0
        spread.append([replace(row, above_pt=above) if n in letters else row for n, row in enumerate(rows)])
    return spread


def _letter(letter: str) -> str:
    """Above which letter an entry stands: all ideographs, whose readings nobody tells us, stand under one head."""
    return "漢字" if unicodedata.name(letter, "").startswith("CJK") else letter.upper()


def _rows(entries: Sequence[IndexEntry], look: BookLook, wide_mm: float, see: str) -> Iterator[_Row]:
    before = ""
    for entry in entries:
        letter = _letter(entry.word[:1])
        if letter != before:
            yield _Row(None, letter=letter, keep=1, height_pt=LETTER_PT)
            before = letter
        rows = list(_entry_rows(entry, look, 0.0, wide_mm, see))
        for inner in entry.below:
            rows += _entry_rows(inner, look, BELOW_MM, wide_mm, see)
        for number, row in enumerate(rows):
            after = len(rows) - 1 - number
            least = after if len(rows) <= WHOLE or after <= APART else APART if number == 0 else 0
            yield replace(row, keep=min(max(row.keep, least), MOST_LINES))


def _entry_rows(entry: IndexEntry, look: BookLook, indent_mm: float, wide_mm: float, see: str) -> Iterator[_Row]:
    """The lines of the words, the first cases at the end of the last of them, then the rest of the cases."""
    style = TextStyle(
        SANS, SIZE_PT if not indent_mm else SIZE_PT - 0.3, LEADING_PT, INK if not indent_mm else QUIET,
        language=look.language, indent_mm=indent_mm, hang=False, justify=False, hyphenate=False,
    )  # fmt: skip
    if entry.see:
        words = _fewest(entry.word, style, wide_mm)
        sent = _fewest(see.format(entry=entry.see), style.with_(colour=QUIET), wide_mm, italic=True)
        if len(words) == len(sent) == 1 and words[0].width_mm + PAGE_MM + sent[0].width_mm <= wide_mm:
            yield _Row(words[0], see=sent[0])
            return
        lines = [*(_Row(line) for line in words), *(_Row(None, see=line) for line in sent)]
        yield from (replace(row, keep=len(lines) - 1 - number) for number, row in enumerate(lines))
        return
    alike = [list(cases) for _, cases in groupby(entry.cases, key=lambda case: bool(case.label))]
    for most in range(ON_A_LINE, 0, -1):  # fewer on a line where their numbers would break the words
        groups = [cases[n : n + most] for cases in alike for n in range(0, len(cases), most)]
        wide = max((run_width(_labels(group), LABEL) for group in groups), default=0.0)
        room = wide_mm - (wide + PAGES_MM[max(map(len, groups), default=0) > 1] + 2 * PAGE_MM if groups else 0.0)
        lines = _fewest(entry.word, style, room)
        if len(lines) < 2:
            break
    rows = [*((line, None) for line in lines[:-1]), *zip_longest(lines[-1:], groups)]
    for number, (line, group) in enumerate(rows):
        yield _Row(line, tuple(group or ()), keep=len(rows) - 1 - number)


def _fewest(words: str, style: TextStyle, room_mm: float, *, italic: bool = False) -> tuple[TextLine, ...]:
    """The lines of `words`, in condensed type where that saves one."""
    spans = (Span(words, italic=italic),)
    return min((set_lines(spans, style.with_(faces=faces), room_mm) for faces in (style.faces, CONDENSED)), key=len)


def _labels(cases: Sequence[RuleEntry]) -> str:
    return ", ".join(case.label for case in cases if case.label)


def _cut(rows: Sequence[_Row], height_pt: float) -> list[list[_Row]]:
    """The rows in columns of `height_pt`; neither a word nor a head and the first below it are parted, and a letter
    stands again above entries that go on with it.
    """
    columns: list[list[_Row]] = [[]]
    letter: _Row | None = None
    for number, row in enumerate(rows):
        if columns[-1] and _height(columns[-1]) + row.above_pt + _together_pt(rows, number) > height_pt + 0.1:
            columns.append([letter] if letter and not row.letter else [])
        letter = row if row.letter else letter
        columns[-1].append(row)
    return columns


def _together_pt(rows: Sequence[_Row], number: int) -> float:
    """The height of what stays together from this row on."""
    last, at = number, number
    while at <= last < len(rows):
        last, at = max(last, at + rows[at].keep), at + 1
    return _height(rows[number : last + 1])


class IndexPage(Flowable):
    """The columns of one page; every case is a link."""

    def __init__(self, columns: Sequence[_Column], pages: Mapping[str, int], look: BookLook) -> None:
        super().__init__()
        self.columns, self.pages, self.look = columns, pages, look
        self.height = max(column.height_pt for column in columns)

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of the highest column."""
        self.width = available_width
        return self.width, self.height

    def draw(self) -> None:
        """Paint the columns with a rule between those of the index."""
        canvas = self.canv
        for column in self.columns:
            left, y = column.left_mm * PT_PER_MM, self.height
            headed = bool(column.rows) and column.rows[0].head
            if column.ruled:
                x = left - GAP_MM / 2 * PT_PER_MM
                canvas.setStrokeColor(HexColor("#cfcac2"))
                canvas.setLineWidth(0.5)
                canvas.line(x, 0, x, y - (HEADED_PT + 4.0 if headed else 0.0))
            for number, row in enumerate(column.rows):
                y -= row.height_pt + (row.above_pt if number else 0.0)
                if row.head:
                    begin = left - (GAP_MM * PT_PER_MM if column.ruled else 0.0)
                    canvas.setStrokeColor(HexColor(INK))
                    canvas.setLineWidth(0.7)
                    canvas.line(begin, y + row.height_pt, left + column.width_mm * PT_PER_MM, y + row.height_pt)
                with canvas.tagged("P"):
                    self._draw_words(row, column, left, y + (6.6 if row.head else 2.4))

    def _draw_words(self, row: _Row, column: _Column, left: float, y: float) -> None:
        canvas, right = self.canv, left + column.width_mm * PT_PER_MM
        if row.letter:
            paint_runs(canvas, left, y, (TextRun(row.letter, Look("condensed-bold", 11.6, self.look.accent)),))
        if row.code:
            paint_runs(canvas, left, y, (TextRun(row.code, Look("condensed-bold", WORD_PT, INK)),))
        if row.words is not None:
            paint_line(canvas, left, y, row.words)
        if row.see is not None:
            paint_line(canvas, right - (row.see.indent_mm + row.see.width_mm) * PT_PER_MM, y, row.see)
        self._draw_list([(case.label, case.anchor) for case in row.cases if case.label], LABEL,
                        right - (PAGES_MM[len(row.cases) > 1] + PAGE_MM) * PT_PER_MM, y)  # fmt: skip
        pages = [(str(self.pages[case.anchor]), case.anchor) for case in row.cases if case.anchor in self.pages]
        if not any(case.label for case in row.cases):
            pages = [page for n, page in enumerate(pages) if page[0] not in [before for before, _ in pages[:n]]]
        self._draw_list(pages, Look("condensed-regular", SIZE_PT, QUIET), right, y)

    def _draw_list(self, listed: Sequence[tuple[str, str]], look: Look, right: float, y: float) -> None:
        """Paint texts with commas between them so that they end at `right`, each a link to its anchor."""
        runs: list[TextRun] = []
        for text, anchor in listed:
            runs += [TextRun(", ", look)] if runs else []
            runs.append(TextRun(text, replace(look, target=anchor)))
        width = sum(run_width(run.text, look) for run in runs) * PT_PER_MM
        paint_runs(self.canv, right - width, y, runs)
