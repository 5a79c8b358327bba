"""The logical structure of a PDF, which a screen reader follows: elements in the order of reading, and for each the
marks on the pages that show it (ISO 32000-1, 14.7 and 14.8).

In: roles, while a canvas is painted on. Out: the structure tree. `PdfCanvas.tagged` opens elements; what is painted
outside of them, such as rules, tints, running heads, is marked as an artifact, which nobody is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field

ARTIFACT = "/Artifact BMC"
"""Begins what is not read."""

CONTAINERS = frozenset({"Document", "L", "LI", "Table", "TR", "TOC", "Index"})
"""Roles of elements that hold others; all else holds marks."""


@dataclass(eq=False, slots=True)
class StructureElement:
    """An element of the structure.

    role   its type: P, H1 …, Table, TR, TH, TD, L, LI, Lbl, LBody, Figure, TOC, TOCI, Note …
    alt    what a figure shows, in words
    scope  of a TH: "Column" or "Row"
    kids   elements, and (page, counted from 0; mark on it)
    link   of a Link: the page, and the name of the annotation that is clicked
    """

    role: str
    alt: str = ""
    scope: str = ""
    kids: list[StructureElement | tuple[int, int]] = field(default_factory=list)
    parent: StructureElement | None = None
    link: tuple[int, str] | None = None


def element_of(role: str, alt: str = "") -> StructureElement:
    """A new element; the role of a head says of what: "TH Row", "TH Column"."""
    name, _, scope = role.partition(" ")
    return StructureElement(name, alt, scope)


class Tags:
    """The structure of a document that is being painted.

    leaf   the element that is being painted; None between elements
    pages  of each page, finished or not, the elements of its marks
    links  the elements of all links
    """

    def __init__(self) -> None:
        self.root = StructureElement("Document")
        self.leaf: StructureElement | None = None
        self.pages: list[list[StructureElement]] = [[]]
        self.links: list[StructureElement] = []
        self._open = [self.root]

    def opened(self, element: StructureElement, joined: bool) -> StructureElement:
        """`element` as the one into which what follows goes: in its place if it has one, else at the end of the open
        one.

        joined  the element before it stands for it, if that has the same role
        """
        parent = self._open[-1]
        last = parent.kids[-1] if parent.kids else None
        if joined and isinstance(last, StructureElement) and last.role == element.role:
            element = last
        elif element.parent is None:
            element.parent = parent
            parent.kids.append(element)
        self._open.append(element)
        return element

    def close(self) -> None:
        """Go back to the element around the open one."""
        self._open.pop()

    def mark(self, element: StructureElement) -> int:
        """A new mark of `element` on the current page: its number there."""
        marks = self.pages[-1]
        marks.append(element)
        element.kids.append((len(self.pages) - 1, len(marks) - 1))
        return len(marks) - 1

    def link(self, name: str) -> int:
        """A link of the element that is painted or open, by the `name` of its annotation: its number."""
        parent = self.leaf or self._open[-1]
        element = StructureElement("Link", parent=parent, link=(len(self.pages) - 1, name))
        parent.kids.append(element)
        self.links.append(element)
        return len(self.links) - 1

    def next_page(self) -> None:
        """What follows is painted on another page."""
        self.pages.append([])
