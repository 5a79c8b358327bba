"""What can't be in a Combat Phase or Interphase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war import actions, events
from pnp.games.winter_war.board import FINNISH, Board
from pnp.games.winter_war.events import DROPPED, WAITING
from pnp.games.winter_war.scenarios import LANDING
from pnp.games.winter_war.state import WinterState
from pnp.referee.dice import bits
from pnp.referee.standing import set_faults

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

OF_UNITS = ("withdrew", "advanced", "afloat", "fought", "struck", "guests", "chosen", "attacked", "fleeing")
OF_HEXES = ("vacated", "targets")

PHASE_ENDS = ("winter-war:close", "winter-war:ashore")
"""The last operation of all, on land and from the sea."""

BATTLE = frozenset({"combat-attacker", "retreat-unit", "retreat-space", "losses-exchange", "advance", "advance-space"})
"""Decisions in the middle of a fight, which has a frame of its own."""

LANDINGS = (actions.LANDING, actions.LANDING_RETREAT, actions.LANDING_RETREAT_HEX, actions.LANDING_EXCHANGE)

COMBAT = ("soviet-combat", "finnish-combat")


def shape(rules: WinterWar, state: WinterState) -> list[str]:
    """Numbers outside their ranges."""
    board, tables = rules.board, rules.tables
    faults = set_faults(state, OF_UNITS, (1 << len(board.units)) - 1, "units")
    faults += set_faults(state, OF_HEXES, board.everywhere, "spaces")
    limits = {
        "owed": sum(board.defence), "side": FINNISH, "lost": board.parameter["severe-climate"],
        "scenario": len(tables.letters) - 1, "logistics": 1,
        "paradrop": DROPPED, "truce": board.turns, "frozen": board.turns, "allies": board.allied.bit_count(),
        "misses": board.turns,
    }  # fmt: skip
    return faults + [
        f"{name!r} is out of range" for name, most in limits.items() if not 0 <= getattr(state, name) <= most
    ]


def faults(rules: WinterWar, state: WinterState) -> list[str]:
    """Every fault of what belongs to combat and to the optional rule."""
    found = (
        []
        if rules.optional or not (state.scenario or state.truce or state.frozen or state.logistics or state.paradrop)
        else ["the optional rule isn't played"]
    )
    step = state.stack[-1] if state.stack else -1
    phase = rules.STEPS[step].phase if step >= 0 else ""
    if not rules.optional and (phase == "interphase" or step == actions.PARADROP):
        found.append("the optional rule isn't played")
    on_kit = step in rules.fighting.offered
    if not on_kit and (state.agenda or len(state.frames) > 1):
        found.append("something is left of a fight that is over")
    registers = any(value for frame in state.frames for value in frame.values())
    if phase not in COMBAT and step not in LANDINGS and registers:
        found.append("something is left of a phase that is over")
    if bool(state.afloat) != (step in LANDINGS):
        found.append("a fight is on land or from the sea")
    if bool(state.lost) != (step == actions.CLIMATE):
        found.append("units are lost to the climate at another time")
    return found or _moment(rules, state, step)


def _moment(rules: WinterWar, state: WinterState, step: int) -> list[str]:
    """What must hold in the open decision of a fight or an event."""
    events_too = (actions.PARADROP, actions.LANDING, actions.VOLUNTEERS, actions.CEASE_FIRE)
    fits = _fight if step in rules.fighting.offered else _interphase if step in events_too else None
    return [] if fits is None or fits(rules, state, step) else [f"nothing fits the decision {rules.STEPS[step].id}"]


def _fight(rules: WinterWar, state: WinterState, step: int) -> bool:
    """The registers are those of the open decision of the kit, and whoever fights can."""
    fighting, board = rules.fighting, rules.board
    decision, side = fighting.offered[step], state.side
    owner = rules.sides.index(str(rules.side_of_step(step)))
    in_battle = decision.id in BATTLE
    ends = [PHASE_ENDS[1]] if state.afloat else [PHASE_ENDS[0], "combat:close"][: 1 + in_battle]
    if state.agenda[: len(ends)] != ends or len(state.frames) != 1 + in_battle:
        return False
    if fighting.kit.step(state.copy(records=False), decision, owner) != step:
        return False
    may_end = decision.may_end is not None and decision.may_end(state)
    if fighting.choices(state) != state.choices or not (state.choices or may_end):
        return False
    if not in_battle:
        return True
    fought = state.chosen | state.attacked
    if not state.targets or state.fleeing & ~fought or not _on_map(board, state, state.fleeing):
        return False
    if state.afloat:
        waiting = state.units_in[board.events[FINNISH]] & rules.tables.calls[f"Scenario {LANDING}"].units
        return not state.chosen & ~state.afloat and not state.chosen & ~waiting
    return not state.chosen & ~board.army[side] and _on_map(board, state, state.chosen)


def _on_map(board: Board, state: WinterState, units: int) -> bool:
    """Whether all of `units` are on the map."""
    return all(state.at[unit] < board.count for unit in bits(units))


def _interphase(rules: WinterWar, state: WinterState, step: int) -> bool:
    """What the decision is about is there."""
    board, calls = rules.board, rules.tables.calls
    if step == actions.PARADROP:
        return state.paradrop == WAITING and bool(events.drop_spaces(rules, state))
    if step == actions.LANDING:
        return (
            state.afloat == calls[f"Scenario {LANDING}"].units & state.units_in[board.events[FINNISH]]
            and not state.scenario
        )
    if step == actions.CEASE_FIRE:
        return state.truce == state.turn
    volunteers = calls["Event G"].units & state.units_in[board.events[FINNISH]]
    return state.selected >= 0 and volunteers >> state.selected & 1 == 1
