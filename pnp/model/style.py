"""`style.yaml`: colours by role, sizes of counters, how sides are told apart."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from pnp.model.base import Colour, Id, Message, Number, SourceModel


class SideStyle(SourceModel):
    """The colours of one side's counters; roles as in LOOKS."""

    ground: Colour
    ink: Colour
    box: Colour
    box_ink: Colour | None = Field(default=None, description="lines in the box; `ink` when absent")
    back_ground: Colour = Field(description="ground of the reduced or activated back")
    back_ink: Colour
    back_box: Colour
    bar: Colour | None = None
    pattern: Literal["plain", "chevron", "stripe", "band"] = Field(
        default="plain", description="what parts the sides besides colour"
    )
    edge: Colour | None = Field(default=None, description="colour of the pattern; `box` when absent")
    emblem: Id | None = Field(default=None, description="symbol of the face-down back")


class MarkerStyle(SourceModel):
    """The colours of a marker."""

    ground: Colour
    ink: Colour


class CounterStyle(SourceModel):
    """Sizes of counters."""

    size_mm: Number = 15.875
    sizes_mm: tuple[Number, ...] = (12.7, 15.875, 20.0)
    gutter_mm: Number = 0.0
    bleed_mm: Number = 1.5
    corner_mm: Number = Field(default=1.0, description="corner radius of a counter's contour for cutting machines")


class StyleSource(SourceModel):
    """The file `style.yaml`."""

    ink: Literal["full", "low"] = "full"
    palette: dict[Id, Colour] = Field(description="map and chart roles: land, sea, border …")
    area_tints: tuple[Colour, ...] = ()
    sides: dict[Id, SideStyle]
    markers: dict[Id, MarkerStyle] = Field(default_factory=dict)
    counters: CounterStyle = CounterStyle()
    title_note: Message = ""

    def colour(self, role: str) -> str:
        """The colour of `role`. Raises KeyError."""
        return self.palette[role]
