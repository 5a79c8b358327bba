"""The press edition of a document: every colour in four inks, a bleed around every page.

Text and rules in black or grey use the black plate alone. Other colours take as much black as they can, so that no more
than three inks lie on each other: their total never exceeds 300 %. A style may give the inks of a role itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from pnp.draw.colour import parse
from pnp.draw.paths import number
from pnp.draw.pdf_colour import CMYK, black_level
from pnp.draw.pdf_x import Profile
from pnp.draw.recolour import recoloured
from pnp.draw.scene import Document, Group, Node, Page, Scene, moved

BLEED_MM = 3.0
INSET_MM = 0.001
"""So that the box of the bleed, whose numbers are rounded, never leaves the page."""

Inks = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black in percent."""
Plates = Mapping[str, Inks]
"""Colour "#rrggbb" -> its inks, where they are given."""


@lru_cache(maxsize=4096)
def inks_of(colour: str) -> Inks:
    """The inks of "#rrggbb": its grey part is printed in black alone. Raises ValueError."""
    level = black_level(colour)
    if level is not None:
        return (0.0, 0.0, 0.0, round(100 * (1 - level), 1))
    channels = parse(colour)
    light = max(channels)
    cyan, magenta, yellow = (round(100 * (1 - value / light), 1) for value in channels)
    return (cyan, magenta, yellow, round(100 * (1 - light), 1))


@dataclass(frozen=True)
class Press:
    """A press that a document is made for.

    plates   the inks of colours that have some given
    profile  its ICC profile, to claim PDF/X-4
    """

    plates: Plates
    profile: Profile | None = None

    @property
    def name(self) -> str:
        """What identifies its inks."""
        return f"in inks {sorted(self.plates.items())}"

    def ink(self, colour: str) -> str:
        """"#rrggbb" in inks."""
        if colour.startswith(CMYK):
            return colour
        return CMYK + " ".join(number(percent, 1) for percent in self.plates.get(colour) or inks_of(colour))


def separated(document: Document, plates: Plates) -> Document:
    """`document` with all its colours in inks, and BLEED_MM around its pages, which are the trimmed sheets."""
    return replace(
        document,
        pages=tuple(_with_bleed(page, plates) for page in document.pages),
        forms={
            name: replace(form, children=_nodes(form.children, plates)) for name, form in document.forms.items()
        },
    )


def _with_bleed(page: Page, plates: Plates) -> Page:
    width, height = page.scene.width_mm, page.scene.height_mm
    art = Group(_nodes(page.scene.children, plates), transform=moved(BLEED_MM, BLEED_MM))
    scene = Scene(width + 2 * BLEED_MM, height + 2 * BLEED_MM, (art,), page.scene.title)
    links = tuple(((x + BLEED_MM, y + BLEED_MM, w, h), target) for (x, y, w, h), target in page.links)
    return replace(
        page, scene=scene, trim_mm=(BLEED_MM, BLEED_MM, width, height),
        bleed_mm=(INSET_MM, INSET_MM, scene.width_mm - 2 * INSET_MM, scene.height_mm - 2 * INSET_MM), links=links,
    )  # fmt: skip


def _nodes(nodes: Iterable[Node], plates: Plates) -> tuple[Node, ...]:
    press = Press(plates)
    return recoloured(nodes, press.ink, press.name)
