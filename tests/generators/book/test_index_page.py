"""The pages of the glossary and the index: how they fill their columns, and what each line says."""

import io
from dataclasses import replace
from itertools import pairwise

import pypdfium2
import pytest

from pnp.draw.pdf import new_canvas
from pnp.generators.book.index import RuleIndex
from pnp.generators.book.index_page import (
    APART_PT,
    COLUMNS,
    INDEX_ROWS,
    LEADING_PT,
    SIZE_PT,
    SIZES,
    TOP_PT,
    WHITE_MM,
    Glossary,
    index_pages,
)
from pnp.generators.book.look import book_look
from pnp.generators.book.word_index import IndexEntry
from pnp.generators.typeset.markup import Span
from pnp.sources import load_game
from pnp.units import MM_PER_PT


@pytest.fixture(scope="module")
def winter():
    return load_game("winter-war")


@pytest.fixture(scope="module")
def look(winter):
    return book_look(winter, "a4")


@pytest.fixture(scope="module")
def case(winter):
    return next(case for case in RuleIndex(winter).entries if case.label)


def explained(count, results=4):
    """A glossary of so many words, each of two lines, and a table with so many results."""
    means = Span(" and what it means in a line, and in one more.")
    words = [(Span(f"Word {n}", bold=True), means) for n in range(count)]
    table = ((Span("Results"),), [(f"R{n}", f"Result {n}") for n in range(results)])
    return Glossary("Words", words, [table], "Index", "see {entry}")


def printed(look, *entries, pages, glossary=None):
    """The words of an index on paper."""
    (page,) = index_pages(entries, look, 700.0, glossary)
    page = page.numbered(pages)
    file = io.BytesIO()
    canvas = new_canvas(file, "Index", "en")
    for anchor in pages:
        canvas.bookmarkPage(anchor)
    page.wrapOn(canvas, 600, 700)
    page.drawOn(canvas, 20, 20)
    canvas.save()
    return " ".join(pypdfium2.PdfDocument(file.getvalue())[0].get_textpage().get_text_range().split())


def heights(page):
    return [column.height_pt for column in page.columns]


def listed(page):
    """The rows below the head of the index, a letter first."""
    rows = [row for column in page.columns for row in column.rows]
    return rows[max((n + 1 for n, row in enumerate(rows) if row.head), default=0) :]


def words(page):
    return sum(row.words is not None and not row.head for column in page.columns for row in column.rows)


def test_each_number_has_its_page_and_a_case_without_a_number_no_more_than_it(winter, look):
    """Cases of an entry are listed on its line, and a page that they share once: a second number hung below without a
    word, then stood out of its column.
    """
    one, two, three, *_ = (case for case in RuleIndex(winter).entries if case.label)
    bare = replace(three, label="")
    pages = {one.anchor: 4, two.anchor: 4, three.anchor: 9}
    (page,) = index_pages([IndexEntry("Army", [one, two])], look, 700.0)
    assert [row.cases for row in page.columns[0].rows[1:]] == [[one, two]]
    text = printed(look, IndexEntry("Army", [one, two, bare]), IndexEntry("Axis", [bare]), pages=pages)

    assert text.replace(" ", "") == f"AArmy{one.label},{two.label}4,9Axis9"


def test_a_line_sends_to_another_beside_the_word_or_below_it(look, case):
    short = printed(look, IndexEntry("Train", see="Railways"), pages={}, glossary=explained(1))
    assert short.endswith("Train see Railways")
    long = IndexEntry("A rather long word for a line", see="Railways of the whole country")
    (page,) = index_pages([long], look, 700.0, explained(1))
    _, *rows = listed(page)
    assert " ".join(row.words.text for row in rows) == "A rather long word for a line see Railways of the whole country"
    assert [row.keep for row in rows] == [*reversed(range(len(rows)))]
    assert len({row.words.indent_mm for row in rows[1:]}) == 1 and rows[0].words.indent_mm < rows[1].words.indent_mm


def test_several_pages_stand_clear_of_the_numbers_before_them(winter, look):
    """Of "4.3.1, 9.6.2 7, 13" the 7 looked like a third number: 1.3 mm lay between them."""
    cases = [case for case in RuleIndex(winter).entries if case.label][:2]
    (page,) = index_pages([IndexEntry("Army", cases)], look, 700.0)
    file = io.BytesIO()
    canvas = new_canvas(file, "Index", "en")
    for case in cases:
        canvas.bookmarkPage(case.anchor)
    page.numbered({cases[0].anchor: 27, cases[1].anchor: 33}).drawOn(canvas, 20, 20)
    canvas.save()
    text = pypdfium2.PdfDocument(file.getvalue())[0].get_textpage()
    said = text.get_text_range()
    before, first = (said.index("27") - 2, said.index("27"))
    gap = (text.get_charbox(first)[0] - text.get_charbox(before)[2]) * MM_PER_PT / page.scale
    assert gap > 1.8 * WHITE_MM, (said, gap)


def test_numbers_divide_no_word(winter, look):
    """The first line of an entry said "as replace-", as its number took half of the column."""
    case = replace(next(case for case in RuleIndex(winter).entries if case.label), label="XVIII.C.3.b.12.XVIII.C.3.b")
    (page,) = index_pages([IndexEntry("as replacements", [case, case])], look, 700.0, explained(1))
    _, words, *numbers = listed(page)
    assert words.words.text == "as replacements" and not words.cases
    assert [row.cases for row in numbers] == [[case], [case]] and not any(row.words for row in numbers)


def test_numbers_stand_at_the_end_of_a_word_of_two_lines(winter, look):
    """They stood beside the first, and the second hung below them."""
    cases = [case for case in RuleIndex(winter).entries if case.label][:1]
    word = "A word that is rather long for a line of its own, as any word"
    (page,) = index_pages([IndexEntry(word, cases)], look, 700.0, explained(1))
    _, *first, last = listed(page)
    assert first and not any(row.cases for row in first)
    assert last.words is not None and last.cases == cases


def test_lines_of_an_entry_are_never_parted(winter, look):
    cases = RuleIndex(winter).entries[:3]
    entries = [IndexEntry(f"Word {number}", cases[: 1 + 2 * (number % 2)]) for number in range(90)]
    (page,) = index_pages(entries, look, 700.0)

    assert all(column.rows[number == 0].words is not None for number, column in enumerate(page.columns))


def test_a_word_is_not_parted_from_what_stands_below_it(look, case):
    """A column began with "  retaken", and nobody knew what."""
    entries = [
        IndexEntry(f"Word {n}", [case], [IndexEntry(f"below {m}", [case]) for m in range(1 + n % 4)]) for n in range(40)
    ]
    (page,) = index_pages(entries, look, 700.0)
    assert {column.rows[0].words.text[:4] for column in page.columns[1:]} == {"Word"}
    long = [IndexEntry("Word", [case], [IndexEntry(f"below {m}", [case]) for m in range(41)])]
    (page,) = index_pages(long, look, 700.0)
    assert sum(counts := [len(column.rows) for column in page.columns]) == 43 and max(counts) - min(counts) <= 2


def test_columns_are_level_and_no_letter_stands_alone(look, case):
    entries = [IndexEntry(f"{letter}{n}", [case]) for letter in "ABCDEFGHIJKLM" for n in range(9)]
    (page,) = index_pages(entries, look, 720.0)

    assert len(page.columns) in COLUMNS and max(heights(page)) - min(heights(page)) < 6 * LEADING_PT
    assert not any(column.rows[-1].letter for column in page.columns)


@pytest.mark.parametrize("count", [60, 90, 150])
def test_an_index_has_one_spacing_whatever_its_length(look, case, count):
    """Short ones were stretched to the foot of their page, and columns were set apart."""
    entries = [IndexEntry(f"{chr(65 + n // 9)}{n}", [case]) for n in range(count)]
    (page,) = index_pages(entries, look, 720.0, explained(12))
    assert len({row.height_pt for row in listed(page)}) == 1 and max(heights(page)) <= 720.1
    assert max(heights(page)) - min(heights(page)) < 6 * LEADING_PT


def test_a_short_index_fills_its_page_in_level_columns_and_its_rules_end_with_them(look, case):
    """Rules hung down beneath short columns, and a third of the page was blank."""
    entries = [IndexEntry(f"{letter}{n}", [case]) for letter in "ABCDEFGHIJ" for n in range(7)]
    (page,) = index_pages(entries, look, 720.0, explained(12))
    high = heights(page)
    assert page.scale == SIZES[0] and max(high) - min(high) < 4 * LEADING_PT
    assert page.height == pytest.approx((max(high) + TOP_PT) * page.scale) and 500.0 < page.height <= 720.1
    assert [column.ruled for column in page.columns][1:] == [max(two) for two in pairwise(high)]


def test_columns_are_level_though_one_begins_amid_a_letter(look, case):
    """One ended three lines above the next, so that each began with a letter."""
    entries = [IndexEntry(f"{letter}{n}", [case]) for letter in "ABCDEFG" for n in range(7)]
    (page,) = index_pages(entries, look, 700.0)
    assert max(heights(page)) - min(heights(page)) <= 2 * LEADING_PT
    (page,) = index_pages([IndexEntry(f"R{n}", [case]) for n in range(60)], look, 700.0, explained(30))
    assert max(heights(page)) - min(heights(page)) <= 2 * LEADING_PT


def test_a_long_index_goes_on_with_another_page(look, case):
    entries = [IndexEntry(f"Word {number}", [case]) for number in range(400)]
    pages = index_pages(entries, look, 700.0)

    assert [len(page.columns) for page in pages] == [4, 4]
    assert max(heights(pages[1])) - min(heights(pages[1])) < 20.0 and max(heights(pages[0])) <= 700.0
    assert sum(map(words, pages)) == 400


def test_the_index_begins_below_the_glossary_and_the_results(look, case):
    """A third of the left column was blank beside the index."""
    entries = [IndexEntry(f"Word {number}", [case]) for number in range(150)]
    (page,) = index_pages(entries, look, 700.0, explained(20))
    rows = [row for column in page.columns for row in column.rows]
    heads = [n for n, row in enumerate(rows) if row.head]

    assert [row.code for row in rows[heads[1] + 1 : heads[2]]] == ["R0", "R1", "R2", "R3"]
    assert heads[0] == 0 and len(heads) == 3 and len({column.width_mm for column in page.columns}) == 1
    assert max(heights(page)) - min(heights(page)) < 3 * LEADING_PT
    above = [row.above_pt for row in rows[: heads[1]] if row.above_pt and not row.head]
    assert above == [pytest.approx(APART_PT, abs=1.0)] * 20


@pytest.mark.parametrize(("words", "entries"), [(22, 2), (38, 2), (4, 3)])
def test_the_head_of_the_index_is_never_left_with_an_entry_or_two_at_the_foot_of_a_column(look, case, words, entries):
    listed = [IndexEntry(f"{letter}{n}", [case]) for letter in "ABCDEFGHIJKL" for n in range(entries)]
    for page in index_pages(listed, look, 400.0, explained(words)):
        for column in page.columns:
            heads = [n for n, row in enumerate(column.rows) if row.head and row.words.text == "Index"]
            assert all(len(column.rows) - n > INDEX_ROWS for n in heads)


def test_results_are_never_left_out_and_type_is_smaller_where_they_would_need_a_page_more(look, case):
    """The German index of the Portfolio had none on Letter."""
    entries = [IndexEntry(f"Word {number}", [case]) for number in range(215)]
    (page,) = index_pages(entries, look, 700.0, explained(25, results=40))
    assert words(page) == 50 + 40 + 215 and page.scale * (SIZE_PT - 0.3) >= 6.5
    assert index_pages(entries, look, 700.0, explained(25, results=40), below=True) == []


def test_a_long_glossary_and_the_index_go_on_together(look, case):
    entries = [IndexEntry(f"Word {number}", [case]) for number in range(700)]
    pages = index_pages(entries, look, 700.0, replace(explained(45), key="{case}, {page}"))

    assert [page.columns[0].left_mm for page in pages] == [0.0] * len(pages) and len(pages) == 3
    assert [bool(page.key) for page in pages] == [True, False, False] and pages[0].columns[0].rows[0].head
    assert sum(map(words, pages)) == 90 + 4 + 700


def test_kana_stand_under_the_first_of_their_row_and_ideographs_by_their_readings(look, case):
    read = {"赤い星": "あかいほし", "戦闘": "せんとう", "スタック": "", "プール": "", "無読": ""}
    entries = [IndexEntry(word, [case], reading=reading) for word, reading in read.items()]
    said = printed(look, *entries, pages={case.anchor: 7})
    assert [word for word in said.split() if word in {*read, *"あさすはふプ", "漢字"}] == [
        "あ", "赤い星", "さ", "戦闘", "スタック", "は", "プール", "漢字", "無読",
    ]  # fmt: skip
