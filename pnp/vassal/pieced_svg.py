"""An SVG picture put together from pieces: those that are the same as at first are not written again."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable
from dataclasses import replace

from pnp.draw import svg
from pnp.draw.scene import Group, Node, Path, Scene, Stamp
from pnp.output import content_hash
from pnp.vassal.keeping import inflated

Lines = list[str]
Piece = tuple[Lines, Lines]
"""What a node adds to the definitions, and the node itself."""

_CLIP = re.compile(r'(id="|url\(#)clip(\d+)')
_FAR = -99_999.0
"""Where no picture reaches: a point there stands for a piece."""


def pieced_picture(scene: Scene, size_px: tuple[float, float], keep: Callable[[Callable[[], bytes]], bytes]) -> bytes:
    """`scene` as SVG with its type as outlines, as `svg.render` writes it. It has no layers.

    keep  gives the pieces as they were at first; where there are none, those that it is given the means to make
    """
    nodes: list[Node] = []
    frame = replace(scene, children=tuple(_marked(node, nodes) for node in scene.children))
    names = [content_hash(repr(node)) for node in nodes]

    def first() -> bytes:
        return _packed({name: _piece(node) for name, node in zip(names, nodes, strict=True)})

    known = _unpacked(keep(first))
    pieces = [known.get(name) or _piece(node) for name, node in zip(names, nodes, strict=True)]
    return _joined(svg.render(frame, outline_text=True, size_px=size_px).decode("utf-8").split("\n"), pieces).encode("utf-8")


def _marked(node: Node, nodes: list[Node]) -> Node:
    """`node` with a mark for each piece, which goes to `nodes`."""
    if isinstance(node, Group) and not isinstance(node, Stamp) and node.clip is None:
        return replace(node, children=tuple(_marked(child, nodes) for child in node.children))
    nodes.append(node)
    return Path((("M", _FAR, float(len(nodes) - 1)),))


def _piece(node: Node) -> Piece:
    lines = svg.render(Scene(1.0, 1.0, (node,)), outline_text=True).decode("utf-8").split("\n")
    start, end = _definitions(lines)
    return lines[start:end], lines[end + 1 : -2]


def _definitions(lines: Lines) -> tuple[int, int]:
    """The lines between which the definitions stand: the first of them, and the one after the last."""
    start = next(index for index, line in enumerate(lines) if line.startswith("<defs"))
    return (start, start) if lines[start] == "<defs />" else (start + 1, lines.index("</defs>", start))


def _joined(frame: Lines, pieces: list[Piece]) -> str:
    """The frame with a piece for each mark, its clips numbered through."""
    start, end = _definitions(frame)
    assert start == end, "a frame has no clips of its own"
    marks = _marks(len(pieces))
    definitions: Lines = []
    body: Lines = []
    for line in frame[end + 1 :]:
        if line not in marks:
            body.append(line)
            continue
        before = sum(line.startswith("<clipPath") for line in definitions)
        defined, drawn = pieces[marks[line]]
        definitions += _numbered(defined, before)
        body += _numbered(drawn, before)
    defs = ["<defs>", *definitions, "</defs>"] if definitions else ["<defs />"]
    return "\n".join([*frame[:start], *defs, *body])


def _marks(count: int) -> dict[str, int]:
    """The lines that stand for pieces, with the numbers of these."""
    line = svg.render(Scene(1.0, 1.0, (Path((("M", _FAR, 0.0),)),))).decode("utf-8").split("\n")[-3]
    before, after = line.split(" 0\"")
    return {f'{before} {number}"{after}': number for number in range(count)}


def _numbered(lines: Lines, before: int) -> Lines:
    """`lines` with their clips counted on from `before`."""
    if not before:
        return lines
    return [_CLIP.sub(lambda found: f"{found[1]}clip{int(found[2]) + before:03d}", line) if "clip" in line else line for line in lines]


def _packed(pieces: dict[str, Piece]) -> bytes:
    return zlib.compress(json.dumps(pieces).encode("ascii"), 1)


def _unpacked(kept: bytes) -> dict[str, Piece]:
    return json.loads(inflated(kept))  # type: ignore[no-any-return]
