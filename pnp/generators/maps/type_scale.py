"""The sizes of type of a map sheet, brought to one scale: panels and names that were fitted have sizes in between.

In: the nodes of a sheet. Out: the same, each word in the size of `SCALE_PT` that is nearest to its own, as wide as it
was where it has grown, so that nothing meets anything new. Pictures of counters and hex numbers keep their sizes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pnp.draw.scene import Group, Node, Text
from pnp.generators.maps.ink import SCALE_PT

MOST_GROWTH, MOST_LOSS = 1.12, 0.88
"""A size that lies further from its neighbours on the scale stays as it is."""
KEPT = ("numbers",)
"""Layers whose type has a size of its own."""


def to_scale(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """`nodes` with their type on the scale."""
    return tuple(_to_scale(node) for node in nodes)


def _to_scale(node: Node) -> Node:
    if isinstance(node, Text):
        return _word(node)
    if not isinstance(node, Group) or node.layer in KEPT or _scaled(node):
        return node
    children = to_scale(node.children)
    return node if all(new is old for new, old in zip(children, node.children, strict=True)) else replace(
        node, children=children
    )  # fmt: skip


def _scaled(group: Group) -> bool:
    """Whether a group is a picture of something larger."""
    a, b, *_ = group.transform
    return abs(a * a + b * b - 1.0) > 1e-6


def _word(word: Text) -> Text:
    size = min(SCALE_PT, key=lambda step: max(step / word.size_pt, word.size_pt / step))
    if size == word.size_pt or not MOST_LOSS <= size / word.size_pt <= MOST_GROWTH:
        return word
    return replace(word, size_pt=size, stretch=min(1.0, word.size_pt / size) * word.stretch)
