"""`counters.yaml`: groups of like counters, and the sheets they are printed on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from pnp.model.base import Bool, CounterId, CounterMessage, Id, Int, Number, SourceModel, UnitMessage
from pnp.model.pictures import FullPicture, MaybePicture
from pnp.model.spreadsheet import SheetRows

Factor = Int | str
MAX_COUNTERS = 10_000
"""In one game; the largest ever printed have some 4,000."""

BackKind = Literal["activated", "face-down", "same", "blank", "reduced", "switched", "dispersed"]
"""What the back shows; switched: the same unit on the other side; dispersed: a unit out of order, with one factor."""

FaceKind = Literal["front", "back", "turned"]
"""What a counter shows; turned: its front upside down, towards the other player."""


CounterShape = Literal["square", "rectangle", "round", "hexagon"]
CounterMm = Annotated[Number, Field(ge=10, le=60)]


class CounterGroup(SourceModel):
    """Like counters, numbered in order-of-battle order: `armored-division-1` …

    A factor, designation or parent is one value for all, or a list with one for each counter.
    """

    id: Id
    name: UnitMessage
    side: Id | None = Field(default=None, description="whose counters; none for a marker of nobody")
    type: Id | None = Field(default=None, description="a unit type of game.yaml; none for a marker")
    marker: Id | None = Field(default=None, description="symbol of a marker; markers don't stack with units")
    plays_in: Id | None = Field(
        default=None, description="the game of a series that plays with these counters; others only print them, on "
                                  "a sheet that games share"
    )
    count: Int = Field(ge=1, le=500, description="how many")
    numbered: Bool = Field(default=True, description="false: the only counter's id is the group's")
    factors: dict[Id, Factor | tuple[Factor, ...]] = Field(
        default_factory=dict, description="printed values by name: {combat: 4, movement: [5, 6]}"
    )
    reduced: dict[Id, Factor | tuple[Factor, ...]] = Field(
        default_factory=dict, description="factors of a reduced back that differ from the front's"
    )
    switches_to: Id | None = Field(default=None, description="side of a switched back")
    home: Id | None = Field(default=None, description="home space, when it isn't the side's")
    arrives: Id | None = Field(default=None, description="space where it enters the game, when it isn't its home")
    belongs_to: tuple[Id, ...] = Field(default=(), description="markers: the unit that each belongs to")
    suffix: str = Field(default="", description="printed after the factors, e.g. *")
    show_number: Bool = Field(
        default=False, description="print the number of the id beside the symbol, so that a log can be followed"
    )
    designation: CounterMessage | tuple[CounterMessage, ...] = Field(
        default="", description="name of the formation, left of the symbol"
    )
    parent: CounterMessage | tuple[CounterMessage, ...] = Field(
        default="", description="higher formation, below the name"
    )
    size: str | tuple[str, ...] = Field(
        default="", description="size mark above the symbol: XX, X, III …; that of the type when absent"
    )
    bands: Literal["", "narrow", "wide"] = Field(
        default="", description="a darker plate under the factors, such as for armies and fronts among corps"
    )
    ink: Id | tuple[Id, ...] = Field(
        default=(), description="palette role in which the symbol is drawn, such as one for each part of an army"
    )
    label: CounterMessage = Field(default="", description="words on a marker")
    code: str | tuple[str, ...] = Field(default="", description="set-up or arrival code in the corner")
    second_code: str | tuple[str, ...] = Field(
        default="", description="another code in the right corner, such as a formation's number or a class"
    )
    back: BackKind = "same"
    keeps: Id | None = Field(default=None, description="the one factor that a dispersed back still shows")
    turned: Id | None = Field(
        default=None, description="state of a unit whose front is turned to the other player, such as spent"
    )
    traits: tuple[Id, ...] = Field(default=(), description="ids of `traits` that it has besides those of its type")
    nationality: Id | None = Field(
        default=None, description="style of its own inside a side: a key of `sides` in style.yaml"
    )
    silhouette: MaybePicture | tuple[MaybePicture, ...] = Field(
        default=None, description="picture in the place of the symbol, or of a marker's drawing: art/horse.svg; that "
                                  "of its type when absent"
    )
    face: MaybePicture | tuple[MaybePicture, ...] = Field(
        default=None, description="picture of the whole front, on which nothing else is printed"
    )
    back_face: MaybePicture | tuple[MaybePicture, ...] = Field(
        default=None, description="picture of the whole back; with `back: same` that of the front when absent"
    )
    background: MaybePicture = Field(default=None, description="picture on the ground, below all else")
    optional: Id | None = Field(default=None, description="option that brings these counters into play")

    @model_validator(mode="after")
    def _one_mark_a_corner(self) -> CounterGroup:
        if self.turned and self.second_code:
            raise ValueError("no `second_code` beside `turned`, whose arrow stands in that corner")
        return self


class CounterSheet(SourceModel):
    """The groups of one sheet; sides and nations lie in the order of their first ones."""

    id: Id
    name: UnitMessage
    columns: Int = Field(
        default=40, ge=1, le=40, description="counters in a row, at most; fewer where the paper has no room for them",
    )  # fmt: skip
    groups: tuple[Id, ...] = Field(description="its groups; sides and nations lie in the order of their first ones")
    size_mm: CounterMm | tuple[CounterMm, CounterMm] | None = Field(
        default=None, description="edge of its counters, where it isn't that of the style; width and height of a "
                                  "rectangle: [30, 15]"
    )  # fmt: skip
    shape: CounterShape = Field(
        default="square", description="square, round or hexagon, cut out of the square of a counter; or rectangle"
    )
    solid: Bool = Field(
        default=False,
        description="true: one block, a side after the other, without gaps and spares between them, as if die-cut",
    )

    @property
    def sides_mm(self) -> tuple[float, float] | None:
        """Width and height of its counters; None when they are those of the style."""
        if isinstance(self.size_mm, tuple):
            return float(self.size_mm[0]), float(self.size_mm[1])
        return None if self.size_mm is None else (float(self.size_mm), float(self.size_mm))

    @model_validator(mode="after")
    def _rectangle_has_two_sides(self) -> CounterSheet:
        if (self.shape == "rectangle") != isinstance(self.size_mm, tuple):
            raise ValueError("`size_mm: [width, height]` with `shape: rectangle`, and one size with any other")
        return self


def _not_too_many(groups: tuple[CounterGroup, ...]) -> tuple[CounterGroup, ...]:
    if sum(group.count for group in groups) > MAX_COUNTERS:
        raise ValueError(f"at most {MAX_COUNTERS:,} counters in all")
    return groups


class CountersSource(SourceModel):
    """The file `counters.yaml`."""

    groups: Annotated[tuple[CounterGroup, ...], AfterValidator(_not_too_many)]
    from_sheets: SheetRows | tuple[SheetRows, ...] = Field(
        default=(), alias="counters", description="spreadsheets with a row for each counter; rows with one `id` are a "
        "group, and follow those of `groups`"
    )
    sheets: tuple[CounterSheet, ...] = Field(default=(), description="when absent, one sheet with all groups")
    printed_only: tuple[CounterGroup, ...] = Field(
        default=(), description="further groups of its sheets, which the game doesn't use; those that `plays_in` parts "
        "from it come here by themselves"
    )

    def counters(self) -> Iterator[Counter]:
        """Every counter, in source order."""
        for group in self.groups:
            yield from counters_of(group)

    def group(self, name: str) -> CounterGroup:
        """The group with id `name`, printed only or not. Raises KeyError."""
        for group in (*self.groups, *self.printed_only):
            if group.id == name:
                return group
        raise KeyError(name)

    def played_in(self, game: str) -> CountersSource:
        """The same for the game with that id: the groups of other games are printed only."""
        if not self.sheets and self.groups:
            whole = CounterSheet(id="main", name="", groups=tuple(group.id for group in self.groups))
            return self.replaced(sheets=(whole,)).played_in(game)
        other = [group for group in self.groups if group.plays_in not in (None, game)]
        if not other:
            return self
        groups = tuple(group for group in self.groups if group not in other)
        foreign = (group.replaced(optional=None, home=None, arrives=None, traits=()) for group in other)
        return self.replaced(groups=groups, printed_only=(*self.printed_only, *foreign))


@dataclass(frozen=True, slots=True)
class Counter:
    """One chit.

    index    position in its group, from 0
    factors  name -> value, e.g. {"combat": 4}
    reduced  the same for the reduced back; empty when it has none
    size     its size mark, "" = that of its type
    ink      palette role in which its symbol is drawn, "" = that of its side
    second_code  in the right corner
    """

    id: CounterId
    group: CounterGroup
    index: int
    name: str
    factors: tuple[tuple[str, int | str], ...]
    designation: str
    parent: str
    code: str
    reduced: tuple[tuple[str, int | str], ...] = ()
    size: str = ""
    ink: str = ""
    second_code: str = ""

    @property
    def side(self) -> str | None:
        """The side of its group; None for a neutral marker."""
        return self.group.side

    def face(self, state: str = "") -> FaceKind:
        """The side that shows a unit in `state` to one who may know it: a back that hides units is never shown."""
        if state and state == self.group.turned:
            return "turned"
        return "back" if state and self.group.back in ("activated", "reduced", "switched", "dispersed") else "front"

    def picture(self, place: Literal["silhouette", "face", "back_face"]) -> FullPicture | None:
        """Its picture for this place; None when its group has none. Past the end of a list the last one repeats."""
        pictures = getattr(self.group, place)
        if isinstance(pictures, tuple):
            pictures = pictures[min(self.index, len(pictures) - 1)] if pictures else None
        return pictures if isinstance(pictures, FullPicture) else None

    def factor(self, name: str, *, reduced: bool = False) -> int | str | None:
        """The factor `name`, of the reduced back if asked; None when the counter has none."""
        return dict(self.reduced if reduced else self.factors).get(name)


def counters_of(group: CounterGroup) -> Iterator[Counter]:
    """The counters of `group`; past the end of a list that is too short its last value repeats (a check reports it)."""
    for index in range(group.count):
        yield Counter(
            id=CounterId(f"{group.id}-{index + 1}" if group.numbered else group.id),
            group=group,
            index=index,
            name=group.name,
            factors=tuple((key, _nth(value, index)) for key, value in group.factors.items()),
            designation=str(_nth(group.designation, index)),
            parent=str(_nth(group.parent, index)),
            code=str(_nth(group.code, index)),
            reduced=_reduced(group, index),
            size=str(_nth(group.size, index)),
            ink=str(_nth(group.ink, index)),
            second_code=str(_nth(group.second_code, index)),
        )


def _reduced(group: CounterGroup, index: int) -> tuple[tuple[str, int | str], ...]:
    """The factors of a reduced back: those of the front but where `reduced` gives another."""
    if group.back != "reduced":
        return ()
    return tuple((key, _nth({**group.factors, **group.reduced}[key], index)) for key in group.factors)


def _nth(value: object, index: int) -> int | str:
    if isinstance(value, tuple):
        return value[min(index, len(value) - 1)] if value else ""
    return value  # type: ignore[return-value]
