"""The project's faces in a PDF: a character has one code, the same in every document.

So operators that set a text depend on the text alone, and can be written once for many documents. What is embedded is
still a subset: the glyphs that a document shows. Read `code_table` first; a font of thousands of characters has codes
of two bytes, `WideFont`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any
from weakref import WeakKeyDictionary

import uharfbuzz as hb
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import FF_NONSYMBOLIC, FF_SYMBOLIC, SUBSETN, TTFont

from pnp.draw.pdf_objects import add_font, add_wide_font, embed_at_the_end, numbers, stream

NO_BREAK = 0xA0
SPACE = 32
UNUSED = (b"GSUB", b"GPOS", b"GDEF", b"BASE", b"vhea", b"vmtx")
"""Tables of a font that no reader of a PDF looks at."""

MOST_MAPPED = 100
"""Characters that one section of a ToUnicode map may hold."""

FIRST = (
    "\u2007\u2009\u202f\u2010\u2011–—―‘’‚“”„«»…•·×−÷±°½¼¾→←↑↓↔≤≥≠≈§©№€"
    "абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯґєіїҐЄІЇёЁ"
    "äöåÄÖÅàèéìíòóùúÀÈÉÌÒÙšžŠŽüßÜçñáêôîïÇÑëõÕčČșță"
)
"""Besides ASCII what the first subset holds: a document in one of our languages needs no other."""


def code_table(codes: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Character -> (number of its subset, its byte there), for a font with the characters `codes`.

    ASCII characters keep their codes, FIRST fills the rest of the first subset, all others follow in Unicode order.
    Byte 0 of a subset is no character; 32 is always the space.
    """
    ascii_codes = range(SPACE + 1, 127)
    table = {code: (0, code) for code in (SPACE, *ascii_codes)}
    first = dict.fromkeys(map(ord, FIRST))
    rest = sorted({*codes, NO_BREAK} - first.keys() - table.keys() - {0, NO_BREAK})
    free = chain(
        ((0, byte) for byte in (*range(1, SPACE), *range(127, 256))),
        ((subset, byte) for subset in range(1, 1 + len(rest) // 254 + 1) for byte in range(1, 256) if byte != SPACE),
    )
    table |= zip(chain(first, rest), free, strict=False)
    table[NO_BREAK] = table[SPACE]
    return table


class SubsetFont(TTFont):  # type: ignore[misc]
    """A font whose codes and whose name in a PDF are the same in every document."""

    def __init__(self, name: str, data: bytes, number: int) -> None:
        super().__init__(name, io.BytesIO(data), asciiReadable=False)
        self.data, self.number = data, number
        self._table = self._codes()
        self._chunks: Callable[[str], tuple[tuple[int, bytes], ...]] = lru_cache(maxsize=16384)(self._split_by_subset)
        self._noted: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()

    def _codes(self) -> dict[int, tuple[int, int]]:
        """Character -> number of its subset, its code there."""
        return code_table(self.face.charToGlyph)

    def _used(self, document: Any) -> dict[int, set[int]]:
        """Subset -> the characters of it that `document` shows."""
        subsets: dict[int, set[int]] | None = self.state.get(document)
        if subsets is None:
            subsets = self.state[document] = {}
            self._noted[document] = set()
            embed_at_the_end(document, self, f"/F{self.number}")
        return subsets

    def note(self, document: Any, text: str) -> None:
        """Mark the characters of `text` to be embedded in `document`."""
        used = self._used(document)
        if text in self._noted[document]:
            return
        self._noted[document].add(text)
        glyphs = self.face.charToGlyph
        for code in map(ord, set(text)):
            if code in glyphs or code == NO_BREAK:
                used.setdefault(self._table[code][0], set()).add(SPACE if code == NO_BREAK else code)

    def code_of(self, character: str) -> tuple[str, bytes]:
        """The resource name of the subset with `character`, and its code there; 0 for one that the font lacks."""
        subset, byte = self._table.get(ord(character), (0, 0))
        return self.name_of(subset), bytes((byte,))

    def chunks(self, text: str) -> tuple[tuple[int, bytes], ...]:
        """Split `text` into runs of one subset: (subset, bytes). A character that the font lacks is byte 0."""
        return self._chunks(text)

    def _split_by_subset(self, text: str) -> tuple[tuple[int, bytes], ...]:
        runs: list[tuple[int, bytearray]] = []
        for character in text:
            subset, byte = self._table.get(ord(character), (0, 0))
            if not runs or runs[-1][0] != subset:
                runs.append((subset, bytearray()))
            runs[-1][1].append(byte)
        return tuple((subset, bytes(run)) for subset, run in runs)

    def name_of(self, subset: int) -> str:
        """The resource name of a subset in a document."""
        return f"/F{self.number}+{subset}"

    def splitString(self, text: str | bytes, doc: Any, encoding: str = "utf-8") -> tuple[tuple[int, bytes], ...]:
        """Reportlab's hook for strings: `chunks`, marked to be embedded."""
        plain = text.decode(encoding) if isinstance(text, bytes) else text
        self.note(doc, plain)
        return self.chunks(plain)

    def getSubsetInternalName(self, subset: int, doc: Any) -> str:
        """Reportlab's hook for resource names: `name_of`; the subset is embedded."""
        self._used(doc).setdefault(subset, set())
        return self.name_of(subset)

    def _described(self) -> dict[str, Any]:
        """What the descriptor of a font tells."""
        face = self.face
        return {
            "Ascent": face.ascent, "CapHeight": face.capHeight, "Descent": face.descent,
            "Flags": face.flags & ~FF_NONSYMBOLIC | FF_SYMBOLIC, "FontBBox": face.bbox,
            "ItalicAngle": face.italicAngle, "StemV": face.stemV, "MissingWidth": face.defaultWidth,
        }  # fmt: skip

    def addObjects(self, doc: Any) -> None:
        """Reportlab's hook at the end of a document: embed the subsets that `doc` uses."""
        face = self.face
        described = self._described()
        for subset, used in sorted(self.state.pop(doc).items()):
            codes = [0] * (1 + max((SPACE, *(self._table[code][1] for code in used))))
            codes[SPACE] = SPACE
            for code in used:
                codes[self._table[code][1]] = code
            base = (SUBSETN(subset) + b"+" + face.name + face.subfontNameX).decode("pdfdoc")
            parts = _streams(self.fontName, base, tuple(codes))
            add_font(doc, self.name_of(subset)[1:], base, len(codes), parts, described)


class WideFont(SubsetFont):
    """A font with more characters than fit into some subsets: the code of one is the index of its glyph, in two bytes.
    """

    def _codes(self) -> dict[int, tuple[int, int]]:
        glyphs = self.face.charToGlyph
        return {code: (0, glyph) for code, glyph in glyphs.items()} | {NO_BREAK: (0, glyphs[SPACE])}

    def code_of(self, character: str) -> tuple[str, bytes]:
        """The resource name of the font, and the code of `character`."""
        return self.name_of(0), self._table.get(ord(character), (0, 0))[1].to_bytes(2)

    def _split_by_subset(self, text: str) -> tuple[tuple[int, bytes], ...]:
        return ((0, b"".join(self.code_of(character)[1] for character in text)),)

    def addObjects(self, doc: Any) -> None:
        """Reportlab's hook at the end of a document: embed the glyphs that `doc` uses."""
        face = self.face
        used = sorted(self.state.pop(doc).get(0, ()))
        base = (SUBSETN(0) + b"+" + face.name + face.subfontNameX).decode("pdfdoc")
        wanted = hb.SubsetInput()
        wanted.glyph_set.update({self._table[code][1] for code in used})
        wanted.flags = hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.RETAIN_GIDS
        wanted.drop_table_tag_set.update(map(int.from_bytes, UNUSED))
        file = bytes(hb.subset(hb.Face(hb.Blob(self.data)), wanted).blob.data)
        codes = {self._table[code][1]: code for code in used}
        widths = " ".join(f"{glyph} [{face.getCharWidth(code):g}]" for glyph, code in sorted(codes.items()))
        parts = stream(file, f"/Length1 {len(file)}"), stream(_unicode_map(base, codes, "04X").encode("ascii"))
        add_wide_font(doc, self.name_of(0)[1:], base, parts, f"[{widths}]".encode("ascii"), self._described())


@lru_cache(maxsize=256)
def _streams(font: str, base: str, codes: tuple[int, ...]) -> tuple[bytes, bytes, bytes]:
    """Two complete objects, the font file with the glyphs of `codes` and its ToUnicode map; then the widths array."""
    face = pdfmetrics.getFont(font).face
    file = face.makeSubset(list(codes))
    widths = numbers([face.getCharWidth(code) for code in codes])
    mapped = {byte: code for byte, code in enumerate(codes) if code}
    return stream(file, f"/Length1 {len(file)}"), stream(_unicode_map(base, mapped).encode("ascii")), widths


def _unicode_map(base: str, codes: Mapping[int, int], digits: str = "02X") -> str:
    """A ToUnicode map: code -> character; codes are written in so many `digits`."""
    pairs = [f"<{code:{digits}}> <{character:04X}>" for code, character in sorted(codes.items())]
    blocks = [pairs[start : start + MOST_MAPPED] for start in range(0, len(pairs), MOST_MAPPED)]
    last = max(codes) if digits == "02X" else 0xFFFF
    return "\n".join([
        "/CIDInit /ProcSet findresource begin", "12 dict begin", "begincmap", "/CIDSystemInfo",
        f"<< /Registry ({base})", f"/Ordering ({base})", "/Supplement 0", ">> def",
        f"/CMapName /{base} def", "/CMapType 2 def",
        "1 begincodespacerange", f"<{0:{digits}}> <{last:{digits}}>", "endcodespacerange",
        *(line for block in blocks for line in (f"{len(block)} beginbfchar", *block, "endbfchar")),
        "endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end",
    ])  # fmt: skip
