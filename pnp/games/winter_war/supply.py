"""Who is isolated now, and whose zones of control count.

Supply depends on zones of control and they on supply: an isolated unit exerts none. The two sides are judged in turns,
beginning with no Soviet unit isolated, until nothing changes any more, or an answer comes back that was there before:
who is fed from a city that can't feed all may open a line whose loss feeds somebody else. So the answer depends on
where the units stand and on nothing else. Headquarters whose surroundings have stayed the same keep the line they had.

Rule: Supply, Zones of Control H
"""

from __future__ import annotations

from operator import is_

from pnp.games.winter_war.abroad import cut_off, free_ground
from pnp.games.winter_war.board import FINNISH, SOVIET, WinterBoard
from pnp.games.winter_war.feeding import capacity_of, fed_by
from pnp.games.winter_war.state import CALM, Shares, WinterState, all_zones
from pnp.referee.dice import bits
from pnp.referee.hex_counts import counted, recounted
from pnp.referee.hex_supply import SupplyReach, line_of
from pnp.referee.hexes import Plane, indices


def settle(board: WinterBoard, state: WinterState) -> None:
    """Bring `state.known_isolated` and `state.zoc_known` up to date after units have moved or left the map.

    The Soviet zones of control are left due, until somebody asks for them: see `settle_soviet_zone`.
    Rule: Supply, Supply K, Zones of Control C, Zones of Control H
    """
    if not state.stale:
        return
    state.stale = 0
    if state.face_down:  # set-up: nothing is fought for yet, and what the Finnish units are stays hidden
        state.known_isolated, state.zoc_known, state.due = 0, (0, 0), 0
        return
    forts = board.forts & state.held[FINNISH]
    abroad = state.occupied[FINNISH] & board.abroad
    lost = cut_off(board, state, abroad, all_zones(state, SOVIET) & ~forts) if abroad else 0
    cut, before = 0, set[int]()
    while True:
        found = share_out(board, state, zone_without(board, state, FINNISH, lost)).isolated
        if found == cut or not lost or found in before:
            break
        before.add(found)
        cut, judged = found, lost
        lost = cut_off(board, state, abroad, zone_without(board, state, SOVIET, cut) & ~forts)
        if lost == judged:
            break
    if before and not lost:
        lost = cut_off(board, state, abroad, zone_without(board, state, SOVIET, found) & ~forts)
    state.known_isolated = found | lost
    state.due = 1
    _keep_zone(state, FINNISH, zone_without(board, state, FINNISH, lost))


def settle_zone(board: WinterBoard, state: WinterState, side: int) -> None:
    """Bring `state.zoc_known` of `side` up to date, and leave all else to `settle`, if that is as good: when its enemy
    moves.

    Rule: Zones of Control H
    """
    if not state.stale:
        return
    abroad, forts = state.occupied[FINNISH] & board.abroad, board.forts & state.held[FINNISH]
    if abroad and cut_off(board, state, abroad, all_zones(state, SOVIET) & ~forts):
        settle(board, state)
        return
    zone = all_zones(state, FINNISH)
    if side == SOVIET:
        zone = zone_without(board, state, SOVIET, share_out(board, state, zone).isolated) & ~forts
        state.due = 0
    _keep_zone(state, side, zone)
    state.stale |= CALM << side


def settle_soviet_zone(board: WinterBoard, state: WinterState) -> None:
    """Bring `state.zoc_known` of the Soviet side up to date, when it is known who is isolated.

    Rule: Zones of Control C, Zones of Control H
    """
    state.due = 0
    forts = board.forts & state.held[FINNISH]
    _keep_zone(state, SOVIET, zone_without(board, state, SOVIET, state.known_isolated) & ~forts)


def _keep_zone(state: WinterState, side: int, zone: Plane) -> None:
    """Keep the zones of control of `side`: the very same number where nothing has changed, so that others see it at
    once.
    """
    known = state.zoc_known
    if zone != known[side]:
        state.zoc_known = (zone, known[FINNISH]) if side == SOVIET else (known[SOVIET], zone)


def zone_without(board: WinterBoard, state: WinterState, side: int, isolated: int) -> Plane:
    """The zones of control of a side when the units of `isolated` exert none.

    Rule: Zones of Control H, Supply C
    """
    isolated &= board.own[side]
    if not isolated:
        return all_zones(state, side)
    moves, before, digits, plane = state.zone_known[side]
    if moves != state.moves[side] or before < 0:
        before, digits = 0, state.zones[side]
    elif before == isolated:
        return plane
    rows, at = board.zone_rows[board.season_of[state.turn]], state.at
    digits = digits[:]
    for unit in bits(before & ~isolated):
        recounted(digits, 0, rows[unit][at[unit]])
    for unit in bits(isolated & ~before):
        recounted(digits, rows[unit][at[unit]], 0)
    plane = counted(digits)
    state.zone_known[side] = (state.moves[side], isolated, digits, plane)
    return plane


# Soviet units ------------------------------------------------------------------------------------------------


def share_out(board: WinterBoard, state: WinterState, zone: Plane) -> Shares:
    """Which Soviet units draw on which supply city when the Finnish zones of control are `zone`; the rest are isolated.

    Rule: Supply F, Supply F1, Supply F2, Supply F3, Supply K
    """
    free = free_ground(board, state, SOVIET, zone)
    known = state.shares
    linked = linked_cities(board, state)
    if (
        known is not None and known.lines is state.lines and not state.shifted & board.drawing
        and not (free ^ state.open) & state.depends and known[1:4] == (linked, state.cut, state.logistics)
    ):  # fmt: skip
        return known
    lines = lines_through(board, state, free)
    state.lines, state.open = lines, free
    units = state.shifted & board.dependent
    state.shifted = 0
    if known is not None and known.lines is lines and known.linked == linked and known.logistics == state.logistics:
        unlimited, limited = known.unlimited, known.limited
        alone, own = _shifted(board, state, known, unlimited, limited, units)
        if known.cut == state.cut and own == known.own and alone == known.alone:
            return known
    else:
        unlimited, limited = _areas(board, state, lines, linked)
        if known is not None and [city for city, _ in limited] == [city for city, _ in known.limited]:
            changed = unlimited ^ known.unlimited
            for (_, area), (_, before) in zip(limited, known.limited, strict=True):
                changed |= area ^ before
            units |= state.units_at(indices(state.occupied[SOVIET] & changed)) & board.dependent
            alone, own = _shifted(board, state, known, unlimited, limited, units)
        else:
            alone = state.units_at(indices(state.occupied[SOVIET] & ~unlimited)) & board.dependent
            own = tuple(
                state.units_at(indices(state.occupied[SOVIET] & area)) & alone if alone else 0 for _, area in limited
            )
    drawing = 0
    for units in own:
        drawing |= units
    fed, left = fed_by(board, state, drawing, limited, own)
    state.shares = Shares(
        lines, linked, state.cut, state.logistics, unlimited, limited, left, alone, own, fed, drawing & ~fed,
        alone & ~fed,
    )  # fmt: skip
    return state.shares


def _shifted(
    board: WinterBoard, state: WinterState, known: Shares, unlimited: Plane, limited: tuple[tuple[int, Plane], ...],
    units: int
) -> tuple[int, tuple[int, ...]]:
    """The units alone, and those of each city, when nothing has changed for any but `units`."""
    if not units:
        return known.alone, known.own
    keep = ~units
    alone, own = known.alone & keep, [theirs & keep for theirs in known.own]
    at, count = state.at, board.count
    for unit in bits(units):
        space = at[unit]
        if space < count and not unlimited >> space & 1:
            alone |= 1 << unit
            for number, (_, area) in enumerate(limited):
                if area >> space & 1:
                    own[number] |= 1 << unit
    return alone, tuple(own)


def lines_through(board: WinterBoard, state: WinterState, free: Plane) -> tuple[SupplyReach | None, ...]:
    """What each headquarters on the map reaches through `free`; the very same as before where nothing has changed.

    Rule: Supply F1, Supply F2
    """
    changed = free ^ state.open
    if state.lines and not changed & state.depends and not state.shifted & board.traits["headquarters"]:
        return state.lines
    known = state.lines or (None,) * len(board.headquarters)

    def traced(unit: int, line: SupplyReach | None) -> SupplyReach | None:
        space = state.at[unit]
        if space >= board.count:
            return None
        if line is None or line.source != space or changed & line.depends:
            return headquarters_line(board, state, space, free)
        return line

    lines = tuple(map(traced, board.headquarters, known))
    if state.lines and all(map(is_, lines, known)):
        return known
    state.depends = 0
    for line in filter(None, lines):
        state.depends |= line.depends
    return lines


def headquarters_line(board: WinterBoard, state: WinterState, space: int, free: Plane) -> SupplyReach:
    """What a headquarters in a hex reaches through `free`: units that it leads, and the nearest cities.

    Rule: Supply F1, Supply F2
    """
    links, parameter = board.trails[board.season_of[state.turn]], board.parameter
    return line_of(links, space, free, parameter["hq-range"], parameter["city-range"], board.supply_cities)


def linked_cities(board: WinterBoard, state: WinterState) -> Plane:
    """Supply cities that are joined to Leningrad by rail free of Finnish units.

    Rule: Supply F3
    """
    return board.supply_cities & board.rails[SOVIET].linked(1 << board.leningrad, state.occupied[FINNISH])


def _areas(
    board: WinterBoard, state: WinterState, lines: tuple[SupplyReach | None, ...], linked: Plane
) -> tuple[Plane, tuple[tuple[int, Plane], ...]]:
    """Hexes in which units can draw on the cities; where two are as near, the Soviet player may choose.

    Rule: Supply F1, Supply F2, Supply F3
    """
    unlimited = 0
    limited: list[tuple[int, Plane]] = []
    areas = {space: 1 << space for space in board.supply if linked >> space & 1}
    for line in lines:
        goals = line.goals & linked if line is not None else 0
        while goals and line is not None:
            space = goals.bit_length() - 1
            goals ^= 1 << space
            areas[space] |= line.near
    for city, space in enumerate(board.supply):
        area = areas.get(space)
        if area is None:
            continue
        if capacity_of(board, state, city) >= board.all_attack:
            unlimited |= area
        else:
            limited.append((city, area))
    return unlimited, tuple(limited)
