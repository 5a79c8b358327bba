"""What carries out each verb in each step: the procedure, then what the turn goes on with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pnp.games.march_of_justice import actions, combat, dispersal, mobilization, momentum, movement, phases, roadblocks
from pnp.games.march_of_justice.board import RUSSIA, WAGNER
from pnp.games.march_of_justice.state import MarchState
from pnp.referee.procedures import Carry, selecting

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice


def _shift(rules: MarchOfJustice, state: MarchState, item: int) -> None:
    """Rule: 5.1"""
    momentum.shift(rules.board, state, rules.marks[item])
    state.stack.pop()
    if not momentum.adjustable(rules.board, state):
        phases.open_boons(rules, state)


def _buy(side: int, inner: int) -> Carry:
    def buy(rules: MarchOfJustice, state: MarchState, item: int) -> None:
        """Pay, then choose what for.

        Rule: 5.2, 7.2
        """
        bought = rules.buys[item]
        momentum.spend(rules.board, state, side, bought, "5.2" if side == WAGNER else "7.2")
        state.row, state.left = item, max(bought.restore, bought.rebuild, bought.disperse)
        state.stack.append(inner)

    return buy


def _bought_for(side: int) -> Carry:
    def bought_for(rules: MarchOfJustice, state: MarchState, unit: int) -> None:
        """Rule: 5.2, 7.2"""
        buy = rules.buys[state.row]
        momentum.apply_buy(rules.board, state, side, buy, unit, "5.2" if side == WAGNER else "7.2")
        state.left -= 1
        if state.left and momentum.objects(rules.board, state, side, buy):
            return
        state.row, state.left = -1, 0
        if side == WAGNER:
            phases.open_boons(rules, state)
        else:
            phases.open_expenditure(rules, state)

    return bought_for


def _return(side: int) -> Carry:
    def come_back(rules: MarchOfJustice, state: MarchState, space: int) -> None:
        """Rule: 3.11"""
        dispersal.come_back(rules.board, state, state.selected, space)
        phases.go_on_returning(rules, state, side)

    return come_back


def _group(side: int) -> Carry:
    def choose(rules: MarchOfJustice, state: MarchState, unit: int) -> None:
        """Rule: 6.1"""
        movement.choose(rules.board, state, unit)
        if state.stack[-1] != actions.GROUP[side]:
            state.stack.append(actions.GROUP[side])

    return choose


def _move(side: int) -> Carry:
    def move(rules: MarchOfJustice, state: MarchState, space: int) -> None:
        """Rule: 6.1"""
        movement.move(rules.board, state, space)
        phases.go_on_moving(rules, state, side)

    return move


def _attack(side: int) -> Carry:
    def attack(rules: MarchOfJustice, state: MarchState, space: int) -> None:
        """Rule: 6.2"""
        state.attacker, state.spot = side, space
        able = combat.attackers_near(rules.board, state)
        if able & (able - 1):
            state.stack.append(actions.ATTACKERS[side])
        else:
            state.chosen = able
            combat.fight(rules, state)

    return attack


def _join_attack(rules: MarchOfJustice, state: MarchState, unit: int) -> None:
    """Rule: 6.2"""
    state.chosen |= 1 << unit
    if not combat.attackers_near(rules.board, state):
        _fight(rules, state, 0)


def _fight(rules: MarchOfJustice, state: MarchState, _: int) -> None:
    """Rule: 6.2.1"""
    state.stack.pop()
    combat.fight(rules, state)


def _advance(rules: MarchOfJustice, state: MarchState, unit: int) -> None:
    """Rule: 6.2.4"""
    combat.advance(rules, state, 1 << unit)
    if not state.fighters:
        _stop_advancing(rules, state, 0)


def _stop_advancing(rules: MarchOfJustice, state: MarchState, _: int) -> None:
    """Rule: 6.2.4"""
    state.stack.pop()
    combat.finish(rules, state)


def _arrive(rules: MarchOfJustice, state: MarchState, space: int) -> None:
    """Rule: 7.1"""
    mobilization.arrive(rules.board, state, state.selected, space)
    phases.open_expenditure(rules, state)


def _silent(choice: Callable[[MarchOfJustice, MarchState, int], bool]) -> Carry:
    def silent(rules: MarchOfJustice, state: MarchState, item: int) -> None:
        """Rule: 7.1.1"""
        if choice(rules, state, item):
            phases.open_expenditure(rules, state)

    return silent


def _no_switch(rules: MarchOfJustice, state: MarchState, _: int) -> None:
    """Rule: 7.1.1"""
    state.left = 0
    phases.open_expenditure(rules, state)


def _deploy(rules: MarchOfJustice, state: MarchState, space: int) -> None:
    """Rule: 7.3"""
    roadblocks.deploy(rules.board, state, state.selected, space)
    state.selected = -1
    phases.go_on_deploying(rules, state)


DEEDS: dict[tuple[int, int], Carry] = {
    (actions.ADJUST, actions.CHOOSE_UNIT): selecting(actions.SHIFT),
    (actions.ADJUST, actions.DONE): lambda rules, state, _: phases.open_boons(rules, state),
    (actions.SHIFT, actions.SHIFT_TO): _shift,
    (actions.BOONS, actions.SPEND_ON): _buy(WAGNER, actions.BOON_UNIT),
    (actions.BOONS, actions.DONE): lambda rules, state, _: phases.open_wagner(rules, state),
    (actions.BOON_UNIT, actions.CHOOSE_UNIT): _bought_for(WAGNER),
    (actions.WAGNER_JOIN, actions.JOIN_AT): combat.join_at,
    (actions.MOBILIZATION_PLACE, actions.PLACE_AT): _arrive,
    (actions.SILENT_REDUCE, actions.CHOOSE_UNIT): _silent(mobilization.reduce_one),
    (actions.SILENT_SWITCH, actions.CHOOSE_UNIT): _silent(mobilization.switch_one),
    (actions.SILENT_SWITCH, actions.DONE): _no_switch,
    (actions.SILENT_JOIN, actions.JOIN_AT): _silent(mobilization.join_silently),
    (actions.EXPENDITURE, actions.SPEND_ON): _buy(RUSSIA, actions.EXPENDITURE_UNIT),
    (actions.EXPENDITURE, actions.DONE): lambda rules, state, _: phases.open_roadblocks(rules, state),
    (actions.EXPENDITURE_UNIT, actions.CHOOSE_UNIT): _bought_for(RUSSIA),
    (actions.ROADBLOCK, actions.CHOOSE_UNIT): selecting(actions.ROADBLOCK_PLACE),
    (actions.ROADBLOCK, actions.DONE): lambda rules, state, _: phases.close_roadblocks(rules, state),
    (actions.ROADBLOCK_PLACE, actions.PLACE_AT): _deploy,
}
"""What carries out each verb in each step; those that both sides have are added below."""


def _add_for(side: int) -> None:
    DEEDS.update({
        (actions.RETURN[side], actions.PLACE_AT): _return(side),
        (actions.MOVE[side], actions.CHOOSE_UNIT): _group(side),
        (actions.MOVE[side], actions.DONE): lambda rules, state, _: phases.open_contact(rules, state, side),
        (actions.GROUP[side], actions.CHOOSE_UNIT): _group(side),
        (actions.GROUP[side], actions.MOVE_TO): _move(side),
        (actions.CONTACT[side], actions.ATTACK): _attack(side),
        (actions.CONTACT[side], actions.DONE): lambda rules, state, _: phases.close_turn(rules, state, side),
        (actions.ATTACKERS[side], actions.CHOOSE_UNIT): _join_attack,
        (actions.ATTACKERS[side], actions.FIGHT): _fight,
        (actions.ADVANCING[side], actions.ADVANCE): _advance,
        (actions.ADVANCING[side], actions.DONE): _stop_advancing,
    })  # fmt: skip
    for owner in (WAGNER, RUSSIA):
        DEEDS[actions.LOSS[side][owner], actions.LOSE_UNIT] = combat.lose_unit
        DEEDS[actions.RETREAT[side][owner], actions.RETREAT_TO] = combat.retreat_to


_add_for(WAGNER)
_add_for(RUSSIA)

