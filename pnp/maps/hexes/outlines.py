"""What names and badges knock out of the quiet layers: their outline, letter by letter, and some air."""

from __future__ import annotations

import math
import unicodedata

import shapely
from shapely.geometry.base import BaseGeometry

from pnp.maps.hex_labels import HexBadge, PlaceName, Ring
from pnp.maps.placing import Measure

AIR_MM = 0.38
X_EM, CAP_EM, UP_EM, ACCENT_CAPITAL_EM, DOWN_EM = 0.186, 0.247, 0.272, 0.32, 0.075
"""Height of small letters, capitals, ascenders and accents on capitals, depth of descenders, mm for each pt."""
_LOW = frozenset("acegmnopqrsuvwxyzавгдежзиклмнопрстухцчшщъыьэюяє")
_HANGING = frozenset("gjpqyçQ,;дрyфцщДЦЩ")


def ink_em(text: str) -> tuple[float, float]:
    """How far the ink of `text` reaches above and below its baseline, mm for each pt."""
    return max(map(_up_em, text)), DOWN_EM if any(char in _HANGING for char in text) else 0.0


def _up_em(char: str) -> float:
    plain = unicodedata.normalize("NFD", char)[0]
    if char != plain:
        return ACCENT_CAPITAL_EM if plain.isupper() else UP_EM
    if plain in _LOW:
        return X_EM
    return CAP_EM if plain.isupper() else UP_EM


def name_boxes(name: PlaceName, measure: Measure, air: float = 0.0) -> list[BaseGeometry]:
    """A box around the ink of each letter of a name, `air` mm larger on every side."""
    boxes = []
    for index, char in enumerate(name.text):
        if char.isspace():
            continue
        left = name.x + measure(name.text[:index], name.font, name.size_pt, name.tracking_em) if index else name.x
        right = name.x + measure(name.text[: index + 1], name.font, name.size_pt, name.tracking_em)
        up, down = ink_em(char)
        top, bottom = name.y - up * name.size_pt - air, name.y + down * name.size_pt + air
        boxes.append(shapely.box(left - air, top, right + air, bottom))
    return boxes


def name_rings(name: PlaceName, measure: Measure) -> list[Ring]:
    """The outline of a name's letters, AIR_MM larger: a ring for each run of letters."""
    joined = shapely.union_all(name_boxes(name, measure, AIR_MM))
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
