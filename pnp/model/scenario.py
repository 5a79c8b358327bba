"""`scenarios/*.yaml`: a start position, what the players set up freely, and the length."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from pnp.model.base import Address, Bool, Id, Int, Message, SourceModel
from pnp.model.position import PositionSource


class Arrival(SourceModel):
    """Units that enter in a turn, or when a rule brings them, at the places that the game's rules allow."""

    turn: Int | None = Field(default=None, ge=1, le=1000, description="none = when `rule` brings them")
    side: Id
    units: tuple[Id, ...]
    spaces: tuple[Id, ...] = Field(default=(), description="where, when it is only there")
    set: Id | None = Field(default=None, description="where: in this set of hexes")
    uncounted: Bool = Field(default=False, description="where they come in, its units don't count for stacking")
    rule: Address | None = None


class VictoryPoints(SourceModel):
    """A line of the victory point schedule; the game's procedures know it by its id."""

    id: Id
    side: Id = Field(description="whose points they are, or from whose score they are taken")
    points: Int
    text: Message
    spaces: tuple[Id, ...] = ()
    set: Id | None = Field(default=None, description="id of a set of hexes")
    each: Bool = Field(default=False, description="for each hex, unit or turn, not once")
    rule: Address


class VictoryLevel(SourceModel):
    """A range of the final score and what it is called; ranges ascend and leave no gap."""

    outcome: Id
    at_least: Int | None = Field(default=None, description="none = no lower end")


class FreePlacement(SourceModel):
    """Units that a side places where it likes among `spaces` (or in the regions or set) before the first turn."""

    side: Id
    units: tuple[Id, ...]
    spaces: tuple[Id, ...] = ()
    region: Id | None = Field(default=None, description="hexes: anywhere in this region")
    set: Id | None = Field(default=None, description="hexes: in this set")
    within: Int | None = Field(default=None, description="hexes: at most so many hexes from `spaces`")
    face_down: Bool = False
    default: dict[Id, tuple[Id, ...]] = Field(
        default_factory=dict, description="a placement for players who want to start at once; also the module's set-up"
    )
    rule: Address


class Scenario(SourceModel):
    """One file of `scenarios/`."""

    id: Id
    name: Message
    text: Message
    turns: Int = Field(ge=1, le=1000)
    victory_points: Int | None = Field(default=None, description="points that win")
    position: PositionSource
    placements: tuple[FreePlacement, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    codes: dict[Id, Annotated[str, StringConstraints(min_length=1, max_length=4)]] = Field(
        default_factory=dict, description="box -> code in the corner of the counters that wait there: turn of arrival, S for set-up"
    )
    victory: tuple[VictoryPoints, ...] = ()
    levels: tuple[VictoryLevel, ...] = ()


def scenario_order(name: str) -> tuple[bool, str]:
    """Sorts files of scenarios: the standard one, whose numbers the texts and charts show, then by name."""
    plain = name.removesuffix(".yaml")
    return not plain.endswith("standard"), plain
