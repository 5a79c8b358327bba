"""Painted pages of a rulebook, each by itself.

In: a canvas on which one page was painted. Out: `PaintedPage`, which hangs on nothing but what stands on the page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from pnp.draw.pdf_font import stream
from pnp.draw.scene import Keep
from pnp.generators.typeset.placed import Place, fonts_of, in_characters, states_of
from pnp.output import content_hash

Rect = tuple[float, float, float, float]
_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")
TAIL = " \n"
"""What ends the operators of a page."""


class LostForm(Exception):
    """A kept page shows a finished form that isn't kept any more."""


class Forms:
    """The finished forms of a book by their keys; `keep` has those of other books and earlier builds."""

    def __init__(self, keep: Keep | None = None) -> None:
        self.keep = keep
        self._known: dict[str, bytes] = {}

    def made(self, kind: str, key: str, make: Callable[[], bytes]) -> bytes:
        """A form, made when it isn't there: a `Keep` for a canvas."""
        if key not in self._known:
            self._known[key] = self.keep(kind, key, make) if self.keep else make()
        return self._known[key]

    def __getitem__(self, key: str) -> bytes:
        """A form that is there. Raises LostForm."""

        def lost() -> bytes:
            raise LostForm(key)

        return self.made("pdf-form", key, lost)


@dataclass(frozen=True)
class PaintedPage:
    """A page as painted.

    code     its operators, as a stream object
    states   graphics states: name, key, value
    shown    names of the forms that the page itself shows
    kept     name -> key of the finished forms on it
    faded    forms of its own: name, object, the forms that it shows by the numbers they have in it
    fonts    face -> its characters, in order of first use
    links    anchor, and where a reader clicks, as it's written
    anchors  anchor, left and top, as they are written
    outline  title, anchor, level
    places   its parts, in order
    check    a hash of all this
    """

    code: bytes
    states: tuple[tuple[str, str, float | str], ...]
    shown: tuple[str, ...]
    kept: tuple[tuple[str, str], ...]
    faded: tuple[tuple[str, bytes, tuple[tuple[int, str], ...]], ...]
    fonts: tuple[tuple[str, str], ...]
    links: tuple[tuple[str, str], ...]
    anchors: tuple[tuple[str, str], ...]
    outline: tuple[tuple[str, str, int], ...]
    places: tuple[Place, ...] = ()
    check: str = ""

    @property
    def whole(self) -> bool:
        """Whether nothing of it was damaged since it was painted."""
        return self.check == _check(self)


def _check(page: PaintedPage) -> str:
    return content_hash(page.code, *(data for _, data, _ in page.faded), repr((
        page.states, page.shown, page.kept, [(name, shown) for name, _, shown in page.faded], page.fonts, page.links, page.anchors, page.outline, page.places,
    )))  # fmt: skip


def take_notes(canvas: Canvas) -> None:
    """Have `canvas` remember links, anchors, lines of the outline, and what stands where, for `painted`."""
    canvas.noted_links, canvas.noted_anchors, canvas.noted_outline, canvas.noted_places = [], [], [], []

    def link(contents: str, anchor: str, area: Rect, relative: int = 1, **options: Any) -> None:
        canvas.noted_links.append((anchor, fp_str(*canvas._absRect(area, relative))))

    def bookmark(anchor: str, x: float, y: float, **options: Any) -> None:
        canvas.noted_anchors.append((anchor, fp_str(*canvas.absolutePosition(x, y))))

    def entry(title: str, anchor: str, level: int = 0, closed: object = None) -> None:
        canvas.noted_outline.append((title, anchor, level))

    canvas.linkRect, canvas.bookmarkHorizontal, canvas.addOutlineEntry = link, bookmark, entry


def painted(canvas: Canvas) -> PaintedPage:
    """What stands on the page of `canvas`."""
    document = canvas._doc
    known: Mapping[str, str] = getattr(document, "kept_forms", {})
    content = "\n".join([canvas._preamble, *canvas._code, TAIL])
    run = in_characters(canvas._code, len(canvas._preamble) + 1)
    page = PaintedPage(
        code=stream(content.encode("utf-8")),
        states=states_of(canvas),
        shown=tuple(dict.fromkeys(canvas._formsinuse)),
        kept=tuple((name, key) for key, name in known.items()),
        faded=tuple(_faded(document, f"faded-{number + 1}") for number in range(getattr(document, "faded_groups", 0))),
        fonts=fonts_of(document),
        links=tuple(canvas.noted_links), anchors=tuple(canvas.noted_anchors), outline=tuple(canvas.noted_outline),
        places=tuple(replace(place, code=run(place)) for place in canvas.noted_places),
    )  # fmt: skip
    return _checked(page)


def _checked(page: PaintedPage) -> PaintedPage:
    object.__setattr__(page, "check", _check(page))
    return page


def _faded(document: Any, name: str) -> tuple[str, bytes, tuple[tuple[int, str], ...]]:
    """A form of the page's own as an object, and the forms that stand in it, by their numbers."""
    form = document.idToObject[pdfdoc.xObjectName(name)]
    data = form.format(document)
    head = data.partition(b"stream\n")[0]
    names = {number: key for number, key in document.numberToId.items() if key.startswith(pdfdoc.xObjectName(""))}
    numbers = sorted({int(number) for number in _REFERENCE.findall(head)})
    prefix = len(pdfdoc.xObjectName(""))
    return name, data, tuple((number, names[number][prefix:]) for number in numbers if number in names)


class FadedForm(pdfdoc.PDFObject):  # type: ignore[misc]
    """A form that was written in a document of one page, with the numbers of another one.

    references  number there -> what it is called here
    """

    __RefOnly__ = 1

    def __init__(self, data: bytes, references: Mapping[int, str]) -> None:
        self.data, self.references = data, references

    def format(self, document: Any) -> bytes:
        """The object with the numbers that `document` gives."""
        head, mark, rest = self.data.partition(b"stream\n")

        def number(match: re.Match[bytes]) -> bytes:
            name = self.references.get(int(match[1]))
            return pdfdoc.PDFObjectReference(name).format(document) if name else match[0]

        return _REFERENCE.sub(number, head) + mark + rest


def note_fonts(document: Any, fonts: Sequence[tuple[str, str]]) -> None:
    """Have `document` embed the characters of `fonts`: face, characters."""
    for face, characters in fonts:
        pdfmetrics.getFont(face).note(document, characters)
