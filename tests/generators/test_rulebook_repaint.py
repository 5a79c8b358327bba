"""A page with one part painted anew: the same as if it were painted whole."""

from __future__ import annotations

import io

import pytest

from pnp.draw.pdf import new_canvas
from pnp.draw.scene import Group, Kept, Path, Stroke, Text, rect
from pnp.generators.rulebook_flow import Picture
from pnp.generators.rulebook_painted import Forms, LostForm, painted, take_notes
from pnp.generators.rulebook_repaint import repainted
from pnp.generators.typeset.block import Drawing
from pnp.generators.typeset.items import Look
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import JustifiedParagraph
from pnp.generators.typeset.styles import TextStyle

STYLE = TextStyle()


def _canvas(forms: Forms):
    canvas = new_canvas(io.BytesIO(), "A page", "en")
    take_notes(canvas)
    canvas._doc.keep = forms.made
    return canvas


def _paragraph(*spans: Span) -> JustifiedParagraph:
    return JustifiedParagraph(spans, STYLE, marker=("1.", Look("condensed-bold", 9.0, "#123456"), 0.0))


def _ground(key: str) -> Kept:
    return Kept(key, (0, 0, 20, 20), lambda: (Path(rect(0, 0, 20, 20), fill="#ddeeff"),))


def _figure(text: str, *, key: str = "ground", opacity: float = 0.5) -> Picture:
    """Ground that is kept, a frame that shines through, a pale word."""
    frame = Path(rect(1, 1, 5, 5), stroke=Stroke("#000000", 1.0, opacity=0.25), fill="#ff0000", fill_opacity=0.75)
    return Picture(Drawing((_ground(key), frame, Group((Text(2, 8, text, "serif-bold", 9.0, "#000000"),), opacity=opacity)), 20, 20))


def _page(forms: Forms, *parts):
    """The parts below each other."""
    canvas = _canvas(forms)
    for number, part in enumerate(parts):
        part.place = "case", number
        part.wrap(200.0, 10_000.0)
        canvas._code.append(f"% part {number}")
        part.drawOn(canvas, 50.0, 700.0 - 100.0 * number)
    canvas._code.append("% end")
    return painted(canvas)


def _first():
    return _paragraph(Span("Words in "), Span("bold face", bold=True), Span(" and a "), Span("link", link="case-2"))


def _whole(forms: Forms, middle, key: str = "its own"):
    return _page(forms, _first(), middle, _figure("Kyiv", key=key, opacity=0.4), _paragraph(Span("The last, x²."),))


def _faded(page) -> list[tuple[str, bytes]]:
    """Names and operators of the pale groups."""
    return [(name, data.partition(b"stream\n")[2]) for name, data, _ in page.faded]


@pytest.mark.parametrize(
    "middle",
    [
        lambda: _paragraph(Span("Other words"), Span(" slanted", italic=True), Span(" here", link="case-7")),
        lambda: _figure("Lviv"),
        lambda: _figure("Lviv", key="another ground", opacity=0.8),
    ],
)
def test_a_part_that_is_painted_anew_leaves_the_page_as_if_it_were_painted_whole(middle):
    forms = Forms()
    before = _whole(forms, _figure("Odessa") if isinstance(middle(), Picture) else _paragraph(Span("Some words.")))
    part = middle()
    part.place = "case", 1
    after = repainted(_canvas(forms), before, forms, {("case", 1): part})
    expected = _whole(forms, middle())
    assert expected != before
    assert (after.code, after.fonts, after.states, after.shown, after.kept) == (
        expected.code, expected.fonts, expected.states, expected.shown, expected.kept,
    )  # fmt: skip
    assert (after.links, after.anchors, after.outline, after.places) == (
        expected.links, expected.anchors, expected.outline, expected.places,
    )  # fmt: skip
    assert _faded(after) == _faded(expected) != []


def test_a_page_of_which_nothing_is_painted_anew_is_the_same():
    forms = Forms()
    page = _whole(forms, _figure("Odessa"), key="ground")
    again = repainted(_canvas(forms), page, forms, {})
    assert again.code == page.code
    assert again.places == page.places
    assert page.places[1].kept == (0, 1) and page.places[2].kept == (1, 1)  # the ground is the first figure's


def test_only_the_lines_that_stood_there_are_painted():
    forms = Forms()
    whole = _paragraph(*[Span("Word after word fills line after line. ")] * 12)
    whole.wrap(200.0, 10_000.0)
    rest = whole.split(200.0, 3 * STYLE.leading_pt)[1]
    before = _page(forms, rest)
    _, first, count, height = before.places[0].shape
    assert (first, count) == (3, len(whole.lines) - 3)
    assert height == count * STYLE.leading_pt
    part = _paragraph(*[Span("Word after word fills line after line. ")] * 12)
    part.place = "case", 0
    assert repainted(_canvas(forms), before, forms, {("case", 0): part}).code == before.code


def test_a_form_that_nobody_has_any_more_is_missed():
    page = _whole(Forms(), _figure("Odessa"))
    with pytest.raises(LostForm):
        repainted(_canvas(Forms()), page, Forms(), {})


def test_a_form_that_another_part_shows_no_longer_first_is_missed():
    """The second figure shows the ground that the first brought: without it, the ground would have to be brought by another."""
    forms = Forms()
    page = _whole(forms, _figure("Odessa"), key="ground")
    part = _figure("Odessa", key="another ground")
    part.place = "case", 1
    with pytest.raises(LostForm):
        repainted(_canvas(forms), page, forms, {("case", 1): part})
