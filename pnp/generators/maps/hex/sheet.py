"""Which function draws which panel of a hex map, its tracks and its boxes."""

from __future__ import annotations

from pnp.draw.scene import Group, Node
from pnp.errors import LayoutError
from pnp.generators.maps.furniture import box_panel
from pnp.generators.maps.hex.events import events_panel
from pnp.generators.maps.hex.furniture import scale_panel
from pnp.generators.maps.hex.key import terrain_panel
from pnp.generators.maps.hex.legend import hex_legend
from pnp.generators.maps.hex.turns import is_turn_box, turn_record
from pnp.generators.maps.hex.victory import victory_panel
from pnp.generators.maps.ink import MapInk
from pnp.generators.maps.tracks import grid_track
from pnp.maps.parts import MapPlan
from pnp.model.game import Game
from pnp.model.map import Panel
from pnp.model.tables import EventsTable


def hex_panel(game: Game, plan: MapPlan, panel: Panel, ink: MapInk) -> Group:
    """A panel that is neither a single table nor the credits.

    Raises LayoutError for tables of other kinds beside one another.
    """
    match panel.kind:
        case "scale":
            return scale_panel(game, panel.rect_mm, ink)
        case "terrain":
            return terrain_panel(game, panel.rect_mm, ink)
        case "legend":
            return hex_legend(game, plan, panel.rect_mm, ink)
        case "victory":
            return victory_panel(game, panel.rect_mm, ink)
    tables = [game.table(name) for name in (panel.table, *panel.beside) if name]
    if not all(isinstance(table, EventsTable) for table in tables):
        raise LayoutError(f"{game.map.id}: only tables of events stand beside one another")
    return events_panel(game, [table for table in tables if isinstance(table, EventsTable)], panel.rect_mm, ink)


def hex_tracks(game: Game, plan: MapPlan, ink: MapInk) -> list[Node]:
    """All tracks of a hex map: turn records with their boxes, then other tracks and boxes."""
    nodes: list[Node] = []
    for track in game.map.tracks:
        placed = plan.tracks[track.id]
        own = ink.on(plan.frame_mm, placed.rect)
        nodes.append(
            turn_record(game, track, plan, own) if track.kind == "turn" else grid_track(game, track, placed, own)
        )
    nodes += [
        box_panel(game, box, plan.boxes[box.id], ink)
        for box in game.map.boxes
        if box.id in plan.boxes and not is_turn_box(box)
    ]
    return nodes
