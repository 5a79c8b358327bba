"""The pages at the end of a rulebook on which a reader finds a word: the glossary at the left, with the key to the
results of combat below it, and the index beside it in level columns.

In: what is listed, and the pages of the cases. Out: flowables, one a page. Read `index_pages` first.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise, product, zip_longest
from operator import add

from reportlab.lib.colors import HexColor
from reportlab.platypus.flowables import Flowable

from pnp.generators.book.index import RuleEntry
from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.book.word_index import KANA, IndexEntry
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.kinsoku import is_unspaced
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.paragraph import TextLine, paint_line, set_lines
from pnp.generators.typeset.styles import SANS, TextStyle, text_faces
from pnp.units import PT_PER_MM

GLOSSARY_MM, ASIDE_MM = 49.5, 5.5
"""Width of the glossary, and the white between it and the index."""
COLUMNS, GAP_MM = (3, 2), 5.0
"""How many columns the index may have, the best first, and the white between them, with a rule in it."""
PAGE_MM, BELOW_MM, HANG_MM = 1.4, 3.0, 5.0
"""White between the words and their cases; how far an entry below another is moved in, and an entry's further lines."""

MOST_PAGE = "00"
"""The widest number of a page."""

SIZE_PT, LEADING_PT, LETTER_PT = 7.9, 9.95, 11.6
"""Size of the entries, of the letters above them, and the grid that both stand on: a letter has a line above it."""
LABEL = Look("condensed-bold", SIZE_PT + 0.2, INK)
CLOSEST, USUAL, LOOSEST = 0.88, 1.0, 1.25
"""Shares of the leading between which all columns of an index are set."""
SIZES = (1.0, 1.08, 1.16)
"""Shares of the size of type: a larger one where an index leaves less white in it."""

HEAD_PT, WORD_PT, APART_PT = 12.6, 8.5, 2.4
"""Size of the head of a part; size of the glossary, and the least white between its words."""
WORD_SIZES, WORD_LEADING, MOST_APART_PT = (9.4, 9.1, 8.8), 1.28, 9.0
"""Larger sizes to try where the index is higher, the leading of each, and the most white between its words then."""
HEADED_PT, HEAD_ABOVE_PT, HEAD_BELOW_PT = 22.0, 16.0, 3.6
"""Height of a head with the rule above it, the white above that rule within a column, and that above a first letter."""
CODE_MM, RESULT_PT = 11.0, 11.8
"""Room for a result's code, and height of its line."""

WHOLE, APART, MOST_LINES = 9, 2, 12
"""An entry of so many lines is never parted; fewest lines of another on either side; most that stay with the first."""
AMID = 6.0
"""What a column that begins amid a letter costs, in squares of the lines that a column is short."""


@dataclass(frozen=True, slots=True)
class Glossary:
    """What stands beside the index.

    head     above the words
    words    each with its meaning, and its address
    results  a heading, then code and name of each result: of every table of combat
    index    head of the index
    see      an entry that sends to another, with "{entry}" in it
    more     behind a letter that goes on in another column
    key      how to read an entry, with "{case}" and "{page}" in it
    """

    head: str = ""
    words: Sequence[tuple[Span, ...]] = ()
    results: Sequence[tuple[tuple[Span, ...], Sequence[tuple[str, str]]]] = ()
    index: str = ""
    see: str = "→ {entry}"
    more: str = "…"
    key: str = ""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line as printed: a letter, a head, a result, a line of a word's meaning, an entry, or one below it.

    cases    those on this line, behind the words
    letter   stands alone, above entries
    again    behind the letter, where it has stood before
    more     it has
    code     before the words
    head     has a rule above it
    keep     how many rows after it stay in its column
    above_pt white above it, none at the head of a column
    size     share of the usual size of type
    indent_mm  where cases begin that have no words before them
    """

    words: TextLine | None
    cases: tuple[RuleEntry, ...] = ()
    letter: str = ""
    again: str = ""
    more: bool = False
    code: str = ""
    head: bool = False
    keep: int = 0
    height_pt: float = LEADING_PT
    above_pt: float = 0.0
    size: float = 1.0
    indent_mm: float = 0.0

    @property
    def width_mm(self) -> float:
        """To the end of its words and its cases."""
        return (self.words.indent_mm + self.words.width_mm if self.words else 0.0) + _taken(self.cases, self.size)


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
    entries: Sequence[IndexEntry], look: BookLook, room_pt: float, glossary: Glossary | None = None, *,
    loosest: float = LOOSEST,
) -> list[IndexPage]:  # fmt: skip
    """The glossary and the index in columns on one grid, each page at most `room_pt` high.

    The index has as many columns, and the key to the results stands below the glossary, as leaves the least white.
    loosest  the leading with which a short index fills its page
    """
    glossary = glossary or Glossary()
    told = [_words_columns(one, look, room_pt) for one in (glossary, replace(glossary, results=()))]
    full = loosest > USUAL
    ways = []
    for count, size in product(COLUMNS[: len(told[0]) + 1], SIZES if full else SIZES[:1]):
        rows = _Rows(_rows(entries, look, _wide(count, told[0]), size, glossary))
        ways += [_pages(rows, glossary, look, room_pt, count, words, loosest) for words in told]
    best = min(ways, key=lambda way: (len(way), _alone(way), _white(way[-1], room_pt if full else 0.0)))
    return [IndexPage(columns, look, glossary.key) for columns in best]


def _wide(count: int, told: Sequence[_Column]) -> float:
    """The width of each of so many columns of the index, beside a glossary if there is one."""
    return (WIDE_MM - (GLOSSARY_MM + ASIDE_MM if told else 0.0) - GAP_MM * (count - 1)) / count


def _alone(pages: Sequence[Sequence[_Column]]) -> int:
    """How many cases have no words before them on their line."""
    return sum(bool(row.cases) and row.words is None for page in pages for column in page for row in column.rows)


def _white(columns: Sequence[_Column], room_pt: float) -> int:
    """The hundredths of the page that no line covers, down to the foot of the highest column, or of the room."""
    foot = max(room_pt, *(column.height_pt for column in columns))
    covered = sum(row.height_pt * row.width_mm for column in columns for row in column.rows)
    return round(100 - 100 * covered / sum(foot * column.width_mm for column in columns))


def _pages(
    rows: _Rows, glossary: Glossary, look: BookLook, room_pt: float, count: int, told: Sequence[_Column],
    loosest: float,
) -> list[list[_Column]]:  # fmt: skip
    """The columns of each page: `count` of the index beside each page of the glossary, one more on the others."""
    head = replace(_head_row((Span(glossary.index),), look), height_pt=HEADED_PT + HEAD_BELOW_PT) if told else None
    room = room_pt - (head.height_pt if head else 0.0)
    cut, leading = _cut_evenly(rows, room, count, len(told), loosest)
    pages = []
    for words, columns in zip_longest(told, cut):
        beside = words is not None or not told
        step = (_wide(count, told) if beside else (WIDE_MM - GAP_MM * count) / (count + 1)) + GAP_MM
        left = GLOSSARY_MM + ASIDE_MM if words else 0.0
        heads = [head, *[replace(head, words=None)] * (count - 1)] if head and beside else []
        index = [
            _Column(left + n * step, step - GAP_MM, [*heads[n : n + 1], *_led(column, leading)], ruled=n > 0)
            for n, column in enumerate(columns or ())
        ]  # fmt: skip
        alone = len(told) == 1
        pages.append([*([_beside(words, index, glossary, look, alone=alone)] if words else []), *index])
    return pages


def _led(rows: Sequence[_Row], leading: float) -> list[_Row]:
    """The rows of a column with their leading."""
    return [
        replace(row, height_pt=row.height_pt * leading, above_pt=row.above_pt * leading if n else 0.0)
        for n, row in enumerate(rows)
    ]


def _beside(words: _Column, index: Sequence[_Column], glossary: Glossary, look: BookLook, *, alone: bool) -> _Column:
    """The words of a page of the glossary as high as the index beside them: by their size, if they are `alone`, and by
    the white between them.
    """
    height = max((column.height_pt for column in index), default=0.0)
    for size in WORD_SIZES if alone else ():
        larger = replace(words, rows=[
            *_glossary_rows(replace(glossary, results=glossary.results if _has_codes(words) else ()), look, size)
        ])  # fmt: skip
        if larger.height_pt <= height:
            words = larger
            break
    parted = sum(row.above_pt == APART_PT for row in words.rows[1:])
    more = min(max((height - words.height_pt) / max(parted, 1), 0.0), MOST_APART_PT - APART_PT)
    wider = {APART_PT: APART_PT + more}
    return replace(words, rows=[replace(row, above_pt=wider.get(row.above_pt, row.above_pt)) for row in words.rows])


def _has_codes(words: _Column) -> bool:
    return any(row.code for row in words.rows)


def _height(rows: Sequence[_Row]) -> float:
    return sum(row.height_pt + row.above_pt for row in rows) - (rows[0].above_pt if rows else 0.0)


class _Rows:
    """Rows to be cut into columns, each named by its first row and the one after its last.

    places  rows with which a column may begin, as none before keeps them, and the end
    """

    def __init__(self, rows: Iterable[_Row]) -> None:
        self.rows = [*rows]
        self.feet = [*accumulate((row.height_pt + row.above_pt for row in self.rows), initial=0.0)]
        kept = accumulate((n + row.keep for n, row in enumerate(self.rows)), max)
        self.places = [0, *(n + 1 for n, last in enumerate(kept) if last <= n)] if self.rows else []

    def headed(self, begin: int, end: int) -> list[_Row]:
        """The rows of a column, the letter again above entries that go on with it."""
        letter = next((row for row in reversed(self.rows[: begin + 1]) if row.letter), self.rows[begin])
        again = [] if letter is self.rows[begin] else [replace(letter, more=True)]
        return [*again, *self.rows[begin:end]]

    def high(self, begin: int, end: int) -> float:
        """The height of such a column."""
        first = self.rows[begin]
        again = first.height_pt if self.rows[0].letter and not first.letter else 0.0
        return self.feet[end] - self.feet[begin] + again - first.above_pt

    def cut(self, height_pt: float) -> list[tuple[int, int]]:
        """Columns of at most that height; one that can't be parted may be higher."""
        cuts = self.places[:1]
        for place, after in pairwise(self.places):
            if place > cuts[-1] and self.high(cuts[-1], after) > height_pt + 0.1:
                cuts.append(place)
        return [*pairwise((*cuts, *self.places[-1:]))]

    def level(self, first: int, most: int) -> list[list[_Row]]:
        """The rows from `first` on in so many columns: as low as can be, then as level, then each with a letter of its
        own.
        """
        height, _ = self._best(first, most, self.high, max)

        def uneven(begin: int, end: int) -> float:
            short = (height - self.high(begin, end)) / LEADING_PT
            return math.inf if short < -0.01 else short**2 + (0.0 if self.rows[begin].letter else AMID)

        _, cuts = self._best(first, most, uneven, add)
        return [self.headed(begin, end) for begin, end in pairwise(cuts)]

    def _best(
        self, first: int, most: int, cost: Callable[[int, int], float], join: Callable[[float, float], float]
    ) -> tuple[float, list[int]]:
        """The least of the joined costs of at most so many columns, and where they begin and end."""
        places = self.places[self.places.index(first) :]
        found, whole = {first: (0.0, [first])}, []
        for _ in range(min(most, len(places) - 1)):
            found = {
                end: min((join(worth, cost(begin, end)), [*cuts, end])
                         for begin, (worth, cuts) in found.items() if begin < end)
                for end in places if end > min(found)
            }  # fmt: skip
            whole.append(found[places[-1]])
        return min(whole)


# The glossary -------------------------------------------------------------------------------------


def _words_columns(glossary: Glossary, look: BookLook, room_pt: float) -> list[_Column]:
    """The words and the results on as many pages as they need."""
    rows = _Rows(_glossary_rows(glossary, look, WORD_PT) if glossary.words else ())
    return [_Column(0.0, GLOSSARY_MM, rows.headed(*ends)) for ends in rows.cut(room_pt)]


def _glossary_rows(glossary: Glossary, look: BookLook, size_pt: float) -> Iterator[_Row]:
    yield _head_row((Span(glossary.head),), look)
    yield from _word_rows(glossary.words, look, size_pt)
    yield from _result_rows(glossary, look)


def _head_row(spans: Sequence[Span], look: BookLook) -> _Row:
    """The head of a part, in smaller type where it is too long for its column."""
    style = TextStyle(SANS, HEAD_PT, HEADED_PT, INK, look.accent, look.language, hang=False, justify=False)
    bold = tuple(replace(span, bold=not (span.raised or span.quiet)) for span in spans)
    (whole,) = set_lines(bold, style, WIDE_MM * 9)
    (line,) = set_lines(bold, style.with_(size_pt=HEAD_PT * min(1.0, GLOSSARY_MM / (whole.width_mm + 0.5))), WIDE_MM)
    return _Row(line, head=True, keep=1, height_pt=HEADED_PT, above_pt=HEAD_ABOVE_PT)


def _word_rows(words: Iterable[tuple[Span, ...]], look: BookLook, size_pt: float) -> Iterator[_Row]:
    """Each word and its meaning, hanging."""
    leading = size_pt * WORD_LEADING
    faces = text_faces(look.language)._replace(bold=SANS.bold)
    style = TextStyle(
        faces, size_pt, leading, INK, look.accent, look.language, indent_mm=BELOW_MM, first_mm=-BELOW_MM,
        justify=False, names=look.names, raised=False, reference_colour=QUIET,
    )  # fmt: skip
    for spans in words:
        apart = [replace(span, text="\u2002" + span.text) if span.raised and span.link else span for span in spans]
        whole = (set_lines(apart, style.with_(hyphenate=hyphens), GLOSSARY_MM) for hyphens in (False, True))
        lines = min(whole, key=len)  # words are divided only where that saves a line
        for number, line in enumerate(lines):
            yield _Row(line, keep=len(lines) - 1 - number, height_pt=leading, above_pt=0.0 if number else APART_PT)


def _result_rows(glossary: Glossary, look: BookLook) -> Iterator[_Row]:
    """Each table's heading, then its results."""
    style = TextStyle(
        SANS, WORD_PT, WORD_PT * WORD_LEADING, INK, language=look.language, indent_mm=CODE_MM, hang=False, justify=False
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


def _cut_evenly(
    rows: _Rows, room_pt: float, count: int, told: int, loosest: float
) -> tuple[list[list[list[_Row]]], float]:
    """The rows in the columns of as few pages as can be, those of the last page level, and the leading of all."""
    steps = [loosest - 0.04 * n for n in range(int((loosest - CLOSEST) / 0.04) + 1)]
    tried = [(_paged(rows.cut(room_pt / leading), count, told), leading) for leading in (*steps, CLOSEST)]
    pages, leading = next(one for one in tried if len(one[0]) == len(tried[-1][0]))
    cut = [[rows.headed(*ends) for ends in page] for page in pages]
    if pages:
        cut[-1] = rows.level(pages[-1][0][0], count + (1 if len(pages) > told > 0 else 0))
    if len(pages) == 1:
        leading = min(loosest, room_pt / max(map(_height, cut[0])))
    return cut, leading


def _paged(columns: list[tuple[int, int]], count: int, told: int) -> list[list[tuple[int, int]]]:
    pages: list[list[tuple[int, int]]] = []
    while columns:
        across = count if len(pages) < told or not told else count + 1
        pages.append(columns[:across])
        columns = columns[across:]
    return pages


def _letter(letter: str) -> str:
    """Above which letter an entry stands: kana under the first of their row, ideographs without readings together."""
    kana = unicodedata.normalize("NFKD", letter)[:1].translate(KANA)
    if "ぁ" <= kana <= "ん":
        return max(row for row in "ぁかさたなはまやらわ" if row <= kana).replace("ぁ", "あ")
    return "漢字" if unicodedata.name(letter, "").startswith("CJK") else letter.upper()


def _rows(
    entries: Sequence[IndexEntry], look: BookLook, wide_mm: float, size: float, glossary: Glossary
) -> Iterator[_Row]:
    before = ""
    for entry in entries:
        letter = _letter(entry.sound[:1])
        if letter != before:
            above = LEADING_PT * size
            yield _Row(None, letter=letter, again=glossary.more, keep=1, height_pt=above, above_pt=above, size=size)
            before = letter
        rows = list(_entry_rows(entry, look, 0.0, wide_mm, size, glossary.see))
        for inner in entry.below:
            rows += _entry_rows(inner, look, BELOW_MM, wide_mm, size, glossary.see)
        for number, row in enumerate(rows):
            after = len(rows) - 1 - number
            least = after if len(rows) <= WHOLE or after <= APART else APART if number == 0 else 0
            yield replace(row, keep=min(max(row.keep, least), MOST_LINES))


def _entry_rows(
    entry: IndexEntry, look: BookLook, indent_mm: float, wide_mm: float, size: float, see: str
) -> Iterator[_Row]:
    """The lines of the words, then the cases, run in: the first beside the last word, those too long for it below."""
    style = TextStyle(
        SANS, (SIZE_PT if not indent_mm else SIZE_PT - 0.3) * size, LEADING_PT * size, INK if not indent_mm else QUIET,
        language=look.language, indent_mm=indent_mm + HANG_MM, first_mm=-HANG_MM, hang=False, justify=False,
        hyphenate=False,
    )  # fmt: skip
    sent = (Span(see.format(entry=entry.see), italic=True),) if entry.see else ()
    cases = [] if sent else list(entry.cases)
    lines = _lines(entry.word, sent, style, wide_mm, _taken(cases[:1], size))
    rows: list[tuple[TextLine | None, list[RuleEntry]]] = [(line, []) for line in lines]
    for case in cases:
        line, beside = rows[-1]
        left = line.indent_mm + line.width_mm if line else indent_mm + HANG_MM
        if left + _taken([*beside, case], size) > wide_mm + 0.01:
            rows.append((None, beside := []))
        beside.append(case)
    for number, (line, group) in enumerate(rows):
        yield _Row(
            line, tuple(group), keep=len(rows) - 1 - number, height_pt=LEADING_PT * size, size=size,
            indent_mm=indent_mm + HANG_MM,
        )  # fmt: skip


def _lines(
    word: str, sent: tuple[Span, ...], style: TextStyle, wide_mm: float, taken_mm: float
) -> tuple[TextLine, ...]:
    """The lines of an entry, the last with room for a case: else its last word is moved down to it."""
    whole = (Span(word + " " if sent else word), *sent)
    lines = set_lines(whole, style, wide_mm)
    if lines[-1].indent_mm + lines[-1].width_mm + taken_mm <= wide_mm:
        return lines
    words, _, last = word.rpartition(" ")
    if not words:
        return set_lines(whole, style, wide_mm - taken_mm) if is_unspaced(word) else lines
    moved = set_lines((Span(last),), style.with_(first_mm=0.0), wide_mm)
    fits = moved[-1].indent_mm + moved[-1].width_mm + taken_mm <= wide_mm
    return (*set_lines((Span(words),), style, wide_mm), *moved) if fits else lines


def _references(cases: Sequence[RuleEntry], size: float, pages: Mapping[str, int] | None = None) -> list[TextRun]:
    """The numbers of cases, each with its page behind it, a link: two of one page share its number."""
    label, quiet = LABEL._replace(size_pt=LABEL.size_pt * size), _quiet(size)
    runs: list[TextRun] = []
    for number, case in enumerate(cases):
        page = "" if pages is None else str(pages.get(case.anchor, ""))
        after = str(pages.get(cases[number + 1].anchor, "")) if pages and number + 1 < len(cases) else None
        runs += [TextRun(", ", quiet)] if runs else []
        runs += [TextRun(case.label, label._replace(target=case.anchor))] if case.label else []
        if not (page and page == after and case.label):
            shown = MOST_PAGE if pages is None else page
            gap = "\u2005" if case.label and shown else ""
            runs.append(TextRun(gap + shown, quiet._replace(target=case.anchor)))
    return [run for run in runs if run.text]


def _taken(cases: Sequence[RuleEntry], size: float) -> float:
    """The room that cases take behind words, whatever their pages."""
    return sum(run_width(run.text, run.look) for run in _references(cases, size)) + PAGE_MM * size if cases else 0.0


def _quiet(size: float) -> Look:
    return Look("condensed-regular", SIZE_PT * size, QUIET)


class IndexPage(Flowable):
    """The columns of one page; every case is a link.

    key    how to read an entry
    pages  anchor -> page, from the previous pass
    """

    def __init__(
        self, columns: Sequence[_Column], look: BookLook, key: str = "", pages: Mapping[str, int] | None = None
    ) -> None:
        super().__init__()
        self.columns, self.look, self.key, self.pages = columns, look, key, pages or {}
        self.height = max(column.height_pt for column in columns)

    def numbered(self, pages: Mapping[str, int]) -> IndexPage:
        """The same with the numbers of the pages."""
        return IndexPage(self.columns, self.look, self.key, pages)

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
                base = y + (row.height_pt - HEADED_PT + 6.6 if row.head else 2.4)
                with canvas.tagged("P"):
                    if row.head and column is self.columns[-1]:
                        self._draw_key(left + column.width_mm * PT_PER_MM, base)
                    self._draw_words(row, left, base)

    def _draw_words(self, row: _Row, left: float, y: float) -> None:
        canvas = self.canv
        if row.letter:
            again = [TextRun(f" {row.again}", _quiet(row.size))] if row.more else []
            letter = TextRun(row.letter, Look("condensed-bold", LETTER_PT * row.size, self.look.accent))
            paint_runs(canvas, left, y, (letter, *again))
        if row.code:
            paint_runs(canvas, left, y, (TextRun(row.code, Look("condensed-bold", WORD_PT, INK)),))
        if row.words is not None:
            paint_line(canvas, left, y, row.words)
        begin = row.words.indent_mm + row.words.width_mm + PAGE_MM * row.size if row.words else row.indent_mm
        paint_runs(canvas, left + begin * PT_PER_MM, y, _references(row.cases, row.size, self.pages))

    def _draw_key(self, right: float, y: float) -> None:
        """How to read the first entry with a number."""
        cases = (case for column in self.columns for row in column.rows for case in row.cases)
        case = next((case for case in cases if case.label and case.anchor in self.pages), None)
        if case and self.key:
            before, _, after = self.key.format(case="\0", page=self.pages[case.anchor]).partition("\0")
            quiet = _quiet(1.0)
            runs = [TextRun(before, quiet), TextRun(case.label, LABEL), TextRun(after, quiet)]
            width = sum(run_width(run.text, run.look) for run in runs) * PT_PER_MM
            paint_runs(self.canv, right - width, y, runs)
