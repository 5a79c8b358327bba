"""What the setting of one rulebook leaves for the next: broken lines, finished drawings, where everything came to stand.

All of it may be thrown away: a book that is set from kept parts has the same bytes as one that is set from none. Lines hang
on nothing but their text, style and width. A layout is only used when the story has the same marks (`rulebook_marks`): as
many lines of text in the same styles, and drawings of the same sizes, whatever the lines say and the drawings show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pnp.draw.scene import Keep
from pnp.generators.counter_reads import Reads, Seen
from pnp.generators.rulebook_drawn import Drawn
from pnp.generators.rulebook_pages import Record
from pnp.generators.rulebook_painted import PaintedPage
from pnp.generators.typeset.paragraph import Line
from pnp.generators.typeset.placed import Name

Read = tuple[tuple[Seen, ...], str]
"""What was read of the counters, and a hash of that."""


@dataclass(frozen=True)
class Passage:
    """A case, an example, the rulings or the credits, as they were set.

    source  a hash of its texts, and of what the referee did with an example
    named   the values that the texts name
    values  a hash of those
    seen    what it has read of the counters
    read    a hash of that
    marks   a hash of what decides where things come to stand
    gaps    tightest and loosest gap between words
    """

    source: str
    named: tuple[str, ...]
    values: str
    seen: tuple[Seen, ...]
    read: str
    marks: str
    gaps: tuple[float, float]


@dataclass(frozen=True)
class BookPages:
    """The painted pages of a book, and what they were painted from.

    base      of all but the texts of the passages and what may change of counters
    passages  by their names
    values    what was read of the counters for the values that texts may name, and a hash of that
    rest      the same for all that belongs to no passage
    sheets    a hash of what decides where things come to stand on the first and on the last pages
    drawn     part of these, and the foot of the short page -> a hash of what it shows
    """

    base: str
    passages: dict[str, Passage]
    values: Read
    rest: Read
    sheets: tuple[str, str]
    drawn: dict[Name, str]
    pages: tuple[PaintedPage, ...]


@dataclass(frozen=True)
class BookLayout:
    """How a book came out.

    marks       of its story, page numbers included
    tight       whether it was set tighter
    short_page  the page whose columns end early, and their height in pt
    record      where everything stands
    painted     its pages, where they were kept
    """

    marks: str
    tight: bool
    short_page: tuple[int, float]
    record: Record
    painted: BookPages | None = None


class KeptLines(dict[object, tuple[Line, ...]]):
    """(spans, style, width) -> lines, read when somebody asks for one.

    changed  whether something was added
    """

    def __init__(self, read: Callable[[], object] = dict) -> None:
        super().__init__()
        self._read: Callable[[], object] | None = read
        self.changed = False

    def _open(self) -> None:
        if self._read is not None:
            found, self._read = self._read(), None
            if isinstance(found, dict):
                self.update(found)

    def get(self, key: object, default: object = None) -> tuple[Line, ...] | None:  # type: ignore[override]
        """The lines under `key`; None when they were never kept."""
        self._open()
        return super().get(key)

    def __setitem__(self, key: object, lines: tuple[Line, ...]) -> None:
        self._open()
        self.changed = True
        super().__setitem__(key, lines)


@dataclass
class BookParts:
    """The kept parts of the books of one game in one language; filled and used as books are set.

    keep     finished forms
    lines    (spans, style, width) -> lines
    layouts  paper -> how the book came out last
    drawn    what the sheets of these books show, by name
    reads    what the parts of these books have read of the counters, on all papers
    """

    keep: Keep | None = None
    lines: KeptLines = field(default_factory=KeptLines)
    layouts: dict[str, BookLayout] = field(default_factory=dict)
    drawn: dict[str, Drawn] = field(default_factory=dict)
    reads: Reads = field(default_factory=Reads)


class BookLines(dict[object, tuple[Line, ...]]):
    """The lines of one book; those it hasn't yet come from `kept`.

    adds  whether what is new goes there, too: it isn't worth it for a few lines
    """

    def __init__(self, kept: KeptLines, *, adds: bool = True) -> None:
        super().__init__()
        self.kept, self.adds = kept, adds

    def get(self, key: object, default: object = None) -> tuple[Line, ...] | None:  # type: ignore[override]
        """The lines under `key`; None when nobody has broken them yet."""
        found = super().get(key)
        if found is None and (found := self.kept.get(key)) is not None:
            super().__setitem__(key, found)
        return found

    def __setitem__(self, key: object, lines: tuple[Line, ...]) -> None:
        super().__setitem__(key, lines)
        if self.adds:
            self.kept[key] = lines
