"""The Russian AI Priority Table, walked step by step as `charts.yaml` draws it; every step that is passed is logged.

The order of the steps and the names in them are data. This module knows what to do at each: `PROCEDURES`.
Where a choice is left between equals the lot decides.

Rule: 7.4
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.errors import Problem, SourceError
from pnp.games.march_of_justice.board import RUSSIA, WAGNER, MarchBoard
from pnp.games.march_of_justice.kit import MarchKit
from pnp.games.march_of_justice.odds import crosses, flankers, strength
from pnp.games.march_of_justice.state import MarchState, army, side_of
from pnp.games.march_of_justice.targets import Attack, Stand, Target, best, smallest, stands
from pnp.model.info import Phase
from pnp.model.tables import FlowStep
from pnp.referee.dice import bits, drawn_space, pick, roll
from pnp.referee.kit.procedures.movement import Movement
from pnp.referee.masks import mask_of
from pnp.referee.movement import Travel
from pnp.referee.records import event

ANY_VALUE = 0
"""In a plan: the attack is made whatever it is worth."""

PLAN_OFFSET = 64
"""Added to the value that a plan needs, so that it isn't negative."""


class Turn:
    """What the priorities have settled so far in this turn.

    free     units that can still be sent somewhere
    settled  Wagner locations dealt with
    spot     the location that is looked at, -1 for none; `needed` the value that an attack on it must have
    able     whether it can be attacked so this turn
    attacks  the smallest attacks that will do, of which one is to be chosen
    """

    def __init__(self, priorities: Priorities, state: MarchState) -> None:
        self.priorities, self.state, self.kit, self.board = priorities, state, priorities.kit, priorities.board
        self.free = army(self.board, state, RUSSIA) & state.present
        self.settled = 0
        self.spot, self.needed, self.able = -1, 0, False
        self.attacks: list[Attack] = []

    def log(
        self, step: FlowStep, answer: bool | None = None, units: int = 0, at: int = -1, value: int | None = None
    ) -> None:
        """Record that `step` was passed, and why it led on."""
        extra: tuple[tuple[str, str | int], ...] = self.priorities.extras[step.id, answer]
        if value is not None:
            extra += (("value", value),)
        event(self.state, "priority", step.rule, units, at, extra)

    def look(self, spot: int, *, twice: bool) -> tuple[Target, list[Stand]]:
        """A location as a target, and the free units that could attack it this turn, or `twice` by the next."""
        target = Target(self.board, self.state, spot, self.free)
        return target, self.stands(spot, twice=twice)

    def stands(self, spot: int, *, twice: bool) -> list[Stand]:
        """The free units that could attack a location this turn, or `twice` by the next."""
        return stands(self.board, self.state, spot, self.free & self.board.assault, twice=twice)

    def reach(self, unit: int) -> int:
        """Locations that a unit of either side can move to."""
        movement, side = self.priorities.movement, side_of(self.board, self.state, unit)
        return movement.reach(self.state, unit, movement.hindrance(self.state, side))


# Akhmat ---------------------------------------------------------------------------------------------------------


def akhmat_home(turn: Turn, step: FlowStep) -> bool:
    """Whether the unit that `step` names is still free and stands in the space that `step` names.

    Rule: 7.4.3
    """
    unit, space = turn.priorities.named(step, "counter"), turn.priorities.named(step, "space")
    stands = turn.free >> unit & 1 == 1 and turn.state.at[unit] == space
    turn.log(step, stands)
    return stands


def akhmat_roll(turn: Turn, step: FlowStep) -> bool:
    """Roll on the table of `step` and return whether the unit marches.

    Rule: 7.4.3
    """
    march = turn.board.march
    die = roll(turn.state, march.table.dice.sides, f"{march.table.id}-table", step.rule)
    row = march.row(die)
    event(turn.state, "result", step.rule, 0, -1, (
        ("table", march.table.id), ("column", "event"), ("row", row.die), ("code", row.id),
    ))  # fmt: skip
    marches = bool(row.effect("march"))
    turn.log(step, marches, value=die)
    return marches


def akhmat_marches(turn: Turn, step: FlowStep) -> None:
    """To the base of the other side, or an attack on it whatever it is worth.

    Rule: 7.4.3
    """
    state, unit = turn.state, turn.priorities.named(step, "counter")
    space = turn.priorities.named(step, "space")
    bit = 1 << unit
    turn.log(step, None, bit, space)
    turn.free &= ~bit
    if state.occupied[WAGNER] >> space & 1:
        turn.settled |= 1 << space
        state.plans += [space, bit, ANY_VALUE]
    elif turn.reach(unit) >> space & 1:
        turn.kit.move(state, bit, space, step.rule)


def akhmat_stays(turn: Turn, step: FlowStep) -> None:
    """Keep the unit that `step` names out of the rest of the turn.

    Rule: 7.4.3
    """
    bit = 1 << turn.priorities.named(step, "counter")
    turn.log(step, None, bit)
    turn.free &= ~bit


# The goal beside the capital ------------------------------------------------------------------------------------


def goal_held(turn: Turn, step: FlowStep) -> bool:
    """Whether Wagner holds the space that `step` names.

    Rule: 7.4.5
    """
    held = bool(turn.state.occupied[WAGNER] >> turn.priorities.named(step, "space") & 1)
    turn.log(step, held)
    return held


def goal_attack(turn: Turn, step: FlowStep) -> bool:
    """Whether an attack on the space of `step` reaches the odds it needs; if so, note the smallest such attacks.

    Rule: 7.4.5
    """
    spot, needed = turn.priorities.named(step, "space"), turn.priorities.named(step, "parameter")
    target, near = turn.look(spot, twice=False)
    found = best(target, near) if not turn.settled >> spot & 1 else None
    able = found is not None and found.value >= needed
    turn.log(step, able, at=spot, value=found.value if found else None)
    if able:
        turn.spot, turn.needed, turn.attacks = spot, needed, smallest(target, near, needed)
    return able


def goal_position(turn: Turn, step: FlowStep) -> None:
    """Move the units of the chosen attack into position against the goal.

    Rule: 7.4.5, 7.4.4
    """
    attack = choose(turn, step)
    turn.log(step, None, attack.units, turn.spot, attack.value)
    take_position(turn, step, attack)


# Other targets --------------------------------------------------------------------------------------------------


def find_target(turn: Turn, step: FlowStep) -> bool:
    """The best of the locations that can be attacked this turn, failing these of those that can by the next.

    Rule: 7.4.1
    """
    needed = turn.priorities.named(step, "parameter")
    ranked: dict[int, tuple[bool, int]] = {}
    for spot in bits(turn.state.occupied[WAGNER] & ~turn.settled):
        rank = promise(turn, spot, needed)
        if rank is not None:
            ranked[spot] = rank
    if not ranked:
        turn.spot, turn.able = -1, False
        turn.log(step, False)
        return False
    top = max(ranked.values())
    equal = mask_of(spot for spot, rank in ranked.items() if rank == top)
    turn.spot = drawn_space(turn.state, equal, "target", step.rule)
    turn.able, turn.needed = top[0], needed
    turn.log(step, True, at=turn.spot, value=top[1])
    return True


def promise(turn: Turn, spot: int, needed: int) -> tuple[bool, int] | None:
    """Whether `spot` can be attacked this turn, and at which value; None when it can't be by the next turn either.

    Rule: 7.4.1, 7.4.2
    """
    by_next = turn.stands(spot, twice=True)
    if not by_next:
        return None
    target = Target(turn.board, turn.state, spot, turn.free)
    if target.bound(sum([stand.sp for stand in by_next])) < needed:
        return None
    at_once = turn.stands(spot, twice=False)
    for could_stand in (at_once, by_next):
        if target.bound(sum([stand.sp for stand in could_stand])) >= needed:
            found = best(target, could_stand)
            if found is not None and found.value >= needed:
                return could_stand is at_once, found.value
    return None


def within_reach(turn: Turn, step: FlowStep) -> bool:
    """Whether the attack is possible this turn; notes the smallest attacks that meet the need.

    Rule: 7.4.2
    """
    turn.attacks = smallest(*turn.look(turn.spot, twice=not turn.able), turn.needed)
    turn.log(step, turn.able, at=turn.spot)
    return turn.able


def position(turn: Turn, step: FlowStep) -> None:
    """Choose the one attack whose units will take position.

    Rule: 7.4.2
    """
    attack = choose(turn, step)
    turn.attacks = [attack]
    turn.log(step, None, attack.units, turn.spot, attack.value)


def mind_rivers(turn: Turn, step: FlowStep) -> None:
    """Move the units of the chosen attack into position, with the rivers in mind.

    Rule: 7.4.4
    """
    attack = turn.attacks[0]
    turn.log(step, None, attack.units, turn.spot)
    take_position(turn, step, attack)


def wait(turn: Turn, step: FlowStep) -> None:
    """Move the units of an attack that is out of reach forward, and settle their target.

    Rule: 7.4.2
    """
    attack = choose(turn, step)
    turn.log(step, None, attack.units, turn.spot, attack.value)
    for stand in attack.stands:
        place = way_forward(turn, stand.unit, step)
        if place != stand.at:
            turn.kit.move(turn.state, 1 << stand.unit, place, step.rule)
    turn.free &= ~attack.units
    turn.settled |= 1 << turn.spot


def way_forward(turn: Turn, unit: int, step: FlowStep) -> int:
    """How far `unit` comes on its way to a location next to the target.

    It enters no location next to the enemy and keeps out of reach of the target where it can. Of places equally near it
    takes the one with most rivers before it.
    Rule: 7.4.2, 7.4.4
    """
    state, board = turn.state, turn.board
    here, enemies = state.at[unit], state.occupied[WAGNER]
    places = board.travel[unit].reach(here, state.ma[unit], enemies) & ~next_to(board, enemies) | 1 << here
    onward = board.fly if board.flyers >> unit & 1 else board.trail
    goals = board.neighbours[turn.spot] & ~enemies
    places = nearest(turn, unit, goals, places, onward, shun=threatened(turn))
    return drawn_space(state, places, "approach", step.rule)


def nearest(turn: Turn, unit: int, goals: int, places: int, onward: Travel, *, shun: int = 0) -> int:
    """Those of `places` on the shortest ways of `unit` to one of `goals` from which it is nearest to one.

    onward  how the rest of the way is measured
    shun    places that it keeps out of where it can
    Rule: 7.4.1, 7.4.2
    """
    enemies, travel, here = turn.state.occupied[WAGNER], turn.board.travel[unit], turn.state.at[unit]
    spent, left, rest = travel.costs(here, enemies), travel.costs_to(goals, enemies), onward.costs_to(goals, enemies)
    if left[here] < 0:
        return 1 << here
    on_the_way = mask_of(space for space in bits(places) if spent[space] + left[space] == left[here])
    on_the_way = on_the_way & ~shun or on_the_way
    least = min(rest[space] for space in bits(on_the_way))
    return mask_of(space for space in bits(on_the_way) if rest[space] == least)


def threatened(turn: Turn) -> int:
    """Locations that the Wagner units of the target could attack after one move with the points they have.

    Rule: 7.4.2
    """
    reached = 1 << turn.spot
    for unit in bits(turn.state.units_in[turn.spot] & army(turn.board, turn.state, WAGNER)):
        reached |= turn.reach(unit)
    return next_to(turn.board, reached)


def next_to(board: MarchBoard, spaces: int) -> int:
    """All neighbours of `spaces`."""
    near = 0
    for space in bits(spaces):
        near |= board.neighbours[space]
    return near


def choose(turn: Turn, step: FlowStep) -> Attack:
    """One of the attacks that are as good, by lots for the units in which they differ.

    Rule: 7.4.2
    """
    attacks = turn.attacks
    while len(attacks) > 1:
        union, common = 0, -1
        for attack in attacks:
            union |= attack.units
            common &= attack.units
        unit = pick(turn.state, union & ~common, "attackers", step.rule)
        attacks = [attack for attack in attacks if attack.units >> unit & 1]
    return attacks[0]


def take_position(turn: Turn, step: FlowStep, attack: Attack) -> None:
    """Move the units of `attack` next to its target, so that its value is reached.

    Those that stand well already come first, and stay unless the value needs them elsewhere.
    Rule: 7.4.2, 7.4.4
    """
    state, board = turn.state, turn.board
    target = Target(board, state, turn.spot, turn.free)
    stands = list(attack.stands)
    allowed = [stand.all if attack.river else stand.dry for stand in stands]
    for index in sorted(range(len(stands)), key=lambda i: not allowed[i] >> stands[i].at & 1):
        stand, wanted = stands[index], 0
        for space in bits(allowed[index]):
            stands[index] = Stand(stand.unit, stand.at, stand.sp, 1 << space, 1 << space)
            if target.value(stands, river=attack.river) == attack.value:
                wanted |= 1 << space
        wanted = wanted & 1 << stand.at or wanted
        space = drawn_space(turn.state, wanted, "approach", step.rule)
        stands[index] = Stand(stand.unit, stand.at, stand.sp, 1 << space, 1 << space)
    for stand in stands:
        if not stand.all >> stand.at & 1:
            turn.kit.move(state, 1 << stand.unit, stand.all.bit_length() - 1, step.rule)
    turn.free &= ~attack.units
    turn.settled |= 1 << turn.spot
    state.plans += [turn.spot, attack.units, turn.needed + PLAN_OFFSET]


# All others -----------------------------------------------------------------------------------------------------


def fall_back(turn: Turn, step: FlowStep) -> None:
    """Everybody else by the shortest way to the nearest location on the capital's bank of the river.

    Rule: 7.4.1
    """
    state = turn.state
    line = turn.priorities.named(step, "river") & ~state.occupied[WAGNER]
    turn.log(step, None, turn.free)
    for unit in bits(turn.free & state.units_within(state.occupied[RUSSIA] & ~line)):
        travel, here = turn.board.travel[unit], state.at[unit]
        places = travel.reach(here, state.ma[unit], state.occupied[WAGNER])
        space = drawn_space(turn.state, nearest(turn, unit, line, places, travel), "fall-back", step.rule)
        if space != here:
            turn.kit.move(state, 1 << unit, space, step.rule)


PROCEDURES: Mapping[str, Callable[[Turn, FlowStep], bool | None]] = {
    "akhmat-home": akhmat_home, "akhmat-roll": akhmat_roll, "akhmat-marches": akhmat_marches,
    "akhmat-stays": akhmat_stays,
    "goal-held": goal_held, "goal-attack": goal_attack, "goal-position": goal_position,
    "target": find_target, "reach": within_reach, "position": position, "rivers": mind_rivers, "wait": wait,
    "fall-back": fall_back,
}  # fmt: skip
"""What is done at each step of the table."""


# The table ------------------------------------------------------------------------------------------------------


class Priorities:
    """The table made ready.

    flow    its steps by id
    extras  what the log says of a step that was passed with an answer
    Raises SourceError for a step that nothing carries out, or that names what there isn't.
    Rule: 7.4
    """

    def __init__(self, kit: MarchKit, movement: Movement) -> None:
        self.kit, self.board, self.movement, game = kit, kit.board, movement, kit.game
        table = self.board.priorities
        self.flow: dict[str, FlowStep] = {step.id: step for step in table.steps}
        self.end = next(step for step in table.steps if step.kind == "end")
        self.extras: dict[tuple[str, bool | None], tuple[tuple[str, str | int], ...]] = {}
        self._named: dict[tuple[str, str], int] = {}
        for step in table.steps:
            if step.kind != "end" and step.id not in PROCEDURES:
                message = f"the referee has no procedure for step {step.id!r} of {table.title}"
                raise SourceError(Problem("no-rules", message, step.where(), game=game.id))
            head = (("table", table.id), ("row", step.id))
            self.extras |= {(step.id, None): head, (step.id, True): (*head, ("code", "yes")),
                             (step.id, False): (*head, ("code", "no"))}  # fmt: skip
            for name, value in step.effects.items():
                try:
                    self._named[step.id, name] = self._meant(name, str(value))
                except (ValueError, KeyError):
                    message, where = f"unknown {name} {value!r}", step.where("effects", name)
                    raise SourceError(Problem("unknown-name", message, where, game=game.id)) from None

    def begin(self, state: MarchState, phase: Phase) -> bool | None:
        """Move the units: the system does it by the table, a second player as Wagner does.

        Rule: 7.4, 11.0
        """
        return self.plan(state) if RUSSIA in self.kit.policies else self.movement.begin(state, phase)

    def _meant(self, kind: str, value: str) -> int:
        """What an effect means: an index, a number, or the spaces on the capital's bank of a river.

        Rule: 7.4.1
        """
        board = self.board
        if kind == "river":
            return board.bank_of(value, board.base[RUSSIA])
        if kind == "parameter":
            return board.game.info.parameter(value)
        names = {"counter": board.unit_index, "space": board.space_index}.get(kind)
        return names[value] if names else 0

    def named(self, step: FlowStep, effect: str) -> int:
        """What `effect` of a step names: a unit, a space, the value of a parameter, the spaces of a bank."""
        return self._named[step.id, effect]

    def plan(self, state: MarchState) -> None:
        """Walk the table from its first step: units move, and attacks are prepared.

        Rule: 7.4
        """
        turn, plans = Turn(self, state), state.plans
        plans.clear()
        step = self.board.priorities.steps[0]
        while step.kind != "end":
            answer = PROCEDURES[step.id](turn, step)
            following = step.next if answer is None else step.yes if answer else step.no
            step = self.flow[str(following)]
        plans[:] = [part for start in range(len(plans) - 3, -1, -3) for part in plans[start : start + 3]]

    def next_attack(self, state: MarchState) -> tuple[int, int] | None:
        """Location and attackers of the next attack that was prepared and is still worth what it must be; None when
        none is left.

        Rule: 7.5, 7.4.1
        """
        board = self.board
        while state.plans:
            spot, units, needed = state.plans[-3:]
            del state.plans[-3:]
            units &= army(board, state, RUSSIA)
            near = mask_of(unit for unit in bits(units) if board.neighbours[spot] >> state.at[unit] & 1)
            if not near or not state.occupied[WAGNER] >> spot & 1:
                continue
            value = value_of(board, state, spot, near)
            if needed == ANY_VALUE or value >= needed - PLAN_OFFSET:
                event(state, "priority", self.end.rule, near, spot, (*self.extras[self.end.id, None], ("value", value)))
                return spot, near
        return None


def value_of(board: MarchBoard, state: MarchState, spot: int, units: int) -> int:
    """What an attack by `units` from where they stand is worth.

    Rule: 7.4.1
    """
    defence = strength(state, state.units_in[spot] & ~army(board, state, RUSSIA) & ~board.roadblocks)
    odds = board.contact.odds(strength(state, units), defence)
    flank, river = flankers(state, units), crosses(board, state, units, spot)
    return odds.value + board.modifiers.found(RUSSIA, spot, state.momentum, flank, river)[1]


