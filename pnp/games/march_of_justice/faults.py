"""What can't be: every property that holds in each state, recomputed from scratch. Fuzzing and saved games use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.march_of_justice import actions, dispersal, mobilization, momentum, movement, results, roadblocks
from pnp.games.march_of_justice.board import RUSSIA, WAGNER, Board
from pnp.games.march_of_justice.state import MarchState, army
from pnp.referee.dice import bits
from pnp.referee.standing import place_faults, range_faults, set_faults, stale_faults, standing_faults

if TYPE_CHECKING:
    from pnp.games.march_of_justice.rules import MarchOfJustice


def faults_of(rules: MarchOfJustice, state: MarchState, *, standing: bool = False) -> list[str]:
    """Every fault of `state`, in words; none when all is well.

    standing  only where everything stands, before a phase is opened
    """
    board = rules.board
    faults = _shape(board, state)
    if faults:
        return faults
    faults += _conserved(board, state)
    faults += _apart(board, state)
    faults += _kept_up(board, state)
    faults += _dispersed(board, state)
    return faults if faults or standing else _moment(rules, state)


def _shape(board: Board, state: MarchState) -> list[str]:
    """Numbers inside their ranges."""
    number = len(board.units)
    everyone = (1 << number) - 1
    faults = standing_faults(state, number, board.nowhere)
    if len(state.sp) != number or len(state.ma) != number:
        faults.append("'sp' or 'ma' doesn't give a number for each unit")
    if len(state.marks) != len(board.markers) or not all(0 <= mark < len(board.track) for mark in state.marks):
        faults.append("'marks' doesn't give a space of the track for each marker")
    of_units = ("moved", "attacked", "shifted", "deployed", "chosen", "fighters", "waiting", "reduced", "switched")
    faults += set_faults(state, of_units, everyone, "units")
    faults += set_faults(state, ("ours", "theirs", "barred", "targets", "sources"), board.land, "spaces")
    items = max(buy.item for buy in (*board.boons, *board.expenses)) + 1
    faults += range_faults(state, {"selected": number, "row": items, "spot": board.count})
    if not 1 <= state.turn <= board.turns:
        faults.append(f"there is no turn {state.turn}")
    if not 0 <= state.momentum < len(board.levels):
        faults.append("momentum is off its track")
    if not 0 <= state.happened < 1 << 6 or state.attacker not in (WAGNER, RUSSIA) or not 0 <= state.left <= number:
        faults.append("'happened', 'attacker' or 'left' is out of range")
    sides = board.contact.table.dice.sides
    if any(not 1 <= value <= sides for value in state.dice_script) or any(
        not 0 <= u < number + board.count for u in state.cup_script
    ):
        faults.append("scripted draws are out of range")
    return faults or _shape_of_plans(board, state, everyone)


def _shape_of_plans(board: Board, state: MarchState, everyone: int) -> list[str]:
    """Tasks and prepared attacks hold what they should."""
    faults = []
    for task in state.tasks:
        if task < 0 or task & (1 << results.KIND_BITS) - 1 > results.SWITCH or task >> results.KIND_BITS > everyone:
            faults.append("'tasks' holds something that is none")
    plans = state.plans
    if len(plans) % 3 or len(plans) > 3 * board.count:
        faults.append("'plans' is cut off")
    for spot, units, needed in zip(plans[::3], plans[1::3], plans[2::3], strict=False):
        if not (0 <= spot < board.count and 0 < units <= everyone and 0 <= needed < 128):
            faults.append("'plans' holds something that is none")
    return faults


def _conserved(board: Board, state: MarchState) -> list[str]:
    """Each unit stands in exactly one place, one that can hold it, on a side that it has."""
    faults = place_faults(state, board.units)
    real = board.native[WAGNER] | board.native[RUSSIA]
    boxes = {
        board.cup: board.native[RUSSIA] | board.roadblocks | board.event_marker, board.aside: board.roadblocks,
        board.eliminated: real, board.removed: real | board.event_marker,
    }  # fmt: skip
    for place in range(board.nowhere):
        able = boxes.get(place, real | board.roadblocks if place < board.count else real)
        faults += [f"{board.units[u]} can't be in {board.places[place]}" for u in bits(state.units_in[place] & ~able)]
    for unit in bits(state.reduced & ~board.reducible):
        faults.append(f"{board.units[unit]} has no reduced side")
    for unit in bits(state.switched & ~board.switchers):
        faults.append(f"{board.units[unit]} can't change sides")
    return faults


def _apart(board: Board, state: MarchState) -> list[str]:
    """One side in a location; one roadblock, where one may stand."""
    faults = []
    ours, theirs = army(board, state, WAGNER), army(board, state, RUSSIA)
    for space in range(board.count):
        units, name = state.units_in[space], board.spaces[space]
        if units & ours and units & theirs:
            faults.append(f"both sides are in {name}")
        if (units & board.roadblocks).bit_count() > 1:
            faults.append(f"two roadblocks are in {name}")
        if units & board.roadblocks and board.shut >> space & 1:
            faults.append(f"a roadblock is in {name}")
    return faults


def _kept_up(board: Board, state: MarchState) -> list[str]:
    """What is kept up to date equals what is computed afresh."""
    kinds = {"ours": army(board, state, WAGNER), "theirs": army(board, state, RUSSIA), "barred": board.roadblocks}
    faults = stale_faults(state, state.units_in, kinds, board.count)
    for unit in range(len(board.units)):
        down, marker = state.reduced >> unit & 1, board.marker_of[unit]
        sp, ma = board.sp[down][unit], board.ma[down][unit]
        if marker >= 0:
            sp, ma = sp + board.track[state.marks[marker]].sp, ma + board.track[state.marks[marker]].ma
        if (sp, ma) != (state.sp[unit], state.ma[unit]):
            faults.append(f"strength or movement of {board.units[unit]} is not up to date")
    return faults


def _dispersed(board: Board, state: MarchState) -> list[str]:
    """Dispersed units stand on a turn to come, or on this one while their side has not moved."""
    late = [
        unit
        for turn, place in enumerate(board.turn_places)
        if 0 < turn < state.turn
        for unit in bits(state.units_in[place])
    ]
    return [f"{board.units[unit]} is still on a turn that is past" for unit in late]


# The open decision ----------------------------------------------------------------------------------------------


def _moment(rules: MarchOfJustice, state: MarchState) -> list[str]:
    """What must hold in the open decision."""
    board = rules.board
    if state.ended:
        return ["decisions are open after the end"] if state.stack or not _is_clean(state, -1) else []
    step = state.stack[-1] if state.stack else -1
    if not 0 <= step < len(actions.STEPS) or state.stack != [*_outer(rules, step), step]:
        return ["no decision is open, or too many are"]
    side = rules.side_of_step(step)
    if side not in rules.deciding:
        return [f"{side} decides nothing in this game"]
    if not _is_clean(state, step):
        return ["something is left of a decision that is over"]
    faults = _acted(board, state)
    faults += _selecting(rules, state, step)
    if step in actions.GROUP:
        faults += _grouping(board, state, actions.GROUP.index(step))
    if step in (*actions.FIGHTING, *actions.ATTACKERS):
        faults += _fighting(board, state, step)
    if not faults and not rules.choices(state):
        faults.append(f"nothing can be done in {actions.STEPS[step].id}")
    return faults


def _outer(rules: MarchOfJustice, step: int) -> list[int]:
    """The decisions inside which `step` is open."""
    if step in actions.INSIDE:
        return list(actions.INSIDE[step])
    if step in actions.FIGHTING:
        side = WAGNER if actions.STEPS[step].phase == actions.STEPS[actions.CONTACT[WAGNER]].phase else RUSSIA
        return [actions.CONTACT[side]] if rules.decides[side] else []
    return []


_SELECTING = (
    actions.SHIFT, *actions.RETURN, actions.MOBILIZATION_PLACE, actions.SILENT_JOIN, actions.ROADBLOCK_PLACE,
    *(step for steps in actions.RETREAT for step in steps), actions.WAGNER_JOIN,
)  # fmt: skip
_BUYING = (actions.BOON_UNIT, actions.EXPENDITURE_UNIT)
_COUNTING = (*_BUYING, actions.SILENT_REDUCE, actions.SILENT_SWITCH)


def _is_clean(state: MarchState, step: int) -> bool:
    """Nothing is set that belongs to another kind of decision."""
    fighting = step in actions.FIGHTING
    attacking = step in actions.ATTACKERS
    return not (
        (state.selected >= 0) != (step in _SELECTING)
        or (state.row >= 0) != (step in _BUYING)
        or (state.left and step not in (*_COUNTING, actions.SILENT_JOIN))
        or (state.chosen and step not in actions.GROUP and not attacking)
        or (state.targets and step not in actions.GROUP)
        or ((state.fighters or state.sources or state.tasks) and not fighting)
        or (state.spot >= 0) != (fighting or attacking)
        or (state.attacker and not fighting and not attacking)
        or (state.plans and not fighting)
        or (state.waiting and step not in actions.RETURN)
        or (state.shifted and step not in (actions.ADJUST, actions.SHIFT))
        or (state.deployed and step not in (actions.ROADBLOCK, actions.ROADBLOCK_PLACE))
    )


def _acted(board: Board, state: MarchState) -> list[str]:
    """Who moved, attacked, or had its marker moved is a unit that can; it belongs to one player turn."""
    real = board.native[WAGNER] | board.native[RUSSIA]
    if (state.moved | state.attacked) & ~real or state.shifted & ~board.core or state.deployed & ~board.roadblocks:
        return ["units have acted that can't"]
    return []


def _selecting(rules: MarchOfJustice, state: MarchState, step: int) -> list[str]:
    """The selected unit is one that the decision can be about."""
    board, unit = rules.board, state.selected
    if step in _BUYING and rules.buys.get(state.row) not in (
        board.boons if step == actions.BOON_UNIT else board.expenses
    ):
        return ["nothing that can be bought is being bought"]
    if step in _COUNTING and not state.left:
        return ["nothing is left to choose"]
    able = -1
    if step == actions.SHIFT:
        able = momentum.adjustable(board, state)
    elif step in actions.RETURN:
        able = dispersal.due(board, state, actions.RETURN.index(step)) & state.waiting
    elif step == actions.MOBILIZATION_PLACE:
        able = state.units_in[board.cup] & board.native[RUSSIA]
    elif step == actions.SILENT_JOIN:
        able = mobilization.switchable(board, state)
    elif step == actions.ROADBLOCK_PLACE:
        able = roadblocks.deployable(board, state)
    elif step in _SELECTING:
        able = momentum.afield(board, state)
    return [] if unit < 0 or able >> unit & 1 else ["no unit is selected that this decision is about"]


def _grouping(board: Board, state: MarchState, side: int) -> list[str]:
    """The chosen units are fresh and together, and the targets are those that all of them share."""
    if not state.chosen or state.chosen & ~movement.movable(board, state, side):
        return ["the units chosen can't move"]
    targets, spaces = board.land, set()
    for unit in bits(state.chosen):
        targets &= movement.reach(board, state, unit)
        spaces.add(state.at[unit])
    return [] if targets == state.targets and len(spaces) == 1 else ["the targets are not those of the units"]


def _fighting(board: Board, state: MarchState, step: int) -> list[str]:
    """The contact has attackers of the side on turn, and units that must choose."""
    side = state.attacker
    phase = actions.STEPS[step].phase
    if (phase == actions.STEPS[actions.CONTACT[WAGNER]].phase) != (side == WAGNER):
        return ["the wrong side attacks"]
    own = army(board, state, side) & board.assault
    if step in actions.ATTACKERS:
        near = board.neighbours[state.spot]
        able = sum(1 << u for u in bits(own & ~state.attacked) if near >> state.at[u] & 1)
        return [] if not state.chosen & ~able else ["units take part that can't"]
    if state.fighters & ~(own & state.attacked & momentum.afield(board, state)):
        return ["units fight that can't"]
    if any(step in steps for steps in actions.LOSS):
        highest = _highest(board, state)
        return [] if highest & (highest - 1) else ["no unit must be chosen for a loss"]
    if step in actions.ADVANCING and (not state.fighters or state.tasks):
        return ["nobody can advance"]
    return []


def _highest(board: Board, state: MarchState) -> int:
    """The units of which one must lose; none when something is wrong with them."""
    units = state.tasks[-1] >> results.KIND_BITS if state.tasks else 0
    return results.tied(state) if units and not units & ~momentum.afield(board, state) else 0
