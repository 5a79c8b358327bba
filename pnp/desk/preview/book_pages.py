"""Pages of a finished PDF as pictures, with the places of its headings: for books, which are set without scenes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pnp.desk.preview.regions import Region, SheetPicture
from pnp.errors import MissingToolError
from pnp.generators.book.index import anchor_of
from pnp.units import MM_PER_PT

SCALE = 150 / 72
"""Pixels to the point."""


def pictured(data: bytes, first: int, cases: Iterable[str]) -> Iterator[SheetPicture]:
    """Each page of the PDF as PNG, `first` first, with the places of `cases`, which are named by their addresses.

    Raises MissingToolError without the library that draws them.
    """
    try:
        import pypdfium2  # type: ignore[import-untyped]
    except ImportError as error:
        raise MissingToolError("pages of books need pypdfium2: pip install 'pnp-wargames[serve]'") from error
    places = _headings(data, {anchor_of(case): case for case in cases})
    document = pypdfium2.PdfDocument(data)
    try:
        count = len(document)
        for number in sorted(range(count), key=lambda number: (number != first, number)):
            page = document[number]
            width, height = page.get_size()
            buffer = io.BytesIO()
            page.render(scale=SCALE).to_pil().save(buffer, "PNG", compress_level=1)
            regions = tuple(_regions(places.get(number, []), width, height))
            yield SheetPicture(
                number, count, str(number + 1), width * MM_PER_PT, height * MM_PER_PT, "image/png", buffer.getvalue(),
                regions,
            )  # fmt: skip
    finally:
        document.close()


def _headings(data: bytes, cases: Mapping[str, str]) -> dict[int, list[tuple[str, float, float]]]:
    """Page -> the headings of cases on it: address, x and y in pt from the lower left corner.

    cases  name of the place in the PDF -> address
    """
    import pikepdf

    found: dict[int, list[tuple[str, float, float]]] = {}
    with pikepdf.open(io.BytesIO(data)) as pdf:
        numbers = {page.objgen: number for number, page in enumerate(pdf.pages)}
        dests: Any = pdf.Root.get("/Dests") or {}
        for name in dests:
            target = dests[name]
            row = list(target.D if isinstance(target, pikepdf.Dictionary) else target)
            if str(name)[1:] in cases and len(row) > 3 and row[0].objgen in numbers:
                place = cases[str(name)[1:]], float(row[2]), float(row[3])
                found.setdefault(numbers[row[0].objgen], []).append(place)
    return found


def _regions(headings: list[tuple[str, float, float]], width: float, height: float) -> Iterator[Region]:
    """A case reaches from its heading to the next below it in its column, or to the foot of the page."""
    for name, x, y in headings:
        below = [other for _, left, other in headings if other < y - 1 and abs(left - x) < width / 4]
        end = max(below, default=0.04 * height)
        half = width / 2 if any(abs(left - x) > width / 4 for _, left, _ in headings) or x > width / 3 else width
        wide = min(half, width - x) - 12
        yield Region(
            "rule", name, x * MM_PER_PT, (height - y) * MM_PER_PT, wide * MM_PER_PT, (y - end) * MM_PER_PT
        )  # fmt: skip
