"""The structure of a PDF: each mark has its element, and what isn't one is read to nobody."""

from __future__ import annotations

import io

import pytest

from pnp.draw.pdf import draw_scene, new_canvas
from pnp.draw.pdf_canvas import PdfCanvas
from pnp.draw.pdf_tags import StructureElement, Tags
from pnp.draw.scene import Group, Path, Scene, Text, rect
from tests.draw.tagged import UNREAD, structure


@pytest.fixture
def page():
    """A canvas with tags, and a function that returns what it was told at the end."""
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, "A test", "en")
    canvas.tags = Tags()

    def end():
        canvas.save()
        return structure(buffer.getvalue())

    return canvas, end


def words(canvas: PdfCanvas, text: str) -> None:
    """Each below the one before: letters painted on others are not read back."""
    below = 20.0 * len(canvas.tags.pages[-1]) if canvas.tags else 0.0
    draw_scene(canvas, Scene(100.0, 20.0, (Text(5.0, 10.0, text, "sans-regular", 9.0),)), 50.0, 700.0 - below)


def shape(element):
    """An element as nested tuples: role, words, kids."""
    return element.role, element.text.strip(), *map(shape, element.kids)


def test_elements_hold_what_is_painted_in_them(page):
    canvas, end = page
    with canvas.tagged("H1"):
        words(canvas, "Rules")
    with canvas.tagged("P"):
        words(canvas, "You move.")
    told = end()
    assert shape(told.root) == ("Document", "", ("H1", "Rules"), ("P", "You move."))
    assert told.unmarked == [] and told.parents == set(told.owned) == {(0, 0), (0, 1)}


def test_what_stands_outside_is_read_to_nobody(page):
    canvas, end = page
    canvas.rect(10, 10, 50, 50, fill=1)
    canvas.drawString(20, 20, "Page 1")
    with canvas.tagged("P"):
        words(canvas, "You move.")
    canvas.line(0, 0, 10, 10)
    told = end()
    assert shape(told.root) == ("Document", "", ("P", "You move."))
    assert told.unmarked == [] and told.marks[0, UNREAD].strip() == "Page 1"


def test_a_paragraph_goes_on_behind_a_note_on_the_next_page(page):
    """The element stays where it began, and knows the page of each mark."""
    canvas, end = page
    paragraph = StructureElement("P")
    with canvas.tagged(paragraph):
        words(canvas, "You ")
    with canvas.tagged("Note"):
        words(canvas, "see 4.2")
    canvas.showPage()
    with canvas.tagged(paragraph):
        words(canvas, "move.")
    told = end()
    assert shape(told.root) == ("Document", "", ("P", "You move."), ("Note", "see 4.2"))
    assert told.owned == [(0, 0), (1, 0), (0, 1)] and told.parents == set(told.owned)


def test_neighbours_are_joined_to_one_list(page):
    canvas, end = page
    for number in "12":
        with canvas.tagged("L", joined=True), canvas.tagged("LI"):
            with canvas.tagged("Lbl"):
                words(canvas, number)
            with canvas.tagged("LBody"):
                words(canvas, f"item {number}")
    with canvas.tagged("P"):
        words(canvas, "between")
    with canvas.tagged("L", joined=True), canvas.tagged("LI"), canvas.tagged("LBody"):
        words(canvas, "another list")
    item = [("LI", "", ("Lbl", number), ("LBody", f"item {number}")) for number in "12"]
    assert shape(end().root) == (
        "Document", "", ("L", "", *item), ("P", "between"), ("L", "", ("LI", "", ("LBody", "another list"))),
    )  # fmt: skip


def test_a_drawing_says_what_it_is(page):
    """A table by rows with heads, a figure by its words, other texts as paragraphs; the ground is read to nobody."""
    canvas, end = page

    def cell(x: float, text: str, role: str) -> Group:
        return Group((Text(x, 10.0, text, "sans-regular", 9.0),), role=role)

    ground = Path(rect(0.0, 0.0, 50.0, 12.0), fill="#dddddd")
    row = Group((cell(5.0, "1", "TH Row"), cell(20.0, "AE", "TD")), role="TR")
    figure = Group((Text(5.0, 30.0, "5-5-4", "sans-bold", 9.0),), role="Figure", alt="Infantry brigade")
    note = (Text(5.0, 40.0, "Higher odds ", "sans-regular", 9.0), Text(25.0, 40.0, "use the last.", "sans-bold", 9.0))
    draw_scene(canvas, Scene(100.0, 60.0, (ground, Group((row,), role="Table"), figure, *note)), 50.0, 500.0)
    told = end()
    table, picture, text = told.root.kids
    assert shape(table) == ("Table", "", ("TR", "", ("TH", "1"), ("TD", "AE")))
    assert [head.scope for head in table.all() if head.role == "TH"] == ["Row"]
    assert (picture.role, picture.alt) == ("Figure", "Infantry brigade")
    assert shape(text) == ("P", "Higher odds use the last.")
    assert told.unmarked == []


def test_an_element_within_a_painted_one_is_no_element_of_its_own(page):
    canvas, end = page
    with canvas.tagged("TD"), canvas.tagged("P"):
        words(canvas, "You move.")
    assert shape(end().root) == ("Document", "", ("TD", "You move."))


def test_a_faded_group_belongs_to_the_element_around_it(page):
    """It is painted as a form, which can hold no mark."""
    canvas, end = page
    faded = Group((Group((Text(5.0, 10.0, "old", "sans-regular", 9.0),), role="P"),), opacity=0.5)
    with canvas.tagged("Figure", "what was"):
        draw_scene(canvas, Scene(50.0, 50.0, (faded,)), 50.0, 500.0)
    draw_scene(canvas, Scene(50.0, 50.0, (faded,)), 50.0, 300.0)
    told = end()
    assert [(e.role, e.alt) for e in told.root.all()] == [("Document", ""), ("Figure", "what was")]
    assert told.unmarked == []


def test_a_canvas_without_tags_writes_none():
    buffer = io.BytesIO()
    canvas = new_canvas(buffer, "A test", "en")
    with canvas.tagged("P"):
        words(canvas, "You move.")
    canvas.save()
    assert b"MCID" not in buffer.getvalue() and b"StructTreeRoot" not in buffer.getvalue()
