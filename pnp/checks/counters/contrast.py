"""contrast: what is printed on counters and panels stands out from its ground.

Factors on fronts and backs 7:1, lines in the symbol's box and words on markers 4.5:1, text on panels 7:1, names of
waters on the map 3:1, by the formula of WCAG 2.2; factors also as eyes without red or without green cones see them.
Where factors stand on a plate, they stand out from that, and other words from the ground by 4.5:1.

Passes: style.yaml sides/red/ink = "#fff8f0"
Fails:  style.yaml sides/red/ink = "#ffb0a0"
Fails:  style.yaml sides/red/back_ink = "#b06050"
Fails:  style.yaml sides/blue/box_ink = "#ffffff"
Fails:  style.yaml markers/clock/ink = "#a0a0a0"
Fails:  style.yaml palette/text = "#807060"
Fails:  style.yaml palette/sea-name = "#a4bdcd"
Mend:   take a lighter or a darker colour.
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks.base import Survey, problem
from pnp.draw.colour import contrast, deuteranopia, protanopia
from pnp.errors import Location, Problem
from pnp.generators.counters.colours import PLATES

SEVERITY = "error"

FACTORS, LINES, NAMES = 7.0, 4.5, 3.0

PANELS = (("text", FACTORS), ("title", FACTORS), ("quiet-text", LINES))
"""Roles of letters on panels, and the contrast that they need."""

VIEWS = {"": str, " in protanopia": protanopia, " in deuteranopia": deuteranopia}

Pair = tuple[str, str, str, float, Location | None]


def check(survey: Survey) -> Iterator[Problem]:
    for what, ink, ground, least, where in _pairs(survey):
        for name, view in VIEWS.items():
            ratio = contrast(view(ink), view(ground))
            if ratio < least and (not name or "factors" in what or "backs" in what):
                message = f"{what}: {ink} on {ground} has a contrast of {ratio:.1f}:1{name}, {least:g}:1 is needed"
                yield problem(message, where, "take a lighter or a darker colour")
                break


def _pairs(survey: Survey) -> Iterator[Pair]:
    style = survey.game.style
    for name, side in style.sides.items():
        if side.pattern in PLATES:
            plate, key = side.edge or side.box, "plate_ink" if side.plate_ink else "ground"
            yield f"factors of {name}", side.plate_ink or side.ground, plate, FACTORS, side.where(key)
            yield f"factors on backs of {name}", side.back_ink, side.back_edge or plate, FACTORS, side.where("back_ink")
            yield f"words of {name}", side.ink, side.ground, LINES, side.where("ink")
        else:
            yield f"factors of {name}", side.ink, side.ground, FACTORS, side.where("ink")
        yield f"backs of {name}", side.back_ink, side.back_ground, FACTORS, side.where("back_ink")
        inner = "box_ink" if side.box_ink else "ink"
        yield f"symbols of {name}", side.box_ink or side.ink, side.box, LINES, side.where(inner)
    for name, marker in style.markers.items():
        yield f"the marker {name}", marker.ink, marker.ground, LINES, marker.where("ink")
    printed = [
        *((ink, ground, least) for ground in ("paper", "panel", "zebra") for ink, least in PANELS),
        ("sea-name", "sea", NAMES), ("sea-name", "lake", NAMES), ("water-name", "water", NAMES),
    ]  # fmt: skip
    for ink, ground, least in printed:
        if ink in style.palette and ground in style.palette:
            colours = style.palette[ink], style.palette[ground]
            yield f"{ink} on {ground}", *colours, least, style.where("palette", ink)
