"""Set-up charts of a hex map: what each side places before the first turn, pictured, and where."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.scene import Group, Node
from pnp.generators.map_sheet_hex_panels import alike, framed, pictured, pictured_width, standard_scenario
from pnp.generators.map_sheet_ink import INK, MapInk, paragraph, paragraph_height
from pnp.model.game import Game
from pnp.model.scenario import FreePlacement

LARGEST_MM, SMALLEST_MM, STEP_MM = 12.7, 6.0, 0.3
HEAD_FONT, HEAD_PT = "condensed-semibold", 8.0
GAP_MM = 1.1


def set_up_panel(game: Game, side: str, area: Sequence[float], ink: MapInk) -> Group:
    """The units of `side` with their number, under the words that say where they go."""
    scenario = standard_scenario(game)
    placements = [p for p in scenario.placements if p.side == side] if scenario else []
    named = next((s for s in game.info.sides if s.id == side), None)
    count = sum(len(p.units) for p in placements)
    title = game.words.text("{side}: set-up", side=named.adjective or named.name if named else side)
    nodes, inner = framed(area, ink, title, game.words.text("{n} counters", n=count))
    size = LARGEST_MM
    while size > SMALLEST_MM and _height(game, placements, inner[2], size) > inner[3]:
        size -= STEP_MM
    y = inner[1]
    for placement in placements:
        words = where_to(game, placement)
        nodes += paragraph(words, inner[0], y + 0.6, HEAD_FONT, HEAD_PT, inner[2], colour=INK)
        y += 0.6 + paragraph_height(words, HEAD_FONT, HEAD_PT, inner[2]) + GAP_MM
        drawn, height = _counters(game, placement, inner[0], y, inner[2], size)
        nodes += drawn
        y += height + GAP_MM
    return Group(tuple(nodes))


def _height(game: Game, placements: Sequence[FreePlacement], width: float, size: float) -> float:
    total = 0.0
    for placement in placements:
        total += 0.6 + paragraph_height(where_to(game, placement), HEAD_FONT, HEAD_PT, width) + 2 * GAP_MM
        total += _counters(game, placement, 0, 0, width, size, draw=False)[1]
    return total


def _counters(
    game: Game, placement: FreePlacement, x: float, y: float, width: float, size: float, *, draw: bool = True
) -> tuple[list[Node], float]:
    """The counters of one placement, in as many rows as they take."""
    groups = alike(game, [str(unit) for unit in placement.units])
    pitch = pictured_width(size) + 1.2
    across = max(1, int((width + 1.2) // pitch))
    rows = -(-len(groups) // across)
    nodes: list[Node] = []
    if draw:
        for index, (counter, count) in enumerate(groups):
            row, column = divmod(index, across)
            nodes += pictured(game, counter, count, x + column * pitch, y + row * (size + 1.1), size)
    return nodes, rows * (size + 1.1)


def where_to(game: Game, placement: FreePlacement) -> str:
    """Where the units of a placement go, in words."""
    words, hexes = game.words, game.map.hexes
    names = {space.id: space.name for space in game.map.spaces}
    regions = {r.id: r.name for r in hexes.regions} if hexes else {}
    sets = {s.id: s.name for s in hexes.sets} if hexes else {}
    spaces = ", ".join(names.get(space, str(space).upper()) for space in placement.spaces)
    if placement.set:
        text = words.text("one on each hex of: {set}", set=sets.get(placement.set, placement.set))
    elif placement.within is not None and spaces:
        text = words.text("within {n} hexes of {place}", n=placement.within, place=spaces)
    elif spaces:
        text = words.text("in {place}", place=spaces)
    elif placement.region:
        text = words.text("anywhere in {region}", region=regions.get(placement.region, placement.region))
    else:
        text = words.text("anywhere")
    if placement.face_down:
        text = words.text("{where}, face down", where=text)
    return text[:1].upper() + text[1:]


__all__ = ["set_up_panel", "where_to"]
