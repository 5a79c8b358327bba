"""Where the parts of a book stand on a page, noted while the page is painted, so that one of them can be painted anew alone.

In: a canvas that takes such notes (`noted_places`), and flowables with names. Out: `Place`s, which hold all that a part has
left on its page. Read `noted` first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus.flowables import Flowable

Name = tuple[str, int]
"""A passage of the book, and the number of a part in it."""

Shape = tuple[Any, ...]
"""What a flowable needs to be drawn as it was: the numbers that laying it out has given it."""

Run = tuple[int, int]
"""From the first to before the last of what stands on a page in order."""


@dataclass(frozen=True)
class Place:
    """A part as it stands on a page.

    x, y     its corner, in pt from that of the page
    code     its operators: of the page's lines while it is painted, then of its characters
    fonts    face -> its characters, in order of first use
    states   graphics states: name, key, value, in order of first use
    links, anchors, outline, kept, faded   those of the page that are its own
    """

    name: Name
    x: float
    y: float
    shape: Shape
    code: Run
    fonts: tuple[tuple[str, str], ...]
    states: tuple[tuple[str, str, float | str], ...]
    links: Run
    anchors: Run
    outline: Run
    kept: Run
    faded: Run


class Placed(Flowable):  # type: ignore[misc]
    """A flowable that tells where it comes to stand.

    place  what it's called; None for a part of another one
    """

    place: Name | None = None

    @property
    def shape(self) -> Shape:
        """What laying it out has given it."""
        return ()

    def as_placed(self, shape: Shape) -> Placed:
        """The same, to be drawn as one with this shape was."""
        return self

    def drawOn(self, canvas: Canvas, x: float, y: float, _sW: float = 0) -> None:
        """As any flowable; a canvas that takes notes is told of it."""
        with noted(canvas, self.place, x, y, self.shape):
            super().drawOn(canvas, x, y, _sW)


def stand_in(passage: str) -> Placed:
    """Nothing, where a passage stands in another one."""
    part = Placed()
    part.place = passage, 0
    return part


@contextmanager
def noted(canvas: Canvas, name: Name | None, x: float = 0.0, y: float = 0.0, shape: Shape = ()) -> Iterator[None]:
    """What is painted on `canvas` in here is the part `name`."""
    places: list[Place] | None = getattr(canvas, "noted_places", None)
    if name is None or places is None or getattr(canvas, "dry", False):
        yield
        return
    document, states = canvas._doc, canvas._extgstate._c
    earlier = {face: face.state.pop(document) for face in document.delayedFonts}
    document.delayedFonts, canvas._extgstate._c = [], {}
    before = _counts(canvas)
    yield
    code, *others = zip(before, _counts(canvas), strict=True)
    places.append(Place(name, x, y, shape, code, fonts_of(document), states_of(canvas), *others))
    _join(document, earlier)
    states |= canvas._extgstate._c
    canvas._extgstate._c = states


def _counts(canvas: Canvas) -> tuple[int, ...]:
    """How much of everything stands on the page so far."""
    document = canvas._doc
    return (
        len(canvas._code), len(canvas.noted_links), len(canvas.noted_anchors), len(canvas.noted_outline),
        len(getattr(document, "kept_forms", ())), getattr(document, "faded_groups", 0),
    )  # fmt: skip


def _join(document: Any, earlier: Mapping[Any, dict[int, set[int]]]) -> None:
    """Let `document` know the fonts that it knew before, and those of a part."""
    fresh = [face for face in document.delayedFonts if face not in earlier]
    for face, used in earlier.items():
        for subset, codes in face.state.get(document, {}).items():
            used.setdefault(subset, set()).update(codes)
        face.state[document] = used
    document.delayedFonts = [*earlier, *fresh]


def fonts_of(document: Any) -> tuple[tuple[str, str], ...]:
    """Face -> the characters of it that `document` shows, in order of first use."""
    return tuple((face.fontName, "".join(map(chr, sorted(set().union(*face.state[document].values()))))) for face in document.delayedFonts)


def states_of(canvas: Canvas) -> tuple[tuple[str, str, float | str], ...]:
    """The graphics states of a page: name, key, value."""
    return tuple((name, key, value) for (key, value), name in canvas._extgstate._c.items())


def in_characters(code: Sequence[str], start: int) -> Callable[[Place], Run]:
    """Gives the characters of a place's operators, when `code` begins at `start` and a line break follows each of its lines."""
    offsets = [start]
    for line in code:
        offsets.append(offsets[-1] + len(line) + 1)
    return lambda place: (offsets[place.code[0]], offsets[place.code[1]] - 1)
