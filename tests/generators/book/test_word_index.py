"""The index: what stands in it, in which order, and how it fills its columns."""

import io
from dataclasses import replace

import pypdfium2
import pytest

from pnp.draw.pdf import new_canvas
from pnp.generators.book.index import RuleIndex
from pnp.generators.book.look import book_look
from pnp.generators.book.word_index import COLUMNS, IndexEntry, index_entries, index_pages, terms_in
from pnp.sources import load_game
from pnp.translate import localised

STEMS = ("reinforce", "supply", "supplies")


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


def test_a_title_stands_once_below_terms_with_a_stem_in_common(winter):
    listed = index_entries(winter, RuleIndex(winter), {}, ["reinforce", "reinforcements"])
    below = next(entry.below for entry in listed if entry.word == "Reinforcements")
    assert [inner.word for inner in below] == ["Finnish reinforcements", "Soviet reinforcements"]


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


def printed(game, *entries, pages):
    """The words of an index on paper."""
    (page,) = index_pages(entries, pages, book_look(game, "a4"), 700.0)
    file = io.BytesIO()
    canvas = new_canvas(file, "Index", "en")
    for anchor in pages:
        canvas.bookmarkPage(anchor)
    page.wrapOn(canvas, 600, 700)
    page.drawOn(canvas, 20, 20)
    canvas.save()
    return pypdfium2.PdfDocument(file.getvalue())[0].get_textpage().get_text_range().split()


def test_each_number_has_its_page_and_a_case_without_a_number_has_a_line_for_its_page(winter):
    """They printed ", 1.1", and one page for two cases of three."""
    one, two, three, *_ = (case for case in RuleIndex(winter).entries if case.label)
    bare = replace(three, label="")
    pages = {one.anchor: 4, two.anchor: 4, three.anchor: 9}
    words = printed(winter, IndexEntry("Army", [one, two, bare]), IndexEntry("Axis", [bare]), pages=pages)

    assert "".join(words) == f"AArmy{one.label},{two.label}4,49Axis9"


def test_lines_of_an_entry_are_never_parted(winter):
    cases = RuleIndex(winter).entries[:3]
    words = [IndexEntry(f"Word {number}", cases[: 1 + 2 * (number % 2)]) for number in range(90)]
    (page,) = index_pages(words, {}, book_look(winter, "a4"), 700.0)

    assert len(page.columns) == COLUMNS
    assert all(column[0].words is not None for column in page.columns[1:])


def titled(game, *titles, level=0):
    """The first cases of a game, with other titles."""
    index = RuleIndex(game)
    index.entries = [
        replace(case, level=level, case=case.case.model_copy(update={"title": title}))
        for case, title in zip(index.entries, titles, strict=False)
    ]
    return index


def test_a_word_and_its_plural_are_one_entry(winter):
    """In English only, and not a word in ss."""
    index = titled(winter, "Targets", "Target", "Los", "Loss", "Targets", "Zone")
    found = {entry.word: entry.cases for entry in index_entries(winter, index, {}, ())}

    assert list(found) == ["Los", "Loss", "Targets", "Zone"]
    assert found["Targets"] == [index.entries[n] for n in (0, 1, 4)]


def test_an_abbreviation_in_the_glossary_is_a_whole_word_in_capitals(winter):
    """The Russian "ПО" made "Погода" a head over every title with the preposition "по"."""
    russian = replace(winter, language="ru")
    index = titled(russian, "Погода", "Уйти по своей воле", "Плохая погода", "ПО", "Города за ПО")
    found = {entry.word: [inner.word for inner in entry.below] for entry in index_entries(russian, index, {}, ["ПО"])}

    assert found.pop("ПО") == ["Города за ПО"]
    assert not any(found.values())


def test_no_title_stands_below_another_word_of_the_same_term(winter):
    """The glossary has "склад" and "постач" for supply: the line of supply stood below the depots."""
    ukrainian = replace(winter, language="uk")
    index = titled(ukrainian, "Склади", "Лінії постачання", "Зброя і склади")
    head, *_ = (e for e in index_entries(ukrainian, index, {}, ["склад", "постач"]) if e.word == "Склади")

    assert [inner.word for inner in head.below] == ["Зброя і склади"]


def test_forms_of_an_inflected_term_are_one_entry_under_the_nominative(winter):
    """Not titles among each other, and no words that differ in more than an ending."""
    russian = replace(winter, language="ru")
    index = titled(russian, "Размеры", "Танковые очки", "Ход игры", "Реки", "Река")
    one, two, *_ = (case.case.id for case in index.entries)
    texts = {
        one: "**Добавка** – очко, **танковыми очками** платят. В **ход игрока** **размен**.",
        two: "Дают **добавку**; **зоны контроля** и **зона контроля**.",
    }
    found = {entry.word: labels(entry) for entry in index_entries(russian, index, texts, ())}

    first, second = (case.label for case in index.entries[:2])
    assert found["Добавка"] == found["Танковые очки"] == [first, second]
    assert list(found) == [
        "Добавка", "Зона контроля", "Размен", "Размеры", "Река", "Реки", "Танковые очки", "Ход игрока", "Ход игры",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "title"), [("ru", "Какая погода"), ("uk", "Яка таблиця"), ("de", "Welches Wetter"), ("fi", "Keneen")]
)
def test_a_question_stands_below_its_chapter(winter, language, title):
    game = replace(winter, language=language)
    index = titled(game, "A", title, level=1)
    index.entries[0] = replace(index.entries[0], level=0)

    assert [(e.word, [inner.word for inner in e.below]) for e in index_entries(game, index, {}, ())] == [("A", [title])]


def test_a_title_that_begins_with_a_number_stands_below_its_chapter(winter):
    index = titled(winter, "Setting up", "22 June", level=1)
    index.entries[0] = replace(index.entries[0], level=0)
    (entry,) = index_entries(winter, index, {}, ())

    assert (entry.word, [inner.word for inner in entry.below]) == ("Setting up", ["22 June"])


def test_columns_are_level_and_no_letter_stands_alone(winter, entries):
    look = book_look(winter, "a4")
    (page,) = index_pages(list(entries.values()), {}, look, 720.0)
    heights = [sum(row.height_pt for row in column) for column in page.columns]

    assert len(heights) == COLUMNS and max(heights) - min(heights) < 40.0
    assert not any(column[-1].letter for column in page.columns)


def test_a_short_index_is_set_looser_and_a_full_page_is_not(winter):
    """It left half of its page empty."""
    case = RuleIndex(winter).entries[0]
    words = [IndexEntry(f"Word {n}", [case]) for n in range(180)]
    heights = [
        max(row.height_pt for row in page.columns[1]) for listed in (words[:90], words)
        for page in index_pages(listed, {}, book_look(winter, "a4"), 650.0)
    ]  # fmt: skip

    assert heights == pytest.approx([12.44, 9.95], abs=0.01)


def test_a_long_index_goes_on_with_another_page(winter):
    case = RuleIndex(winter).entries[0]
    words = [IndexEntry(f"Word {number}", [case]) for number in range(400)]
    pages = index_pages(words, {case.anchor: 3}, book_look(winter, "a4"), 700.0)

    assert [len(page.columns) for page in pages] == [3, 3]
    heights = [sum(row.height_pt for row in column) for page in pages for column in page.columns]
    assert max(heights) - min(heights) < 20.0 and max(heights) <= 700.0  # neither page is nearly empty
    assert sum(row.words is not None for page in pages for column in page.columns for row in column) == 400


def test_second_entries_give_way_where_that_saves_a_page(winter):
    """Of 240 lines of 8.6 pt and a letter of 14.6 only 207 or so fit on a page of 600 pt."""
    case = RuleIndex(winter).entries[0]
    words = [IndexEntry(f"Word {n}", [case], [IndexEntry(f"Second {n}", [case], again=True)]) for n in range(120)]
    (page,) = index_pages(words, {}, book_look(winter, "a4"), 600.0)
    assert sum(row.words is not None for column in page.columns for row in column) == 120
    (page,) = index_pages(words[:60], {}, book_look(winter, "a4"), 600.0)
    assert sum(row.words is not None for column in page.columns for row in column) == 120


@pytest.mark.parametrize(
    ("name", "language", "terms"),
    [
        ("march-of-justice", "uk", {"Нападник", "Оборонець"}),
        ("makhnos-return", "uk", {"Великі міста", "Махновці", "Півгекси", "Названий порт"}),
        ("russian-portfolio", "ru", {"Арктическая линия погоды"}),
    ],
)
def test_terms_that_ship_stand_in_the_nominative(name, language, terms):
    game = localised(load_game(name), language)
    texts = {case.id: case.text for case in game.cases()}

    assert terms <= {entry.word for entry in index_entries(game, RuleIndex(game), texts, ())}
