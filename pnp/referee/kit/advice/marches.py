"""Where units should go: first those that make a good attack possible, then each to where it is worth most."""

from __future__ import annotations

from dataclasses import dataclass, field

from pnp.referee.dice import bits
from pnp.referee.kit.advice.battles import Forecast
from pnp.referee.kit.advice.outlook import Outlook
from pnp.referee.kit.advice.standpoint import Standpoint

MOST_ATTACKERS = 6
"""How many units are looked for to join one attack."""


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack that the side can make when its units have moved.

    target    the space
    stands    unit -> where it stands then
    forecast  what it is likely to bring
    value     that, with what the units give up by going there
    """

    target: int
    stands: dict[int, int]
    forecast: Forecast
    value: float


@dataclass(slots=True)
class Plan:
    """What a side wants to do with its units in a phase of movement.

    goals     unit that may move -> spaces where it can go
    assaults  the attacks that are prepared
    values    (unit, space) -> worth of standing there
    """

    outlook: Outlook
    goals: dict[int, int]
    assaults: list[Assault] = field(default_factory=list)
    values: dict[tuple[int, int], float] = field(default_factory=dict)

    def standing(self, unit: int, space: int) -> float:
        """The worth of a unit in a space, attacks apart."""
        known = self.values.get((unit, space))
        if known is None:
            known = self.values[unit, space] = self.outlook.standing(unit, space)
        return known

    def assault_of(self, unit: int) -> Assault | None:
        """The attack in which a unit has a part."""
        return next((assault for assault in self.assaults if unit in assault.stands), None)

    def gain(self, unit: int, space: int) -> float:
        """What is gained when a unit goes from where it stands to a space."""
        here = self.outlook.state.at[unit]
        gain = self.standing(unit, space) - self.standing(unit, here) - self.outlook.march_cost(unit, space)
        assault = self.assault_of(unit)
        if assault is not None:
            part = assault.value / len(assault.stands) + 0.1
            goes, stays = assault.stands[unit] == space, assault.stands[unit] == here
            if goes and not stays:
                gain = max(gain, 0.0) + part
            elif stays and not goes:
                gain -= part
        return gain


def plan_of(view: Standpoint, outlook: Outlook, units: int) -> Plan:
    """The plan for `units` that can still move."""
    movement, state = view.assembly.movement, outlook.state
    assert movement is not None
    hindrance = movement.hindrance(state, view.side)
    plan = Plan(outlook, {unit: movement.goals_of(state, unit, hindrance) for unit in bits(units)})
    if view.battles is not None and view.weights.contact and view.attacks_follow(state):
        _prepare(view, plan)
    return plan


def _prepare(view: Standpoint, plan: Plan) -> None:
    """Find the attacks that are worth preparing, best first, no unit in two of them."""
    outlook = plan.outlook
    free = view.willing(outlook.state)
    targets = view.kit.enemies_at(outlook.state, view.side)
    possible = [assault for target in bits(targets) if (assault := _assault(view, plan, target, free))]
    while possible:
        possible.sort(key=lambda assault: (-assault.value, assault.target))
        best = possible.pop(0)
        if set(best.stands) <= set(bits(free)):
            plan.assaults.append(best)
            for unit in best.stands:
                free &= ~(1 << unit)
        elif again := _assault(view, plan, best.target, free):
            possible.append(again)


def _assault(view: Standpoint, plan: Plan, target: int, free: int) -> Assault | None:
    """The best attack on a space by units of `free`; None where none is worth it."""
    battles, outlook = view.battles, plan.outlook
    assert battles is not None
    state, combat = outlook.state, battles.combat
    near = combat.links[outlook.board.season(state.turn)].near[target]
    candidates = []
    for unit in bits(free):
        spaces = near & (plan.goals.get(unit, 0) | 1 << state.at[unit])
        if spaces and combat.attack[unit]:
            candidates.append((unit, spaces))
    if not candidates:
        return None
    candidates.sort(key=lambda pair: (-combat.attack[pair[0]], pair[0]))
    scene = view.scene(state)
    stands: dict[int, int] = {}
    best: Assault | None = None
    force, given_up = 0, 0.0
    for unit, spaces in candidates[:MOST_ATTACKERS]:
        here = state.at[unit]
        if view.assembly.stacking.each_move:
            spaces &= ~view.assembly.stacking.full(scene, view.side, unit) | 1 << here
        if not spaces:
            continue
        space = max(bits(spaces), key=lambda one: (plan.standing(unit, one), -one))
        if space != here:
            view.kit.put(scene, 1 << unit, space)
        stands[unit] = space
        force |= 1 << unit
        given_up += min(plan.standing(unit, space) - plan.standing(unit, here), 0.0) - outlook.march_cost(unit, space)
        if battles.allowed(scene, force, 1 << target):
            forecast = battles.forecast(scene, force, 1 << target)
            value = forecast.value * view.weights.contact + given_up
            if value > 0.01 and (best is None or value > best.value + 1e-9):
                best = Assault(target, dict(stands), forecast, value)
    return best
