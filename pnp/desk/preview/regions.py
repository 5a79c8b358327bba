"""A page as a picture, and what stands where on it: its `SourceMarks`, with a digest of what is drawn there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pnp.draw.paths import times
from pnp.draw.scene import IDENTITY, Group, Matrix, Node, Path, Scene, Show, SourceMarks
from pnp.output import content_hash

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in mm."""

LEAST_MM = 0.5
"""A place of which less than this is seen, at a seam of tiles, is none."""


@dataclass(frozen=True, slots=True)
class Region:
    """A place on a page that shows something of the sources.

    kind, id  as in `SourceMarks`
    digest    of the drawing, where it stands alone in a group: another when it has changed; "" = not known
    """

    kind: str
    id: str
    x: float
    y: float
    width: float
    height: float
    digest: str = ""

    def as_json(self) -> list[object]:
        """A short row: pages of thousands of hexes are sent."""
        return [self.kind, self.id, *(round(value, 2) for value in (self.x, self.y, self.width, self.height))]


@dataclass(frozen=True)
class SheetPicture:
    """A page of a product as a picture.

    number, count  from 0, of how many
    draft  whether the finished one follows
    """

    number: int
    count: int
    name: str
    width_mm: float
    height_mm: float
    media_type: str
    picture: bytes
    regions: tuple[Region, ...] = ()
    draft: bool = False


def regions_of(page: Scene, forms: Mapping[str, Scene]) -> list[Region]:
    """The regions of `page`, in the order in which they are drawn, each as far as it is seen."""
    whole = (0.0, 0.0, page.width_mm, page.height_mm)
    return list(_regions(page.children, forms, IDENTITY, whole))


def _regions(nodes: Iterable[Node], forms: Mapping[str, Scene], place: Matrix, seen: Box) -> Iterator[Region]:
    nodes = tuple(nodes)
    for node in nodes:
        if isinstance(node, SourceMarks):
            others = [other for other in nodes if other is not node] if len(node.places) == 1 else []
            digest = content_hash(repr(others)) if others else ""
            for kind, name, x, y, width, height in node.places:
                left, top, right, bottom = _common(_around([(x, y), (x + width, y + height)], place), seen)
                if right - left > LEAST_MM and bottom - top > LEAST_MM:
                    yield Region(kind, name, left, top, right - left, bottom - top, digest)
        elif isinstance(node, Group):
            inner = times(place, node.transform)
            yield from _regions(node.children, forms, inner, _clipped(node.clip, inner, seen))
        elif isinstance(node, Show):
            inner = times(place, node.transform)
            # The clip of a form lies in the coordinates in which it is shown.
            yield from _regions(forms[node.form].children, forms, inner, _clipped(node.clip, place, seen))


def _clipped(clip: Path | None, place: Matrix, seen: Box) -> Box:
    if clip is None:
        return seen
    points = [
        (float(numbers[at]), float(numbers[at + 1]))
        for _, *numbers in clip.segments for at in range(0, len(numbers), 2)
    ]  # fmt: skip
    return _common(_around(points, place), seen) if points else seen


def _around(points: list[tuple[float, float]], place: Matrix) -> Box:
    a, b, c, d, e, f = place
    xs = [a * x + c * y + e for x, y in points]
    ys = [b * x + d * y + f for x, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _common(one: Box, other: Box) -> Box:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
