"""Reads the structure of a PDF back: pikepdf for the elements, pdfium for the words of each mark."""

from __future__ import annotations

import ctypes
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

UNREAD = -1
"""The number of a mark that nobody is read."""


@dataclass
class Told:
    """An element: its role, its words in pictures, what scope it is the head of, and what it holds.

    text   of its marks, one after the other
    marks  (page, mark)
    """

    role: str
    alt: str
    scope: str
    text: str
    kids: list[Told] = field(default_factory=list)
    marks: list[tuple[int, int]] = field(default_factory=list)

    def all(self) -> Iterator[Told]:
        """The element and all in it, in the order of reading."""
        yield self
        for kid in self.kids:
            yield from kid.all()


@dataclass
class Structure:
    """A PDF as it is read to somebody.

    root      the document
    marks     (page, mark) -> the words painted in it, in the order of painting; UNREAD for artifacts
    unmarked  what is painted outside of any mark
    owned     (page, mark) of the elements; `parents` the same from each page's side
    """

    root: Told
    marks: dict[tuple[int, int], str]
    unmarked: list[str]
    owned: list[tuple[int, int]]
    parents: set[tuple[int, int]]


def structure(data: bytes) -> Structure:
    """The structure of a PDF. Raises where it has none."""
    marks, unmarked = words_of_marks(data)
    owned: list[tuple[int, int]] = []
    links: list[tuple[int, tuple[int, int], int, tuple[int, int]]] = []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert pdf.Root.MarkInfo.Marked
        number = {page.objgen: index for index, page in enumerate(pdf.pages)}

        def told(element: Any) -> Told:
            scope = str(element.get("/A", {}).get("/Scope", ""))[1:]
            own = Told(str(element.S)[1:], str(element.get("/Alt", "")), scope, "")
            for kid in element.K if isinstance(element.K, pikepdf.Array) else [element.K]:
                if isinstance(kid, int) or kid.get("/Type") == "/MCR":
                    page, mark = (element.Pg, kid) if isinstance(kid, int) else (kid.Pg, kid.MCID)
                    place = number[page.objgen], int(mark)
                    owned.append(place)
                    own.marks.append(place)
                    own.text += marks.get(place, "")
                elif kid.get("/Type") == "/OBJR":
                    own.alt = str(kid.Obj.Contents)
                    links.append((number[kid.Pg.objgen], kid.Obj.objgen, int(kid.Obj.StructParent), element.objgen))
                else:
                    own.kids.append(told(kid))
            return own

        root = pdf.Root.StructTreeRoot
        nums = list(root.ParentTree.Nums)
        lists = dict(zip(map(int, nums[::2]), nums[1::2], strict=True))
        assert list(lists) == sorted(lists)
        top = told(root.K)
        clicked = {(index, note.objgen) for index, page in enumerate(pdf.pages) for note in page.get("/Annots", ())}
        assert {link[:2] for link in links} == clicked, "each link has its element"
        assert all(lists[key].objgen == element for _, _, key, element in links)
        parents = {
            (index, mark)
            for index, page in enumerate(pdf.pages)
            for mark in range(len(lists.get(int(page.StructParents), ())))
        }
        return Structure(top, marks, unmarked, owned, parents)


def words_of_marks(data: bytes) -> tuple[dict[tuple[int, int], str], list[str]]:
    """(page, mark) -> words, in the order of painting, and the kinds of objects outside of any mark."""
    pdf = pypdfium2.PdfDocument(data)
    found: dict[tuple[int, int], str] = {}
    unmarked: list[str] = []
    try:
        for index, page in enumerate(pdf):
            words = page.get_textpage()
            for n in range(pdfium.FPDFPage_CountObjects(page.raw)):
                item = pdfium.FPDFPage_GetObject(page.raw, n)
                mark = pdfium.FPDFPageObj_GetMarkedContentID(item)
                if mark < 0 and not pdfium.FPDFPageObj_CountMarks(item):
                    unmarked.append(f"page {index + 1}: object {n}")
                if pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_TEXT:
                    place = index, mark if mark >= 0 else UNREAD
                    found[place] = found.get(place, "") + _text(item, words)
    finally:
        pdf.close()
    return found, unmarked


def _text(item: Any, words: Any) -> str:
    length = pdfium.FPDFTextObj_GetText(item, words.raw, None, 0)
    buffer = ctypes.create_string_buffer(length)
    pdfium.FPDFTextObj_GetText(item, words.raw, ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), length)
    return buffer.raw[:-2].decode("utf-16-le", "replace")
