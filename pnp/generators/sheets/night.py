"""The colours of a map by night, on the backs and in the pictures of cards.

In: a game. Out: a function from a colour of its map to that by night.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pnp.draw.colour import luminance, mix, parse, to_hex
from pnp.draw.recolour import Recolour
from pnp.generators.sheets.title_ink import title_ink
from pnp.model.game import Game

BRIGHT, HUE = 0.22, 0.36
"""Luminance of the brightest ground; how much of its own hue each ground keeps."""
DARK, VIVID, SIGNAL = 0.17, 0.35, 0.6
"""Luminance below which a colour of the map is that of a line or a letter; spread of the channels of one with a hue,
and of one so strong that it keeps it, as a main road's.
"""
SHORES, ALIKE = ("coast", "river", "shore"), 0.02
"""Roles of the lines of the shore; most by which a channel differs in colours taken for one."""
_MARKS = re.compile(r"tree(-[a-z]+)?|forest-edge|(swamp|rough|mountain)-ink")
_WATER = re.compile(r"(water|sea|lake)(-[0-9]+)?")


def night(game: Game) -> Recolour:
    """What a colour of the map becomes in full ink: grounds as dark as they are far from white, water darker than any,
    and lines and letters bright, those of coasts and rivers too.
    """
    deep, palette = title_ink(game).deep, game.style.palette
    lit = mix(_pure(parse(deep)), "#ffffff", 0.35)
    ground = mix(lit, "#000000", max(0.0, 1.0 - (BRIGHT / luminance(lit)) ** 0.5))
    lines = [parse(palette[role]) for role in SHORES if role in palette]
    waters, marks = ([parse(colour) for role, colour in palette.items() if roles.fullmatch(role)]
                     for roles in (_WATER, _MARKS))  # fmt: skip

    def dark(colour: str) -> str:
        light, channels = luminance(colour), parse(colour)
        if any(_near(channels, mark) for mark in marks):
            return mix(deep, "#000000", 0.4)
        spread = max(channels) - min(channels)
        if light < DARK:
            return _pure(channels) if spread > VIVID else mix(lit, "#ffffff", 0.6)
        if any(_near(channels, line) for line in lines):
            return mix(ground, "#ffffff", 0.38)
        if any(_near(channels, water) for water in waters):
            return _hued(mix(deep, "#000000", min(max(0.9 - light, 0.0), 0.45)), channels)
        if spread > SIGNAL:
            return mix(colour, deep, 0.2)
        return _hued(mix(deep, ground, min(max(0.0, 1.5 * (light - 0.3)), 1.0)), channels)

    return dark


def _pure(channels: Sequence[float]) -> str:
    """The colour, as bright as it can be."""
    return to_hex(tuple(channel / max(*channels, 0.01) for channel in channels))  # type: ignore[arg-type]


def _hued(dark: str, channels: Sequence[float]) -> str:
    """A colour with the hue of another."""
    grey = sum(channels) / 3
    shifted = (min(max(a + HUE * (b - grey), 0.0), 1.0) for a, b in zip(parse(dark), channels, strict=True))
    return to_hex(tuple(shifted))  # type: ignore[arg-type]


def _near(one: Sequence[float], other: Sequence[float]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < ALIKE
