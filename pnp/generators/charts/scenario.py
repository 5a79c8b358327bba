"""The scenarios of a game in the player aid: set-up, arrivals by turn, the schedule of victory points.

In: a game, a width in mm. Out: `Drawing`s with their headings. Panels on the map show the same at another size, from
the same functions.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from pnp.draw.colour import mix
from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.charts.records import turn_names
from pnp.generators.counters.chit import chit
from pnp.generators.counters.colours import band_colour
from pnp.generators.maps.hex.panels import Alike, alike, unit_ids
from pnp.generators.maps.hex.set_up import where_to
from pnp.generators.maps.hex.victory import level_range
from pnp.generators.tables.parts import BODY, outcomes_part, scenario_length, titled
from pnp.generators.tables.tables import INK, QUIET
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.paragraph import first_baseline_pt
from pnp.generators.typeset.styles import CONDENSED, TextStyle
from pnp.maps.graph import space_ids
from pnp.model.game import Game, standard_scenario
from pnp.model.info import Side
from pnp.model.scenario import Arrival, Scenario
from pnp.model.words import signed
from pnp.units import MM_PER_PT

CHIT_MM = 9.6
APART_MM = 5.0
"""Space between the introduction of a scenario and its set-up."""

MEASURE_MM = 140.0
"""Longest line of running text that is easy to read."""
DEPLOYED_COLUMNS = 4
LEAST_PLACES = 8
"""Fewest occupied hexes for which a scenario is listed hex by hex."""
LEAST_UNMARKED = 3
"""The same where some of the counters don't say themselves where they start; so many are told in words."""
PLACE_MM = 16.5
"""Room for the number and name of a hex, left of its counters."""
COUNT_PT = 9.0
_PITCH_MM = 17.2
NAME_PT = 8.6
"""Of a place below its number."""
_RULE = Stroke(INK, 0.9)


def introduction_part(game: Game, scenario: Scenario, width: float) -> Drawing:
    """A scenario's name, length and introduction; below the standard one, how the game ends."""
    text = text_block(scenario.text, BODY, min(width, MEASURE_MM))
    nodes, height = list(text.nodes), text.height_mm
    outcomes = outcomes_part(game, width) if scenario is standard_scenario(game) else None
    if outcomes is not None:
        nodes.append(outcomes.at(0.0, height + 2.4))
        height += 2.4 + outcomes.height_mm
    return titled(scenario.name, Drawing(tuple(nodes), width, height), note=scenario_length(game, scenario))


# Counters in rows ------------------------------------------------------------------------------------


def _rows_of(game: Game, groups: Sequence[Alike], width: float) -> Drawing:
    """Rows of counters that each stand for several alike, with their number."""
    across = max(1, int((width + 1.0) // _PITCH_MM))
    nodes: list[Node] = []
    for index, (counter, face, count) in enumerate(groups):
        row, column = divmod(index, across)
        x, y = column * _PITCH_MM, row * (CHIT_MM + 1.2)
        nodes += chit(game, counter, x, y, CHIT_MM, face)
        if count > 1:
            base = centred_baseline("condensed-semibold", COUNT_PT, y + CHIT_MM / 2)
            nodes.append(Text(x + CHIT_MM + 0.9, base, f"× {count}", "condensed-semibold", COUNT_PT, INK))
    rows = -(-len(groups) // across)
    return Drawing(tuple(nodes), width, rows * (CHIT_MM + 1.2) - 1.2 if rows else 0.0)


# Set-up ----------------------------------------------------------------------------------------------


def set_up_part(game: Game, scenario: Scenario, width: float, *, only: str = "") -> Drawing | None:
    """The set-up: who places what and where before the first turn, in the order of the placements.

    only  the side whose placements are shown; "" = all
    """
    placements = [placement for placement in scenario.placements if only in ("", placement.side)]
    if not placements:
        return None
    index = RuleIndex(game)
    names = {side.id: side.name for side in game.info.sides}
    label = 46.0
    nodes: list[Node] = [line(0, 0, width, 0, _RULE)]
    y = 0.0
    for number, placement in enumerate(placements):
        units = [str(unit) for unit in placement.units]
        side = names.get(placement.side, placement.side)
        instruction = f"**{side}:** {where_to(game, placement)}"
        text = text_block(index.cited(instruction, placement.rule), BODY, label - 3.0)
        rows = _rows_of(game, alike(game, units, scenario.states), width - label)
        height = max(text.height_mm, rows.height_mm) + 3.0
        if number % 2 == 0:
            nodes.append(Path(rect(0, y, width, height), fill=game.style.colour("zebra")))
        nodes += [text.at(1.0, y + (height - text.height_mm) / 2), rows.at(label, y + (height - rows.height_mm) / 2)]
        y += height
    nodes.append(line(0, y, width, y, _RULE))
    return titled(game.words.text("Set-up"), Drawing(tuple(nodes), width, y))


def deployed(game: Game, scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """Space -> the units that a scenario places there; empty when there are too few to list."""
    spaces = {str(name) for name in space_ids(game.map)}
    stacks = {
        str(place): tuple(unit_ids(units))
        for place, units in (scenario.position.units or {}).items()
        if place in spaces and units
    }
    codes = {str(counter.id): counter.code for counter in game.all_counters()}
    marked = game.map.kind == "hexes" and all(codes.get(unit) for units in stacks.values() for unit in units)
    return stacks if len(stacks) >= (LEAST_PLACES if marked else LEAST_UNMARKED) else {}


def _spots(stacks: Sequence[int], step: float) -> tuple[list[tuple[int, int, int]], int]:
    """Column, row and number of columns of each stack, and the number of rows.

    They stand by columns; where a stack is too wide for its column, by rows, as it takes those beside it too.
    stacks  the number of units in each
    step    width of a column
    """
    spans = [
        min(DEPLOYED_COLUMNS, math.ceil((PLACE_MM + count * (CHIT_MM + 0.6) + 1.4) / step)) for count in stacks
    ]
    if max(spans) == 1:
        rows = -(-len(stacks) // DEPLOYED_COLUMNS)
        return [(number // rows, number % rows, 1) for number in range(len(stacks))], rows
    spots: list[tuple[int, int, int]] = []
    column = row = 0
    for span in spans:
        if column + span > DEPLOYED_COLUMNS:
            column, row = 0, row + 1
        spots.append((column, row, span))
        column += span
    return spots, row + 1


def _place_named(game: Game, place: str, name: str, x: float, top: float) -> list[Text]:
    """A hex by its number, and its name below; another space by its name, in two lines where it has several words."""
    if game.map.kind == "hexes":
        lines = [(place.upper(), "sans-bold", 9.0, INK)]
        lines += [(name, "condensed-regular", NAME_PT, QUIET)] if name else []
    else:
        lines = [(words, "condensed-semibold", NAME_PT, INK) for words in name.split(" ", 1)]
    return [
        Text(x, top + 4.2 + 3.4 * row, words, font, size, ink, stretch=_narrowed(words, font, size))
        for row, (words, font, size, ink) in enumerate(lines)
    ]


def _narrowed(words: str, font: str, size_pt: float) -> float:
    """How far a name is narrowed to fit left of its counters."""
    return max(0.75, min(1.0, 14.5 / width_mm(words, font, size_pt)))


def deployment_part(game: Game, scenario: Scenario, width: float, *, introduced: bool = True) -> Drawing | None:
    """A scenario's introduction, then its units: by side, the number and name of each hex beside its counters.

    introduced  False leaves the introduction out, under the same heading
    None where players set up freely.
    """
    stacks = deployed(game, scenario)
    if not stacks:
        return None
    counters = {str(c.id): c for c in game.all_counters()}
    names = {str(space.id): space.name for space in game.map.spaces}
    states = scenario.states
    step = width / DEPLOYED_COLUMNS
    nodes: list[Node] = []
    y = 0.0
    if introduced:
        text = introduction_part(game, scenario, width)
        nodes.append(text.at(0.0, 0.0))
        y = text.height_mm + 3.0
    for side in game.info.sides:
        placed = [
            (place, units)
            for place, units in stacks.items()
            if any(counters[u].side == side.id for u in units if u in counters)
        ]
        if not placed:
            continue
        nodes.append(Text(0.0, y + 3.6, side.name, "sans-semibold", 10.0, INK))
        y += 5.6
        spots, rows = _spots([len(units) for _, units in placed], step)
        for (column, row, columns), (place, units) in zip(spots, placed, strict=True):
            x, top = column * step, y + row * (CHIT_MM + 0.8)
            if row % 2 == 0:
                ground = rect(x, top - 0.4, columns * step - 2.0, CHIT_MM + 0.8)
                nodes.append(Path(ground, fill=game.style.colour("zebra")))
            nodes += _place_named(game, place, names.get(place, ""), x + 1.0, top)
            for index, counter in enumerate(counters[u] for u in units if u in counters):
                face = counter.face(states.get(str(counter.id), ""))
                nodes += chit(game, counter, x + PLACE_MM + index * (CHIT_MM + 0.6), top, CHIT_MM, face)
        y += rows * (CHIT_MM + 0.8) + 2.0
    drawn = Drawing(tuple(nodes), width, y - 2.0, scenario.name)
    return drawn if introduced else titled(scenario.name, drawn)


# Arrivals --------------------------------------------------------------------------------------------


def arrivals(game: Game, scenario: Scenario) -> dict[int, list[Alike]]:
    """Turn -> the units that arrive in it, grouped: by the scenario's arrivals, or in boxes whose code is a turn."""
    return {turn: alike(game, units, scenario.states) for turn, units in sorted(_by_turn(scenario).items())}


def _by_turn(scenario: Scenario) -> dict[int, list[str]]:
    by_turn: dict[int, list[str]] = {}
    for arrival in scenario.arrivals:
        if arrival.turn is not None:
            by_turn.setdefault(arrival.turn, []).extend(str(unit) for unit in arrival.units)
    for box, code in scenario.codes.items():
        if code.isdecimal():
            by_turn.setdefault(int(code), []).extend(unit_ids((scenario.position.units or {}).get(box, ())))
    return {turn: list(dict.fromkeys(units)) for turn, units in by_turn.items()}


EVEN_COLUMNS = 3
"""Columns up to this number are of one width."""


def _shared_out(most: Sequence[int], room: float) -> list[float]:
    """The width of each side's column: alike, or where there are many, more for those with more counters in a row.

    most  the most counters of each side in one turn
    """
    if len(most) <= EVEN_COLUMNS:
        return [room / max(len(most), 1)] * len(most)
    across = [1] * len(most)
    for _ in range(int(room / _PITCH_MM) - len(most)):
        fullest = max(range(len(most)), key=lambda side: most[side] / across[side])
        across[fullest] += 1
    return [room * share / sum(across) for share in across]


def _column_head(name: str, x: float, room: float) -> list[Text]:
    """The name of a side over its column, its last line on the height 0: as it is, or condensed, a word a line."""
    if width_mm(name, "sans-italic", 9.0) <= room:
        return [Text(x, 0.0, name, "sans-italic", 9.0, QUIET)]
    font, lines = "condensed-regular", [line.strip() for line in re.split(r"(?<=[ -])", name)]
    return [
        Text(x, 3.6 * (number - len(lines)), line, font, 9.0, QUIET, stretch=min(1.0, room / width_mm(line, font, 9.0)))
        for number, line in enumerate(lines, 1)
    ]


PLACE = TextStyle(CONDENSED, 8.4, 9.4, INK)
"""Where units come in."""
DATE = PLACE
"""Of a turn, below its numeral."""


def _coming(game: Game, scenario: Scenario, turn: int, side: str, width: float) -> Drawing:
    """The units of a side that arrive in a turn, those that come in at other places apart, with the names of these."""
    nodes: list[Node] = []
    y = 0.0
    for arrival, units in waves(game, scenario, turn, side):
        row = _rows_of(game, alike(game, units, scenario.states), width)
        nodes.append(row.at(0.0, y))
        y += row.height_mm + 0.8
        if arrival is not None and arrival.spaces:
            text = text_block(", ".join(place_named(game, str(space)) for space in arrival.spaces), PLACE, width)
            nodes.append(text.at(0.0, y))
            y += text.height_mm + 0.8
    return Drawing(tuple(nodes), width, max(y - 0.8, 0.0))


def waves(game: Game, scenario: Scenario, turn: int, side: str) -> list[tuple[Arrival | None, list[str]]]:
    """The units of a side that arrive in a turn, those that come in at other places apart, with their arrival."""
    of = {str(unit): arrival for arrival in scenario.arrivals if arrival.turn == turn for unit in arrival.units}
    sides = {str(counter.id): counter.side for counter in game.all_counters()}
    parted: dict[object, tuple[Arrival | None, list[str]]] = {}
    for unit in _by_turn(scenario).get(turn, []):
        if sides.get(unit) == side:
            arrival = of.get(unit)
            place = (arrival.spaces, arrival.set) if arrival is not None else ((), None)
            parted.setdefault(place, (arrival, []))[1].append(unit)
    return list(parted.values())


def place_named(game: Game, space: str) -> str:
    """A space as a player finds it: a hex by its number and its name, if it has one."""
    name = next((one.name for one in game.map.spaces if one.id == space), "")
    return " ".join(filter(None, (space.upper(), name))) if game.map.kind == "hexes" else name or space


def arrivals_part(game: Game, scenario: Scenario, width: float, *, only: str = "") -> Drawing | None:
    """The arrivals by turn and side, the turns that bring any across or down, whichever is lower.

    only  the side whose arrivals are shown; "" = all
    """
    by_turn = arrivals(game, scenario)
    sides = [
        side
        for side in game.info.sides
        if only in ("", side.id) and any(g.counter.side == side.id for groups in by_turn.values() for g in groups)
    ]
    if not sides:
        return None
    turns = [
        (number, numeral, name)
        for number, (numeral, name) in enumerate(turn_names(game, scenario.turns), 1)
        if any(only in ("", group.counter.side) for group in by_turn.get(number, []))
    ]
    ways = [_turns_down(game, scenario, turns, sides, width)]
    if len(turns) * _PITCH_MM <= width:
        ways.append(_turns_across(game, scenario, turns, sides, width))
    return titled(game.words.text("Arrivals"), min(ways, key=lambda way: way.height_mm))


ShownTurn = tuple[int, str, str]
"""Number, numeral and name of a turn."""


def _turns_down(
    game: Game, scenario: Scenario, turns: Sequence[ShownTurn], sides: Sequence[Side], width: float
) -> Drawing:
    """A row for each turn with its dates, a column for each side."""
    left, by_turn = 40.0, arrivals(game, scenario)
    most = [max(sum(g.counter.side == side.id for g in groups) for groups in by_turn.values()) for side in sides]
    steps = _shared_out(most, width - left)
    starts = [left + sum(steps[:number]) for number in range(len(sides))]
    heads = [
        head for side, x, step in zip(sides, starts, steps, strict=True)
        for head in _column_head(side.name, x, step - 2.0)
    ]  # fmt: skip
    y = 4.8 - min(head.y for head in heads)
    nodes: list[Node] = [replace(head, y=head.y + y - 1.4) for head in heads]
    nodes.append(line(0, y, width, y, _RULE))
    for row, (number, numeral, name) in enumerate(turns):
        units = [_coming(game, scenario, number, side.id, step - 2.0) for side, step in zip(sides, steps, strict=True)]
        height = max([6.6, *(drawn.height_mm + 1.8 for drawn in units if drawn.nodes)])
        if row % 2 == 0:
            nodes.append(Path(rect(0, y, width, height), fill=game.style.colour("zebra")))
        base = centred_baseline("sans-bold", 11.5, y + height / 2)
        nodes += [Text(1.5, base, numeral, "sans-bold", 11.5, INK), Text(10.0, base, name, "sans-regular", 9.0, INK)]
        nodes += [drawn.at(x, y + (height - drawn.height_mm) / 2) for x, drawn in zip(starts, units, strict=True)]
        y += height
    nodes.append(line(0, y, width, y, _RULE))
    return Drawing(tuple(nodes), width, y)


def _turns_across(
    game: Game, scenario: Scenario, turns: Sequence[ShownTurn], sides: Sequence[Side], width: float
) -> Drawing:
    """A column for each turn with its dates below its numeral, a band for each side, headed where there are several."""
    step = width / len(turns)
    dates = [text_block(name, DATE, step - 1.6) for _, _, name in turns]
    top = 6.4 + max(date.height_mm for date in dates) + 0.8
    inked: list[Node] = []
    y = top
    for side in sides:
        inked.append(line(0, y, width, y, _RULE))
        if len(sides) > 1:
            inked.append(Text(1.0, y + 3.8, side.name, "sans-italic", 9.0, QUIET))
            y += 4.6
        units = [_coming(game, scenario, number, side.id, step - 1.6) for number, _, _ in turns]
        inked += [drawn.at(column * step + 1.0, y + 1.0) for column, drawn in enumerate(units)]
        y += max(drawn.height_mm for drawn in units) + 2.0
    ground = [
        Path(rect(column * step, 0.0, step, y), fill=game.style.colour("zebra")) for column in range(0, len(turns), 2)
    ]
    heads: list[Node] = [line(0, 0, width, 0, _RULE), line(0, y, width, y, _RULE)]
    for column, ((_, numeral, _), date) in enumerate(zip(turns, dates, strict=True)):
        x = column * step + 1.0
        heads += [Text(x, 5.2, numeral, "sans-bold", 11.5, INK), date.at(x, 6.4)]
    return Drawing((*ground, *heads, *inked), width, y)


# Victory points --------------------------------------------------------------------------------------


def points_part(game: Game, scenario: Scenario, width: float, *, air_mm: float = 0.0) -> Drawing | None:
    """The schedule of victory points, gains first, in two columns where it is wide; below it, the levels of victory.

    air_mm  what is added to the height of each row
    """
    if not scenario.victory:
        return None
    index, entries = RuleIndex(game), sorted(scenario.victory, key=lambda entry: -entry.points)
    columns = 2 if width > POINTS_WIDE_MM and len(entries) > 3 else 1
    step, per = (width - COLUMN_GAP_MM * (columns - 1)) / columns, -(-len(entries) // columns)
    texts = []
    for number, entry in enumerate(entries):
        sentence = entry.text[:1].upper() + entry.text[1:]
        cited = number == 0 or entry.rule != scenario.victory[0].rule
        texts.append(text_block(index.cited(sentence, entry.rule if cited else ""), BODY, step - POINTS_MM - 1.0))
    heights = [max(text.height_mm for text in texts[row::per]) + 1.2 + air_mm for row in range(per)]
    nodes: list[Node] = []
    for number, (entry, text) in enumerate(zip(entries, texts, strict=True)):
        x, y = number // per * (step + COLUMN_GAP_MM), sum(heights[: number % per])
        height = heights[number % per]
        if number % per % 2 == 0:
            nodes.append(Path(rect(x, y, step, height), fill=game.style.colour("zebra")))
        top = y + (height - text.height_mm) / 2
        base = top + first_baseline_pt(BODY) * MM_PER_PT
        points = signed(entry.points)
        nodes.append(Text(x + POINTS_MM - 3.4, base, points, "sans-bold", BODY.size_pt, INK, anchor="end"))
        nodes.append(text.at(x + POINTS_MM, top))
    y = sum(heights)
    nodes += [line(x * (step + COLUMN_GAP_MM), y, x * (step + COLUMN_GAP_MM) + step, y, _RULE) for x in range(columns)]
    levels = _levels(game, scenario, width)
    nodes.append(levels.at(0.0, y + 2.0))
    owner = next((s.name for s in game.info.sides if s.id == scenario.victory[0].side), "")
    note = game.words.text("counted for: {side}", side=owner) if owner else ""
    height = y + (2.0 + levels.height_mm if levels.nodes else 0.0)
    return titled(game.words.text("Victory points"), Drawing(tuple(nodes), width, height), note=note)


POINTS_WIDE_MM, COLUMN_GAP_MM, POINTS_MM = 130.0, 6.0, 14.0
"""From this width the schedule has two columns; the white between; the x at which its texts begin."""
LEVEL = TextStyle(CONDENSED, 8.4, 9.8, INK)


def _levels(game: Game, scenario: Scenario, width: float) -> Drawing:
    """The levels of victory as a ladder from the lowest, each with its range; a list where words are too long for it.

    The half of the side for which points count is in its colour, the other half in that of its opponent.
    """
    names = {outcome.id: outcome.name for outcome in game.info.outcomes}
    levels = list(scenario.levels)
    if not levels:
        return Drawing((), width, 0.0)
    spans = [level_range(game, levels, number) for number in range(len(levels))]
    shown = [names.get(level.outcome, level.outcome) for level in levels]
    step = width / len(levels)
    words = [*spans, *(word for name in shown for word in name.split())]
    across = all(width_mm(word, "condensed-semibold", LEVEL.size_pt) < step - 2.0 for word in words)
    step, pitch = (step, step) if across else (width, 0.0)
    texts = [text_block(f"**{span}**\n\n{name}" if across else f"**{span}** {name}", LEVEL, step - 2.0,
                        anchor="middle" if across else "start", gap_pt=0.0)
             for span, name in zip(spans, shown, strict=True)]  # fmt: skip
    height = max(text.height_mm for text in texts) + 2.0
    nodes: list[Node] = []
    for number, text in enumerate(texts):
        x, y = number * pitch, 0.0 if across else (len(texts) - 1 - number) * height
        ground = _level_ground(game, scenario, number / max(len(texts) - 1, 1))
        nodes.append(Path(rect(x, y, step - (0.5 if across else 0.0), height - 0.4), fill=ground))
        nodes.append(text.at(x + 1.0, y + 0.8))
    return Drawing(tuple(nodes), width, height if across else height * len(texts))


def _level_ground(game: Game, scenario: Scenario, part: float) -> str:
    """The ground of a level that is so far up the ladder, 0…1."""
    sides = [side.id for side in game.info.sides if side.id in game.style.sides]
    ours = scenario.victory[0].side
    owner = ours if part >= 0.5 else next((side for side in sides if side != ours), "")
    if owner not in game.style.sides or game.style.ink == "low":
        return game.style.colour("zebra")
    return mix("#ffffff", band_colour(game.style.sides[owner]), 0.08 + 0.64 * abs(part - 0.5))
