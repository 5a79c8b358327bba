"""A book set from kept parts as a whole: the same bytes as one set from none, in one pass where nothing moved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pnp.generators import rulebook_press
from pnp.generators.rulebook import set_rulebook
from pnp.generators.rulebook_kept import BookParts, KeptLines


@pytest.fixture
def passes(monkeypatch):
    """What `set_book` was asked for: True for each dry pass, False for each that painted."""
    asked: list[bool] = []
    plain = rulebook_press.set_book

    def counted(*args, **options):
        asked.append(options["dry"])
        return plain(*args, **options)

    monkeypatch.setattr(rulebook_press, "set_book", counted)
    return asked


@pytest.fixture(scope="module")
def left(putins_war):
    """The parts that Putin's War has left on A4, and its bytes."""
    parts = BookParts()
    return parts, set_rulebook(putins_war, "a4", parts=parts).pdf


def _copy(parts: BookParts) -> BookParts:
    return BookParts(None, KeptLines(lambda: dict(parts.lines)), dict(parts.layouts), dict(parts.drawn))


def _in_other_colours(game):
    """`game` with a table's good results on another ground: the drawings differ, not their sizes."""
    return replace(game, style=game.style.replaced(palette={**game.style.palette, "result-good": "#c0e0c0"}))


def _with_text(game, text: str):
    file = game.rules[1]
    case = file.cases[0].replaced(text=text)
    return replace(game, rules=(game.rules[0], file.replaced(cases=(case, *file.cases[1:])), *game.rules[2:]))


def test_the_same_book_is_bound_from_its_painted_pages_with_the_same_bytes(putins_war, left, passes):
    parts, pdf = left
    again = set_rulebook(putins_war, "a4", parts=_copy(parts))
    assert again.pdf == pdf
    assert passes == []


def test_a_book_whose_pages_were_not_kept_is_set_again_in_one_pass(putins_war, left, passes):
    parts = _copy(left[0])
    parts.layouts["a4"] = replace(parts.layouts["a4"], painted=None)
    assert set_rulebook(putins_war, "a4", parts=parts).pdf == left[1]
    assert passes == [False]
    assert parts.layouts["a4"].painted is not None


def test_what_is_drawn_otherwise_in_the_same_room_moves_nothing_and_gives_the_bytes_of_a_book_set_anew(putins_war, left, passes):
    changed = _in_other_colours(putins_war)
    warm = set_rulebook(changed, "a4", parts=_copy(left[0])).pdf
    assert passes == [False]
    assert warm == set_rulebook(changed, "a4").pdf
    assert warm != left[1]


def test_a_text_of_another_length_is_set_anew(putins_war, left, passes):
    changed = _with_text(putins_war, "A longer case. " * 60)
    parts = _copy(left[0])
    warm = set_rulebook(changed, "a4", parts=parts).pdf
    assert passes[0] is True
    assert warm == set_rulebook(changed, "a4").pdf
    assert parts.layouts["a4"].marks != left[0].layouts["a4"].marks


def test_a_layout_of_another_book_is_not_believed(putins_war, left):
    parts = _copy(left[0])
    layout = parts.layouts["a4"]
    record = replace(layout.record, pages={**layout.record.pages, next(iter(layout.record.pages)): 99})
    parts.layouts["a4"] = replace(layout, record=record, painted=None)
    assert set_rulebook(putins_war, "a4", parts=parts).pdf == left[1]


def test_a_damaged_page_is_noticed(putins_war, left):
    parts = _copy(left[0])
    layout = parts.layouts["a4"]
    pages = list(layout.painted.pages)
    pages[3] = replace(pages[3], code=pages[3].code.replace(b"stream", b"Stream", 1))
    parts.layouts["a4"] = replace(layout, painted=replace(layout.painted, pages=tuple(pages)))
    assert not pages[3].whole
    assert set_rulebook(putins_war, "a4", parts=parts).pdf == left[1]
