"""The pages at the end of a rulebook on which a reader finds a word: glossary and key to the results of combat in a
column at the left, the index beside it in level columns, the notes on the edition below.

In: what is listed, and the pages of the cases. Out: flowables. Read `index_pages` first.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, groupby, islice, pairwise, product
from typing import NamedTuple

from reportlab.platypus.flowables import Flowable

from pnp.generators.book.flow import Heading
from pnp.generators.book.index import RuleEntry
from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.book.word_index import ALPHABETS, KANA, IndexEntry
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.paragraph import TextLine, paint_line, set_lines
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle, text_faces
from pnp.units import PT_PER_MM

WAYS, GAP_MM = ((1 / 3, 2), (0.29, 3), (1 / 4, 3)), 6.0
"""The share of the page that the left column may have, with the columns of the index beside it; the white between. The
columns of the last are all as wide: where the left one ends, the index has its place.
"""
PAGE_MM, WHITE_MM = 7.4, 1.4
"""Room for a page's number, at the end of which it stands; white before cases, half of that before pages."""
BELOW_MM, HANG_MM = 3.0, 5.0
"""How far an entry below another is moved in, and an entry's further lines."""

SIZE_PT, LEADING_PT, LETTER_PT, LETTER_ABOVE = 7.9, 9.95, 11.6, 0.55
"""Size of the entries, of the letters above them, and the grid that both stand on; white above a letter, in lines."""
LABEL = Look("condensed-medium", SIZE_PT, INK)
QUIETLY = Look("condensed-regular", SIZE_PT, QUIET)
SIZES, CLOSEST, LOOSEST = (1.2, 1.15, 1.08, 1.0, 0.95, 0.9, 0.86), 0.95, 1.12
"""Shares of the type that are tried, the largest first; the least and the greatest of the leading."""

HEAD_PT, WORD_PT, WORD_LEADING, APART_PT, MOST_APART_PT = 12.5, 8.5, 1.28, 3.4, 3.0
"""Size of the head of a part; size and leading of the glossary, the white between its words, and the most added to it,
or to that above letters, so that columns end level where they nearly do.
"""
NOTE_PT, NOTE_LEADING_PT = 7.9, 10.2
"""Type of what is told of the edition."""
ABOVE_PT = 16.0
"""White above a page's last part."""
CODE = Look("condensed-bold", WORD_PT, INK)
HEADED_PT, HEAD_UP_PT, BAND_PT, UP_PT = 25.0, 9.0, 13.0, 2.4
"""Height of a head below the rule above it, its baseline above its foot, and the white above that rule; the baseline of
other rows above their foot.
"""
CODE_MM, RESULT_PT = 2.5, 11.8
"""White between a result's code and its name; height of its line."""
LARGER, TURNED, AWAY = 0.5, 0.01, 0.12
"""What type that is twice as large is worth, what a line of the index more costs, and notes that stand elsewhere."""

WHOLE, APART, MOST_LINES = 6, 2, 12
"""An entry of so many lines is never parted; fewest lines of another on either side; most that stay with the first."""
RAGGED_PT, GOES_ON_PT, RAISED_PT, TRIED = 12.0, 4.0, 5.0, 5
"""How much shorter a column may be that ends with a whole letter, and what one that doesn't costs; the steps in which
columns grow until they hold all, and how many more are tried.
"""


@dataclass(frozen=True, slots=True)
class Glossary:
    """What stands beside the index.

    head     above the words
    words    each with its meaning, and its address
    results  a heading, then code and name of each result: of every table of combat
    index    head of the index
    about    head of what is told of the edition
    notes    its paragraphs
    see      an entry that sends to another, with "{entry}" in it
    key      how to read an entry, with "{case}" and "{page}" in it
    """

    head: str = ""
    words: Sequence[tuple[Span, ...]] = ()
    results: Sequence[tuple[tuple[Span, ...], Sequence[tuple[str, str]]]] = ()
    index: str = ""
    about: str = ""
    notes: Sequence[tuple[Span, ...]] = ()
    see: str = "→ {entry}"
    key: str = ""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line as printed: a head, a letter, a result, a line of a word's meaning, an entry, or one below it.

    cases    whose numbers and pages stand at the right end
    letter   which it is itself
    code     before the words
    ruled    it is a head, or level with one beside it
    about    it is the head of what is told of the edition
    keep     how many rows after it stay in its column
    above_pt white above it, none at the head of a column
    """

    words: TextLine | None
    cases: Sequence[RuleEntry] = ()
    letter: str = ""
    code: str = ""
    ruled: bool = False
    about: bool = False
    keep: int = 0
    height_pt: float = LEADING_PT
    above_pt: float = 0.0


class _Column(NamedTuple):
    """Rows in a column of `width_mm`; `joined` to the one at its left, whose rule and head are its own."""

    rows: Sequence[_Row]
    left_mm: float
    width_mm: float
    joined: bool = False


def _height(rows: Sequence[_Row]) -> float:
    """From the first row of a column to the last."""
    return sum(row.height_pt + row.above_pt for row in rows) - sum(row.above_pt for row in rows[:1])


def index_pages(
    entries: Sequence[IndexEntry], look: BookLook, room_pt: float, glossary: Glossary
) -> list[IndexPage]:
    """The glossary, the results and the index on pages, each at most `room_pt` high: on a single one as it looks best,
    else on as few as can be; what is told of the edition as a last part below, where it has room there.
    """
    ways: list[tuple[float, list[IndexPage]]] = []
    for (share, count), size, away in product(WAYS, SIZES, (0.0, AWAY) if glossary.notes else (0.0,)):
        foot = [] if away else about_part(glossary, look, max(size, 1.0))
        room = room_pt - sum(part.height + ABOVE_PT for part in foot)
        made = partial(_pages, entries, glossary, look, share, count, size)
        if len(least := made(room, CLOSEST)) == 1:
            leading = min((room - least[0].height) / least[0].height + CLOSEST, LOOSEST)
            tried = (made(room, way) for way in (leading, 0.98 * leading, CLOSEST))
            page, *_ = next(pages for pages in tried if len(pages) == 1)
            ways.append((page.worth - away, [page.evened(), *foot]))
    if not ways:
        return _pages(entries, glossary, look, *WAYS[-1], 1.0, room_pt, 1.0)
    return max(ways, key=lambda way: way[0])[1]


def about_part(glossary: Glossary, look: BookLook, scale: float = 1.0) -> list[IndexPage]:
    """What is told of the edition, in two columns of whole paragraphs below a head across the page."""
    if not glossary.notes:
        return []
    wide_mm = _width_of(1.0, 2)
    first, *more = _head_rows((Span(glossary.about),), look, WIDE_MM / scale)
    style = TextStyle(SANS, NOTE_PT, NOTE_LEADING_PT, INK, language=look.language, hang=False, justify=False)
    told = _Rows(_word_rows(glossary.notes, style, wide_mm / scale), 1.0)
    left, *right = (told.column(*part) for part in told.level(0, 2, _height(told.rows)))
    head = [replace(first, about=True), *more]
    columns = [_Column([*head, *left], 0.0, WIDE_MM)]
    columns += [_Column([_Row(None, height_pt=_height(head)), *rows], wide_mm + GAP_MM, wide_mm) for rows in right]
    return [IndexPage(columns, look, scale)]


def _width_of(share: float, count: int) -> float:
    """The width of each of so many columns in a share of the page."""
    return (WIDE_MM + GAP_MM) * share / count - GAP_MM


def _pages(
    entries: Sequence[IndexEntry], glossary: Glossary, look: BookLook, share: float, count: int, scale: float,
    room_pt: float, leading: float,
) -> list[IndexPage]:  # fmt: skip
    """The pages with a left column of that share, and so many of the index beside it; the last are level."""
    room, share = room_pt / scale, share if glossary.words else 0.0
    left_mm, width = _width_of(share, 1), _width_of(1 - share, count)
    left = _Rows(_left_rows(glossary, look, left_mm / scale), leading)
    index = _Rows(_rows(entries, look, width / scale, glossary), leading)
    pages, told, begin = list[IndexPage](), 0, 0
    while told < len(left.rows) or begin < len(index.rows):
        columns = []
        if told < len(left.rows):
            (first, told), *_ = left.cut(told, room)
            columns.append(_Column(left.column(first, told), 0.0, left_mm))
        if begin < len(index.rows):
            x, several = (left_mm + GAP_MM, count) if columns else (0.0, count + 1)
            head, *_ = _head_rows((Span(glossary.index),), look, width / scale)
            parts = index.level(begin, several, room - HEADED_PT)
            for n, part in enumerate([*parts, *[(0, 0)] * (several - len(parts))]):
                top = replace(head, words=None) if n else head
                at = x + n * (width + GAP_MM)
                columns.append(_Column([top, *index.column(*part)], at, width, joined=n > 0))
            begin = parts[-1][1]
        pages.append(IndexPage(columns, look, scale))
    return pages


class _Rows:
    """Rows to be cut into columns, each named by its first row and the one after its last.

    places  rows with which a column may begin, as none before keeps them, and the end
    """

    def __init__(self, rows: Iterable[_Row], leading: float) -> None:
        shares = ((row, 1.0 if row.ruled else leading) for row in rows)  # heads keep theirs
        self.rows = [replace(row, height_pt=row.height_pt * n, above_pt=row.above_pt * n) for row, n in shares]
        self.feet = [*accumulate((row.height_pt + row.above_pt for row in self.rows), initial=0.0)]
        kept = accumulate((min(n + row.keep, len(self.rows) - 1) for n, row in enumerate(self.rows)), max)
        self.places = [0, *(n + 1 for n, last in enumerate(kept) if last <= n)] if self.rows else []

    def column(self, begin: int, end: int) -> list[_Row]:
        """The rows of a column, without the white above the first."""
        return [replace(row, above_pt=row.above_pt * (n > 0)) for n, row in enumerate(self.rows[begin:end])]

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

        def ill(columns: Sequence[tuple[int, int]]) -> tuple[int, float]:
            highs = [_height(self.rows[slice(*column)]) for column in columns]
            parted = sum(not self.rows[n].letter for n, _ in columns)
            return -len(columns), max(highs) - min(highs) + GOES_ON_PT * parted

        return min(some, key=ill)


# The left column ----------------------------------------------------------------------------------


def _left_rows(glossary: Glossary, look: BookLook, wide_mm: float) -> Iterator[_Row]:
    """The words of the game, and the results of each table of combat."""
    if glossary.words:
        style = TextStyle(
            text_faces(look.language)._replace(bold=SANS.bold), WORD_PT, WORD_PT * WORD_LEADING, INK, look.accent,
            look.language, indent_mm=BELOW_MM, first_mm=-BELOW_MM, justify=False, names=look.names, raised=False,
            reference_colour=QUIET,
        )  # fmt: skip
        yield from _head_rows((Span(glossary.head),), look, wide_mm)
        yield from _word_rows(glossary.words, style, wide_mm)
        for head, results in glossary.results:
            rows = _result_rows(results, look, wide_mm)
            heads = _head_rows(head, look, wide_mm)
            yield from (replace(row, keep=min(len(heads) + len(rows) - 1 - n, MOST_LINES))
                        for n, row in enumerate([*heads, *rows]))  # fmt: skip


def _head_rows(head: Sequence[Span], look: BookLook, wide_mm: float) -> list[_Row]:
    """A head under a rule, smaller where that saves a line, which stays with what follows it."""
    bold = tuple(replace(span, bold=not (span.raised or span.quiet)) for span in head)
    style = TextStyle(look.heads, HEAD_PT, HEADED_PT, INK, language=look.language, hang=False, justify=False)
    sizes = (style.with_(size_pt=HEAD_PT * share) for share in (1.0, 0.92, 0.84, 0.76))
    first, *more = min((set_lines(bold, size, wide_mm) for size in sizes), key=len)
    rows = [_Row(first, ruled=True, height_pt=HEADED_PT, above_pt=BAND_PT)]
    rows += [_Row(line, height_pt=HEAD_PT * WORD_LEADING) for line in more]
    return [replace(row, keep=len(more) + APART - n) for n, row in enumerate(rows)]


def _word_rows(words: Iterable[tuple[Span, ...]], style: TextStyle, wide_mm: float) -> Iterator[_Row]:
    """Words with their meaning, or notes, none parted; words are divided only where that saves a line."""
    for spans in words:
        apart = [replace(span, text="\u2002" + span.text) if span.raised and span.link else span for span in spans]
        lines = min((set_lines(apart, style.with_(hyphenate=one), wide_mm) for one in (False, True)), key=len)
        for number, line in enumerate(lines):
            above = 0.0 if number else APART_PT
            yield _Row(line, keep=len(lines) - 1 - number, height_pt=style.leading_pt, above_pt=above)


def _result_rows(results: Iterable[tuple[str, str]], look: BookLook, wide_mm: float) -> list[_Row]:
    """The results of a table, their names hanging behind their codes."""
    named = [(code, name) for code, name in results if code.strip("-–— ")]  # nobody looks up a dash
    indent = CODE_MM + max((run_width(code, CODE) for code, _ in named), default=0.0)
    style = TextStyle(
        SANS, WORD_PT, WORD_PT * WORD_LEADING, INK, language=look.language, indent_mm=indent, hang=False,
        justify=False, hyphenate=False,
    )  # fmt: skip
    return [
        _Row(line, code="" if number else code, height_pt=RESULT_PT)
        for code, name in named for number, line in enumerate(set_lines((Span(name),), style, wide_mm))
    ]  # fmt: skip


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
    """The lines of the words, condensed where that saves any, with the cases beside the last of them or, where they
    have no room there, below it.
    """
    style = TextStyle(
        SANS, SIZE_PT - 0.3 * bool(indent_mm), LEADING_PT, INK,
        language=look.language, indent_mm=indent_mm + HANG_MM, first_mm=-HANG_MM, hang=False, justify=False,
        hyphenate=False,
    )  # fmt: skip
    ways = (_rows_in(style.with_(faces=faces), entry, wide_mm, see) for faces in (SANS, CONDENSED))
    usual = next(ways)
    rows = usual if len(usual) == 1 else min(usual, next(ways), key=len)
    return (replace(row, keep=len(rows) - 1 - number) for number, row in enumerate(rows))


def _rows_in(style: TextStyle, entry: IndexEntry, wide_mm: float, see: str) -> list[_Row]:
    """The lines of an entry in one style."""
    sent = (Span(see.format(entry=entry.see), italic=True),) if entry.see else ()
    cases = [] if sent else entry.cases
    (whole,) = set_lines((Span(entry.word),), style, WIDE_MM)
    room = wide_mm - max(whole.indent_mm + whole.width_mm, style.indent_mm)
    groups = [cases] if len(cases) < 2 or _taken(cases) <= room else [[case] for case in cases]
    lines = _lines(entry.word, sent, style, wide_mm, _taken(groups[0]))
    rows, free = [_Row(line) for line in lines], wide_mm - lines[-1].indent_mm - lines[-1].width_mm
    if free >= _taken(groups[0]) - 0.01:
        rows[-1] = replace(rows[-1], cases=groups.pop(0))
    return [*rows, *(_Row(None, group) for group in groups)]


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
    """Columns of rows beside each other, rules above their heads and between those that go on; every case is a link.

    scale  of all that is printed; the columns are measured without it
    pages  anchor -> page, from the previous pass, which the builder of the book sets
    about  the heading of what is told of the edition, which registers its place
    """

    def __init__(self, columns: Sequence[_Column], look: BookLook, scale: float) -> None:
        super().__init__()
        self.columns, self.look, self.scale = columns, look, scale
        self.pages: Mapping[str, int] = {}
        self.about: Heading | None = None
        self.height, self.spaceBefore = max(_height(column.rows) for column in columns) * scale, ABOVE_PT

    @property
    def worth(self) -> float:
        """How well it is read: how large its type is, and how few lines its index has."""
        return LARGER * self.scale - TURNED * sum(len(column.rows) for column in self.columns[1:])

    def evened(self) -> IndexPage:
        """The same with more white above words, results and letters, so that all columns end together."""

        def spread(rows: Sequence[_Row]) -> list[_Row]:
            gaps = [n for n, row in enumerate(rows) if n and (row.above_pt or row.code)]
            more = min((self.height / self.scale - _height(rows)) / max(len(gaps), 1), MOST_APART_PT)
            return [replace(row, above_pt=row.above_pt + more * (n in gaps)) for n, row in enumerate(rows)]

        return IndexPage([one._replace(rows=spread(one.rows)) for one in self.columns], self.look, self.scale)

    @property
    def tells(self) -> bool:
        """Whether it tells of the edition."""
        return any(row.about for column in self.columns for row in column.rows)

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of the highest column."""
        self.width = available_width
        return self.width, self.height

    def draw(self) -> None:
        """Paint the columns and their rules."""
        canvas = self.canv
        canvas.scale(self.scale, self.scale)
        top = self.height / self.scale
        low = max(_height(column.rows) for column in self.columns if column.joined) if self.columns[-1].joined else 0.0
        for rows, left_mm, width_mm, joined in self.columns:
            mm = PT_PER_MM / self.scale
            left, right, y = left_mm * mm, (left_mm + width_mm) * mm, top
            if joined:
                x = left - GAP_MM / 2 * mm
                canvas.setStrokeColor("#cfcac2")
                canvas.setLineWidth(0.5)
                canvas.line(x, top - low, x, top - HEADED_PT)
            for place, row in enumerate(rows):
                y -= row.above_pt if place else 0.0
                if row.ruled:
                    canvas.setStrokeColor(INK)
                    canvas.setLineWidth(0.7)
                    canvas.line(left - GAP_MM * mm * joined, y, right, y)
                y -= row.height_pt
                if row.about and self.about:
                    self._register(self.about, left, y)
                with canvas.tagged("H1" if row.about else "H2" if row.ruled and row.words else "P"):
                    self._draw_words(row, left, right, y + (HEAD_UP_PT if row.ruled else UP_PT))

    def _register(self, heading: Heading, left: float, y: float) -> None:
        """Add a heading to the outline, which stands in a column."""
        heading.canv = self.canv
        self.canv.saveState()
        self.canv.translate(left, y)
        heading.register(first=False)
        self.canv.restoreState()

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
