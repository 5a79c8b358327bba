"""Drawings in other colours: every fill, line, letter and halo of a scene's nodes through one function."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from pnp.draw.pdf_colour import CMYK
from pnp.draw.scene import Bitmap, CachedNodes, Group, Node, Path, Scatter, Text, TextOnPath

Recolour = Callable[[str], str]
"""From the colour of a node to the one that it gets."""


def recoloured(nodes: Iterable[Node], recolour: Recolour, name: str, role: str = "") -> tuple[Node, ...]:
    """`nodes` with all their colours changed by `recolour`.

    name  identifies `recolour` in the keys of `CachedNodes`
    role  that of the groups in which colours change; "" = everywhere
    """
    return tuple(_node(node, recolour, name, role) for node in nodes)


def _node(node: Node, recolour: Recolour, name: str, role: str) -> Node:
    if isinstance(node, Group):
        return replace(node, children=recoloured(node.children, recolour, name, "" if node.role == role else role))
    if role:
        return node
    if isinstance(node, Path):
        return _path(node, recolour)
    if isinstance(node, Text | TextOnPath):
        halo = replace(node.halo, colour=recolour(node.halo.colour)) if node.halo else None
        return replace(node, colour=recolour(node.colour), halo=halo)
    if isinstance(node, Scatter):
        return replace(node, pictures=tuple(tuple(_path(path, recolour) for path in one) for one in node.pictures))
    if isinstance(node, CachedNodes):
        return replace(node, key=f"{node.key} {name}", make=lambda: recoloured(node.make(), recolour, name))
    if isinstance(node, Bitmap):  # a photograph keeps its colours, but for the inks that print them
        return replace(node, inked=recolour("#000000").startswith(CMYK))
    return node


def _path(path: Path, recolour: Recolour) -> Path:
    stroke = replace(path.stroke, colour=recolour(path.stroke.colour)) if path.stroke else None
    return replace(path, fill=recolour(path.fill) if path.fill else path.fill, stroke=stroke)
