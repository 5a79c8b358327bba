"""A small map of a campaign: the ground of the whole map, a numbered arrow for each march, the places on its way."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.draw.colour import INK
from pnp.draw.paths import along, length_mm
from pnp.draw.scene import Group, Node, Path, Stroke, circle
from pnp.errors import Problem, SourceError
from pnp.generators.book.figures.frame import framed, freest
from pnp.generators.book.figures.marks import PAPER, arrow, side_colour, step_mark
from pnp.generators.book.figures.standing import Box, dense
from pnp.generators.book.figures.words import bare_name
from pnp.generators.scenarios.start_map import front
from pnp.generators.typeset.block import Drawing
from pnp.maps.lines import Point, centre, chaikin
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.rules import CampaignMap

MOST_MM = 88.0
"""The greatest height of the map."""
MARK_MM = 2.0
"""Half of what the number of an arrow takes up."""
CLEAR_MM = 0.8
"""Radius of the sign of a place."""


def campaign_map(game: Game, plan: MapPlan, campaign: CampaignMap, ground: Node, width: float) -> Drawing:
    """The map, `width` mm wide, of the part where the arrows are.

    ground  at the size of the map
    Raises SourceError for a space that the map doesn't have.
    """
    at = dict(_places(game, plan, campaign))
    _, _, wide, high = front(plan, [*at.values()])
    x, y, wide, high = front(plan, [*at.values()], width / min(MOST_MM, width * high / wide))
    scale = width / wide
    at = {name: ((px - x) * scale, (py - y) * scale) for name, (px, py) in at.items()}
    nodes: list[Node] = [Group((ground,), transform=(scale, 0.0, 0.0, scale, -x * scale, -y * scale))]
    names = {str(space.id): space.name for space in game.map.spaces if space.name}
    pen = Stroke(INK, 0.7)
    nodes += [Path(circle(*point, CLEAR_MM), fill=PAPER, stroke=pen) for name, point in at.items() if name in names]
    frame, taken = (0.0, 0.0, width, high * scale), list[Box]()
    passed: list[Point] = []
    for number, one in enumerate(campaign.arrows, 1):
        course = chaikin([at[name] for name in one.via], 3)
        mx, my = along(course, 0.4 * length_mm(course))
        colours = _colours(game, one.side)
        nodes += [*arrow(course, "move", 1.0, *colours), *step_mark((mx, my), str(number), 1.0, *colours)]
        taken.append((mx - MARK_MM, my - MARK_MM, mx + MARK_MM, my + MARK_MM))
        passed += dense(course)
    for place, (px, py) in at.items():
        if name := names.get(place):
            about = px - CLEAR_MM, py - CLEAR_MM, px + CLEAR_MM, py + CLEAR_MM
            spot, box, _ = freest(about, name, taken, passed, frame, 1.0)
            taken.append(box)
            nodes += bare_name(spot, name, 1.0)
    return framed(game, nodes, frame, 1.0, ())


def _places(game: Game, plan: MapPlan, campaign: CampaignMap) -> Iterator[tuple[str, Point]]:
    """The spaces that arrows lead through, and their middles."""
    middles = plan.hexes.centres if plan.hexes else {n: centre(space.stack) for n, space in plan.spaces.items()}
    for one in campaign.arrows:
        for name in one.via:
            if name not in middles:
                message = f"the map has no space {name!r}"
                raise SourceError(Problem("unknown-name", message, one.where("via"), game=game.id))
            yield name, middles[name]


def _colours(game: Game, side: str) -> tuple[str, str]:
    """The colour of a side's arrows, and what sets them off: its ink, where its ground is as pale as paper."""
    colour, style = side_colour(game, side), game.style.sides.get(side)
    return (style.ground, style.ink) if style and colour == style.ink else (colour, PAPER)
