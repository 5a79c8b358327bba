"""The layout of PDFs of four games, each in one language and on one paper, read from the finished file;
`python -m benchmarks.layout` reads those of all games in every language.

Each rule is a function from a page to the places where it is broken; the same functions read pages that are broken on
purpose, at the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from pnp.generators.book.story import MOST_CONTENTS
from pnp.generators.book.tabs import WIDE_MM as TAB_MM
from pnp.model.game import Game
from pnp.sources import load_game
from pnp.translate.apply import localised
from tests.press.conftest import GAMES, LANGUAGES, PAPERS, ROOT, Built, first_come
from tests.press.finished import Box, Mark, Page, read

PT = 72 / 25.4
"""pt in a mm."""

BOOK_MM, OUTER = 180.0, 0.48
"""Width of a book's type area: two columns of 87 mm with their numbers, and 6 mm between them; and the share of the
white beside it that lies on the outer side of a page.
"""

TITLE_PAGE = 2
"""The page of a book behind the cover, which is art to the paper's edge."""

SIDE_MM, STRIP_MM = 12.0, 10.0
"""Margins of a chart left and right, and of the strip with the rulers at its foot."""

EDGE_MM = 6.0
"""What home printers leave out along the paper's edge."""

PRODUCTS = ("rulebook", "charts", "player-aid", "read-me-first", "scenarios", "counters", "displays", "map")

LEAST_PT = {
    "rulebook": 6.5, "charts": 6.5, "player-aid": 6.5, "read-me-first": 6.5, "scenarios": 6.5, "counters": 5.0,
    "displays": 6.0, "map": 4.5,
}  # fmt: skip
"""Smallest type of each product (of a map, that of its hexes' numbers). The words of a
picture that is drawn at a reduced size may be smaller: of a counter, of a piece of the map in a book.
"""

STRIP_LEAST_PT = 5.0
"""The same in the strip along the foot of a sheet."""

MOST_SIZES = 8
"""Of type on a sheet, without that on counters and on pictures."""

CUT_MARK_MM = 6.0
"""A cut mark is straight and no longer than this."""

BLEED_MM = 1.5
"""How far the art of a sheet goes on beyond where it is cut."""

SLACK_MM = 1.2
"""Punctuation hangs a little out of columns, as does the mark behind a heading, and a rule is as thick as its pen."""


# The rules ----------------------------------------------------------------------------------------


def product_of(path: Path) -> str:
    """rulebook, charts, player-aid, counters, map or read-me-first; "" for what repeats the pages of another."""
    booklet = path.stem.endswith("booklet")
    return "" if booklet else next((name for name in PRODUCTS if path.name.startswith(name)), "")


def type_area(product: str, page: Page) -> list[Box]:
    """The parts of a page of a book or chart on which anything may stand: the type area first, then foot and head."""
    width, height = page.width, page.height
    if product == "charts":
        return [
            (SIDE_MM, 10.0, width - SIDE_MM, height - 19.0),
            (STRIP_MM, height - 19.0, width - STRIP_MM, height - EDGE_MM),
        ]
    left = (width - BOOK_MM) * (1.0 - OUTER if page.opens_right else OUTER)
    right = left + BOOK_MM
    top = 13.8 if page.number == TITLE_PAGE else 22.8
    head, foot = (left, 9.0, right, 18.0), (left, height - 19.0, right, height - 7.0)
    return [(left, top, right, height - 20.0), foot, *([head] if page.number > TITLE_PAGE else [])]


def outside_type_area(product: str, page: Page) -> Iterator[str]:
    """Whatever stands beside the type area of a book or chart, head and foot, but for the tabs of a book."""
    areas = [_grown(area, SLACK_MM) for area in type_area(product, page)]
    for mark in page.marks(areas[0]):
        if not (any(_within(mark.box, area) for area in areas) or (product == "rulebook" and _is_of_tab(mark))):
            yield str(mark)


def too_small(product: str, page: Page) -> Iterator[str]:
    """Words set smaller than the product's least size, or on a counter than the counters'."""
    small = [mark for mark in page.texts(below_pt=LEAST_PT[product] - 0.01) if mark.text.strip()]
    counters = page.counters() if small else []
    for mark in small:
        in_strip = product != "rulebook" and mark.box[1] > page.height - 19.0
        on_counter = any(_within(mark.box, counter) for counter in counters)
        on_piece = product == "rulebook" and mark.clipped
        if not mark.natural and (on_counter or on_piece):
            continue
        least = LEAST_PT["counters" if on_counter else "map" if on_piece else product]
        if in_strip:
            least = STRIP_LEAST_PT
        if mark.size_pt < least - 0.01:
            yield f"{mark.size_pt:.2f} pt: {mark}"


def too_many_sizes(product: str, page: Page) -> Iterator[str]:
    """The sizes of type of a sheet with more than `MOST_SIZES`; type on counters and pictures doesn't count."""
    counters = [_grown(box, 0.1) for box in page.counters()]
    of_the_sheet = {
        round(mark.size_pt, 1) for mark in page.texts() if mark.natural and mark.text.strip()
        and not any(_within(mark.box, counter) for counter in counters)
    }  # fmt: skip
    if len(of_the_sheet) > MOST_SIZES:
        yield f"page {page.number}: {', '.join(map(str, sorted(of_the_sheet)))} pt"


def half_empty(product: str, page: Page) -> Iterator[str]:
    """A page of whose height less than half is in use, the mean of its left and its right half."""
    left, right = page.in_use(type_area(product, page)[0])
    if left + right < 1.0:
        yield f"page {page.number}: {left:.0%} and {right:.0%} of the height in use"


def in_printers_margin(product: str, page: Page) -> Iterator[str]:
    """What stands nearer to the paper's edge than printers print: all but cut marks, art within the bleed, and the
    tint of the tabs of a book.
    """
    inside = (EDGE_MM, EDGE_MM, page.width - EDGE_MM, page.height - EDGE_MM)
    if page.is_white(inside):
        return
    trim = page.box("trim")
    bleed = _grown(trim, BLEED_MM + 0.05)
    bleeds = trim != page.box("media")
    for mark in page.marks(_grown(inside, 0.05)):
        if product == "rulebook" and _is_tint_of_tab(mark):
            continue
        if not (_is_cut_mark(mark) or (bleeds and mark.kind != "text" and _within(mark.box, bleed))):
            yield str(mark)


def shortened(product: str, page: Page) -> Iterator[str]:
    """Words cut off with an ellipsis; one between two numbers, "−3 … +3", stands for those between them, and a caption
    that ends with one goes on in the next, "4 They turn south …", "5 … and meet".
    """
    for cut in re.findall(r"(?m)^.*(?:…|\.\.\.).*$", re.sub(r"\d … [+−]?\d|…\s+\d\s*…", "", page.text)):
        yield f"page {page.number}: {cut.strip()}"


Rule = Callable[[str, Page], Iterator[str]]

RULES: dict[Rule, tuple[str, ...]] = {
    outside_type_area: ("rulebook", "charts"),
    too_small: PRODUCTS,
    too_many_sizes: ("charts", "player-aid", "displays", "map", "scenarios"),
    half_empty: ("rulebook",),
    in_printers_margin: PRODUCTS,
    shortened: PRODUCTS,
}
"""Each rule, and the products for which it holds."""


@dataclass(frozen=True)
class Reading:
    """What reading a PDF has brought to light.

    faults    name of a rule -> where it is broken
    opening   the words of the first three pages
    heads     the running head of each page of a book from the third
    headings  titles of the bookmarks
    """

    faults: dict[str, list[str]]
    opening: str
    heads: list[str]
    headings: list[str]


def pages(path: Path) -> Iterator[tuple[Page, tuple[Rule, ...]]]:
    """The pages of a PDF, and the rules that each is held to.

    What the tiles of a map show counts as a block, for it is large. It is looked at on the first page of the poster;
    what the second shows is the same again.
    """
    product = product_of(path)
    rules = tuple(rule for rule, products in RULES.items() if product in products)
    is_poster = "poster" in path.name
    for page in read(path, blocks=product == "map" and not is_poster):
        if product == "rulebook" and page.number < TITLE_PAGE:
            yield page, (shortened,)
        else:
            yield page, (in_printers_margin,) if is_poster and page.number > 1 else rules


def reading(path: Path) -> Reading:
    """All rules at once, for opening a page takes longer than looking at it."""
    product = product_of(path)
    faults: dict[str, list[str]] = {rule.__name__: [] for rule, products in RULES.items() if product in products}
    opening, heads = "", []
    for page, rules in pages(path):
        if product == "rulebook":
            opening += page.text if page.number <= TITLE_PAGE + 1 else ""
            if page.number > TITLE_PAGE:
                heads.append(page.words_in(_grown(type_area(product, page)[2], SLACK_MM)))
        for rule in rules:
            faults[rule.__name__] += rule(product, page)
        last = page.number
    if product == "rulebook":
        ends = tuple(f"page {number}:" for number in (last, before_the_charts(path)))
        faults["half_empty"] = [fault for fault in faults["half_empty"] if not fault.startswith(ends)]
    return Reading(faults, opening, heads, bookmarks(path))


def entries(game: Game, fewest: int = 0) -> list[str]:
    """Titles of the sections of the rules, and of the cases in those that have so many."""
    sections = [section for file in game.rules for section in file.cases]
    of_some = {section.title: section.cases if len(section.cases) >= fewest else () for section in sections}
    return [title for name, cases in of_some.items() for title in (name, *(case.title for case in cases))]


def bookmarks(path: Path) -> list[str]:
    """The titles of a PDF's outline."""
    pdf = pypdfium2.PdfDocument(path)
    try:
        return [bookmark.get_title() for bookmark in pdf.get_toc()]
    finally:
        pdf.close()


def before_the_charts(path: Path) -> int:
    """The number of the page on which the text of a book ends, with its index."""
    pdf = pypdfium2.PdfDocument(path)
    try:
        tops = [bookmark.get_dest() for bookmark in pdf.get_toc() if bookmark.level == 0]
        return tops[-1].get_index() if tops and tops[-1] else 0
    finally:
        pdf.close()


def missing(titles: list[str], contents: str) -> list[str]:
    """Those of `titles` that `contents` doesn't show after the one before, followed by a number."""
    contents, end = run_together(contents), 0
    lost = []
    for title in titles:
        shown = re.compile(re.escape(run_together(title)) + r"\d").search(contents, end)
        if shown is None:
            lost.append(title)
        else:
            end = shown.end()
    return lost


def is_whole(head: str, title: str, headings: list[str]) -> bool:
    """Whether a running head shows the game's title at one end, one or two of `headings` at the other, and before or
    behind these, towards the edge, the first and the last case of the page.
    """
    bare = (re.sub(r"^(?:[\dIVXL]+[A-Z]?|[A-Z]\d*)(\.\d+)?\.? ", "", heading) for heading in headings)
    names = "|".join(re.escape(run_together(heading)) for heading in bare)
    sections, game = rf"(?:(?:{names})–)?(?:{names})", re.escape(run_together(title))
    case = r"[\dA-Z][\w.]{0,9}"
    cases = rf"(?:{case}(?:–{case})?)?"
    return re.fullmatch(rf"{cases}{sections}{game}|{game}{sections}{cases}", run_together(head)) is not None


def run_together(text: str) -> str:
    """`text` without white and hyphens, which fall where a line ends; PDFium reads some as U+FFFE."""
    return re.sub(r"[\s\u00ad\u2010\ufffe\x02-]+", "", text)


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _within(box: Box, area: Box) -> bool:
    return area[0] <= box[0] and area[1] <= box[1] and box[2] <= area[2] and box[3] <= area[3]


def _is_of_tab(mark: Mark) -> bool:
    """Whether a mark is the tint of a tab, or the number in it."""
    page, (left, top, right, bottom) = mark.page, mark.box
    outer = (page.width - right, page.width - left) if page.opens_right else (left, right)
    is_number = re.fullmatch(r"\d{1,2}|[^\W\d_]{1,5}", mark.text.strip()) if mark.kind == "text" else None
    inside = outer[0] >= EDGE_MM and outer[1] <= TAB_MM and top > 20.0 and bottom < page.height - 20.0
    return _is_tint_of_tab(mark) or (is_number is not None and inside)


def _is_tint_of_tab(mark: Mark) -> bool:
    """Whether a mark is a field that runs off the outer edge of a page and ends where a tab does."""
    page, (left, top, right, bottom) = mark.page, mark.box
    off, reach = (right - page.width, page.width - left) if page.opens_right else (-left, right)
    is_beside = mark.kind == "path" and off > 0.0 and top > 20.0 and bottom < page.height - 20.0
    return is_beside and abs(reach - TAB_MM) < 0.05


def _is_cut_mark(mark: Mark) -> bool:
    """Whether a mark is made of short straight strokes across or down the page."""
    strokes = mark.strokes
    return bool(strokes) and all(
        min(right - left, bottom - top) < 0.01 and max(right - left, bottom - top) <= CUT_MARK_MM for left, top, right,
        bottom in strokes
    )


# Every finished PDF -------------------------------------------------------------------------------

OF_BOOKS = pytest.mark.parametrize(
    "built_game", [pytest.param(game, marks=pytest.mark.slow) for game, made in GAMES.items() if "rulebook" in made],
    indirect=True
)  # fmt: skip


@pytest.fixture(params=[pytest.param(game, marks=pytest.mark.slow) for game in sorted(GAMES)], scope="module")
def built_game(request: pytest.FixtureRequest, builds: Callable[[str], Built]) -> Built:
    return builds(request.param)


@pytest.fixture(scope="module")
def game(built_game: Built) -> Game:
    name = built_game.game
    return localised(load_game(ROOT / "sources" / name.replace("-", "_")), LANGUAGES[name])


@pytest.fixture(scope="module")
def readings(built_game: Built, shared: Path) -> dict[str, Reading]:
    """en/rulebook-a4.pdf, … -> what reading it has brought to light, for all PDFs of a game."""
    jobs = {f"{path.parent.name}-{path.stem}": partial(as_json, path) for path in built_game.pdfs() if product_of(path)}
    read_once = first_come(shared / "readings" / built_game.game, jobs)
    return {f"{name.replace('-', '/', 1)}.pdf": Reading(**value) for name, value in read_once.items()}


def as_json(path: Path) -> dict[str, Any]:
    return asdict(reading(path))


def faults(readings: dict[str, Reading], rule: Rule) -> list[str]:
    """What breaks `rule` in a game's PDFs, with their languages and names."""
    held = {name: found for name, found in readings.items() if product_of(Path(name)) in RULES[rule]}
    return [f"{name} {fault}" for name, found in held.items() for fault in found.faults[rule.__name__]]


def test_every_product_is_looked_at(readings, built_game):
    """PDFs of a language: a poster of the map, its tiles, four counter sheets, four books, and the player aid flat and
    folded; of other games than the first the products that are built.
    """
    seen = {product_of(Path(name)) for name in readings}
    of_charts = {"player-aid"} if "charts" in GAMES[built_game.game] else set()
    assert {name.split("/")[0] for name in readings} == {LANGUAGES[built_game.game]}
    assert seen == {*GAMES[built_game.game], *of_charts} & {*PRODUCTS} != set()
    assert built_game.game != "putins-war" or len(readings) == 1 + 1 + 4 + 4 + 2


def test_nothing_stands_beside_the_type_area_of_books_and_charts(readings):
    """Winter War's contents and counters ran off the paper on Letter."""
    assert faults(readings, outside_type_area) == []


def test_no_type_is_smaller_than_the_least_of_its_product(readings):
    """The results in brackets of Winter War's combat table had 5.2 pt in a column of the rulebook."""
    assert faults(readings, too_small) == []


def test_no_sheet_has_more_than_eight_sizes_of_type(readings):
    """Winter War's map had eleven."""
    assert faults(readings, too_many_sizes) == []


@OF_BOOKS
def test_no_page_of_a_book_is_half_empty(readings):
    """Page 1 of Winter War was three quarters empty on Letter. The last page may be, and that before the charts."""
    assert faults(readings, half_empty) == []


def test_only_cut_marks_and_bleed_lie_in_the_printers_margin(readings):
    """The words along the tiles of Winter War's map did: "glue on the 10 mm strip"."""
    assert faults(readings, in_printers_margin) == []


def test_no_word_is_cut_off(readings):
    """The contents of Winter War said "Introd…"."""
    assert faults(readings, shortened) == []


@pytest.mark.slow
@pytest.mark.parametrize("built_game", ["putins-war"], indirect=True)
def test_the_contents_show_every_title_whole(readings, game):
    """Chapters in order, each with its number of a page; cases stand in its outline and its index."""
    titles = entries(game)
    assert len(titles) > 30
    book = readings[f"{game.language}/rulebook-{PAPERS[game.id]}.pdf"]
    assert missing(entries(game, MOST_CONTENTS), book.opening) == []
    assert missing(titles, run_together("".join(f"{heading}1" for heading in book.headings))) == []


@OF_BOOKS
def test_running_heads_show_whole_titles(readings, game):
    """Each head names the game and one section, or the first and the last on the page; page 3 may hold none yet."""
    title = game.info.printed_title
    book = readings[f"{game.language}/rulebook-{PAPERS[game.id]}.pdf"]
    heads = book.heads[1:] if book.heads[0].strip() == title else book.heads
    assert len(heads) > 5
    assert [head for head in heads if not is_whole(head, title, book.headings)] == []


# The rules see what is broken ---------------------------------------------------------------------


A4 = (210.0, 297.0)


def drawn(folder: Path, name: str, *pages: Callable[[Canvas], None]) -> Path:
    """An A4 file with these pages; lengths in mm from the upper left corner by `at`."""
    path = folder / name
    canvas = Canvas(str(path), pagesize=(A4[0] * PT, A4[1] * PT))
    for page in pages:
        page(canvas)
        canvas.showPage()
    canvas.save()
    return path


def words(x: float, y: float, text: str = "words", size: float = 9.0) -> Callable[[Canvas], None]:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", size)
        canvas.drawString(x * PT, (A4[1] - y) * PT, text)

    return draw


def stroke(x0: float, y0: float, x1: float, y1: float) -> Callable[[Canvas], None]:
    return lambda canvas: canvas.line(x0 * PT, (A4[1] - y0) * PT, x1 * PT, (A4[1] - y1) * PT)


def test_words_beside_the_type_area_are_seen(tmp_path):
    """The area of a book's left page lies from 14.4 to 194.4 mm, that of a right one from 15.6 to 195.6, and ends 277
    mm down; "words" is about 9 mm wide.
    """
    inside = drawn(tmp_path, "rulebook-a4.pdf", words(20, 100), words(14, 100), words(186, 276))
    assert reading(inside).faults["outside_type_area"] == []
    outside = drawn(tmp_path, "rulebook-letter.pdf", words(20, 100), words(12, 100), words(189, 100), words(20, 292))
    assert [fault[:6] for fault in reading(outside).faults["outside_type_area"]] == ["page 2", "page 3", "page 4"]


def test_what_a_clip_hides_is_not_there(tmp_path):
    def clipped(canvas: Canvas) -> None:
        frame = canvas.beginPath()
        frame.rect(20 * PT, 150 * PT, 100 * PT, 50 * PT)
        canvas.clipPath(frame, stroke=0)
        canvas.rect(5 * PT, 160 * PT, 190 * PT, 20 * PT, fill=1)
        words(195, 120)(canvas)

    assert reading(drawn(tmp_path, "rulebook-a4.pdf", words(20, 100), clipped)).faults["outside_type_area"] == []


def test_small_type_is_seen_but_not_in_a_picture(tmp_path):
    """A counter of a chart may be reduced; a table that is reduced so as to fit has small type like any other."""

    def reduced(canvas: Canvas) -> None:
        canvas.scale(0.5, 0.5)
        words(40, 50, size=9.0)(canvas)

    def counter(canvas: Canvas) -> None:
        canvas.rect(20 * PT, 50 * PT, 15.9 * PT, 15.9 * PT)
        words(21, 297 - 52, "I", size=5.0)(canvas)
        words(21, 297 - 62, "I", size=4.9)(canvas)

    def reduced_counter(canvas: Canvas) -> None:
        canvas.rect(20 * PT, 50 * PT, 10.0 * PT, 10.0 * PT)
        canvas.scale(0.5, 0.5)
        words(42, 297 - 110, "I", size=6.0)(canvas)

    pages = words(20, 100, size=6.4), words(20, 100, size=6.5), reduced, words(20, 285, size=5.0), counter
    path = drawn(tmp_path, "charts-a4.pdf", *pages, reduced_counter)
    small = ["6.40 pt: page 1", "4.50 pt: page 3", "4.90 pt: page 5"]
    assert [fault[:15] for fault in reading(path).faults["too_small"]] == small


def test_sizes_of_type_are_counted_but_not_those_on_counters(tmp_path):
    def sheet(canvas: Canvas) -> None:
        for number in range(8):
            words(20, 20 + 10 * number, size=8.0 + number)(canvas)
        canvas.rect(100 * PT, 100 * PT, 15 * PT, 15 * PT)
        words(102, A4[1] - 105, "1", 5.0)(canvas)

    right, wrong = (drawn(tmp_path, f"map-{name}.pdf", lambda canvas, more=more: (sheet(canvas), more(canvas))[-1])
                    for name, more in (("a4", words(20, 200, size=8.0)), ("letter", words(20, 200, size=7.0))))
    assert reading(right).faults["too_many_sizes"] == []
    assert reading(wrong).faults["too_many_sizes"] == [
        "page 1: 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0 pt"
    ]


def test_small_words_are_a_picture_in_a_book_only_where_they_are_clipped(tmp_path):
    def piece(canvas: Canvas) -> None:
        frame = canvas.beginPath()
        frame.circle(60 * PT, 180 * PT, 50 * PT)
        canvas.clipPath(frame, stroke=0)
        table(canvas)

    def table(canvas: Canvas) -> None:
        canvas.scale(0.5, 0.5)
        canvas.setFont("Helvetica", 9.0)
        canvas.drawString(60 * PT, 360 * PT, "words")

    path = drawn(tmp_path, "rulebook-a4.pdf", words(20, 50), piece, table)
    assert [fault[:15] for fault in reading(path).faults["too_small"]] == ["4.50 pt: page 3"]


def test_a_half_empty_page_is_seen_unless_it_is_the_last(tmp_path):
    """The type area reaches from 21 to 277 mm; its middle is at 149 mm. What is used, not where it ends, counts."""

    def column(x: float, *downs: int) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            for y in downs:
                words(x, y)(canvas)

        return draw

    def both(*downs: int) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            column(20, *downs)(canvas)
            column(120, *downs)(canvas)

        return draw

    path = drawn(
        tmp_path, "rulebook-a4.pdf", both(*range(25, 190, 10)), both(*range(25, 170, 10)),
        column(20, *range(25, 250, 10)), both(25, 270), both(*range(25, 140, 10)), column(20, 25),
    )  # fmt: skip
    assert [fault[:6] for fault in reading(path).faults["half_empty"]] == ["page 3", "page 4", "page 5"]


def test_words_in_the_printers_margin_are_seen_and_cut_marks_are_not(tmp_path):
    marks = [stroke(2, 100, 7, 100), stroke(100, 292, 100, 296), words(100, 100)]
    assert reading(drawn(tmp_path, "map-a4.pdf", *marks)).faults["in_printers_margin"] == []
    wrong = [words(3, 100), stroke(2, 100, 40, 100), stroke(1, 100, 5, 104)]
    assert len(reading(drawn(tmp_path, "map-letter.pdf", *wrong)).faults["in_printers_margin"]) == 3


def test_a_tenth_of_a_millimetre_in_the_printers_margin_is_seen(tmp_path):
    """The gray line along the edge of a Japanese poster reached so far; capitals of 5 pt are 1.27 mm high."""

    def gray(base: float) -> Callable[[Canvas], None]:
        return lambda canvas: (canvas.setFillGray(0.4), words(100, base, "III", 5.0)(canvas))[-1]

    right, wrong = (drawn(tmp_path, f"map-{base}.pdf", gray(base)) for base in (7.4, 7.2))
    assert reading(right).faults["in_printers_margin"] == []
    assert len(reading(wrong).faults["in_printers_margin"]) == 1


def test_of_a_tab_only_the_tint_lies_in_the_printers_margin(tmp_path):
    """At the outer edge, as wide as tabs are: page 1 is the cover, pages 2 and 4 are left ones."""

    def tab(left: float, right: float) -> Callable[[Canvas], None]:
        return lambda canvas: canvas.rect(left * PT, 200 * PT, (right - left) * PT, 17 * PT, stroke=0, fill=1)

    found = reading(drawn(tmp_path, "rulebook-a4.pdf", words(20, 100), tab(-2, 9.4), tab(200.6, 212))).faults
    assert found["outside_type_area"] == found["in_printers_margin"] == []
    wrong = [words(20, 100), tab(200.6, 212), tab(-2, 9.4), tab(-2, 10.4), tab(200.6, 209), words(204.5, 150, "12")]
    found = reading(drawn(tmp_path, "rulebook-letter.pdf", *wrong)).faults
    for rule in ("outside_type_area", "in_printers_margin"):
        assert [fault[:6] for fault in found[rule]] == [f"page {n}" for n in range(2, 7)], rule


def test_the_pages_of_a_book_read_from_right_to_left_are_mirrored(tmp_path):
    """Page 2 is a right one: its tab stands at its right edge, its type area from 15.6 to 195.6 mm."""

    def turned(right: float) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            canvas.setViewerPreference("Direction", "R2L")
            canvas.rect((right - 11.4) * PT, 200 * PT, 11.4 * PT, 17 * PT, stroke=0, fill=1)

        return draw

    found = reading(drawn(tmp_path, "rulebook-a4.pdf", words(20, 100), turned(212), turned(9.4))).faults
    assert found["outside_type_area"] == found["in_printers_margin"] == []
    wrong = drawn(tmp_path, "rulebook-letter.pdf", turned(212), turned(9.4), turned(212), words(14.2, 100))
    found = reading(wrong).faults
    assert [fault[:6] for fault in found["outside_type_area"]] == ["page 2", "page 3", "page 4"]
    assert [fault[:6] for fault in found["in_printers_margin"]] == ["page 2", "page 3"]


def test_art_may_bleed_into_the_printers_margin_and_words_may_not(tmp_path):
    """The sheet is cut 5 mm from the paper's left edge, so its art may begin at 3.5 mm."""

    def sheet(left: float) -> Callable[[Canvas], None]:
        def draw(canvas: Canvas) -> None:
            canvas.setTrimBox((5 * PT, 20 * PT, 190 * PT, 277 * PT))
            canvas.setBleedBox((1 * PT, 18 * PT, 192 * PT, 279 * PT))
            canvas.rect(left * PT, 100 * PT, 50 * PT, 50 * PT, stroke=0, fill=1)

        return draw

    def lettered(canvas: Canvas) -> None:
        sheet(3.5)(canvas)
        words(4, 100)(canvas)

    path = drawn(tmp_path, "counters-a4-long.pdf", sheet(3.5), sheet(3.0), lettered)
    assert [fault[:12] for fault in reading(path).faults["in_printers_margin"]] == ["page 2: a pa", "page 3: 'wor"]


def test_a_cut_word_is_seen(tmp_path):
    """Where it is cut doesn't matter, nor how; "−3 … +3" is not cut, nor is what goes on in the next caption."""
    texts = "Introd… 3", "Not through the … 4", "Not through... 4", "−3 … +3", "0-4 … 4-0", "4 South … 5 … and east"
    path = drawn(tmp_path, "charts-a4.pdf", *(words(20, 50, text.replace("−", "-")) for text in texts))
    assert reading(path).faults["shortened"] == [f"page {n + 1}: {texts[n]}" for n in range(3)]


def test_a_lost_and_a_shortened_entry_of_the_contents_are_seen():
    titles = ["Stacking", "No cost", "Combat", "No cost", "Combat Results Table"]
    whole = "Contents\nStacking 3\n(A) No cost 3\nCombat 4\n(A) No cost 4\nCombat Results\nTable 5"
    assert missing(titles, whole) == []
    assert missing(titles, whole.replace("(A) No cost 4\n", "")) == ["No cost"]
    assert missing(titles, whole.replace("\nTable", "")) == ["Combat Results Table"]
    assert missing(titles, whole.replace("Stacking 3", "Stacking")) == ["Stacking"]


def test_a_shortened_running_head_is_seen():
    headings = ["4.0 Sequence of Play", "4.1 Phases", "5.0 Movement"]
    assert is_whole("Winter War Sequence of Play – Movement", "Winter War", headings)
    assert is_whole("Winter War\r\nMovement", "Winter War", headings)
    for head in ("Winter War Sequence – Movement", "Winter War Moveme", "Winter War", "Winter Movement"):
        assert not is_whole(head, "Winter War", headings)
