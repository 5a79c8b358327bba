"""Pieces of a product exchanged in the finished file: the same bytes as written from nothing, or a refusal."""

from __future__ import annotations

import pytest

from pnp.draw import pdf, svg
from pnp.draw.pieces import FILE, Needs, Places, exchanged, same_needs, with_clips
from pnp.draw.scene import Document, Group, Halo, Node, Page, Path, Piece, Scene, Show, Text, moved, rect

FRAME = Path(rect(0, 0, 10, 10), fill="#ddccbb")


def text(words: str, x: float = 2.0) -> Text:
    return Text(x, 8, words, "condensed-bold", 9.0)


def clipped(words: str) -> Group:
    return Group((text(words),), clip=Path(rect(0, 0, 10, 10)))


def document(first: tuple[Node, ...], second: tuple[Node, ...]) -> Document:
    """Two pages and a form; the first piece stands on both pages, the second in the form."""
    one, other = Piece(first, name="one"), Piece(second, name="other")
    pages = (
        Page(Scene(50, 40, (FRAME, Group((one,), transform=moved(20, 0)), Show("form"), text("all digits 0123456789")))),
        Page(Scene(50, 40, (Group((one,), transform=moved(5, 0)), FRAME))),
    )
    return Document("Mine", "en", pages, {"form": Scene(20, 20, (FRAME, other))})


def test_a_piece_is_painted_as_its_nodes_are():
    plain = Document("Mine", "en", (Page(Scene(50, 40, (FRAME, text("6")))),))
    pieces = Document("Mine", "en", (Page(Scene(50, 40, (FRAME, Piece((text("6"),), name="six")))),))
    assert pdf.render(pieces) == pdf.render(plain) == pdf.render(pieces, places=Places())
    assert svg.render(pieces.pages[0].scene) == svg.render(plain.pages[0].scene) == svg.render(pieces.pages[0].scene, places=Places())


def test_exchanged_pieces_give_the_same_pdf_as_a_new_one():
    """On both pages, where it gets shorter, and in a form, where it gets longer."""
    places, now = Places(), Places()
    before = pdf.render(document((text("8"), text("3", 5)), (text("4"),)), places=places)
    after = pdf.render(document((text("7"),), (text("4"), text("012", 5))), places=now)
    written = {name: pdf.piece_operators(nodes).code.encode() for name, nodes in (("one", (text("7"),)), ("other", (text("4"), text("012", 5))))}

    made = exchanged(before, places.streams, written)
    assert made.data == after != before
    assert made.streams == now.streams
    assert made.data[: made.first] == before[: made.first] and made.first > 0
    assert sorted(len(spots) for _, spots in made.streams.values()) == [1, 1, 1]


def test_exchanging_one_piece_leaves_the_others():
    places = Places()
    before = pdf.render(document((text("8"),), (text("4"),)), places=places)
    made = exchanged(before, places.streams, {"other": pdf.piece_operators((text("5"),)).code.encode()})
    assert made.data == pdf.render(document((text("8"),), (text("5"),)))


def test_exchanged_pieces_give_the_same_svg_as_a_new_one():
    """Clips are numbered through the whole drawing."""
    def drawing(words: str) -> Scene:
        return Scene(50, 40, (clipped("ä"), Piece((clipped(words), clipped("kept")), name="one"), clipped("end"), Piece((text("last"),), name="two")))

    places, now = Places(), Places()
    before, after = svg.render(drawing("8"), places=places), svg.render(drawing("é & more"), places=now)
    lines, needs = svg.piece_lines((clipped("é & more"), clipped("kept")))
    assert needs == places.needs["one"] and len(needs.states) == 2

    made = exchanged(before, places.streams, {"one": lines})
    assert made.data == after != before
    assert made.streams == now.streams
    assert made.data[: made.first] == before[: made.first] and made.first > 0
    assert [name for _, _, name, _ in made.streams[FILE][1]] == ["one", "two"]


def test_a_piece_in_another_clip_needs_another_drawing():
    _, needs = svg.piece_lines((clipped("8"),))
    _, other = svg.piece_lines((Group((text("8"),), clip=Path(rect(0, 0, 9, 9))),))
    assert needs != other


def test_clips_are_counted_on():
    assert with_clips(b'<g clip-path="url(#clip002)">clip002</g>', 9) == b'<g clip-path="url(#clip011)">clip002</g>'
    assert with_clips(b'<clipPath id="clip011">', -9) == b'<clipPath id="clip002">'


def test_what_a_piece_needs_of_its_document_is_told():
    places = Places()
    haloed = Text(1, 5, "go", "sans-bold", 9.0, halo=Halo("#ffffff", 1.0, 0.5))
    pdf.render(Document("Mine", "en", (Page(Scene(50, 40, (text("rest"), Piece((haloed,), name="one")))),)), places=places)
    assert places.needs == {"one": Needs((("sans-bold", "go"),), (("CA", "0.5"),))}
    assert places.rest == (("condensed-bold", "erst"),)


def test_what_can_t_stand_by_itself_is_told():
    """A faded group is an object of its document; a layer's id is counted through the drawing; nothing has no place."""
    places = Places()
    nodes = (Piece((Group((FRAME,), opacity=0.5),), name="faded"), Piece((), name="empty"))
    pdf.render(Document("Mine", "en", (Page(Scene(50, 40, nodes)),)), places=places)
    assert places.needs == {"faded": None, "empty": None} and places.streams == {}
    drawn = Places()
    svg.render(Scene(50, 40, (Piece((Group((FRAME,), layer="art"),), name="layer"), Piece((), name="empty"))), places=drawn)
    assert drawn.needs == {"layer": None, "empty": None} and drawn.streams == {FILE: (0, ())}
    assert pdf.piece_operators((Group((FRAME,), opacity=0.5),)) is None and svg.piece_lines((Group((FRAME,), layer="art"),)) is None


def test_a_piece_that_comes_out_in_two_ways_is_not_exchanged():
    places = Places()
    places.note("one", Needs((("sans-bold", "a"),)))
    places.note("one", Needs((("sans-bold", "b"),)))
    assert places.needs == {"one": None}


def test_fonts_are_the_same_while_the_document_shows_the_same_characters():
    rest = (("sans-bold", "12"), ("sans-regular", "a"))
    assert same_needs(rest, [Needs((("sans-bold", "2"),))], [Needs((("sans-bold", "1"),))])
    assert not same_needs(rest, [Needs((("sans-bold", "2"),))], [Needs((("sans-bold", "3"),))])
    assert not same_needs(rest, [Needs((("sans-bold", "3"),))], [Needs((("sans-bold", "2"),))])
    assert not same_needs(rest, [Needs((("sans-bold", "2"),))], [Needs((("serif-bold", "2"),))])


@pytest.mark.parametrize("harm", [
    lambda data: data[:-40], lambda data: data.replace(b"xref\n0 ", b"xref\n1 "), lambda data: data.replace(b" 0 obj", b" 1 obj"),
    lambda data: b"", lambda data: data.replace(b"/FlateDecode", b"/FlateDecode /Length 3"),
])  # fmt: skip
def test_a_file_of_another_kind_is_refused(harm):
    places = Places()
    before = pdf.render(document((text("8"),), (text("4"),)), places=places)
    with pytest.raises(ValueError):
        exchanged(harm(before), places.streams, {"one": b"q Q"})


@pytest.mark.parametrize("spots", [((0, 10**9, "one", 0),), ((-5, 3, "one", 0),), ((4, 9, "one", 0), (6, 12, "one", 0))])
def test_places_outside_of_a_stream_are_refused(spots):
    with pytest.raises(ValueError):
        exchanged(b"a drawing of some length", {FILE: (0, spots)}, {"one": b"x"})
