"""Where units of the start may stand as far as ground and supply go, while the Finnish counters lie face down.

Rule: Set-Up Finnish, Set-Up Soviet, Supply J
"""

from __future__ import annotations

from collections.abc import Iterable

from pnp.games.winter_war.abroad import free_ground, passable_ground
from pnp.games.winter_war.board import FINNISH, SOVIET, WinterBoard
from pnp.games.winter_war.feeding import capacity_of, fed_by
from pnp.games.winter_war.state import Shares, WinterState
from pnp.games.winter_war.supply import share_out
from pnp.referee.hex_supply import line_of
from pnp.referee.hexes import Plane
from pnp.referee.masks import mask_of


def start_places(board: WinterBoard, state: WinterState, unit: int, shares: Shares | None) -> Plane:
    """Hexes in which a unit may start, whoever is there; `shares` are those of `shares_seen`, None for a Finnish unit.

    Rule: Set-Up Finnish, Set-Up Soviet, Supply J
    """
    if shares is None:
        return board.start[unit]
    if board.traits["headquarters"] >> unit & 1:
        return board.start[unit] & headquarters_places(board, state)
    if board.dependent >> unit & 1:
        return board.start[unit] & in_supply(board, state, shares, unit)
    return board.start[unit]


def seen_free(board: WinterBoard, state: WinterState) -> Plane:
    """Hexes through which lines can be traced while the Finnish units are face down: each may exert a zone of control.

    Blanks look like units, so they count like them; nothing that is hidden can be found out by trying.
    Rule: Set-Up Soviet
    """
    return free_ground(board, state, SOVIET, seen_zone(board, state))


def seen_zone(board: WinterBoard, state: WinterState) -> Plane:
    """Hexes that the Finnish counters may control, whatever they are.

    Rule: Set-Up Soviet
    """
    known = state.zone_known[FINNISH]
    if known[0] == state.moves[FINNISH] and known[1] < 0:
        return known[3]
    plane = board.links[board.season(state.turn)].spread(state.occupied[FINNISH])
    state.zone_known[FINNISH] = (state.moves[FINNISH], -1, [], plane)
    return plane


def shares_seen(board: WinterBoard, state: WinterState) -> Shares:
    """Who draws on which supply city, as far as can be seen.

    Rule: Set-Up Soviet, Supply F2
    """
    return share_out(board, state, seen_zone(board, state))


def in_supply(board: WinterBoard, state: WinterState, shares: Shares, unit: int) -> Plane:
    """Hexes in which `unit` would be in supply, beside those that are there already and stay so.

    Rule: Set-Up Soviet, Supply F, Supply F2, Supply J
    """
    plane = parts = shares.unlimited
    wanted = [board.attack_sum.of(drawing) + board.attack[unit] for drawing in shares.own]
    for _, area in shares.limited:
        parts |= area
    if all(points <= capacity_of(board, state, city) for points, (city, _) in zip(wanted, shares.limited, strict=True)):
        return parts
    bit = 1 << unit
    for part in parted(parts & ~plane, [area for _, area in shares.limited]):
        drawing = tuple(
            units | bit if area & part else units for units, (_, area) in zip(shares.own, shares.limited, strict=True)
        )
        fed, _ = fed_by(board, state, shares.fed | shares.starved | bit, shares.limited, drawing)
        if not (shares.fed | bit) & ~fed:
            plane |= part
    return plane


def parted(plane: Plane, borders: Iterable[Plane]) -> list[Plane]:
    """The parts of `plane` that each lie either within or outside every one of `borders`."""
    parts = [plane] if plane else []
    for border in borders:
        parts = [part for whole in parts for part in (whole & border, whole & ~border) if part]
    return parts


def headquarters_places(board: WinterBoard, state: WinterState) -> Plane:
    """Hexes from which a headquarters reaches a supply city; in its own hex no zone of control hinders it.

    Rule: Set-Up Soviet, Supply F2, Supply K
    """
    links, free, plane = board.links[board.season(state.turn)], seen_free(board, state), board.supply_cities
    for city in board.supply:
        if free >> city & 1:
            # A line depends on every hex beside those that it reaches with a step to spare.
            plane |= line_of(links, city, free, board.parameter["city-range"], 0, 0).depends
    return plane & passable_ground(board, state) & ~state.occupied[FINNISH]


def may_switch(board: WinterBoard, state: WinterState, shares: Shares) -> bool:
    """Whether a headquarters could come to draw on another city, nearer than its own, when zones of control are lifted.

    Rule: Supply F2, Supply K
    """
    links, distance = board.links[board.season(state.turn)], board.ground.field.distance
    free, ground = seen_free(board, state), passable_ground(board, state) & ~state.occupied[FINNISH]
    for line in shares.lines:
        if line is None or not line.goals:
            continue
        others = mask_of(
            city for city in board.supply
            if not line.goals >> city & 1 and distance(line.source, city) < board.parameter["city-range"]
        )  # fmt: skip
        reached = lifted = 1 << line.source
        while others and not reached & line.goals:
            if lifted & others:
                return True
            reached |= links.spread(reached) & free
            lifted |= links.spread(lifted) & ground
    return False
