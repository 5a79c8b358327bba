"""A painted page once more, with some of its parts painted anew where they stood.

In: a page and the new parts by their names. Out: the page with the same bytes as if it were painted whole. A part that stays
is written as it was written; nothing of it is laid out or drawn.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from pnp.draw.pdf_kept import add_ready_form
from pnp.generators.rulebook_painted import TAIL, FadedForm, Forms, LostForm, PaintedPage, note_fonts, painted
from pnp.generators.typeset.placed import Name, Place, Placed, noted

_SHOWN = re.compile(rf"/{re.escape(pdfdoc.xObjectName(''))}(\S+) Do\b")


def repainted(canvas: Canvas, page: PaintedPage, forms: Forms, anew: Mapping[Name, Placed]) -> PaintedPage:
    """`page` with the parts of `anew` instead of those that it has.

    canvas  a fresh one with notes
    Raises LostForm when a part that stays shows a form that isn't kept, or that has another name now.
    """
    content = zlib.decompress(page.code.partition(b"stream\n")[2].removesuffix(b"\nendstream")).decode("utf-8")
    end = len(canvas._preamble)
    for place in page.places:
        _as_it_was(canvas, content[end : place.code[0]])
        part = anew.get(place.name)
        if part is not None:
            part.as_placed(place.shape).drawOn(canvas, place.x, place.y)
        else:
            _again(canvas, page, place, content[slice(*place.code)], forms)
        end = place.code[1]
    _as_it_was(canvas, content[end:].removesuffix(TAIL))
    return painted(canvas)


def _as_it_was(canvas: Canvas, between: str) -> None:
    """The lines between two parts; one line break alone is none."""
    if len(between) > 1:
        canvas._code.append(between[1:-1])


def _again(canvas: Canvas, page: PaintedPage, place: Place, code: str, forms: Forms) -> None:
    """A part that stays."""
    document = canvas._doc
    with noted(canvas, place.name, place.x, place.y, place.shape):
        canvas._code.append(code)
        note_fonts(document, place.fonts)
        canvas._extgstate._c.update({(key, value): name for name, key, value in place.states})
        _forms_again(canvas, page, place, forms)
        shown = _SHOWN.findall(code)
        _refuse_strange(document, page, [*shown, *(name for _, _, inner in page.faded[slice(*place.faded)] for _, name in inner)])
        canvas._formsinuse += shown
        canvas.noted_links += page.links[slice(*place.links)]
        canvas.noted_anchors += page.anchors[slice(*place.anchors)]
        canvas.noted_outline += page.outline[slice(*place.outline)]


def _forms_again(canvas: Canvas, page: PaintedPage, place: Place, forms: Forms) -> None:
    """The forms that a part was the first to show. Raises LostForm when they would have other names."""
    document = canvas._doc
    for name, key in page.kept[slice(*place.kept)]:
        known: dict[str, str] = document.__dict__.setdefault("kept_forms", {})
        if key in known or name != f"kept-{len(known) + 1}":
            raise LostForm(key)
        known[key] = name
        add_ready_form(canvas, name, forms[key])
    for name, data, inner in page.faded[slice(*place.faded)]:
        document.faded_groups = getattr(document, "faded_groups", 0) + 1
        if name != f"faded-{document.faded_groups}":
            raise LostForm(name)
        document.Reference(FadedForm(data, {n: pdfdoc.xObjectName(shown) for n, shown in inner}), pdfdoc.xObjectName(name))


def _refuse_strange(document: object, page: PaintedPage, shown: list[str]) -> None:
    """Raise LostForm when one of the forms `shown` is another one on the page that is being painted."""
    known: Mapping[str, str] = getattr(document, "kept_forms", {})
    for name, key in page.kept:
        if name in shown and known.get(key) != name:
            raise LostForm(key)
