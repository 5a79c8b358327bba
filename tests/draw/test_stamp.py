"""A stamp is written once and shown in many documents; each looks as if it had drawn it itself."""

import pypdfium2
import pytest

from pnp.draw import svg
from pnp.draw.pdf import render
from pnp.draw.scene import Document, Group, Halo, Page, Path, Scene, Stamp, Text, moved, rect

MARK = (Path(rect(0, 0, 8, 8), fill="#224466"), Text(1, 6, "Ä 3", "condensed-bold", 9, "#ffffff"))
HALOED = (Text(1, 6, "Oulu", "sans-regular", 9, halo=Halo("#ffffff", 1, 0.5)),)
FADED = (Group(MARK, opacity=0.5),)


def document(*nodes):
    return Document("T", "en", (Page(Scene(60, 40, nodes)),))


@pytest.mark.parametrize("children", [MARK, HALOED, FADED, (Stamp(MARK),), (Stamp(FADED), *MARK)])
@pytest.mark.parametrize("place", [(1.0, 0.0, 0.0, 1.0, 0.0, 0.0), moved(3, 4)])
def test_the_same_bytes_whether_it_was_written_before_or_not(children, place):
    stamp = Stamp(children, transform=place)
    before = Text(20, 20, "Lahti", "serif-regular", 8)
    shown = (FADED[0], before, Group((stamp,), transform=moved(5, 5)), stamp)

    cold = render(document(*shown))
    render(document(stamp, before))

    assert render(document(*shown)) == cold
    afresh = Stamp(children, transform=place)
    assert render(document(FADED[0], before, Group((afresh,), transform=moved(5, 5)), afresh)) == cold


def test_its_text_is_embedded_where_it_was_written_for_another_document():
    stamp = Stamp(MARK)
    render(document(stamp))
    page = pypdfium2.PdfDocument(render(document(stamp)))[0]

    assert page.get_textpage().get_text_range() == "Ä 3"
    assert stamp.written["pdf"].texts == (("condensed-bold", " 3Ä"),)


def test_what_names_a_form_of_its_document_is_not_written_for_others():
    """An opacity of a group is a form; that of a halo is a state, which has one name everywhere."""
    stamps = [Stamp(FADED), Stamp(HALOED)]
    render(document(*stamps))

    assert stamps[0].written == {"pdf": None}
    assert stamps[1].written["pdf"].states == (("CA", "0.5"),)


def test_a_plain_stamp_needs_no_group_of_its_own_in_svg():
    plain = svg.render(Scene(60, 40, MARK))

    assert svg.render(Scene(60, 40, (Stamp(MARK),))) == plain
    assert svg.render(Scene(60, 40, (Stamp(MARK, transform=moved(1, 1)),))).count(b"<g") == 1
