"""The index at the end of a rulebook: terms where they are defined, titles of cases, names of places that rules name.

In: a game in one language. Out: flowables, one a page, with the numbers and pages of the cases. A title that has a
term of the glossary in it stands a second time below that term. Read `index_entries` first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, takewhile
from operator import eq

from reportlab.lib.colors import HexColor
from reportlab.platypus.flowables import Flowable

from pnp.generators.book.index import RuleEntry, RuleIndex
from pnp.generators.book.look import INK, QUIET, WIDE_MM, BookLook
from pnp.generators.typeset.items import Look, TextRun, run_width
from pnp.generators.typeset.markup import Insert, Span, parse
from pnp.generators.typeset.paint import paint_runs
from pnp.generators.typeset.paragraph import TextLine, paint_line, set_lines
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.units import PT_PER_MM

COLUMNS, GAP_MM = 3, 7.0
COLUMN_MM = (WIDE_MM - GAP_MM * (COLUMNS - 1)) / COLUMNS
PAGE_MM, BELOW_MM = 2.0, 3.0
"""Space between the words, the numbers of the cases and their pages; how far an entry below another is moved in."""

ON_A_LINE = 2
"""Most cases of an entry on a line."""

SIZE_PT, LEADING_PT, LETTER_PT = 7.9, 9.95, 17.0
LABEL = Look("condensed-bold", SIZE_PT + 0.2, INK)
PAGES_MM = 7.4
"""Room for the pages of a line."""

MOST_LINES = 12
"""Most lines of an entry that are kept with its first."""

TIGHT, LOOSE = 0.86, (1.25, 1.12, 1.0)
"""Share of the leading where that saves a second page, and shares to try first, as far as a page has room for them."""

MOST_CASES = 3
"""Most cases of an entry; what more of them name is no subject of any."""

MOST_LETTERS, MOST_WORDS = 34, 4
"""Longest bold words that are taken for a term."""

ALPHABETS: Mapping[str, str] = {
    "fi": "abcdefghijklmnopqrstuvwxyzåäö",
    "pl": "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
    "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
}
"""Languages whose letters aren't in the order of Unicode, or have marks that make another letter."""

SMALL_WORDS: Mapping[str, frozenset[str]] = {
    "en": frozenset(
        "a at for from how in no not of on once one one’s only out several some the to two what when where while who "
        "whom within".split()
    ),
    "it": frozenset(
        "a al alla chi come con da di dove due i il in la le nessun nessuna non per più quando se senza solo soltanto "
        "un una uno".split()
    ),
    "fi": frozenset("ei ennen jos kaikki keneen kuinka kuka kun miksi milloin minne missä miten mitä vain "
                    "yksi".split()),
    "uk": frozenset("без в де для до з за коли лише на не ні один одна під про хто що як яка яке який які із "
                    "у".split()),
    "de": frozenset("am an auf aus bei das der die ein eine für im in kein keine mit nicht nur ohne von wann "
                    "was welche welcher welches wenn wer wie wo wohin zu zum".split()),
    "pl": frozenset("a bez co czy czym dla do gdy gdzie i ile jak jeden jedna jedno kiedy która które kto lub "
                    "na nie niż o od po pod przed przez raz są się tylko u w we z za ze że żaden żadna".split()),
    "ru": frozenset("без в во где для до за из как какая какие какое какой когда кому кто куда на не нет о об "
                    "один одна по под при с сколько только чей что".split()),
}  # fmt: skip
"""Words with which no entry begins: a title that does stands below its chapter."""

ENDINGS: Mapping[str, str] = {
    "de": "emnrs", "fi": "aäeinot", "it": "aehio", "pl": "aąceęghijmouówy", "ru": "авгеёимоуйхыьюя",
    "uk": "авгеєиіїймоухьюя",
}  # fmt: skip
"""The letters that the endings of inflected words are made of."""

ENDING, LEAST_STEM, LEAST_APART = 3, 3, 5
"""Most letters of an ending; fewest that two forms of a word have in common, and fewest where no case has both."""

_CODE = re.compile(r"[IVXLC]+|[0-9\W]+")


@dataclass(slots=True)
class IndexEntry:
    """A line of the index.

    cases  the cases that it leads to, in order
    below  entries under it
    again  whether it has a line of its own elsewhere, and gives way where the page is full
    """

    word: str
    cases: list[RuleEntry] = field(default_factory=list)
    below: list[IndexEntry] = field(default_factory=list)
    again: bool = False


def index_entries(
    game: Game, index: RuleIndex, texts: Mapping[str, str], stems: Sequence[str]
) -> list[IndexEntry]:
    """The entries in alphabetical order.

    texts  address -> the text of the case with its values filled in
    stems  beginnings of the words of the glossary's terms in the language of `game`; one in capitals is a whole word
    """
    entries: dict[str, IndexEntry] = {}
    ranks: dict[str, int] = {}   # 0 for a title or a place, 1 for the first words of a text, 2 for words in its midst

    def add(word: str, case: RuleEntry, *, bold: bool = False) -> None:
        rank = 0 if not bold else 1 if word[:1].isupper() else 2
        word = word[:1].upper() + word[1:]
        entry = entries.setdefault(word.casefold(), IndexEntry(word))
        ranks[word.casefold()] = min(rank, ranks.get(word.casefold(), rank))
        if case not in entry.cases:
            entry.cases.append(case)

    codes = {code.id for table in game.charts.tables for code in getattr(table, "codes", ())}
    small = SMALL_WORDS.get(game.language.split("-")[0], frozenset())
    below: list[tuple[str, RuleEntry]] = []
    chapter = ""
    for case in index.entries:
        title = case.case.title
        chapter = title if case.level == 0 else chapter
        if case.level and (title[0].isdigit() or title.split()[0].casefold() in small):
            below.append((chapter, case))
        else:
            add(title, case)
        for term in terms_in(texts.get(case.case.id, "")):
            if term not in codes:
                add(term, case, bold=True)
    for name, cases in _places(game, index, texts):
        for case in cases:
            add(name, case)
    kept = {key: entry for key, entry in entries.items() if len(entry.cases) <= MOST_CASES}
    for chapter, case in below:
        if chapter.casefold() in kept:
            kept[chapter.casefold()].below.append(IndexEntry(case.case.title, [case]))
    if game.language.split("-")[0] == "en":
        _join_plurals(kept)
    _join_forms(kept, ranks, ENDINGS.get(game.language.split("-")[0], ""))
    places = {space.name for space in game.map.spaces}
    for head, title in _turned(list(kept.values()), stems, places):
        if title.word not in [inner.word for inner in head.below]:  # two terms may have a stem in common
            head.below.append(IndexEntry(title.word, title.cases, again=True))
    order = _order(game.language)
    anchors = [case.anchor for case in index.entries]
    for entry in kept.values():
        entry.cases.sort(key=lambda case: anchors.index(case.anchor))
        entry.below.sort(key=lambda inner: order(inner.word))
    return sorted(kept.values(), key=lambda entry: order(entry.word))


def terms_in(text: str) -> Iterator[str]:
    """The bold words of a text that may be terms: few, and no numbers or codes."""
    for block in parse(text):
        for span in () if isinstance(block, Insert) else block.spans:
            word = span.text.strip(" .,:;")
            short = 1 < len(word) <= MOST_LETTERS and len(word.split()) <= MOST_WORDS
            if span.bold and not span.link and short and not _CODE.fullmatch(word) and not re.search(r"[0-9]", word):
                yield word


def _places(
    game: Game, index: RuleIndex, texts: Mapping[str, str]
) -> Iterator[tuple[str, list[RuleEntry]]]:
    """The name of each space that a rule names, and the cases that do."""
    for name in dict.fromkeys(space.name for space in game.map.spaces if len(space.name) > 3):
        whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        found = ((entry, texts.get(entry.case.id, "")) for entry in index.entries)
        cases = [entry for entry, text in found if name in text and whole.search(text)]
        if 0 < len(cases) <= MOST_CASES:
            yield name, cases


def _join_plurals(entries: dict[str, IndexEntry]) -> None:
    """Make one entry, under the plural, of an English word and its plural in s."""
    for plural in [key for key in entries if key.endswith("s") and not key.endswith("ss") and key[:-1] in entries]:
        _join(entries, plural, plural[:-1])


def _join_forms(entries: dict[str, IndexEntry], ranks: Mapping[str, int], letters: str) -> None:
    """Make one entry of the forms of an inflected term, under its title, the form that begins a text, or the shortest.

    ranks    how near to the nominative a word stands: 0 for a title, which joins no other
    letters  those of endings
    """
    for key in sorted((key for key in entries if ranks[key]), key=lambda key: (-ranks[key], -len(key))):
        forms = (other for other in entries if other != key and _alike(entries[key], entries[other], letters))
        better = min(forms, key=lambda other: (ranks[other], len(other)), default=None)
        if better is not None:
            _join(entries, better, key)


def _alike(one: IndexEntry, other: IndexEntry, letters: str) -> bool:
    """Whether the words of two entries differ in their endings only, which are made of `letters`."""
    words, others = one.word.casefold().split(), other.word.casefold().split()
    if len(words) != len(others):
        return False
    together = any(case in other.cases for case in one.cases)
    common = 0
    for word, form in zip(words, others, strict=True):
        same = len(list(takewhile(bool, map(eq, word, form))))
        if word != form and (same < LEAST_STEM or not all(_ends(rest[same:], letters) for rest in (word, form))):
            return False
        common += same
    return common >= (LEAST_STEM if together else LEAST_APART)


def _ends(rest: str, letters: str) -> bool:
    return len(rest) <= ENDING and set(rest) <= set(letters)


def _join(entries: dict[str, IndexEntry], kept: str, gone: str) -> None:
    """Move what an entry leads to into another."""
    entry, other = entries[kept], entries.pop(gone)
    entry.cases += [case for case in other.cases if case not in entry.cases]
    entry.below += other.below


def _turned(
    listed: Sequence[IndexEntry], stems: Sequence[str], places: Collection[str]
) -> Iterator[tuple[IndexEntry, IndexEntry]]:
    """Each title with a term in it, but not at its beginning, and the shortest entry of that term, no place."""
    for stem in stems:
        heads = [e for e in listed if " " not in e.word and e.word not in places and _begins(e.word, stem)]
        if not heads:
            continue
        head = min(heads, key=lambda e: len(e.word))
        for entry in listed:
            if entry is not head and any(_begins(word, stem) for word in entry.word.split()[1:]):
                yield head, entry


def _begins(word: str, stem: str) -> bool:
    """Whether a word begins with a stem, or is it where that is an abbreviation."""
    return word == stem if stem.isupper() else word.casefold().startswith(stem.casefold())


def _order(language: str) -> Callable[[str], list[int]]:
    alphabet = ALPHABETS.get(language.split("-")[0], "")

    def key(word: str) -> list[int]:
        folded = word.casefold()
        if not alphabet:
            folded = "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))
        return [1000 + alphabet.index(c) if c in alphabet else ord(c) for c in folded if c.isalnum() or c == " "]

    return key


# On paper -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Row:
    """A line as printed: a letter, an entry, or one below it.

    cases    those on this line: all have a label, or none has
    goes_on  continues the entry of the line before
    """

    words: TextLine | None
    cases: tuple[RuleEntry, ...] = ()
    letter: str = ""
    goes_on: bool = False
    height_pt: float = LEADING_PT


def index_pages(
    entries: Sequence[IndexEntry], pages: Mapping[str, int], look: BookLook, room_pt: float
) -> list[IndexPage]:
    """The index in columns, each page at most `room_pt` high, the columns of all pages level.

    It is set closer, and without its second entries, where that saves a page, and looser where that takes none.
    pages  anchor -> page, from the previous pass
    """
    once = [replace(entry, below=[inner for inner in entry.below if not inner.again]) for entry in entries]
    ways = [
        [replace(row, height_pt=row.height_pt * leading) for row in _rows(listed, look)]
        for listed, leading in (*((entries, loose) for loose in LOOSE), (entries, TIGHT), (once, TIGHT))
    ]  # fmt: skip
    rows = min(ways, key=lambda way: -(-len(_columns(way, room_pt)) // COLUMNS))
    most = -(-len(_columns(rows, room_pt)) // COLUMNS) * COLUMNS
    height = sum(row.height_pt for row in rows) / most
    while len(columns := _columns(rows, height)) > most:
        height = min(height + LEADING_PT / 2, room_pt)
    return [IndexPage(columns[n : n + COLUMNS], pages) for n in range(0, len(columns), COLUMNS)]


def _head(letter: str) -> str:
    """Above which letter an entry stands: all ideographs, whose readings nobody tells us, stand under one head."""
    return "漢字" if unicodedata.name(letter, "").startswith("CJK") else letter.upper()


def _rows(entries: Sequence[IndexEntry], look: BookLook) -> Iterator[_Row]:
    before = ""
    for entry in entries:
        letter = _head(entry.word[:1])
        if letter != before:
            yield _Row(None, letter=letter, height_pt=LETTER_PT)
            before = letter
        yield from _entry_rows(entry, look, 0.0)
        for inner in entry.below:
            yield from _entry_rows(inner, look, BELOW_MM)


def _entry_rows(entry: IndexEntry, look: BookLook, indent_mm: float) -> Iterator[_Row]:
    """The first line with the first case, then the rest of the words and of the cases."""
    style = TextStyle(
        SANS, SIZE_PT if not indent_mm else SIZE_PT - 0.3, LEADING_PT, INK if not indent_mm else QUIET,
        language=look.language, indent_mm=indent_mm, hang=False, justify=False, hyphenate=False,
    )  # fmt: skip
    alike = [list(cases) for _, cases in groupby(entry.cases, key=lambda case: bool(case.label))]
    groups = [cases[n : n + ON_A_LINE] for cases in alike for n in range(0, len(cases), ON_A_LINE)]
    wide = max(run_width(", ".join(case.label for case in group if case.label), LABEL) for group in groups)
    lines = set_lines((Span(entry.word),), style, COLUMN_MM - wide - PAGES_MM - 2 * PAGE_MM)
    for number in range(max(len(lines), len(groups))):
        cases = tuple(groups[number]) if number < len(groups) else ()
        yield _Row(lines[number] if number < len(lines) else None, cases, goes_on=number > 0)


def _columns(rows: Sequence[_Row], height_pt: float) -> list[list[_Row]]:
    """The rows in columns of `height_pt`; neither an entry nor a letter and its first entry are parted."""
    columns: list[list[_Row]] = [[]]
    used = 0.0
    for number, row in enumerate(rows):
        if columns[-1] and used + _together_pt(rows, number) > height_pt + 0.1:
            columns.append([])
            used = 0.0
        columns[-1].append(row)
        used += row.height_pt
    return columns


def _together_pt(rows: Sequence[_Row], number: int) -> float:
    """The height of what stands together from this row on; of a line that goes on, its own."""
    if rows[number].goes_on:
        return rows[number].height_pt
    last = number + 1 if rows[number].letter else number
    after = takewhile(lambda row: row.goes_on, rows[last + 1 : last + 1 + MOST_LINES])
    return sum(row.height_pt for row in (*rows[number : last + 1], *after))


class IndexPage(Flowable):
    """The columns of one page of the index; every case is a link."""

    def __init__(self, columns: Sequence[Sequence[_Row]], pages: Mapping[str, int]) -> None:
        super().__init__()
        self.columns, self.pages = columns, pages
        self.height = max(sum(row.height_pt for row in column) for column in columns)

    def wrap(self, available_width: float, available_height: float) -> tuple[float, float]:
        """The whole width, and the height of the highest column."""
        self.width = available_width
        return self.width, self.height

    def draw(self) -> None:
        """Paint the columns with a rule between them."""
        canvas = self.canv
        canvas.setStrokeColor(HexColor("#cfcac2"))
        canvas.setLineWidth(0.5)
        for number, column in enumerate(self.columns):
            left = number * (COLUMN_MM + GAP_MM) * PT_PER_MM
            if number:
                canvas.line(left - GAP_MM / 2 * PT_PER_MM, 0, left - GAP_MM / 2 * PT_PER_MM, self.height)
            y = self.height
            for row in column:
                y -= row.height_pt
                self._draw_row(row, left, y + 2.4)

    def _draw_row(self, row: _Row, left: float, y: float) -> None:
        with self.canv.tagged("P"):
            self._draw_words(row, left, y)

    def _draw_words(self, row: _Row, left: float, y: float) -> None:
        canvas, right = self.canv, left + COLUMN_MM * PT_PER_MM
        if row.letter:
            paint_runs(canvas, left, y, (TextRun(row.letter, Look("condensed-bold", 11.6, INK)),))
        if row.words is not None:
            paint_line(canvas, left, y, row.words)
        self._draw_list([(case.label, case.anchor) for case in row.cases if case.label], LABEL,
                        right - (PAGES_MM + PAGE_MM) * PT_PER_MM, y)  # fmt: skip
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
