"""`displays.yaml`: boards beside the map, each with boxes and tracks of its own, such as a side's force display.

A display is made from lists: its sections stand below each other in columns, and in each section tracks and boxes
follow each other from the left. `pnp.maps.displays` works out where each lies. Its boxes and tracks are spaces like
those of the map: `Game.boxes` and `Game.tracks` have both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from pnp.model.base import BoxMessage, Id, Int, Message, Number, SourceModel
from pnp.model.map import Box, RectMm, SheetMm, Track

DISPLAY_MM = (267.0, 184.5)
"""A board that a sheet of A4 and one of Letter both hold, lying, with their margins."""


class DisplayBox(Box):
    """A box of a display."""

    name: BoxMessage = Field(
        default="", description="what is printed above it; none = the place where its units start, or its turn"
    )


class DisplayTrack(Track):
    """A track of a display."""

    rect_mm: RectMm = Field(
        default=(0.0, 0.0, 0.0, 0.0), description="left, top, width, height; none = where its section has room"
    )
    title_at: Literal["left", "top"] = "top"


class DisplayFact(SourceModel):
    """A line in the head of a display: what a player looks up often."""

    name: BoxMessage = Field(description="what it is about: Supply, Allies")
    text: Message = Field(description="what is printed beside it")


class DisplaySection(SourceModel):
    """Tracks and boxes below a common heading, from the left, in as many rows as they need."""

    id: Id
    name: BoxMessage = Field(description="its heading")
    note: Message = Field(default="", description="small print at the end of the heading")
    column: Int = Field(default=1, ge=1, le=6, description="the column of the display in which it stands, from 1")
    slot_mm: Number | None = Field(
        default=None, ge=5, le=60,
        description="edge of a slot; none = a little more than a counter's; smaller where counters are only pictured",
    )
    across: Int | None = Field(
        default=None, ge=1, le=20, description="turns, cells or fields in a row; none = as many as there is room for"
    )
    tracks: tuple[DisplayTrack, ...] = ()
    boxes: tuple[DisplayBox, ...] = ()


class Display(SourceModel):
    """A board beside the map."""

    id: Id
    title: BoxMessage
    subtitle: Message = Field(default="", description="below the title, in smaller type")
    side: Id | None = Field(default=None, description="whose board it is; it has the colours of that side")
    size_mm: tuple[SheetMm, SheetMm] = Field(
        default=DISPLAY_MM, description="width and height; none = what A4 and Letter both hold"
    )
    columns: tuple[Annotated[Number, Field(gt=0, le=100)], ...] = Field(
        default=(1.0,), min_length=1, max_length=6, description="columns of sections: the widths as shares of the whole"
    )
    on_paper: Literal["tiles", "scaled"] = Field(
        default="tiles",
        description="where it is larger than the paper: printed in tiles, or reduced, which the sheet says",
    )
    facts: tuple[DisplayFact, ...] = Field(default=(), description="lines in its head, at most four", max_length=4)
    sections: tuple[DisplaySection, ...]

    @property
    def boxes(self) -> Iterator[DisplayBox]:
        """The boxes of all sections."""
        return (box for section in self.sections for box in section.boxes)

    @property
    def tracks(self) -> Iterator[DisplayTrack]:
        """The tracks of all sections."""
        return (track for section in self.sections for track in section.tracks)


class DisplaysSource(SourceModel):
    """The file `displays.yaml`."""

    displays: tuple[Display, ...]
