"""The index: what stands in it, and in which order."""

from dataclasses import replace

import pytest

from pnp.generators.book.index import RuleIndex
from pnp.generators.book.word_index import in_order, index_entries, terms_in
from pnp.sources import load_game
from pnp.translate import localised


@pytest.fixture(scope="module")
def winter():
    return load_game("winter-war")


def unworded(game):
    """The index of a game whose cases don't say where it leads to them from."""
    index = RuleIndex(game)
    index.entries = [
        replace(case, case=case.case.model_copy(update={"index": None})) for case in index.entries
    ]
    return index


def worded(game, **given):
    """The index of a game of which the cases at the addresses in `given` alone say it."""
    index = unworded(game)
    index.entries = [
        replace(case, case=case.case.model_copy(update={"index": given.get(case.label)})) for case in index.entries
    ]
    return index


@pytest.fixture(scope="module")
def entries(winter):
    texts = {case.id: case.text for case in winter.cases()}
    return {entry.word: entry for entry in index_entries(winter, unworded(winter), texts)}


def labels(entry):
    return [case.label for case in entry.cases]


def test_terms_stand_where_they_are_defined_and_places_where_rules_name_them(entries):
    assert labels(entries["Phasing player"]) == ["1.5"]
    assert labels(entries["Kandalaksha"]) == ["7F2", "12.1"]
    assert "XXX" not in entries and "De" not in entries


def test_a_title_that_begins_with_a_small_word_stands_below_its_chapter(entries):
    assert "While moving" not in entries
    assert ("While moving", ["4B"]) in [(inner.word, labels(inner)) for inner in entries["Zones of Control"].below]


def test_entries_are_in_the_order_of_the_alphabet(entries):
    words = [word.casefold() for word in entries]
    assert len(words) > 120
    assert words.index("capacity") < words.index("capture") < words.index("city") < words.index("zoc")


def test_bold_words_that_are_no_terms_are_left_out():
    text = "**XX** and **20 km**, a **hexside** or **line of supply.** See **[[4.1]]**; **a sentence of many words**"
    assert list(terms_in(text)) == ["hexside", "line of supply"]


def test_a_case_stands_where_its_source_says(winter):
    """"Retreat: before combat" is a line below Retreat, which needs no case of its own."""
    given = {"6A": ("Retreat: before combat", "Ski Patrols"), "6U": ("Retreat: after combat",), "6B": ()}
    index = worded(winter, **given)
    found = {entry.word: entry for entry in index_entries(winter, index, {"Combat 1": "**term**"})}

    assert labels(found["Retreat"]) == []
    assert [(inner.word, labels(inner)) for inner in found["Retreat"].below] == [
        ("after combat", ["6U"]), ("before combat", ["6A"]),
    ]  # fmt: skip
    assert labels(found["Ski Patrols"]) == ["5C", "6A"]  # with the title of another case
    assert not {"Retreat before combat", "Advance before combat", "Term", "Kandalaksha"} & set(found)


def test_a_word_sends_to_another_and_leads_to_its_case_where_there_is_none(winter):
    index = worded(winter, **{"3J": ("Train → Rail movement", "Rail movement", "Coach → Bus")})
    found = {entry.word: entry for entry in index_entries(winter, index, {})}

    assert (found["Train"].see, labels(found["Train"])) == ("Rail movement", [])
    assert (found["Coach"].see, labels(found["Coach"])) == ("", ["3J"])


def test_words_are_in_the_order_of_the_alphabet_of_their_language():
    words = ["Є", "Ґ", "Г", "Я", "І"]
    assert in_order(range(5), words, "uk") == [2, 1, 0, 4, 3]


def titled(game, *titles, level=0):
    """The first cases of a game, with other titles."""
    index = RuleIndex(game)
    index.entries = [
        replace(case, level=level, case=case.case.model_copy(update={"title": title, "index": None}))
        for case, title in zip(index.entries, titles, strict=False)
    ]
    return index


def test_a_word_and_its_plural_are_one_entry(winter):
    """In English only, and not a word in ss."""
    index = titled(winter, "Targets", "Target", "Los", "Loss", "Targets", "Zone")
    found = {entry.word: entry.cases for entry in index_entries(winter, index, {})}

    assert list(found) == ["Los", "Loss", "Targets", "Zone"]
    assert found["Targets"] == [index.entries[n] for n in (0, 1, 4)]


def test_forms_of_an_inflected_term_are_one_entry_under_the_nominative(winter):
    """Not titles among each other, and no words that differ in more than an ending."""
    russian = replace(winter, language="ru")
    index = titled(russian, "Размеры", "Танковые очки", "Ход игры", "Реки", "Река")
    one, two, *_ = (case.case.id for case in index.entries)
    texts = {
        one: "**Добавка** – очко, **танковыми очками** платят. В **ход игрока** **размен**.",
        two: "Дают **добавку**; **зоны контроля** и **зона контроля**.",
    }
    found = {entry.word: labels(entry) for entry in index_entries(russian, index, texts)}

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

    assert [(e.word, [inner.word for inner in e.below]) for e in index_entries(game, index, {})] == [("A", [title])]


def test_a_title_that_begins_with_a_number_stands_below_its_chapter(winter):
    index = titled(winter, "Setting up", "22 June", level=1)
    index.entries[0] = replace(index.entries[0], level=0)
    (entry,) = index_entries(winter, index, {})

    assert (entry.word, [inner.word for inner in entry.below]) == ("Setting up", ["22 June"])


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

    assert terms <= {entry.word for entry in index_entries(game, unworded(game), texts)}


def test_japanese_words_stand_by_their_readings(winter):
    """One row of kana, one head; a long vowel and a voiced kana are no letters of their own."""
    game = replace(winter, language="ja")
    first = worded(game, **{
        "4": ["戦闘|せんとう: 結果|けっか", "戦闘|せんとう", "プール", "赤い星|あかいほし", "戦い|たたかい → 戦闘"],
        "5": ["スタック制限", "戦闘: 後|あと", "無読"],
    })  # fmt: skip
    entries = index_entries(game, first, {})
    given = ["赤い星", "スタック制限", "戦闘", "戦い", "プール", "無読"]
    assert [entry.word for entry in entries if entry.word in given] == given
    assert [inner.word for inner in entries[[e.word for e in entries].index("戦闘")].below] == ["後", "結果"]


def test_a_table_without_a_number_is_listed_under_that_of_its_chapter():
    """The Combat Results Table of The Ford stands between 8.6 and 9."""
    ford = load_game("the-ford")
    found = {entry.word: entry for entry in index_entries(ford, RuleIndex(ford), {})}

    assert labels(next(inner for inner in found["Combat"].below if inner.word == "results")) == ["8"]
    assert labels(found["Advance"]) == ["10.1"] and labels(found["Notes"]) == [""]


def test_a_case_within_another_is_no_place_of_its_own(winter):
    """"Arms shipments 9.6" had a line below it with 9.6.1 alone, and "Quotas" two numbers and two pages."""
    index = worded(winter, **{"6A": ("Retreat",), "6A1": ("Retreat", "Retreat: far"), "6A2": ("Retreat: far",)})
    (entry,) = (entry for entry in index_entries(winter, index, {}) if entry.word == "Retreat")
    assert labels(entry) == ["6A"] and [labels(inner) for inner in entry.below] == [["6A1", "6A2"]]
