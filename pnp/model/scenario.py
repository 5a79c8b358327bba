"""`scenarios/*.yaml`: a start position, what the players set up freely, and the length."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from pnp.model.base import Address, Bool, Id, Int, Message, SourceModel
from pnp.model.filters import Condition
from pnp.model.position import PositionSource, UnitState


class Arrival(SourceModel):
    """Units that enter in a turn, or when a rule brings them, at the places that the game's rules allow."""

    turn: Int | None = Field(
        default=None, ge=1, le=1000, description="none = when `when` holds, or when `rule` brings them"
    )
    side: Id = Field(description="whose units")
    units: tuple[Id, ...] = Field(description="counters that arrive")
    spaces: tuple[Id, ...] = Field(default=(), description="where, when it is only there")
    set: Id | None = Field(default=None, description="where: in this set of hexes")
    when: Condition | None = Field(
        default=None, description="only while this holds; without `turn` from the first turn on"
    )
    uncounted: Bool = Field(default=False, description="where they come in, its units don't count for stacking")
    rule: Address | None = None


class VictoryPoints(SourceModel):
    """A line of the victory point schedule; the game's procedures know it by its id."""

    id: Id
    side: Id = Field(description="whose points they are, or from whose score they are taken")
    points: Int = Field(description="how many; negative where they are lost")
    text: Message
    spaces: tuple[Id, ...] = Field(default=(), description="places that give them")
    set: Id | None = Field(default=None, description="id of a set of hexes")
    each: Bool = Field(default=False, description="for each hex, unit or turn, not once")
    rule: Address


class VictoryLevel(SourceModel):
    """A range of the final score and its outcome; ranges ascend and leave no gap."""

    outcome: Id = Field(description="an id of `outcomes`")
    at_least: Int | None = Field(default=None, description="none = no lower end")


class FreePlacement(SourceModel):
    """Units that a side places freely among `spaces` (or in the region or set) before the first turn."""

    side: Id = Field(description="who places them")
    units: tuple[Id, ...] = Field(description="counters that are placed")
    spaces: tuple[Id, ...] = Field(default=(), description="where they may stand")
    region: Id | None = Field(default=None, description="hexes: anywhere in this region")
    set: Id | None = Field(default=None, description="hexes: in this set")
    within: Int | None = Field(default=None, description="hexes: at most so many hexes from `spaces`")
    face_down: Bool = Field(default=False, description="true: with their backs up")
    default: dict[Id, tuple[Id, ...]] = Field(
        default_factory=dict, description="a placement for players who want to start at once; also the module's set-up"
    )
    rule: Address


class Sector(SourceModel):
    """Stacks that are laid together, such as an army, a line or a sector: a row of the set-up list under its name."""

    name: Message
    spaces: tuple[Id, ...] = Field(description="where its stacks start, in the order in which they are laid")


class Scenario(SourceModel):
    """One file of `scenarios/`."""

    id: Id
    name: Message
    text: Message
    turns: Int = Field(ge=1, le=1000, description="how many turns are played")
    victory_points: Int | None = Field(default=None, description="points that win")
    position: PositionSource
    placements: tuple[FreePlacement, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    sectors: tuple[Sector, ...] = Field(
        default=(), description="how its set-up list is parted and its map lettered; when absent, by the `formations` "
                                "of the game"
    )
    codes: dict[Id, Annotated[str, StringConstraints(min_length=1, max_length=4)]] = Field(
        default_factory=dict,
        description="box -> code in the corner of the counters that wait there: turn of arrival, S for set-up",
    )
    victory: tuple[VictoryPoints, ...] = ()
    levels: tuple[VictoryLevel, ...] = ()
    special_rules: tuple[Message, ...] = Field(
        default=(), description="what holds in this scenario alone, a sentence or two each, for its page"
    )

    @property
    def states(self) -> dict[str, str]:
        """Unit -> the state in which it begins, of those that don't begin in the plain one."""
        entries = (entry for stack in (self.position.units or {}).values() for entry in stack)
        return {str(entry.id): str(entry.state) for entry in entries if isinstance(entry, UnitState)}


def scenario_order(name: str) -> tuple[bool, str]:
    """Sort key for files of scenarios: first the standard one, whose numbers texts and charts show, then by name."""
    plain = name.removesuffix(".yaml")
    return not plain.endswith("standard"), plain
