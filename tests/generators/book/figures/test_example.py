"""The referee's steps in an example's box: grouped by activation, neighbours told as one, links in brackets."""

import pytest
from reportlab.platypus.flowables import CondPageBreak

from pnp.generators.book.back import _place
from pnp.generators.book.figures.example import _paragraphs, _sentences, example_box
from pnp.generators.book.flow import Heading
from pnp.generators.book.look import book_look
from pnp.generators.book.tidied import room_for
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.sources import load_game

PLAYED = (
    "Activated: Air Force 1. [4.3]",
    "Air Force 1: by air to Kharkivs’ka. [4.5]",
    "Drawn: Ukrainian Forces 9. [2.5]",
    "Drawn: Ukrainian Forces 1. [2.5]",
    "Ukrainian Forces 9: eliminated. [5.2]",
    "Ukrainian Forces 1: eliminated. [5.2]",
    "Combat Table, 1:1, die 6: DR (Defender retreats). [Combat Table]",
    "Activated: Armored Division 1. [4.3]",
)


def shown(address):
    return address if address == "Combat Table" else f"[{address}]"


def test_neighbours_that_differ_in_one_half_are_told_as_one():
    assert [step.text for step in _sentences(PLAYED)][2:4] == [
        "Drawn: Ukrainian Forces 9, Ukrainian Forces 1.",
        "Ukrainian Forces 9, Ukrainian Forces 1: eliminated.",
    ]


def test_steps_of_different_rules_stay_apart():
    assert len(_sentences(["A: placed. [2.1]", "B: placed. [4.2]"])) == 2


def test_a_paragraph_for_each_activation_begins_in_bold(putins_war):
    first, second = _paragraphs(putins_war, PLAYED, shown)

    assert (first[0].text, first[0].bold) == ("Activated: Air Force 1. ", True)
    assert not any(span.bold for span in first[1:])
    assert [span.text for span in second if span.bold] == ["Activated: Armored Division 1. "]


def test_the_title_of_a_table_is_its_own_link(putins_war):
    first, _ = _paragraphs(putins_war, PLAYED, shown)

    (link,) = [span for span in first if span.link == "Combat Table"]
    assert link.text == "Combat Table"
    assert first[first.index(link) + 1].text == ", 1:1, die 6: DR (Defender retreats). "


@pytest.fixture(scope="module")
def winter():
    return load_game("winter-war")


def box_of(game, played):
    """The box of an example without a figure, and the heights of its parts."""
    look = book_look(game, "a4")
    example = next(e for e in game.all_examples() if e.id == "rail-move")
    (box,) = example_box(
        game, look, example, played, {}, lambda spans: tuple(Span(s.text or s.link) for s in spans), {}
    )
    return box, [part.wrap(240.0, 10_000.0)[1] for part in box.parts if not isinstance(part, CondPageBreak)]


def test_a_box_that_fits_a_column_is_never_parted(winter):
    """Its last lines would stand at the head of the next column; so it asks for room for all of it."""
    box, heights = box_of(winter, ["Rifle regiment 1: moves. [Movement J]"])

    assert not any(isinstance(part, CondPageBreak) for part in box.parts)
    assert box.need_pt > sum(heights) - 12.0 > 100.0


def test_a_box_higher_than_a_column_is_parted_but_not_below_the_head_of_its_steps(winter):
    box, heights = box_of(winter, [f"Unit {n}: goes away to the place {n}. [Movement J]" for n in range(130)])

    assert sum(heights) > 750.0 > 200.0 > box.need_pt
    assert sum(isinstance(part, CondPageBreak) for part in box.parts) == 1


def test_a_heading_does_not_stand_above_one_line_of_a_list():
    """Heading of 20 pt, first item of 12: there must be room for a second line."""
    style = TextStyle(SANS, 10.0, 12.0, "#000000", "#000000", "en")
    number = Look("sans-regular", 10.0, "#000000")
    heading = Heading("1", "Levels", style.with_(leading_pt=20.0), anchor="a", level=0, number=number, width_mm=80.0)

    assert room_for([heading], JustifiedParagraph((Span("101 or more"),), style), 240.0).height == 20.0 + 24.0


def test_tables_of_a_last_page_are_smaller_where_another_part_fits_for_it():
    """240 mm: 150 + 3.5 + 90 + 3.5 don't fit, 140 + 3.5 + 90 + 3.5 do."""
    large, small, part = (Drawing((), 170.0, height) for height in (150.0, 140.0, 90.0))
    pages = [([large], [small])]

    _place(part, pages, 240.0)
    assert pages[0][0] == [small, part]
    _place(part, pages, 240.0)
    assert len(pages[0][0]) == 2
