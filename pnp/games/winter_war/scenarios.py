"""Scenarios A to E: what comes from abroad.

Rule: Scenario A, Scenario B, Scenario C, Scenario D, Scenario E
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war import actions
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.state import WinterState, pass_through, put
from pnp.games.winter_war.supply import settle
from pnp.games.winter_war.tables import WORST
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

LANDING, SWEDEN, VOLUNTEERS, SUPPLIES, NARVIK = "A", "B", "C", "D", "E"


def bring(rules: WinterWar, state: WinterState, number: int) -> bool:
    """What scenario `number` brings. False while the Finnish player must decide about it.

    Rule: Scenario A, Scenario B, Scenario C, Scenario D, Scenario E
    """
    letter = rules.tables.letters[number]
    if letter == LANDING:
        return land(rules, state)
    state.scenario = number
    if letter in (SWEDEN, NARVIK):
        called = rules.tables.calls[f"Scenario {letter}"]
        _arrive(
            rules,
            state,
            called.units & state.units_in[rules.board.events[FINNISH]],
            called.spaces,
            f"Scenario {letter}",
        )
    elif letter == VOLUNTEERS:
        hurry(rules, state)
    return True


def _arrive(rules: WinterWar, state: WinterState, units: int, spaces: Plane, rule: str) -> None:
    """`units` are put on the one hex of `spaces`."""
    board, space = rules.board, spaces.bit_length() - 1
    event(state, "arrive", rule, units, space)
    put(board, state, units, space)
    pass_through(board, state, FINNISH, spaces)
    settle(board, state)


# A: the landing --------------------------------------------------------------------------------------------------


def in_force(rules: WinterWar, state: WinterState, letter: str) -> bool:
    """Whether the scenario with this letter is in force."""
    return rules.tables.letters[state.scenario] == letter


def beach(rules: WinterWar) -> int:
    """The hex where the Allies land."""
    return rules.tables.calls[f"Scenario {LANDING}"].spaces.bit_length() - 1


def land(rules: WinterWar, state: WinterState) -> bool:
    """The Allied units land where no Soviet unit is; where one is the Finnish player may have them attack.

    Odds that are not allowed leave no choice: it is no scenario.
    Rule: Scenario A, Combat N
    """
    board, called = rules.board, rules.tables.calls[f"Scenario {LANDING}"]
    units = called.units & state.units_in[board.events[FINNISH]]
    if not state.occupied[SOVIET] & called.spaces:
        state.scenario = rules.tables.letters.index(LANDING)
        _arrive(rules, state, units, called.spaces, "Scenario A")
        return True
    state.afloat = units
    if rules.fighting.odds(state, units, called.spaces).column <= WORST:
        state.afloat = 0
        return True
    state.stack[:] = [actions.LANDING]
    return False


def attack_from_sea(rules: WinterWar, state: WinterState) -> None:
    """The landing is fought for, at once.

    Rule: Scenario A
    """
    state.scenario = rules.tables.letters.index(LANDING)
    rules.fighting.fight_from_sea(state, rules.tables.calls[f"Scenario {LANDING}"].spaces)


def after_landing(rules: WinterWar, state: WinterState) -> None:
    """Who has won the beach lands; the others sail home.

    Rule: Scenario A
    """
    called = rules.tables.calls[f"Scenario {LANDING}"]
    units = 0 if state.occupied[SOVIET] & called.spaces else state.chosen
    state.afloat = 0
    state.frames.clear()
    if units:
        _arrive(rules, state, units, called.spaces, "Scenario A")
    rules.after_scenario(state)


def let_it_be(rules: WinterWar, state: WinterState) -> None:
    """No landing: it counts as no scenario.

    Rule: Scenario A
    """
    state.afloat = 0
    rules.after_scenario(state)


# C and D ---------------------------------------------------------------------------------------------------------


def hurry(rules: WinterWar, state: WinterState) -> None:
    """The volunteers join the next turn's reinforcements, if they are still to come.

    Rule: Scenario C
    """
    board = rules.board
    waiting = board.waiting[FINNISH]
    later = [box for turn, box in waiting.items() if turn > state.turn + 1]
    for unit in bits(rules.tables.calls[f"Scenario {VOLUNTEERS}"].units):
        if state.at[unit] in later:
            put(board, state, 1 << unit, waiting[state.turn + 1])
            event(state, "hurry", "Scenario C", 1 << unit, waiting[state.turn + 1])


def places_of(rules: WinterWar, state: WinterState, unit: int) -> Plane:
    """The hexes to which scenario C ties the arrival of `unit`; all of them for every other unit.

    Rule: Scenario C
    """
    called = rules.tables.calls[f"Scenario {VOLUNTEERS}"]
    tied = in_force(rules, state, VOLUNTEERS) and called.units >> unit & 1
    return called.spaces if tied else rules.board.everywhere


def rebuild_one(rules: WinterWar, state: WinterState) -> None:
    """At the start of a Finnish Reinforcement Phase one lost unit joins it.

    Rule: Scenario D
    """
    board = rules.board
    if not in_force(rules, state, SUPPLIES):
        return
    lost = rules.tables.calls[f"Scenario {SUPPLIES}"].units & state.units_in[board.eliminated[FINNISH]]
    if lost:
        box = board.waiting[FINNISH][state.turn]
        put(board, state, lost & -lost, box)
        event(state, "rebuild", "Scenario D", lost & -lost, box)
