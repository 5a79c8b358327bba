"""The pages of the glossary and the index: how its parts fill their columns, and what each line says."""

import io
from dataclasses import replace
from itertools import chain, zip_longest

import pypdfium2
import pytest

from pnp.draw.pdf import new_canvas
from pnp.generators.book.index import RuleIndex
from pnp.generators.book.index_page import (
    CLOSEST,
    COLUMNS,
    LEADING_PT,
    LEAST_ROWS,
    LETTER_ABOVE,
    LOOSEST,
    SIZE_PT,
    SIZES,
    WHITE_MM,
    Glossary,
    _height,
    height_of,
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
    ((*_, part),) = index_pages(entries, look, 700.0, glossary or Glossary(index="Index"))
    part.pages = pages
    file = io.BytesIO()
    canvas = new_canvas(file, "Index", "en")
    for anchor in pages:
        canvas.bookmarkPage(anchor)
    part.wrapOn(canvas, 600, 700)
    part.drawOn(canvas, 20, 20)
    canvas.save()
    return " ".join(pypdfium2.PdfDocument(file.getvalue())[0].get_textpage().get_text_range().split())


def heights(part):
    return [*map(_height, part.columns)]


def listed(page):
    """The rows of the index, a letter first."""
    return [row for column in page[-1].columns for row in column]


def words(page):
    return sum(row.words is not None for part in page for column in part.columns for row in column)


def test_each_number_has_its_page_and_a_case_without_a_number_no_more_than_it(winter, look):
    """Cases of an entry are listed on its line, and a page that they share once: a second number hung below without a
    word, then stood out of its column.
    """
    one, two, three, *_ = (case for case in RuleIndex(winter).entries if case.label)
    bare = replace(three, label="")
    pages = {one.anchor: 4, two.anchor: 4, three.anchor: 9}
    (page,) = index_pages([IndexEntry("Army", [one, two])], look, 700.0)
    assert [row.cases for row in listed(page)[1:]] == [[one, two]]
    text = printed(look, IndexEntry("Army", [one, two, bare]), IndexEntry("Axis", [bare]), pages=pages)

    assert text.replace(" ", "") == f"IndexAArmy{one.label},{two.label}4,9Axis9"


@pytest.mark.parametrize(("language", "heads"), [("de", ["A"]), ("fi", ["Ä", "A"]), ("it", ["A"])])
def test_a_letter_with_a_mark_heads_entries_where_the_alphabet_has_it(look, case, language, heads):
    """German had Ü with "Übersichten" before U."""
    entries = [IndexEntry("Änderung", [case]), IndexEntry("Angriff", [case])]
    (page,) = index_pages(entries, replace(look, language=language), 700.0)
    assert [*dict.fromkeys(row.letter for row in listed(page) if row.letter)] == heads


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
    (page,) = index_pages([IndexEntry("Army", cases)], look, 700.0, Glossary(index="Index"))
    file = io.BytesIO()
    canvas = new_canvas(file, "Index", "en")
    for case in cases:
        canvas.bookmarkPage(case.anchor)
    page[0].pages = {cases[0].anchor: 27, cases[1].anchor: 33}
    page[0].drawOn(canvas, 20, 20)
    canvas.save()
    text = pypdfium2.PdfDocument(file.getvalue())[0].get_textpage()
    said = text.get_text_range()
    before, first = (said.index("27") - 2, said.index("27"))
    gap = (text.get_charbox(first)[0] - text.get_charbox(before)[2]) * MM_PER_PT / page[0].scale
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
    ((part,),) = index_pages(entries, look, 700.0)

    assert all(next(row for row in column if not row.letter).words is not None for column in part.columns)


def test_a_word_is_not_parted_from_what_stands_below_it(look, case):
    """A column began with "  retaken", and nobody knew what."""
    entries = [
        IndexEntry(f"Word {n}", [case], [IndexEntry(f"below {m}", [case]) for m in range(1 + n % 4)]) for n in range(40)
    ]
    ((part,),) = index_pages(entries, look, 700.0)
    assert {next(row for row in column if row.words).words.text[:4] for column in part.columns} == {"Word"}
    long = [IndexEntry("Word", [case], [IndexEntry(f"below {m}", [case]) for m in range(41)])]
    ((part,),) = index_pages(long, look, 700.0)
    assert sum(counts := [len(column) for column in part.columns]) == 43
    assert max(counts) - min(counts) <= 2


def test_columns_are_level_and_no_letter_stands_alone(look, case):
    entries = [IndexEntry(f"{letter}{n}", [case]) for letter in "ABCDEFGHIJKLM" for n in range(9)]
    ((part,),) = index_pages(entries, look, 720.0)

    assert len(part.columns) in COLUMNS and max(heights(part)) - min(heights(part)) < 6 * LEADING_PT
    assert not any(column[-1].letter for column in part.columns)
    ((part,),) = index_pages([IndexEntry(f"R{n}", [case]) for n in range(60)], look, 700.0)
    counts = [len(column) for column in part.columns]
    assert max(counts) - min(counts) <= 2


@pytest.mark.parametrize("count", [20, 60, 150, 230])
def test_leading_is_even_and_hardly_wider_where_a_page_has_room(look, case, count):
    """Columns were spread until they ended level, and a short index over its page, with holes between its letters."""
    entries = [IndexEntry(f"{chr(65 + n // 9)}{n}", [case]) for n in range(count)]
    (page,) = index_pages(entries, look, 720.0, explained(12))
    rows = listed(page)
    assert height_of(page) <= 720.1 and len({row.height_pt for row in rows}) == 1
    assert CLOSEST <= rows[0].height_pt / LEADING_PT <= LOOSEST
    assert {round(row.above_pt / row.height_pt, 6) for row in rows if row.letter} == {LETTER_ABOVE}
    assert count > 60 or page[0].scale == SIZES[0]


def test_columns_begin_with_a_letter_where_that_costs_little_and_repeat_none(look, case):
    entries = [IndexEntry(f"{letter}{n}", [case]) for letter in "ABCDEFGHIJKL" for n in range(1 + ord(letter) % 4)]
    ((part,),) = index_pages(entries, look, 700.0)
    assert all(column[0].letter for column in part.columns)
    ((part,),) = index_pages([IndexEntry(f"R{n}", [case]) for n in range(60)], look, 700.0)
    assert [row.letter for row in chain(*part.columns) if row.letter] == ["R"]


@pytest.mark.parametrize(("count", "cells"), [(4, 4), (5, 5), (6, 6), (7, 4), (8, 4), (9, 3), (10, 5), (12, 6)])
def test_results_fill_rows_of_equal_cells_and_are_read_across(look, case, count, cells):
    """A fourth column had a single result, and long names took two lines."""
    ((_, results, _),) = index_pages([IndexEntry("Word", [case])], look, 700.0, explained(1, results=count))
    rows = list(zip_longest(*([row.code for row in column] for column in results.columns)))
    assert [code for row in rows for code in row if code] == [f"R{n}" for n in range(count)]
    assert len(results.columns) == cells
    long = replace(explained(1), results=[((), [(f"R{n}", "The defender loses two and retreats") for n in range(6)])])
    ((_, results, _),) = index_pages([IndexEntry("Word", [case])], look, 700.0, long)
    assert [len(column) for column in results.columns] in ([3, 3], [2, 2, 2])


def test_a_long_index_goes_on_with_another_page(look, case):
    entries = [IndexEntry(f"Word {number}", [case]) for number in range(400)]
    (first,), (last,) = pages = index_pages(entries, look, 700.0)

    assert [len(part.columns) for part in (first, last)] == [4, 4]
    assert max(heights(last)) - min(heights(last)) < 4 * LEADING_PT and height_of(pages[0]) <= 700.1
    assert sum(map(words, pages)) == 400


def test_words_results_and_index_have_a_head_and_a_grid_each(look, case):
    """One column had the end of the glossary, the key to the results and the beginning of the index."""
    entries = [IndexEntry(f"Word {number}", [case]) for number in range(150)]
    ((told, results, index),) = index_pages(entries, look, 700.0, replace(explained(20), key="{case}, {page}"))

    assert [part.part.head[0].text for part in (told, results, index)] == ["Words", "Results", "Index"]
    assert [row.code for column in results.columns for row in column] == ["R0", "R1", "R2", "R3"]
    assert [bool(part.key) for part in (told, results, index)] == [False, False, True]
    assert len(index.columns) % len(told.columns) == 0 and max(heights(told)) - min(heights(told)) < 3 * LEADING_PT


@pytest.mark.parametrize("words", [40, 60, 80])
def test_the_head_of_the_index_is_never_left_with_an_entry_or_two_at_the_foot_of_a_page(look, case, words):
    entries = [IndexEntry(f"{letter}{n}", [case]) for letter in "ABCDEFGHIJKL" for n in range(9)]
    for page in index_pages(entries, look, 400.0, explained(words)):
        assert page[-1].part.head[0].text != "Index" or max(map(len, page[-1].columns)) >= LEAST_ROWS - 1


def test_results_are_never_left_out_and_type_is_smaller_where_they_would_need_a_page_more(look, case):
    """The German index of the Portfolio had none on Letter."""
    entries = [IndexEntry(f"Word {number}", [case]) for number in range(195)]
    (page,) = index_pages(entries, look, 700.0, explained(25, results=40))
    assert words(page) == 25 + 40 + 195 and page[0].scale * (SIZE_PT - 0.3) >= 6.5 and page[0].scale < SIZES[0]
    assert index_pages(entries, look, 700.0, explained(25, results=40), least=0.95) == []
    assert index_pages([], look, 700.0) == []


def test_kana_stand_under_the_first_of_their_row_and_ideographs_by_their_readings(look, case):
    read = {"赤い星": "あかいほし", "戦闘": "せんとう", "スタック": "", "プール": "", "無読": ""}
    entries = [IndexEntry(word, [case], reading=reading) for word, reading in read.items()]
    said = printed(look, *entries, pages={case.anchor: 7})
    assert [word for word in said.split() if word in {*read, *"あさすはふプ", "漢字"}] == [
        "あ", "赤い星", "さ", "戦闘", "スタック", "は", "プール", "漢字", "無読",
    ]  # fmt: skip
