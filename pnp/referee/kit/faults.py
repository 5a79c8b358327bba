"""What can't be in a state of a declared game: for saved games from strangers, and for fuzzing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import or_

from pnp.referee.dice import bits
from pnp.referee.kit.decisions import Decision
from pnp.referee.kit.kit import Kit
from pnp.referee.kit.state import KitState


class Breach(str):
    """What is wrong, and the address of the rule that forbids it."""

    rule: str

    def __new__(cls, message: str, rule: str) -> Breach:
        """The message, with its rule."""
        fault = super().__new__(cls, message)
        fault.rule = rule
        return fault


def misplaced(kit: Kit, state: KitState) -> list[str]:
    """Lists that don't fit the board, and numbers out of their range."""
    board = kit.board
    faults = []
    for name, length, most in (("at", len(board.units), board.nowhere), ("held", len(board.sides), board.land)):
        values = getattr(state, name, ())
        if len(values) != length or not all(0 <= value <= most for value in values):
            faults.append(f"{name!r} doesn't fit the board")
    if not faults and any(one & other for one, other in combinations(state.held, 2)):
        faults.append("two sides hold the same space")
    if len(state.points) != len(board.sides) or len(state.stock) != len(board.sides):
        faults.append("'points' or 'stock' doesn't fit the sides")
    if not -1 <= state.phase < len(kit.game.info.all_phases) or not -1 <= state.side < len(board.sides):
        faults.append("no such phase or side")
    if not -1 <= state.weather < max(len(kit.weathers), 1):
        faults.append("there is no such weather")
    lots = len(state.rules.lots)
    if any(value < 1 for value in state.dice_script) or any(not 0 <= lot < lots for lot in state.cup_script):
        faults.append("scripted draws are out of range")
    sets = state.reduced | state.cut_off | state.called | state.gone | state.face_down | state.exploiting
    if not 1 <= state.turn <= kit.scenario.turns or not 0 <= sets <= board.all_units:
        faults.append("a turn or a set of units is out of range")
    faults += [
        f"{name!r} is out of range" for name, most in kit.most.items() if not 0 <= getattr(state, name) <= most
    ]
    faults += [f"{name!r} is out of range" for name, most in kit.sets.items() if getattr(state, name) & ~most]
    if kit.cards is not None:
        faults += kit.cards.misplaced(state)
    return faults + kit.own_faults(state)


def standing_faults(kit: Kit, state: KitState) -> list[str]:
    """What is wrong with how the units stand."""
    faults = misplaced(kit, state)
    if faults:
        return faults
    board = kit.board
    armies = [kit.units_of(state, side) for side in range(len(board.sides))]
    movement = kit.source.movement.rule if kit.source.movement else ""
    entered = reduce(or_, (frame.get("attackers", 0) for frame in state.frames), 0) if kit.INSIDE else 0
    for place, inside in sorted(state.units_in.items()):
        if place < board.count and sum(bool(inside & ~entered & units) for units in armies) > 1:
            faults.append(Breach(f"enemies stand together in {board.spaces[place]}", movement))
        strangers = inside & ~kit.fits.get(place, inside)
        for unit in bits(strangers):
            faults.append(Breach(f"{board.units[unit]} can't be in {board.places[place]}", movement))
    for box in board.game.boxes:
        place = board.boxes.get(box.id, board.nowhere)
        if box.side in board.sides and place not in (board.nowhere, *kit.last_places):
            strangers = state.units_in.get(place, 0) & board.foes(board.sides.index(box.side))
            strangers &= ~armies[board.sides.index(box.side)]
            faults += [f"{board.units[unit]} can't be in {box.id}" for unit in bits(strangers)]
    if state.face_down & ~kit.may_hide:
        faults.append("a unit lies face down that is never set up so")
    if state.reduced & ~board.two_steps:
        faults.append("a unit without a second step is reduced")
    for look in kit.misplaced:
        faults += look(state)
    return faults


def stale_faults(kit: Kit, state: KitState) -> list[str]:
    """What is kept up to date as units move differs from what is computed afresh."""
    fresh = state.copy(records=False)
    kit.refresh(fresh)
    return [
        f"{name!r} is not up to date"
        for name in state.FOLLOWING
        if getattr(fresh, name) != getattr(state, name)
    ]


SETS, SINGLE, SPACE, SIDE, SHORT, COUNT = "units or spaces", "a unit", "a space", "a side", "a length", "a number"

REGISTERS: Mapping[str, str] = {
    "moved": SETS, "fought": SETS, "struck": SETS, "withdrawn": SETS, "followed": SETS, "vacated": SETS, "guests": SETS,
    "spaces": SETS, "attackers": SETS, "defenders": SETS, "retreating": SETS, "losers": SETS, "gone": SETS,
    "movers": SETS, "all": SETS, "chosen": SETS, "goals": SETS, "joining": SETS,
    "here": SPACE, "begun": SPACE, "via": SPACE, "goal": SPACE, "room": SPACE,
    "target": SPACE, "by": SIDE, "halted": SHORT, "stopped": SHORT, "forced": SHORT, "went_on": SHORT, "spent": COUNT,
    "paid": COUNT, "unit": SINGLE, "from": SPACE, "retiring": SIDE, "attacker": SIDE, "defender": SIDE,
    "steps": SHORT, "walked": SHORT, "reach": SHORT, "left": SHORT, "line": SHORT,
    "asked": COUNT, "owed": COUNT, "lost": COUNT, "advanced": COUNT, "arrived": COUNT, "counted": COUNT,
}  # fmt: skip
"""What the registers of the kit's own procedures hold; a game's own are not looked at."""

LONGEST, MOST = 99, 1 << 31
"""What a length and a number stay below or reach; declarations can't ask for more."""


def register_faults(kit: Kit, state: KitState) -> list[str]:
    """Registers that hold what can't be."""
    board = kit.board
    most = {
        SETS: (1 << max(len(board.units), board.count)) - 1, SINGLE: len(board.units) - 1, SPACE: board.count - 1,
        SIDE: len(board.sides) - 1, SHORT: LONGEST, COUNT: MOST,
    }  # fmt: skip
    faults = []
    for frame in state.frames:
        for name, value in frame.items():
            kind = REGISTERS.get(name)
            least = -1 if name == "line" else 0
            if kind is not None and not least <= value <= most[kind]:
                faults.append(f"the register {name!r} is not {kind} of this game")
    return faults


BROKEN = (LookupError, ValueError, TypeError, ArithmeticError, AttributeError, AssertionError)
"""What a procedure raises when the registers or the agenda of a state don't fit it."""


def decision_faults(decisions: Sequence[Decision], state: KitState) -> list[str]:
    """What is wrong with the open decision; `decisions` by step. That of a saved game can be refused, too."""
    if state.ended:
        return []
    if len(state.stack) != 1 or not state.frames:
        return ["not exactly one decision is open"]
    decision = decisions[state.stack[-1]]
    try:
        choices = decision.mask(state)
        may_end = bool(decision.may_end and decision.may_end(state))
        for one in (decision, *decision.besides) if state.foreign else ():
            one.mask(state)
            for reason in one.reasons:
                reason.passes(state)
    except BROKEN:
        return [f"the registers don't fit the decision {decision.id!r}"]
    if choices != state.choices:
        return [f"the choices of {decision.id!r} are not up to date"]
    asked = choices or (may_end and decision.always)
    return [] if asked else [f"the decision {decision.id!r} has no choice"]
