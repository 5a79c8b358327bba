"""A book of which something has changed: only what shows it is painted anew, with the bytes of a book set from none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pnp.build.played import narrated
from pnp.generators import rulebook_press
from pnp.generators.rulebook import set_rulebook
from pnp.generators.rulebook_kept import BookParts, KeptLines
from pnp.output import content_hash
from pnp.sources import load_game

ROOT = Path(__file__).resolve().parent.parent.parent

PLAYED = {"homeland": ["Crimea: Russia attacks [5.3].", "The die shows 3.", "Retreat."]}


class Setting:
    """A game's book, set after another one.

    warm, cold  bytes from kept parts, and from none
    passes      of the warm one over the whole story
    pages       numbers of the pages that are not those of the other book
    """

    def __init__(self, parts: BookParts, game, played=PLAYED) -> None:
        counted = []
        plain = rulebook_press.set_book
        rulebook_press.set_book = lambda *args, **options: (counted.append(1), plain(*args, **options))[1]
        try:
            self.parts = BookParts(None, KeptLines(lambda: dict(parts.lines)), dict(parts.layouts), dict(parts.drawn))
            self.warm = set_rulebook(game, "a4", played=played, parts=self.parts).pdf
        finally:
            rulebook_press.set_book = plain
        self.passes = len(counted)
        self.game, self.played = game, played
        before, after = ([page.code for page in kept.layouts["a4"].painted.pages] for kept in (parts, self.parts))
        self.pages = [n for n, (old, new) in enumerate(zip(before, after, strict=False), 1) if old != new]

    @property
    def cold(self) -> bytes:
        return set_rulebook(self.game, "a4", played=self.played).pdf


@pytest.fixture(scope="module")
def left(putins_war):
    """The parts that Putin's War has left on A4."""
    parts = BookParts()
    set_rulebook(putins_war, "a4", played=PLAYED, parts=parts)
    return parts


def _with_group(game, group_id: str, **changes):
    """`game` with some values of a group of counters changed."""
    groups = tuple(g.replaced(**changes) if g.id == group_id else g for g in game.counters.groups)
    return replace(game, counters=game.counters.replaced(groups=groups))


def _with_case(game, case_id: str, old: str, new: str):
    """`game` with words of one case changed."""

    def changed(case):
        assert case.id != case_id or old in case.text
        text = case.text.replace(old, new) if case.id == case_id else case.text
        return case.replaced(text=text, cases=tuple(changed(inner) for inner in case.cases))

    return replace(game, rules=tuple(file.replaced(cases=tuple(map(changed, file.cases))) for file in game.rules))


def _with_example(game, example_id: str, **changes):
    files = tuple(
        file.replaced(examples=tuple(e.replaced(**changes) if e.id == example_id else e for e in file.examples))
        for file in game.examples
    )
    return replace(game, examples=files)


def _places(parts: BookParts, passage: str) -> list[int]:
    """The pages on which a passage stands."""
    pages = parts.layouts["a4"].painted.pages
    return [number for number, page in enumerate(pages, 1) if any(place.name[0] == passage for place in page.places)]


def test_nothing_is_painted_where_nothing_has_changed(putins_war, left):
    book = Setting(left, putins_war)
    assert (book.passes, book.pages) == (0, [])
    assert book.warm == book.cold


def test_a_counter_that_no_text_names_is_painted_on_the_first_page_alone(putins_war, left):
    book = Setting(left, _with_group(putins_war, "special-brigade", name="Brigade"))
    assert (book.passes, book.pages) == (0, [1])
    assert book.warm == book.cold


def test_a_longer_name_that_makes_the_counters_higher_moves_nothing_else(putins_war, left):
    book = Setting(left, _with_group(putins_war, "special-brigade", name="Special Brigade " * 12))
    assert (book.passes, book.pages) == (1, [1])  # the first page alone
    assert book.warm == book.cold


def test_a_value_that_a_text_names_is_painted_where_the_text_stands(putins_war, left):
    book = Setting(left, _with_group(putins_war, "special-brigade", factors={"combat": 5}))
    assert book.passes == 0
    assert _places(left, "case 1.1") == [2]
    assert book.pages[:2] == [1, 2]
    assert book.warm == book.cold


def test_a_counter_in_an_example_is_painted_where_the_example_stands(putins_war, left):
    assert "'armored-division-1'" in repr(next(e for e in putins_war.all_examples() if e.id == "homeland").position)
    book = Setting(left, _with_group(putins_war, "armored-division", factors={"combat": 3}))
    assert book.passes == 0
    assert set(_places(left, "example homeland")) <= set(book.pages)
    assert len(book.pages) < len(left.layouts["a4"].painted.pages)
    assert book.warm == book.cold


def test_a_word_of_a_case_in_as_many_lines_is_painted_where_the_case_stands(putins_war, left):
    book = Setting(left, _with_case(putins_war, "2.1", "Share them out", "Share it all"))
    assert (book.passes, book.pages) == (0, _places(left, "case 2.1"))
    assert book.pages == [2, 3]
    assert book.warm == book.cold


def test_a_longer_case_that_moves_lines_has_the_book_set_anew(putins_war, left):
    book = Setting(left, _with_case(putins_war, "2.1", "Share them out", "Share them out with care, and without haste, and so on, and on,"))
    assert book.passes > 1
    assert book.warm == book.cold


def test_a_longer_case_that_moves_pages_has_the_book_set_anew(putins_war, left):
    book = Setting(left, _with_case(putins_war, "2.1", "Share them out", "And on. " * 700 + "Share them out"))
    assert len(book.parts.layouts["a4"].painted.pages) > len(left.layouts["a4"].painted.pages)
    assert book.warm == book.cold


def test_a_book_that_is_set_anew_in_the_same_look_has_its_examples(putins_war, left):
    """Cases made by themselves leave out the examples in them; the whole book, made next by the same builder, must not."""
    loose = BookParts(None, KeptLines(lambda: dict(left.lines)), {"a4": replace(left.layouts["a4"], tight=False)}, dict(left.drawn))
    book = Setting(loose, _with_case(putins_war, "2.1", "Share them out", "Share them out with care, and without haste, and so on, and on,"))
    assert book.passes > 1
    assert book.warm == book.cold


def test_a_line_of_what_the_referee_played_is_painted_where_the_example_stands(putins_war, left):
    book = Setting(left, putins_war, {"homeland": [*PLAYED["homeland"][:2], "Exchange."]})
    assert (book.passes, book.pages) == (0, _places(left, "example homeland"))
    assert book.warm == book.cold


def test_more_lines_of_what_the_referee_played_have_the_book_set_anew(putins_war, left):
    book = Setting(left, putins_war, {"homeland": PLAYED["homeland"] * 6})
    assert book.passes > 1
    assert book.warm == book.cold


def test_an_example_that_nobody_has_played_has_the_book_set_anew(putins_war, left):
    book = Setting(left, putins_war, {})
    assert book.passes > 1
    assert book.warm == book.cold


def test_the_dice_of_an_example_are_painted_where_it_stands(putins_war, left):
    dice = next(e for e in putins_war.all_examples() if e.id == "homeland").dice
    book = Setting(left, _with_example(putins_war, "homeland", dice=(6 - dice[0] or 5, *dice[1:])))
    assert (book.passes, book.pages) == (0, _places(left, "example homeland"))
    assert book.warm == book.cold


def test_an_example_that_a_text_no_longer_asks_for_goes_to_its_first_rule(putins_war, left):
    book = Setting(left, _with_case(putins_war, "5.6", "@example homeland", ""))
    assert book.passes > 1
    assert _places(left, "case 5.6") != []
    assert _places(book.parts, "example homeland") != _places(left, "example homeland")
    assert book.warm == book.cold


def test_a_ruling_in_as_many_lines_is_painted_where_the_rulings_stand(putins_war, left):
    first, *others = putins_war.errata.errata
    told = first.ruling.replace(first.ruling.split()[0], first.ruling.split()[0][::-1], 1)
    errata = putins_war.errata.replaced(errata=(first.replaced(ruling=told), *others))
    book = Setting(left, replace(putins_war, errata=errata))
    assert (book.passes, book.pages) == (0, _places(left, "errata")[:1])
    assert book.warm == book.cold


def test_a_title_has_the_book_set_in_one_pass_at_the_least(putins_war, left):
    file = putins_war.rules[1]
    case = file.cases[0].replaced(title=file.cases[0].title[::-1])
    rules = (putins_war.rules[0], file.replaced(cases=(case, *file.cases[1:])), *putins_war.rules[2:])
    book = Setting(left, replace(putins_war, rules=rules))
    assert book.passes >= 1
    assert book.warm == book.cold


def test_what_was_painted_anew_is_kept_in_its_turn(putins_war, left):
    book = Setting(left, _with_group(putins_war, "armored-division", factors={"combat": 3}))
    back = Setting(book.parts, putins_war)
    assert (back.passes, back.pages) == (0, book.pages)
    assert content_hash(back.warm) == content_hash(set_rulebook(putins_war, "a4", played=PLAYED, parts=left).pdf)


def test_the_gaps_are_those_of_the_whole_book(putins_war, left):
    changed = _with_case(putins_war, "2.1", "Share them out", "Share it all")
    parts = BookParts(None, KeptLines(lambda: dict(left.lines)), dict(left.layouts), dict(left.drawn))
    warm, cold = (set_rulebook(changed, "a4", played=PLAYED, parts=p) for p in (parts, BookParts()))
    assert (warm.tightest, warm.loosest) == (cold.tightest, cold.loosest)


# A game with figures of its map ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def march():
    return load_game(ROOT / "sources" / "march_of_justice")


@pytest.fixture(scope="module")
def march_left(march):
    """The parts that March of Justice has left on A4, as its examples were played."""
    parts, played = BookParts(), narrated(march, "en")
    set_rulebook(march, "a4", played=played.told, logs=played.logs, parts=parts)
    return parts, played


def _march_again(march_left, game, passes):
    """The pages that are not those of `march_left`; the book is the same as one that is set from none."""
    left, played = march_left
    parts = BookParts(None, KeptLines(lambda: dict(left.lines)), dict(left.layouts), dict(left.drawn))
    warm = set_rulebook(game, "a4", played=played.told, logs=played.logs, parts=parts).pdf
    assert passes == []
    assert warm == set_rulebook(game, "a4", played=played.told, logs=played.logs).pdf
    before, after = (p.layouts["a4"].painted.pages for p in (left, parts))
    return [number for number, (old, new) in enumerate(zip(before, after, strict=True), 1) if old.code != new.code]


@pytest.fixture
def passes(monkeypatch):
    """A mark for each pass over the whole story, until a book is set from none."""
    asked: list[int] = []
    plain = rulebook_press.set_book

    def counted(*args, **options):
        asked.append(1)
        return plain(*args, **options)

    monkeypatch.setattr(rulebook_press, "set_book", counted)
    return asked


def test_a_counter_in_a_figure_of_the_map_is_painted_where_the_figure_stands(march, march_left, passes):
    example = next(e for e in march.all_examples() if e.in_rulebook and march_left[0].layouts["a4"].painted.passages[f"example {e.id}"].seen)
    passage = march_left[0].layouts["a4"].painted.passages[f"example {example.id}"]
    unit = next(thing for thing, name in passage.seen if name == "factors")
    group = next(c.group.id for c in march.all_counters() if c.id == unit)
    value = {name: value + 1 for name, value in next(c for c in march.all_counters() if c.id == unit).factors if isinstance(value, int)}
    changed = _march_again(march_left, _with_group(march, group, factors=value), passes)
    assert set(_places(march_left[0], f"example {example.id}")) <= set(changed)
    assert len(changed) < len(march_left[0].layouts["a4"].painted.pages)


def test_a_word_beside_a_flow_chart_leaves_the_number_of_its_page(march, march_left, passes):
    case = next(case for case in march.cases() if "@table priorities" in case.text)
    changed = _march_again(march_left, _with_case(march, case.id, "Go through it once", "Go across it once"), passes)
    assert changed == [n for n in _places(march_left[0], f"case {case.id}") if n in changed] != []
