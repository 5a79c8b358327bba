"""Drawings with texts that are held: asked for once, the same bytes from the store, and no trust in what lies there."""

from __future__ import annotations

import pypdfium2
import pytest

from pnp.draw import pdf, svg
from pnp.draw.pdf_written import Operators, decoded, operators_of
from pnp.draw.scene import Document, Group, Halo, Held, Page, Path, Scene, Text, moved, rect
from pnp.errors import LayoutError


class Store:
    def __init__(self):
        self.rows = {}

    def __call__(self, kind, key, make):
        if (kind, key) not in self.rows:
            self.rows[kind, key] = make()
        return self.rows[kind, key]


def panel():
    shadow = Path(rect(2, 3, 10, 10), fill="#3366cc", fill_opacity=0.5)
    return (shadow, Group((Text(3, 8, "Käkisalmi", "serif-bold", 9, halo=Halo("#ffffff", 1, 0.25)),), clip=Path(rect(0, 0, 30, 9))))


def document(node):
    before = Text(3, 30, "Viipuri", "sans-regular", 9.0)
    return Document("A drawing", "en", (Page(Scene(60, 40, (before, Group((node,), transform=moved(4, 4)), node))),))


def counting(asked):
    def make():
        asked.append("asked")
        return panel()

    return make


def test_a_held_drawing_is_asked_for_once_and_gives_the_same_bytes_from_the_store():
    asked, store = [], Store()
    plain = pdf.render(document(Held("panel", panel)))

    assert pdf.render(document(Held("panel", counting(asked))), keep=store) == plain
    assert pdf.render(document(Held("panel", counting(asked))), keep=store) == plain
    assert asked == ["asked"]
    text = pypdfium2.PdfDocument(plain)[0].get_textpage().get_text_range()
    assert text.split() == ["Viipuri", "Käkisalmi", "Käkisalmi"]


def test_it_looks_as_if_it_were_not_held():
    held, drawn = (pypdfium2.PdfDocument(pdf.render(document(node)))[0].render().to_numpy() for node in (Held("panel", panel), Group(panel())))

    assert (held == drawn).all()
    assert len(set(held.reshape(-1).tolist())) > 10  # something is drawn


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{}", b"\xff\xfe", b"[[], []", b"[[[]], []]\nq Q", b'[[["no-such-font", "a"]], []]\nq Q',
        b'[[], []]\n/ca0.5 gs', b'[[], [["ca", "0.5"]]]\nq Q', b"[[], []]\n/secret Do", b"[[], []]\nq \xe4 Q", b"[" * 9000,
    ],
)  # fmt: skip
def test_what_does_not_belong_in_the_store_is_not_used(data):
    assert decoded(data) is None
    assert pdf.render(document(Held("panel", panel)), keep=lambda *_: data) == pdf.render(document(Held("panel", panel)))


def test_operators_are_read_back_as_they_were():
    made = operators_of(["q /CA0.25 gs", "/F5+0 3 Tf [(a)] TJ Q"], [("sans-regular", "a")])

    assert made == Operators("q /CA0.25 gs\n/F5+0 3 Tf [(a)] TJ Q", (("sans-regular", "a"),), (("CA", "0.25"),))
    assert decoded(made.encoded()) == made
    assert operators_of(["/map Do"], []) is None


def test_a_form_in_it_is_refused():
    with pytest.raises(LayoutError, match="holds a form"):
        pdf.render(document(Held("faded", lambda: (Group(panel(), opacity=0.5),))))


def test_svg_is_the_same_from_the_store():
    asked, store = [], Store()
    scene = Scene(60, 40, (Held("panel", counting(asked)), Group(panel(), layer="towns")))
    plain = svg.render(scene)

    assert plain == svg.render(scene, keep=store) == svg.render(scene, keep=store)
    assert asked == ["asked", "asked"]
    assert plain.count(b">K\xc3\xa4kisalmi</text>") == 4  # halo and letters, twice
    assert plain.count(b'id="kept1-clip001"') == plain.count(b'id="clip001"') == 1
