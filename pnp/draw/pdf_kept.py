"""Forms of a PDF that are finished once and used again: in other books, on other papers, in the next build.

In: nodes without text, which need nothing of the document they stand in. Out: a whole stream object as bytes, the same
wherever it is made.
"""

from __future__ import annotations

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from pnp.draw.paths import number
from pnp.draw.pdf_font import Ready, stream
from pnp.errors import LayoutError

LEVEL = 5


def add_ready_form(canvas: Canvas, name: str, data: bytes) -> None:
    """Let `canvas` show `data`, which `form_object` made, by `name`."""
    canvas._doc.Reference(Ready(data), pdfdoc.xObjectName(name))


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
    entries = (
        f"/Type /XObject /Subtype /Form /FormType 1 /BBox [ {' '.join(number(v) for v in box)} ] "
        f"/Resources << {resources} >>"
    )
    return stream(code.encode("ascii"), entries, LEVEL)
