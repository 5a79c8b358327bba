"""Objects of a PDF document: the only module that uses reportlab's `pdfdoc` and private members of its document.

In: the `document` of a canvas, and serialised content. `pdf_canvas` adds forms with it, `pdf_font` fonts.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from reportlab.pdfbase import pdfdoc

from pnp.draw.pdf_tags import StructureElement, Tags

LEVEL = 6


class WrittenObject(pdfdoc.PDFObject):  # type: ignore[misc]
    """A PDF object whose bytes are serialised in advance."""

    __RefOnly__ = 1

    def __init__(self, data: bytes) -> None:
        self.data = data

    def format(self, document: object) -> bytes:
        """The object's bytes."""
        return self.data


class WrittenValue(pdfdoc.PDFObject):  # type: ignore[misc]
    """A direct value of a PDF object, serialised in advance."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def format(self, document: object) -> bytes:
        """The value's bytes."""
        return self.data


def stream(content: bytes, entries: str = "", level: int = LEVEL) -> bytes:
    """A compressed stream object; `entries` are added to its dictionary."""
    packed = zlib.compress(content, level)
    head = " ".join(filter(None, (entries, f"/Filter /FlateDecode /Length {len(packed)}")))
    return b"".join((f"<< {head} >>\nstream\n".encode("ascii"), packed, b"\nendstream"))


def numbers(values: list[float]) -> bytes:
    """A PDF array of numbers."""
    written: bytes = pdfdoc.PDFArray(values).format(None)
    return written


def name_places(document: Any, places: Mapping[str, Any]) -> None:
    """Give places of `document` names, so that a link from elsewhere leads there."""
    document.Catalog.Dests = pdfdoc.PDFDictionary(dict(places))


# Forms ------------------------------------------------------------------------------------------------------


def add_form(document: Any, name: str, data: bytes) -> None:
    """Add the stream object `data` to `document` as the form `name`."""
    document.Reference(WrittenObject(data), pdfdoc.xObjectName(name))


class _ImageWithMask(pdfdoc.PDFObject):  # type: ignore[misc]
    """An image whose transparency is another object, whose number is known when the document is written."""

    __RefOnly__ = 1

    def __init__(self, head: str, pixels: bytes, mask: Any) -> None:
        self.head, self.pixels, self.mask = head, pixels, mask

    def format(self, document: object) -> bytes:
        """The object's bytes."""
        return stream(self.pixels, f"{self.head} /SMask {self.mask.format(document).decode('ascii')}")


def add_image(document: Any, name: str, head: str, pixels: bytes, alpha: tuple[str, bytes] | None) -> None:
    """Add an image that `doForm(name)` shows: the entries of its dictionary, its pixels, and its transparency."""
    image: Any = WrittenObject(stream(pixels, head)) if alpha is None else _ImageWithMask(
        head, pixels, document.Reference(WrittenObject(stream(alpha[1], alpha[0])), f"mask:{name}")
    )
    document.Reference(image, pdfdoc.xObjectName(name))


def resources(document: Any, states: object, forms: object) -> Any:
    """The complete resources of a form: fonts, graphics states, other forms."""
    entries = pdfdoc.PDFResourceDictionary()
    entries.basicFonts()
    entries.allProcs()
    if states:
        entries.ExtGState = states
    if forms:
        entries.XObject = document.xobjDict(forms)
    return entries


def set_content(document: Any, form: str, packed: bytes | None, *, transparency: bool) -> None:
    """Replace the content of the finished form `form`.

    packed        the content, compressed; None = as reportlab has it
    transparency  the form is painted as a whole before it is shown
    """
    entry = document.idToObject[pdfdoc.xObjectName(form)]
    entries: dict[str, object] = (
        {"Group": pdfdoc.PDFDictionary({"S": pdfdoc.PDFName("Transparency")})} if transparency else {}
    )
    if packed is not None:
        entries["Filter"] = pdfdoc.PDFName("FlateDecode")
    if entries:
        entry.Contents = pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), entry.stream if packed is None else packed)


def in_form(document: Any) -> bool:
    """Whether a form is being painted, not a page."""
    return bool(document.inObject == "form")


@contextmanager
def another_form(document: Any) -> Iterator[None]:
    """Allow a form to be begun and ended inside a form."""
    outer, document.inObject = document.inObject, None
    try:
        yield
    finally:
        document.inObject = outer


# Fonts ------------------------------------------------------------------------------------------------------


def embed_at_the_end(document: Any, font: Any, name: str) -> None:
    """Register `font` as `name`; `document` calls its `addObjects` when it is saved."""
    document.fontMapping[font.fontName] = name
    document.delayedFonts.append(font)


def add_font(
    document: Any, name: str, base: str, codes: int, parts: tuple[bytes, bytes, bytes], described: Mapping[str, Any]
) -> None:
    """Put a subset of a font among the fonts of `document`.

    name       what operators call it
    base       its PostScript name, with the tag of the subset
    codes      number of codes, counted from 0
    parts      its file and its ToUnicode map as complete objects, and the widths array
    described  further entries of its descriptor; tuples are arrays
    """
    file, unicode_map, widths = parts
    font = pdfdoc.PDFTrueTypeFont()
    font.Name, font.BaseFont = name, base
    font.FirstChar, font.LastChar = 0, codes - 1
    font.Widths = WrittenValue(widths)
    font.ToUnicode = document.Reference(WrittenObject(unicode_map), f"toUnicodeCMap:{base}")
    font.FontDescriptor = _descriptor(document, base, file, described)
    document.idToObject["BasicFonts"].dict[name] = font
    document.Reference(font, name)


def add_wide_font(
    document: Any, name: str, base: str, parts: tuple[bytes, bytes], widths: bytes, described: Mapping[str, Any]
) -> None:
    """Put a font whose codes are the indices of its glyphs, in two bytes, among the fonts of `document`.

    parts   its file and its ToUnicode map as complete objects
    widths  an array as a CIDFont has it
    """
    file, unicode_map = parts
    names = {"Type": pdfdoc.PDFName("Font"), "BaseFont": pdfdoc.PDFName(base)}
    system = {"Registry": pdfdoc.PDFString("Adobe"), "Ordering": pdfdoc.PDFString("Identity"), "Supplement": 0}
    glyphs = pdfdoc.PDFDictionary({
        **names, "Subtype": pdfdoc.PDFName("CIDFontType2"), "CIDSystemInfo": pdfdoc.PDFDictionary(system),
        "FontDescriptor": _descriptor(document, base, file, described), "W": WrittenValue(widths),
        "CIDToGIDMap": pdfdoc.PDFName("Identity"),
    })  # fmt: skip
    font = pdfdoc.PDFDictionary({
        **names, "Subtype": pdfdoc.PDFName("Type0"), "Encoding": pdfdoc.PDFName("Identity-H"),
        "DescendantFonts": pdfdoc.PDFArray([document.Reference(glyphs, f"cidFont:{base}")]),
        "ToUnicode": document.Reference(WrittenObject(unicode_map), f"toUnicodeCMap:{base}"),
    })  # fmt: skip
    document.idToObject["BasicFonts"].dict[name] = document.Reference(font, name)


def _descriptor(document: Any, base: str, file: bytes, described: Mapping[str, Any]) -> Any:
    """The descriptor of a font, which holds its file."""
    entries = {
        key: pdfdoc.PDFArray(value) if isinstance(value, (list, tuple)) else value for key, value in described.items()
    }
    entries |= {
        "Type": "/FontDescriptor", "FontName": pdfdoc.PDFName(base),
        "FontFile2": document.Reference(WrittenObject(file), f"fontFile:{base}"),
    }  # fmt: skip
    return document.Reference(pdfdoc.PDFDictionary(entries), f"fontDescriptor:{base}")


# Printing houses --------------------------------------------------------------------------------------------


def add_print_condition(document: Any, name: str, profile: bytes, metadata: bytes) -> None:
    """Add the ICC `profile` of four inks as what the document is meant for, and XMP `metadata`, uncompressed."""
    catalog = document.Catalog
    intent = pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("OutputIntent"), "S": pdfdoc.PDFName("GTS_PDFX"),
            "OutputConditionIdentifier": pdfdoc.PDFString(name), "Info": pdfdoc.PDFString(name),
            "DestOutputProfile": document.Reference(WrittenObject(stream(profile, "/N 4")), "outputProfile"),
        }
    )  # fmt: skip
    catalog.OutputIntents = pdfdoc.PDFArray([intent])
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    head = f"<< /Type /Metadata /Subtype /XML /Length {len(metadata)} >>\nstream\n".encode("ascii")
    catalog.Metadata = document.Reference(WrittenObject(head + metadata + b"\nendstream"), "metadata")


# Structure --------------------------------------------------------------------------------------------------


def number_page(document: Any, number: int) -> None:
    """Give the page that was finished last the key by which the structure finds its marks; links follow the order of
    reading.
    """
    page = document.Pages.pages[-1]
    page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
    page.StructParents, page.Tabs = number, pdfdoc.PDFName("S")


LINKS = 1_000_000
"""The key of the first link in the structure, behind those of any number of pages."""


def number_link(annotation: Any, number: int) -> None:
    """Give a link's annotation the key by which the structure finds it; reportlab knows of none."""
    annotation.permitted = (*annotation.permitted, "StructParent")
    annotation.otherkw["StructParent"] = LINKS + number


def add_structure(document: Any, tags: Tags) -> None:
    """Add the elements of `tags`, and for each page those of its marks."""
    pages = document.Pages.pages
    root = pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("StructTreeRoot")})
    reference = document.Reference(root, "structure")
    references: dict[StructureElement, Any] = {}

    def added(element: StructureElement, parent: Any) -> Any:
        """The element and all in it. At most as deep as cells of a table."""
        entries = {"S": pdfdoc.PDFName(element.role), "P": parent}
        if element.alt:
            entries["Alt"] = pdfdoc.PDFString(element.alt)
        if element.scope:
            entries["A"] = pdfdoc.PDFDictionary({"O": pdfdoc.PDFName("Table"), "Scope": pdfdoc.PDFName(element.scope)})
        marks = [kid for kid in element.kids if not isinstance(kid, StructureElement)]
        if marks:
            entries["Pg"] = document.Reference(pages[marks[0][0]])
        written = pdfdoc.PDFDictionary(entries)
        here = references[element] = document.Reference(written, f"element{len(references)}")
        kids: list[Any] = []
        if element.link is not None:
            page, name = element.link
            shown = {"Obj": document.refAnnotation(name), "Pg": document.Reference(pages[page])}
            kids.append(pdfdoc.PDFDictionary({"Type": pdfdoc.PDFName("OBJR"), **shown}))
        for kid in element.kids:
            if isinstance(kid, StructureElement):
                kids.append(added(kid, here))
            elif kid[0] == marks[0][0]:
                kids.append(kid[1])
            else:  # on a later page
                entry = {"Type": pdfdoc.PDFName("MCR"), "Pg": document.Reference(pages[kid[0]]), "MCID": kid[1]}
                kids.append(pdfdoc.PDFDictionary(entry))
        written["K"] = kids[0] if len(kids) == 1 else pdfdoc.PDFArray(kids)
        return here

    root["K"] = added(tags.root, reference)
    found = [
        item for number, marks in enumerate(tags.pages) if marks
        for item in (number, pdfdoc.PDFArray([references[element] for element in marks]))
    ]  # fmt: skip
    found += [item for number, link in enumerate(tags.links) for item in (LINKS + number, references[link])]
    root["ParentTree"] = pdfdoc.PDFDictionary({"Nums": pdfdoc.PDFArray(found)})
    document.Catalog.StructTreeRoot = root
    document.Catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": "true"})

