"""The project's faces in a PDF: a character has one code, the same in every document.

So operators that set a text depend on the text alone, and can be written once for many documents. What is embedded is
still a subset: the glyphs that a document shows. Read `code_table` first.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import FF_NONSYMBOLIC, FF_SYMBOLIC, SUBSETN, TTFont

NO_BREAK = 0xA0
SPACE = 32
MOST_MAPPED = 100
"""Characters that one section of a ToUnicode map may hold."""
LEVEL = 6

FIRST = (
    "\u2007\u2009\u202f\u2010\u2011–—―‘’‚“”„«»…•·×−÷±°½¼¾→←↑↓↔≤≥≠≈§©№€"
    "абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯґєіїҐЄІЇёЁ"
    "äöåÄÖÅàèéìíòóùúÀÈÉÌÒÙšžŠŽüßÜçñáêôîïÇÑëõÕčČșță"
)
"""Besides ASCII what the first subset holds: a document in one of our languages needs no other."""


def code_table(known: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Character -> (number of the subset, its byte there), of a font that knows the characters `known`.

    ASCII stands where it stands in ASCII, FIRST in the room that it leaves, and all others after them by their numbers.
    Byte 0 of a subset is no character and 32 always the space.
    """
    ascii_codes = range(SPACE + 1, 127)
    table = {code: (0, code) for code in (SPACE, *ascii_codes)}
    first = dict.fromkeys(map(ord, FIRST))
    rest = sorted({*known, NO_BREAK} - first.keys() - table.keys() - {0, NO_BREAK})
    free = chain(
        ((0, byte) for byte in (*range(1, SPACE), *range(127, 256))),
        ((subset, byte) for subset in range(1, 1 + len(rest) // 254 + 1) for byte in range(1, 256) if byte != SPACE),
    )
    table |= zip(chain(first, rest), free, strict=False)
    table[NO_BREAK] = table[SPACE]
    return table


class Face(TTFont):  # type: ignore[misc]
    """A face whose codes and whose name in a PDF are always the same."""

    def __init__(self, name: str, path: Path, number: int) -> None:
        super().__init__(name, str(path), asciiReadable=False)
        self.number = number
        self._table = code_table(self.face.charToGlyph)
        self._chunks: Callable[[str], tuple[tuple[int, bytes], ...]] = lru_cache(maxsize=16384)(self._parted)
        self._noted: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()

    def _used(self, document: Any) -> dict[int, set[int]]:
        """Subset -> the characters of it that `document` shows."""
        found: dict[int, set[int]] | None = self.state.get(document)
        if found is None:
            found = self.state[document] = {}
            self._noted[document] = set()
            document.fontMapping[self.fontName] = f"/F{self.number}"
            document.delayedFonts.append(self)
        return found

    def note(self, document: Any, text: str) -> None:
        """Have the characters of `text` embedded in `document`."""
        used = self._used(document)
        if text in self._noted[document]:
            return
        self._noted[document].add(text)
        known = self.face.charToGlyph
        for code in map(ord, set(text)):
            if code in known or code == NO_BREAK:
                used.setdefault(self._table[code][0], set()).add(SPACE if code == NO_BREAK else code)

    def chunks(self, text: str) -> tuple[tuple[int, bytes], ...]:
        """`text` as runs of one subset each; what the font lacks is byte 0."""
        return self._chunks(text)

    def _parted(self, text: str) -> tuple[tuple[int, bytes], ...]:
        found: list[tuple[int, bytearray]] = []
        for character in text:
            subset, byte = self._table.get(ord(character), (0, 0))
            if not found or found[-1][0] != subset:
                found.append((subset, bytearray()))
            found[-1][1].append(byte)
        return tuple((subset, bytes(run)) for subset, run in found)

    def name_of(self, subset: int) -> str:
        """The name of a subset among a document's fonts."""
        return f"/F{self.number}+{subset}"

    def splitString(self, text: str | bytes, doc: Any, encoding: str = "utf-8") -> tuple[tuple[int, bytes], ...]:
        """As reportlab asks for it: `chunks`, noted."""
        plain = text.decode(encoding) if isinstance(text, bytes) else text
        self.note(doc, plain)
        return self.chunks(plain)

    def getSubsetInternalName(self, subset: int, doc: Any) -> str:
        """As reportlab asks for it: `name_of`, and the subset is embedded."""
        self._used(doc).setdefault(subset, set())
        return self.name_of(subset)

    def addObjects(self, doc: Any) -> None:
        """The subsets that `doc` uses, embedded."""
        fonts = doc.idToObject["BasicFonts"].dict
        for subset, used in sorted(self.state.pop(doc).items()):
            codes = [0] * (1 + max((SPACE, *(self._table[code][1] for code in used))))
            codes[SPACE] = SPACE
            for code in used:
                codes[self._table[code][1]] = code
            name = self.name_of(subset)[1:]
            fonts[name] = self._font(doc, name, subset, tuple(codes))
            doc.Reference(fonts[name], name)

    def _font(self, doc: Any, name: str, subset: int, codes: tuple[int, ...]) -> Any:
        base = (SUBSETN(subset) + b"+" + self.face.name + self.face.subfontNameX).decode("pdfdoc")
        file, unicode_map, widths = _streams(self.fontName, base, codes)
        font = pdfdoc.PDFTrueTypeFont()
        font.Name, font.BaseFont = name, base
        font.FirstChar, font.LastChar = 0, len(codes) - 1
        font.Widths = Inline(widths)
        font.ToUnicode = doc.Reference(Ready(unicode_map), f"toUnicodeCMap:{base}")
        face = self.face
        described = {
            "Type": "/FontDescriptor", "Ascent": face.ascent, "CapHeight": face.capHeight, "Descent": face.descent,
            "Flags": face.flags & ~FF_NONSYMBOLIC | FF_SYMBOLIC, "FontBBox": pdfdoc.PDFArray(face.bbox),
            "FontName": pdfdoc.PDFName(base), "ItalicAngle": face.italicAngle, "StemV": face.stemV,
            "FontFile2": doc.Reference(Ready(file), f"fontFile:{base}"), "MissingWidth": face.defaultWidth,
        }  # fmt: skip
        font.FontDescriptor = doc.Reference(pdfdoc.PDFDictionary(described), f"fontDescriptor:{base}")
        return font


class Ready(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object of a PDF that is written already."""

    __RefOnly__ = 1

    def __init__(self, data: bytes) -> None:
        self.data = data

    def format(self, document: object) -> bytes:
        """The object as it was written."""
        return self.data


class Inline(pdfdoc.PDFObject):  # type: ignore[misc]
    """A value inside an object of a PDF that is written already."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def format(self, document: object) -> bytes:
        """The value as it was written."""
        return self.data


@lru_cache(maxsize=256)
def _streams(font: str, base: str, codes: tuple[int, ...]) -> tuple[bytes, bytes, bytes]:
    """The font file with the glyphs of `codes`, by their bytes, the map from bytes to characters: whole objects; and their widths."""
    face = pdfmetrics.getFont(font).face
    file = face.makeSubset(list(codes))
    widths = pdfdoc.PDFArray([face.getCharWidth(code) for code in codes]).format(None)
    return stream(file, f"/Length1 {len(file)}"), stream(_unicode_map(base, codes).encode("ascii")), widths


def stream(content: bytes, entries: str = "", level: int = LEVEL) -> bytes:
    """A packed stream object with further `entries` in its head."""
    packed = zlib.compress(content, level)
    head = " ".join(filter(None, (entries, f"/Filter /FlateDecode /Length {len(packed)}")))
    return b"".join((f"<< {head} >>\nstream\n".encode("ascii"), packed, b"\nendstream"))


def _unicode_map(base: str, codes: Sequence[int]) -> str:
    pairs = [f"<{byte:02X}> <{code:04X}>" for byte, code in enumerate(codes) if code]
    blocks = [pairs[start : start + MOST_MAPPED] for start in range(0, len(pairs), MOST_MAPPED)]
    return "\n".join([
        "/CIDInit /ProcSet findresource begin", "12 dict begin", "begincmap", "/CIDSystemInfo",
        f"<< /Registry ({base})", f"/Ordering ({base})", "/Supplement 0", ">> def",
        f"/CMapName /{base} def", "/CMapType 2 def",
        "1 begincodespacerange", f"<00> <{len(codes) - 1:02X}>", "endcodespacerange",
        *(line for block in blocks for line in (f"{len(block)} beginbfchar", *block, "endbfchar")),
        "endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end",
    ])  # fmt: skip
