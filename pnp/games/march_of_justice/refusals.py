"""Why an action of each verb is refused in each step; None when it is legal. Nothing here changes the state."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pnp.games.march_of_justice import actions, combat, dispersal, mobilization, momentum, movement, results, roadblocks
from pnp.games.march_of_justice.board import RUSSIA, WAGNER, Board
from pnp.games.march_of_justice.state import MarchState, army, held_by, side_of
from pnp.referee.dice import bits
from pnp.referee.procedures import Refusal, no_refusal
from pnp.referee.violation import Violation

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice


# Administration -------------------------------------------------------------------------------------------------


def column(rules: MarchOfJustice, state: MarchState, unit: int) -> Violation | None:
    """Why the marker of `unit` can't be adjusted; None when it can.

    Rule: 5.1, 3.5
    """
    if momentum.adjustable(rules.board, state) >> unit & 1:
        return None
    if not rules.board.core >> unit & 1:
        return rules.violation("3.5", "no-marker", unit=rules.units[unit])
    return rules.violation("5.1", "marker-moved", unit=rules.units[unit])


def shifts_possible(board: Board, state: MarchState) -> list[int]:
    """Spaces of the track to which the marker of the selected column can move, lowest first.

    Rule: 5.1
    """
    here = state.marks[board.marker_of[state.selected]]
    far = momentum.shift_range(board, state)
    return [index for index in range(max(0, here - far), min(len(board.track), here + far + 1)) if index != here]


def shift(rules: MarchOfJustice, state: MarchState, item: int) -> Violation | None:
    """Why the selected marker can't be shifted to the track space `item`; None when it can.

    Rule: 5.1, 3.5
    """
    board, index = rules.board, rules.marks.get(item)
    space, unit = rules.domains["track-space"][item], rules.units[state.selected]
    if index is None:
        return rules.violation("3.5", "other-track", space=space)
    here, far = state.marks[board.marker_of[state.selected]], momentum.shift_range(board, state)
    if index == here:
        return rules.violation("5.1", "marker-stays", unit=unit, space=space)
    if abs(index - here) > far:
        dear = board.longer_shift
        if dear and abs(index - here) <= dear.shift:
            return rules.violation("5.2", "too-dear", cost=dear.cost, owned=max(momentum.level(board, state), 0))
        return rules.violation("5.1", "marker-too-far", unit=unit, range=far)
    return None


def buying(side: int) -> Refusal:
    """What refuses a row of a list to `side`."""
    rule = "5.2" if side == WAGNER else "7.2"

    def buy(rules: MarchOfJustice, state: MarchState, item: int) -> Violation | None:
        """Rule: 5.2, 7.2"""
        board = rules.board
        found = next((b for b in (board.boons if side == WAGNER else board.expenses) if b.item == item), None)
        if found is None:
            return rules.violation(rule, "not-for-sale", row=rules.domains["row"][item], side=board.sides[side])
        if found.shift:
            return rules.violation(rule, "longer-move")
        owned = momentum.level(board, state) * (1 if side == WAGNER else -1)
        if owned < 1 or found.cost > owned:
            return rules.violation(rule, "too-dear", cost=found.cost, owned=max(owned, 0))
        if not momentum.objects(board, state, side, found):
            return rules.violation(rule, "no-object")
        return None

    return buy


def bought_for(side: int) -> Refusal:
    """What refuses the unit that `side` has bought something for."""

    def choose(rules: MarchOfJustice, state: MarchState, unit: int) -> Violation | None:
        """Rule: 5.2, 7.2"""
        if momentum.objects(rules.board, state, side, rules.buys[state.row]) >> unit & 1:
            return None
        return rules.violation("5.2" if side == WAGNER else "7.2", "not-an-object", unit=rules.units[unit])

    return choose


# Return, movement -----------------------------------------------------------------------------------------------


def returning(rules: MarchOfJustice, state: MarchState, space: int, side: int) -> Violation | None:
    """Why the selected unit can't return at `space`; None when it can.

    Rule: 3.11
    """
    board, unit = rules.board, state.selected
    if dispersal.return_spaces(board, state, side, unit) >> space & 1:
        return None
    named = {"unit": rules.units[unit], "space": rules.spaces[space]}
    if held_by(state, 1 - side) >> space & 1:
        return rules.violation("3.3", "enemy-there", space=rules.spaces[space])
    if board.private >> space & 1:
        return rules.violation("3.11", "closed-home", space=rules.spaces[space])
    return rules.violation("3.11", "no-return-there", **named)


def _not_available(rules: MarchOfJustice, state: MarchState, unit: int, side: int, rule: str) -> Violation | None:
    """Why `unit` is none that `side` could use."""
    board, name = rules.board, rules.units[unit]
    if (board.roadblocks | board.event_marker) >> unit & 1:
        return rules.violation("3.2", "a-marker", unit=name)
    if not army(board, state, side) >> unit & 1:
        return rules.violation(rule, "not-yours", unit=name, side=board.sides[side])
    return _off_the_map(rules, state, unit, rule)


def _off_the_map(rules: MarchOfJustice, state: MarchState, unit: int, rule: str) -> Violation | None:
    """What keeps `unit` off the map; None when it is on it.

    Rule: 3.1, 3.8, 3.11, 6.2.2
    """
    board, place, name = rules.board, state.at[unit], rules.units[unit]
    if place < board.count:
        return None
    if place in board.turn_places[1:]:
        return rules.violation("3.11", "dispersed", unit=name, turn=board.turn_places.index(place, 1))
    reasons = {
        board.eliminated: ("3.1", "eliminated"), board.cup: ("3.8", "in-cup"), board.removed: ("6.2.2", "out-of-game"),
    }  # fmt: skip
    return rules.violation(*reasons.get(place, (rule, "not-on-map")), unit=name)


def mover(rules: MarchOfJustice, state: MarchState, unit: int, side: int) -> Violation | None:
    """Why `side` can't move `unit`; None when it can.

    Rule: 6.1, 3.1.2, 3.3
    """
    unfit = _not_available(rules, state, unit, side, "6.1")
    if unfit:
        return unfit
    name = rules.units[unit]
    if state.moved >> unit & 1:
        return rules.violation("6.1", "moved", unit=name)
    if movement.reach(rules.board, state, unit):
        return None
    if not state.ma[unit]:
        return rules.violation("3.1.2", "no-allowance", unit=name)
    if movement.reach(rules.board, state, unit, past_enemies=True):
        return rules.violation("3.3", "shut-in", unit=name)
    return rules.violation("6.1", "nowhere-to-go", unit=name)


def group_member(rules: MarchOfJustice, state: MarchState, unit: int, side: int) -> Violation | None:
    """Why `unit` can't move with the chosen units; None when it can.

    Rule: 6.1
    """
    name = rules.units[unit]
    if state.chosen >> unit & 1:
        return rules.violation("6.1", "chosen", unit=name)
    unfit = mover(rules, state, unit, side)
    if unfit:
        return unfit
    space = state.at[state.chosen.bit_length() - 1]
    if state.at[unit] != space:
        return rules.violation("6.1", "other-location", unit=name, space=rules.spaces[space])
    if not movement.reach(rules.board, state, unit) & state.targets:
        return rules.violation("6.1", "no-common-target", unit=name)
    return None


def destination(rules: MarchOfJustice, state: MarchState, space: int, side: int) -> Violation | None:
    """Why the chosen units can't move to `space`; None when they can.

    Rule: 6.1, 3.3
    """
    if state.targets >> space & 1:
        return None
    name = rules.spaces[space]
    if held_by(state, 1 - side) >> space & 1:
        return rules.violation("3.3", "enemy-there", space=name)
    if state.at[state.chosen.bit_length() - 1] == space:
        return rules.violation("6.1", "already-there", space=name)
    for unit in bits(state.chosen):
        if not movement.reach(rules.board, state, unit, past_enemies=True) >> space & 1:
            return rules.violation("6.1", "too-far", unit=rules.units[unit], space=name)
    stopped = next(u for u in bits(state.chosen) if not movement.reach(rules.board, state, u) >> space & 1)
    return rules.violation("3.3", "enemy-in-the-way", unit=rules.units[stopped], space=name)


# Contact --------------------------------------------------------------------------------------------------------


def attack(rules: MarchOfJustice, state: MarchState, space: int, side: int) -> Violation | None:
    """Why `side` can't attack `space`; None when it can.

    Rule: 6.2
    """
    if combat.attackable(rules.board, state, side) >> space & 1:
        return None
    reason = "no-attacker" if held_by(state, 1 - side) >> space & 1 else "no-enemy-there"
    return rules.violation("6.2", reason, space=rules.spaces[space])


def attacker(rules: MarchOfJustice, state: MarchState, unit: int, side: int) -> Violation | None:
    """Why `unit` can't join the attack; None when it can.

    Rule: 6.2, 3.1
    """
    board, name = rules.board, rules.units[unit]
    if state.chosen >> unit & 1:
        return rules.violation("6.2", "chosen", unit=name)
    if combat.attackers_near(board, state) >> unit & 1:
        return None
    unfit = _not_available(rules, state, unit, side, "6.2")
    if unfit:
        return unfit
    if not board.assault >> unit & 1:
        return rules.violation("3.1", "defends-only", unit=name)
    if state.attacked >> unit & 1:
        return rules.violation("6.2", "attacked", unit=name)
    return rules.violation("6.2", "not-adjacent", unit=name, space=rules.spaces[state.spot])


def ready(rules: MarchOfJustice, state: MarchState, _: int) -> Violation | None:
    """Why the attack can't be fought yet; None when a unit takes part.

    Rule: 6.2
    """
    return None if state.chosen else rules.violation("6.2", "nobody-attacks")


def loss(rules: MarchOfJustice, state: MarchState, unit: int) -> Violation | None:
    """Why `unit` can't be chosen as the loss; None when it is one of the strongest.

    Rule: 6.2.2
    """
    if results.tied(state) >> unit & 1:
        return None
    return rules.violation("6.2.2", "not-strongest", unit=rules.units[unit])


def retreat(rules: MarchOfJustice, state: MarchState, space: int) -> Violation | None:
    """Why the selected unit can't retreat to `space`; None when it can.

    Rule: 6.2.2, 3.3
    """
    board, unit = rules.board, state.selected
    if results.refuges(board, state, unit) >> space & 1:
        return None
    side, here, name = side_of(state, board, unit), state.at[unit], rules.spaces[space]
    if not board.neighbours[here] >> space & 1:
        return rules.violation("6.2.2", "not-next-to", space=name, origin=rules.spaces[here])
    if held_by(state, 1 - side) >> space & 1:
        return rules.violation("3.3", "enemy-there", space=name)
    return rules.violation("6.2.2", "not-nearer", space=name, home=rules.spaces[board.homes[side][unit]])


def join(rules: MarchOfJustice, state: MarchState, space: int) -> Violation | None:
    """Why the unit that changes sides can't join its attackers at `space`; None when the attack came from there.

    Rule: 6.2.2
    """
    return None if state.sources >> space & 1 else rules.violation("6.2.2", "no-attack-from", space=rules.spaces[space])


def advancing(rules: MarchOfJustice, state: MarchState, unit: int) -> Violation | None:
    """Why `unit` can't advance after combat; None when it took part in the attack.

    Rule: 6.2.4
    """
    return None if state.fighters >> unit & 1 else rules.violation("6.2.4", "did-not-attack", unit=rules.units[unit])


# Russian turn ---------------------------------------------------------------------------------------------------


def arrival(rules: MarchOfJustice, state: MarchState, space: int) -> Violation | None:
    """Why the selected unit can't arrive at `space`; None when it can.

    Rule: 7.1, 3.3
    """
    board, unit = rules.board, state.selected
    if mobilization.arrival_spaces(board, state, unit) >> space & 1:
        return None
    if state.ours >> space & 1:
        return rules.violation("3.3", "enemy-there", space=rules.spaces[space])
    return rules.violation("7.1", "arrives-beside", unit=rules.units[unit], space=rules.spaces[board.arrives[unit]])


def silent_reduce(rules: MarchOfJustice, state: MarchState, unit: int) -> Violation | None:
    """Why `unit` can't be reduced by The People Are Silent; None when it can.

    Rule: 7.1.1, 3.1
    """
    if mobilization.reducible(rules.board, state) >> unit & 1:
        return None
    unfit = _not_russian_afield(rules, state, unit)
    if unfit:
        return unfit
    if not rules.board.reducible >> unit & 1:
        return rules.violation("3.1", "no-reduced-side", unit=rules.units[unit])
    return rules.violation("7.1.1", "reduced", unit=rules.units[unit])


def silent_switch(rules: MarchOfJustice, state: MarchState, unit: int) -> Violation | None:
    """Why `unit` can't change sides by The People Are Silent; None when it can.

    Rule: 7.1.1, 3.1
    """
    if mobilization.switchable(rules.board, state) >> unit & 1:
        return None
    return _not_russian_afield(rules, state, unit) or rules.violation("3.1", "never-switches", unit=rules.units[unit])


def _not_russian_afield(rules: MarchOfJustice, state: MarchState, unit: int) -> Violation | None:
    if not army(rules.board, state, RUSSIA) >> unit & 1:
        return rules.violation("7.1.1", "not-russian", unit=rules.units[unit])
    if state.at[unit] >= rules.board.count:
        return rules.violation("7.1.1", "not-on-map", unit=rules.units[unit])
    return None


def silent_join(rules: MarchOfJustice, state: MarchState, space: int) -> Violation | None:
    """Why the unit that changed sides can't join Wagner at `space`; None when it can.

    Rule: 7.1.1
    """
    if mobilization.nearest_held(rules.board, state, state.at[state.selected]) >> space & 1:
        return None
    return rules.violation("7.1.1", "not-nearest", space=rules.spaces[space])


def roadblock(rules: MarchOfJustice, state: MarchState, unit: int) -> Violation | None:
    """Why the roadblock `unit` can't be deployed; None when it can.

    Rule: 7.3, 3.8
    """
    board, name = rules.board, rules.units[unit]
    if roadblocks.deployable(board, state) >> unit & 1:
        return None
    if not board.roadblocks >> unit & 1:
        return rules.violation("7.3", "not-a-roadblock", unit=name)
    if not roadblocks.at_hand(board, state) >> unit & 1:
        return rules.violation("3.8", "not-drawn", unit=name)
    return rules.violation("7.3", "deployed", unit=name)


def site(rules: MarchOfJustice, state: MarchState, space: int) -> Violation | None:
    """Why a roadblock can't be placed at `space`; None when it can.

    Rule: 7.3
    """
    board, bit, name = rules.board, 1 << space, rules.spaces[space]
    if roadblocks.sites(board, state) & bit:
        return None
    if board.shut & bit:
        return rules.violation("7.3", "no-roadblock-here", space=name)
    return rules.violation("7.3", "has-roadblock" if state.barred & bit else "enemy-there", space=name)


# Which refuses what ---------------------------------------------------------------------------------------------

TESTS: dict[tuple[int, int], Refusal] = {
    (actions.ADJUST, actions.CHOOSE_UNIT): column,
    (actions.SHIFT, actions.SHIFT_TO): shift,
    (actions.BOONS, actions.SPEND_ON): buying(WAGNER),
    (actions.BOON_UNIT, actions.CHOOSE_UNIT): bought_for(WAGNER),
    (actions.WAGNER_JOIN, actions.JOIN_AT): join,
    (actions.MOBILIZATION_PLACE, actions.PLACE_AT): arrival,
    (actions.SILENT_REDUCE, actions.CHOOSE_UNIT): silent_reduce,
    (actions.SILENT_SWITCH, actions.CHOOSE_UNIT): silent_switch,
    (actions.SILENT_JOIN, actions.JOIN_AT): silent_join,
    (actions.EXPENDITURE, actions.SPEND_ON): buying(RUSSIA),
    (actions.EXPENDITURE_UNIT, actions.CHOOSE_UNIT): bought_for(RUSSIA),
    (actions.ROADBLOCK, actions.CHOOSE_UNIT): roadblock,
    (actions.ROADBLOCK_PLACE, actions.PLACE_AT): site,
}
"""What refuses each verb in each step; those that both sides have, and `done`, are added below."""

for _step in (
    actions.ADJUST, actions.BOONS, actions.SILENT_SWITCH, actions.EXPENDITURE, actions.ROADBLOCK,
    *actions.MOVE, *actions.CONTACT, *actions.ADVANCING,
):  # fmt: skip
    TESTS[_step, actions.DONE] = no_refusal
for _side in (WAGNER, RUSSIA):
    TESTS |= {
        (actions.RETURN[_side], actions.PLACE_AT): partial(returning, side=_side),
        (actions.MOVE[_side], actions.CHOOSE_UNIT): partial(mover, side=_side),
        (actions.GROUP[_side], actions.CHOOSE_UNIT): partial(group_member, side=_side),
        (actions.GROUP[_side], actions.MOVE_TO): partial(destination, side=_side),
        (actions.CONTACT[_side], actions.ATTACK): partial(attack, side=_side),
        (actions.ATTACKERS[_side], actions.CHOOSE_UNIT): partial(attacker, side=_side),
        (actions.ATTACKERS[_side], actions.FIGHT): ready,
        (actions.ADVANCING[_side], actions.ADVANCE): advancing,
    }
    for _owner in (WAGNER, RUSSIA):
        TESTS[actions.LOSS[_side][_owner], actions.LOSE_UNIT] = loss
        TESTS[actions.RETREAT[_side][_owner], actions.RETREAT_TO] = retreat
