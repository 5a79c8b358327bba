"""Headings: where numbers and titles begin."""

from __future__ import annotations

import pytest

from pnp.generators.book.flow import Heading
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.styles import SANS, TextStyle


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


@pytest.mark.parametrize(("label", "hung"), [
    ("XIII.D.4.a", "D.4.a"), ("XIII.D.4", "D.4"), ("II.A.1", "II.A.1"), ("XXXVIII.A", "XXXVIII.A"),
    ("10.12.13.4", "10.12.13.4"), ("6A1", "6A1"),
])  # fmt: skip
def test_a_number_too_wide_for_the_margin_leaves_the_chapter_to_the_edge_of_the_page(label, hung):
    """Only where what is left can't be taken for the number of another case, or of a chapter."""
    assert heading(label).hung == hung
    assert heading(label).label == label


@pytest.mark.parametrize(("label", "rule"), [("XIII.F", ""), ("9", "#000000"), ("14", "#000000")])
def test_titles_begin_in_one_line(label, rule):
    """Chapters 10 to 14 of Winter War began 1.5 mm further right than 8 and 9, and XIII.F than XIII.D.1."""
    assert heading(label, rule).lines[0].indent_mm == 10.5
