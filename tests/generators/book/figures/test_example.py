"""An example's box: what the referee played in a line, and where the box may be parted."""

from fractions import Fraction

import pytest

from pnp.draw.scene import texts_in
from pnp.generators.book.figures.contact import Fight
from pnp.generators.book.figures.example import example_box, played_spans
from pnp.generators.book.look import FULL_MM, WIDE_MM, book_look
from pnp.generators.typeset.markup import Span
from pnp.sources import load_game
from pnp.units import PT_PER_MM


@pytest.fixture(scope="module")
def winter():
    return load_game("winter-war")


def boxes_of(game, text=None):
    """The boxes of an example without a figure."""
    look = book_look(game, "a4")
    example = example_called(game, "rail-move")
    example = example.replaced(text=text) if text else example
    return example_box(game, look, example, {}, lambda spans: tuple(Span(s.text or s.link) for s in spans), {}, ())


def test_the_line_of_the_referee_does_not_repeat_what_the_strip_shows(winter, monkeypatch):
    """Column, die and result stand in the strip above it."""
    fight = Fight(winter.table("combat-results"), Fraction(26), Fraction(9), None, "2-1", 5, (), "De")
    monkeypatch.setattr("pnp.generators.book.figures.example.fights_of", lambda *_: (fight,))
    example = example_called(winter, "combined-attack")
    (box,) = example_box(winter, book_look(winter, "a4"), example, {}, tuple, {}, ({"event": "end"},))
    assert "".join(span.text for span in box.part.columns[0][-1].spans) == "Played by the referee: as described."


def test_nothing_is_said_of_an_example_that_went_as_described(winter):
    """A reader has just read how; a refused one ends with the rule."""
    look, log = book_look(winter, "a4"), ({"event": "end"},)
    box, refused = (
        example_box(winter, look, example_called(winter, name), {}, tuple, {}, log)[0].part
        for name in ("rail-move", "zone-to-zone")
    )
    said = [["".join(span.text for span in part.spans) for part in one.columns[0]] for one in (box, refused)]
    assert not any("Played" in text for text in said[0])
    assert said[1][-1].startswith("Played by the referee: not allowed")


def example_called(game, name):
    return next(e for e in game.all_examples() if e.id == name)


def test_a_box_higher_than_most_of_a_column_stands_across_both(winter):
    """In one column it took all of it; its parts are as high, side by side."""
    texts = [f"Unit {n} goes away to the place {n}." for n in range(50)]
    (low,), (high,) = boxes_of(winter), boxes_of(winter, "\n\n".join(texts))
    assert not low.wide and low.part.width == pytest.approx(FULL_MM * PT_PER_MM)
    assert high.wide and high.part.width == pytest.approx(WIDE_MM * PT_PER_MM)
    left, right = (sum(high.part._height(part) for part in column) for column in high.part.columns)
    assert abs(left - right) < 40.0 < high.height / 2


def test_a_box_higher_than_most_of_a_page_goes_on_in_others_that_are_numbered(winter):
    boxes = boxes_of(winter, "\n\n".join(f"Unit {n} goes away to the place {n}." for n in range(120)))
    title = example_called(winter, "rail-move").title
    heads = [" ".join(text.text for text in texts_in(box.part.head.drawing.nodes)) for box in boxes]
    assert heads == [f"EXAMPLE {title}", *(f"EXAMPLE {title} · {number}" for number in range(2, len(boxes) + 1))]
    assert len(boxes) > 2 and not any(box.height > 440.0 for box in boxes)
    assert sum(len(column) for box in boxes for column in box.part.columns) == 120


@pytest.mark.parametrize(("paragraphs", "wide"), [(95, [True, True]), (120, [False, True, True])])
def test_what_goes_on_stands_side_by_side_so_that_it_ends_level(winter, paragraphs, wide):
    """Boxes in both columns ended at four heights; an odd first one stands where the text leads to it."""
    boxes = boxes_of(winter, "\n\n".join(f"Unit {n} goes away to the place {n}." for n in range(paragraphs)))
    assert [(box.wide, len(box.part.columns)) for box in boxes] == [(one, 1 + one) for one in wide]


def test_what_the_referee_played_is_one_line(winter):
    """Column, die and result of each combat, or the rule that forbids a move; the log itself is elsewhere."""
    crt = winter.table("combat-results")
    fight = Fight(crt, Fraction(26), Fraction(9), None, "2-1", 5, (), "De")

    def line(name, *fights):
        return "".join(span.text or span.link for span in played_spans(winter, example_called(winter, name), fights))

    assert line("combined-attack", fight) == "Played by the referee: 2–1, die 5, De."
    assert line("zone-to-zone") == "Played by the referee: not allowed (Movement I)."
    assert line("rail-move") == "Played by the referee: as described."
