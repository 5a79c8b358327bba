"""The PDF of a rulebook from its painted pages: the same bytes whether a page was painted just now or kept from an earlier build."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from pnp.draw.pdf_font import Inline, Ready
from pnp.draw.pdf_kept import add_ready_form
from pnp.generators.rulebook_painted import FadedForm, Forms, PaintedPage, note_fonts


class _Link(pdfdoc.PDFObject):  # type: ignore[misc]
    """A link as reportlab writes one, in a tenth of the time.

    area  left, bottom, right and top, written
    """

    def __init__(self, destination: pdfdoc.Destination, area: str) -> None:
        self.destination, self.area = destination, area

    def format(self, document: object) -> bytes:
        """The annotation."""
        where = self.destination.format(document)
        return b"<<\n/Border [0 0 0] /Contents () /Dest %s /Rect [ %s ] /Subtype /Link /Type /Annot\n>>" % (where, self.area.encode("ascii"))


class _Spot(pdfdoc.PDFObject):  # type: ignore[misc]
    """Where on a page a link leads, as reportlab writes it.

    spot  left and top, written
    page  set by the destination that this is of
    """

    page: object = None

    def __init__(self, spot: str) -> None:
        self.spot, self._written = spot, b""

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        """The array, of the only document that it's for."""
        if not self._written:
            self._written = b"[ %s /XYZ %s 0 ]" % (document.Reference(self.page).format(document), self.spot.encode("ascii"))
        return self._written


def bound(pages: Sequence[PaintedPage], new_canvas: Callable[[io.BytesIO], Canvas], forms: Forms) -> bytes:
    """The PDF of `pages`.

    new_canvas  makes the canvas of the whole document
    forms       the finished forms that the pages show
    """
    buffer = io.BytesIO()
    canvas = new_canvas(buffer)
    names: dict[str, str] = {}
    shown: dict[str, set[str]] = {}
    for face, characters in (found for page in pages for found in page.fonts):
        shown.setdefault(face, set()).update(characters)
    note_fonts(canvas._doc, [(face, "".join(sorted(characters))) for face, characters in shown.items()])
    for number, page in enumerate(pages, 1):
        _bind(canvas, number, page, names, forms)
    canvas.showOutline()
    canvas.save()
    return buffer.getvalue()


def _bind(canvas: Canvas, number: int, page: PaintedPage, names: dict[str, str], forms: Forms) -> None:
    """Add a page; `names` holds what finished forms are called in the document, by their keys."""
    document = canvas._doc
    for anchor, spot in page.anchors:
        destination = canvas._bookmarkReference(anchor)
        destination.fmt = _Spot(spot)
        destination.setPage(document.thisPageRef())
    for title, anchor, level in page.outline:
        canvas.addOutlineEntry(title, anchor, level, level > 0)
    for anchor, area in page.links:
        canvas._addAnnotation(_Link(canvas._bookmarkReference(anchor), area))
    called = {}
    for name, key in page.kept:
        if key not in names:
            names[key] = f"kept-{len(names) + 1}"
            add_ready_form(canvas, names[key], forms[key])
        called[name] = pdfdoc.xObjectName(names[key])
    called |= {name: pdfdoc.xObjectName(f"{number}-{name}") for name, _, _ in page.faded}
    for name, data, inner in page.faded:
        document.Reference(FadedForm(data, {n: called[shown] for n, shown in inner}), called[name])
    document.updateSignature(page.code)
    canvas.showPage()
    made = document.idToObject[f"Page{number}"]
    made.Contents = Ready(page.code)
    if page.shown:
        made.XObjects = pdfdoc.PDFDictionary({pdfdoc.xObjectName(n): pdfdoc.PDFObjectReference(called[n]) for n in page.shown})
    if page.states:
        states = " ".join(f"/{name} << /{key} {value} >>" for name, key, value in page.states)
        made.ExtGState = Inline(f"<< {states} >>".encode("ascii"))
