"""A picture of the game's own folder, wherever a source names one: which file, how it lies in its place, its tint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, PrivateAttr, StringConstraints, computed_field

from pnp.errors import Location
from pnp.model.base import Id, Number, SourceModel, set_private

ArtPath = Annotated[
    str,
    StringConstraints(pattern=r"^art(/[A-Za-z0-9_][A-Za-z0-9_.-]*){1,4}\.(svg|png)$", max_length=200),
]
"""An SVG or PNG below the folder `art` of the game."""

ArtText = Annotated[
    str,
    StringConstraints(
        pattern=r"^art(/[A-Za-z0-9_][A-Za-z0-9_.-]*){1,4}\.(svg|png)( (fit|tint|crop)=[a-z0-9.,-]+)*$", max_length=300
    ),
]
"""The same, with how it lies: "art/horse.svg tint=side", as a cell of a spreadsheet has it."""

PICTURE_ENDINGS = (".svg", ".png")
Fit = Literal["contain", "cover", "stretch"]


@dataclass(frozen=True, slots=True)
class PictureContent:
    """What a picture's file holds, checked when it was read.

    kind     svg or png
    name     the file as messages show it
    digest   of `data`
    data     the SVG as `pnp.sources.svg_text` wrote it again, or the PNG as it is
    width    and height: of an SVG in its user units, of a PNG in pixels
    painted  what keeps an SVG from being drawn as paths, "" = nothing does
    """

    kind: Literal["svg", "png"]
    name: str
    digest: str
    data: bytes
    width: float
    height: float
    painted: str = ""

    def __hash__(self) -> int:
        return hash(self.digest)

    @property
    def as_pixels(self) -> bool:
        """Whether it is drawn as pixels."""
        return self.kind == "png" or bool(self.painted)


def _inside(crop: tuple[float, float, float, float] | None) -> tuple[float, float, float, float] | None:
    if crop is not None:
        left, top, width, height = crop
        if min(left, top) < 0 or min(width, height) <= 0 or left + width > 1.000001 or top + height > 1.000001:
            raise ValueError("left, top, width and height as shares of the picture, from 0 to 1: [0, 0, 1, 0.5]")
    return crop


class FullPicture(SourceModel):
    """A picture and how it lies in its place; a path alone is the same as `{file: PATH}`."""

    file: ArtPath = Field(description="an SVG or PNG in the game's folder: art/horse.svg")
    fit: Fit | None = Field(
        default=None,
        description="contain: all of it is shown; cover: it fills its place, and what sticks out is cut off; stretch: "
                    "it gets the form of its place. When absent, grounds are covered and anything else is contained",
    )
    crop: Annotated[tuple[Number, Number, Number, Number], AfterValidator(_inside)] | None = Field(
        default=None, description="the part that is shown: left, top, width, height as shares of the picture (0 to 1)"
    )
    tint: Id | None = Field(
        default=None,
        description="side: in the ink of its side, white in the ground; or a role of the palette for the ink",
    )

    _held: PictureContent | None = PrivateAttr(default=None)
    _named_at: Location | None = PrivateAttr(default=None)

    @property
    def content(self) -> PictureContent:
        """What the file holds. Raises LookupError for a picture that no loader has read."""
        if self._held is None:
            raise LookupError(f"{self.file} has not been read")
        return self._held

    def read_as(self, content: PictureContent, where: Location | None = None) -> None:
        """Take what the file holds, once, while the game is loaded; `where` the source names it."""
        set_private(self, "_held", content)
        set_private(self, "_named_at", where)

    @property
    def named_at(self) -> Location | None:
        """Where the source names it; None for a picture that no loader has read."""
        return self._named_at

    @property
    def as_text(self) -> str:
        """The picture in one line, as `ArtText`."""
        crop = ",".join(f"{share:g}" for share in self.crop or ())
        options = {"fit": self.fit, "crop": crop, "tint": self.tint}
        return " ".join((self.file, *(f"{key}={value}" for key, value in options.items() if value)))

    @computed_field  # type: ignore[prop-decorator]
    @property
    def digest(self) -> str:
        """Of the file, so that products are made again when it changes."""
        return self._held.digest if self._held else ""

    def __eq__(self, other: object) -> bool:
        """Whether both say the same, and hold the same as far as both have been read."""
        digests = {self.digest, getattr(other, "digest", "")} - {""}
        return super().__eq__(other) and len(digests) < 2

    def __hash__(self) -> int:
        return hash((self.file, self.fit, self.crop, self.tint))


def _named(value: Any) -> Any:
    """A text as the mapping that it stands for."""
    if not isinstance(value, str):
        return value
    file, *options = value.split(" ")
    read: dict[str, Any] = {"file": file, **dict(option.partition("=")[::2] for option in options)}
    if "crop" in read:
        read["crop"] = read["crop"].split(",")
    return read


def _named_or_none(value: Any) -> Any:
    return None if value == "" else _named(value)


Picture = Annotated[FullPicture, BeforeValidator(_named, json_schema_input_type=ArtText | FullPicture)]
"""What a source says where a picture may stand: a path, or a path with how the picture lies, as text or mapping."""

MaybePicture = Annotated[
    FullPicture | None,
    BeforeValidator(_named_or_none, json_schema_input_type=ArtText | FullPicture | Literal[""] | None),
]
"""The same, or "" for none, as in a list with one for each counter."""


@dataclass(frozen=True, slots=True)
class PicturePlace:
    """Where a source names a picture; `part` is the model's file, without `.yaml`."""

    part: str
    picture: FullPicture
    where: Location | None
