"""The title of a hex map as a poster: a black band with a red field that breaks into it, rays, and a symbol."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Text, polyline, rect
from pnp.generators.maps.ink import MapInk, fitted
from pnp.generators.sheets.head import SLANT
from pnp.model.game import Game
from pnp.symbols import MARK_SYMBOLS, SymbolBox
from pnp.units import MM_PER_PT, PT_PER_MM

RAYS, RAY_DEG = 19, 4.4
BAND_SHARE = 0.27
"""Height of the black band with the subtitle."""
SHADOW_MM = 1.1
LINE_SHARE = 0.013
"""Width of the symbol's lines."""


def poster_title(game: Game, area: Sequence[float], ink: MapInk) -> Group:
    """The title and, on the band below it, the subtitle; with little ink in black on white."""
    x, y, width, height = (float(v) for v in area)
    paper = "#ffffff" if ink.low else ink["paper"]
    black, red = ("#ffffff", "#ffffff") if ink.low else (ink["title"], ink["accent"])
    words = ink["title"] if ink.low else paper
    lean, left = SLANT * height, x + (1.75 * height if game.style.poster else 0.5 * height)
    band = BAND_SHARE * height
    field = [(left + lean, y), (x + width, y), (x + width, y + height - band), (left, y + height - band)]
    nodes: list[Node] = [
        Path(rect(x, y, width, height), fill=black),
        Path(polyline(field, close=True), fill=red),
        Group(
            tuple(rays(left, y + height - band, 1.2 * width, mix(red, black, 0.16))),
            clip=Path(polyline(field, close=True)),
        ),
    ]
    if game.style.poster:
        place = (x + 0.16 * height, y + 0.08 * height, 1.5 * height, 0.8 * height)
        box = SymbolBox(*place, words, black, black, LINE_SHARE * height * PT_PER_MM)
        nodes += MARK_SYMBOLS[game.style.poster](box)
    faces, room = game.style.faces, x + width - left - lean - 16.0
    title = game.info.printed_title.upper()
    size, stretch = fitted(title, faces.title, 0.86 * (height - band) * PT_PER_MM, 16.0, room, 0.02)
    cap = 0.7 * size * MM_PER_PT
    base, start = y + (height - band + cap) / 2, left + lean + 4.0
    for shift, colour in ((SHADOW_MM, black), (0.0, words)):
        nodes.append(
            Text(
                start + shift, base + shift, title, faces.title, size, colour, tracking_em=0.02, stretch=stretch
            )
        )
    small, narrow = fitted(game.info.subtitle, faces.subtitle, 0.52 * band * PT_PER_MM, 6.0, room)
    nodes.append(
        Text(start, y + height - band / 2 + 0.35 * small * MM_PER_PT, game.info.subtitle, faces.subtitle, small, words,
             stretch=narrow)
    )  # fmt: skip
    return Group(tuple(nodes), clip=Path(rect(x, y, width, height)))


def rays(x: float, y: float, reach: float, colour: str) -> list[Node]:
    """Wedges that spread from a point upwards and to the right."""
    wedges: list[Node] = []
    for number in range(RAYS):
        angle = math.radians(-number * 180 / RAYS)
        ends = [
            (round(x + reach * math.cos(angle + turn), 3), round(y + reach * math.sin(angle + turn), 3))
            for turn in (0.0, -math.radians(RAY_DEG))
        ]
        wedges.append(Path(polyline([(x, y), *ends], close=True), fill=colour))
    return wedges
