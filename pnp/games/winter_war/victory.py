"""Victory points, the garrison of Murmansk, and the end of the game.

Rule: Victory, Victory Levels
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.games.winter_war.board import FINNISH, SOVIET, Board
from pnp.games.winter_war.capture import captured
from pnp.games.winter_war.state import WinterState, put
from pnp.games.winter_war.supply import settle
from pnp.referee.dice import bits
from pnp.referee.hexes import Plane
from pnp.referee.records import event

if TYPE_CHECKING:
    from pnp.games.winter_war.rules import WinterWar

ALLIES, GARRISON, CLEAR = "allied-losses", "murmansk-garrison", "south-clear"
"""Lines of the schedule that don't ask for hexes; Soviet points for all others are hexes that it captured."""


def garrison(rules: WinterWar, state: WinterState) -> int:
    """Units that guard Murmansk: all but headquarters and isolated ones.

    Rule: Murmansk Defense
    """
    board = rules.board
    settle(board, state)
    found = 0
    for space in bits(state.occupied[SOVIET] & rules.tables.guarded):
        found |= state.units_in[space]
    return found & board.army[SOVIET] & ~(board.traits["headquarters"] | state.isolated)


def watch_murmansk(rules: WinterWar, state: WinterState) -> None:
    """At the end of a Soviet player-turn: are there enough units near Murmansk? Not with the optional rule.

    Rule: Murmansk Defense, Optional Rule
    """
    parameter = rules.board.parameter
    if rules.optional or state.turn < parameter["murmansk-from"]:
        return
    units = garrison(rules, state)
    enough = units.bit_count() >= parameter["murmansk-units"]
    state.misses += not enough
    extra = (("value", units.bit_count()), ("code", "met" if enough else "missed"))
    event(state, "garrison", "Murmansk Defense", 0, rules.board.murmansk, extra)


def points(rules: WinterWar, state: WinterState) -> list[tuple[str, int]]:
    """What each line of the schedule is worth now, in its order; lines that are worth nothing are left out.

    Rule: Victory Point Schedule, Capture
    """
    taken = (captured(rules, state, SOVIET), captured(rules, state, FINNISH))
    found = []
    for name, line in rules.tables.schedule.items():
        times = _times(rules, state, name, line.spaces, taken)
        if times:
            found.append((name, times * line.source.points if line.source.each else line.source.points))
    return found


def _times(rules: WinterWar, state: WinterState, name: str, spaces: Plane, taken: tuple[Plane, Plane]) -> int:
    """How often a line of the schedule counts.

    Rule: Victory Point Schedule
    """
    if name == ALLIES:
        return state.allies
    if name == GARRISON:
        return state.misses
    if name == CLEAR:
        return not state.occupied[FINNISH] & rules.board.south
    line = rules.tables.schedule[name].source
    by_soviet = line.points > 0
    hit = spaces & taken[SOVIET if by_soviet else FINNISH]
    return hit.bit_count() if line.each else int(hit == spaces)


def total(rules: WinterWar, state: WinterState) -> int:
    """The Soviet score now.

    Rule: Victory
    """
    return sum(value for _, value in points(rules, state))


def level_of(rules: WinterWar, score: int) -> int:
    """Index of the outcome that a score comes to.

    Rule: Victory Levels
    """
    return next(outcome for least, outcome in rules.tables.levels if least is None or score >= least)


def take_off_isolated(board: Board, state: WinterState) -> None:
    """Isolated units of both sides leave the map before the points are counted.

    Rule: Victory, Supply H
    """
    settle(board, state)
    isolated = state.isolated
    for side in (SOVIET, FINNISH):
        put(board, state, isolated & board.army[side], board.eliminated[side])
    settle(board, state)


def end_game(rules: WinterWar, state: WinterState) -> None:
    """Both sides take their isolated units off the map, which happens only here; then the points are counted.

    Rule: Victory, Supply H
    """
    board = rules.board
    settle(board, state)
    for side in (SOVIET, FINNISH):
        for unit in bits(state.isolated & board.army[side]):
            event(state, "removed", "Victory", 1 << unit, state.at[unit])
    take_off_isolated(board, state)
    for name, value in points(rules, state):
        event(state, "points", "Victory Point Schedule", 0, -1, (("value", value), ("code", name)))
    score = total(rules, state)
    outcome = level_of(rules, score)
    result = (("turn", state.turn), ("by", rules.sides[SOVIET]), ("value", score))
    event(state, "score", "Victory Levels", 0, -1, result)
    state.ended = 1 + outcome
    state.stack.clear()
