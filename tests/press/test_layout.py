"""The layout of every PDF of every game, language and paper, read from the finished file.

Each rule is a function from a page to the places where it is broken; the same functions read pages that are broken on
purpose, at the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from pnp.model.game import Game
from pnp.sources import load_game
from pnp.translate.apply import localised
from tests.press.conftest import GAMES, ROOT, Built
from tests.press.finished import Box, Mark, Page, read

PT = 72 / 25.4
"""pt in a mm."""

BOOK_MM = 176.0
"""Width of a book's type area: two columns of 85 mm with 6 mm between them, centred on the paper."""

SIDE_MM, STRIP_MM = 14.0, 10.0
"""Margins of a chart left and right, and of the strip with the rulers at its foot."""

EDGE_MM = 6.0
"""What home printers leave out along the paper's edge."""

PRODUCTS = ("rulebook", "charts", "read-me-first", "counters", "map")

LEAST_PT = {"rulebook": 6.5, "charts": 7.0, "read-me-first": 5.0, "counters": 5.0, "map": 4.5}
"""Smallest type of each product (of a map, that of its hexes' numbers); a counter or a piece of the map in a book is a
picture.
"""

STRIP_LEAST_PT = 5.0
"""The same in the strip along the foot of a sheet."""

CUT_MARK_MM = 6.0
"""A cut mark is straight and no longer than this."""

SLACK_MM = 0.9
"""Punctuation hangs a little out of justified columns, and a rule is as thick as its pen."""


# The rules ----------------------------------------------------------------------------------------


def product_of(path: Path) -> str:
    """rulebook, charts, counters, map or read-me-first."""
    return next(name for name in PRODUCTS if path.name.startswith(name))


def type_area(product: str, page: Page) -> list[Box]:
    """The parts of a page of a book or chart on which anything may stand: the type area first, then head and foot."""
    width, height = page.width, page.height
    if product == "charts":
        return [
            (SIDE_MM, 11.0, width - SIDE_MM, height - 19.0),
            (STRIP_MM, height - 19.0, width - STRIP_MM, height - EDGE_MM),
        ]
    side = (width - BOOK_MM) / 2
    top = 15.0 if page.number == 1 else 21.0
    head, foot = (side, 9.0, width - side, 17.0), (side, height - 14.0, width - side, height - 8.0)
    return [(side, top, width - side, height - 20.0), foot, *([] if page.number == 1 else [head])]


def outside_type_area(product: str, page: Page) -> Iterator[str]:
    """Whatever stands beside the type area of a book or chart, head and foot."""
    areas = [_grown(area, SLACK_MM) for area in type_area(product, page)]
    for mark in page.marks(areas[0]):
        if not any(_within(mark.box, area) for area in areas):
            yield str(mark)


def too_small(product: str, page: Page) -> Iterator[str]:
    """Words set smaller than the product's least size, or on a counter than the counters'."""
    small = [mark for mark in page.texts(below_pt=LEAST_PT[product] - 0.01) if mark.natural and mark.text.strip()]
    counters = page.counters() if small else []
    for mark in small:
        in_strip = product != "rulebook" and mark.box[1] > page.height - 19.0
        on_counter = any(_within(mark.box, counter) for counter in counters)
        least = STRIP_LEAST_PT if in_strip else LEAST_PT["counters"] if on_counter else LEAST_PT[product]
        if mark.size_pt < least - 0.01:
            yield f"{mark.size_pt:.2f} pt: {mark}"


def half_empty(product: str, page: Page) -> Iterator[str]:
    """A page whose two halves are on average used less than half-way down."""
    left, right = page.in_use(type_area(product, page)[0])
    if left + right < 1.0:
        yield f"page {page.number}: used {left:.0%} and {right:.0%} of the way down"


def in_printers_margin(product: str, page: Page) -> Iterator[str]:
    """What stands nearer to the paper's edge than printers print: all but cut marks, and art within the bleed."""
    inside = (EDGE_MM, EDGE_MM, page.width - EDGE_MM, page.height - EDGE_MM)
    if page.is_white(inside):
        return
    bleed = page.box("bleed")
    bleeds = bleed != page.box("media")
    for mark in page.marks(_grown(inside, 0.05)):
        if not (_is_cut_mark(mark) or (bleeds and mark.kind != "text" and _within(mark.box, _grown(bleed, 0.05)))):
            yield str(mark)


def shortened(product: str, page: Page) -> Iterator[str]:
    """Words cut off with an ellipsis."""
    for cut in re.findall(r"\S*\w…", page.text):
        yield f"page {page.number}: {cut}"


Rule = Callable[[str, Page], Iterator[str]]

RULES: dict[Rule, tuple[str, ...]] = {
    outside_type_area: ("rulebook", "charts"),
    too_small: PRODUCTS,
    half_empty: ("rulebook",),
    in_printers_margin: PRODUCTS,
    shortened: PRODUCTS,
}
"""Each rule, and the products for which it holds."""


@dataclass(frozen=True)
class Reading:
    """What reading a PDF has brought to light.

    faults   name of a rule -> where it is broken
    opening  the words of the first two pages
    """

    faults: dict[str, list[str]]
    opening: str


@cache
def reading(path: Path) -> Reading:
    """All rules at once, for opening a page takes longer than looking at it."""
    product = product_of(path)
    is_poster = "poster" in path.name
    faults: dict[str, list[str]] = {rule.__name__: [] for rule, products in RULES.items() if product in products}
    opening = ""
    for page in read(path, blocks=product == "map" and not is_poster):
        opening += page.text if page.number <= 2 else ""
        for rule, products in RULES.items():
            # On the second page of a poster the map is reduced: its words are those of the first.
            if product in products and not (is_poster and page.number > 1 and rule is not in_printers_margin):
                faults[rule.__name__] += rule(product, page)
        last = page.number
    if product == "rulebook":
        faults["half_empty"] = [fault for fault in faults["half_empty"] if not fault.startswith(f"page {last}:")]
    return Reading(faults, opening)


def entries(game: Game) -> list[str]:
    """Titles of the sections of the rules and of the cases in them."""
    sections = [section for file in game.rules for section in file.cases]
    return [case.title for section in sections for case in (section, *section.cases)]


def run_together(text: str) -> str:
    """`text` without white and hyphens, which fall where a line ends."""
    return re.sub(r"[\s\u00ad\u2010\x02-]+", "", text)


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def _within(box: Box, area: Box) -> bool:
    return area[0] <= box[0] and area[1] <= box[1] and box[2] <= area[2] and box[3] <= area[3]


def _is_cut_mark(mark: Mark) -> bool:
    """Whether a mark is made of short straight strokes across or down the page."""
    strokes = mark.strokes
    return bool(strokes) and all(
        min(right - left, bottom - top) < 0.01 and max(right - left, bottom - top) <= CUT_MARK_MM for left, top, right,
        bottom in strokes
    )


# Every finished PDF -------------------------------------------------------------------------------


@pytest.fixture(params=[pytest.param(game, marks=pytest.mark.slow) for game in sorted(GAMES)], scope="module")
def built_game(request: pytest.FixtureRequest, builds: Callable[[str], Built]) -> Built:
    return builds(request.param)


def faults(built: Built, rule: Rule) -> list[str]:
    """What breaks `rule` in a game's PDFs, with their languages and names."""
    paths = [path for path in built.pdfs() if product_of(path) in RULES[rule]]
    assert len(paths) >= 2 * 2 * len(RULES[rule])
    return [
        f"{path.parent.name}/{path.name} {fault}" for path in paths for fault in reading(path).faults[rule.__name__]
    ]


def test_every_language_and_paper_is_looked_at(built_game):
    """Two papers; PDFs of a language: the map on each and a poster, four counter sheets on each, and three books on
    each.
    """
    languages = {"putins-war": ["en", "it"], "march-of-justice": ["en", "it", "uk"], "winter-war": ["en", "fi", "it"]}
    names = [path.parent.name for path in built_game.pdfs()]
    assert sorted(set(names)) == languages[built_game.game]
    assert {names.count(language) for language in names} == {3 + 8 + 6}


def test_nothing_stands_beside_the_type_area_of_books_and_charts(built_game):
    """Winter War's contents and counters ran off the paper on Letter."""
    assert faults(built_game, outside_type_area) == []


def test_no_type_is_smaller_than_the_least_of_its_product(built_game):
    """The results in brackets of Winter War's combat table had 5.2 pt in a column of the rulebook."""
    assert faults(built_game, too_small) == []


def test_no_page_of_a_book_is_half_empty(built_game):
    """Page 1 of Winter War was three quarters empty on Letter. The last page may be."""
    assert faults(built_game, half_empty) == []


def test_only_cut_marks_and_bleed_lie_in_the_printers_margin(built_game):
    """The words along the tiles of Winter War's map did: "glue on the 10 mm strip"."""
    assert faults(built_game, in_printers_margin) == []


def test_no_word_is_cut_off(built_game):
    """The contents of Winter War said "Introd…"."""
    assert faults(built_game, shortened) == []


def test_the_contents_show_every_title_whole(built_game):
    english = load_game(ROOT / "sources" / built_game.game.replace("-", "_"))
    for language in english.info.languages:
        titles = entries(localised(english, language))
        assert len(titles) > 30
        for paper in ("a4", "letter"):
            opening = run_together(reading(built_game.file(f"{language}/rulebook-{paper}.pdf")).opening)
            assert [title for title in titles if run_together(title) not in opening] == [], (language, paper)


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
    """The area of a book's second page begins 17 mm from the left and ends 277 mm down; "words" is about 9 mm wide."""
    inside = drawn(tmp_path, "rulebook-a4.pdf", words(20, 100), words(20, 100), words(180, 276))
    assert reading(inside).faults["outside_type_area"] == []
    outside = drawn(tmp_path, "rulebook-letter.pdf", words(20, 100), words(14, 100), words(186, 100), words(20, 280))
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
    def picture(canvas: Canvas) -> None:
        canvas.scale(0.5, 0.5)
        words(40, 50, size=9.0)(canvas)

    def counter(canvas: Canvas) -> None:
        canvas.rect(20 * PT, 50 * PT, 15.9 * PT, 15.9 * PT)
        words(21, 297 - 52, "I", size=5.0)(canvas)
        words(21, 297 - 62, "I", size=4.9)(canvas)

    pages = words(20, 100, size=6.9), words(20, 100, size=7.0), picture, words(20, 285, size=5.0), counter
    path = drawn(tmp_path, "charts-a4.pdf", *pages)
    assert [fault[:15] for fault in reading(path).faults["too_small"]] == ["6.90 pt: page 1", "4.90 pt: page 5"]


def test_a_half_empty_page_is_seen_unless_it_is_the_last(tmp_path):
    """The type area reaches from 21 to 277 mm; its middle is at 149 mm."""

    def both(canvas: Canvas) -> None:
        words(20, 200)(canvas)
        words(120, 200)(canvas)

    path = drawn(tmp_path, "rulebook-a4.pdf", both, both, words(20, 270), both, words(20, 140), words(20, 140))
    assert [fault[:6] for fault in reading(path).faults["half_empty"]] == ["page 3", "page 5"]


def test_words_in_the_printers_margin_are_seen_and_cut_marks_are_not(tmp_path):
    marks = [stroke(2, 100, 7, 100), stroke(100, 292, 100, 296), words(100, 100)]
    assert reading(drawn(tmp_path, "map-a4.pdf", *marks)).faults["in_printers_margin"] == []
    wrong = [words(3, 100), stroke(2, 100, 40, 100), stroke(1, 100, 5, 104)]
    assert len(reading(drawn(tmp_path, "map-letter.pdf", *wrong)).faults["in_printers_margin"]) == 3


def test_a_cut_word_is_seen(tmp_path):
    path = drawn(tmp_path, "rulebook-a4.pdf", words(20, 50, "Introd… 3"), words(20, 50, "Stacking 1 … 3"))
    assert reading(path).faults["shortened"] == ["page 1: Introd…"]
    assert "Stacking" in reading(path).opening and "Introduction" not in reading(path).opening
