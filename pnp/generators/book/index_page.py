"""The pages at the end of a rulebook on which a reader finds a word: glossary and key to the results of combat in a
column at the left, the index beside it in level columns.

In: what is listed, and the pages of the cases. Out: flowables. Read `index_pages` first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby, islice, pairwise
from typing import NamedTuple

from reportlab.platypus.flowables import Flowable

from pnp.errors import LayoutError
from pnp.generators.book.index import RuleEntry
from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.book.word_index import IndexEntry, letter_of
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.paragraph import TextLine, paint_line, set_lines
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle, text_faces
from pnp.units import PT_PER_MM

WAYS, GAP_MM = ((0.27, 3), (0.42, 2)), 6.0
"""The share of the page that the left column may have, with the columns of the index beside it; the white between."""
PAGE_MM, WHITE_MM = 7.4, 1.4
"""Room for a page's number, at the end of which it stands; white before cases, half of that before pages."""
BELOW_MM, HANG_MM = 3.0, 5.0
"""How far an entry below another is moved in, and an entry's further lines."""

SIZE_PT, LEADING_PT, LETTER_PT, LETTERED_PT, LETTER_ABOVE_PT = 7.9, 9.6, 11.6, 11.0, 5.2
"""Size and leading of the entries; size of the letters above them, the height of their line, and the white above it."""
LABEL = Look("condensed-medium", SIZE_PT, INK)
QUIETLY = Look("condensed-regular", SIZE_PT, QUIET)
SIZES = (1.25, 1.2, 1.15, 1.1, 1.05, 1.0, 0.95, 0.9, 0.86)
LARGER, TURNED, UNEVEN = 0.5, 0.01, 0.001
"""Shares of the type that are tried, the largest first; what type that is twice as large is worth; what a line more of
the index costs, and a point of difference between the column at the left and the others.
"""

HEAD_PT, WORD_PT, WORD_LEADING_PT, APART_PT = 12.5, 8.5, 10.6, 3.4
"""Size of the head of a part; size and leading of the glossary, and the white between its words."""
CODE, CODE_MM, RESULT_PT = Look("condensed-bold", WORD_PT, INK), 2.5, 11.4
"""Look of a result's code, the white between that and its name, and the height of its line."""
HEADED_PT, HEAD_UP_PT, BAND_PT, UP_PT = 25.0, 9.0, 13.0, 2.4
"""Height of a head below the rule above it, its baseline above its foot, and the white above that rule; the baseline of
other rows above their foot.
"""

WHOLE, APART = 12, 2
"""So many rows of an entry or a table of results are never parted; fewest of another on either side."""
RAGGED_PT, GOES_ON_PT, RAISED_PT, TRIED = 30.0, 16.0, 5.0, 5
"""How much shorter a column may be that ends with a whole letter, and what one that doesn't costs; the steps in which
columns grow until they hold all, and how many more are tried.
"""
SPREAD, OPENED_PT = 1.25, 12.0
"""How many times its height a page may be spread to, and the most white that is put above a letter or a word."""


@dataclass(frozen=True, slots=True)
class Glossary:
    """What stands beside the index.

    head     above the words
    words    each with its meaning, and its address
    results  a heading, then code and name of each result: of every table of combat
    index    head of the index
    see      an entry that sends to another, with "{entry}" in it
    key      how to read an entry, with "{case}" and "{page}" in it
    """

    head: str = ""
    words: Sequence[tuple[Span, ...]] = ()
    results: Sequence[tuple[tuple[Span, ...], Sequence[tuple[str, str]]]] = ()
    index: str = ""
    see: str = "→ {entry}"
    key: str = ""


class _Row(NamedTuple):
    """A line as printed: a head, a letter, a result, a line of a word's meaning, an entry, or one below it.

    cases    whose numbers and pages stand at the right end
    letter   which it is itself, or which goes on in this column: `again`
    code     before the words
    ruled    it is a head, or level with one beside it
    keep     how many rows after it stay in its column
    above_pt white above it, none at the head of a column
    """

    words: TextLine | None
    cases: Sequence[RuleEntry] = ()
    letter: str = ""
    again: bool = False
    code: str = ""
    ruled: bool = False
    keep: int = 0
    height_pt: float = LEADING_PT
    above_pt: float = 0.0


class _Column(NamedTuple):
    """Rows in a column of `width_mm`; `joined` to the one at its left, whose rule and head are its own."""

    rows: Sequence[_Row]
    left_mm: float
    width_mm: float
    joined: bool = False

    @property
    def height(self) -> float:
        """From the first row to the last."""
        return sum(row.height_pt + row.above_pt for row in self.rows) - sum(row.above_pt for row in self.rows[:1])


def index_pages(
    entries: Sequence[IndexEntry], look: BookLook, first_pt: float, page_pt: float, glossary: Glossary,
    foot_pt: float = 0.0,
) -> list[IndexPage]:  # fmt: skip
    """The glossary, the results and the index on as few pages as hold them, in the largest type that these hold with
    columns of each width; of these the best read.

    first_pt  the room on the first page; `page_pt` on any other
    foot_pt   what the last of them keeps free
    Raises LayoutError for a part that is higher than a page.
    """
    if not entries and not glossary.words:
        return []
    sized = [[_pages(look, entries, glossary, first_pt, page_pt, way, size) for size in SIZES] for way in WAYS]
    for count in range(1, max(len(pages) for some in sized for pages in some) + 2):
        rooms = [first_pt, *[page_pt] * (count - 1)]
        rooms[-1] -= foot_pt
        largest = [next((pages for pages in some if _fit(pages, rooms)), []) for some in sized]
        if any(largest):
            return max(filter(None, largest), key=lambda pages: sum(page.worth for page in pages))
    raise LayoutError("a part of the index is higher than a page")


def _fit(pages: Sequence[IndexPage], rooms: Sequence[float]) -> bool:
    """Whether there are as many rooms, and each page is low enough for its own."""
    return len(pages) <= len(rooms) and all(page.height <= room + 0.1 for page, room in zip(pages, rooms, strict=False))


def _pages(
    look: BookLook, entries: Sequence[IndexEntry], glossary: Glossary, first_pt: float, page_pt: float,
    way: tuple[float, int], scale: float,
) -> list[IndexPage]:  # fmt: skip
    """As many pages as type of that size needs, filled but for the last, which is level."""
    share, count = way
    left_mm, width = ((WIDE_MM + GAP_MM) * part - GAP_MM for part in (share, (1 - share) / count))
    head, *_ = _head_rows((Span(glossary.index),), look, width / scale)
    left = _Rows(_left_rows(glossary, look, left_mm / scale))
    index = _Rows(_rows(entries, look, width / scale, glossary))
    pages, told, begin, room = list[IndexPage](), 0, 0, first_pt / scale
    while told < len(left.rows) or begin < len(index.rows):
        columns = list[_Column]()
        if told < len(left.rows):
            (first, told), *_ = left.cut(told, room)
            columns.append(_Column(left.column(first, told), 0.0, left_mm))
        if begin < len(index.rows):
            x, several = (left_mm + GAP_MM, count) if columns else (0.0, count + 1)
            parts = index.level(begin, several, room - HEADED_PT)
            for n, part in enumerate([*parts, *[(0, 0)] * (several - len(parts))]):
                rows = [head._replace(words=None) if n else head, *index.column(*part)]
                columns.append(_Column(rows, x + n * (width + GAP_MM), width, joined=n > 0))
            begin = parts[-1][1]
        pages.append(IndexPage(columns, look, scale))
        room = page_pt / scale
    return pages


class _Rows:
    """Rows to be cut into columns, each named by its first row and the one after its last.

    places  rows with which a column may begin, as none before keeps them, and the end
    """

    def __init__(self, rows: Iterable[_Row]) -> None:
        self.rows = [*rows]
        self.feet = [*accumulate((row.height_pt + row.above_pt for row in self.rows), initial=0.0)]
        kept = accumulate((min(n + row.keep, len(self.rows) - 1) for n, row in enumerate(self.rows)), max)
        self.places = [0, *(n + 1 for n, last in enumerate(kept) if last <= n)]

    def column(self, begin: int, end: int) -> list[_Row]:
        """The rows of a column, without the white above the first, below the letter that goes on there."""
        letters = [row for row in self.rows[: begin + 1] if row.letter][-1:] if begin < end else []
        again = [row._replace(again=True) for row in letters if row is not self.rows[begin]]
        return [row._replace(above_pt=row.above_pt * (n > 0)) for n, row in enumerate([*again, *self.rows[begin:end]])]

    def head_pt(self, first: int) -> float:
        """What a column that begins with this row is higher than its rows: by the letter that goes on there, less the
        white above them.
        """
        goes_on = any(row.letter for row in self.rows[:first]) and not self.rows[first].letter
        return LETTERED_PT * goes_on - self.rows[first].above_pt

    def cut(self, first: int, height_pt: float) -> list[tuple[int, int]]:
        """Columns of at most that height from a row on; one that can't be parted may be higher. Each ends with a whole
        letter where that leaves little white.
        """
        cuts = [first]
        while cuts[-1] < self.places[-1]:
            at = bisect_right(self.places, cuts[-1])
            high = self.feet[cuts[-1]] - self.head_pt(cuts[-1]) + height_pt + 0.1
            held = self.places[at : bisect_right(self.places, high, at + 1, key=self.feet.__getitem__)]
            foot = self.feet[held[-1]] - RAGGED_PT
            whole = (n for n in held[:-1] if self.feet[n] >= foot and self.rows[n].letter)
            cuts.append(held[-1] if held[-1] == self.places[-1] else max(whole, default=held[-1]))
        return [*pairwise(cuts)]

    def level(self, first: int, count: int, room_pt: float) -> list[tuple[int, int]]:
        """The rows from `first` on in so many columns, as low as can be or a little higher where that parts fewer
        letters, or all that `room_pt` holds.
        """
        usual = (self.feet[-1] - self.feet[first]) / count
        heights = (usual + n * RAISED_PT for n in range(max(int((room_pt - usual) / RAISED_PT) + 1, 0)))
        ways = (columns for height in heights if len(columns := self.cut(first, height)) <= count)
        some = [*islice(ways, TRIED)] or [self.cut(first, room_pt)[:count]]

        def ill(columns: Sequence[tuple[int, int]]) -> tuple[int, float]:
            highs = [self.feet[end] - self.feet[begin] + self.head_pt(begin) for begin, end in columns]
            parted = sum(not self.rows[n].letter for n, _ in columns)
            return -len(columns), max(highs) - min(highs) + GOES_ON_PT * parted

        return min(some, key=ill)


def _whole(rows: Sequence[_Row]) -> Iterator[_Row]:
    """The rows, few of which are never parted, and of many no fewer than `APART`."""
    for number, row in enumerate(rows):
        after = len(rows) - 1 - number
        keeps = after if len(rows) <= WHOLE or after <= APART else APART * (number == 0)
        yield row._replace(keep=max(row.keep, keeps))


# The left column ----------------------------------------------------------------------------------


def _left_rows(glossary: Glossary, look: BookLook, wide_mm: float) -> Iterator[_Row]:
    """The words of the game, none parted and divided only where that saves a line, and the results of each table of
    combat, their names hanging behind their codes.
    """
    style = TextStyle(
        text_faces(look.language)._replace(bold=SANS.bold), WORD_PT, WORD_LEADING_PT, INK, look.accent,
        look.language, indent_mm=BELOW_MM, first_mm=-BELOW_MM, justify=False, names=look.names, raised=False,
        reference_colour=QUIET,
    )  # fmt: skip
    if glossary.words:
        yield from _head_rows((Span(glossary.head),), look, wide_mm)
    for spans in glossary.words:
        apart = [replace(span, text="\u2002" + span.text) if span.raised and span.link else span for span in spans]
        lines = min((set_lines(apart, style.with_(hyphenate=one), wide_mm) for one in (False, True)), key=len)
        yield from _whole([_Row(line, height_pt=WORD_LEADING_PT, above_pt=0.0 if n else APART_PT)
                           for n, line in enumerate(lines)])  # fmt: skip
    for head, results in glossary.results if glossary.words else ():
        named = [(code, name) for code, name in results if code.strip("-–— ")]  # nobody looks up a dash
        indent = CODE_MM + max((run_width(code, CODE) for code, _ in named), default=0.0)
        hung = style.with_(faces=SANS, indent_mm=indent, first_mm=0.0, hang=False, hyphenate=False)
        rows = [_Row(line, code="" if n else code, height_pt=RESULT_PT)
                for code, name in named for n, line in enumerate(set_lines((Span(name),), hung, wide_mm))]  # fmt: skip
        yield from _whole([*_head_rows(head, look, wide_mm), *rows])


def _head_rows(head: Sequence[Span], look: BookLook, wide_mm: float) -> list[_Row]:
    """A head under a rule, smaller where that saves a line, which stays with what follows it."""
    bold = tuple(replace(span, bold=not (span.raised or span.quiet)) for span in head)
    style = TextStyle(look.heads, HEAD_PT, HEADED_PT, INK, language=look.language, hang=False, justify=False)
    sizes = (style.with_(size_pt=HEAD_PT * share) for share in (1.0, 0.92, 0.84, 0.76))
    first, *more = min((set_lines(bold, size, wide_mm) for size in sizes), key=len)
    rows = [_Row(first, ruled=True, height_pt=HEADED_PT, above_pt=BAND_PT)]
    rows += [_Row(line, height_pt=1.28 * HEAD_PT) for line in more]
    return [row._replace(keep=len(more) + APART - n) for n, row in enumerate(rows)]


# The index ----------------------------------------------------------------------------------------


def _rows(entries: Sequence[IndexEntry], look: BookLook, wide_mm: float, glossary: Glossary) -> Iterator[_Row]:
    """The entries below their letters, those below another moved in."""
    for letter, named in groupby(entries, key=lambda entry: letter_of(entry, look.language)):
        yield _Row(None, letter=letter, keep=1, height_pt=LETTERED_PT, above_pt=LETTER_ABOVE_PT)
        for entry in named:
            listed = (entry, 0.0), *((inner, BELOW_MM) for inner in entry.below)
            yield from _whole([row for one, indent in listed
                               for row in _entry_rows(one, look, indent, wide_mm, glossary.see)])  # fmt: skip


def _entry_rows(entry: IndexEntry, look: BookLook, indent_mm: float, wide_mm: float, see: str) -> list[_Row]:
    """The lines of the words, condensed where that saves any, with the cases beside the last of them or, where they
    have no room there or would divide a word, below it.
    """
    sent = (Span(see.format(entry=entry.see), italic=True),) if entry.see else ()
    spans, cases = (Span(entry.word + " " if sent else entry.word), *sent), [] if sent else entry.cases
    ways = []
    for faces in (SANS, CONDENSED):
        style = TextStyle(
            faces, SIZE_PT - 0.3 * bool(indent_mm), LEADING_PT, INK, language=look.language,
            indent_mm=indent_mm + HANG_MM, first_mm=-HANG_MM, hang=False, justify=False, hyphenate=False,
        )  # fmt: skip
        (line,) = set_lines((Span(entry.word),), style, WIDE_MM)
        room = wide_mm - max(line.indent_mm + line.width_mm, style.indent_mm)
        groups = [cases] if len(cases) < 2 or _taken(cases) <= room else [[case] for case in cases]
        whole, narrow = (set_lines(spans, style, wide_mm - taken) for taken in (0.0, _taken(groups[0])))
        said = " ".join(line.text for line in narrow) == "".join(span.text for span in spans)
        lines = narrow if said and len(narrow) <= len(whole) + 1 else whole
        rows = [_Row(line) for line in lines]
        if wide_mm - lines[-1].indent_mm - lines[-1].width_mm >= _taken(groups[0]) - 0.01:
            rows[-1] = rows[-1]._replace(cases=groups.pop(0))
        ways.append([*rows, *(_Row(None, group) for group in groups)])
        if len(ways[0]) == 1:
            break
    return min(ways, key=len)


def _taken(cases: Sequence[RuleEntry]) -> float:
    """The room that the numbers of cases and of their pages take behind words."""
    labels = ", ".join(case.label for case in cases if case.label)
    pages = run_width(", ".join("00" for _ in cases), QUIETLY)
    return WHITE_MM + run_width(labels, LABEL) + (max(PAGE_MM, pages + 2 * WHITE_MM) if labels else pages)


class IndexPage(Flowable):
    """Columns of rows beside each other, rules above their heads and between those that go on; every case is a link.

    scale  of all that is printed; the columns are measured without it
    pages  anchor -> page, from the previous pass, which the builder of the book sets
    """

    def __init__(self, columns: Sequence[_Column], look: BookLook, scale: float) -> None:
        super().__init__()
        self.columns, self.look, self.scale = columns, look, scale
        self.pages: Mapping[str, int] = {}
        self.height = max((column.height for column in columns), default=0.0) * scale

    @property
    def worth(self) -> float:
        """How well it is read: how large its type is, how few lines its index has, how level the left column is."""
        rows = (row for column in self.columns[1:] for row in column.rows if not row.ruled and not row.letter)
        left, *others = (column.height for column in self.columns)
        return LARGER * self.scale - TURNED * sum(1 for _ in rows) - UNEVEN * abs(left - max(others, default=left))

    def spread(self, height_pt: float) -> IndexPage:
        """The page, as high as that or `SPREAD` times its own height: its lines moved apart alike, then its letters and
        words until the columns end level.
        """
        inner = min(height_pt, self.height * SPREAD) / self.scale
        columns = list[_Column]()
        index = next((n for n, column in enumerate(self.columns) if column.joined), 1) - 1
        for beside in filter(None, (self.columns[:index], self.columns[index:])):
            grown = min((inner - HEADED_PT) / (max(column.height for column in beside) - HEADED_PT), SPREAD)
            for column in beside:
                rows = [row._replace(height_pt=row.height_pt * (1.0 if row.ruled else grown)) for row in column.rows]
                gaps = sum(row.above_pt > 0.0 for row in rows[1:])
                more = min((inner - column._replace(rows=rows).height) / max(gaps, 1), OPENED_PT)
                rows = [row._replace(above_pt=row.above_pt + more * (row.above_pt > 0.0)) for row in rows]
                columns.append(column._replace(rows=rows))
        page = IndexPage(columns, self.look, self.scale)
        page.pages = self.pages
        return page

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of the highest column."""
        self.width = available_width
        return self.width, self.height

    def draw(self) -> None:
        """Paint the columns and their rules."""
        canvas = self.canv
        canvas.scale(self.scale, self.scale)
        top, mm = self.height / self.scale, PT_PER_MM / self.scale
        low = max((column.height for column in self.columns if column.joined), default=0.0)
        for column in self.columns:
            left, right, y = column.left_mm * mm, (column.left_mm + column.width_mm) * mm, top
            if column.joined:
                x = left - GAP_MM / 2 * mm
                canvas.setStrokeColor("#cfcac2")
                canvas.setLineWidth(0.5)
                canvas.line(x, top - low, x, top - HEADED_PT)
            for place, row in enumerate(column.rows):
                y -= row.above_pt if place else 0.0
                if row.ruled:
                    canvas.setStrokeColor(INK)
                    canvas.setLineWidth(0.7)
                    canvas.line(left - GAP_MM * mm * column.joined, y, right, y)
                y -= row.height_pt
                with canvas.tagged("H2" if row.ruled and row.words else "P"):
                    self._draw_words(row, left, right, y + (HEAD_UP_PT if row.ruled else UP_PT))

    def _draw_words(self, row: _Row, left: float, right: float, y: float) -> None:
        canvas = self.canv
        if row.letter:
            colour = QUIET if row.again else self.look.chapter
            paint_runs(canvas, left, y, (TextRun(row.letter, Look("condensed-bold", LETTER_PT, colour)),))
        if row.code:
            paint_runs(canvas, left, y, (TextRun(row.code, CODE),))
        if row.words is not None:
            paint_line(canvas, left, y, row.words)
        labels = _listed(((case.label, case.anchor) for case in row.cases if case.label), LABEL)
        pages = _listed(((str(self.pages.get(case.anchor, "")), case.anchor) for case in row.cases), QUIETLY)
        wide = max(PAGE_MM, _width(pages) + 2 * WHITE_MM)
        for runs, end in ((labels, right - wide * PT_PER_MM), (pages, right)):
            paint_runs(canvas, end - _width(runs) * PT_PER_MM, y, runs)


def key_runs(pages: Sequence[IndexPage], key: str) -> list[TextRun]:
    """How to read the first entry with a number."""
    rows = (row for page in pages for column in page.columns for row in column.rows)
    case = next((case for row in rows for case in row.cases if case.label and case.anchor in pages[0].pages), None)
    if case is None or not key:
        return []
    before, _, after = key.format(case="\0", page=pages[0].pages[case.anchor]).partition("\0")
    return [TextRun(before, QUIETLY), TextRun(case.label, LABEL), TextRun(after, QUIETLY)]


def _listed(links: Iterable[tuple[str, str]], look: Look) -> list[TextRun]:
    """Texts that lead to anchors, each once, with commas between them."""
    runs = ((TextRun(", ", look), TextRun(text, look._replace(target=to))) for text, to in dict(links).items())
    return [run for pair in runs for run in pair][1:]


def _width(runs: Iterable[TextRun]) -> float:
    return sum(run_width(run.text, run.look) for run in runs)
