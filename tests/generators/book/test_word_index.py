"""The index: what stands in it, in which order, and how it fills its columns."""

import pytest

from pnp.generators.book.index import RuleIndex
from pnp.generators.book.look import book_look
from pnp.generators.book.word_index import COLUMNS, IndexEntry, index_entries, index_pages, terms_in
from pnp.sources import load_game

STEMS = (("reinforce",), ("supply", "supplies"))


@pytest.fixture(scope="module")
def winter():
    return load_game("winter-war")


@pytest.fixture(scope="module")
def entries(winter):
    texts = {case.id: case.text for case in winter.cases()}
    return {entry.word: entry for entry in index_entries(winter, RuleIndex(winter), texts, STEMS)}


def labels(entry):
    return [case.label for case in entry.cases]


def test_terms_stand_where_they_are_defined_and_places_where_rules_name_them(entries):
    assert labels(entries["Phasing player"]) == ["1.5"]
    assert labels(entries["Kandalaksha"]) == ["7F2", "12.1"]
    assert "XXX" not in entries and "De" not in entries


def test_a_title_with_a_term_in_it_stands_below_the_term_too(entries):
    assert [inner.word for inner in entries["Reinforcements"].below] == [
        "Finnish reinforcements", "Soviet reinforcements",
    ]  # fmt: skip
    assert labels(entries["Soviet reinforcements"]) == ["11.1"]


def test_a_title_that_begins_with_a_small_word_stands_below_its_chapter(entries):
    assert "While moving" not in entries
    assert [(inner.word, labels(inner)) for inner in entries["Zones of Control"].below][-1] == ("While moving", ["4B"])


def test_entries_are_in_the_order_of_the_alphabet(entries):
    words = [word.casefold() for word in entries]
    assert len(words) > 120
    assert words.index("capacity") < words.index("capture") < words.index("city") < words.index("zoc")


def test_bold_words_that_are_no_terms_are_left_out():
    text = "**XX** and **20 km**, a **hexside** or **line of supply.** See **[[4.1]]**; **a sentence of many words**"
    assert list(terms_in(text)) == ["hexside", "line of supply"]


def test_columns_are_level_and_no_letter_stands_alone(winter, entries):
    look = book_look(winter, "a4")
    (page,) = index_pages(list(entries.values()), {}, look, 720.0)
    heights = [sum(row.height_pt for row in column) for column in page.columns]

    assert len(heights) == COLUMNS and max(heights) - min(heights) < 40.0
    assert not any(column[-1].letter for column in page.columns)


def test_a_long_index_goes_on_with_another_page(winter):
    case = RuleIndex(winter).entries[0]
    words = [IndexEntry(f"Word {number}", [case]) for number in range(400)]
    pages = index_pages(words, {case.anchor: 3}, book_look(winter, "a4"), 700.0)

    assert [len(page.columns) for page in pages] == [3, 3]
    assert sum(row.words is not None for page in pages for column in page.columns for row in column) == 400
