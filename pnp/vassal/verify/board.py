"""Checks of the board: regions in their zones, consistent tracks, pools, layers, expressions of limited depth, and
regular hex grids.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.errors import Problem, did_you_mean
from pnp.vassal.context import TRACK_DOWN, TRACK_UP, TRACK_VALUE
from pnp.vassal.format.buildfile import Element
from pnp.vassal.format.components import component_attributes
from pnp.vassal.format.encoding import split_fields, whole
from pnp.vassal.format.reader import Module, ModuleDeck, ModulePiece
from pnp.vassal.format.traits import Trait
from pnp.vassal.layout import inside
from pnp.vassal.verify.base import all_traits, problem

MAX_TESTS = 1_000_000
"""Corners times regions of a zone: a stranger's module could keep us busy for hours."""
MAX_BRACKETS = 12
"""Brackets inside brackets: the parser of the engine takes twice as long for each, so that it seems to hang beyond."""
SHARE = math.sqrt(3) / 2
"""Width of a column by height of a row, of regular hexes."""


def check_regions(module: Module) -> Iterator[Problem]:
    """Each region lies in the zone it belongs to: else a piece that snaps to it is reported elsewhere."""
    for zone in module.zones:
        if len(zone.outline) * len(zone.regions) > MAX_TESTS:
            counts = f"{len(zone.outline)} corners and {len(zone.regions)} regions"
            message = f"zone {zone.name!r} has {counts}: too many to compare"
            yield problem(module, "module-zone", message)
            continue
        for name, point in zone.regions.items():
            if len(zone.outline) >= 3 and not (inside(zone.outline, point) or point in zone.outline):
                yield problem(module, "module-zone", f"region {name!r} lies outside its zone {zone.name!r}")


def check_ranges(module: Module) -> Iterator[Problem]:
    """Spaces of a track name the next higher and lower ones: these exist, point back, and their values rise."""
    regions = {stem for zone in module.zones for name in zone.regions for stem in (name, name.partition("/")[0])}
    cells = {cell: values for cell, values in _cells(module)}
    for cell, values in cells.items():
        for way, back in ((TRACK_UP, TRACK_DOWN), (TRACK_DOWN, TRACK_UP)):
            for name in (n for n in values if n.startswith(way) and values[n]):
                goal, steps = values[name], name.removeprefix(way)
                if goal not in regions:
                    yield problem(
                        module,
                        "module-place",
                        f"{name} of {cell!r} is the unknown region {goal!r}",
                        did_you_mean(goal, regions),
                    )
                elif goal in cells and cells[goal].get(f"{back}{steps}") != cell:
                    yield problem(
                        module,
                        "module-place",
                        f"{name} of {cell!r} is {goal!r}, from where {back}{steps} doesn't lead back",
                    )
                elif goal in cells and (_value(cells[goal]) > _value(values)) != (way == TRACK_UP):
                    yield problem(
                        module, "module-place", f"{name} of {cell!r} is {goal!r}, whose value lies the other way"
                    )


def _cells(module: Module) -> Iterator[tuple[str, dict[str, str]]]:
    """The spaces of tracks with their properties; a space's id is the start of its regions' names."""
    for element in module.root.find_all("Zone"):
        values = {
            p.attributes.get("name", ""): p.attributes.get("initialValue", "")
            for p in element.children
            if p.name == "ZoneProperty"
        }
        region = next((r.attributes.get("name", "") for r in element.find_all("Region")), "")
        if TRACK_VALUE in values and region:
            yield region.partition("/")[0], values


def _value(values: dict[str, str]) -> int:
    return whole(values.get(TRACK_VALUE, "")) or 0


def check_pools(module: Module) -> Iterator[Problem]:
    """Pieces of a face-down deck share one mask, and the places that they are sent to exist."""
    regions = {name for zone in module.zones for name in zone.regions}
    by_name = {piece.name: piece for piece in module.pieces}
    for deck in module.decks:
        if deck.attributes.get("faceDown") != "Always":
            continue
        masks = {}
        for card in deck.cards or _dealt(module, deck):
            piece = by_name.get(card)
            if piece is None:
                continue
            mask = next((t.get("image") for t in piece.traits if t.id == "obs"), None)
            if mask is None:
                yield problem(
                    module,
                    "module-setup",
                    f"piece {card!r} would lie face up in the deck {deck.name!r}: it has no mask",
                )
            masks[mask] = card
            goal = piece.properties().get("Arrives")
            if goal is not None and goal not in regions:
                yield problem(
                    module,
                    "module-place",
                    f"piece {card!r} would arrive at the unknown region {goal!r}",
                    did_you_mean(goal, regions),
                )
        if len(masks.keys() - {None}) > 1:
            yield problem(
                module, "module-setup", f"the pieces of the deck {deck.name!r} can be told apart by their masks"
            )


def _dealt(module: Module, deck: ModuleDeck) -> list[str]:
    """The names of the pieces that set-ups deal to a deck."""
    held = []
    for saved in module.setups.values():
        pieces = saved.pieces()
        for item in saved.objects:
            if item.kind == "deck" and item.at == deck.at:
                held += [piece.name for member in item.members if (piece := pieces[member].piece)]
    return list(dict.fromkeys(held))


def check_layers(module: Module) -> Iterator[Problem]:
    """Each layer has a name of its own in its piece, and a level for each picture."""
    for piece in module.pieces:
        owner, names = f"piece {piece.name!r}", set[str]()
        for item in _layers(piece):
            name, images = item.get("name"), split_fields(item.get("images"), ",")
            levels = split_fields(item.get("names"), ",")
            if name and name in names:
                message = f"{owner} has two layers named {name!r}, which share their properties"
                yield problem(module, "module-trait", message, severity="warning")
            names.add(name)
            if len(images) != len(levels):
                yield problem(
                    module,
                    "module-trait",
                    f"{owner}: layer {name!r} has {len(images)} pictures and {len(levels)} names",
                )


def check_levels(module: Module) -> Iterator[Problem]:
    """Each layer has a key that turns it, or a rule that it follows."""
    for piece in module.pieces:
        for item in _layers(piece):
            turned = [
                item.get(key) for key in ("activate_key", "increase_key", "decrease_key", "random_key", "reset_key")
            ]
            if not any(turned) and item.get("follow") != "true":
                message = f"piece {piece.name!r}: nothing turns the layer {item.get('name')!r}"
                yield problem(module, "module-trait", message)


def _layers(piece: ModulePiece) -> Iterator[Trait]:
    """The layers of a piece in today's form."""
    for item in piece.traits:
        if item.id == "emb2" and item.spec and len(item.values) > item.spec.fields.index("always_active"):
            yield item


def check_expressions(module: Module) -> Iterator[Problem]:
    """No expression nests brackets so deep that the engine's parser takes seconds for it."""
    for owner, traits in all_traits(module):
        for item in traits:
            for value in (*item.values, item.state):
                if (depth := brackets(value)) > MAX_BRACKETS:
                    yield problem(
                        module,
                        "module-trait",
                        f"{owner}: an expression of {item.id!r} has {depth} brackets inside each other",
                    )
    table = component_attributes()
    for element in module.root.walk():
        for name in table.get(element.tag, {}):
            if (depth := brackets(element.attributes.get(name, ""))) > MAX_BRACKETS:
                yield problem(
                    module,
                    "module-value",
                    f"{element.name} {element.config_name!r}: {name} has {depth} brackets inside each other",
                )


def brackets(text: str) -> int:
    """How deep round brackets of an expression nest outside its strings; 0 for what is no expression."""
    if "{" not in text:
        return 0
    depth = deepest = 0
    quoted = False
    for index, sign in enumerate(text):
        if sign == '"' and text[index - 1 : index] != "\\":
            quoted = not quoted
        elif not quoted and sign == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif not quoted and sign == ")":
            depth -= 1
    return deepest


def check_grids(module: Module) -> Iterator[Problem]:
    """A hex grid is regular and numbered; a zone that shows a number has a grid that supplies it."""
    for zone in module.root.find_all("Zone"):
        grids = [child for child in zone.children if child.name in ("HexGrid", "SquareGrid", "RegionGrid")]
        name = zone.attributes.get("name", "")
        if (
            "$gridLocation$" in zone.attributes.get("locationFormat", "")
            and not grids
            and zone.attributes.get("useParentGrid") != "true"
        ):
            yield problem(module, "module-zone", f"zone {name!r} tells a number of its grid, but has none")
    for grid in module.root.find_all("HexGrid"):
        dx, dy = decimal(grid, "dx"), decimal(grid, "dy")
        if dx <= 0 or dy <= 0:
            yield problem(module, "module-value", f"a hex grid has hexes of {dx} by {dy} pixels")
        elif abs(dx / dy - SHARE) > 0.02:
            yield problem(
                module, "module-value", f"a hex grid of {dx} by {dy} pixels is not regular", severity="warning"
            )
        if not grid.find_all("HexGridNumbering"):
            yield problem(
                module, "module-zone", "a hex grid has no numbering: its hexes have no names", severity="warning"
            )


def decimal(element: Element, name: str) -> float:
    """A number as written, 0 where there is none or an absurd one."""
    text = element.attributes.get(name, "")
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if math.isfinite(value) and abs(value) < 1e6 else 0.0
