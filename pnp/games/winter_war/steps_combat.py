"""Offers, refusals and deeds of the Combat Phase and the Interphase, by step and verb, for `rules`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pnp.games.winter_war import actions, events, interphase, refusals_combat, scenarios
from pnp.games.winter_war.board import SOVIET
from pnp.games.winter_war.combat_reasons import REASONS, SILENT
from pnp.games.winter_war.kit import DECISION_OF, END_OF, VERB_OF
from pnp.games.winter_war.state import WinterState
from pnp.referee.engine import Offer
from pnp.referee.kit.decisions import Decision
from pnp.referee.masks import Action
from pnp.referee.procedures import Carry, Refusal, no_refusal

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

__all__ = ("DEEDS", "REASONS", "SILENT", "TESTS", "offers")

DONE: Action = (actions.DONE,)
ACCEPT: Action = (actions.ACCEPT,)

# What can be chosen ----------------------------------------------------------------------------------------------


def offers(rules: WinterWar) -> Mapping[int, Offer]:
    """The choices of every step of combat and of the interphase."""
    place, lose = rules.list_of(actions.PLACE_AT), rules.list_of(actions.LOSE_UNIT)
    return {
        actions.PARADROP: lambda s: [*place(events.drop_spaces(rules, s)), DONE],
        actions.CEASE_FIRE: lambda s: [ACCEPT, DONE],
        actions.LANDING: lambda s: [ACCEPT, DONE],
        actions.VOLUNTEERS: lambda s: place(events.volunteer_spaces(rules, s, s.selected)),
        actions.CLIMATE: lambda s: lose(events.exposed(rules, s)),
        **{step: _offer(rules, decision) for step, decision in rules.fighting.offered.items()},
    }


def _offer(rules: WinterWar, decision: Decision) -> Offer:
    """The choices of a decision of the kit."""
    listed, end = rules.list_of(VERB_OF[decision.id]), [(END_OF.get(decision.id, actions.DONE),)]
    besides = [(rules.list_of(VERB_OF[one.id]), one.mask) for one in decision.besides]

    def offer(state: Any) -> list[Action]:
        made = listed(state.choices)
        for of, mask in besides:
            made = made + of(mask(state))
        return made + end if decision.may_end is not None and decision.may_end(state) else made

    return offer


# What is carried out ---------------------------------------------------------------------------------------------


def _carry(name: str) -> Carry:
    """What carries out a choice in a decision of the kit."""
    return lambda rules, state, item: rules.fighting.carry_out(state, rules.fighting.kit.decisions[name], item)


def _end(rules: WinterWar, state: WinterState, _: int) -> None:
    """Whoever decides is done; the kit goes on."""
    rules.fighting.end(state)


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

for _step, _name in DECISION_OF.items():
    DEEDS[_step, VERB_OF[_name]] = _carry(_name)
    DEEDS[_step, END_OF.get(_name, actions.DONE)] = _end
    TESTS[_step, VERB_OF[_name]] = refusals_combat.OF_DECISION[_name]
    TESTS[_step, END_OF.get(_name, actions.DONE)] = refusals_combat.OF_END.get(_name, no_refusal)
for _step in actions.ATTACKERS:
    DEEDS[_step, actions.ATTACK] = _carry("combat-further")
    TESTS[_step, actions.ATTACK] = refusals_combat.further
