"""Zones of the board: the points where stacks snap, the names of places, the values of track spaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.maps.graph import MapGraph, map_graph
from pnp.vassal.context import (
    BESIDE,
    DUE_TURN,
    PLACE_ID,
    RIVER_FROM,
    SPACE_ID,
    Context,
    place_id,
    place_message,
    zone_names,
)
from pnp.vassal.format.buildfile import Element, component
from pnp.vassal.format.encoding import PixelPoint
from pnp.vassal.layout import track_holds, track_region
from pnp.vassal.naming import on_hexes, one_stack_a_space
from pnp.vassal.pieces.markers import track_zone_properties
from pnp.vassal.tables.calculator import calculators


def _zone(
    context: Context, place: str, outline: Sequence[PixelPoint], regions: Mapping[str, PixelPoint], *extra: Element
) -> Element:
    path = ";".join(f"{x},{y}" for x, y in outline)
    zone = component(
        "Zone", name=context.shown_zone_name(place), locationFormat="$name$", path=path, useParentGrid=False,
        useHighlight=False,
        highlightProperty="",
    )  # fmt: skip
    extra = (_zone_property(PLACE_ID, place_id(place)), *extra)
    if regions:
        grid = component("RegionGrid", snapto=True, visible=False, fontsize=9)
        used_points: set[PixelPoint] = set()
        for name, (x, y) in regions.items():
            while (x, y) in used_points:
                x += 2
            used_points.add((x, y))
            grid.add(component("Region", name=name, originx=x, originy=y))
        zone.add(grid)
    return zone.add(*extra)


def space_zones(context: Context) -> Iterator[Element]:
    """The zones of spaces that have a name: one region for a stack, or one for each side's."""
    graph = map_graph(context.base.map) if calculators(context) and not on_hexes(context.base) else None
    for space in context.base.map.spaces:
        place = context.layout.spaces[space.id]
        regions = {space.id: place.stack}
        if not one_stack_a_space(context.base):
            regions[f"{space.id}/opposing"] = place.opposing
        properties = [_zone_property(SPACE_ID, space.id)]
        if graph is not None:
            properties.append(_zone_property(RIVER_FROM, joined_to(graph, space.id, rivers=True)))
            properties.append(_zone_property(BESIDE, joined_to(graph, space.id)))
        yield _zone(context, space.id, place.outline, regions, *properties)


def ground_grid(context: Context) -> Element:
    """What the engine calls a place outside all zones, which is "offboard" otherwise."""
    outside = component("Region", name=context.words.text("Beside the map"), originx=0, originy=0)
    return component("RegionGrid", outside, snapto=False, visible=False, fontsize=9)


def joined_to(graph: MapGraph, space: str, *, rivers: bool = False) -> str:
    """The neighbours of `space`, with `rivers` those across one: ",one,two," or nothing."""
    neighbours = [n for n in graph.neighbours[space] if not rivers or graph.links[frozenset((space, n))].river]
    return f",{','.join(neighbours)}," if neighbours else ""


def _zone_property(name: str, value: str) -> Element:
    return component("ZoneProperty", name=name, initialValue=value, description="", isNumeric=False)


def box_zones(context: Context, display: str = "") -> Iterator[Element]:
    """The zones of boxes, of the map or of a display: a region for each group of counters."""
    turns = {box.id: box.turn for box in context.base.boxes if box.turn is not None}
    for place, box in context.layout.boxes.items():
        if context.layout.display_of(place) != display:
            continue
        due = [_zone_property(DUE_TURN, str(turns[place]))] if place in turns else []
        yield _zone(context, place, box.outline, {f"{place}/{group}": at for group, at in box.slots.items()}, *due)


def track_zones(context: Context, display: str = "") -> Iterator[Element]:
    """The zones of tracks, of the map or of a display: a region for each marker, one for units that wait there; and the
    value of the space.
    """
    for track in context.base.tracks:
        if context.layout.display_of(track.spaces[0].id) != display:
            continue
        holds = track_holds(context.base, track)
        for index, (cell, box) in enumerate(context.layout.tracks[track.id].items()):
            regions = {track_region(context.base, track, cell, item): box.slots[item] for item in holds} or {
                cell: box.centre
            }
            properties = [] if track.kind == "turn" else track_zone_properties(context.base, track, index).items()
            yield _zone(
                context, cell, box.outline, regions, *(_zone_property(name, value) for name, value in properties)
            )


def zone_property_names(context: Context) -> list[str]:
    """The names of all zone properties; outside every zone their values are empty."""
    zones = [*space_zones(context)]
    for board in ("", *context.layout.windows):
        zones += [*box_zones(context, board), *track_zones(context, board)]
    return list(dict.fromkeys(p.attributes["name"] for zone in zones for p in zone.find_all("ZoneProperty")))


def place_messages(context: Context) -> Element:
    """The name of each place as a message that the module translates, for reports in the chat."""
    shown_names, places = (
        zone_names(context.shown),
        [*(space.id for space in context.base.map.spaces), *context.layout.boxes],
    )
    places += [cell for cells in context.layout.tracks.values() for cell in cells]
    outside = context.words.text("Beside the map")
    return component(
        "GlobalTranslatableMessages",
        component("GlobalTranslatableMessage", name=place_message(""), initialValue=outside, description=""),
        *(
            component(
                "GlobalTranslatableMessage", name=place_message(place), initialValue=shown_names[place], description=""
            )
            for place in places
        ),
    )
