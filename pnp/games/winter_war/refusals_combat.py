"""Why an action of a Combat Phase or an Interphase is refused; None when it is legal. Nothing here changes the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war import attacks, combat, events, retreat_before, retreats, stacking, strengths
from pnp.games.winter_war.board import FINNISH
from pnp.games.winter_war.state import WinterState, other
from pnp.games.winter_war.tables import WORST
from pnp.referee.dice import bits
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


# Before combat ---------------------------------------------------------------------------------------------------


def retreating(side: int) -> Refusal:
    """What refuses a unit of `side` that is to retreat before combat."""

    def refuse(rules: WinterWar, state: WinterState, unit: int) -> Violation | None:
        """Rule: Combat A, Combat A1, Combat A2, Fortifications F"""
        board, name, bit = rules.board, rules.units[unit], 1 << unit
        if retreat_before.retreating(rules, state, side) & bit:
            return None
        unfit = _unfit(rules, state, unit, side, "Combat A")
        if unfit:
            return unfit
        if not board.traits["retreats-before-combat"] & bit:
            return rules.violation("Combat A", "never-retreats-before", unit=name)
        if side == FINNISH and retreat_before.line_lost(board, state):
            return rules.violation("Fortifications F", "line-lost", line=board.line)
        if not retreat_before.entitled(board, state, side) & bit:
            return rules.violation("Combat A", "retreats-only-north", unit=name, space=rules.spaces[state.at[unit]])
        if state.withdrew & bit:
            return rules.violation("Combat A1", "withdrew", unit=name)
        if not retreat_before.pressed(board, state, side) >> state.at[unit] & 1:
            return rules.violation("Combat A", "nobody-near", unit=name)
        return rules.violation("Combat A2", "no-refuge", unit=name)

    return refuse


def refuge(rules: WinterWar, state: WinterState, space: int) -> Violation | None:
    """Why the selected unit can't retreat to `space`; None when it can.

    Rule: Combat A1, Combat A2, Retreats, Zones of Control D
    """
    board, unit = rules.board, state.selected
    if retreats.refuges(rules, state, unit) >> space & 1:
        return None
    side, here, name = board.side_of[unit], state.at[unit], rules.spaces[space]
    if not board.season(state.turn).open.near[here] >> space & 1:
        return rules.violation("Combat A1", "not-next-to", space=name, origin=rules.spaces[here])
    if not retreats.enterable(board, state, unit) >> space & 1:
        return rules.violation("Movement K", "closed-hex", space=name, unit=rules.units[unit])
    if strengths.enemy_on(state, side, space):
        return rules.violation("Combat A2", "enemy-there", space=name)
    if not stacking.has_room(board, state, unit) >> space & 1:
        return rules.violation("Stacking", "full-hex", space=name, limit=board.limit[space])
    return rules.violation("Combat A2", "in-ezoc", space=name)


def following(side: int) -> Refusal:
    """What refuses a unit of `side` that is to advance before combat."""

    def refuse(rules: WinterWar, state: WinterState, unit: int) -> Violation | None:
        """Rule: Combat B"""
        name, bit = rules.units[unit], 1 << unit
        if retreat_before.followers(rules, state, side) & bit:
            return None
        unfit = _unfit(rules, state, unit, side, "Combat B")
        if unfit:
            return unfit
        if rules.board.traits["headquarters"] & bit:
            return rules.violation("Combat B", "hq-stays", unit=name)
        return rules.violation("Combat B", "advanced" if state.advanced & bit else "nothing-vacated", unit=name)

    return refuse


def followed(rules: WinterWar, state: WinterState, space: int) -> Violation | None:
    """Why the selected unit can't advance before combat to `space`; None when it can.

    Rule: Combat B
    """
    unit = state.selected
    if retreat_before.followed(rules, state, unit) >> space & 1:
        return None
    if not state.vacated >> space & 1:
        return rules.violation("Combat B", "not-vacated", space=rules.spaces[space])
    return _not_open(rules, state, unit, space)


def _not_open(rules: WinterWar, state: WinterState, unit: int, space: int) -> Violation:
    """Rule: Movement K, Combat C"""
    here, name = state.at[unit], rules.spaces[space]
    if not rules.board.season(state.turn).open.near[here] >> space & 1:
        return rules.violation("Combat C", "not-next-to", space=name, origin=rules.spaces[here])
    return rules.violation("Movement K", "closed-hex", space=name, unit=rules.units[unit])


# Attacks ---------------------------------------------------------------------------------------------------------


def _lowest(rules: WinterWar) -> str:
    """The worst odds that are always allowed."""
    return rules.tables.crt.table.columns[WORST + 1]


def target(side: int) -> Refusal:
    """What refuses a hex that `side` is to attack."""

    def refuse(rules: WinterWar, state: WinterState, space: int) -> Violation | None:
        """Rule: Combat C, Combat F, Combat N"""
        front, name = attacks.front_of(rules, state, side), rules.spaces[space]
        if front.open >> space & 1:
            return None
        if not strengths.enemy_on(state, side, space):
            return rules.violation("Combat C", "no-enemy-there", space=name)
        if not attacks.standing_enemies(rules.board, state, side, 1 << space):
            return rules.violation("Combat F", "was-attacked", space=name)
        if not front.contact.spaces >> space & 1:
            return rules.violation("Combat C", "no-attacker", space=name)
        reason = "odds-forbidden" if side == FINNISH else "odds-avoidable"
        return rules.violation("Combat N", reason, space=name, column=_lowest(rules))

    return refuse


def enough(side: int) -> Refusal:
    """What refuses `side` the end of its attacks: the duty to attack, with the units and hexes that are left."""

    def refuse(rules: WinterWar, state: WinterState, _: int) -> Violation | None:
        """Rule: Combat E"""
        left = attacks.undone(rules, state, side)
        if left is None:
            return None
        unit, within = left.pairs[0]
        return rules.violation(
            "Combat E", "still-to-attack", unit=rules.units[unit], space=rules.spaces[next(bits(within))],
            count=len(left.pairs),
            units=_listed([rules.units[u] for u, _ in left.pairs]),
            spaces=_listed([rules.spaces[s] for s in bits(left.spaces)]),
        )  # fmt: skip

    return refuse


def _listed(names: list[str]) -> tuple[str, ...]:
    """The first few of `names`."""
    return (*names[:MOST_NAMED], *(("…",) if len(names) > MOST_NAMED else ()))


def further(side: int) -> Refusal:
    """What refuses another hex that `side` is to attack as one with those named."""
    alone = target(side)

    def refuse(rules: WinterWar, state: WinterState, space: int) -> Violation | None:
        """Rule: Combat K"""
        name = rules.spaces[space]
        if attacks.further(rules, state, side) >> space & 1:
            return None
        if state.targets >> space & 1:
            return rules.violation("Combat K", "target-already", space=name)
        if state.chosen:
            return rules.violation("Combat K", "named-first")
        if attacks.front_of(rules, state, side).contact.spaces >> space & 1:
            return rules.violation("Combat K", "nobody-reaches-all", space=name)
        return alone(rules, state, space)

    return refuse


def attacker(side: int) -> Refusal:
    """What refuses a unit of `side` that is to join an attack."""

    def refuse(rules: WinterWar, state: WinterState, unit: int) -> Violation | None:
        """Rule: Combat C, Combat E, Combat F, Combat K, Combat N, Combat P, Combat Q"""
        if attacks.joining(rules, state, side) >> unit & 1:
            return None
        unfit = _unfit(rules, state, unit, side, "Combat C") or _never(rules, state, unit)
        if unfit:
            return unfit
        board, name = rules.board, rules.units[unit]
        near = board.season(state.turn).open.near[state.at[unit]]
        if far := state.targets & ~near:
            rule = "Combat C" if state.targets == far and not far & (far - 1) else "Combat K"
            return rules.violation(rule, "not-adjacent", unit=name, space=rules.spaces[next(bits(far))])
        if board.traits["stays-home"] >> unit & 1 and state.targets & board.home[other(side)]:
            return rules.violation("Combat Q", "stays-home", unit=name)
        first = rules.spaces[next(bits(state.targets))]
        return rules.violation("Combat N", "better-elsewhere", unit=name, space=first, column=_lowest(rules))

    return refuse


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


def strong_enough(side: int) -> Refusal:
    """What refuses `side` the fight."""

    def refuse(rules: WinterWar, state: WinterState, _: int) -> Violation | None:
        """Rule: Combat 3, Combat N"""
        if not state.chosen:
            return rules.violation("Combat 3", "nobody-attacks")
        if not attacks.too_weak(rules, state, side):
            return None
        odds = strengths.odds_text(rules, state, state.chosen, other(side), state.targets)
        return rules.violation("Combat N", "too-weak", odds=odds, column=_lowest(rules))

    return refuse


# Results ---------------------------------------------------------------------------------------------------------


def fleeing(rules: WinterWar, state: WinterState, unit: int) -> Violation | None:
    """Why `unit` is not one that must retreat now; None when it is.

    Rule: Retreats
    """
    return None if state.fleeing >> unit & 1 else rules.violation("Retreats", "retreated", unit=rules.units[unit])


def exchange(rules: WinterWar, state: WinterState, unit: int) -> Violation | None:
    """Why `unit` can't be lost in an exchange; None when it is one of the attackers.

    Rule: Combat Results Table
    """
    if state.chosen >> unit & 1:
        return None
    return rules.violation("Combat Results Table", "not-attacking", unit=rules.units[unit])


def advancing(rules: WinterWar, state: WinterState, unit: int) -> Violation | None:
    """Why `unit` can't advance after combat; None when it can.

    Rule: Retreats
    """
    if not state.chosen >> unit & 1:
        return rules.violation("Retreats", "not-attacking", unit=rules.units[unit])
    if not combat.openings(rules, state, unit):
        return rules.violation("Retreats", "no-opening", unit=rules.units[unit])
    return None


def advanced(rules: WinterWar, state: WinterState, space: int) -> Violation | None:
    """Why the selected unit can't advance after combat to `space`; None when it can.

    Rule: Retreats
    """
    unit = state.selected
    if combat.openings(rules, state, unit) >> space & 1:
        return None
    if not state.won >> space & 1:
        return rules.violation("Retreats", "not-emptied", space=rules.spaces[space])
    return _not_open(rules, state, unit, space)


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
    if strengths.enemy_on(state, board.side_of[unit], space):
        return rules.violation("Event F", "enemy-there", space=name)
    if not retreats.enterable(board, state, unit) >> space & 1:
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
