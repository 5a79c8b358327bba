"""`game.yaml`: the game's name, sides, unit types, phases, options, parameters and credits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field, model_validator

from pnp.model.base import (
    Address,
    Bool,
    CounterMessage,
    Id,
    Int,
    MarkedDict,
    Message,
    OptionalAddress,
    PersonMessage,
    SourceModel,
    SymbolName,
    UnitMessage,
)  # fmt: skip
from pnp.model.filters import Condition, Turns, UnitFilter
from pnp.model.pictures import Picture


class Credit(SourceModel):
    """One line of the credits."""

    role: Message = Field(description="what was done, e.g. Design of the original game")
    names: tuple[PersonMessage, ...] = Field(description="who did it")


class Credits(SourceModel):
    """Who made the original, who made this, and under which terms."""

    original: Message = Field(default="", description="title, year and publisher of the original game")
    lines: tuple[Credit, ...] = ()
    statement: Message = Field(default="", description="the sentence that says this is an independent reconstruction")
    map_sources: Message = Field(default="", description="credit for the geographic data, printed on the map")
    licence: Message = Field(default="", description="terms of the texts, drawings and modules")
    remarks: tuple[Message, ...] = Field(default=(), description="what else must be said once")


class Side(SourceModel):
    """A side of the war."""

    id: Id
    name: Message
    adjective: Message = Field(description="as in 'X units', X = the adjective")
    played_by: Literal["player", "system"] = "player"
    played_with: Id | None = Field(default=None, description="option that lets a player lead a `system` side")
    home: Id | None = Field(default=None, description="space to which its units retreat and where they return")


class UnitTrait(SourceModel):
    """What some types or groups of units can or can't do, for counters, charts and referee."""

    id: Id
    name: Message
    rule: OptionalAddress = ""
    underlines: Id | None = Field(default=None, description="factor that is underlined on the counter to show it")


class UnitType(SourceModel):
    """A kind of unit, as the rules and the terrain chart know it."""

    id: Id
    name: UnitMessage
    plural: UnitMessage = Field(description="its name when there are several")
    symbol: SymbolName = Field(
        description="a symbol, or parts joined by +: infantry+motorised+mountain; `pnp list --symbols` lists both"
    )
    silhouette: Picture | None = Field(
        default=None, description="picture in the place of the symbol on its counters: art/horse.svg"
    )
    size: str = Field(default="", description="size mark above the symbol: XX, X, III …")
    moves: Literal["ground", "air", "none"] = "ground"
    reversed_symbol: Bool = Field(default=False, description="box filled with ink: elite or special")
    abbreviation: CounterMessage = Field(default="", description="letters instead of a symbol")
    traits: tuple[Id, ...] = Field(default=(), description="ids of `traits`")


class PhaseStep(SourceModel):
    """A step of a phase."""

    id: Id
    name: Message
    rule: Address
    state: Id | None = Field(
        default=None, description="state of a unit that has acted in it, shown by turning it over: advanced"
    )
    procedure: Id | None = Field(
        default=None, description="what the referee does in it, as `procedure` of a phase; the log names the phase"
    )


EACH, INITIATIVE, OTHER = "each", "initiative", "other"
"""The side of a phase that every side plays, in the order of `sides` or of a die, or that the opponent plays."""


class Phase(SourceModel):
    """A phase of the game-turn, in order; or a part of it, such as a player-turn, with phases of its own."""

    id: Id
    name: Message
    side: Id | None = Field(
        default=None,
        description="whose phase it is; each = every side in turn, initiative = in the order of a die, other = the "
                    "opponent of the side around it; none = that side, both, or the system",
    )
    rule: Address
    first_turn: Int = Field(default=1, description="first turn in which it is played")
    text: Message = Field(description="what is done, for charts and module help")
    steps: tuple[PhaseStep, ...] = ()
    procedure: Id | None = Field(
        default=None, description="what the referee does in it, a procedure of procedures.yaml; none = nothing"
    )
    turns: Turns | None = Field(default=None, description="the turns in which it is played, quoted: \"1\", \"2-5 8+\"")
    when: Condition | None = Field(
        default=None, description="played only when this holds as it begins; what is within it doesn't ask again"
    )
    units: UnitFilter | None = Field(
        default=None, description="only these units move or attack in it: armour, or {state: exploiting}; none = all"
    )
    repeat: Int = Field(default=1, ge=1, le=20, description="how often in a row it is played")
    phases: tuple[Phase, ...] = Field(default=(), description="the phases within it, which its side plays")

    @property
    def procedures(self) -> tuple[str, ...]:
        """What the referee does in it and in its steps, in order."""
        return tuple(part.procedure for part in (self, *self.steps) if part.procedure is not None)


class OptionRule(SourceModel):
    """An optional rule that can be switched on."""

    id: Id
    name: Message
    rule: Address
    text: Message = Field(description="one sentence")
    default: Bool = Field(default=False, description="true: on unless it is switched off")
    spaces: tuple[Id, ...] = Field(default=(), description="where the rule bites, if only there")


class Outcome(SourceModel):
    """A way in which the game ends."""

    id: Id
    name: Message
    winner: Id | None = Field(default=None, description="side that wins; none = nobody")
    rule: Address
    text: Message


class Parameter(SourceModel):
    """A number that the rules use; text and referee take it from here."""

    id: Id
    value: Int = Field(description="the number")
    rule: OptionalAddress = ""
    text: str = Field(description="what it is, for the designer")


class Alternative(SourceModel):
    """Values that a variant of the game has instead of those of the sources."""

    id: Id
    text: str = Field(description="how it differs, for the designer")
    ruling: str = Field(default="", description="the entry of errata.yaml that tells of it")
    changes: dict[str, int | str] = Field(description="the path of each value and what stands there, as for `--set`")


class Variant(SourceModel):
    """Values that belong together and could be others, e.g. a lost table of which several would fit."""

    id: Id
    text: str = Field(description="what it is about, for the designer")
    standard: Id = Field(default="standard", description="the name of what the sources have")
    alternatives: tuple[Alternative, ...] = Field(min_length=1)


class ModuleSeat(SourceModel):
    """A seat in the VASSAL module besides the sides."""

    id: Id
    name: Message


class Formation(SourceModel):
    """Units under one command, for players who share a side."""

    id: Id
    name: Message
    side: Id = Field(description="whose units they are")
    seat: Id = Field(description="who leads them: a side, or one of the `seats`")
    units: tuple[Id, ...] = Field(
        default=(), description="its units; left out: all of the side that no other formation has"
    )


class PieceCount(SourceModel):
    """Units that a rule has counted at certain places; a module counts them by its pieces."""

    id: Id
    name: Message = Field(description="what is counted: Soviet units near Murmansk")
    rule: Address
    side: Id = Field(description="whose units count")
    without: tuple[Id, ...] = Field(default=(), description="traits of units that don't count")
    isolated: Bool = Field(default=True, description="false: units that are marked as isolated don't count")
    spaces: tuple[Id, ...] = Field(default=(), description="where they count")
    within: Id | None = Field(default=None, description="hexes: the parameter with how far around `spaces` they count")
    road: Id | None = Field(default=None, description="points: or anywhere on this road")
    needed: Id | None = Field(default=None, description="the parameter with how many there must be")
    least: Int | None = Field(default=None, description="how many there must be, where no parameter says it")
    most: Int | None = Field(default=None, description="how many there may be")


class GameInfo(SourceModel):
    """The file `game.yaml`."""

    id: Id
    extends: str | None = Field(
        default=None, description="folder beside the game's own with what the games of a series share"
    )
    title: str = Field(description="English title; also the module's name in every language")
    printed_title: Message = Field(default="", description="title as printed, in each language; `title` when absent")
    series_title: Message = Field(default="", description="title of the joint rulebook of a series, in series.yaml")
    subtitle: Message = Field(default="", description="line below the title")
    version: str = Field(default="0.1", pattern=r"^[0-9]+\.[0-9]+(\.[0-9]+)?$", description="quote it: \"1.0\"")
    year: Int | None = Field(default=None, description="year of the original")
    theme: Message = Field(default="", description="two or three sentences on what the game is about")
    players: Int = Field(default=2, description="how many people play; one for each of their sides when absent")
    playing_time: Message = Field(default="", description="as text: 60 to 90 minutes")
    languages: tuple[str, ...] = Field(default=("en",), description="English first")
    sides: tuple[Side, ...]
    seats: tuple[ModuleSeat, ...] = ()
    formations: tuple[Formation, ...] = Field(
        default=(), description="which player leads which units, where several share a side"
    )
    traits: tuple[UnitTrait, ...] = ()
    unit_types: tuple[UnitType, ...] = ()
    phases: tuple[Phase, ...] = ()
    options: tuple[OptionRule, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    variants: tuple[Variant, ...] = Field(
        default=(), description="what test games can try instead: `pnp playtest --sweep variants.<id>=<id>,<id>`"
    )
    guides: tuple[Address, ...] = Field(
        default=(), description="rules whose cases a module leads through one after the other: supply, a rare condition"
    )
    counts: tuple[PieceCount, ...] = Field(default=(), description="what a module counts by its pieces")
    needed: tuple[Message, ...] = Field(default=(), description="what else must be at hand to play")
    credits: Credits = Credits()
    declared_counts: dict[Id, Int] = Field(
        default_factory=dict, description="counters by group as the rules declare them; a check compares"
    )

    @model_validator(mode="before")
    @classmethod
    def _filled(cls, data: Any) -> Any:
        """Print the title where no other is given; a player for each side that isn't the system's."""
        if not isinstance(data, MarkedDict):
            return data
        sides = data.get("sides")
        people = [side for side in sides if isinstance(side, dict)] if isinstance(sides, list) else []
        people = [side for side in people if side.get("played_by") != "system"]
        found = {"printed_title": data["title"]} if "title" in data else {}
        found |= {"players": len(people)} if people else {}
        filled = MarkedDict({**found, **data})
        filled.marks = data.marks
        return filled

    @property
    def all_phases(self) -> tuple[Phase, ...]:
        """The phases in order, those within others in their place; one that holds others is not listed itself."""
        return tuple(_leaves(self.phases))

    @property
    def phases_and_parts(self) -> tuple[Phase, ...]:
        """All phases, each that holds others before these."""
        return tuple(_each(self.phases))

    def parameter(self, name: str) -> int:
        """The value of parameter `name`. Raises KeyError."""
        for parameter in self.parameters:
            if parameter.id == name:
                return parameter.value
        raise KeyError(name)


def _each(phases: tuple[Phase, ...]) -> Iterator[Phase]:
    for phase in phases:
        yield phase
        yield from _each(phase.phases)


def _leaves(phases: tuple[Phase, ...]) -> Iterator[Phase]:
    for phase in phases:
        yield from _leaves(phase.phases) if phase.phases else (phase,)
