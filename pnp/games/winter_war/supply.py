"""Who is isolated now, and whose zones of control count.

Supply depends on zones of control and they on supply: an isolated unit exerts none. The two sides are judged in turns,
beginning with no Soviet unit isolated, until nothing changes any more; so the answer depends on where the units stand
and on nothing else. Headquarters whose surroundings have stayed the same keep the line they had.

Rule: Supply, Zones of Control H
"""

from __future__ import annotations

from pnp.games.winter_war.board import FINNISH, SOVIET, Board
from pnp.games.winter_war.state import WinterState, held
from pnp.referee.dice import bits
from pnp.referee.hex_counts import counted, lowered
from pnp.referee.hex_supply import Line, line_of
from pnp.referee.hexes import HexLinks, Plane


def isolated_now(board: Board, state: WinterState) -> int:
    """The units of both sides that are isolated at this instant.

    Rule: Supply E
    """
    settle(board, state)
    return state.isolated


def settle(board: Board, state: WinterState) -> None:
    """Bring `state.isolated` and `state.zoc` up to date after units have moved or left the map.

    Rule: Supply, Supply K, Zones of Control C, Zones of Control H
    """
    if not state.stale:
        return
    state.stale = 0
    if state.down:  # set-up: nothing is fought for yet, and what the Finnish units are stays hidden
        state.isolated, state.zoc = 0, (0, 0)
        return
    soviet, finnish = state.occupied
    abroad = finnish & ~board.home[FINNISH]
    forts = board.forts & held(board, state, FINNISH)
    passable = passable_ground(board, state)
    cut = 0
    while True:
        soviet_zone = zone_without(board, state, SOVIET, cut) & ~forts if abroad else 0
        lost = _cut_off(board, state, abroad, passable & ~soviet & ~(soviet_zone & ~finnish)) if abroad else 0
        finnish_zone = zone_without(board, state, FINNISH, lost)
        found = _without_supply(board, state, passable & ~finnish & ~(finnish_zone & ~soviet))
        if found == cut or not abroad:
            break
        cut = found
    if not abroad:
        soviet_zone = zone_without(board, state, SOVIET, found) & ~forts
    state.isolated, state.zoc = found | lost, (soviet_zone, finnish_zone)


def passable_ground(board: Board, state: WinterState) -> Plane:
    """Hexes through which a line can be traced: terrain and borders that no unit of any kind is kept from.

    Rule: Supply F1, Supply G
    """
    season = board.season(state.turn)
    return board.everywhere & ~season.closed & ~board.ground.shut


def zone_without(board: Board, state: WinterState, side: int, isolated: int) -> Plane:
    """The zones of control of a side when the units of `isolated` exert none.

    Rule: Zones of Control H, Supply C
    """
    digits = state.zones[side]
    if isolated:
        digits = digits[:]
        rows = board.zone_rows[board.season_index(state.turn)]
        for unit in bits(isolated & board.army[side]):
            if zone := rows[unit][state.at[unit]]:
                lowered(digits, zone)
    return counted(digits)


# Finnish units abroad ----------------------------------------------------------------------------------------


def _cut_off(board: Board, state: WinterState, abroad: Plane, free: Plane) -> int:
    """Finnish and Allied units abroad that can't trace a line through `free` to a point of it in Finland.

    Rule: Supply G
    """
    links = board.season(state.turn).open
    goal = free & board.home[FINNISH]
    units = 0
    while abroad:
        start = abroad & -abroad
        found = reached_from(links, start, free, goal)
        if found:
            units |= _in(state, board.army[FINNISH], abroad & found)
        abroad &= ~(found | start)
    return units


def reached_from(links: HexLinks, start: Plane, free: Plane, goal: Plane) -> Plane:
    """All that can be reached from `start` through `free`, when no hex of `goal` is among it; else 0."""
    found = front = start
    while front:
        if found & goal:
            return 0
        front = links.spread(front) & free & ~found
        found |= front
    return found


def _in(state: WinterState, army: int, plane: Plane) -> int:
    """The units of `army` in the hexes of `plane`."""
    units = 0
    for space in bits(plane):
        units |= state.units_in[space]
    return units & army


# Soviet units ------------------------------------------------------------------------------------------------


def _without_supply(board: Board, state: WinterState, free: Plane) -> int:
    """Soviet units that draw on no supply city when lines are traced through `free`.

    Rule: Supply F, Supply F1, Supply F2, Supply F3
    """
    state.lines, state.open = lines_through(board, state, free), free
    unlimited, limited = shares(board, state)
    alone = _in(state, board.dependent, state.occupied[SOVIET] & ~unlimited)
    if not alone or not limited:
        return alone
    return alone & ~shared_out(board, state, alone, limited)[0]


def shares(board: Board, state: WinterState) -> tuple[Plane, list[tuple[int, Plane]]]:
    """Hexes supplied by a city that is never overloaded; then each other city, with the hexes in which units can draw on it.

    Rule: Supply F2
    """
    unlimited = 0
    limited: list[tuple[int, Plane]] = []
    for city, area in enumerate(supplied_by(board, state, state.lines)):
        if capacity_of(board, state, city) >= board.all_attack:
            unlimited |= area
        elif area:
            limited.append((city, area))
    return unlimited, limited


def shares_now(board: Board, state: WinterState) -> tuple[Plane, dict[int, int], int, int]:
    """What `shares` gives; what each limited city has left; units that draw on one, and those that would but for its limit.

    Rule: Supply F2
    """
    unlimited, limited = shares(board, state)
    alone = _in(state, board.dependent, state.occupied[SOVIET] & ~unlimited)
    fed, left = shared_out(board, state, alone, limited)
    within = 0
    for _, area in limited:
        within |= area
    return unlimited, left, fed, _in(state, alone, state.occupied[SOVIET] & within) & ~fed


def lines_through(board: Board, state: WinterState, free: Plane) -> tuple[Line | None, ...]:
    """What each headquarters on the map reaches through `free`.

    Rule: Supply F1, Supply F2
    """
    changed = free ^ state.open
    known = state.lines or (None,) * len(board.headquarters)
    links = board.season(state.turn).open
    ranges = board.parameter["hq-range"], board.parameter["city-range"]
    lines: list[Line | None] = []
    for unit, line in zip(board.headquarters, known, strict=True):
        space = state.at[unit]
        if space >= board.count:
            line = None
        elif line is None or line.source != space or changed & line.depends:
            line = line_of(links, space, free, *ranges, board.supply_cities)
        lines.append(line)
    return tuple(lines)


def linked_cities(board: Board, state: WinterState) -> Plane:
    """Supply cities that are joined to Leningrad by rail free of Finnish units.

    Rule: Supply F3
    """
    return board.supply_cities & board.rails[SOVIET].linked(1 << board.leningrad, state.occupied[FINNISH])


def supplied_by(board: Board, state: WinterState, lines: tuple[Line | None, ...]) -> list[Plane]:
    """For each supply city the hexes in which units can draw on it; where two are as near, the Soviet player may choose.

    Rule: Supply F1, Supply F2, Supply F3
    """
    linked = linked_cities(board, state)
    areas: list[Plane] = []
    for space in board.supply:
        bit = 1 << space
        area = 0
        if linked & bit:
            area = bit
            for line in lines:
                if line is not None and line.goals & bit:
                    area |= line.near
        areas.append(area)
    return areas


def capacity_of(board: Board, state: WinterState, city: int) -> int:
    """Attack points that a supply city supplies, by its index.

    Rule: Supply, Event H
    """
    raised = state.logistics and city == board.growing
    return max(board.capacity[city], board.parameter["more-capacity"]) if raised else board.capacity[city]


def shared_out(
    board: Board, state: WinterState, units: int, cities: list[tuple[int, Plane]]
) -> tuple[int, dict[int, int]]:
    """Those of `units` that the cities supply, and what each city has left: the strongest first, those of `cut` last.

    cities  index of each city and the hexes in which units can draw on it
    Rule: Supply F2
    """
    left = {city: capacity_of(board, state, city) for city, _ in cities}
    within = 0
    for _, area in cities:
        within |= area
    units &= _in(state, units, state.occupied[SOVIET] & within)
    fed = 0
    cut, attack = state.cut, board.attack
    for unit in sorted(bits(units), key=lambda u: (cut >> u & 1, -attack[u], u)):
        space = state.at[unit]
        room = [(left[city], -city) for city, area in cities if area >> space & 1 and left[city] >= attack[unit]]
        if room:
            left[-max(room)[1]] -= attack[unit]
            fed |= 1 << unit
    return fed, left
