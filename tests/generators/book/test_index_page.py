"""The pages of the glossary and the index: how they fill their columns, and what each line says."""

import io
from dataclasses import replace

import pypdfium2
import pytest

from pnp.draw.pdf import new_canvas
from pnp.generators.book.index import RuleIndex
from pnp.generators.book.index_page import APART_PT, COLUMNS, GLOSSARY_MM, Glossary, index_pages
from pnp.generators.book.look import book_look
from pnp.generators.book.word_index import IndexEntry
from pnp.generators.typeset.markup import Span
from pnp.sources import load_game


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
    (page,) = index_pages(entries, pages, look, 700.0, glossary)
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


def words(page):
    return sum(row.words is not None and not row.head for column in page.columns for row in column.rows)


def test_each_number_has_its_page_and_a_case_without_a_number_has_a_line_for_its_page(winter, look):
    """They printed ", 1.1", and one page for two cases of three."""
    one, two, three, *_ = (case for case in RuleIndex(winter).entries if case.label)
    bare = replace(three, label="")
    pages = {one.anchor: 4, two.anchor: 4, three.anchor: 9}
    text = printed(look, IndexEntry("Army", [one, two, bare]), IndexEntry("Axis", [bare]), pages=pages)

    assert text.replace(" ", "") == f"AArmy{one.label},{two.label}4,49AAxis9"


def test_a_line_sends_to_another_beside_the_word_or_below_it(look, case):
    short = printed(look, IndexEntry("Train", see="Railways"), pages={}, glossary=explained(1))
    assert short.endswith("Train see Railways")
    long = IndexEntry("A rather long word for a line", see="Railways of the whole country")
    (page,) = index_pages([long], {}, look, 700.0, explained(1))
    _, word, *sent = page.columns[1].rows[1:]
    assert (word.see, word.keep) == (None, 2)
    assert [row.see.text for row in sent] == ["see Railways of the whole", "country"]


def test_numbers_stand_at_the_end_of_a_word_of_two_lines(winter, look):
    """They stood beside the first, and the second hung below them."""
    cases = [case for case in RuleIndex(winter).entries if case.label][:3]
    (page,) = index_pages([IndexEntry("A rather long word for one line", cases)], {}, look, 700.0, explained(1))
    _, first, *others = page.columns[1].rows[1:]
    assert first.words.text and not first.cases
    assert [row.words is not None for row in others] == [True] + [False] * (len(others) - 1)
    assert [case for row in others for case in row.cases] == cases


def test_lines_of_an_entry_are_never_parted(winter, look):
    cases = RuleIndex(winter).entries[:3]
    entries = [IndexEntry(f"Word {number}", cases[: 1 + 2 * (number % 2)]) for number in range(90)]
    (page,) = index_pages(entries, {}, look, 700.0)

    assert len(page.columns) == COLUMNS[0]
    assert all(column.rows[0].letter == "W" and column.rows[1].words is not None for column in page.columns)


def test_a_word_is_not_parted_from_what_stands_below_it(look, case):
    """A column began with "  retaken", and nobody knew what."""
    entries = [
        IndexEntry(f"Word {n}", [case], [IndexEntry(f"below {m}", [case]) for m in range(1 + n % 4)]) for n in range(40)
    ]
    (page,) = index_pages(entries, {}, look, 700.0)
    assert [column.rows[1].words.text[:4] for column in page.columns[1:]] == ["Word", "Word"]
    long = [IndexEntry("Word", [case], [IndexEntry(f"below {m}", [case]) for m in range(41)])]
    (page,) = index_pages(long, {}, look, 700.0)
    assert [len(column.rows) for column in page.columns] == [15, 15, 15]


def test_columns_are_level_and_no_letter_stands_alone(look, case):
    entries = [IndexEntry(f"{letter}{n}", [case]) for letter in "ABCDEFGHIJKLM" for n in range(9)]
    (page,) = index_pages(entries, {}, look, 720.0)

    assert len(page.columns) == COLUMNS[0] and max(heights(page)) - min(heights(page)) < 40.0
    assert not any(column.rows[-1].letter for column in page.columns)


def test_a_short_index_is_set_looser_and_a_full_page_tighter(look, case):
    """One left half of its page empty, another had a second page with a few lines."""
    entries = [IndexEntry(f"Word {n}", [case]) for n in range(207)]
    found = [
        max(row.height_pt for row in page.columns[1].rows if row.words) / 9.95
        for count in (90, 180, 207) for page in index_pages(entries[:count], {}, look, 620.0)
    ]  # fmt: skip
    assert found == pytest.approx([1.36, 1.0, 0.88], abs=0.01)


def test_an_index_alone_on_its_page_fills_it_as_far_as_it_looks_well(look, case):
    """A fifth of the page stood empty, and the last column ended far above the others."""
    entries = [IndexEntry(f"{letter}{n}", [case]) for letter in "ABCDEFGHIJKLM" for n in range(9)]
    (page,) = index_pages(entries, {}, look, 700.0, explained(12), fill=True)

    assert min(heights(page)[1:]) > 650.0 and max(heights(page)) <= 700.1


def test_a_long_index_goes_on_with_another_page(look, case):
    entries = [IndexEntry(f"Word {number}", [case]) for number in range(400)]
    pages = index_pages(entries, {case.anchor: 3}, look, 700.0)

    assert [len(page.columns) for page in pages] == [3, 3]
    assert max(heights(pages[1])) - min(heights(pages[1])) < 20.0 and max(heights(pages[0])) <= 700.0
    assert sum(map(words, pages)) == 400


def test_the_glossary_stands_beside_the_index_with_the_results_below_it(look, case):
    entries = [IndexEntry(f"Word {number}", [case]) for number in range(150)]
    (page,) = index_pages(entries, {}, look, 700.0, explained(20))
    left, *index = page.columns

    assert left.width_mm == GLOSSARY_MM and len(index) == COLUMNS[0]
    assert [row.code for row in left.rows if row.code] == ["R0", "R1", "R2", "R3"]
    assert [bool(column.rows[0].words) for column in index] == [True, False, False]  # one head over all columns
    lines = [row.above_pt for row in left.rows if row.above_pt and not row.head]
    assert len(lines) == 20 and min(lines) == max(lines) >= APART_PT


def test_results_are_left_out_where_they_would_need_a_page_more(look, case):
    entries = [IndexEntry(f"Word {number}", [case]) for number in range(100)]
    (page,) = index_pages(entries, {}, look, 700.0, explained(25, results=12))
    assert not any(row.code for row in page.columns[0].rows) and words(page) == 50 + 100


def test_a_long_glossary_and_the_index_go_on_together(look, case):
    entries = [IndexEntry(f"Word {number}", [case]) for number in range(500)]
    pages = index_pages(entries, {}, look, 700.0, explained(30))

    assert [page.columns[0].width_mm == GLOSSARY_MM for page in pages] == [True, True, False]
    assert [page.columns[0].left_mm for page in pages] == [0.0, 0.0, 0.0]
    assert sum(map(words, pages)) == 60 + 4 + 500
