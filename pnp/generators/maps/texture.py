"""The game's own picture as the texture of a ground: tiles side by side, cut off at its outline."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.draw.picture import picture_nodes
from pnp.draw.scene import Group, Node, Path, Scatter, Segment
from pnp.errors import LayoutError
from pnp.generators.maps.ink import MapInk

MOST_TILES = 4_000
PALE = 0.35
"""Opacity of a texture in the low-ink edition."""


def texture_nodes(ink: MapInk, look: str, outline: Sequence[Segment]) -> Iterator[Node]:
    """The texture of a terrain's look within `outline`, if it has one; tiles count from the sheet's top left.

    Raises LayoutError when the tiles are so small that there would be too many.
    """
    found = next(((picture, wide) for name, picture, wide in ink.textures if name == look), None)
    if found is None or not outline:
        return
    picture, wide = found
    content = picture.content
    _, _, share_x, share_y = (float(share) for share in picture.crop or (0, 0, 1, 1))
    tall = wide * content.height * share_y / (content.width * share_x)
    xs = [float(x) for _, *values in outline for x in values[::2]]
    ys = [float(y) for _, *values in outline for y in values[1::2]]
    columns = range(math.floor(min(xs) / wide), math.ceil(max(xs) / wide))
    rows = range(math.floor(min(ys) / tall), math.ceil(max(ys) / tall))
    if len(columns) * len(rows) > MOST_TILES:
        raise LayoutError(
            f"{picture.file}: {len(columns) * len(rows):,} tiles of {wide:g} mm in one ground; at most {MOST_TILES:,}: "
            "give it a larger texture_mm"
        )
    tile = picture_nodes(picture, (0.0, 0.0, wide, tall), style=ink.style, fit="stretch")
    paths = tuple(node for node in tile if isinstance(node, Path))
    clip = Path(tuple(outline), rule="evenodd")
    if len(paths) == len(tile):
        places = (value for row in rows for column in columns for value in (0.0, column * wide, row * tall, 1.0))
        tiles: tuple[Node, ...] = (Scatter((paths,), tuple(places)),)
    else:
        tiles = tuple(
            node for row in rows for column in columns
            for node in picture_nodes(picture, (column * wide, row * tall, wide, tall), style=ink.style, fit="stretch")
        )  # fmt: skip
    yield Group(tiles, clip=clip, opacity=PALE if ink.low else 1.0)
