"""A canvas that takes PDF operators: the only module that uses private members of reportlab's canvas."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from pnp.draw import pdf_objects
from pnp.draw.paths import number
from pnp.draw.pdf_colour import fill, pen
from pnp.draw.pdf_image import PdfImage
from pnp.draw.pdf_tags import ARTIFACT, CONTAINERS, StructureElement, Tags, element_of
from pnp.draw.scene import Store
from pnp.errors import LayoutError

FORM_LEVEL = 5
"""How hard a form is packed: a map of 20 MB takes half the time of the usual level and a fourteenth more room."""


class PdfCanvas(Canvas):  # type: ignore[misc]
    """A canvas for one document, with the state that our painters keep for it.

    store         where the forms of `CachedNodes` are kept
    dry           a pass that only measures where things stand: nothing is painted or saved
    targets       where the links of the text painted so far lead; whoever reads them clears them
    outline_level of the last heading in the outline
    cached_forms  key of a `CachedNodes` -> the name of its form
    faded_groups  how many groups were painted as forms, to fade them
    images        names of the images embedded so far
    ink           for a press: from a colour to the inks that it is printed in
    inks          what identifies `ink`
    bleed_pt      what a page of the press has around the trimmed sheet
    tags          the structure that is told to a screen reader; None for a document without one
    places        names of those that links from elsewhere may lead to
    mirrored      pages are mirrored, as books are that are read from right to left; text and pictures are set `upright`
    """

    def __init__(self, *arguments: Any, store: Store | None = None, **options: Any) -> None:
        rl_config.useA85 = 0  # streams in ASCII are a quarter larger, and Python's encoder is slow
        super().__init__(*arguments, **options)
        self.store = store
        self.dry = False
        self.targets: set[str] = set()
        self.outline_level = 0
        self.cached_forms: dict[str, str] = {}
        self.faded_groups = 0
        self.images: set[str] = set()
        self.ink: Callable[[str], str] | None = None
        self.inks, self.bleed_pt = "", 0.0
        self.tags: Tags | None = None
        self.mirrored = False
        self.places: list[str] = []

    @property
    def document(self) -> Any:
        """The document, for `pdf_objects` and `pdf_font`."""
        return self._doc

    def emit(self, operators: str) -> None:
        """Append `operators` to the current page or form."""
        self._code.append(operators)

    def upright(self, left: float, right: float) -> str:
        """Operators by which what is painted from `left` to `right` is not mirrored, but takes the same place."""
        return f"-1 0 0 1 {left + right:.3f} 0 cm " if self.mirrored else ""

    def inked(self, colour: str) -> str:
        """"#rrggbb" as it is painted."""
        return self.ink(colour) if self.ink else colour

    def setFillColor(self, colour: str, alpha: float | None = None) -> None:
        """Take "#rrggbb", not the colours of reportlab; near black is black alone, for a press all is in inks."""
        self.emit(fill(self.inked(colour)))

    def setStrokeColor(self, colour: str, alpha: float | None = None) -> None:
        """Like `setFillColor`, of lines."""
        self.emit(pen(self.inked(colour)))

    def linkRect(self, *arguments: Any, **options: Any) -> None:
        """Like reportlab's, and an element of the structure; nothing for a press, whose PDFs may have no links."""
        if not self.ink and not self.dry:
            super().linkRect(*arguments, **options)

    def _addAnnotation(self, annotation: Any, name: str | None = None, addtopage: int = 1) -> None:
        if self.tags is not None:
            name = name or f"link{len(self.tags.links)}"
            pdf_objects.number_link(annotation, self.tags.link(name))
        super()._addAnnotation(annotation, name, addtopage)

    def bookmarkHorizontal(self, key: str, relativeX: float, relativeY: float, **options: Any) -> None:
        """Like reportlab's: a place in the document, whose page is shown from its left side."""
        self.places.append(key)
        left, top = self.absolutePosition(relativeX, relativeY)
        self.bookmarkHorizontalAbsolute(key, top, left=0 if self.mirrored else left, **options)

    def save(self) -> None:
        """Write the document, unless this was a dry pass."""
        if self.dry:
            return
        if self._code:
            self.showPage()
        if self.tags is not None:
            pdf_objects.add_structure(self._doc, self.tags)
        if self.places and not self.ink:
            pdf_objects.name_places(self._doc, {key: self._destinations[key] for key in self.places})
        super().save()

    @contextmanager
    def tagged(self, role: str | StructureElement, alt: str = "", *, joined: bool = False) -> Iterator[None]:
        """What is painted meanwhile is an element of that role, or goes on with one; within one that is painted, and
        in a document without structure, nothing changes.

        alt     what a figure shows, in words
        joined  go on with the element before, if that has the same role
        """
        tags = self.tags
        if tags is None or self.dry or tags.leaf is not None or pdf_objects.in_form(self._doc):
            yield
            return
        element = tags.opened(element_of(role, alt) if isinstance(role, str) else role, joined)
        if element.role in CONTAINERS:
            yield
        else:
            tags.leaf = element
            self._end_mark()
            self.emit(f"/{element.role} <</MCID {tags.mark(element)}>> BDC")
            yield
            self.emit("EMC")
            self.emit(ARTIFACT)
            tags.leaf = None
        tags.close()

    def _end_mark(self) -> None:
        """End what is not read, which began with the page or behind the element before."""
        if self._code and self._code[-1] == ARTIFACT:
            self._code.pop()
        else:
            self.emit("EMC")

    def showPage(self) -> None:
        """Like reportlab's; all of a page with tags is marked."""
        if self.tags is None or self.dry:
            super().showPage()
            return
        self._end_mark()
        self._code.insert(0, ARTIFACT)
        super().showPage()
        pdf_objects.number_page(self._doc, len(self.tags.pages) - 1)
        self.tags.next_page()

    def add_form(self, name: str, data: bytes) -> None:
        """Add `data`, a form that `as_form` returned, so that `doForm(name)` shows it."""
        pdf_objects.add_form(self._doc, name, data)

    def show_image(self, image: PdfImage) -> None:
        """Paint `image` in the unit square; its pixels are embedded at its first use."""
        if image.name not in self.images:
            self.images.add(image.name)
            pdf_objects.add_image(self._doc, image.name, image.head, image.pixels, image.alpha)
        self.doForm(image.name)

    def end_form(self, *, transparency: bool = False) -> None:
        """End a form with complete resources; reportlab's own leaves out graphics states (transparency).

        transparency  the form is painted as a whole before it is shown, so that an opacity applies to it once
        """
        resources = pdf_objects.resources(self._doc, self._extgstate.getState(), self._formsinuse)
        name, code = self._formData[0], "\n".join([self._preamble, *self._code])
        plain = code.isascii() and bool(code)
        if plain:  # reportlab's own encoding is slow on many megabytes
            self._code = []
        self.endForm(Resources=resources)
        pdf_objects.set_content(self._doc, name, _packed(code) if plain else None, transparency=transparency)

    @contextmanager
    def group_form(self, name: str, reach_mm: float) -> Iterator[None]:
        """Paint what follows as a form that is faded as a whole; forms may be nested."""
        with pdf_objects.another_form(self._doc):
            self.beginForm(name, -reach_mm, -reach_mm, reach_mm, reach_mm)
            yield
            self.end_form(transparency=True)

    def as_form(self, box: tuple[float, float, float, float]) -> bytes:
        """All that was painted on this fresh canvas as a form with its own resources, the same bytes wherever it is
        made.

        box  left, top, right, bottom that nothing is painted outside of
        Raises LayoutError for text and forms in it: they belong to one document.
        """
        code = "\n".join(self._code)
        if self._formsinuse or " Tf" in code:
            raise LayoutError("a cached drawing holds text or another form")
        states = "".join(f" /{name} << /{key} {value} >>" for (key, value), name in self._extgstate._c.items())
        entries = (
            f"/Type /XObject /Subtype /Form /FormType 1 /BBox [ {' '.join(number(v) for v in box)} ] "
            f"/Resources << /ProcSet [ /PDF ]{f' /ExtGState <<{states} >>' if states else ''} >>"
        )
        return pdf_objects.stream(code.encode("ascii"), entries, FORM_LEVEL)


@lru_cache(maxsize=2)  # the poster and the tiles of a map share their form
def _packed(code: str) -> bytes:
    return zlib.compress(code.encode("ascii"), FORM_LEVEL)
