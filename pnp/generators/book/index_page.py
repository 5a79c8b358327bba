"""The pages at the end of a rulebook on which a reader finds a word: the glossary, the key to the results of combat and
the index, each as wide as the page below its own head, in level columns.

In: what is listed, and the pages of the cases. Out: flowables. Read `index_pages` first.
"""

from __future__ import annotations

import math
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, chain, groupby, islice, pairwise
from typing import NamedTuple

from reportlab.platypus.flowables import Flowable

from pnp.generators.book.index import RuleEntry
from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.book.word_index import ALPHABETS, KANA, IndexEntry
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.paragraph import TextLine, paint_line, set_lines
from pnp.generators.typeset.styles import SANS, TextStyle, text_faces
from pnp.units import PT_PER_MM

COLUMNS, WORD_COLUMNS, GAP_MM = (3, 4), 2, 5.0
"""How many columns of the index there may be, those of the glossary, and the white between them."""
PAGE_MM, WHITE_MM = 7.4, 1.4
"""Room for a page's number, at the end of which it stands; white before cases, half of that before pages."""
BELOW_MM, HANG_MM = 3.0, 5.0
"""How far an entry below another is moved in, and an entry's further lines."""

SIZE_PT, LEADING_PT, LETTER_PT, LETTER_ABOVE = 7.9, 9.95, 11.6, 0.55
"""Size of the entries, of the letters above them, and the grid that both stand on; white above a letter, in lines."""
LABEL = Look("condensed-medium", SIZE_PT, INK)
QUIETLY = Look("condensed-regular", SIZE_PT, QUIET)
CLOSEST, SIZES, LOOSEST = 0.9, (1.15, 1.0, 0.95, 0.9, 0.86), 1.05
"""The least share of all leading; those of the type that are tried, the largest first; the greatest of the leading."""

HEAD_PT, WORD_PT, WORD_LEADING, APART_PT = 10.8, 8.5, 1.28, 3.4
"""Size of the head of a part; size and leading of the glossary, and the white between its words."""
CODE = Look("condensed-bold", WORD_PT, INK)
HEADED_PT, BAND_PT = 21.0, 12.0
"""Height of a head with the rule above it, and the white above that rule."""
CODE_MM, RESULT_PT, CELLS = 2.5, 11.8, range(2, 7)
"""White between a result's code and its name; height of its line; how many results may stand beside each other."""
LARGER, TURNED = 0.5, 0.006
"""What type that is twice as large is worth, and what a line more costs."""

WHOLE, APART, MOST_LINES = 6, 2, 12
"""An entry of so many lines is never parted; fewest lines of another on either side; most that stay with the first."""
LEAST_ROWS, RAGGED_PT, RAISED_PT, TRIED = 7, 25.0, 5.0, 5
"""Fewest rows in a column at the foot of a page; how much shorter one may be that ends with a whole letter; the steps
in which columns grow until they hold all, and how many more are tried.
"""


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
    """A line as printed: a letter, a result, a line of a word's meaning, an entry, or one below it.

    cases    whose numbers and pages stand at the right end
    letter   which it is itself
    code     before the words
    keep     how many rows after it stay in its column
    above_pt white above it, none at the head of a column
    """

    words: TextLine | None
    cases: Sequence[RuleEntry] = ()
    letter: str = ""
    code: str = ""
    keep: int = 0
    height_pt: float = LEADING_PT
    above_pt: float = 0.0


class _Part(NamedTuple):
    """The rows below a head, in so many columns of `width_mm`."""

    head: Sequence[Span]
    rows: Sequence[_Row]
    count: int
    width_mm: float


def _height(rows: Sequence[_Row]) -> float:
    """From the first row of a column to the last."""
    return sum(row.height_pt + row.above_pt for row in rows) - rows[0].above_pt


def index_pages(
    entries: Sequence[IndexEntry], look: BookLook, room_pt: float, glossary: Glossary | None = None, least: float = 0.0
) -> list[list[IndexPart]]:
    """The glossary, the results and the index on pages, each at most `room_pt` high: as few as can be, a single one as
    it looks best, else in the smallest type; none where its size would be less than the `least` or need more pages.
    """
    made = partial(_pages, entries, glossary or Glossary(), look, room_pt)
    ways = {(count, size): made(count, size, CLOSEST) for count in COLUMNS for size in SIZES if size >= least}
    single = {way: pages[0] for way, pages in ways.items() if len(pages) == 1}
    if not single:
        return [] if least else min((made(COLUMNS[-1], size) for size in SIZES), key=len)
    rows = {way: sum(len(column) for part in parts for column in part.columns) for way, parts in single.items()}
    count, size = best = min(single, key=lambda way: TURNED * rows[way] - LARGER * way[1])
    body = sum(part.high * size for part in single[best]) / CLOSEST
    leading = min((room_pt - height_of(single[best])) / body + CLOSEST, LOOSEST)
    shares = (leading, 0.98 * leading, CLOSEST)  # columns may part elsewhere
    return next(pages for share in shares if len(pages := made(count, size, share)) == 1)


def height_of(parts: Sequence[IndexPart]) -> float:
    """The height of the parts of a page, with the white between them."""
    return sum(part.height + part.spaceBefore for part in parts) - parts[0].spaceBefore


def _pages(
    entries: Sequence[IndexEntry], glossary: Glossary, look: BookLook, room_pt: float, count: int, scale: float,
    leading: float = 1.0,
) -> list[list[IndexPart]]:  # fmt: skip
    """The pages in `count` columns; the last columns of each part are as level as can be."""
    pages: list[list[IndexPart]] = [[]]
    left = room_pt = room_pt / scale
    for part in _parts(entries, glossary, look, count, WIDE_MM / scale):
        rows, begin = _Rows(part.rows, leading), 0
        while begin < len(part.rows):
            left -= HEADED_PT + (BAND_PT if pages[-1] else 0.0)
            columns = rows.level(begin, part.count, left)
            key, begin = glossary.key if begin == 0 and part.rows[0].letter else "", columns[-1][1]
            if pages[-1] and left < (LEAST_ROWS * LEADING_PT if begin < len(part.rows) else 0.0):
                begin = columns[0][0]
            else:
                pages[-1].append(IndexPart(part, [rows.rows[slice(*column)] for column in columns], look, key, scale))
                left -= pages[-1][-1].high
            if begin < len(part.rows):
                pages.append([])
                left = room_pt
    return [page for page in pages if page]


def _parts(
    entries: Sequence[IndexEntry], glossary: Glossary, look: BookLook, count: int, wide_mm: float
) -> Iterator[_Part]:
    """The words of the game, the results of each table, the index."""

    def width(columns: int) -> float:
        return (wide_mm + GAP_MM) / columns - GAP_MM

    if glossary.words:
        told = [*_word_rows(glossary.words, look, width(WORD_COLUMNS))]
        yield _Part((Span(glossary.head),), told, WORD_COLUMNS, width(WORD_COLUMNS))
        for head, results in glossary.results:
            yield _Part(head, *min((_result_rows(results, look, cells, width(cells)) for cells in CELLS), key=_blank))
    yield _Part((Span(glossary.index),), [*_rows(entries, look, width(count), glossary)], count, width(count))


class _Rows:
    """Rows to be cut into columns, each named by its first row and the one after its last.

    places  rows with which a column may begin, as none before keeps them, and the end
    """

    def __init__(self, rows: Iterable[_Row], leading: float) -> None:
        self.rows = [
            replace(row, height_pt=row.height_pt * leading, above_pt=row.above_pt * leading) for row in rows
        ]
        self.feet = [*accumulate((row.height_pt + row.above_pt for row in self.rows), initial=0.0)]
        kept = accumulate((min(n + row.keep, len(self.rows) - 1) for n, row in enumerate(self.rows)), max)
        self.places = [0, *(n + 1 for n, last in enumerate(kept) if last <= n)] if self.rows else []

    def cut(self, first: int, height_pt: float) -> list[tuple[int, int]]:
        """Columns of at most that height from a row on; one that can't be parted may be higher. Each ends with a whole
        letter where that leaves little white.
        """
        cuts = [first]
        while cuts[-1] < self.places[-1]:
            at = bisect_right(self.places, cuts[-1])
            high = self.feet[cuts[-1]] + self.rows[cuts[-1]].above_pt + height_pt + 0.1
            held = self.places[at : bisect_right(self.places, high, at + 1, key=self.feet.__getitem__)]
            foot = self.feet[held[-1]] - RAGGED_PT
            whole = (n for n in held[:-1] if self.feet[n] >= foot and self.rows[n].letter)
            cuts.append(held[-1] if held[-1] == self.places[-1] else max(whole, default=held[-1]))
        return [*pairwise(cuts)]

    def level(self, first: int, count: int, room_pt: float) -> list[tuple[int, int]]:
        """The rows from `first` on in so many columns, as low as can be or a little higher where that parts fewer
        letters, or all that `room_pt` holds.
        """
        usual = _height(self.rows[first:]) / count
        heights = (usual + n * RAISED_PT for n in range(max(int((room_pt - usual) / RAISED_PT) + 1, 0)))
        ways = (columns for height in heights if len(columns := self.cut(first, height)) <= count)
        some = [*islice(ways, TRIED)] or [self.cut(first, room_pt)[:count]]
        return min(some, key=lambda columns: (-len(columns), sum(not self.rows[n].letter for n, _ in columns)))


# The glossary -------------------------------------------------------------------------------------


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


def _result_rows(
    results: Iterable[tuple[str, str]], look: BookLook, cells: int, wide_mm: float
) -> tuple[Sequence[_Row], int, float]:
    """The results of a table in so many columns of that width, which are read across."""
    named = [(code, name) for code, name in results if code.strip("-–— ")]  # nobody looks up a dash
    indent = CODE_MM + max((run_width(code, CODE) for code, _ in named), default=0.0)
    style = TextStyle(
        SANS, WORD_PT, WORD_PT * WORD_LEADING, INK, language=look.language, indent_mm=indent, hang=False,
        justify=False, hyphenate=False,
    )  # fmt: skip
    told = [
        [_Row(line, code="" if number else code, height_pt=RESULT_PT) for number, line in enumerate(lines)]
        for code, name in named if (lines := set_lines((Span(name),), style, wide_mm))
    ]  # fmt: skip
    columns = [[*chain(*told[column::cells])] for column in range(cells)]
    return [replace(row, keep=len(rows) - 1 - n) for rows in columns for n, row in enumerate(rows)], cells, wide_mm


def _blank(way: tuple[Sequence[_Row], int, float]) -> tuple[int, int, int]:
    """How ill results stand so: their lines, then cells without one and rows of cells."""
    count, cells = len(way[0]), way[1]
    return count, -count % cells + math.ceil(count / cells), -count % cells


# The index ----------------------------------------------------------------------------------------


def _letter(letter: str, language: str) -> str:
    """Under which letter an entry stands: kana under the first of their row, ideographs without readings together, a
    letter with a mark under the plain one where the alphabet has no such letter.
    """
    plain = unicodedata.normalize("NFKD", letter)[:1].translate(KANA)
    if "ぁ" <= plain <= "ん":
        return max(row for row in "ぁかさたなはまやらわ" if row <= plain).replace("ぁ", "あ")
    shown = letter if letter.lower() in ALPHABETS.get(language, "") else plain
    return "漢字" if unicodedata.name(letter, "").startswith("CJK") else shown.upper()


def _rows(entries: Sequence[IndexEntry], look: BookLook, wide_mm: float, glossary: Glossary) -> Iterator[_Row]:
    for letter, named in groupby(entries, key=lambda entry: _letter(entry.sound[:1], look.language)):
        yield _Row(None, letter=letter, keep=1, above_pt=LETTER_ABOVE * LEADING_PT)
        for entry in named:
            listed = (entry, 0.0), *((inner, BELOW_MM) for inner in entry.below)
            rows = [row for one, indent in listed for row in _entry_rows(one, look, indent, wide_mm, glossary.see)]
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


class IndexPart(Flowable):
    """A head with a rule above it, and level columns below; every case is a link.

    key    how to read an entry
    scale  of all that is printed; the columns are measured without it
    pages  anchor -> page, from the previous pass, which the builder of the book sets
    """

    def __init__(
        self, part: _Part, columns: Sequence[Sequence[_Row]], look: BookLook, key: str, scale: float
    ) -> None:
        super().__init__()
        self.part, self.columns, self.look, self.key, self.scale = part, columns, look, key, scale
        self.pages, self.high = dict[str, int](), max(map(_height, columns))
        self.height, self.spaceBefore = (HEADED_PT + self.high) * scale, BAND_PT * scale

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of the highest column below the head."""
        self.width = available_width
        return self.width, self.height

    def draw(self) -> None:
        """Paint the head, the columns, and a rule between those of the index."""
        canvas = self.canv
        canvas.scale(self.scale, self.scale)
        right, top = self.width / self.scale, self.height / self.scale
        canvas.setStrokeColor(INK)
        canvas.setLineWidth(0.7)
        canvas.line(0.0, top, right, top)
        style = TextStyle(self.look.heads, HEAD_PT, HEADED_PT, INK, language=self.look.language, hang=False)
        bold = tuple(replace(span, bold=not (span.raised or span.quiet)) for span in self.part.head)
        base = top - HEADED_PT + 7.6
        with canvas.tagged("P"):
            paint_line(canvas, 0.0, base, *set_lines(bold, style.with_(justify=False), WIDE_MM))
            self._draw_key(right, base)
        for number, column in enumerate(self.columns):
            left, y = number * (self.part.width_mm + GAP_MM) * PT_PER_MM, top - HEADED_PT
            if number and self.columns[0][0].letter:
                x = left - GAP_MM / 2 * PT_PER_MM
                canvas.setStrokeColor("#cfcac2")
                canvas.setLineWidth(0.5)
                canvas.line(x, y - self.high, x, y)
            for place, row in enumerate(column):
                y -= row.height_pt + (row.above_pt if place else 0.0)
                with canvas.tagged("P"):
                    self._draw_words(row, left, left + self.part.width_mm * PT_PER_MM, y + 2.4)

    def _draw_words(self, row: _Row, left: float, right: float, y: float) -> None:
        canvas = self.canv
        if row.letter:
            paint_runs(canvas, left, y, (TextRun(row.letter, Look("condensed-bold", LETTER_PT, self.look.chapter)),))
        if row.code:
            paint_runs(canvas, left, y, (TextRun(row.code, CODE),))
        if row.words is not None:
            paint_line(canvas, left, y, row.words)
        labels = _listed(((case.label, case.anchor) for case in row.cases if case.label), LABEL)
        pages = _listed(((str(self.pages.get(case.anchor, "")), case.anchor) for case in row.cases), QUIETLY)
        wide = max(PAGE_MM, _width(pages) + 2 * WHITE_MM)
        for runs, end in ((labels, right - wide * PT_PER_MM), (pages, right)):
            paint_runs(canvas, end - _width(runs) * PT_PER_MM, y, runs)

    def _draw_key(self, right: float, y: float) -> None:
        """How to read the first entry with a number."""
        cases = (case for column in self.columns for row in column for case in row.cases)
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
