"""`style.yaml`: colours by role, sizes of counters, how sides are told apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from pnp.errors import Problem, SourceError, did_you_mean
from pnp.model.base import Bool, Colour, Id, Int, Message, Number, SourceModel
from pnp.model.pictures import Picture

FontName = Literal[
    "condensed-bold", "condensed-medium", "condensed-semibold", "condensed-italic", "serif-bold", "serif-italic",
    "display-bold", "display-italic", "poster-title", "poster-bold", "poster-semibold", "sans-bold",
]  # fmt: skip
"""Faces that a style may choose."""

Face = FontName | Id
"""One of them, or the name of one of the game's own `fonts`."""
OWN = "own|"
"""What the name of a game's own face begins with, once its file is read; see `own_face`."""


def own_face(digest: str, family: str, weight: int, italic: bool, path: str) -> str:
    """The name under which `pnp.draw.text` knows a font file: it holds all that there is to know."""
    return "|".join((OWN[:-1], digest, family, str(weight), "italic" if italic else "upright", path))


class OwnFont(SourceModel):
    """A font of the game's folder, which `faces` may name."""

    name: Id = Field(description="what `faces` calls it")
    file: Annotated[
        str, StringConstraints(pattern=r"^fonts(/[A-Za-z0-9_][A-Za-z0-9_.-]*){1,3}\.ttf$", max_length=200)
    ] = Field(description="a TrueType file in the game's folder: fonts/antiqua.ttf")
    licence: Annotated[str, StringConstraints(min_length=3, max_length=400)] = Field(
        description="its licence and whose it is, in a line: OFL-1.1, © 2011 The Antiqua Authors"
    )
    weight: Int = Field(default=400, ge=100, le=900, description="400 = regular, 700 = bold; for drawings with text")
    italic: Bool = Field(default=False, description="it is slanted")


Percent = Annotated[Number, Field(ge=0, le=100)]


def _printable(inks: tuple[float, ...]) -> tuple[float, ...]:
    if sum(inks) > MOST_INK:
        raise ValueError(f"at most {MOST_INK} % of ink together, not {sum(inks):g} %,")
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
    grain: Literal["", "rays", "rising", "falling", "flecks", "patches"] = Field(
        default="", description="a shade of the ground, in marks of one kind, which names the side without colour"
    )
    plate_ink: Colour | None = Field(default=None, description="figures on a plate; `ground` when absent")
    plate_line: Colour | None = Field(default=None, description="a line along the upper edge of the plate")
    edge: Colour | None = Field(default=None, description="colour of the pattern; `box` when absent")
    back_edge: Colour | None = Field(default=None, description="the same on reduced backs; `edge` when absent")
    emblem: Id | None = Field(default=None, description="symbol of the face-down back")
    back_note: Message = Field(
        default="", description="what a counter says that lies with its back up, for the list of counters"
    )
    nation: Message = Field(default="", description="what units of this nationality are called beside counter sheets")


class MarkerStyle(SourceModel):
    """The colours of a marker."""

    ground: Colour = Field(description="ground of the marker")
    ink: Colour = Field(description="drawing and letters")


class MapFaces(SourceModel):
    """The faces of titles, of great names on a hex map, of figures and headings, named as in `pnp.draw.text.FONTS`."""

    title: Face = Field(default="condensed-bold", description="the game's title")
    subtitle: Face = Field(default="condensed-medium", description="the line below it")
    city: Face = Field(default="condensed-bold", description="names of places of rank 1 and 2")
    region: Face = Field(default="condensed-semibold", description="names of countries")
    water: Face = Field(default="condensed-italic", description="names of seas, lakes and rivers")
    factors: Face = Field(default="condensed-bold", description="figures on counters")
    heading: Face = Field(default="sans-bold", description="headings of chapters, and of blocks on sheets")


class CounterStyle(SourceModel):
    """Sizes of counters."""

    size_mm: Number = Field(default=15.875, description="edge of a counter")
    sizes_mm: tuple[Number, ...] = Field(default=(12.7, 15.875, 20.0), description="edges that a user may choose")
    gutter_mm: Number = Field(default=0.0, ge=0, description="space between counters on the sheet")
    bleed_mm: Number = Field(default=1.5, ge=1, lt=5, description="how far colour goes beyond the cut")
    corner_mm: Number = Field(default=1.0, ge=0, lt=5, description="radius of the corners that a cutting machine cuts")
    names: Literal["beside", "above"] = Field(
        default="beside", description="whether names stand beside the symbol or on a line above it, as long ones can"
    )
    code_note: Message = Field(
        default="", description="what the codes in the corners mean, where neither scenarios nor hex numbers tell it"
    )


LOW_INK_WHITE = {
    "paper": 1.0, "panel": 1.0, "outside": 1.0, "sea": 0.75, "lake": 0.5, "start-area": 0.65, "start-area-2": 0.62,
    "result-worst": 0.5, "result-bad": 0.5, "result-neutral": 0.5, "result-good": 0.5, "result-best": 0.5,
    "track-high": 0.65, "track-zero": 0.65, "track-low": 0.65, "tab": 0.65, "zebra": 0.5,
}  # fmt: skip
"""Roles that are grounds, and how much white the low-ink edition mixes into them."""


def _paler(colour: str, share: float) -> str:
    """`colour` with `share` (0 to 1) of white mixed in."""
    parts = [int(colour[index : index + 2], 16) for index in (1, 3, 5)]
    return "#" + "".join(f"{round(part + share * (255 - part)):02x}" for part in parts)


ROLES = {
    "paper": "ground of every sheet",
    "panel": "ground of tables, legends and boxes",
    "text": "words and rules",
    "quiet-text": "notes and small print",
    "title": "titles",
    "night": "ground of covers, of card backs and of heads of counter sheets",
    "accent": "what must be seen first",
    "zebra": "every second row of a table",
    "symbol": "symbols of the map",
    "star": "stars, and symbols that count for victory",
    "outside": "what lies out of play",
    "outside-hatch": "the hatching over it",
    "border": "national and area borders",
    "border-band": "the band along a border",
    "coast": "the line of a coast",
    "sea": "open sea",
    "lake": "lakes",
    "river": "rivers",
    "sea-name": "names of seas, lakes and rivers",
    "result-worst": "results worst for who rolls",
    "result-bad": "bad results",
    "result-neutral": "results without effect",
    "result-good": "good results",
    "result-best": "the best results",
    "track-high": "spaces of a track above zero",
    "track-zero": "its zero",
    "track-low": "its spaces below zero",
    "land": "land",
    "land-2": "point maps: a second tint of land",
    "land-3": "point maps: a third tint of land",
    "name": "names of places",
    "region-name": "names of regions",
    "water-name": "hexes: names on water",
    "road": "surface of a road",
    "road-case": "edges of a road",
    "start-area": "ground of areas where a side starts",
    "start-area-2": "the same, a second tint",
    "start-border": "their border",
    "port": "ports",
    "box": "point maps: boxes of stacks",
    "crossing": "point maps: bars of crossings",
    "main-road": "point maps: surface of the main road",
    "main-road-case": "its edges",
    "tab": "point maps: name tabs",
    "main-tab": "point maps: name tabs on the main road",
    "forest": "woods",
    "forest-edge": "the edge of woods",
    "tree": "trees",
    "tree-light": "the light side of trees",
    "tree-dark": "their dark side",
    "swamp": "marsh",
    "swamp-ink": "reeds and water of a marsh",
    "rough": "hills and rough ground",
    "rough-ink": "hachures of hills",
    "mountain": "mountains",
    "mountain-ink": "hachures of mountains",
    "water": "hexes: water at the shore",
    "water-2": "a step deeper",
    "water-3": "deeper",
    "water-4": "deeper",
    "water-5": "deepest",
    "shore-line": "lines along the shore",
    "ice": "ice",
    "ice-ink": "cracks in the ice",
    "grid": "the hex grid",
    "grid-water": "the grid on water",
    "number": "numbers of hexes",
    "number-water": "numbers on water",
    "rail": "railways",
    "fort": "fortifications",
    "city": "houses of cities",
    "city-ground": "the ground of cities",
    "navy": "ships, ports and their marks",
}
"""Roles that the generators ask a palette for, and what each colours."""

def _named_roles(schema: dict[str, Any]) -> None:
    """Name every role in the schema of a palette, so that editors offer them; a game may have further ones."""
    (colour,) = schema["patternProperties"].values()
    schema["properties"] = {role: {**colour, "description": text} for role, text in ROLES.items()}


Colours = Annotated[dict[Id, Colour], Field(json_schema_extra=_named_roles)]
"""Role -> colour."""


PaletteName = Literal["engraved", "atlas", "estate", "poster", "snow"]
"""The palettes that ship, in `sources/common/palettes`."""


CoverTone = Literal["night", "day", "paper"]
"""How a cover shows the map: in dark colours, in its own below a dark title, or in its own on paper."""


HeadForm = Literal["plain", "band", "slant", "rule"]
"""How sheets and their blocks are headed."""


class Palette(SourceModel):
    """A file of `common/palettes`: what a style has that says nothing else."""

    name: str
    text: str = Field(description="what a map in it looks like")
    palette: Colours = Field(description="colours by role: land, sea, border …")
    area_tints: tuple[Colour, ...] = Field(min_length=4, description="tints that part neighbouring areas")
    sides: tuple[SideStyle, ...] = Field(min_length=4, description="told apart by more than colour, best ones first")
    marker: MarkerStyle
    cartouche: Literal["scene", "plate", "poster"] = "scene"
    head: HeadForm = "plain"
    faces: MapFaces = MapFaces()


class StyleSource(SourceModel):
    """The file `style.yaml`."""

    ink: Literal["full", "low"] = "full"
    base: PaletteName = Field(
        default="engraved", description="the palette that gives what isn't said here"
    )
    palette: Colours = Field(default_factory=dict, description="colours by role: land, sea, border …")
    cmyk: dict[Id, Inks] = Field(
        default_factory=dict,
        description="inks of roles of `palette` in the press edition, in percent: cyan, magenta, yellow, black; "
                    "300 together at most. Others are computed",
    )
    area_tints: tuple[Colour, ...] = Field(default=(), description="tints that part neighbouring areas")
    sides: dict[Id, SideStyle] = Field(default_factory=dict)
    markers: dict[Id, MarkerStyle] = Field(default_factory=dict)
    counters: CounterStyle = CounterStyle()
    faces: MapFaces = Field(
        default=MapFaces(), description="faces of titles, names, figures and headings; the palette's when absent"
    )
    fonts: tuple[OwnFont, ...] = Field(default=(), max_length=12, description="fonts of the game's own, for `faces`")
    cartouche: Literal["scene", "plate", "poster"] = Field(
        default="scene",
        description="the title over a landscape, on points over the `main` road, if there is one; on a plate with a "
                    "double edge; or on a poster with rays; the palette's when absent",
    )
    head: HeadForm = Field(
        default="plain",
        description="heads of sheets and blocks: `plain` a tab on a fine rule, `band` a flat band, `slant` a dark band "
                    "with a leaning field, `rule` a double rule and a stamp; the palette's when absent",
    )
    cover_at: Id | None = Field(
        default=None,
        description="the space in the middle of the rulebook's cover, where a side that starts nowhere stands; "
                    "none = the front",
    )
    cover_tone: CoverTone = Field(
        default="night",
        description="map of the rulebook's cover: `night` in dark colours, `day` in its own, fading into dark, "
                    "`paper` in its own, fading into paper with dark words",
    )
    cover: Picture | None = Field(
        default=None, description="picture of the rulebook's cover, below its title, in the place of map and counters"
    )
    poster: Id | None = Field(default=None, description="symbol in the corner of a poster")

    def completed(self, base: Palette, sides: Sequence[str], markers: Sequence[str]) -> StyleSource:
        """This style with what it doesn't say from `base`.

        sides    those that need colours; they get those of `base` in their order
        markers  those that need colours
        """
        said = self.model_fields_set
        return self.replaced(
            palette={**base.palette, **self.palette},
            area_tints=self.area_tints or base.area_tints,
            sides={**self.sides, **dict(zip(sides, cycle(base.sides), strict=False))},
            markers={**self.markers, **dict.fromkeys(markers, base.marker)},
            cartouche=self.cartouche if "cartouche" in said else base.cartouche,
            head=self.head if "head" in said else base.head,
            faces=self.faces if "faces" in said else base.faces,
        )

    def plates(self) -> dict[str, tuple[float, float, float, float]]:
        """Colour of a role -> the inks that `cmyk` gives it. Raises SourceError for an unknown role."""
        inks: dict[str, tuple[float, float, float, float]] = {}
        for role, percents in self.cmyk.items():
            if role not in self.palette:
                message, hint = f"{role!r} is no role of the palette", did_you_mean(role, self.palette)
                raise SourceError(Problem("unknown-name", message, self.where_key("cmyk", role), hint))
            cyan, magenta, yellow, black = map(float, percents)
            inks[self.colour(role)] = (cyan, magenta, yellow, black)
        return inks

    @property
    def accent(self) -> str:
        """The colour of what must be seen first."""
        return self.palette.get("accent", "#7a241c")

    def colour(self, role: str) -> str:
        """The colour of `role`, a ground paler in the low-ink edition. Raises KeyError."""
        colour = self.palette[role]
        return _paler(colour, LOW_INK_WHITE.get(role, 0.0)) if self.ink == "low" else colour
