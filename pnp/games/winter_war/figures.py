"""What figures in the rulebook show of a position: zones of control, and how units are supplied, hex by hex.

Everything is read from what `supply.settle` and the search of a move have found; nothing is judged here again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.games.winter_war.abroad import free_ground
from pnp.games.winter_war.board import FINNISH, SOVIET
from pnp.games.winter_war.state import WinterState
from pnp.games.winter_war.supply import linked_cities
from pnp.model.figure import BoardFacts, Stage, SupplyLine
from pnp.referee.dice import bits
from pnp.referee.hex_way import way_to
from pnp.referee.hexes import HexLinks, Plane
from pnp.referee.kit.rules import DeclaredRules
from pnp.referee.masks import Action

Part = tuple[Stage, list[int]]


def board_facts(rules: DeclaredRules, state: WinterState, units: Sequence[str]) -> BoardFacts:
    """Zones of control of both sides, isolated units, and the lines of supply of `units`."""
    board = rules.board
    zones = {
        rules.sides[side]: tuple(rules.spaces[space] for space in bits(state.zoc[side] & board.land))
        for side in (SOVIET, FINNISH)
    }
    lines = []
    for name in units:
        parts = list(_line(rules, state, rules.units.index(name)))
        if parts:
            lines.append(
                SupplyLine(name, tuple((kind, tuple(rules.spaces[space] for space in way)) for kind, way in parts))
            )
    isolated = tuple(rules.units[unit] for unit in bits(state.isolated))
    return BoardFacts(zones, tuple(lines), isolated)


def way_of(rules: DeclaredRules, state: WinterState, action: Action) -> tuple[str, str, tuple[str, ...]] | None:
    """The unit, its hex, and the hexes that the move `action` leads through.

    Rule: Movement A, Movement J
    """
    if rules.VERBS[action[0]].id != "move-to" or rules.why_not(state, action) is not None:
        return None
    found, board = state.way, rules.board
    if found is None or state.selected < 0:
        return None
    way = way_to(found, action[1], board.rails[board.side_of[state.selected]].links).hexes
    start = rules.places[state.at[state.selected]]
    return rules.units[state.selected], start, tuple(rules.spaces[space] for space in way)


def _line(rules: DeclaredRules, state: WinterState, unit: int) -> Iterator[Part]:
    """The stages of a unit's line of supply; none when it is isolated or needs none.

    Rule: Supply F, Supply F1, Supply F2, Supply F3, Supply G
    """
    board = rules.board
    space = state.at[unit]
    if space >= board.count or state.isolated >> unit & 1:
        return
    if board.side_of[unit] == FINNISH:
        yield from _home(rules, state, space)
        return
    links = board.links[board.season(state.turn)]
    cities = linked_cities(board, state)
    city = space if cities >> space & 1 else -1
    for line in () if city >= 0 else state.lines:
        if line is not None and line.near >> space & 1 and line.goals & cities:
            goal = line.goals & cities
            city = (goal & -goal).bit_length() - 1
            # A unit in the hex of its headquarters has no way to go.
            if line.source != space:
                yield "unit", _way(links, state.open | 1 << space, space, 1 << line.source)
            if line.source != city:
                yield "headquarters", _way(links, state.open | goal, line.source, goal)
            break
    if city >= 0 and city != board.leningrad:
        rails = board.rails[SOVIET]
        yield "rail", _way(rails.links, rails.all & ~state.occupied[FINNISH], city, 1 << board.leningrad)


def _home(rules: DeclaredRules, state: WinterState, space: int) -> Iterator[Part]:
    """From a hex abroad to the nearest of Finland.

    Rule: Supply G
    """
    board = rules.board
    if board.home[FINNISH] >> space & 1:
        return
    free = free_ground(board, state, FINNISH, state.zoc[SOVIET])
    yield "home", _way(board.links[board.season(state.turn)], free, space, free & board.home[FINNISH])


def _way(links: HexLinks, free: Plane, start: int, goal: Plane) -> list[int]:
    """The shortest way from `start` to a hex of `goal` through `free`, both ends included."""
    way = [start]
    left = links.way(start, free | goal, goal)[0] & ~(1 << start)
    while left:
        step = links.near[way[-1]] & left
        way.append(step.bit_length() - 1)
        left ^= step
    return way
