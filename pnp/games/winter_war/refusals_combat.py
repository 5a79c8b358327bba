"""Why an action of a Combat Phase or an Interphase is refused; None when it is legal. Nothing here changes the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pnp.games.winter_war import events, stacking
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.kit import told
from pnp.games.winter_war.state import WinterState, held, other
from pnp.games.winter_war.tables import WORST
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.obligation import unmet
from pnp.referee.procedures import Refusal
from pnp.referee.violation import Violation

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

MOST_NAMED = 6
"""Units or hexes that a message names at most."""


def _unfit(rules: WinterWar, state: WinterState, unit: int, side: int, rule: str) -> Violation | None:
    """Why `unit` is none that `side` could use."""
    if not rules.board.army[side] >> unit & 1:
        return rules.violation(rule, "not-yours", unit=rules.units[unit], side=rules.sides[side])
    if state.at[unit] >= rules.board.count:
        return rules.violation(rule, "not-on-map", unit=rules.units[unit])
    return None


def _offered(refuse: Refusal) -> Refusal:
    """What the open decision offers is not refused; `refuse` has the reason for all else."""
    return lambda rules, state, item: None if state.choices >> item & 1 else refuse(rules, state, item)


def _near(rules: WinterWar, state: WinterState, unit: int) -> Plane:
    """Hexes next to a unit, across open hexsides."""
    return rules.board.season(state.turn).open.near[state.at[unit]]


# Before combat ---------------------------------------------------------------------------------------------------


def _retiring(rules: WinterWar, state: WinterState, unit: int) -> Violation:
    """Rule: Combat A, Combat A1, Combat A2, Fortifications F"""
    board, name, bit, before = rules.board, rules.units[unit], 1 << unit, rules.fighting.before
    side = other(state.side)
    unfit = _unfit(rules, state, unit, side, "Combat A")
    if unfit:
        return unfit
    if not board.traits["retreats-before-combat"] & bit:
        return rules.violation("Combat A", "never-retreats-before", unit=name)
    if side == FINNISH and not board.mannerheim & ~held(board, state, SOVIET):
        return rules.violation("Fortifications F", "line-lost", line=board.line)
    if not before.entitled(state, -1) & bit:
        return rules.violation("Combat A", "retreats-only-north", unit=name, space=rules.spaces[state.at[unit]])
    if state.withdrew & bit:
        return rules.violation("Combat A1", "withdrew", unit=name)
    if not before.pressed(state) >> state.at[unit] & 1:
        return rules.violation("Combat A", "nobody-near", unit=name)
    return rules.violation("Combat A2", "no-refuge", unit=name)


def _refuge(rules: WinterWar, state: WinterState, space: int) -> Violation:
    """Rule: Combat A1, Combat A2, Retreats, Zones of Control D"""
    board, unit = rules.board, state.selected
    side, name = board.side_of[unit], rules.spaces[space]
    if not _near(rules, state, unit) >> space & 1:
        return rules.violation("Combat A1", "not-next-to", space=name, origin=rules.spaces[state.at[unit]])
    if not board.passable[board.season_index(state.turn)][unit] >> space & 1:
        return rules.violation("Movement K", "closed-hex", space=name, unit=rules.units[unit])
    if _enemy_on(state, side, space):
        return rules.violation("Combat A2", "enemy-there", space=name)
    if not stacking.has_room(board, state, unit) >> space & 1:
        return rules.violation("Stacking", "full-hex", space=name, limit=board.limit[space])
    return rules.violation("Combat A2", "in-ezoc", space=name)


def _following(rules: WinterWar, state: WinterState, unit: int) -> Violation:
    """Rule: Combat B"""
    name, bit = rules.units[unit], 1 << unit
    unfit = _unfit(rules, state, unit, state.side, "Combat B")
    if unfit:
        return unfit
    if rules.board.traits["headquarters"] & bit:
        return rules.violation("Combat B", "hq-stays", unit=name)
    return rules.violation("Combat B", "advanced" if state.advanced & bit else "nothing-vacated", unit=name)


def _followed(rules: WinterWar, state: WinterState, space: int) -> Violation:
    """Rule: Combat B"""
    if not state.vacated >> space & 1:
        return rules.violation("Combat B", "not-vacated", space=rules.spaces[space])
    return _not_open(rules, state, state.selected, space)


def _not_open(rules: WinterWar, state: WinterState, unit: int, space: int) -> Violation:
    """Rule: Movement K, Combat C"""
    here, name = state.at[unit], rules.spaces[space]
    if not _near(rules, state, unit) >> space & 1:
        return rules.violation("Combat C", "not-next-to", space=name, origin=rules.spaces[here])
    return rules.violation("Movement K", "closed-hex", space=name, unit=rules.units[unit])


# Attacks ---------------------------------------------------------------------------------------------------------


def _enemy_on(state: WinterState, side: int, space: int) -> bool:
    """Whether an enemy of `side` stands in `space`."""
    return bool(state.occupied[other(side)] >> space & 1)


def _lowest(rules: WinterWar) -> str:
    """The worst odds that are always allowed."""
    return rules.tables.crt.table.columns[WORST + 1]


def _target(rules: WinterWar, state: WinterState, space: int) -> Violation:
    """Rule: Combat C, Combat F, Combat N"""
    name, combat = rules.spaces[space], rules.fighting.combat
    if not _enemy_on(state, state.side, space):
        return rules.violation("Combat C", "no-enemy-there", space=name)
    if not combat.standing(state) >> space & 1:
        return rules.violation("Combat F", "was-attacked", space=name)
    if not combat.front(state).contact.spaces >> space & 1:
        return rules.violation("Combat C", "no-attacker", space=name)
    reason = "odds-forbidden" if state.side == FINNISH else "odds-avoidable"
    return rules.violation("Combat N", reason, space=name, column=_lowest(rules))


def enough(rules: WinterWar, state: WinterState, _: int) -> Violation | None:
    """The duty to attack refuses the end of the attacks, with the units and hexes that are left.

    Rule: Combat E
    """
    left = None if state.side == FINNISH else unmet(rules.fighting.combat.front(state).contact)
    if left is None:
        return None
    unit, within = left.pairs[0]
    return rules.violation(
        "Combat E", "still-to-attack", unit=rules.units[unit], space=rules.spaces[next(bits(within))],
        count=len(left.pairs),
        units=_listed([rules.units[u] for u, _ in left.pairs]),
        spaces=_listed([rules.spaces[s] for s in bits(left.spaces)]),
    )  # fmt: skip


def _listed(names: list[str]) -> tuple[str, ...]:
    """The first few of `names`."""
    return (*names[:MOST_NAMED], *(("…",) if len(names) > MOST_NAMED else ()))


def further(rules: WinterWar, state: WinterState, space: int) -> Violation | None:
    """Why another hex can't be attacked as one with those named; None when it can.

    Rule: Combat K
    """
    name, combat = rules.spaces[space], rules.fighting.combat
    if combat.further_targets(state) >> space & 1:
        return None
    if state.targets >> space & 1:
        return rules.violation("Combat K", "target-already", space=name)
    if state.chosen:
        return rules.violation("Combat K", "named-first")
    front = combat.front(state)
    if front.contact.spaces >> space & 1:
        return rules.violation("Combat K", "nobody-reaches-all", space=name)
    return _target(rules, state, space)


def _attacker(rules: WinterWar, state: WinterState, unit: int) -> Violation:
    """Rule: Combat C, Combat E, Combat F, Combat K, Combat N, Combat P, Combat Q"""
    unfit = _unfit(rules, state, unit, state.side, "Combat C") or _never(rules, state, unit)
    if unfit:
        return unfit
    board, name = rules.board, rules.units[unit]
    if far := state.targets & ~_near(rules, state, unit):
        rule = "Combat C" if state.targets == far and not far & (far - 1) else "Combat K"
        return rules.violation(rule, "not-adjacent", unit=name, space=rules.spaces[next(bits(far))])
    if board.traits["stays-home"] >> unit & 1 and state.targets & board.home[other(state.side)]:
        return rules.violation("Combat Q", "stays-home", unit=name)
    first = rules.spaces[next(bits(state.targets))]
    return rules.violation("Combat N", "better-elsewhere", unit=name, space=first, column=_lowest(rules))


def _never(rules: WinterWar, state: WinterState, unit: int) -> Violation | None:
    """Why `unit` attacks nobody now.

    Rule: Combat B, Combat E, Combat F, Combat P
    """
    bit = 1 << unit
    for units, rule, reason in (
        (state.chosen, "Combat F", "chosen"), (~rules.tables.armed, "Combat E", "no-attack-strength"),
        (state.advanced, "Combat B", "advanced"), (state.fought, "Combat F", "attacked"),
        (state.isolated, "Combat P", "isolated"),
    ):  # fmt: skip
        if units & bit:
            return rules.violation(rule, reason, unit=rules.units[unit])
    return None


def strong_enough(rules: WinterWar, state: WinterState, _: int) -> Violation | None:
    """Why the attackers can't fight yet; None when they can.

    Rule: Combat 3, Combat N
    """
    if not state.chosen:
        return rules.violation("Combat 3", "nobody-attacks")
    if rules.fighting.combat.may_fight(state):
        return None
    odds = told(rules.fighting.odds(state, state.chosen, state.targets))
    return rules.violation("Combat N", "too-weak", odds=odds, column=_lowest(rules))


# Results ---------------------------------------------------------------------------------------------------------


def _fleeing(rules: WinterWar, state: WinterState, unit: int) -> Violation:
    """Rule: Retreats"""
    return rules.violation("Retreats", "retreated", unit=rules.units[unit])


def _exchange(rules: WinterWar, state: WinterState, unit: int) -> Violation:
    """Rule: Combat Results Table"""
    return rules.violation("Combat Results Table", "not-attacking", unit=rules.units[unit])


def _advancing(rules: WinterWar, state: WinterState, unit: int) -> Violation:
    """Rule: Retreats"""
    reason = "no-opening" if state.chosen >> unit & 1 else "not-attacking"
    return rules.violation("Retreats", reason, unit=rules.units[unit])


def _advanced(rules: WinterWar, state: WinterState, space: int) -> Violation:
    """Rule: Retreats"""
    if not state.targets >> space & 1:
        return rules.violation("Retreats", "not-emptied", space=rules.spaces[space])
    return _not_open(rules, state, state.selected, space)


OF_DECISION: Mapping[str, Refusal] = {
    name: _offered(refuse)
    for name, refuse in {
        "retreat-before-unit": _retiring, "retreat-before-space": _refuge, "follow-unit": _following,
        "follow-space": _followed, "combat-target": _target, "combat-attacker": _attacker,
        "retreat-unit": _fleeing, "retreat-space": _refuge, "losses-exchange": _exchange,
        "advance": _advancing, "advance-space": _advanced,
    }.items()
}  # fmt: skip
"""What refuses a choice in each decision of the kit."""

OF_END: Mapping[str, Refusal] = {"combat-target": enough, "combat-attacker": strong_enough}
"""What refuses its end."""


# Events ----------------------------------------------------------------------------------------------------------


def drop(rules: WinterWar, state: WinterState, space: int) -> Violation | None:
    """Why the airborne unit can't be dropped on `space`; None when it can.

    Rule: Event F
    """
    board, name = rules.board, rules.spaces[space]
    if events.drop_spaces(rules, state) >> space & 1:
        return None
    unit = (rules.tables.calls["Event F"].units & state.units_in[board.airfield]).bit_length() - 1
    if not rules.tables.droppable >> space & 1:
        return rules.violation(
            "Event F",
            "not-in-range",
            space=name,
            range=board.parameter["drop-range"],
            city=rules.spaces[board.leningrad],
        )
    if _enemy_on(state, board.side_of[unit], space):
        return rules.violation("Event F", "enemy-there", space=name)
    if not board.passable[board.season_index(state.turn)][unit] >> space & 1:
        return rules.violation("Event F", "closed-hex", space=name, unit=rules.units[unit])
    if state.zoc[FINNISH] >> space & 1:
        return rules.violation("Event F", "in-finnish-zone", space=name)
    return rules.violation("Stacking", "full-hex", space=name, limit=board.limit[space])


def volunteers(rules: WinterWar, state: WinterState, space: int) -> Violation | None:
    """Why the selected volunteers can't arrive at `space`; None when they can.

    Rule: Event G
    """
    if events.volunteer_spaces(rules, state, state.selected) >> space & 1:
        return None
    cities = _listed([rules.spaces[s] for s in bits(rules.tables.calls["Event G"].spaces)])
    return rules.violation(
        "Event G", "not-a-city-for-it", unit=rules.units[state.selected], space=rules.spaces[space], spaces=cities
    )


def climate(rules: WinterWar, state: WinterState, unit: int) -> Violation | None:
    """Why `unit` can't be taken as a loss to the climate; None when it can.

    Rule: Event L
    """
    board, name = rules.board, rules.units[unit]
    if events.exposed(rules, state) >> unit & 1:
        return None
    if board.side_of[unit] == FINNISH:
        return rules.violation("Event L", "not-soviet", unit=name)
    if state.at[unit] >= board.count:
        return rules.violation("Event L", "not-on-map", unit=name)
    if not board.attack[unit]:
        return rules.violation("Event L", "no-attack-strength", unit=name)
    if board.attack[unit] > state.lost:
        return rules.violation("Event L", "too-strong", unit=name, left=state.lost)
    return rules.violation("Event L", "isolated-first", unit=name)
