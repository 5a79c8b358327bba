"""`procedures.yaml`: the standard procedures of a game, declared. A game with this file has a referee without code.

Each section is one procedure, each key one parameter with a default; `rule` is the case of the rulebook that the
referee cites. The phases of `game.yaml` name the procedure that runs in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from pnp.model.base import Address, Bool, Fractional, Id, Int, Message, SourceModel
from pnp.model.filters import Amount, Condition, LinkFilter, PlaceFilter, Turns, UnitFilter

Factor = Fractional
"""What a strength or an allowance is multiplied with."""

Rounding = Literal["down", "up", "nearest", "exact"]


def _sentence(value: str) -> str:
    if len(value) > 200:
        raise ValueError("a sentence has at most 200 characters")
    return value


Sentence = Annotated[str, AfterValidator(_sentence)]
"""A part of a result: `retreat defenders 1`."""


class Section(SourceModel):
    """A procedure and the case of the rulebook from which it comes."""

    rule: Address
    rules: dict[Id, Address] = Field(
        default_factory=dict,
        description="reason for a refusal, or deed, -> the case that it cites, where it isn't `rule`: "
                    "{enemy-there: \"4.5\", restore: \"11.2\"}",
    )


class SidedSection(Section):
    """A procedure for which the rulebook has a case for each side."""

    side_rules: dict[Id, Address] = Field(
        default_factory=dict, description="side -> its case, where it isn't `rule`: {red: \"11.3\"}"
    )


class ByNumber(SourceModel):
    """Results tables by the number of some defenders."""

    units: UnitFilter = Field(description="the defenders that are counted")
    tables: tuple[Id, ...] = Field(
        min_length=2, description="for none, one, two … of them; the last also for more. All with the same columns"
    )


class Only(SourceModel):
    """Units and places: those that never leave them, for instance."""

    units: UnitFilter
    within: PlaceFilter
    rule: Address | None = None


class StackLimit(SourceModel):
    """Another limit in some places."""

    at: PlaceFilter
    limit: Amount = Field(description="as in `stacking`")
    rule: Address | None = None


class StackingSource(Section):
    """How many units may stand in one space."""

    limit: Amount = Field(description="units, or points of `counts`, of one side in a space")
    limits: tuple[StackLimit, ...] = Field(default=(), description="other limits; the first that matches holds")
    counts: dict[Id, Int] = Field(default_factory=dict, description="unit type -> what one of its units counts; else 1")
    factor: Id | None = Field(default=None, description="the factor that counts instead")
    exempt: UnitFilter | None = Field(default=None, description="units that don't count and are not limited")
    uncounted: tuple[Only, ...] = Field(default=(), description="units that don't count in some places")
    judged: Literal["each-move", "end-of-phase", "end-of-movement", "own-phase"] = Field(
        default="each-move",
        description="when; at the end of each phase, or of movement, or in a phase with `procedure: stacking`, "
                    "the owner takes off what is too much",
    )


class NoZone(SourceModel):
    """Units without a zone of control, everywhere, in some places or into some places."""

    units: UnitFilter | None = Field(default=None, description="none = all")
    at: PlaceFilter | None = Field(default=None, description="where they have none; none = everywhere")
    into: PlaceFilter | None = Field(default=None, description="places into which it doesn't reach; none = all")
    rule: Address | None = None


class ZonesSource(Section):
    """Zones of control (ZOC): what units do to the spaces around them."""

    of: UnitFilter | None = Field(default=None, description="units that have one; none = all")
    none: tuple[NoZone, ...] = Field(default=(), description="exceptions")
    across: LinkFilter | None = Field(default=None, description="links across which it reaches; none = all open ones")
    into: PlaceFilter | None = Field(default=None, description="places into which it reaches; none = all")
    entering: Literal["stop", "cost", "free"] = Field(default="stop", description="what it does to one who enters")
    cost: Amount = Field(default=0, description="points more to enter, where `entering` is cost")
    leaving: Amount = Field(default=0, description="points more to leave one")
    between: Literal["forbidden", "allowed", "into-friends"] = Field(
        default="forbidden", description="from one zone straight into another"
    )
    ended_by: Literal["nothing", "friends"] = Field(
        default="nothing", description="`friends`: none in a space that a friendly unit holds"
    )


class Forced(SourceModel):
    """Forced march: points beyond the allowance, and what may become of one who uses them."""

    points: Amount = Field(description="points more that a unit may spend")
    roll: dict[str, Any] = Field(description="face of a die -> what it does: {1-4: nothing, 5-6: reduce movers}")
    units: UnitFilter | None = Field(default=None, description="units that may; none = all")
    rule: Address


class ModeSource(SourceModel):
    """Another way to move, used where it leads farther than the usual one: by rail, by sea, strategic."""

    id: Id
    units: UnitFilter | None = Field(default=None, description="units that may use it; none = all")
    allowance: Id | Annotated[Int, Field(ge=1, le=999)] | None = Field(
        default=None, description="points, their parameter, or the factor with them; none = the usual ones"
    )
    times: Factor = Field(default=1, description="the allowance is multiplied with this")
    along: Id | None = Field(default=None, description="only along ways of this class")
    step: Annotated[Int, Field(ge=1, le=99)] | None = Field(
        default=None, description="points for each step; none = as usual, 1 along a way"
    )
    between: PlaceFilter | None = Field(
        default=None, description="from one of these places straight to another, however far: ports"
    )
    within: PlaceFilter | None = Field(default=None, description="it never leaves these places")
    apart: Bool = Field(default=False, description="never in an enemy zone of control, nor from one")
    capacity: Amount | None = Field(default=None, description="units of a side that may use it in a phase")
    when: Condition | None = Field(default=None, description="only when this holds")
    rule: Address


class Pace(SourceModel):
    """An allowance that circumstances change."""

    times: Factor = Field(default=1, description="it is multiplied with this")
    rounding: Literal["down", "up"] = Field(default="down", description="of what comes out")
    add: Int = Field(default=0, description="then this is added")
    units: UnitFilter | None = Field(default=None, description="of these units; none = all")
    when: Condition | None = Field(default=None, description="only when this holds")
    rule: Address


class Together(SourceModel):
    """Units that move in groups: chosen one by one, they go to one place together."""

    apart: UnitFilter | None = Field(
        default=None, description="units that may start elsewhere than the rest; none = a group starts in one place"
    )


class MovementSource(Section):
    """How units move."""

    allowance: Id | Annotated[Int, Field(ge=1, le=99)] = Field(
        default="movement", description="the factor with the movement points, or their number, or the parameter with it"
    )
    units: UnitFilter | None = Field(default=None, description="units that move; none = all of the side")
    ways: dict[Id, Fractional] = Field(
        default_factory=dict, description="class of road -> points for a step along it: 1, 1/2"
    )
    cross: dict[Id, Amount] = Field(
        default_factory=dict, description="areas and points: kind of special link or river -> points more"
    )
    cross_free: UnitFilter | None = Field(default=None, description="units that pay nothing for `cross`")
    closed: LinkFilter | None = Field(default=None, description="links that nobody crosses")
    not_into: PlaceFilter | None = Field(default=None, description="places that nobody enters")
    only: tuple[Only, ...] = Field(default=(), description="units that never leave some places")
    at_least_one: Bool = Field(default=False, description="a unit may always go one space")
    through_friends: Bool = Field(default=True, description="units may pass through full spaces")
    halt: PlaceFilter | None = Field(default=None, description="places in which a unit must stop")
    pace: tuple[Pace, ...] = Field(default=(), description="what changes the allowance, in this order")
    modes: tuple[ModeSource, ...] = Field(
        default=(), description="other ways to move; the first that leads there is used"
    )
    forced: Forced | None = None
    together: Together | None = Field(
        default=None, description="units move in groups, each as far as all its units can go; none = one by one"
    )


class SupplyEffects(SourceModel):
    """What lack of supply does."""

    movement: Factor = Field(default=1, description="its allowance is multiplied with this")
    rounding: Literal["down", "up"] = Field(default="down", description="of that allowance")
    attack: Factor = Field(default=1, description="its strength in attack is multiplied with this; 0 = no attack")
    defence: Factor = Field(default=1, description="its strength in defence is multiplied with this")
    eliminated: Bool = Field(default=False, description="it is eliminated when a phase of supply judges it")


class SupplySource(Section):
    """Which units are in supply, and what it does to lack it."""

    sources: PlaceFilter = Field(description="where it comes from; `own` and `enemy` are meant by each side")
    units: UnitFilter | None = Field(default=None, description="units that need it; none = all")
    range: Amount | None = Field(default=None, description="length of the line at most; none = any")
    measured: Literal["links", "points"] = Field(
        default="links", description="how its length is counted: spaces, or movement points toward the unit"
    )
    capacity: Amount | Literal["printed"] | None = Field(
        default=None, description="units that one source supplies, the nearest first; printed: `supply` of the space"
    )
    way: Id | None = Field(default=None, description="only along ways of this class")
    blocked_by: tuple[Literal["enemies", "zones"], ...] = Field(
        default=("enemies", "zones"), description="what the line may not enter; friendly units open a zone"
    )
    through: PlaceFilter | None = Field(
        default=None, description="the line leads through these places only, its source and end included; none = all"
    )
    across: LinkFilter | None = Field(default=None, description="links along which it is traced; none = all open ones")
    between: PlaceFilter | None = Field(
        default=None, description="it may lead from one of these places straight to another, as one space: ports"
    )
    judged: Literal["always", "start-of-phase"] = Field(default="start-of-phase", description="when")
    without: SupplyEffects = Field(default_factory=SupplyEffects)


class Strength(SourceModel):
    """Which printed factors fight."""

    attack: Id = Field(default="attack", description="the factor of one who attacks")
    defence: Id = Field(default="defence", description="the factor of one who is attacked")


class Times(SourceModel):
    """Strengths that are multiplied."""

    side: Literal["attackers", "defenders"] = Field(description="whose strengths")
    by: Factor = Field(description="what they are multiplied with: 2, or a fraction such as 1/2")
    units: UnitFilter | None = Field(default=None, description="of these units only")
    at: PlaceFilter | None = Field(default=None, description="where the defenders stand")
    stand: PlaceFilter | None = Field(default=None, description="where the units themselves stand")
    across: LinkFilter | None = Field(
        default=None, description="of attackers that attack across such a link, be it one space of several"
    )
    all_across: LinkFilter | None = Field(default=None, description="where every attacker attacks across such a link")
    when: Condition | None = Field(default=None, description="only when this holds")
    rule: Address


class Bonus(SourceModel):
    """Strength that is added to what has been multiplied."""

    side: Literal["attackers", "defenders"] = Field(default="defenders", description="whose strength")
    by: Amount = Field(description="what is added")
    each: Literal["unit", "space", "point"] = Field(
        default="unit",
        description="for each of the units; or once for a space in which one of them stands, or for each victory "
                    "point of such a space",
    )
    units: UnitFilter | None = Field(default=None, description="units that raise it; none = all of the side")
    at: PlaceFilter | None = Field(default=None, description="where the defenders stand")
    all_across: LinkFilter | None = Field(default=None, description="where every attacker attacks across such a link")
    when: Condition | None = Field(default=None, description="only when this holds")
    rule: Address


class Shift(SourceModel):
    """Columns of the table to the right (+) or left (-), or what is added to the die."""

    by: Int = Field(description="columns, or points of the die")
    when: Condition | None = Field(default=None, description="only when this holds")
    each: Literal["attackers", "defenders"] | None = Field(
        default=None, description="for each of the units that `attackers` or `defenders` selects"
    )
    most: Int | None = Field(default=None, ge=1, le=20, description="with `each`: for so many of them at most")
    at: PlaceFilter | None = Field(default=None, description="where the defenders stand")
    all_at: PlaceFilter | None = Field(default=None, description="where all defenders stand")
    attackers: UnitFilter | None = Field(default=None, description="when one of the attackers is such a unit")
    defenders: UnitFilter | None = Field(default=None, description="when one of the defenders is such a unit")
    all_across: LinkFilter | None = Field(default=None, description="where every attacker attacks across such a link")
    rule: Address


class Avoided(SourceModel):
    """Odds so low that only a side that must attack uses them, and only where it can't attack at better ones."""

    columns: Int = Field(default=1, ge=1, le=50, description="how many of the table's columns, from the left")
    rule: Address


class Bracketed(SourceModel):
    """Fights for which the results in brackets hold."""

    at: PlaceFilter | None = Field(default=None, description="where at least one of the attacked spaces is such a one")
    defenders: UnitFilter | None = Field(default=None, description="where at least one of the defenders is such a unit")


class Undefended(SourceModel):
    """What becomes of an attack on units that have no strength at all."""

    result: str = Field(max_length=40, description="code of the result, which holds without a roll")
    rule: Address


class Upgrade(SourceModel):
    """Results that are read as better ones, where some attackers are far stronger than those whom they meet."""

    codes: dict[str, str] = Field(description="code of the table -> the code that holds instead: {DX: DE, DE: BR}")
    attackers: UnitFilter | None = Field(default=None, description="attackers whose strength counts; none = all")
    less: UnitFilter | None = Field(
        default=None, description="defenders whose strength is taken off theirs first; none = nobody's"
    )
    least: Amount | Factor = Field(description="so many times the strength of the other defenders is needed")
    weak: UnitFilter | None = Field(default=None, description="other defenders of whom `least_weak` is needed instead")
    least_weak: Amount | Factor = Field(default=1, description="so many times their strength")
    at: PlaceFilter | None = Field(default=None, description="only where all defenders stand in such places")
    when: Condition | None = Field(default=None, description="only when this holds")
    rule: Address


class Trapped(SourceModel):
    """Results that are read as others, where the defenders can't retreat far enough."""

    codes: dict[str, str] = Field(
        description="code of the table -> the code that holds instead, or `-` for no effect: {D1: \"-\", D2: DE}"
    )
    spaces: Amount = Field(default=1, description="for those of whom none can retreat so many spaces")
    rule: Address


class ChoiceOption(SourceModel):
    """A result that one side may choose."""

    verb: Literal["exchange", "fall-back", "decline", "done"] = Field(description="what the side says that chooses it")
    does: Sentence | tuple[Any, ...] = Field(description="what it does, as under `results`")
    when: Condition | None = Field(default=None, description="only when this holds")
    at: PlaceFilter | None = Field(default=None, description="only where defenders stand in such a place")
    defenders: UnitFilter | None = Field(default=None, description="only when one of the defenders is such a unit")


class Choice(SourceModel):
    """Results of which one side chooses one; where a single one is open, it happens."""

    id: Id = Field(max_length=20, description="its name in results: `choose NAME`")
    by: Literal["attackers", "defenders"] = Field(description="whose side chooses")
    options: tuple[ChoiceOption, ...] = Field(
        min_length=1, description="the first with a verb that is open holds; `done` comes after all others"
    )
    unmatched: Sentence | tuple[Any, ...] | None = Field(
        default=None,
        description="what happens instead where the attackers lack the strength for an exchange; none = they choose",
    )
    rule: Address


class CombatSource(Section):
    """How units fight."""

    strength: Strength = Field(default_factory=Strength)
    table: Id = Field(description="a results table of charts.yaml")
    by_number: ByNumber | None = Field(
        default=None, description="tables for so many defenders, `table` among them; none = `table` for all"
    )
    may_attack: UnitFilter | None = Field(default=None, description="units that can attack; none = all")
    across: LinkFilter | None = Field(default=None, description="links across which one attacks; none = all open ones")
    combined: Bool = Field(
        default=False, description="one attack may take several spaces that all its units could attack"
    )
    odds: Literal["down", "nearest", "up"] = Field(
        default="down", description="odds between two columns: down is in the defender's favour"
    )
    column: Literal["attackers", "defenders", "attack"] = Field(
        default="attackers", description="a table of values: number of attacking or defending units, or attack strength"
    )
    named: Literal["first", "with-units"] = Field(
        default="first", description="`with-units`: further spaces of a combined attack are named as its first unit is"
    )
    only: tuple[Only, ...] = Field(default=(), description="units that attack only into some places")
    struck: Literal["spaces", "units"] = Field(
        default="spaces", description="what is attacked once in a phase: a space, or the units that stood there"
    )
    obliged: tuple[Id, ...] = Field(
        default=(), description="sides that must attack every enemy next to a unit that can attack"
    )
    avoided: Avoided | None = Field(default=None, description="odds that may only be used where nothing better is left")
    times: tuple[Times, ...] = ()
    most: Factor | None = Field(default=None, description="no strength is multiplied with more than this in all")
    adds: tuple[Bonus, ...] = Field(default=(), description="strength that terrain, arms or weather add")
    rounding: Rounding = Field(default="exact", description="of each unit's multiplied strength")
    rounding_total: Rounding = Field(default="exact", description="of the strength of a side")
    shifts: tuple[Shift, ...] = ()
    shifted_below: Literal["first", "refused"] = Field(
        default="first",
        description="what a shift to the left of the first column leads to: that column, or odds that nobody may use",
    )
    die: tuple[Shift, ...] = Field(default=(), description="what is added to the roll")
    no_zero_defence: Bool = Field(default=True, description="a defence of 0 is overrun in the last column")
    undefended: Undefended | None = Field(default=None, description="what happens without a roll to a defence of 0")
    bracketed: Bracketed | None = Field(default=None, description="when the table's results in brackets hold")
    trapped: tuple[Trapped, ...] = Field(
        default=(),
        description="results that are read as others where there is no retreat; the first that applies holds, and what "
                    "it gives may be upgraded",
    )
    upgrades: tuple[Upgrade, ...] = Field(
        default=(), description="results of the table that are read as others; the first that applies holds"
    )
    choices: tuple[Choice, ...] = Field(default=(), description="what `choose NAME` in a result lets a side choose of")
    results: dict[str, Sentence | tuple[Any, ...]] = Field(
        description="code -> what it does: sentences such as `retreat defenders 1`"
    )


class OverrunSource(Section):
    """Units on the move attack an enemy-held space, and go on when they have cleared it."""

    units: UnitFilter | None = Field(default=None, description="units that may; none = all that move and can attack")
    against: UnitFilter | None = Field(default=None, description="all defenders must be such units; none = any")
    at: PlaceFilter | None = Field(default=None, description="spaces that can be overrun; none = all")
    across: LinkFilter | None = Field(default=None, description="links across which; none = all open ones")
    when: Condition | None = Field(default=None, description="only when this holds")
    cost: Amount = Field(default=0, description="points more than it costs to enter the space")
    together: Bool = Field(default=True, description="units that stand in one space may overrun together")
    zones: Literal["others", "all", "none"] = Field(
        default="others",
        description="which zones of control hinder units on the way: all, none, or all but those of who is overrun",
    )
    least: Factor | None = Field(
        default=None, description="so many times the strength of the defence is needed; none = any strength will do"
    )
    times: tuple[Times, ...] = Field(default=(), description="strengths that are multiplied, besides those of `combat`")
    shifts: tuple[Shift, ...] = Field(default=(), description="shifts of the column, besides those of `combat`")
    die: tuple[Shift, ...] = Field(default=(), description="what is added to the roll, besides that of `combat`")
    table: Id | None = Field(
        default=None, description="the results table that decides it; none = `least` is enough, and `cleared` follows"
    )
    results: dict[str, Sentence | tuple[Any, ...]] = Field(
        default_factory=dict, description="with a table: code -> what it does; `stop`: those who enter don't go on"
    )
    cleared: Sentence | tuple[Any, ...] = Field(
        default="eliminate defenders", description="without a table: what becomes of the defenders"
    )
    goes_on: Bool = Field(default=True, description="units that have entered go on with the points that are left")


class FireSource(SourceModel):
    """Fire at units on the move: a die, or a results table with the strengths of both."""

    roll: dict[str, Any] = Field(
        default_factory=dict, description="face of a die -> what it does: {1-4: nothing, 5-6: reduce movers}"
    )
    table: Id | None = Field(default=None, description="the results table that decides instead")
    results: dict[str, Sentence | tuple[Any, ...]] = Field(
        default_factory=dict, description="with a table: code -> what it does; `stop`: the move ends there"
    )
    strength: Id | None = Field(default=None, description="the factor that fires; none = that of attacks in `combat`")
    column: Literal["attackers", "defenders", "attack"] = Field(
        default="attack", description="a table of values: what is looked up, as in `combat`"
    )
    times: tuple[Times, ...] = Field(default=(), description="strengths that are multiplied; `attackers` fire")
    shifts: tuple[Shift, ...] = Field(default=(), description="shifts of the column")
    die: tuple[Shift, ...] = Field(default=(), description="what is added to the roll")


class Reaction(SourceModel):
    """What some units may do when an enemy on the move comes near."""

    id: Id = Field(max_length=30)
    units: UnitFilter | None = Field(default=None, description="units that may; none = all")
    within: Literal["zone"] | Annotated[Int, Field(ge=1, le=99)] = Field(
        default=1, description="how near: at most so many spaces, or `zone`: in the zone of control of the unit"
    )
    against: UnitFilter | None = Field(
        default=None, description="units on the move that set it off; none = all of the enemy"
    )
    at: PlaceFilter | None = Field(default=None, description="only when they enter such a place; none = any")
    when: Condition | None = Field(default=None, description="only when this holds")
    once: Literal["phase", "move"] = Field(
        default="phase", description="how often a unit may: once in a phase, or in the move of each enemy"
    )
    fire: FireSource | None = Field(default=None, description="it fires")
    move: Amount | None = Field(default=None, description="it moves, with so many points")
    retreat: Annotated[Int, Field(ge=1, le=9)] | None = Field(default=None, description="it goes back so many spaces")
    rule: Address


class ReactionsSource(Section):
    """What the other side may do within a move, before it goes on."""

    each: tuple[Reaction, ...] = Field(min_length=1, description="the reactions, in the order in which they are asked")


class RetreatSource(Section):
    """How units retreat."""

    by: Literal["owner", "enemy"] = Field(default="owner", description="who chooses the spaces")
    into: PlaceFilter | None = Field(
        default=None, description="only into these places; `own` and `enemy` as its owner sees them; none = any"
    )
    not_into: tuple[Literal["enemies", "zones"], ...] = Field(
        default=("enemies", "zones"), description="what a retreat doesn't enter"
    )
    friends_open_zones: Bool = Field(default=False, description="a zone doesn't count where a friendly unit stands")
    through_friends: Bool = Field(default=True, description="through full spaces, but the last may not be full")
    length: Literal["exact", "up-to"] = Field(
        default="exact", description="`exact`: it ends so many spaces away from where it began"
    )
    without_way: Literal["eliminate", "reduce", "stay"] = Field(
        default="eliminate", description="what becomes of a unit that can't retreat"
    )
    forced: Literal["asked", "taken"] = Field(
        default="asked", description="`taken`: where a unit has one way only, or none of them has any, nobody is asked"
    )
    onto_others: Literal["join", "guests"] = Field(
        default="join", description="`guests`: who retreats onto friendly units defends nothing in this phase"
    )


class RetreatsBefore(SourceModel):
    """Units that may retreat before combat."""

    units: UnitFilter
    at: PlaceFilter | None = Field(default=None, description="where they may; none = everywhere")
    when: Condition | None = Field(default=None, description="only while this holds")
    rule: Address | None = Field(default=None, description="the case of the condition")


class Pursuit(SourceModel):
    """Advances of the side on turn into spaces that a retreat before combat has left empty."""

    units: UnitFilter | None = Field(default=None, description="units that may; none = all")
    attack: Bool = Field(default=False, description="whether a unit that has followed may attack in the same phase")
    rule: Address


class RetreatBeforeSource(Section):
    """At the start of a combat phase the other side's units beside an enemy may go one space back."""

    units: tuple[RetreatsBefore, ...] = Field(description="who may, and where")
    follow: Pursuit | None = Field(default=None, description="whether the side on turn may go after them")


class AdvanceSource(Section):
    """Who enters the space that an enemy lost."""

    units: UnitFilter | None = Field(default=None, description="units that may; none = all attackers")
    most: Amount | None = Field(default=None, description="how many of them; none = as many as may stand there")
    obliged: Bool = Field(default=False, description="at least one must")
    on: Literal["free", "stopped"] = Field(
        default="stopped", description="`advance 2` and more: whether enemy zones stop it"
    )


class LossesSource(Section):
    """How units are lost."""

    by: Literal["owner", "enemy", "lot"] = Field(default="owner", description="who chooses")
    steps: Bool = Field(default=True, description="a unit with a reduced back loses a step before it is eliminated")
    to: Id | None = Field(default=None, description="the box for lost units; none = the `eliminated` box of the side")
    captured: Id | None = Field(default=None, description="the box for captured units; none = as lost ones")
    dispersed: str | None = Field(
        default=None, max_length=80,
        description="box where dispersed units wait for a turn, as in `arrivals`: \"{side}-turn-{turn}\"",
    )
    units: UnitFilter | None = Field(default=None, description="units that a lot can fall on; none = all")
    strength: Literal["attack", "defence", "printed"] = Field(
        default="printed",
        description="what an exchange counts: the factor with which a unit fought; for a step, what it loses of it",
    )
    matched: Literal["printed", "fought"] = Field(
        default="printed",
        description="what an exchange has to match: strength as printed, or as it fought, with all that changes it",
    )
    first: UnitFilter | None = Field(
        default=None, description="units that pay for an exchange before others; `match` lets the owner choose freely"
    )
    covering: Literal["any", "least"] = Field(
        default="any",
        description="what may pay for an exchange: all that comes to as much, or only what exceeds it least",
    )
    forced: Literal["asked", "taken"] = Field(
        default="asked",
        description="`taken`: where all that can be given up must be, nobody is asked but a side that the system runs",
    )


class Entry(SourceModel):
    """Where units of a kind enter."""

    units: UnitFilter
    at: PlaceFilter = Field(description="`own` and `enemy` as the owner of the units sees them")


class ArrivalsSource(SidedSection):
    """How reinforcements come in: those of the scenario, those that wait in boxes by turn, or a reserve."""

    boxes: str | None = Field(
        default=None, max_length=80, description="box where units of a turn wait: \"{side}-turn-{turn}\""
    )
    reserve: Id | None = Field(default=None, description="box whose units may come in any turn")
    most: Amount | None = Field(default=None, description="units that a side brings in a phase; none = any number")
    at: dict[Id, PlaceFilter] = Field(default_factory=dict, description="side -> where its units enter")
    entries: tuple[Entry, ...] = Field(default=(), description="units that enter elsewhere; the first that matches")
    may_wait: Bool = Field(default=True, description="the owner may hold them back to a later turn")


class Withdrawal(SourceModel):
    """Units that must leave the game."""

    side: Id = Field(description="whose they are")
    units: UnitFilter
    number: Amount | None = Field(default=None, description="how many, of the owner's choice; none = all")
    turns: Turns | None = Field(default=None, description="the turns in which they leave, quoted; none = all")
    when: Condition | None = None
    rule: Address | None = None


class WithdrawalsSource(Section):
    """Withdrawals by turn, place and condition."""

    units: tuple[Withdrawal, ...]
    to: Id | None = Field(default=None, description="the box for them; none = out of the game")


class MarkersSource(Section):
    """Markers that their owner puts down anew, each once in a phase, at most one in a space and none beside enemies."""

    units: UnitFilter = Field(description="the markers, which have a side")
    box: Id = Field(description="where they wait; those on the map can be put down anew, too")
    at: PlaceFilter | None = Field(default=None, description="where one can be put; none = everywhere")
    not_at: PlaceFilter | None = Field(default=None, description="where none may be put")


class ReplacementsSource(Section):
    """Points that restore steps and bring lost units back."""

    points: dict[Id, Amount] = Field(description="side -> points in each of its phases")
    saved: Bool = Field(default=False, description="points not used are kept for later")
    restore: Amount = Field(default=1, description="points to turn a reduced unit to its front")
    rebuild: Amount | None = Field(default=None, description="points to bring a lost unit back; none = never")
    costs: dict[Id, Int] = Field(default_factory=dict, description="unit type -> points to bring it back")
    units: UnitFilter | None = Field(default=None, description="units that may be replaced; none = all")
    supplied: Bool = Field(default=True, description="only units in supply are restored")
    at: dict[Id, PlaceFilter] = Field(default_factory=dict, description="side -> where units come back")
    returns: Literal["full", "reduced"] = Field(default="full", description="with how many steps they come back")


class ActivationSource(SourceModel):
    """What operations points are spent on: units that then move and attack in phases with `units: {state: activated}`.
    """

    units: UnitFilter | None = Field(default=None, description="units that can be activated; none = all on the map")
    together: Bool = Field(default=False, description="all units of a space for one price")
    cost: Amount = Field(default=1, description="operations points for a unit, or for a space")


class CardsProcedure(Section):
    """Cards: the decks and hands stand in cards.yaml. A phase runs `draw` or `cards`."""

    draw: Amount | Literal["up-to-limit"] = Field(
        default="up-to-limit", description="how many cards a side draws in a phase with `procedure: draw`"
    )
    play: tuple[Literal["event", "operations", "discard", "pass"], ...] = Field(
        default=("event", "discard"), min_length=1,
        description="what may be done in a phase with `procedure: cards`: a card is played for its event or for its "
                    "operations points, or only discarded; or none is played",
    )
    activate: ActivationSource = Field(default=ActivationSource(), description="what operations points are spent on")


class LaterEvents(SourceModel):
    """A table of events that takes the place of another."""

    turn: Int = Field(ge=2, description="from which turn on")
    table: Id = Field(description="an events table of charts.yaml")


class EventsSource(Section):
    """Events and weather by die."""

    table: Id = Field(description="an events table of charts.yaml")
    later: tuple[LaterEvents, ...] = Field(default=(), description="the tables of later turns, where these have others")
    effects: dict[Id, Sentence | tuple[Sentence, ...]] = Field(
        description="row -> what it does: `weather mud`, `points north 2`, `replacements north 1`, "
                    "`bring BOX`, `end OUTCOME`, `nothing`, `do EFFECT` of the game's own code"
    )
    weathers: dict[Id, Message] = Field(default_factory=dict, description="weather -> its name, for the log")


class InitiativeSource(Section):
    """Who plays first: each side throws a die, the higher one begins; or one throw on a table gives the whole order."""

    table: Id | None = Field(
        default=None, description="an events table: effects first, second … name the sides that play, in this order"
    )
    opening: tuple[Id, ...] = Field(
        default=(), description="the sides that play the first turn of the scenario, without a throw"
    )
    dice: Int = Field(default=1, ge=1, le=5, description="how many each side throws")
    sides: Int = Field(default=6, ge=2, le=100, description="sides of each die")
    add: dict[Id, Amount] = Field(default_factory=dict, description="side -> what is added to its roll")
    ties: Id | Literal["again"] = Field(default="again", description="who begins at a tie; again = another throw")


class ControlSource(Section):
    """Who holds a place: by default the side that was the last to have a unit there."""

    of: UnitFilter | None = Field(default=None, description="units that take places; none = all")
    places: PlaceFilter | None = Field(default=None, description="places that can be held; none = all")
    at_start: dict[Id, PlaceFilter] = Field(default_factory=dict, description="side -> what it holds at the start")
    by: Literal["last-unit", "presence"] = Field(
        default="last-unit", description="`presence`: only while a unit stands there"
    )
    logged: bool = Field(default=True, description="whether the log says who takes a place that is worth points")
    assumed: bool = Field(
        default=False,
        description="whether positions tell only who holds what isn't held as `at_start` says: for maps of many places",
    )


class SuddenEnd(SourceModel):
    """An outcome that ends the game before its last turn."""

    outcome: Id = Field(description="an id of `outcomes`")
    when: Condition
    judged: Literal["at-once", "end-of-phase", "end-of-turn"] = Field(
        default="at-once",
        description="when it is seen whether the condition holds; at-once: after each move, attack or other deed, "
                    "an attack with all its results; never while units are set up",
    )
    rule: Address | None = None


class VictorySource(Section):
    """Who wins: the schedule of points and the levels stand in the scenario."""

    side: Id | None = Field(default=None, description="whose points the levels count; none = the first side's")
    lines: dict[Id, Condition] = Field(
        default_factory=dict, description="line of the schedule that names no place -> what it counts"
    )
    weights: dict[Id, Id] = Field(
        default_factory=dict,
        description="line that counts units, each of them -> the factor that a unit counts by, or `steps-lost`, the "
                    "steps that it has lost; else each counts 1",
    )
    judged: Literal["end", "each-turn"] = Field(default="end", description="when points are counted")
    counted: dict[Id, PlaceFilter] = Field(
        default_factory=dict,
        description="without a schedule, side -> the places that give it their printed points while it holds them; a "
                    "side that isn't named has no points; none = all sides, all places",
    )
    itemized: bool = Field(default=False, description="whether the log lists at the end what each line gives")
    sudden: tuple[SuddenEnd, ...] = ()
    last_turn: Id | None = Field(default=None, description="outcome after the last turn, where there are no levels")


class SetupSource(SidedSection):
    """How units are placed before the first turn, by the `placements` of the scenario."""

    revealed: Literal["after-set-up", "in-contact"] = Field(
        default="after-set-up",
        description="when the units of placements with `face_down` are turned up: once all are set up, or each when "
                    "an enemy stands next to it",
    )
    decoys: UnitFilter | None = Field(
        default=None,
        description="units that stand for nothing: they may be left out, and leave the map when they are turned up",
    )


class ProceduresSource(SourceModel):
    """The file `procedures.yaml`."""

    sequence: Section | None = Field(
        default=None, description="the sequence of play, cited when a turn begins, and when the marker is moved on: "
        "another case for that stands under `advance-marker` in `rules`",
    )
    setup: SetupSource | None = None
    stacking: StackingSource | None = None
    zones: ZonesSource | None = None
    movement: MovementSource | None = None
    overrun: OverrunSource | None = None
    reactions: ReactionsSource | None = None
    supply: SupplySource | None = None
    combat: CombatSource | None = None
    retreat: RetreatSource | None = None
    retreat_before: RetreatBeforeSource | None = None
    advance: AdvanceSource | None = None
    losses: LossesSource | None = None
    initiative: InitiativeSource | None = None
    events: EventsSource | None = None
    replacements: ReplacementsSource | None = None
    withdrawals: WithdrawalsSource | None = None
    cards: CardsProcedure | None = None
    markers: MarkersSource | None = None
    arrivals: ArrivalsSource | None = None
    control: ControlSource | None = None
    victory: VictorySource | None = None
    silent: dict[Address, str] = Field(
        default_factory=dict,
        description="case that the referee keeps without a line in the log -> where: costs are on the terrain chart",
    )

    def sections(self) -> Iterator[tuple[str, Section]]:
        """Name and declaration of each procedure that is declared, in the order of the model."""
        for name in type(self).model_fields:
            section = getattr(self, name)
            if isinstance(section, Section):
                yield name, section


PROCEDURES = (
    "setup", "arrivals", "movement", "combat", "supply", "events", "replacements", "withdrawals", "markers",
    "stacking", "draw", "cards",
)  # fmt: skip
"""Procedures that a phase can name; the others serve these."""
