"""The game's own pictures on counters: whole faces, backgrounds, silhouettes in the place of the symbol.

In: a counter, its layout and colours. Out: nodes in mm from the trimmed counter's top left.
"""

from __future__ import annotations

from pnp.draw.picture import Tint, picture_nodes
from pnp.draw.scene import Group, Path, rect
from pnp.generators.counters.ground import Reach
from pnp.generators.counters.layout import SAFE_MM, FaceLayout
from pnp.model.counters import Counter, FaceKind
from pnp.model.game import Game
from pnp.model.info import UnitType
from pnp.model.pictures import FullPicture

PALE = 0.4
"""Opacity of a background in the low-ink edition."""


def whole_picture(counter: Counter, face: FaceKind) -> FullPicture | None:
    """The picture that is the whole of `face`, if there is one."""
    front = counter.picture("face")
    if face != "back":
        return front
    return counter.picture("back_face") or (front if counter.group.back == "same" else None)


def silhouette_of(counter: Counter, unit_type: UnitType | None = None) -> FullPicture | None:
    """What is drawn in the place of the symbol, if anything: the counter's own, else that of its type."""
    return counter.picture("silhouette") or (unit_type.silhouette if unit_type else None)


def ground_picture(
    game: Game, picture: FullPicture, layout: FaceLayout, reach: Reach, tint: Tint, *, whole: bool
) -> Group:  # fmt: skip
    """A picture over the whole counter and the style's bleed, cut off at `reach`, so that it lies alike on all sheets.

    whole  it is all that the face shows; else a background, which the low-ink edition has paler
    """
    bleed = float(game.style.counters.bleed_mm)
    box = (-bleed, -bleed, layout.width + 2 * bleed, layout.height + 2 * bleed)
    nodes = picture_nodes(picture, box, style=game.style, side=tint, fit="cover")
    left, top, right, bottom = reach
    edge = rect(-left, -top, layout.width + left + right, layout.height + top + bottom)
    return Group(nodes, clip=Path(edge), opacity=1.0 if whole or game.style.ink != "low" else PALE)


def silhouette(game: Game, picture: FullPicture, layout: FaceLayout, tint: Tint, *, wide: bool, high: bool) -> Group:
    """A picture where the symbol would be.

    wide  nothing stands beside it
    high  nothing stands above it
    """
    x, y, width, height = layout.box
    y, height = y - layout.taller / 2, height + layout.taller
    if layout.wider:  # texts beside it stand at the edges
        x, width = x - layout.wider / 2, width + layout.wider
    if wide:
        x, width = SAFE_MM, layout.room
    if high:
        y, height = SAFE_MM, y + height - SAFE_MM
    return Group(picture_nodes(picture, (x, y, width, height), style=game.style, side=tint))
