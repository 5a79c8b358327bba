"""The pages of the glossary and the index: how its parts fill their columns, and what each line says."""

import io
from dataclasses import replace

import pypdfium2
import pytest

from pnp.draw.pdf import new_canvas
from pnp.errors import LayoutError
from pnp.generators.book.index import RuleIndex
from pnp.generators.book.index_page import (
    GAP_MM,
    LEADING_PT,
    SIZE_PT,
    SIZES,
    SPREAD,
    WAYS,
    WHITE_MM,
    Glossary,
    index_pages,
    key_runs,
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
    (part,) = index_pages(entries, look, 700.0, 700.0, glossary or Glossary(index="Index"))
    part.pages = pages
    file = io.BytesIO()
    canvas = new_canvas(file, "Index", "en")
    for anchor in pages:
        canvas.bookmarkPage(anchor)
    part.wrapOn(canvas, 600, 700)
    part.drawOn(canvas, 20, 20)
    canvas.save()
    return " ".join(pypdfium2.PdfDocument(file.getvalue())[0].get_textpage().get_text_range().split())


def index_of(page):
    """The columns of the index."""
    return [column for column in page.columns if column.joined or column.rows[0].words.text == "Index"]


def columns_of(page):
    """Their rows, without the head."""
    return [column.rows[1:] for column in index_of(page)]


def heights(page):
    return [column.height for column in index_of(page)]


def listed(page):
    """The rows of the index, a letter first."""
    return [row for column in columns_of(page) for row in column]


def words(page):
    return sum(row.words is not None for column in columns_of(page) for row in column)


def test_each_number_has_its_page_and_a_case_without_a_number_no_more_than_it(winter, look):
    """Cases of an entry are listed on its line, and a page that they share once: a second number hung below without a
    word, then stood out of its column. A column begins with its letter.
    """
    one, two, three, *_ = (case for case in RuleIndex(winter).entries if case.label)
    bare = replace(three, label="")
    pages = {one.anchor: 4, two.anchor: 4, three.anchor: 9}
    (page,) = index_pages([IndexEntry("Army", [one, two])], look, 700.0, 700.0, Glossary(index="Index"))
    assert [row.cases for row in listed(page)[1:]] == [[one, two]]
    text = printed(look, IndexEntry("Army", [one, two, bare]), IndexEntry("Axis", [bare]), pages=pages)

    assert text.replace(" ", "") == f"IndexAArmy{one.label},{two.label}4,9AAxis9"


@pytest.mark.parametrize(("language", "heads"), [("de", ["A"]), ("fi", ["Ä", "A"]), ("it", ["A"])])
def test_a_letter_with_a_mark_heads_entries_where_the_alphabet_has_it(look, case, language, heads):
    """German had Ü with "Übersichten" before U."""
    entries = [IndexEntry("Änderung", [case]), IndexEntry("Angriff", [case])]
    (page,) = index_pages(entries, replace(look, language=language), 700.0, 700.0, Glossary(index="Index"))
    assert [*dict.fromkeys(row.letter for row in listed(page) if row.letter)] == heads


def test_a_line_sends_to_another_beside_the_word_or_below_it(look, case):
    short = printed(look, IndexEntry("Train", see="Railways"), pages={}, glossary=explained(1))
    assert short.endswith("Train see Railways")
    said = "A rather long word for any line of an index", "Railways of the whole country and its neighbours"
    (page,) = index_pages([IndexEntry(said[0], see=said[1])], look, 700.0, 700.0, explained(1))
    _, *rows = listed(page)
    assert " ".join(row.words.text for row in rows) == " see ".join(said)
    assert [row.keep for row in rows] == [*reversed(range(len(rows)))]
    assert len({row.words.indent_mm for row in rows[1:]}) == 1 and rows[0].words.indent_mm < rows[1].words.indent_mm


def test_several_pages_stand_clear_of_the_numbers_before_them(winter, look):
    """Of "4.3.1, 9.6.2 7, 13" the 7 looked like a third number: 1.3 mm lay between them."""
    cases = [case for case in RuleIndex(winter).entries if case.label][:2]
    (page,) = index_pages([IndexEntry("Army", cases)], look, 700.0, 700.0, Glossary(index="Index"))
    file = io.BytesIO()
    canvas = new_canvas(file, "Index", "en")
    for case in cases:
        canvas.bookmarkPage(case.anchor)
    page.pages = {cases[0].anchor: 27, cases[1].anchor: 33}
    page.drawOn(canvas, 20, 20)
    canvas.save()
    text = pypdfium2.PdfDocument(file.getvalue())[0].get_textpage()
    said = text.get_text_range()
    before, first = (said.index("27") - 2, said.index("27"))
    gap = (text.get_charbox(first)[0] - text.get_charbox(before)[2]) * MM_PER_PT / page.scale
    assert gap > 1.8 * WHITE_MM, (said, gap)


def test_numbers_divide_no_word(winter, look):
    """The first line of an entry said "as replace-", as its number took half of the column."""
    case = replace(next(case for case in RuleIndex(winter).entries if case.label), label="XVIII.C.3.b.12.XVIII.C.3.b")
    (page,) = index_pages([IndexEntry("as replacements", [case, case])], look, 700.0, 700.0, explained(1))
    _, words, *numbers = listed(page)
    assert words.words.text == "as replacements" and not words.cases
    assert [row.cases for row in numbers] == [[case], [case]] and not any(row.words for row in numbers)


def test_numbers_stand_at_the_end_of_a_word_of_two_lines(winter, look):
    """They stood beside the first, and the second hung below them."""
    cases = [case for case in RuleIndex(winter).entries if case.label][:1]
    word = "A word that is rather long for a line of its own, as any word"
    (page,) = index_pages([IndexEntry(word, cases)], look, 700.0, 700.0, explained(1))
    _, *first, last = listed(page)
    assert first and not any(row.cases for row in first)
    assert last.words is not None and last.cases == cases


def test_lines_of_an_entry_are_never_parted(winter, look):
    cases = RuleIndex(winter).entries[:3]
    entries = [IndexEntry(f"Word {number}", cases[: 1 + 2 * (number % 2)]) for number in range(90)]
    (page,) = index_pages(entries, look, 700.0, 700.0, Glossary(index="Index"))

    assert all(next(row for row in column if not row.letter).words is not None for column in columns_of(page))


def test_a_word_is_not_parted_from_what_stands_below_it(look, case):
    """A column began with "  retaken", and nobody knew what."""
    entries = [
        IndexEntry(f"Word {n}", [case], [IndexEntry(f"below {m}", [case]) for m in range(1 + n % 4)]) for n in range(40)
    ]
    (page,) = index_pages(entries, look, 700.0, 700.0, Glossary(index="Index"))
    assert {next(row for row in column if row.words).words.text[:4] for column in columns_of(page)} == {"Word"}
    long = [IndexEntry("Word", [case], [IndexEntry(f"below {m}", [case]) for m in range(41)])]
    (page,) = index_pages(long, look, 700.0, 700.0, Glossary(index="Index"))
    assert sum(counts := [len(column) for column in columns_of(page)]) == 43 + sum(r.again for r in listed(page))
    assert max(counts) - min(counts) <= 2


def test_columns_are_level_and_no_letter_stands_alone(look, case):
    entries = [IndexEntry(f"{letter}{n}", [case]) for letter in "ABCDEFGHIJKLM" for n in range(9)]
    (page,) = index_pages(entries, look, 720.0, 720.0, explained(9))

    assert len(columns_of(page)) in dict(WAYS).values() and max(heights(page)) - min(heights(page)) < 3 * LEADING_PT
    assert not any(column[-1].letter for column in columns_of(page))
    (page,) = index_pages([IndexEntry(f"R{n}", [case]) for n in range(60)], look, 700.0, 700.0, explained(9))
    counts = [len(column) for column in columns_of(page)]
    assert max(counts) - min(counts) <= 2


@pytest.mark.parametrize("count", [20, 60, 150, 180])
def test_an_index_with_room_is_larger_then_spread_until_its_columns_end_level(look, case, count):
    """A quarter of a page was white below short ones, whose letters sat on their entries."""
    entries = [IndexEntry(f"{chr(65 + n // 9)}{n}", [case]) for n in range(count)]
    (page,) = index_pages(entries, look, 720.0, 720.0, explained(12))
    assert page.height <= 720.1 and {row.height_pt for row in listed(page) if row.cases} == {LEADING_PT}
    assert (page.scale == SIZES[0]) is (count <= 60)
    assert page.spread(page.height).height == pytest.approx(page.height)

    opened = page.spread(min(720.0, page.height * 1.1))
    assert opened.height == pytest.approx(min(720.0, page.height * 1.1)) and opened.scale == page.scale
    leadings = {row.height_pt for row in listed(opened) if row.cases}
    assert len(leadings) == 1 and LEADING_PT <= leadings.pop() <= SPREAD * LEADING_PT, "its lines are level"
    if count > 20:
        assert max(heights(opened)) - min(heights(opened)) < 0.1
    assert page.spread(9000.0).height <= SPREAD * page.height + 0.1, "a short index isn't blown up"
    assert heights(page) == heights(index_pages(entries, look, 720.0, 720.0, explained(12))[0]), "nothing is changed"


def test_the_first_page_may_have_less_room_and_the_last_keeps_some_free(look, case):
    """Half a page of white followed rulings where the index was too long for it, and charts where it was short."""
    entries = [IndexEntry(f"Word {n}", [case]) for n in range(120)]
    pages = index_pages(entries, look, 300.0, 700.0, explained(12), 80.0)
    assert len(pages) == 2 and pages[0].height <= 300.1 and pages[1].height <= 620.1
    assert sum(map(words, pages)) == 120 and pages[0].scale == SIZES[0]
    with pytest.raises(LayoutError, match="part of the index is higher"):
        index_pages(entries, look, 10.0, 10.0, explained(12))


def test_columns_begin_with_a_letter_which_goes_on_where_that_costs_much(look, case):
    """A column began with "Points", under no P."""
    entries = [IndexEntry(f"{letter}{n}", [case]) for letter in "ABCDEFGHIJKL" for n in range(1 + ord(letter) % 4)]
    (page,) = index_pages(entries, look, 700.0, 700.0, Glossary(index="Index"))
    assert all(column[0].letter for column in columns_of(page))
    (page,) = index_pages([IndexEntry(f"R{n}", [case]) for n in range(60)], look, 700.0, 700.0, Glossary(index="Index"))
    assert [(row.letter, row.again) for row in listed(page) if row.letter] == [("R", False), ("R", True), ("R", True)]


def test_the_left_column_has_the_words_and_the_results(look, case):
    """They stood across the page above the index, in rows of cells with a hole at their end."""
    entries = [IndexEntry(f"{letter}{n}", [case]) for letter in "ABCDEFGHIJ" for n in range(9)]
    (page,) = index_pages(entries, look, 700.0, 700.0, explained(14, results=6))
    left, *others = page.columns
    assert [row.words.text for row in left.rows if row.ruled] == ["Words", "Results"]
    assert [row.code for row in left.rows if row.code] == [f"R{n}" for n in range(6)]
    assert others[0].rows[0].words.text == "Index" and not others[0].joined and all(one.joined for one in others[1:])
    long = replace(explained(9), results=[((Span("Table of combat"),), [("AE", "Lost")])])
    (narrow,) = index_pages(entries, look, 700.0, 700.0, long)
    assert "Table of combat" in [row.words.text for row in narrow.columns[0].rows if row.ruled], "smaller, on one line"
    assert left.width_mm + GAP_MM == pytest.approx(others[0].left_mm)
    assert sum(bool(row.cases) for row in listed(page)) == 90


def test_a_long_entry_is_condensed_before_it_turns(look, case):
    """"Line of / Communications" and "Movement / Allowance" stood on two lines."""
    named = [IndexEntry(f"A{n}", [case]) for n in range(205)]
    (page,) = index_pages([*named, IndexEntry("Movement Allowance, lost", [case])], look, 700.0, 700.0, explained(16))
    (row,) = [row for row in listed(page) if row.words and "Movement" in row.words.text]
    assert row.words.text == "Movement Allowance, lost" and row.cases
    assert "condensed" in row.words.runs[0].look.font


def test_a_long_index_goes_on_with_another_page(look, case):
    entries = [IndexEntry(f"Word {number}", [case]) for number in range(400)]
    pages = index_pages(entries, look, 700.0, 700.0, explained(9))
    first, last = pages
    assert [len(columns_of(page)) for page in pages] == [3, 4], "the index takes the place of the left column"
    assert max(heights(last)) - min(heights(last)) < 4 * LEADING_PT and first.height <= 700.1
    assert sum(map(words, pages)) == 400
    long = index_pages(entries[:30], look, 400.0, 400.0, explained(80))
    assert sum(bool(row.words) for page in long for row in page.columns[0].rows if not row.ruled) >= 80


def test_the_key_reads_the_first_entry_with_a_number(look, case):
    (page,) = index_pages([IndexEntry("Army", [case])], look, 700.0, 700.0, explained(1))
    page.pages = {case.anchor: 9}
    assert "".join(run.text for run in key_runs([page], "{case} is the case, {page} the page")) == (
        f"{case.label} is the case, 9 the page"
    )
    page.pages = {}
    assert key_runs([page], "{case}, {page}") == []


def test_results_are_never_left_out_and_type_is_smaller_where_they_would_need_a_page_more(look, case):
    """The German index of the Portfolio had none on Letter."""
    entries = [IndexEntry(f"Word {number}", [case]) for number in range(205)]
    (page,) = index_pages(entries, look, 700.0, 700.0, explained(16, results=12))
    assert [row.code for row in page.columns[0].rows if row.code] == [f"R{n}" for n in range(12)]
    assert words(page) == 205 and page.scale * (SIZE_PT - 0.3) >= 6.5 and page.scale < SIZES[0]
    assert index_pages([], look, 700.0, 700.0, Glossary()) == []


def test_kana_stand_under_the_first_of_their_row_and_ideographs_by_their_readings(look, case):
    read = {"赤い星": "あかいほし", "戦闘": "せんとう", "スタック": "", "プール": "", "無読": ""}
    entries = [IndexEntry(word, [case], reading=reading) for word, reading in read.items()]
    said = printed(look, *entries, pages={case.anchor: 7})
    assert [word for word in said.split() if word in {*read, *"あさすはふプ", "漢字"}] == [
        "あ", "赤い星", "さ", "戦闘", "スタック", "は", "プール", "漢字", "無読",
    ]  # fmt: skip
