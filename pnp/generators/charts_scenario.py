"""What a scenario of a hex map says, for the player aid: set-up, arrivals by turn, the schedule of victory points.

In: a game, a width in mm. Out: `Drawing`s with their headings. The map's own panels show the same at another size; both
ask the same functions what to show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.charts_parts import BODY, chit, titled
from pnp.generators.charts_records import turn_names
from pnp.generators.charts_tables import INK, QUIET
from pnp.generators.map_sheet_hex_panels import Group_, alike, standard_scenario, unit_ids
from pnp.generators.map_sheet_hex_set_up import where_to
from pnp.generators.map_sheet_hex_victory import level_range
from pnp.generators.rulebook_index import RuleIndex
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.maps.graph import space_ids
from pnp.model.game import Game
from pnp.model.scenario import Scenario

CHIT_MM = 9.6
DEPLOYED_COLUMNS = 4
LEAST_HEXES = 8
"""Of a scenario that is listed hex by hex."""
COUNT_PT = 9.0
_PITCH_MM = 17.2
_RULE = Stroke(INK, 0.9)


def scenario_parts(game: Game, width: float) -> list[Drawing]:
    """Set-up, arrivals and victory points of the first scenario, those that it has."""
    scenario = standard_scenario(game)
    if scenario is None or game.map.kind != "hexes":
        return []
    found = (set_up_part(game, scenario, width), arrivals_part(game, scenario, width), points_part(game, scenario, width))
    return [part for part in found if part is not None]


# Counters in rows ------------------------------------------------------------------------------------


def _rows_of(game: Game, groups: Sequence[Group_], width: float) -> Drawing:
    """Counters that stand for their like, each with its number, in as many rows as they take."""
    across = max(1, int((width + 1.0) // _PITCH_MM))
    nodes: list[Node] = []
    for index, (counter, count) in enumerate(groups):
        row, column = divmod(index, across)
        x, y = column * _PITCH_MM, row * (CHIT_MM + 1.2)
        nodes += chit(game, counter, x, y, CHIT_MM)
        if count > 1:
            base = centred_baseline("condensed-semibold", COUNT_PT, y + CHIT_MM / 2)
            nodes.append(Text(x + CHIT_MM + 0.9, base, f"× {count}", "condensed-semibold", COUNT_PT, INK))
    rows = -(-len(groups) // across)
    return Drawing(tuple(nodes), width, rows * (CHIT_MM + 1.2) - 1.2 if rows else 0.0)


# Set-up ----------------------------------------------------------------------------------------------


def set_up_part(game: Game, scenario: Scenario, width: float) -> Drawing | None:
    """Who places what and where before the first turn, in the order of the placements."""
    if not scenario.placements:
        return None
    index = RuleIndex(game)
    names = {side.id: side.name for side in game.info.sides}
    label = 46.0
    nodes: list[Node] = [line(0, 0, width, 0, _RULE)]
    y = 0.0
    for number, placement in enumerate(scenario.placements):
        units = [str(unit) for unit in placement.units]
        told = f"**{names.get(placement.side, placement.side)}:** {where_to(game, placement)} [{index.bare(placement.rule)}]"
        text = text_block(told, BODY, label - 3.0)
        rows = _rows_of(game, alike(game, units), width - label)
        height = max(text.height_mm, rows.height_mm) + 3.0
        if number % 2 == 0:
            nodes.append(Path(rect(0, y, width, height), fill=game.style.colour("zebra")))
        nodes += [text.at(1.0, y + (height - text.height_mm) / 2), rows.at(label, y + (height - rows.height_mm) / 2)]
        y += height
    nodes.append(line(0, y, width, y, _RULE))
    return titled(game.words.text("Set-up"), Drawing(tuple(nodes), width, y))


def deployments(game: Game, width: float) -> list[Drawing]:
    """The scenarios that tell where units stand on a hex map, each as a list of hexes with their counters."""
    parts = (deployment_part(game, scenario, width) for scenario in game.scenarios.values())
    return [part for part in parts if part is not None]


def deployment_part(game: Game, scenario: Scenario, width: float) -> Drawing | None:
    """A scenario as a list of hexes with their counters; None where players set up freely."""
    held = deployed(game, scenario)
    return titled(scenario.name, _deployed(game, held, width)) if held else None


def deployed(game: Game, scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """Hex -> the units that a scenario puts there; empty for one that doesn't go by hexes."""
    if game.map.kind != "hexes":
        return {}
    spaces = {str(name) for name in space_ids(game.map)}
    held = {str(place): unit_ids(units) for place, units in (scenario.position.units or {}).items() if place in spaces and units}
    return held if len(held) >= LEAST_HEXES else {}


def _deployed(game: Game, held: Mapping[str, Sequence[str]], width: float) -> Drawing:
    """By side and in the order of the source: number and name of each hex, its counters beside them."""
    counters = {str(c.id): c for c in game.all_counters()}
    names = {str(space.id): space.name for space in game.map.spaces}
    step = width / DEPLOYED_COLUMNS
    nodes: list[Node] = []
    y = 0.0
    for side in game.info.sides:
        mine = [(place, units) for place, units in held.items() if any(counters[u].side == side.id for u in units if u in counters)]
        if not mine:
            continue
        nodes.append(Text(0.0, y + 3.6, side.name, "sans-semibold", 10.0, INK))
        y += 5.6
        rows = -(-len(mine) // DEPLOYED_COLUMNS)
        for number, (place, units) in enumerate(mine):
            x, top = number // rows * step, y + number % rows * (CHIT_MM + 0.8)
            if number % rows % 2 == 0:
                nodes.append(Path(rect(x, top - 0.4, step - 2.0, CHIT_MM + 0.8), fill=game.style.colour("zebra")))
            nodes.append(Text(x + 1.0, top + 4.2, place.upper(), "sans-bold", 9.0, INK))
            if names.get(place):
                fit = min(1.0, 14.5 / width_mm(names[place], "condensed-regular", 7.5))
                nodes.append(Text(x + 1.0, top + 7.6, names[place], "condensed-regular", 7.5, QUIET, stretch=max(fit, 0.75)))
            for index, unit in enumerate(u for u in units if u in counters):
                nodes += chit(game, counters[unit], x + 16.5 + index * (CHIT_MM + 0.6), top, CHIT_MM)
        y += rows * (CHIT_MM + 0.8) + 2.0
    return Drawing(tuple(nodes), width, y - 2.0)


# Arrivals --------------------------------------------------------------------------------------------


def arrivals(game: Game, scenario: Scenario) -> dict[int, list[Group_]]:
    """Turn -> units alike that come in it: by the arrivals of the scenario, and from boxes whose code is a turn."""
    found: dict[int, list[str]] = {}
    for arrival in scenario.arrivals:
        if arrival.turn is not None:
            found.setdefault(arrival.turn, []).extend(str(unit) for unit in arrival.units)
    for box, code in scenario.codes.items():
        if code.isdecimal():
            found.setdefault(int(code), []).extend(unit_ids((scenario.position.units or {}).get(box, ())))
    return {turn: alike(game, list(dict.fromkeys(found[turn]))) for turn in sorted(found)}


def arrivals_part(game: Game, scenario: Scenario, width: float) -> Drawing | None:
    """A row for each turn: its dates and what arrives, sides beside each other."""
    by_turn = arrivals(game, scenario)
    if not by_turn:
        return None
    sides = [side for side in game.info.sides if any(c.side == side.id for groups in by_turn.values() for c, _ in groups)]
    left = 40.0
    step = (width - left) / max(len(sides), 1)
    nodes: list[Node] = [
        Text(left + number * step, 3.4, side.name, "sans-italic", 9.0, QUIET) for number, side in enumerate(sides)
    ]
    y = 4.8
    nodes.append(line(0, y, width, y, _RULE))
    for number, (numeral, name) in enumerate(turn_names(game, scenario.turns), 1):
        held = by_turn.get(number, [])
        rows = [_rows_of(game, [(c, n) for c, n in held if c.side == side.id], step - 2.0) for side in sides]
        height = max([6.6, *(row.height_mm + 1.8 for row in rows if row.nodes)])
        if number % 2:
            nodes.append(Path(rect(0, y, width, height), fill=game.style.colour("zebra")))
        base = centred_baseline("sans-bold", 12.0, y + height / 2)
        nodes += [Text(1.5, base, numeral, "sans-bold", 12.0, INK), Text(10.0, base, name, "sans-regular", 9.0, INK)]
        nodes += [row.at(left + i * step, y + (height - row.height_mm) / 2) for i, row in enumerate(rows)]
        y += height
    nodes.append(line(0, y, width, y, _RULE))
    return titled(game.words.text("Arrivals"), Drawing(tuple(nodes), width, y))


# Victory points --------------------------------------------------------------------------------------


def points_part(game: Game, scenario: Scenario, width: float) -> Drawing | None:
    """What counts and by how much, the gains first; below, what the sum is called."""
    if not scenario.victory:
        return None
    index = RuleIndex(game)
    half = (width - 8.0) * 0.58
    nodes: list[Node] = [line(0, 0, half, 0, _RULE)]
    y = 0.0
    for number, entry in enumerate(sorted(scenario.victory, key=lambda e: -e.points)):
        told = entry.text[:1].upper() + entry.text[1:]
        text = text_block(f"{told} [{index.bare(entry.rule)}]" if number == 0 or entry.rule != scenario.victory[0].rule else told, BODY, half - 19.0)
        height = text.height_mm + 1.6
        if number % 2 == 0:
            nodes.append(Path(rect(0, y, half, height), fill=game.style.colour("zebra")))
        base = y + 0.8 + 0.99 * BODY.size_pt * 0.3528
        sign = f"+{entry.points}" if entry.points > 0 else f"−{-entry.points}"
        nodes.append(Text(14.0, base, sign, "sans-bold", 11.0, INK, anchor="end"))
        nodes.append(text.at(18.0, y + 0.8))
        y += height
    nodes.append(line(0, y, half, y, _RULE))
    levels = _levels(game, scenario, width - half - 8.0)
    nodes.append(levels.at(half + 8.0, 0.0))
    owner = next((s.name for s in game.info.sides if s.id == scenario.victory[0].side), "")
    note = game.words.text("counted for: {side}", side=owner) if owner else ""
    return titled(game.words.text("Victory points"), Drawing(tuple(nodes), width, max(y, levels.height_mm)), note=note)


def _levels(game: Game, scenario: Scenario, width: float) -> Drawing:
    """The levels of victory, the highest first, with their ranges."""
    names = {outcome.id: outcome.name for outcome in game.info.outcomes}
    levels = list(scenario.levels)
    spans = [level_range(game, levels, number) for number in range(len(levels))]
    left = max((width_mm(span, "sans-bold", 10.0) for span in spans), default=0.0) + 4.0
    nodes: list[Node] = [line(0, 0, width, 0, _RULE)] if levels else []
    y = 0.0
    for number in reversed(range(len(levels))):
        text = text_block(names.get(levels[number].outcome, levels[number].outcome), BODY, width - left - 1.0)
        height = text.height_mm + 2.4
        if (len(levels) - number) % 2:
            nodes.append(Path(rect(0, y, width, height), fill=game.style.colour("zebra")))
        nodes.append(Text(1.0, centred_baseline("sans-bold", 10.0, y + height / 2), spans[number], "sans-bold", 10.0, INK))
        nodes.append(text.at(left, y + 1.2))
        y += height
    if levels:
        nodes.append(line(0, y, width, y, _RULE))
    return Drawing(tuple(nodes), width, y)


