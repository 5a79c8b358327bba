"""The small encodings inside a module: joined fields, key strokes, Java properties.

VASSAL joins fields with a delimiter and a backslash before each delimiter inside a field; backslashes themselves are
not doubled, so encodings nest layer by layer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

PixelPoint = tuple[int, int]
"""A place on a board: whole pixels right and down from its top left corner."""

CTRL, SHIFT, ALT = 130, 65, 520
"""Bits of Java's old and new modifiers, added."""

NAMED_KEY_CODE = 57348
"""Conventional code of a named key; the name alone identifies it."""


def join_fields(fields: Iterable[str], delimiter: str) -> str:
    """`fields` as one text that `split_fields` takes apart again.

    Raises ValueError for a field that ends in a backslash: it would swallow the delimiter after it.
    """
    return delimiter.join(_escaped(field, delimiter) for field in fields)


def _escaped(field: str, delimiter: str) -> str:
    if field.endswith("\\"):
        raise ValueError(f"a field may not end in a backslash: {field!r}")
    text = field.replace(delimiter, "\\" + delimiter)
    if field.startswith("\\") or (field.startswith("'") and field.endswith("'") and field):
        return f"'{text}'"
    return text


def split_fields(text: str, delimiter: str) -> list[str]:
    """The fields of `text`; an empty text is one empty field. Linear in the length of the text."""
    fields = text.split(delimiter)
    if "\\" in text and "\\" + delimiter in text:
        fields = list(_rejoined(fields, delimiter))
    return [f[1:-1] if f[:1] == "'" == f[-1:] and len(f) > 1 else f for f in fields] if "'" in text else fields


def _rejoined(parts: list[str], delimiter: str) -> Iterator[str]:
    """The fields whose parts were parted at a delimiter with a backslash before it."""
    pending: list[str] = []
    for part in parts[:-1]:
        if part.endswith("\\"):
            pending.append(part[:-1])
        else:
            yield delimiter.join([*pending, part])
            pending = []
    yield delimiter.join([*pending, parts[-1]])


def whole(text: str) -> int | None:
    """The whole number that a text is; None when it is none, or has ten digits or more."""
    stripped = text.strip()
    return (
        int(stripped)
        if stripped.removeprefix("-").isascii() and stripped.removeprefix("-").isdigit() and len(stripped) < 10
        else None
    )


def ctrl(letter: str) -> str:
    """The key Ctrl and a letter, e.g. "65,130" for A."""
    return f"{ord(letter.upper())},{CTRL}"


def named_key(name: str) -> str:
    """A key that no keyboard has, identified by its name."""
    return f"{NAMED_KEY_CODE},0,{name}"


def key_list(keys: Sequence[str]) -> str:
    """A list of keys; it always holds a comma, so that the engine doesn't take it for single letters."""
    return join_fields(keys, ",")


def text_list(items: Sequence[str]) -> str:
    """A list of texts: joined by commas."""
    return join_fields(items, ",")


def java_properties(pairs: Iterable[tuple[str, str]]) -> bytes:
    """A Java properties file, ASCII only, in the order given."""
    lines = [f"{_java_key(key)}={_java_text(value)}" for key, value in pairs]
    return ("\n".join(lines) + "\n").encode("ascii")


def _java_key(key: str) -> str:
    text = _java_text(key)
    if key.startswith(" "):
        text = text.replace("\\u0020", " ", 1)
    for sign in " :=#!":
        text = text.replace(sign, "\\" + sign)
    return text


def _java_text(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    out = []
    for index, sign in enumerate(text):
        if sign in "\\":
            out.append("\\\\")
        elif sign == "\t":
            out.append("\\t")
        elif sign == "\n":
            out.append("\\n")
        elif sign == "\r":
            out.append("\\r")
        elif sign == " " and index == 0:
            out.append("\\u0020")
        elif " " <= sign <= "~":
            out.append(sign)
        else:
            data = sign.encode("utf-16-be")
            out.extend(f"\\u{data[i] << 8 | data[i + 1]:04x}" for i in range(0, len(data), 2))
    return "".join(out)


_PLAIN = re.compile(r"(?! )[ -\[\]-~]*")
"""A text that stands in a Java properties file as it is."""


def read_java_properties(data: bytes) -> dict[str, str]:
    """Keys and values of a Java properties file (as written by `java_properties`; continued lines are joined)."""
    pairs: dict[str, str] = {}
    pending = ""
    for raw in data.decode("utf-8", errors="replace").splitlines():
        line = pending + raw.lstrip(" \t")
        trailing = len(line) - len(line.rstrip("\\"))
        if trailing % 2:
            pending = line[:-1]
            continue
        pending = ""
        if not line or line[0] in "#!":
            continue
        key, value = _split_property(line)
        pairs[_java_decoded(key)] = _java_decoded(value)
    return pairs


def _split_property(line: str) -> tuple[str, str]:
    index = 0
    while index < len(line) and line[index] not in "=: \t":
        index += 2 if line[index] == "\\" else 1
    key, rest = line[:index], line[index:].lstrip(" \t")
    if rest[:1] in ("=", ":"):
        rest = rest[1:].lstrip(" \t")
    return key, rest


def _java_decoded(text: str) -> str:
    out: list[str] = []
    index = 0
    while index < len(text):
        sign = text[index]
        if sign != "\\" or index + 1 == len(text):
            out.append(sign)
            index += 1
            continue
        following = text[index + 1]
        if following == "u":
            try:
                out.append(chr(int(text[index + 2 : index + 6], 16)))
            except ValueError:
                out.append("\N{REPLACEMENT CHARACTER}")
            index += 6
            continue
        out.append({"t": "\t", "n": "\n", "r": "\r", "f": "\f"}.get(following, following))
        index += 2
    joined = "".join(out)
    return joined.encode("utf-16", "surrogatepass").decode("utf-16", errors="replace")
