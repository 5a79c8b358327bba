"""Forms that are written once: the same bytes whether they are made or come from a store, and nothing in them that
needs a document.
"""

from __future__ import annotations

import io
from xml.etree import ElementTree

import pytest

from pnp.draw import pdf
from pnp.draw.scene import CachedNodes, Document, Group, Page, Path, Scene, Text, rect
from pnp.errors import LayoutError

BOX = (0.0, 0.0, 30.0, 20.0)


def _square() -> tuple[Path, ...]:
    return (Path(rect(2, 3, 10, 10), fill="#3366cc", fill_opacity=0.5), Path(rect(5, 5, 3, 3), fill="#ffffff"))


def _document(*kept: CachedNodes) -> Document:
    scene = Scene(
        60, 40, (Group((kept[0],), transform=(2, 0, 0, 2, 0, 0)), *kept, Text(3, 30, "Viipuri", "sans-regular", 9.0))
    )
    return Document(title="A drawing", language="en", pages=(Page(scene), Page(scene)))


def test_a_cached_drawing_is_asked_for_once_and_gives_the_same_bytes_from_the_store():
    asked: list[str] = []
    store: dict[str, bytes] = {}

    def keep(kind, key, make):
        assert kind == "pdf-form"
        if key not in store:
            store[key] = make()
        return store[key]

    def make():
        asked.append("square")
        return _square()

    plain = pdf.render(_document(CachedNodes("square", BOX, make)))
    first = pdf.render(_document(CachedNodes("square", BOX, make)), store=keep)
    again = pdf.render(_document(CachedNodes("square", BOX, make)), store=keep)

    assert asked == ["square", "square"]  # without a store, and to fill it
    assert plain == first == again
    assert plain.count(b"/FormType 1") == 1
    assert b"/BBox [ 0 0 30 20 ]" in plain
    assert b"/ca 0.5" in plain


def test_two_cached_drawings_are_two_forms():
    other = CachedNodes("other", BOX, lambda: (Path(rect(1, 1, 4, 4), fill="#000000"),))
    made = pdf.render(_document(CachedNodes("square", BOX, _square), other))
    assert made.count(b"/FormType 1") == 2


@pytest.mark.parametrize("node", [Text(1, 5, "Oulu", "sans-regular", 8.0), Group(_square(), opacity=0.5)])
def test_what_belongs_to_one_document_is_refused(node):
    with pytest.raises(LayoutError, match="text or another form"):
        pdf.render(_document(CachedNodes("bad", BOX, lambda: (node,))))


def test_other_backends_draw_what_it_stands_for():
    from pnp.draw import svg

    drawn = svg.render(Scene(30, 20, (CachedNodes("square", BOX, _square),))).decode()
    assert 'fill="#3366cc"' in drawn


def test_an_svg_is_the_same_from_the_store_and_keeps_its_layers():
    from pnp.draw import svg

    asked: list[str] = []
    store: dict[tuple[str, str], bytes] = {}

    def make():
        asked.append("land")
        return (Group(_square(), layer="land", clip=Path(rect(0, 0, 9, 9))),)

    def keep(kind, key, make):
        if (kind, key) not in store:
            store[kind, key] = make()
        return store[kind, key]

    scene = Scene(
        30,
        20,
        (
            CachedNodes("land", BOX, make),
            Group((Path(rect(1, 1, 2, 2), fill="#000000"),), layer="towns", clip=Path(rect(0, 0, 5, 5))),
        ),
    )
    plain = svg.render(scene)
    assert plain == svg.render(scene, store=keep) == svg.render(scene, store=keep)
    assert asked == ["land", "land"]
    root = ElementTree.fromstring(plain)
    name = "{http://www.inkscape.org/namespaces/inkscape}label"
    assert [group.get(name) for group in root.findall("{http://www.w3.org/2000/svg}g")] == ["land", "towns"]
    clips = [element.get("id") for element in root.iter("{http://www.w3.org/2000/svg}clipPath")]
    assert len(clips) == len(set(clips)) == 2
    assert plain.count(b"cached1-clip001") == 2


def test_what_is_painted_without_a_scene_is_in_black_alone_where_it_is_near_black():
    canvas = pdf.new_canvas(io.BytesIO(), "A book", "en")
    canvas.setStrokeColor("#1d1b18")
    canvas.setFillColor("#e8e4da")

    assert canvas._code[-2:] == ["0 G", "0.9098 0.8941 0.8549 rg"]
