"""The pages at the end of a rulebook on which a reader finds a word: the glossary, the key to the results of combat and
the index, one after the other in level columns: words, the number of a case, that of its page.

In: what is listed, and the pages of the cases. Out: flowables, one a page. Read `index_pages` first.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate, pairwise

from reportlab.platypus.flowables import Flowable

from pnp.generators.book.index import RuleEntry
from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.book.word_index import KANA, IndexEntry
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.paragraph import TextLine, paint_line, set_lines
from pnp.generators.typeset.styles import SANS, TextStyle, text_faces
from pnp.units import PT_PER_MM

COLUMNS, GAP_MM = (3, 4), 5.0
"""How many columns there may be, and the white between them, with a rule in it."""
PAGE_MM, WHITE_MM = 7.4, 1.4
"""Room for a page's number, at the end of which it stands; white before cases, half of that before pages."""
BELOW_MM, HANG_MM = 3.0, 5.0
"""How far an entry below another is moved in, and an entry's further lines."""

SIZE_PT, LEADING_PT, LETTER_PT, LETTER_ABOVE = 7.9, 9.95, 11.6, 0.55
"""Size of the entries, of the letters above them, and the grid that both stand on; white above a letter, in lines."""
LABEL = Look("condensed-medium", SIZE_PT, INK)
QUIETLY = Look("condensed-regular", SIZE_PT, QUIET)
CLOSEST, SMALLEST, SIZES, LEAST_BELOW = 0.88, 0.86, (1.2, 1.1, 1.0, 0.95, 0.9), 0.95
"""The shares of all leading and of the type that are tried where they save a page; those of the type, the largest
first, and the least of an index below other text.
"""
OPENER, FULL = (1.21, 1.17, 1.13, 1.09, 1.05), 0.97
"""Shares of the leading that are tried to fill a page, and how full it is then."""

HEAD_PT, WORD_PT, WORD_LEADING, APART_PT = 10.8, 8.5, 1.28, 3.4
"""Size of the head of a part; size and leading of the glossary, and the white between its words."""
HEADED_PT, HEAD_ABOVE_PT, HEAD_BELOW_PT = 22.0, 16.0, 3.6
"""Height of a head with the rule above it, the white above that rule within a column, and that above a first letter."""
CODE_MM, RESULT_PT = 11.0, 11.8
"""Room for a result's code, and height of its line."""
TOP_PT, KEY_ABOVE_PT = 7.0, 4.0
"""From the rule across the page to the columns, and to the words above it."""
SMALLER, TURNED = 0.5, 0.012
"""What type that is smaller by so much, and a line more, cost beside the share of the columns that is blank."""

WHOLE, APART, MOST_LINES = 6, 2, 12
"""An entry of so many lines is never parted; fewest lines of another on either side; most that stay with the first."""
INDEX_ROWS = 7
"""Rows of the index that stand below its head in the same column."""
AMID = 4.0
"""What a column that begins amid a letter costs, in squares of the lines that a column is too long or too short."""


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


@dataclass(frozen=True, slots=True)
class _Row:
    """A line as printed: a letter, a head, a result, a line of a word's meaning, an entry, or one below it.

    cases    whose numbers and pages stand at the right end
    letter   stands alone, above entries
    code     before the words
    head     has a rule above it
    keep     how many rows after it stay in its column
    above_pt white above it, none at the head of a column
    """

    words: TextLine | None
    cases: Sequence[RuleEntry] = ()
    letter: str = ""
    code: str = ""
    head: bool = False
    keep: int = 0
    height_pt: float = LEADING_PT
    above_pt: float = 0.0


@dataclass(frozen=True, slots=True)
class _Column:
    """Rows from the head of the page down, `width_mm` wide, `left_mm` from its edge; its rule is `ruled` pt long."""

    left_mm: float
    width_mm: float
    rows: Sequence[_Row] = ()
    ruled: float = field(default=0.0, kw_only=True)

    @property
    def height_pt(self) -> float:
        """From the first row to the last."""
        return sum(row.height_pt + row.above_pt for row in self.rows) - (self.rows[0].above_pt if self.rows else 0.0)


def index_pages(
    entries: Sequence[IndexEntry], look: BookLook, room_pt: float, glossary: Glossary | None = None, *,
    below: bool = False, picture_pt: float = math.inf,
) -> list[IndexPage]:  # fmt: skip
    """The glossary and the index in columns, each page at most `room_pt` high: as few as can be, a single one as it
    looks best, else by a closer leading, then in smaller type.

    below       other text, and none where it would be hard to read there or take more than a page
    picture_pt  room from which on a picture fills what is left of a page, else a wider leading
    """
    told = glossary or Glossary()
    pages = partial(_pages, entries, look=look, room_pt=room_pt)
    ways = {(count, scale): pages(told, count, scale) for count in COLUMNS for scale in SIZES}
    single = {way: made for way, made in ways.items() if len(made) == 1 and way[1] >= LEAST_BELOW * below}
    if single:
        best = min(single, key=lambda way: single[way][0].cost)
        left = room_pt - single[best][0].height
        high = room_pt / single[best][0].height if left < picture_pt else 0.0
        opener = (pages(told, *best, leading) for leading in OPENER if FULL * high < leading < high)
        return next((made for made in opener if len(made) == 1), single[best])
    if below:
        return []
    closer = ((1.0, 1.0), (SIZES[-1], CLOSEST), (SMALLEST, CLOSEST))
    return min((pages(told, COLUMNS[-1], *way) for way in closer), key=len)


def _pages(
    entries: Sequence[IndexEntry], glossary: Glossary, count: int, scale: float, leading: float = 1.0, *,
    look: BookLook, room_pt: float,
) -> list[IndexPage]:
    """The pages in `count` columns, those of the last as level as can be."""
    step, room_pt = (WIDE_MM / scale + GAP_MM) / count, room_pt / scale - TOP_PT
    told = _glossary_rows(glossary, look, step - GAP_MM) if glossary.words else ()
    rows = _Rows([*told, *_rows(entries, look, step - GAP_MM, glossary)], leading)
    cut, pages = rows.cut(room_pt), []
    while cut:
        columns, cut = cut[:count], cut[count:]
        if not cut:
            columns = rows.level(columns[0][0], count, room_pt)
        listed = [_Column(n * step, step - GAP_MM, rows.rows[begin:end]) for n, (begin, end) in enumerate(columns)]
        ends = [max(a.height_pt, b.height_pt) for a, b in pairwise(listed)]
        listed = [replace(column, ruled=ruled) for column, ruled in zip(listed, (0.0, *ends), strict=True)]
        pages.append(IndexPage(listed, look, "" if pages else glossary.key, scale))
    return pages


class _Rows:
    """Rows to be cut into columns, each named by its first row and the one after its last.

    places  rows with which a column may begin, as none before keeps them, and the end
    """

    def __init__(self, rows: Iterable[_Row], leading: float) -> None:
        self.rows = [
            row if row.head else replace(row, height_pt=row.height_pt * leading, above_pt=row.above_pt * leading)
            for row in rows
        ]  # fmt: skip
        self.feet = [*accumulate((row.height_pt + row.above_pt for row in self.rows), initial=0.0)]
        kept = accumulate((min(n + row.keep, len(self.rows) - 1) for n, row in enumerate(self.rows)), max)
        self.places = [0, *(n + 1 for n, last in enumerate(kept) if last <= n)] if self.rows else []

    def high(self, begin: int, end: int) -> float:
        """The height of such a column."""
        return self.feet[end] - self.feet[begin] - self.rows[begin].above_pt

    def cut(self, height_pt: float) -> list[tuple[int, int]]:
        """Columns of at most that height; one that can't be parted may be higher."""
        cuts = self.places[:1]
        for place, after in pairwise(self.places):
            if place > cuts[-1] and self.high(cuts[-1], after) > height_pt + 0.1:
                cuts.append(place)
        return [*pairwise((*cuts, *self.places[-1:]))]

    def level(self, first: int, count: int, room_pt: float) -> list[tuple[int, int]]:
        """The rows from `first` on in so many columns at most, as level as can be; few of them begin amid a letter."""
        usual = self.high(first, len(self.rows)) / count

        def cost(begin: int, end: int) -> float:
            high = self.high(begin, end)
            amid = AMID if begin > first and not self.rows[begin].letter else 0.0
            return math.inf if high > room_pt + 0.1 else ((high - usual) / LEADING_PT) ** 2 + amid

        places = self.places[self.places.index(first) :]
        found, whole = {first: (0.0, [first])}, []
        for _ in range(min(count, len(places) - 1)):
            found = {
                end: min((worth + cost(begin, end), [*cuts, end])
                         for begin, (worth, cuts) in found.items() if begin < end)
                for end in places if end > min(found)
            }  # fmt: skip
            whole.append(found[places[-1]])
        return [*pairwise(min(whole)[1])]


# The glossary -------------------------------------------------------------------------------------


def _glossary_rows(glossary: Glossary, look: BookLook, wide_mm: float) -> Iterator[_Row]:
    yield _head_row((Span(glossary.head),), look, wide_mm)
    yield from _word_rows(glossary.words, look, wide_mm)
    yield from _result_rows(glossary, look, wide_mm)
    head = _head_row((Span(glossary.index),), look, wide_mm)
    yield replace(head, height_pt=HEADED_PT + HEAD_BELOW_PT, keep=INDEX_ROWS)


def _head_row(spans: Sequence[Span], look: BookLook, wide_mm: float) -> _Row:
    """The head of a part, in smaller type where it is too long for its column."""
    style = TextStyle(look.heads, HEAD_PT, HEADED_PT, INK, language=look.language, hang=False, justify=False)
    bold = tuple(replace(span, bold=not (span.raised or span.quiet)) for span in spans)
    (whole,) = set_lines(bold, style, WIDE_MM * 9)
    (line,) = set_lines(bold, style.with_(size_pt=HEAD_PT * min(1.0, wide_mm / (whole.width_mm + 0.5))), WIDE_MM)
    return _Row(line, head=True, keep=1, height_pt=HEADED_PT, above_pt=HEAD_ABOVE_PT)


def _word_rows(words: Iterable[tuple[Span, ...]], look: BookLook, wide_mm: float) -> Iterator[_Row]:
    """Each word and its meaning, hanging."""
    leading = WORD_PT * WORD_LEADING
    faces = text_faces(look.language)._replace(bold=SANS.bold)
    style = TextStyle(
        faces, WORD_PT, leading, INK, look.accent, look.language, indent_mm=BELOW_MM, first_mm=-BELOW_MM,
        justify=False, names=look.names, raised=False, reference_colour=QUIET,
    )  # fmt: skip
    for spans in words:
        apart = [replace(span, text="\u2002" + span.text) if span.raised and span.link else span for span in spans]
        whole = (set_lines(apart, style.with_(hyphenate=hyphens), wide_mm) for hyphens in (False, True))
        lines = min(whole, key=len)  # words are divided only where that saves a line
        for number, line in enumerate(lines):
            yield _Row(line, keep=len(lines) - 1 - number, height_pt=leading, above_pt=0.0 if number else APART_PT)


def _result_rows(glossary: Glossary, look: BookLook, wide_mm: float) -> Iterator[_Row]:
    """Each table's heading, then its results."""
    style = TextStyle(
        SANS, WORD_PT, WORD_PT * WORD_LEADING, INK, language=look.language, indent_mm=CODE_MM, hang=False, justify=False
    )
    for spans, results in glossary.results:
        listed = [
            _Row(line, code="" if number else code, height_pt=RESULT_PT)
            for code, name in results if code.strip("-–— ")  # nobody looks up a dash
            for number, line in enumerate(set_lines((Span(name),), style, wide_mm))
        ]  # fmt: skip
        yield replace(_head_row(spans, look, wide_mm), keep=len(listed))
        yield from listed


# The index ----------------------------------------------------------------------------------------


def _letter(letter: str) -> str:
    """Above which letter an entry stands: kana under the first of their row, ideographs without readings together."""
    kana = unicodedata.normalize("NFKD", letter)[:1].translate(KANA)
    if "ぁ" <= kana <= "ん":
        return max(row for row in "ぁかさたなはまやらわ" if row <= kana).replace("ぁ", "あ")
    return "漢字" if unicodedata.name(letter, "").startswith("CJK") else letter.upper()


def _rows(entries: Sequence[IndexEntry], look: BookLook, wide_mm: float, glossary: Glossary) -> Iterator[_Row]:
    before = ""
    for entry in entries:
        letter = _letter(entry.sound[:1])
        if letter != before:
            yield _Row(None, letter=letter, keep=1, above_pt=LETTER_ABOVE * LEADING_PT)
            before = letter
        rows = list(_entry_rows(entry, look, 0.0, wide_mm, glossary.see))
        for inner in entry.below:
            rows += _entry_rows(inner, look, BELOW_MM, wide_mm, glossary.see)
        for number, row in enumerate(rows):
            after = len(rows) - 1 - number
            least = after if len(rows) <= WHOLE or after <= APART else APART if number == 0 else 0
            yield replace(row, keep=min(max(row.keep, least), MOST_LINES))


def _entry_rows(entry: IndexEntry, look: BookLook, indent_mm: float, wide_mm: float, see: str) -> Iterator[_Row]:
    """The lines of the words, with the cases beside the last of them or, where they have no room there, below it."""
    style = TextStyle(
        SANS, SIZE_PT - 0.3 * bool(indent_mm), LEADING_PT, INK,
        language=look.language, indent_mm=indent_mm + HANG_MM, first_mm=-HANG_MM, hang=False, justify=False,
        hyphenate=False,
    )  # fmt: skip
    sent = (Span(see.format(entry=entry.see), italic=True),) if entry.see else ()
    cases = [] if sent else entry.cases
    (whole,) = set_lines((Span(entry.word),), style, WIDE_MM)
    room = wide_mm - max(whole.indent_mm + whole.width_mm, style.indent_mm)
    groups = [cases] if len(cases) < 2 or _taken(cases) <= room else [[case] for case in cases]
    lines = _lines(entry.word, sent, style, wide_mm, _taken(groups[0]))
    rows, free = [_Row(line) for line in lines], wide_mm - lines[-1].indent_mm - lines[-1].width_mm
    if free >= _taken(groups[0]) - 0.01:
        rows[-1] = replace(rows[-1], cases=groups.pop(0))
    rows += [_Row(None, group) for group in groups]
    return (replace(row, keep=len(rows) - 1 - number) for number, row in enumerate(rows))


def _lines(
    word: str, sent: tuple[Span, ...], style: TextStyle, wide_mm: float, taken_mm: float
) -> tuple[TextLine, ...]:
    """The lines of an entry, with room for a case where that divides no word."""
    spans = (Span(word + " " if sent else word), *sent)
    whole, narrow = (set_lines(spans, style, room) for room in (wide_mm, wide_mm - taken_mm))
    said = " ".join(line.text for line in narrow) == "".join(span.text for span in spans)
    return narrow if said and len(narrow) <= len(whole) + 1 else whole


def _taken(cases: Sequence[RuleEntry]) -> float:
    """The room that the numbers of cases and of their pages take behind words."""
    labels = ", ".join(case.label for case in cases if case.label)
    pages = run_width(", ".join("00" for _ in cases), QUIETLY)
    return WHITE_MM + run_width(labels, LABEL) + (max(PAGE_MM, pages + 2 * WHITE_MM) if labels else pages)


class IndexPage(Flowable):
    """The columns of one page; every case is a link.

    key    how to read an entry
    scale  of all that is printed; the columns are measured without it
    pages  anchor -> page, from the previous pass
    """

    def __init__(
        self, columns: Sequence[_Column], look: BookLook, key: str, scale: float,
        pages: Mapping[str, int] | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.columns, self.look, self.key, self.scale, self.pages = columns, look, key, scale, pages or {}
        self.height = (TOP_PT + max(column.height_pt for column in columns)) * scale

    @property
    def cost(self) -> float:
        """How badly it is filled: by the share of its columns that is blank, by small type, and by turned lines."""
        white = sum((self.height - column.height_pt * self.scale) * column.width_mm for column in self.columns)
        rows = sum(len(column.rows) for column in self.columns)
        return white / (self.height * WIDE_MM) * self.scale + SMALLER * (SIZES[0] - self.scale) + TURNED * rows

    def numbered(self, pages: Mapping[str, int]) -> IndexPage:
        """The same with the numbers of the pages."""
        return IndexPage(self.columns, self.look, self.key, self.scale, pages)

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of the highest column."""
        self.width = available_width
        return self.width, self.height

    def draw(self) -> None:
        """Paint the columns with a rule between those of the index."""
        canvas = self.canv
        canvas.scale(self.scale, self.scale)
        right, top = self.width / self.scale, self.height / self.scale
        self._rule(0.0, right, top)
        with canvas.tagged("P"):
            self._draw_key(right, top + KEY_ABOVE_PT)
        for column in self.columns:
            left, y = column.left_mm * PT_PER_MM, top - TOP_PT
            if column.ruled:
                x = left - GAP_MM / 2 * PT_PER_MM
                canvas.setStrokeColor("#cfcac2")
                canvas.setLineWidth(0.5)
                canvas.line(x, y - column.ruled, x, y)
            for number, row in enumerate(column.rows):
                y -= row.height_pt + (row.above_pt if number else 0.0)
                if row.head and number:
                    self._rule(left, left + column.width_mm * PT_PER_MM, y + row.height_pt)
                base = y + (row.height_pt - HEADED_PT + 6.6 if row.head else 2.4)
                with canvas.tagged("P"):
                    self._draw_words(row, left, left + column.width_mm * PT_PER_MM, base)

    def _rule(self, left: float, right: float, y: float) -> None:
        self.canv.setStrokeColor(INK)
        self.canv.setLineWidth(0.7)
        self.canv.line(left, y, right, y)

    def _draw_words(self, row: _Row, left: float, right: float, y: float) -> None:
        canvas = self.canv
        if row.letter:
            paint_runs(canvas, left, y, (TextRun(row.letter, Look("condensed-bold", LETTER_PT, self.look.chapter)),))
        if row.code:
            paint_runs(canvas, left, y, (TextRun(row.code, Look("condensed-bold", WORD_PT, INK)),))
        if row.words is not None:
            paint_line(canvas, left, y, row.words)
        labels = _listed(((case.label, case.anchor) for case in row.cases if case.label), LABEL)
        pages = _listed(((str(self.pages.get(case.anchor, "")), case.anchor) for case in row.cases), QUIETLY)
        wide = max(PAGE_MM, _width(pages) + 2 * WHITE_MM)
        for runs, end in ((labels, right - wide * PT_PER_MM), (pages, right)):
            paint_runs(canvas, end - _width(runs) * PT_PER_MM, y, runs)

    def _draw_key(self, right: float, y: float) -> None:
        """How to read the first entry with a number."""
        cases = (case for column in self.columns for row in column.rows for case in row.cases)
        case = next((case for case in cases if case.label and case.anchor in self.pages), None)
        if case and self.key:
            before, _, after = self.key.format(case="\0", page=self.pages[case.anchor]).partition("\0")
            runs = [TextRun(before, QUIETLY), TextRun(case.label, LABEL), TextRun(after, QUIETLY)]
            paint_runs(self.canv, right - _width(runs) * PT_PER_MM, y, runs)


def _listed(links: Iterable[tuple[str, str]], look: Look) -> list[TextRun]:
    """Texts that lead to anchors, each once, with commas between them."""
    runs = ((TextRun(", ", look), TextRun(text, look._replace(target=to))) for text, to in dict(links).items())
    return [run for pair in runs for run in pair][1:]


def _width(runs: Iterable[TextRun]) -> float:
    return sum(run_width(run.text, run.look) for run in runs)
