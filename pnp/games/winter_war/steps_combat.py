"""Offers, refusals and deeds of the Combat Phase and the Interphase, by step and verb, for `rules`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pnp.games.winter_war import (
    actions,
    attacks,
    combat,
    events,
    interphase,
    refusals_combat,
    retreat_before,
    retreats,
    scenarios,
)
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.combat_reasons import REASONS, SILENT
from pnp.games.winter_war.state import WinterState, other
from pnp.referee.engine import Offer
from pnp.referee.masks import Action
from pnp.referee.procedures import Carry, Refusal, no_refusal

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

__all__ = ("DEEDS", "REASONS", "SILENT", "TESTS", "offers")

DONE: Action = (actions.DONE,)
FIGHT: Action = (actions.FIGHT,)
ACCEPT: Action = (actions.ACCEPT,)

SIDES = (SOVIET, FINNISH)


# What can be chosen ----------------------------------------------------------------------------------------------


def offers(rules: WinterWar) -> Mapping[int, Offer]:
    """The choices of every step of combat and of the interphase."""
    choose, place, lose = (rules.list_of(v) for v in (actions.CHOOSE_UNIT, actions.PLACE_AT, actions.LOSE_UNIT))
    made: dict[int, Offer] = {
        actions.PARADROP: lambda s: [*place(events.drop_spaces(rules, s)), DONE],
        actions.CEASE_FIRE: lambda s: [ACCEPT, DONE],
        actions.LANDING: lambda s: [ACCEPT, DONE],
        actions.VOLUNTEERS: lambda s: place(events.volunteer_spaces(rules, s, s.selected)),
        actions.CLIMATE: lambda s: lose(events.exposed(rules, s)),
    }
    for side in SIDES:
        made |= _segments(rules, side)
    for step in _retreat_steps():
        made[step] = lambda s: choose(s.fleeing)
    for step in _retreat_steps(hexes=True):
        made[step] = lambda s: rules.list_of(actions.RETREAT_TO)(retreats.refuges(rules, s, s.selected))
    for step in (*actions.EXCHANGE, actions.LANDING_EXCHANGE):
        made[step] = lambda s: lose(s.chosen)
    return made


def _segments(rules: WinterWar, side: int) -> dict[int, Offer]:
    """The choices in the Combat Phase of `side`."""
    choose, attack = rules.list_of(actions.CHOOSE_UNIT), rules.list_of(actions.ATTACK)
    retreat, advance = rules.list_of(actions.RETREAT_TO), rules.list_of(actions.ADVANCE_TO)

    def attackers(state: WinterState) -> list[Action]:
        made = choose(attacks.joining(rules, state, side)) + attack(attacks.further(rules, state, side))
        if state.chosen and not attacks.too_weak(rules, state, side):
            made.append(FIGHT)
        return made

    def begun(state: WinterState) -> list[Action]:
        made = attack(attacks.front_of(rules, state, side).open)
        if not attacks.undone(rules, state, side):
            made.append(DONE)
        return made

    return {
        actions.RETREAT_BEFORE[side]: lambda s: [*choose(retreat_before.retreating(rules, s, other(side))), DONE],
        actions.RETREAT_BEFORE_HEX[side]: lambda s: retreat(retreats.refuges(rules, s, s.selected)),
        actions.ADVANCE_BEFORE[side]: lambda s: [*choose(retreat_before.followers(rules, s, side)), DONE],
        actions.ADVANCE_BEFORE_HEX[side]: lambda s: advance(retreat_before.followed(rules, s, s.selected)),
        actions.ATTACKING[side]: begun,
        actions.ATTACKERS[side]: attackers,
        actions.ADVANCE[side]: lambda s: [*choose(combat.advancing(rules, s)), DONE],
        actions.ADVANCE_HEX[side]: lambda s: advance(combat.openings(rules, s, s.selected)),
    }


def _retreat_steps(*, hexes: bool = False) -> tuple[int, ...]:
    """The steps in which an owner says who of his units retreats next, or where to."""
    pairs = actions.RETREAT_HEX if hexes else actions.RETREAT
    return (
        *(step for pair in pairs for step in pair),
        actions.LANDING_RETREAT_HEX if hexes else actions.LANDING_RETREAT,
    )


# What is carried out ---------------------------------------------------------------------------------------------


def _retreat_chosen(side: int) -> Carry:
    def choose(rules: WinterWar, state: WinterState, unit: int) -> None:
        """Rule: Combat A"""
        spaces = retreats.refuges(rules, state, unit)
        if spaces & (spaces - 1):
            state.selected = unit
            state.stack[:] = [actions.RETREAT_BEFORE_HEX[side]]
        else:
            retreat_before.retreat_before(rules, state, unit, spaces.bit_length() - 1)
            combat.open_retreat_before(rules, state, side)

    return choose


def _retreat_before(side: int) -> Carry:
    def retreat(rules: WinterWar, state: WinterState, space: int) -> None:
        """Rule: Combat A"""
        unit, state.selected = state.selected, -1
        retreat_before.retreat_before(rules, state, unit, space)
        combat.open_retreat_before(rules, state, side)

    return retreat


def _follow(rules: WinterWar, state: WinterState, side: int, unit: int, space: int) -> None:
    """Rule: Combat B"""
    state.advanced |= 1 << unit
    state.vacated &= ~(1 << space)
    combat.occupy(rules, state, unit, space, "Combat B")
    combat.open_advance_before(rules, state, side)


def _follow_chosen(side: int) -> Carry:
    def choose(rules: WinterWar, state: WinterState, unit: int) -> None:
        """Rule: Combat B"""
        spaces = retreat_before.followed(rules, state, unit)
        if spaces & (spaces - 1):
            state.selected = unit
            state.stack[:] = [actions.ADVANCE_BEFORE_HEX[side]]
        else:
            _follow(rules, state, side, unit, spaces.bit_length() - 1)

    return choose


def _follow_to(side: int) -> Carry:
    def follow(rules: WinterWar, state: WinterState, space: int) -> None:
        """Rule: Combat B"""
        unit, state.selected = state.selected, -1
        _follow(rules, state, side, unit, space)

    return follow


def _freeze(rules: WinterWar, state: WinterState, unit: int) -> None:
    """Rule: Event L"""
    if events.freeze(rules, state, unit):
        interphase.close(rules, state)


def _volunteer(rules: WinterWar, state: WinterState, space: int) -> None:
    """Rule: Event G"""
    events.place_volunteers(rules, state, state.selected, space)
    interphase.close(rules, state)


def _then(procedure: Callable[[WinterWar, WinterState], None]) -> Carry:
    """What carries out a verb without an id."""
    return lambda rules, state, _: procedure(rules, state)


def _then_for(procedure: Callable[[WinterWar, WinterState, int], None], side: int) -> Carry:
    return lambda rules, state, _: procedure(rules, state, side)


DEEDS: dict[tuple[int, int], Carry] = {
    (actions.PARADROP, actions.PLACE_AT): events.drop,
    (actions.PARADROP, actions.DONE): lambda rules, state, _: rules.after_combat(state, SOVIET),
    (actions.CEASE_FIRE, actions.ACCEPT): _then(interphase.accept_truce),
    (actions.CEASE_FIRE, actions.DONE): _then(interphase.roll_scenario),
    (actions.LANDING, actions.ACCEPT): _then(scenarios.attack_from_sea),
    (actions.LANDING, actions.DONE): _then(scenarios.let_it_be),
    (actions.VOLUNTEERS, actions.PLACE_AT): _volunteer,
    (actions.CLIMATE, actions.LOSE_UNIT): _freeze,
}
"""What carries out each verb in each step; those that several steps have are added below."""

TESTS: dict[tuple[int, int], Refusal] = {
    (actions.PARADROP, actions.PLACE_AT): refusals_combat.drop,
    (actions.VOLUNTEERS, actions.PLACE_AT): refusals_combat.volunteers,
    (actions.CLIMATE, actions.LOSE_UNIT): refusals_combat.climate,
    **{
        (step, verb): no_refusal
        for step in (actions.CEASE_FIRE, actions.LANDING)
        for verb in (actions.ACCEPT, actions.DONE)
    },
    (actions.PARADROP, actions.DONE): no_refusal,
}
"""What refuses each verb in each step; those that several steps have are added below."""

for _step in _retreat_steps():
    DEEDS[_step, actions.CHOOSE_UNIT] = retreats.choose_fleeing
    TESTS[_step, actions.CHOOSE_UNIT] = refusals_combat.fleeing
for _step in _retreat_steps(hexes=True):
    DEEDS[_step, actions.RETREAT_TO] = retreats.retreat_to
    TESTS[_step, actions.RETREAT_TO] = refusals_combat.refuge
for _step in (*actions.EXCHANGE, actions.LANDING_EXCHANGE):
    DEEDS[_step, actions.LOSE_UNIT] = combat.pay_with
    TESTS[_step, actions.LOSE_UNIT] = refusals_combat.exchange
for _side in SIDES:
    DEEDS |= {
        (actions.RETREAT_BEFORE[_side], actions.CHOOSE_UNIT): _retreat_chosen(_side),
        (actions.RETREAT_BEFORE[_side], actions.DONE): _then_for(combat.open_advance_before, _side),
        (actions.RETREAT_BEFORE_HEX[_side], actions.RETREAT_TO): _retreat_before(_side),
        (actions.ADVANCE_BEFORE[_side], actions.CHOOSE_UNIT): _follow_chosen(_side),
        (actions.ADVANCE_BEFORE[_side], actions.DONE): _then_for(combat.open_attacks, _side),
        (actions.ADVANCE_BEFORE_HEX[_side], actions.ADVANCE_TO): _follow_to(_side),
        (actions.ATTACKING[_side], actions.ATTACK): attacks.begin,
        (actions.ATTACKING[_side], actions.DONE): _then_for(combat.close_combat, _side),
        (actions.ATTACKERS[_side], actions.ATTACK): attacks.begin,
        (actions.ATTACKERS[_side], actions.CHOOSE_UNIT): attacks.join,
        (actions.ATTACKERS[_side], actions.FIGHT): _then(combat.fight),
        (actions.ADVANCE[_side], actions.CHOOSE_UNIT): combat.choose_advancing,
        (actions.ADVANCE[_side], actions.DONE): _then(combat.finish),
        (actions.ADVANCE_HEX[_side], actions.ADVANCE_TO): combat.advance_to,
    }
    TESTS |= {
        (actions.RETREAT_BEFORE[_side], actions.CHOOSE_UNIT): refusals_combat.retreating(other(_side)),
        (actions.RETREAT_BEFORE[_side], actions.DONE): no_refusal,
        (actions.RETREAT_BEFORE_HEX[_side], actions.RETREAT_TO): refusals_combat.refuge,
        (actions.ADVANCE_BEFORE[_side], actions.CHOOSE_UNIT): refusals_combat.following(_side),
        (actions.ADVANCE_BEFORE[_side], actions.DONE): no_refusal,
        (actions.ADVANCE_BEFORE_HEX[_side], actions.ADVANCE_TO): refusals_combat.followed,
        (actions.ATTACKING[_side], actions.ATTACK): refusals_combat.target(_side),
        (actions.ATTACKING[_side], actions.DONE): refusals_combat.enough(_side),
        (actions.ATTACKERS[_side], actions.ATTACK): refusals_combat.further(_side),
        (actions.ATTACKERS[_side], actions.CHOOSE_UNIT): refusals_combat.attacker(_side),
        (actions.ATTACKERS[_side], actions.FIGHT): refusals_combat.strong_enough(_side),
        (actions.ADVANCE[_side], actions.CHOOSE_UNIT): refusals_combat.advancing,
        (actions.ADVANCE[_side], actions.DONE): no_refusal,
        (actions.ADVANCE_HEX[_side], actions.ADVANCE_TO): refusals_combat.advanced,
    }
