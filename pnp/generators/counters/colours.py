"""The colours of one face of a counter, resolved from the style: full ink or low ink, front or back.

In: the game's style and a counter. Out: `FaceColours`, so that drawing code doesn't depend on the edition.
"""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from pnp.draw.colour import contrast, mix, parse, to_hex
from pnp.model.counters import Counter, CounterGroup, FaceKind
from pnp.model.style import SideStyle, StyleSource

Pattern = Literal["plain", "chevron", "stripe", "band", "top", "rise", "fall", "peak", "level", "wave", "grass", "step"]
PLATES = ("rise", "fall", "peak", "level", "wave", "grass", "step")
"""Patterns that are the upper edge of a plate under the factors."""

PAPER = "#ffffff"
BAND_CONTRAST, DEEP_CONTRAST = 1.25, 5.5
"""A ground with less contrast to paper can't make a band; the colour of the back is used instead. What white words on
a colour need.
"""
DEEPER = {"": 0.0, "narrow": 0.3, "wide": 0.55}
"""How much black is in the plates of armies and fronts among corps."""
BOX_TINGE, PLATE_TINGE = 0.22, 0.55
"""How much of a symbol's own ink is in its box, and in a dark plate, else in the figures on it."""
BLACK = "#000000"
"""Text of the low-ink edition: pure black, never four colours."""


@dataclass(frozen=True, slots=True)
class FaceColours:
    """All colours of one face of a unit counter.

    ground, ink   the face and its text
    box, box_ink  fill and lines of the symbol box
    pattern       what tells sides apart besides colour; "top" is a band along the upper edge
    edge          colour of the pattern
    tab, tab_ink  the corner that marks an activated unit
    bar           the bar of a reduced unit
    foot_ink      factors; `ink` but on a plate
    rule          line along the upper edge of a plate, "" = none
    grain         shade of the ground in rays, hatching, flecks or patches, "" = none
    """

    ground: str
    ink: str
    box: str
    box_ink: str
    pattern: Pattern
    edge: str
    tab: str
    tab_ink: str
    bar: str
    foot_ink: str
    rule: str = ""
    grain: str = ""


def is_dark(colour: str) -> bool:
    """Whether white text is more legible on `colour` than black."""
    return contrast(colour, PAPER) > contrast(colour, BLACK)


def side_style(style: StyleSource, group: CounterGroup) -> SideStyle:
    """The style of a group of units: that of its nationality, else of its side."""
    return style.sides[group.nationality or group.side or ""]


def band_colour(side: SideStyle) -> str:
    """The colour of a side that shows on paper: its ground, or a darker one where that is nearly white."""
    return side.ground if contrast(side.ground, PAPER) >= BAND_CONTRAST else side.back_ground


def deep_colour(side: SideStyle) -> str:
    """The same as dark as white words on it need: that of its plate, or its own darkened."""
    if side.edge and contrast(side.edge, PAPER) >= DEEP_CONTRAST > contrast(band_colour(side), PAPER):
        return side.edge
    red, green, blue = parse(band_colour(side))
    hue, light, full = colorsys.rgb_to_hls(red, green, blue)
    while contrast(colour := to_hex(colorsys.hls_to_rgb(hue, light, full)), PAPER) < DEEP_CONTRAST:
        light -= 0.01
    return colour


def face_colours(style: StyleSource, group: CounterGroup, face: FaceKind) -> FaceColours:
    """The colours of `face` of the counters in `group`, which must belong to a side.

    A switched back has the colours of the other side's fronts. A face-down back has those of its side whatever its
    nationality, since hidden units must look alike.
    """
    switched = face == "back" and group.back == "switched"
    hidden = face == "back" and group.back == "face-down"
    if switched or hidden:
        side = style.sides[(group.switches_to if switched else group.side) or ""]
    else:
        side = side_style(style, group)
    if style.ink == "low":
        colours = _low_ink(side)
    else:
        colours = _front(side) if face != "back" or switched or group.back == "same" else _back(side)
    deeper = is_dark(colours.edge) and DEEPER[group.bands]
    return replace(colours, edge=mix(colours.edge, BLACK, deeper)) if deeper and not hidden else colours


def counter_colours(style: StyleSource, counter: Counter, face: FaceKind) -> FaceColours:
    """The colours of `face` of a counter: those of its group, its box and plate tinged with an ink of its symbol's."""
    colours = face_colours(style, counter.group, face)
    ink = style.colour(counter.ink) if counter.ink else colours.ink
    if ink == colours.ink:
        return colours
    if style.ink == "low":
        return replace(colours, box_ink=ink)
    tinged = "edge" if is_dark(colours.edge) else "foot_ink"
    return replace(colours, box_ink=ink, box=mix(colours.box, ink, BOX_TINGE),
                   **{tinged: mix(getattr(colours, tinged), ink, PLATE_TINGE)})  # fmt: skip


def _front(side: SideStyle) -> FaceColours:
    return FaceColours(
        ground=side.ground, ink=side.ink, box=side.box, box_ink=side.box_ink or side.ink,
        pattern=side.pattern, edge=side.edge or side.box,
        tab=side.ground, tab_ink=side.ink, bar=side.bar or side.back_ground,
        foot_ink=(side.plate_ink or side.ground) if side.pattern in PLATES else side.ink,
        rule=side.plate_line or "", grain=side.grain,
    )  # fmt: skip


def _back(side: SideStyle) -> FaceColours:
    edge = side.back_edge or side.edge or side.box
    return FaceColours(
        ground=side.back_ground, ink=side.back_ink, box=side.back_box, box_ink=side.back_ink,
        pattern=side.pattern, edge=edge,
        tab=side.ground, tab_ink=side.ink, bar=side.bar or side.back_box,
        foot_ink=side.back_ink, rule=side.plate_line or "", grain=side.grain,
    )  # fmt: skip


def _low_ink(side: SideStyle) -> FaceColours:
    """White counters with a coloured band: above for a plain side, its own place or along its plate otherwise.

    A side with a dark box keeps it and one with a light box gets a light one, so that they differ in greyscale.
    """
    reversed_box = is_dark(side.box)
    plate = side.pattern in PLATES
    band = band_colour(side)
    return FaceColours(
        ground=PAPER, ink=BLACK,
        box=side.ground if reversed_box else PAPER,
        box_ink=PAPER if reversed_box else BLACK,
        pattern="top" if side.pattern == "plain" else side.pattern,
        edge=PAPER if plate else band, rule=band if plate else "", foot_ink=BLACK,
        tab=side.ground, tab_ink=PAPER if is_dark(side.ground) else BLACK,
        bar=side.back_ground,
    )  # fmt: skip


# Telling sides apart ----------------------------------------------------------------------------------

BOX_CONTRAST = 2.5
EDGE_CONTRAST = 2.0


def parted_by(first: FaceColours, second: FaceColours, view: Callable[[str], str]) -> tuple[str, ...]:
    """What tells two sides' fronts apart besides the hue of their grounds, with colours seen through `view`.

    "box": one symbol box is light, the other dark. "pattern": their edges differ in shape and show on their grounds.
    """
    differences = []
    if contrast(view(first.box), view(second.box)) >= BOX_CONTRAST:
        differences.append("box")
    shown = {
        face.pattern for face in (first, second) for edge in filter(None, (face.edge, face.rule))
        if contrast(view(edge), view(face.ground)) >= EDGE_CONTRAST
    }  # fmt: skip
    if first.pattern != second.pattern and shown - {"plain"}:
        differences.append("pattern")
    return tuple(differences)
