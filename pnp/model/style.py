"""`style.yaml`: colours by role, sizes of counters, how sides are told apart."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from pnp.errors import LayoutError
from pnp.model.base import Colour, Id, Message, Number, SourceModel

FontName = Literal[
    "condensed-bold", "condensed-medium", "condensed-semibold", "condensed-italic", "serif-bold", "serif-italic",
    "display-bold", "display-italic", "poster-title", "poster-bold", "poster-semibold",
]  # fmt: skip
"""Faces that a style may choose."""


Percent = Annotated[Number, Field(ge=0, le=100)]


def _printable(inks: tuple[float, ...]) -> tuple[float, ...]:
    if sum(inks) > MOST_INK:
        raise ValueError(f"{sum(inks):g} % of ink; paper takes {MOST_INK} %")
    return inks


MOST_INK = 300
"""The most ink that paper takes, in percent of one ink."""
Inks = Annotated[tuple[Percent, Percent, Percent, Percent], AfterValidator(_printable)]
"""Cyan, magenta, yellow and black in percent."""


class SideStyle(SourceModel):
    """The colours of one side's counters."""

    ground: Colour = Field(description="ground of the counter")
    ink: Colour = Field(description="figures and letters")
    box: Colour = Field(description="inside of the unit symbol's box")
    box_ink: Colour | None = Field(default=None, description="lines in the box; `ink` when absent")
    back_ground: Colour = Field(description="ground of the reduced or activated back")
    back_ink: Colour = Field(description="figures and letters on the back")
    back_box: Colour = Field(description="inside of the box on the back")
    bar: Colour | None = Field(default=None, description="bar across a reduced back; `back_box` when absent")
    pattern: Literal[
        "plain", "chevron", "stripe", "band", "rise", "fall", "peak", "level", "wave", "grass", "step"
    ] = Field(
        default="plain",
        description="what parts the sides besides colour: a corner, a stripe, a band; or the upper edge of a plate in "
                    "the colour `edge` under the factors: rise, fall, peak, level, wave, grass, step",
    )
    plate_ink: Colour | None = Field(default=None, description="figures on a plate; `ground` when absent")
    plate_line: Colour | None = Field(default=None, description="a line along the upper edge of the plate")
    edge: Colour | None = Field(default=None, description="colour of the pattern; `box` when absent")
    back_edge: Colour | None = Field(default=None, description="the same on reduced backs; `edge` when absent")
    emblem: Id | None = Field(default=None, description="symbol of the face-down back")
    back_note: Message = Field(
        default="", description="what a counter says that lies with its back up, for the list of counters"
    )


class MarkerStyle(SourceModel):
    """The colours of a marker."""

    ground: Colour = Field(description="ground of the marker")
    ink: Colour = Field(description="drawing and letters")


class MapFaces(SourceModel):
    """The faces of a hex map's title and great names; faces are named as in `pnp.draw.text.FONTS`."""

    title: FontName = Field(default="condensed-bold", description="the game's title")
    subtitle: FontName = Field(default="condensed-medium", description="the line below it")
    city: FontName = Field(default="condensed-bold", description="names of places of rank 1 and 2")
    region: FontName = Field(default="condensed-semibold", description="names of countries")
    water: FontName = Field(default="condensed-italic", description="names of seas, lakes and rivers")


class CounterStyle(SourceModel):
    """Sizes of counters."""

    size_mm: Number = Field(default=15.875, description="edge of a counter")
    sizes_mm: tuple[Number, ...] = Field(default=(12.7, 15.875, 20.0), description="edges that a user may choose")
    gutter_mm: Number = Field(default=0.0, description="space between counters on the sheet")
    bleed_mm: Number = Field(default=1.5, description="how far colour goes beyond the cut")
    corner_mm: Number = Field(default=1.0, description="corner radius of a counter's contour for cutting machines")


LOW_INK_WHITE = {
    "paper": 1.0, "panel": 1.0, "outside": 1.0, "sea": 0.75, "lake": 0.5, "start-area": 0.65, "start-area-2": 0.62,
    "result-worst": 0.5, "result-bad": 0.5, "result-neutral": 0.5, "result-good": 0.5, "result-best": 0.5,
}  # fmt: skip
"""Roles that are grounds, and how much white the low-ink edition mixes into them."""


def _paler(colour: str, share: float) -> str:
    """`colour` with `share` (0 to 1) of white mixed in."""
    parts = [int(colour[index : index + 2], 16) for index in (1, 3, 5)]
    return "#" + "".join(f"{round(part + share * (255 - part)):02x}" for part in parts)


class StyleSource(SourceModel):
    """The file `style.yaml`."""

    ink: Literal["full", "low"] = "full"
    palette: dict[Id, Colour] = Field(description="map and chart roles: land, sea, border …")
    cmyk: dict[Id, Inks] = Field(
        default_factory=dict,
        description="inks of roles of `palette` in the press edition, in percent: cyan, magenta, yellow, black; "
                    "300 together at most. Others are computed",
    )
    area_tints: tuple[Colour, ...] = Field(default=(), description="tints that part neighbouring areas")
    sides: dict[Id, SideStyle]
    markers: dict[Id, MarkerStyle] = Field(default_factory=dict)
    counters: CounterStyle = CounterStyle()
    faces: MapFaces = MapFaces()
    cartouche: Literal["scene", "plate", "poster"] = Field(
        default="scene",
        description="hexes: the title over a landscape, on a plate with a double edge, or on a poster with rays",
    )
    cover_at: Id | None = Field(
        default=None, description="the space in the middle of the rulebook's cover; none = the middle of the map"
    )
    poster: Id | None = Field(default=None, description="symbol in the corner of a poster")

    def plates(self) -> dict[str, tuple[float, float, float, float]]:
        """Colour of a role -> the inks that `cmyk` gives it. Raises LayoutError for an unknown role."""
        inks: dict[str, tuple[float, float, float, float]] = {}
        for role, percents in self.cmyk.items():
            if role not in self.palette:
                raise LayoutError(f"style.yaml: `cmyk` has {role!r}, which is no role of the palette")
            cyan, magenta, yellow, black = (float(percent) for percent in percents)
            inks[self.colour(role)] = (cyan, magenta, yellow, black)
        return inks

    def colour(self, role: str) -> str:
        """The colour of `role`, a ground paler in the low-ink edition. Raises KeyError."""
        colour = self.palette[role]
        return _paler(colour, LOW_INK_WHITE.get(role, 0.0)) if self.ink == "low" else colour
