"""An example's box: what the referee played in a line, and where the box may be parted."""

from fractions import Fraction

import pytest

from pnp.generators.book.figures.contact import Fight
from pnp.generators.book.figures.example import example_box, played_spans
from pnp.generators.book.flow import Heading
from pnp.generators.book.look import book_look
from pnp.generators.book.tidied import room_pt
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.sources import load_game


@pytest.fixture(scope="module")
def winter():
    return load_game("winter-war")


def box_of(game, text=None):
    """The box of an example without a figure, and the heights of its parts."""
    look = book_look(game, "a4")
    example = example_called(game, "rail-move")
    example = example.replaced(text=text) if text else example
    (box,) = example_box(game, look, example, {}, lambda spans: tuple(Span(s.text or s.link) for s in spans), {}, ())
    return box, [part.wrap(240.0, 10_000.0)[1] for part in box.parts]


def example_called(game, name):
    return next(e for e in game.all_examples() if e.id == name)


def test_a_box_that_fits_a_column_is_never_parted(winter):
    """Its last lines would stand at the head of the next column; so it asks for room for all of it."""
    box, heights = box_of(winter)

    assert box.least_pt > sum(heights) - 12.0 > 60.0


def test_a_box_higher_than_a_column_asks_for_its_head_and_first_lines_only(winter):
    box, heights = box_of(winter, "\n\n".join(f"Unit {n} goes away to the place {n}." for n in range(70)))

    assert sum(heights) > 750.0 > 200.0 > box.least_pt


def test_what_the_referee_played_is_one_line(winter):
    """Column, die and result of each combat, or the rule that forbids a move; the log itself is elsewhere."""
    crt = winter.table("combat-results")
    fight = Fight(crt, Fraction(26), Fraction(9), None, "2-1", 5, (), "De")

    def line(name, *fights):
        return "".join(span.text or span.link for span in played_spans(winter, example_called(winter, name), fights))

    assert line("combined-attack", fight) == "Played by the referee: 2–1, die 5, De."
    assert line("zone-to-zone") == "Played by the referee: not allowed (Movement I)."
    assert line("rail-move") == "Played by the referee: as described."


def test_a_heading_does_not_stand_above_one_line_of_a_list():
    """Heading of 20 pt, first item of 12: there must be room for a second line."""
    style = TextStyle(SANS, 10.0, 12.0, "#000000", "#000000", "en")
    number = Look("sans-regular", 10.0, "#000000")
    heading = Heading("1", "Levels", style.with_(leading_pt=20.0), anchor="a", level=0, number=number, width_mm=80.0)

    assert room_pt([heading], JustifiedParagraph((Span("101 or more"),), style), 240.0) == 20.0 + 24.0
