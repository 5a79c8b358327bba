"""The grammar of filters: which units and which places a declared procedure means. One for all procedures.

Every key that a filter gives must hold; `any` and `not` take filters in turn. A filter that can match nothing is a
mistake, which `pnp check` reports.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from pnp.model.base import Id, Int, SourceModel

Turns = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,4}([-+]|-[0-9]{1,4})?( [0-9]{1,4}([-+]|-[0-9]{1,4})?)*$")]
"""Game-turns, quoted: "3", "2-5", "4+", "1 3 5-7"."""

Amount = Annotated[Int, Field(ge=0, le=10_000)] | Id
"""A number, or the parameter of game.yaml that holds it."""

Holder = Id
"""A side, or `own` and `enemy` as seen by the side that acts."""


def turns_in(text: str, last: int) -> frozenset[int]:
    """The turns that `text` names, of a game with `last` turns."""
    turns: set[int] = set()
    for part in text.split():
        if part.endswith("+"):
            turns |= set(range(int(part[:-1]), last + 1))
        elif part.endswith("-"):
            turns |= set(range(1, int(part[:-1]) + 1))
        else:
            first, _, end = part.partition("-")
            turns |= set(range(int(first), int(end or first) + 1))
    return frozenset(turns)


class PlaceFilter(SourceModel):
    """Places: all those for which every key holds."""

    space: Id | tuple[Id, ...] | None = Field(default=None, description="a space or box, or several")
    set: Id | tuple[Id, ...] | None = Field(default=None, description="in a set of hexes")
    region: Id | tuple[Id, ...] | None = Field(default=None, description="in a region of a hex map")
    terrain: Id | tuple[Id, ...] | None = Field(default=None, description="of this terrain, in the season of the turn")
    feature: Id | tuple[Id, ...] | None = Field(default=None, description="with this feature: city, port …")
    home_of: Holder | None = Field(default=None, description="whose city, region or set it is, or where it starts")
    way: Id | None = Field(default=None, description="on a road or railway of this class")
    held: Holder | None = Field(default=None, description="held now by this side, own or enemy")
    occupied: Holder | None = Field(default=None, description="with units of this side, own or enemy, on it now")
    range: Amount | None = Field(default=None, description="or at most so many spaces from one of these")
    turns: Turns | None = Field(default=None, description="only in these turns")
    weather: Id | tuple[Id, ...] | None = Field(default=None, description="only in this weather")
    own: Id | None = Field(default=None, description="what the game's own code calls so")
    any: tuple[PlaceFilter, ...] = Field(default=(), description="at least one of these filters holds")
    not_: PlaceFilter | None = Field(default=None, alias="not", description="this filter doesn't hold")


class UnitFilter(SourceModel):
    """Units: all those for which every key holds."""

    unit: Id | tuple[Id, ...] | None = Field(default=None, description="counters by id")
    group: Id | tuple[Id, ...] | None = Field(default=None, description="groups of counters.yaml")
    side: Holder | None = Field(default=None, description="of this side, own or enemy")
    type: Id | tuple[Id, ...] | None = Field(default=None, description="unit types")
    trait: Id | tuple[Id, ...] | None = Field(default=None, description="traits of their types or groups")
    at: PlaceFilter | None = Field(default=None, description="where they stand now")
    state: Literal["reduced", "full", "unsupplied", "supplied", "exploiting", "activated"] | None = Field(
        default=None,
        description="their state now; `exploiting`: a result has let them go on in this turn; `activated`: by the "
                    "operations points of the card played last",
    )
    turns: Turns | None = Field(default=None, description="only in these turns")
    own: Id | None = Field(default=None, description="what the game's own code calls so: its own states of units")
    any: tuple[UnitFilter, ...] = Field(default=(), description="at least one of these filters holds")
    not_: UnitFilter | None = Field(default=None, alias="not", description="this filter doesn't hold")


class LinkFilter(SourceModel):
    """Links between two adjacent spaces, by what lies between them."""

    side_kind: Id | tuple[Id, ...] | None = Field(default=None, description="hexsides of this kind: river, lake …")
    river: Id | tuple[Id, ...] | Literal[True] | None = Field(
        default=None, description="points and areas: across a river, by id; true = any"
    )
    way: Id | tuple[Id, ...] | None = Field(default=None, description="along a way or route of this class")
    link: Id | tuple[Id, ...] | None = Field(default=None, description="areas: special links of this kind: strait …")
    within: Id | None = Field(default=None, description="hexes: with both ends in this set")
    face: Id | None = Field(default=None, description="hexes: across a hexside on which the line of this set is drawn")
    any: tuple[LinkFilter, ...] = Field(default=(), description="at least one of these filters holds")
    not_: LinkFilter | None = Field(default=None, alias="not", description="this filter doesn't hold")


class Condition(SourceModel):
    """When something happens: every key must hold."""

    turns: Turns | None = Field(default=None, description="in these turns")
    first_turn: Literal[True] | None = Field(default=None, description="in the first turn of the scenario")
    phase: Id | tuple[Id, ...] | None = Field(default=None, description="in this phase, or one of several")
    option: Id | None = Field(default=None, description="with this optional rule")
    weather: Id | tuple[Id, ...] | None = Field(default=None, description="in this weather, as the events brought it")
    places: PlaceFilter | None = Field(default=None, description="at least one place matches, or `least` of them")
    units: UnitFilter | None = Field(default=None, description="at least one unit matches, or `least` of them")
    least: Amount = Field(default=1, description="how many of `places` or `units`")
    points: dict[Id, Amount] = Field(
        default_factory=dict, description="side -> victory points that it has at least: {red: 10}"
    )
    in_force: Id | tuple[Id, ...] | None = Field(
        default=None, description="while this card, or one of several, stays in force"
    )
    own: Id | None = Field(default=None, description="what the game's own code calls so")
    not_: Condition | None = Field(default=None, alias="not", description="this condition doesn't hold")
