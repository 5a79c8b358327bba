"""A book as a booklet: its pages in pairs on both sides of landscape sheets, to be folded once and stapled.

In: the PDF of a book. Out: a PDF whose sheets are of the book's own paper, so that each page is half as large.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

import pikepdf


def imposed(book: bytes) -> tuple[bytes, int]:
    """The sheets, and the number of their sides; the same bytes for the same book.

    A book that is read from right to left is stapled at the right: the halves of each side are exchanged.
    A page keeps its shape: on Letter, whose half is narrower, white stays above and below it. Pages that are lacking to
    a multiple of four are white, at the end.
    """
    with pikepdf.open(io.BytesIO(book)) as read, pikepdf.new() as made:
        left, bottom, right, top = (float(value) for value in read.pages[0].mediabox)
        wide, high = top - bottom, right - left
        forms = [made.copy_foreign(page.as_form_xobject()) for page in read.pages]
        backwards = read.Root.get("/ViewerPreferences", pikepdf.Dictionary()).get("/Direction") == pikepdf.Name.R2L
        sides = [pair[::-1] if backwards else pair for pair in folded(len(forms))]
        for pair in sides:
            shown = [(half, number) for half, number in enumerate(pair) if number < len(forms)]
            side = made.add_blank_page(page_size=(wide, high))
            side.Resources = pikepdf.Dictionary(
                XObject=pikepdf.Dictionary({f"/Page{number + 1}": forms[number] for _, number in shown})
            )
            scale = min(wide / 2 / high, high / wide)
            up = (high - wide * scale) / 2
            placed = ((half * wide / 2 + (wide / 2 - high * scale) / 2, number) for half, number in shown)
            code = "".join(f"q {scale:.5f} 0 0 {scale:.5f} {x:.3f} {up:.3f} cm /Page{n + 1} Do Q\n" for x, n in placed)
            side.Contents = made.make_stream(code.encode("ascii"))
        for name in ("/Title", "/Subject", "/Author"):
            if name in read.docinfo:
                made.docinfo[name] = str(read.docinfo[name])
        made.docinfo["/Producer"] = made.docinfo["/Creator"] = "pnp"
        made.Root.Lang = str(read.Root.Lang)
        made.Root.ViewerPreferences = pikepdf.Dictionary(
            PrintScaling=pikepdf.Name("/None"),
            Duplex=pikepdf.Name.DuplexFlipShortEdge, DisplayDocTitle=True,
            **({"Direction": pikepdf.Name.R2L} if backwards else {}),
        )  # fmt: skip
        made.remove_unreferenced_resources()
        buffer = io.BytesIO()
        made.save(buffer, static_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return buffer.getvalue(), len(sides)


def folded(pages: int) -> Iterator[tuple[int, int]]:
    """The pages, counted from 0, of each side of the sheets: left, right; a number of `pages` or more is white.

    Of eight pages: (7, 0), (1, 6), (5, 2), (3, 4).
    """
    whole = -(-pages // 4) * 4
    for number in range(whole // 2):
        outer, inner = whole - 1 - number, number
        yield (inner, outer) if number % 2 else (outer, inner)
