"""Headings: where numbers and titles begin."""

from __future__ import annotations

import io

import pytest

from pnp.draw.pdf import new_canvas
from pnp.generators.book.flow import Heading, Picture
from pnp.generators.book.look import book_look
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.sources import load_game


def heading(label: str, rule: str = "") -> Heading:
    style = TextStyle(SANS, 9.2, 12.0, "#000000", "#000000", "en", indent_mm=10.5)
    number = Look("condensed-bold", 25.0 if rule else 9.2, "#000000")
    return Heading(label, "Retreats", style, anchor="a", level=1, number=number, width_mm=80.0, rule=rule)


@pytest.mark.parametrize("mark", ["R", "R EN"])
def test_letters_after_a_title_stay_in_its_column(mark):
    """A title of two words as wide as its column has them in a second line with the last word."""
    style = TextStyle(SANS, 9.2, 12.0, "#000000", "#000000", "en", indent_mm=10.5)
    number = Look("condensed-bold", 9.2, "#000000")
    plain = Heading("1", "Attacks Retreats", style, anchor="a", level=1, number=number, width_mm=80.0)
    room = plain.lines[0].indent_mm + plain.lines[0].width_mm + 0.1
    alone, marked = (
        Heading("1", "Attacks Retreats", style, anchor="a", level=1, number=number, width_mm=room, mark=letters)
        for letters in ("", mark)
    )

    assert (len(alone.lines), len(marked.lines)) == (1, 2)
    assert marked.height == alone.height + 12.0


def test_a_heading_of_two_lines_is_evened():
    """"History: the autumn of / 1919" left a word alone."""
    style = TextStyle(SANS, 20.0, 24.0, "#000000", "#000000", "en", indent_mm=13.0)
    number = Look("condensed-bold", 20.0, "#000000")
    title = "History: the autumn of 1919"
    made = Heading("", title, style, anchor="a", level=0, number=number, width_mm=87.5)
    assert [line.text.strip() for line in made.lines] == ["History: the", "autumn of 1919"]


@pytest.mark.parametrize(("label", "rule"), [("XIII.F", ""), ("9", "#000000"), ("14", "#000000")])
def test_titles_begin_in_one_line(label, rule):
    """Chapters 10 to 14 of Winter War began 1.5 mm further right than 8 and 9, and XIII.F than XIII.D.1."""
    assert heading(label, rule).lines[0].indent_mm == 10.5


def test_a_table_between_two_levels_of_headings_lies_within_the_first_in_the_outline():
    """A chapter's table at the head of a page, between its case A and A.1, raised ValueError."""
    canvas, style = new_canvas(io.BytesIO(), "test", "en"), book_look(load_game("the-ford"), "a4").body()

    def heading(level: int) -> Heading:
        number = Look("sans-regular", 9.0, "#000000")
        made = Heading("1", "Moving", style, anchor=f"a{level}", level=level, number=number, width_mm=70.0)
        made.canv = canvas
        return made

    for level in (0, 1):
        heading(level).register(first=False)
    Picture(Drawing((), 150.0, 20.0), anchor="table", heading=heading(0)).drawOn(canvas, 0.0, 400.0)
    heading(2).register(first=False)

    assert canvas.outline_level == 2
