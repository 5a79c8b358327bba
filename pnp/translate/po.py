"""The PO format of gettext: reading files that may come from strangers, and writing them the same way each time.

A reader of our own, since catalogues must give errors with line numbers, keep comments and order byte for byte,
and never be taken for a file name or a format string.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from pnp.errors import Location, Problem, SourceError
from pnp.sources.reader import decode, read_bytes

MAX_BYTES = 4_000_000
MAX_MESSAGES = 20_000
MAX_TEXT = 20_000
WIDTH = 100
"""Columns at which a written text is folded."""

CODE = "code"
"""What stands before the files of a package that another project registers for its game."""
_WORD_ROOTS = ("pnp/", "templates/", "vassal/", f"{CODE}/")
_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_WORD = re.compile(r"(?:\{\{[^{}]*\}\}|[^ ])+ *| +")
"""A word and the blanks behind it; a {{ value }} is never folded."""
_PLAIN = re.compile(r'(?:(msgctxt|msgid|msgstr) )?"([^"\\]*)"')
"""Most lines; the rest is read with more care."""
_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[[0-9]{1,2}\])?)\s+(?=\")")


@dataclass
class PoMessage:
    """One entry of a catalogue.

    context, msgid  what is translated, and where it stands
    plural     its msgid_plural, for a text that counts something; then
    others     the forms from msgstr[1] on, and msgstr the one of msgstr[0]
    comments   the translator's own ("# …"), without the mark
    notes      what the extractor says ("#. …")
    references files that hold the text ("#: …")
    previous   the msgid that the translation was made for, when `fuzzy`
    path       the catalogue as messages show it; line of the msgid in it, from 1; msgstr_line likewise
    """

    context: str = ""
    msgid: str = ""
    msgstr: str = ""
    comments: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    previous: str | None = None
    obsolete: bool = False
    plural: str = ""
    others: list[str] = field(default_factory=list)
    path: str = field(default="", compare=False)
    line: int = 0
    msgstr_line: int = 0

    @property
    def fuzzy(self) -> bool:
        """Whether the translation is marked as a draft."""
        return "fuzzy" in self.flags

    @fuzzy.setter
    def fuzzy(self, value: bool) -> None:
        self.flags = [f for f in self.flags if f != "fuzzy"]
        if value:
            self.flags.insert(0, "fuzzy")

    @property
    def forms(self) -> tuple[str, ...]:
        """The translation; of a counted text every form of it."""
        return (self.msgstr, *self.others)

    @property
    def usable(self) -> bool:
        """Whether there is a translation that holds."""
        return all(self.forms) and not self.fuzzy and not self.obsolete


@dataclass
class Catalogue:
    """A PO file: header, then messages in file order.

    path     as shown to the translator
    comments lines above the header
    header   field -> value, in file order
    """

    path: str
    header: dict[str, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    messages: list[PoMessage] = field(default_factory=list)

    def live(self) -> dict[str, PoMessage]:
        """Messages in use by key; see `key_of`."""
        return {key_of(m.context, m.msgid): m for m in self.messages if not m.obsolete}


def is_word(context: str) -> bool:
    """Whether a context is that of a word of the engine or of a game's code: a file of a program, or empty."""
    return not context or context.startswith(_WORD_ROOTS)


def key_of(context: str, msgid: str) -> str:
    """The key of a message: its context; for words of code the text, which many files may contain."""
    return f"\0{msgid}" if is_word(context) else context


def read_catalogue(path: Path, name: str, *, within: Path | None = None) -> Catalogue:
    """The catalogue at `path`. Raises SourceError (with line) for all that is wrong with the file."""
    return parse_catalogue(read_bytes(path, name, within=within, limit=MAX_BYTES), name)


def parse_catalogue(data: bytes, name: str) -> Catalogue:
    """The catalogue in `data`. Raises SourceError: not UTF-8, control characters, syntax, too much, no header."""
    if len(data) > MAX_BYTES:
        _fail("too-large", f"is larger than {MAX_BYTES:,} bytes", Location(name), "remove what isn't a translation")
    return _Parser(decode(data, name), name).catalogue()


def _fail(code: str, message: str, where: Location, hint: str) -> NoReturn:
    raise SourceError(Problem(code, message, where, hint))


class _Parser:
    """Reads line after line; `open` is the field that a continuation line adds to."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.lines = text.split("\n")
        self.is_clean = not _CONTROL.search(text.replace("\n", ""))
        self.number = 0
        self.result = Catalogue(name)
        self.message = PoMessage(path=name)
        self.parts: dict[str, list[str]] = {}
        self.open: list[str] | None = None
        self.seen: dict[str, int] = {}
        self.has_header = False

    def fail(self, message: str, hint: str = "see the gettext manual, 'PO Files'") -> NoReturn:
        _fail("po-syntax", message, Location(self.name, self.number, 1), hint)

    def catalogue(self) -> Catalogue:
        for number, line in enumerate(self.lines, start=1):
            self.number = number
            plain = _PLAIN.fullmatch(line) if self.is_clean else None
            if plain is None or (self.open is None and not plain[1]):
                self.read_line(line.strip())
                continue
            if plain[1]:
                self.start_field(plain[1])
                self.message.obsolete = False
            self.open.append(plain[2])  # type: ignore[union-attr]
        self.finish()
        if not self.has_header:
            hint = 'begin with msgid "" and msgstr "Language: it\\nContent-Type: text/plain; charset=UTF-8\\n"'
            _fail("po-header", "the catalogue has no header", Location(self.name, 1), hint)
        return self.result

    def read_line(self, line: str) -> None:
        control = None if self.is_clean else _CONTROL.search(line)
        if control:
            self.fail(f"control character U+{ord(control[0]):04X}", "remove it")
        if not line:
            self.finish()
        elif line.startswith("#~"):
            self.read_obsolete(line[2:].strip())
        elif line.startswith("#"):
            self.read_comment(line)
        else:
            self.read_field(line, obsolete=False)

    def read_obsolete(self, rest: str) -> None:
        if rest.startswith("|"):
            self.read_comment("#" + rest)
        elif rest:
            self.read_field(rest, obsolete=True)

    def read_comment(self, line: str) -> None:
        if any(part.startswith("msgstr") for part in self.parts):
            self.finish()
        kind, rest = line[1:2], line[2:].strip()
        if kind == ".":
            self.message.notes.append(rest)
        elif kind == ":":
            self.message.references += rest.split()
        elif kind == ",":
            self.message.flags += [f.strip() for f in rest.split(",") if f.strip()]
        elif kind == "|":
            self.read_previous(rest)
        else:
            self.message.comments.append(line[1:].removeprefix(" "))

    def read_previous(self, rest: str) -> None:
        match = _KEYWORD.match(rest)
        if match:
            self.open = self.parts.setdefault("previous-" + match[1], [])
            rest = rest[match.end() :]
        if self.open is None:
            self.fail("a previous text that begins with no keyword")
        self.open.append(self.string(rest))

    def read_field(self, line: str, *, obsolete: bool) -> None:
        match = None if line.startswith('"') else _KEYWORD.match(line)
        if match:
            self.start_field(match[1])
            self.message.obsolete = obsolete
            line = line[match.end() :]
        elif not line.startswith('"'):
            self.fail(f"expected msgctxt, msgid, msgstr or a text in quotes, got {line[:30]!r}")
        if self.open is None:
            self.fail("a text that belongs to no keyword")
        self.open.append(self.string(line))

    def start_field(self, keyword: str) -> None:
        if keyword in ("msgctxt", "msgid") and any(part.startswith("msgstr") for part in self.parts):
            self.finish()
        if keyword in self.parts:
            self.fail(f"a second {keyword} in one message")
        if keyword.startswith("msgstr") and "msgid" not in self.parts:
            self.fail("msgstr without msgid")
        if keyword == "msgid":
            self.message.line = self.number
        elif keyword in ("msgstr", "msgstr[0]"):
            self.message.msgstr_line = self.number
        self.open = self.parts.setdefault(keyword, [])

    def string(self, quoted: str) -> str:
        match = _STRING.fullmatch(quoted.strip())
        if not match:
            self.fail(
                f"expected one text in quotes, got {quoted[:30]!r}",
                'begin and end it with one ", and write \\" for one inside',
            )
        return re.sub(r"\\(.)", self.escape, match[1]) if "\\" in match[1] else match[1]

    def escape(self, match: re.Match[str]) -> str:
        if match[1] not in _ESCAPES:
            self.fail(f"unknown escape '\\{match[1]}'", "known are \\n, \\t, \\\" and \\\\")
        return _ESCAPES[match[1]]

    def finish(self) -> None:
        """End the message at hand; comments without a message are dropped."""
        message, parts = self.message, {k: "".join(v) for k, v in self.parts.items()}
        if not parts:
            return   # comments so far belong to the message that follows
        self.message, self.parts, self.open = PoMessage(path=self.name), {}, None
        forms = self.forms_of(parts)
        if max(len(part) for part in parts.values()) > MAX_TEXT:
            self.fail(f"a text of more than {MAX_TEXT:,} characters", "split the text")
        message.context, message.msgid = parts.get("msgctxt", ""), parts["msgid"]
        message.msgstr, message.others = forms[0], forms[1:]
        message.plural, message.previous = parts.get("msgid_plural", ""), parts.get("previous-msgid")
        if not message.msgid and not message.context:
            self.take_header(message)
        else:
            self.take(message)

    def forms_of(self, parts: dict[str, str]) -> list[str]:
        """msgstr, or msgstr[0], msgstr[1], … of a counted text."""
        written = [part for part in parts if part.startswith("msgstr")]
        if "msgid" not in parts or not written:
            self.fail("a message without msgid or msgstr")
        expected = [f"msgstr[{index}]" for index in range(len(written))] if "msgid_plural" in parts else ["msgstr"]
        if set(written) != set(expected):
            self.fail(
                "forms that don't fit together",
                "a text with msgid_plural has msgstr[0], msgstr[1] and so on, any other one msgstr",
            )
        return [parts[part] for part in expected]

    def take(self, message: PoMessage) -> None:
        if len(self.result.messages) >= MAX_MESSAGES:
            self.fail(f"more than {MAX_MESSAGES:,} messages", "remove obsolete ones")
        self.result.messages.append(message)
        if not message.obsolete:
            key = key_of(message.context, message.msgid)
            if key in self.seen:
                self.number = message.line
                self.fail(
                    f"{message.context or message.msgid!r} is translated twice", f"first in line {self.seen[key]}"
                )
            self.seen[key] = message.line

    def take_header(self, message: PoMessage) -> None:
        if self.has_header:
            self.fail("a second header", "a message needs a msgid")
        self.has_header = True
        self.result.comments = message.comments
        for line in message.msgstr.split("\n"):
            name, colon, value = line.partition(":")
            if colon and name.strip():
                self.result.header[name.strip()] = value.strip()
        charset = re.search(r"charset=([A-Za-z0-9_-]+)", self.result.header.get("Content-Type", ""))
        if charset and charset[1].lower() not in ("utf-8", "utf8", "us-ascii", "charset"):
            _fail("encoding", f"the header says {charset[1]!r}", Location(self.name, message.line), "save it as UTF-8")


def write_catalogue(catalogue: Catalogue) -> str:
    """The catalogue as text, obsolete messages last; the same text each time."""
    blocks = [_header_block(catalogue)]
    blocks += [_block(m) for m in catalogue.messages if not m.obsolete]
    blocks += [_block(m) for m in catalogue.messages if m.obsolete]
    return "\n\n".join(blocks) + "\n"


def _header_block(catalogue: Catalogue) -> str:
    head = "".join(f"{name}: {value}\n" for name, value in catalogue.header.items())
    return "\n".join([*_comments(catalogue.comments), 'msgid ""', *_field("msgstr", head)])


def _comments(lines: Iterable[str]) -> list[str]:
    return [f"# {line}".rstrip() for line in lines]


def _block(message: PoMessage) -> str:
    lines = _comments(message.comments)
    if not message.obsolete:
        lines += [f"#. {note}" for note in message.notes]
        lines += [f"#: {reference}" for reference in message.references]
    if message.flags:
        lines.append("#, " + ", ".join(message.flags))
    mark = "#~ " if message.obsolete else ""
    if message.previous is not None:
        lines += [("#~| " if message.obsolete else "#| ") + part for part in _field("msgid", message.previous)]
    body = _field("msgctxt", message.context) if message.context else []
    body += _field("msgid", message.msgid)
    if message.plural:
        body += _field("msgid_plural", message.plural)
        for index, form in enumerate(message.forms):
            body += _field(f"msgstr[{index}]", form)
    else:
        body += _field("msgstr", message.msgstr)
    return "\n".join([*lines, *(mark + part for part in body)])


def _field(keyword: str, text: str) -> list[str]:
    """`keyword "text"`, folded after line breaks and between words."""
    folded = [piece for line in re.findall(r"[^\n]*\n|[^\n]+", text) for piece in _folded(_escaped(line))]
    only = folded[0] if folded else ""
    if len(folded) <= 1 and len(keyword) + len(only) + 3 <= WIDTH:
        return [f'{keyword} "{only}"']
    return [f'{keyword} ""', *(f'"{piece}"' for piece in folded)]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")


def _folded(line: str) -> list[str]:
    """`line` cut into pieces of at most WIDTH columns, each but the last ending with a space where it can."""
    pieces, piece = [], ""
    for word in _WORD.findall(line):
        if piece and len(piece) + len(word.rstrip(" ")) > WIDTH - 2:
            pieces.append(piece)
            piece = ""
        piece += word
    return [*pieces, piece] if piece else pieces
