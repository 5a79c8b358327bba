"""What stands in a source for rows of a spreadsheet: `{from: units.xlsx, sheet: Axis}`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from pnp.model.base import Bool, Id, Int, SourceModel

File = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Block = Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,3}[1-9][0-9]{0,6}(:[A-Z]{1,3}[1-9][0-9]{0,6})?$")]


class SheetRows(SourceModel):
    """Rows of a spreadsheet, each an entry of the list where this stands; its first row says what the columns are."""

    from_: File = Field(alias="from", description="an .xlsx, .ods, .csv or .tsv file in the game's folder")
    sheet: File | None = Field(default=None, description="its sheet; not needed where there is only one")
    cells: Block | None = Field(default=None, description="a block such as B2:H9; everything when absent")
    columns: dict[str, File] = Field(
        default_factory=dict,
        description="key: heading of its column, where that isn't the key itself; of counters a key of their own is a "
                    "factor: {attack: AF}",
    )
    ignore: tuple[str, ...] = Field(default=(), description="headings of columns that aren't read")
    each: dict[str, Bool | Int | float | str] = Field(
        default_factory=dict, description="what every row has: {side: axis}; a cell of its own holds instead"
    )


class PlacedUnit(SourceModel):
    """A row of a sheet that says where counters stand: `units: {from: start.csv}` of a position."""

    unit: Id = Field(description="a counter")
    at: Id = Field(description="the space or box where it stands")
    state: Id | None = Field(default=None, description="the its state, such as reduced; none = the usual one")
