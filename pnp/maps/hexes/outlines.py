"""What names and badges knock out of the quiet layers: their outline, letter by letter, and some air."""

from __future__ import annotations

import math

import shapely

from pnp.maps.hex_labels import HexBadge, PlaceName, Ring
from pnp.maps.placing import Measure

AIR_MM = 0.38
X_EM, CAP_EM, UP_EM, DOWN_EM = 0.186, 0.247, 0.272, 0.075
"""Height of small letters, of capitals and of ascenders, and depth of descenders, mm for each pt."""
_LOW = frozenset("acemnorsuvwxz")
_HANGING = frozenset("gjpqyç,;")


def name_rings(name: PlaceName, measure: Measure) -> list[Ring]:
    """The outline of a name's letters, AIR_MM larger: a ring for each run of letters."""
    boxes = []
    for index, char in enumerate(name.text):
        if char.isspace():
            continue
        left = name.x + measure(name.text[:index] + "", name.font, name.size_pt, name.tracking_em) if index else name.x
        right = name.x + measure(name.text[: index + 1], name.font, name.size_pt, name.tracking_em)
        up = (
            X_EM if char in _LOW else CAP_EM if char.isascii() and char.isupper() else UP_EM if char.isascii() else 0.32
        )
        down = DOWN_EM if char in _HANGING else 0.0
        top, bottom = name.y - up * name.size_pt - AIR_MM, name.y + down * name.size_pt + AIR_MM
        boxes.append(shapely.box(left - AIR_MM, top, right + AIR_MM, bottom))
    joined = shapely.union_all(boxes)
    return [
        tuple((round(x, 3), round(y, 3)) for x, y in list(part.exterior.coords)[:-1])
        for part in shapely.get_parts(joined)
        if part.geom_type == "Polygon"
    ]


def badge_ring(badge: HexBadge) -> Ring:
    """A badge's outline, AIR_MM larger: a disc, or a disc stretched to the badge's width."""
    reach, out = badge.radius + AIR_MM, max(0.0, badge.width / 2 - badge.radius)
    points = []
    for step in range(24):
        angle = 2 * math.pi * step / 24
        dx = out if math.cos(angle) > 0 else -out
        x, y = badge.at[0] + dx + reach * math.cos(angle), badge.at[1] + reach * math.sin(angle)
        points.append((round(x, 3), round(y, 3)))
    return tuple(points)


__all__ = ["AIR_MM", "badge_ring", "name_rings"]
