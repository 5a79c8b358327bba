"""A catalogue of translations (PO) as text, with the lines of every message."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from corpus.text import Edit

_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True)
class Message:
    """One message.

    start, end    its `msgstr`, from the keyword to the last quote, in characters of the file
    first, last   the lines of its `msgstr`
    """

    file: str
    context: str
    source: str
    text: str
    start: int
    end: int
    first: int
    last: int
    fuzzy: bool
    comments: str

    def to(self, new: str) -> Edit:
        """The edit that gives it the translation `new`, on one line."""
        escaped = new.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return Edit(self.file, self.start, self.end, f'msgstr "{escaped}"')

    @property
    def places(self) -> tuple[tuple[str, int], ...]:
        """Where a finding on a translation of one line stands."""
        return ((self.file, self.first),)


class Catalogue:
    """One file of a game's `locale`."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text

    @cached_property
    def messages(self) -> list[Message]:
        """All messages but the header and the obsolete ones."""
        found, line, at = [], 1, 0
        for block in self.text.split("\n\n"):
            message = self._message(block, line, at)
            if message:
                found.append(message)
            line += block.count("\n") + 2
            at += len(block) + 2
        return found

    def _message(self, block: str, line: int, at: int) -> Message | None:
        match = re.search(r'^msgstr (?:"(?:[^"\\]|\\.)*"\n?)+', block, re.MULTILINE)
        if not match or not re.search(r"^msgid ", block, re.MULTILINE):
            return None
        head = block[: match.start()]
        context = re.search(r'^msgctxt "(.*)"$', head, re.MULTILINE)
        source = _joined(head[head.index("\nmsgid ") :] if "\nmsgid " in head else head)
        if not context or not source:
            return None
        first = line + head.count("\n")
        written = match[0].rstrip("\n")
        comments = "\n".join(x for x in head.split("\n") if x.startswith("#"))
        return Message(
            self.file, context[1], source, _joined(written), at + match.start(), at + match.start() + len(written),
            first, first + written.count("\n"), ", fuzzy" in comments, comments,
        )  # fmt: skip


def _joined(text: str) -> str:
    joined = "".join(_STRING.findall(text))
    return joined.replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")
