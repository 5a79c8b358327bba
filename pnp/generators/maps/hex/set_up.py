"""Set-up charts of a hex map: what each side places before the first turn, pictured, and where."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.scene import Group, Node
from pnp.generators.maps.hex.panels import alike, pictured, pictured_width
from pnp.generators.maps.ink import INK, MapInk, framed, paragraph, paragraph_height
from pnp.model.game import Game, standard_scenario
from pnp.model.scenario import FreePlacement
from pnp.model.words import capital

LARGEST_MM, COMFORT_MM, SMALLEST_MM, STEP_MM = 12.7, 10.0, 6.0, 0.3
HEAD_FONT, HEAD_PT = "condensed-semibold", 9.5
GAP_MM, APART_MM = 1.1, 1.2


def set_up_panel(game: Game, side: str, area: Sequence[float], ink: MapInk) -> Group:
    """The set-up chart of `side`: its units with their numbers, below the text that says where they go."""
    scenario = standard_scenario(game)
    placements = [p for p in scenario.placements if p.side == side] if scenario else []
    named = next((s for s in game.info.sides if s.id == side), None)
    count = sum(len(p.units) for p in placements)
    title = game.words.text("{side}: set-up", side=named.adjective or named.name if named else side)
    nodes, inner = framed(area, ink, title, game.words.count("{n} counter", "{n} counters", count))
    size, blocks = _arranged(game, placements, inner[2], inner[3])
    for placement, (x, y, width) in zip(placements, blocks, strict=True):
        left, top, words = inner[0] + x, inner[1] + y, where_to(game, placement)
        nodes += paragraph(words, left, top + 0.6, HEAD_FONT, HEAD_PT, width, colour=INK)
        top += 0.6 + paragraph_height(words, HEAD_FONT, HEAD_PT, width) + GAP_MM
        nodes += _counters(game, placement, left, top, width, size)[0]
    return Group(tuple(nodes))


Block = tuple[float, float, float]
"""The block of a placement: from the left, from the top, width."""


def _arranged(
    game: Game, placements: Sequence[FreePlacement], width: float, height: float
) -> tuple[float, list[Block]]:
    """The size of the counters, and a block for each placement: below one another, or side by side if that allows
    larger counters.
    """
    plain, blocks = _largest(game, placements, width, height, beside=False)
    if plain >= COMFORT_MM or len(placements) != 2:
        return plain, blocks
    return max(
        (plain, blocks), _largest(game, placements, width, height, beside=True), key=lambda arrangement: arrangement[0]
    )


def _largest(
    game: Game, placements: Sequence[FreePlacement], width: float, height: float, *, beside: bool
) -> tuple[float, list[Block]]:
    size, layouts = LARGEST_MM, _beside if beside else _below
    while True:
        for blocks in layouts(game, placements, width, size):
            deepest = max(
                (y + _height(game, p, w, size) for p, (_, y, w) in zip(placements, blocks, strict=True)), default=0.0
            )
            if deepest <= height or size <= SMALLEST_MM:
                return size, blocks
        size -= STEP_MM


def _below(game: Game, placements: Sequence[FreePlacement], width: float, size: float) -> list[list[Block]]:
    blocks, y = [], 0.0
    for placement in placements:
        blocks.append((0.0, y, width))
        y += _height(game, placement, width, size) + GAP_MM
    return [blocks]


def _beside(game: Game, placements: Sequence[FreePlacement], width: float, size: float) -> list[list[Block]]:
    """Every way in which two placements can share the columns of counters."""
    pitch = pictured_width(size) + APART_MM
    across = max(2, int((width + APART_MM) // pitch))
    return [
        [(0.0, 0.0, first * pitch - APART_MM), (first * pitch, 0.0, (across - first) * pitch - APART_MM)]
        for first in range(1, across)
    ]


def _height(game: Game, placement: FreePlacement, width: float, size: float) -> float:
    """Height of a placement: its text and the counters below it."""
    words = paragraph_height(where_to(game, placement), HEAD_FONT, HEAD_PT, width)
    return 0.6 + words + GAP_MM + _counters(game, placement, 0, 0, width, size, draw=False)[1]


def _counters(
    game: Game, placement: FreePlacement, x: float, y: float, width: float, size: float, *, draw: bool = True
) -> tuple[list[Node], float]:
    """The counters of one placement, in as many rows as needed."""
    scenario = standard_scenario(game)
    groups = alike(game, [str(unit) for unit in placement.units], scenario.states if scenario else {})
    pitch = pictured_width(size) + APART_MM
    across = max(1, int((width + APART_MM + 1e-6) // pitch))
    rows = -(-len(groups) // across)
    nodes: list[Node] = []
    if draw:
        for index, units in enumerate(groups):
            row, column = divmod(index, across)
            nodes += pictured(game, units, x + column * pitch, y + row * (size + 1.1), size)
    return nodes, rows * (size + 1.1)


def where_to(game: Game, placement: FreePlacement) -> str:
    """The text that says where the units of a placement go."""
    words, hexes = game.words, game.map.hexes
    names = {space.id: space.name for space in game.map.spaces}
    regions = {r.id: r.name for r in hexes.regions} if hexes else {}
    sets = {s.id: s.name for s in hexes.sets} if hexes else {}
    spaces = words.listed(names.get(space, str(space).upper()) for space in placement.spaces)
    if placement.set:
        text = words.text("{set}: one on each hex", set=sets.get(placement.set, placement.set))
    elif placement.within is not None and spaces:
        text = words.count("within {n} hex of {place}", "within {n} hexes of {place}", placement.within, place=spaces)
    elif spaces:
        text = words.text("in {place}", place=spaces)
    elif placement.region:
        text = words.text("anywhere in {region}", region=regions.get(placement.region, placement.region))
    else:
        text = words.text("anywhere")
    if placement.face_down:
        text = words.text("{where}, face down", where=text)
    return capital(text)


__all__ = ["set_up_panel", "where_to"]
