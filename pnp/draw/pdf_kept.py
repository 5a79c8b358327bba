"""Forms of a PDF that are finished once and used again: in other books, on other papers, in the next build.

In: nodes without text, which need nothing of the document they stand in. Out: a whole stream object as bytes, the same
wherever it is made.
"""

from __future__ import annotations

import io
import zlib

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from pnp.draw.paths import number
from pnp.errors import LayoutError

LEVEL = 5


class ReadyForm(pdfdoc.PDFObject):  # type: ignore[misc]
    """A form whose object is written already."""

    __RefOnly__ = 1

    def __init__(self, data: bytes) -> None:
        self.data = data

    def format(self, document: object) -> bytes:
        """The object as it was written."""
        return self.data


def add_ready_form(canvas: Canvas, name: str, data: bytes) -> None:
    """Let `canvas` show `data`, which `form_object` made, by `name`."""
    canvas._doc.Reference(ReadyForm(data), pdfdoc.xObjectName(name))


def form_object(canvas: Canvas, box: tuple[float, float, float, float]) -> bytes:
    """All that was painted on `canvas`, a fresh one, as a form with its own resources.

    box  left, top, right, bottom that nothing is painted outside of
    Raises LayoutError for text and forms in it: they belong to one document.
    """
    code = "\n".join(canvas._code)
    if canvas._formsinuse or " Tf" in code:
        raise LayoutError("a kept drawing holds text or another form")
    states = "".join(f" /{name} << /{key} {value} >>" for (key, value), name in canvas._extgstate._c.items())
    resources = f"/ProcSet [ /PDF ]{f' /ExtGState <<{states} >>' if states else ''}"
    stream = zlib.compress(code.encode("ascii"), LEVEL)
    head = (
        f"<< /Type /XObject /Subtype /Form /FormType 1 /BBox [ {' '.join(number(v) for v in box)} ] "
        f"/Resources << {resources} >> /Filter /FlateDecode /Length {len(stream)} >>"
    )
    made = io.BytesIO()
    made.write(head.encode("ascii") + b"\nstream\n")
    made.write(stream)
    made.write(b"\nendstream")
    return made.getvalue()
