"""Drawings for a page that is read from right to left: mirrored, but for its texts and pictures.

A column, a rule, an arrow takes the other side; a text stands where it stood, and a `Group` with a width of its own is
moved as a whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from pnp.draw.scene import Bitmap, Document, Group, Matrix, Node, Path, Segment, SourceMarks, Text, TextOnPath, moved

_ACROSS: Matrix = (-1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_ANCHORS = {"start": "end", "end": "start"}


def mirrored(nodes: Iterable[Node], width_mm: float) -> Group:
    """`nodes`, drawn from 0 to `width_mm`, the other way round."""
    return Group(tuple(map(_mirrored, nodes)), transform=moved(width_mm, 0.0))


def mirrored_pages(document: Document, kept: Collection[str] = ()) -> Document:
    """The pages of `document` the other way round, for a language that is read so, but for some layers."""
    pages = (
        replace(
            page, scene=replace(page.scene, children=tuple(
                node if isinstance(node, Group) and node.layer in kept else mirrored((node,), page.scene.width_mm)
                for node in page.scene.children
            )),
            links=tuple(
                ((page.scene.width_mm - x - wide, y, wide, high), target) for (x, y, wide, high), target in page.links
            ),
        )
        for page in document.pages
    )  # fmt: skip
    return replace(document, pages=tuple(pages))


def _mirrored(node: Node) -> Node:
    """`node` with right and left of x = 0 exchanged."""
    if isinstance(node, Path):
        return replace(node, segments=tuple(map(_turned, node.segments)))
    if isinstance(node, Text):
        anchor = _ANCHORS.get(node.anchor, node.anchor)
        return replace(node, x=-node.x, anchor=anchor, rotate_deg=-node.rotate_deg)
    if isinstance(node, TextOnPath):
        return replace(node, points=tuple((-x, y) for x, y in reversed(node.points)))
    if isinstance(node, Bitmap):
        return replace(node, x=-node.x - node.width)
    if isinstance(node, SourceMarks):
        places = tuple((kind, name, -x - wide, y, wide, high) for kind, name, x, y, wide, high in node.places)
        return replace(node, places=places)
    if isinstance(node, Group):
        a, b, c, d, e, f = node.transform
        if node.upright_mm is not None:
            # Its own box, from 0 to its width, comes to lie between what were its right and its left side.
            return replace(node, transform=(a, -b, -c, d, -e - a * node.upright_mm, f + b * node.upright_mm))
        clip = replace(node.clip, segments=tuple(map(_turned, node.clip.segments))) if node.clip else None
        children = tuple(map(_mirrored, node.children))
        return replace(node, children=children, transform=(a, -b, -c, d, -e, f), clip=clip)
    return Group((node,), transform=_ACROSS)


def _turned(segment: Segment) -> Segment:
    op, *values = segment
    return (op, *(value if index % 2 else -float(value) for index, value in enumerate(values)))
