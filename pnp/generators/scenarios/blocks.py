"""The blocks of a scenario's page, of charts and of aids: its head, special rules, arrivals, set-up, how it is won.

In: a game, a scenario, a width. Out: a `Drawing`, each under a heading with the address of its case in grey.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby, takewhile
from statistics import mode

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.counters.colours import PAPER, band_colour, is_dark
from pnp.generators.maps.hex.victory import level_range
from pnp.generators.scenarios.flow import Column, as_one, high, whole
from pnp.generators.scenarios.lists import (
    AFTER_MM,
    LABEL,
    LONGEST_MM,
    Grid,
    LaidStack,
    SideList,
    StackGroup,
    arrival_stacks,
    draw_band,
    grid_of,
    lowest,
    section_rows,
    side_lists,
)
from pnp.generators.sheets.head import sheet_head
from pnp.generators.tables.look import HAIR, HAIR_PT, INK, LOSS, QUIET, told_pair
from pnp.generators.tables.parts import BODY, address_of, scenario_length, titled, turn_names
from pnp.generators.typeset.block import Drawing, below_one_another, centred_baseline, levelled, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle, text_faces
from pnp.model.game import Game
from pnp.model.info import EACH, Phase
from pnp.model.scenario import Scenario
from pnp.model.words import capital, signed
from pnp.units import MM_PER_PT

CHIT_MM = 9.6
"""Of counters on charts and aids."""
GUTTER_MM, TOLD_MM, SIDES_MM = 6.0, 48.0, 3.0
"""Between two columns of rows of words; their least width; the white between the lists of two sides."""
PLATE_MM, COUNTED = 0.9, TextStyle(CONDENSED, 8.0, 9.2, QUIET)
"""White around the name of a side on its plate, and how many counters stand there, below it."""
PAD_MM, KEY_SHARE, COLUMNS_WORTH, MOST_TOLD, LEVEL_MM = 0.9, 0.4, 0.3, 3.5, 15.0
"""White around a row; a wider share of it for names puts these above the words on them; how much lower columns are;
the lines of a level in a band, at the most, and its least width.
"""
FACT = TextStyle(SANS, 10.6, 14.0, INK)
LEAD_MM = 1.8
"""Between facts and text."""
RULE = TextStyle(SANS, 9.0, 11.6, INK, raised=True)
LEVEL, LEVEL_KEY = TextStyle(CONDENSED, 8.4, 9.8, INK), ("condensed-bold", 9.0)
MEASURE_MM = 140.0
"""Longest line of running text that is easy to read."""
TINT, DEEPER = 0.14, 0.17
"""Of a side's colour in its first level of victory, and more in each further one."""


def _rows(game: Game, draw: Callable[[int, float], Drawing], count: int, width: float, air_mm: float) -> Drawing:
    """A table in as many columns as make it much lower, a hair line between its rows.

    draw    gives a row at a width
    air_mm  what is added to the height of each row
    """
    ways = []
    for columns in range(1, max(1, min(int((width + GUTTER_MM) / (TOLD_MM + GUTTER_MM)), count // 2)) + 1):
        wide = (width + GUTTER_MM) / columns - GUTTER_MM
        rows = [draw(number, wide) for number in range(count)]
        tall = [row.height_mm + 2 * PAD_MM for row in rows]
        parts = levelled(tall, columns)
        ways.append((max(sum(tall[part]) for part in parts), parts, wide, rows, tall))
    high, parts, wide, rows, tall = min(ways, key=lambda way: way[0] * len(way[1]) ** COLUMNS_WORTH)
    high += air_mm * max(len(tall[part]) for part in parts)
    nodes: list[Node] = []
    for column, part in enumerate(parts):
        x, y, more = column * (wide + GUTTER_MM), 0.0, (high - sum(tall[part])) / len(tall[part])
        for number, row in enumerate(rows[part]):
            room = row.height_mm + 2 * PAD_MM + more
            if number:
                nodes.append(line(x, y, x + wide, y, Stroke(HAIR, HAIR_PT)))
            nodes.append(row.at(x, y + (room - row.height_mm) / 2))
            y += room
    return Drawing((Group(tuple(nodes), role="Table"),), width, high)


# Head ------------------------------------------------------------------------------------------------


def head_block(game: Game, scenario: Scenario, number: int, width: float, *, part: str = "") -> Drawing:
    """The name of a scenario across the page.

    part  what of the scenario is on a further sheet
    """
    told = game.words.text("Scenario {n}", n=number) if len(game.scenarios) > 1 else ""
    lines = (part, told, game.info.printed_title), (part, told), (told or game.info.printed_title,)
    return sheet_head(game, scenario.name, width, [" · ".join(filter(None, line)) for line in lines])


def lead_block(game: Game, scenario: Scenario, width: float) -> Drawing:
    """The facts of a scenario and its text."""
    told = text_block(" \u2002\u2002".join(fact.replace(" ", "\u00a0") for fact in _facts(game, scenario)), FACT, width)
    text = text_block(scenario.text, TextStyle(text_faces(game.language), 10.6, 14.6, INK), width)
    top = told.height_mm + LEAD_MM
    return Drawing((told.at(0.0, 0.0), text.at(0.0, top)), width, top + text.height_mm)


def _facts(game: Game, scenario: Scenario) -> list[str]:
    """Length, hours, players, who sets up and who moves first; figures and names in bold."""
    words, names = game.words, {side.id: side.name for side in game.info.sides}
    players = words.count("{n} player", "{n} players", game.info.players)
    counted = [scenario_length(game, scenario), game.info.playing_time, players]
    facts = [re.sub(r"\d+(?:[.,–-]\d+)*", r"**\g<0>**", fact) for fact in counted if fact]
    if game.info.players > 1:
        placing = list(dict.fromkeys(str(placement.side) for placement in scenario.placements))
        if len(placing) > 1:
            facts.append(words.text("sets up first: {side}", side=f"**{names[placing[0]]}**"))
        if (mover := _first_mover(game, scenario)) in names:
            facts.append(words.text("moves first: {side}", side=f"**{names[mover]}**"))
    return facts


def _first_mover(game: Game, scenario: Scenario) -> str:
    """The side that has the first phase of play; "" where a die or nobody decides."""
    phases = list(_first_phases(game.info.phases))
    start = next((n for n, phase in enumerate(phases) if phase.id == scenario.position.phase), 0)
    playing = [phase for phase in phases[start:] if "setup" not in (phase.id, phase.procedure) and phase.when is None]
    side = str(playing[0].side or "") if playing else ""
    return str(game.info.sides[0].id) if side == EACH else side


def _first_phases(phases: Sequence[Phase], side: str = "") -> Iterator[Phase]:
    """The phases in order, with the side of the phase around them where they have none."""
    for phase in phases:
        own = phase if phase.side else phase.replaced(side=side or None)
        yield own
        yield from _first_phases(phase.phases, str(own.side or ""))


# Rules and victory -----------------------------------------------------------------------------------


def rules_block(game: Game, rules: Sequence[str], width: float) -> Drawing | None:
    """The rules of a scenario alone, a bullet each; None where there are none."""
    index = RuleIndex(game)
    nodes: list[Node] = []
    y = 0.0
    for rule in rules:
        text = text_block(rule, RULE, width - 4.4, resolve=index.resolved)
        nodes += [Path(rect(0.4, y + 1.5, 1.5, 1.5), fill=game.style.palette.get("title", INK)), text.at(4.4, y)]
        y += text.height_mm + 1.3
    return titled(game, game.words.text("Special rules"), Drawing(tuple(nodes), width, y - 1.3)) if rules else None


def victory_part(game: Game, scenario: Scenario, width: float, *, air_mm: float = 0.0) -> Drawing | None:
    """How a scenario is won: its points, gains first, and its levels of victory, or the ways in which the game ends.

    air_mm  what is added to the height of each row
    """
    index, title, levels = RuleIndex(game), game.words.text("Victory"), _levels(game, scenario, width, air_mm)
    if scenario.victory:
        title = game.words.text("Victory points")
        owner = next((s.name for s in game.info.sides if s.id == scenario.victory[0].side), "")
        note = game.words.text("counted for: {side}", side=owner) if owner else ""
        entries = sorted(scenario.victory, key=lambda entry: -entry.points)
        usual = mode([entry.rule for entry in entries])
        told = [
            (signed(e.points), "", index.cited(capital(e.text), e.rule if e.rule != usual else ""))
            for e in entries
        ]
    elif scenario.levels or not game.info.outcomes:
        return titled(game, title, levels) if scenario.levels else None
    else:
        note = scenario_length(game, scenario) if scenario.victory_points else ""
        usual = mode([str(outcome.rule) for outcome in game.info.outcomes])
        told = [(one.name, str(one.winner or ""), one.text) for one in game.info.outcomes]
    widest = max(width_mm(key, "sans-bold", BODY.size_pt) for key, _, _ in told) + 0.5
    left = 3.4 if any(side for _, side, _ in told) else 1.6
    parts = [[*some] for _, some in groupby(told, key=lambda one: (one[1], _lead(told, one)))]

    def part(n: int, wide: float) -> Drawing:
        if parts[n][1:]:
            return _degrees(game, parts[n], _lead(told, parts[n][0]), left, wide)
        return _told(game, *parts[n][0], widest, left, wide)

    rows = _rows(game, part, len(parts), width, air_mm)
    high = rows.height_mm + (2.4 + levels.height_mm if levels.nodes else 0.0)
    nodes = (rows.at(0.0, 0.0), levels.at(0.0, rows.height_mm + 2.4))
    return titled(game, title, Drawing(nodes, width, high), note=note, address=address_of(game, usual))


def _told(
    game: Game, key: str, side: str, text: Sequence[Span] | str, key_mm: float, left: float, width: float
) -> Drawing:
    """A row: points or the name of an outcome in bold, and the words on it beside or below; a bar for who wins.

    left  where the words of all rows begin
    """
    owner = game.style.sides.get(side)
    beside = key_mm <= KEY_SHARE * width
    style = BODY.with_(colour=LOSS) if key.startswith("−") else BODY
    named = text_block(f"**{key}**", style, key_mm if beside else width - left - 1.0)
    at = (left + key_mm + 3.0, 0.0) if beside else (left, named.height_mm)
    words = text_block(text, BODY, width - at[0] - 1.0)
    high = max(named.height_mm, at[1] + words.height_mm)
    bar = Path(rect(0.0, -PAD_MM, 1.3, high + 2 * PAD_MM), fill=band_colour(owner)) if owner else Group(())
    return Drawing((bar, told_pair(named.at(left, 0.0), words.at(*at))), width, high)


_Told = tuple[str, str, Sequence[Span] | str]
"""Points or the name of a result, the side that wins, and the words on it."""


def _shared(texts: Sequence[str]) -> str:
    """The words that texts begin with; in a script without spaces the letters, but for digits."""
    alike = "".join(letters[0] for letters in takewhile(lambda some: len({*some}) == 1, zip(*texts, strict=False)))
    return alike[: alike.rfind(" ") + 1] if " " in texts[0] else alike.rstrip("0123456789")


def _lead(told: Sequence[_Told], one: _Told) -> str:
    """What the texts on all results of a side begin with, where they differ by a number after that; else the text."""
    texts = [str(text) for _, side, text in told if side == one[1]]
    lead = _shared(texts) if one[1] and texts[1:] else ""
    numbered = all(re.search(r"\d", text[len(lead):]) for text in texts)
    return lead if numbered and 2 * len(lead) > min(map(len, texts)) else str(one[2])


def _degrees(game: Game, told: Sequence[_Told], lead: str, left: float, width: float) -> Drawing:
    """Results of one side under what is said of all, each beside what only it needs."""
    side, names, count = told[0][1], _shared([name for name, *_ in told]), len(told)
    head = text_block(lead, BODY, width - left - 1.0)
    strips = _strips([(_tint(game, side, count - n), str(text)[len(lead):].removesuffix(game.words.stop),
                       name.removeprefix(names)) for n, (name, _, text) in enumerate(told, 1)],
                     width - left)  # fmt: skip
    body = below_one_another([head, strips], PAD_MM)
    bar = Path(rect(0.0, -PAD_MM, 1.3, body.height_mm + 2 * PAD_MM), fill=band_colour(game.style.sides[side]))
    return Drawing((bar, body.at(left, 0.0)), width, body.height_mm)


def _levels(game: Game, scenario: Scenario, width: float, air_mm: float) -> Drawing:
    """The levels of victory from the lowest score to the highest, in the colours of who wins: a band, or rows."""
    levels = list(scenario.levels)
    if not levels:
        return Drawing((), width, 0.0)
    names = {outcome.id: outcome.name for outcome in game.info.outcomes}
    spans = [level_range(game, levels, number) for number in range(len(levels))]
    told = [names.get(level.outcome, level.outcome) for level in levels]
    tints, step = _tints(game, scenario), width / len(levels)
    texts = [text_block(one, LEVEL, step - 2.0) for one in told]
    high = 6.4 + max(text.height_mm for text in texts)
    widest = max(width_mm(word, LEVEL.faces.regular, LEVEL.size_pt) for one in told for word in one.split())
    if step <= max(LEVEL_MM, widest + 2.2) or high - 6.4 >= MOST_TOLD * LEVEL.leading_pt * MM_PER_PT:
        return _strips([*zip(tints, spans, told, strict=True)][::-1], width, air_mm)
    nodes: list[Node] = []
    for x, span, tint, text in zip((n * step for n in range(len(levels))), spans, tints, texts, strict=True):
        narrowed = min(1.0, (step - 2.0) / width_mm(span, *LEVEL_KEY))
        nodes += [Path(rect(x, 0.0, step - 0.5, high), fill=tint),
                  Text(x + 1.0, 4.2, span, *LEVEL_KEY, INK, stretch=narrowed), text.at(x + 1.0, 5.0)]
    return Drawing(tuple(nodes), width, high)


def _strips(told: Sequence[tuple[str, str, str]], width: float, air_mm: float = 0.0) -> Drawing:
    """Rows of one height, each on a tint: points in bold, and what these give."""
    left = max(width_mm(key, *LEVEL_KEY) for _, key, _ in told) + 4.0
    texts = [text_block(name, LEVEL, width - left - 1.0) for *_, name in told]
    nodes, high = list[Node](), 1.6 + air_mm + max(text.height_mm for text in texts)
    for y, (tint, key, _), text in zip((n * high for n in range(len(told))), told, texts, strict=True):
        nodes += [Path(rect(0.0, y, width, high - 0.4), fill=tint),
                  Text(1.0, centred_baseline(*LEVEL_KEY, y + high / 2), key, *LEVEL_KEY, INK),
                  text.at(left, y + (high - text.height_mm) / 2)]
    return Drawing(tuple(nodes), width, len(told) * high)


def _tints(game: Game, scenario: Scenario) -> list[str]:
    """The ground of each level: grey for a draw, and for a side its colour, deeper the better its victory."""
    winners = {outcome.id: str(outcome.winner or "") for outcome in game.info.outcomes}
    levels = [winners.get(str(level.outcome), "") for level in scenario.levels]
    # A side that wins by a low score has its best level at the low end.
    return [_tint(game, side, (levels[n + 1:] if side == levels[0] != levels[-1] else levels[:n]).count(side))
            for n, side in enumerate(levels)]  # fmt: skip


def _tint(game: Game, side: str, rank: int) -> str:
    """The colour of a side so much the deeper, and more of a pale one."""
    style, share = game.style.sides.get(side), TINT + DEEPER * rank
    if style is None:
        return game.style.colour("zebra")
    colour = band_colour(style)
    return mix(PAPER, colour, min(0.55, share) if is_dark(colour) else min(1.0, 3.0 * share))


# Set-up and arrivals ---------------------------------------------------------------------------------


def arrivals_part(game: Game, scenario: Scenario, width: float) -> Drawing | None:
    """What arrives turn by turn, by the place where it comes in; None where nothing does."""
    column = arrivals_column(game, scenario, width, CHIT_MM)
    return as_one(column, width) if column else None


def arrivals_column(game: Game, scenario: Scenario, width: float, chit_mm: float) -> Column:
    """What arrives turn by turn, the name of each below its number; nothing where nothing does."""
    stacks, names = arrival_stacks(game, scenario), turn_names(game, scenario.turns)
    words = [[Span(word, bold=not n) for n, word in enumerate(names[turn - 1]) if word] for turn in stacks]
    labels = [below_one_another([text_block((word,), LABEL, LONGEST_MM) for word in told], 0.0) for told in words]
    rules = {str(arrival.rule or "") for arrival in scenario.arrivals if arrival.turn is not None}
    title, case = game.words.text("Arrivals"), address_of(game, rules.pop()) if len(rules) == 1 else ""
    head = titled(game, title, Drawing((), width, 0.0), address=case)
    told = [*zip(labels, stacks.values(), strict=True)]
    grid = grid_of([(replace(word, text=word.text.replace(" ", "\u00a0")),) for some in words for word in some],
                   width, chit_mm)  # fmt: skip
    return lowest(lambda grid: _headed(game, head, told, grid), grid, high) if told else ()


def labels_of(game: Game, scenario: Scenario) -> list[Sequence[Span]]:
    """What stands left of counters: the labels of sections, and the names of sides without labels."""
    shown = [(one, section) for one in side_lists(game, scenario) for section in _shown(one)]
    plain = [one for one, section in shown if not section.label]
    told = [word for one in plain for word in (one.name, _notes(game, one, "")[1].replace(" ", "\u00a0"))]
    return [*(section.label for _, section in shown), *((Span(word, bold=True),) for word in told)]


def set_up_columns(game: Game, lists: Sequence[SideList], grid: Grid) -> list[Column]:
    """What each side lays, below a band that says how much that is and on which display it lies, where what waits
    beside the map is pictured; the first band says what stands below counters. Sides whose counters have no labels
    have their own name on a plate instead, and short ones after each other share a row.
    """
    return lowest(lambda grid: _sides(game, lists, grid), grid, lambda columns: sum(map(high, columns)))


def _sides(game: Game, lists: Sequence[SideList], grid: Grid) -> list[Column]:
    placed = game.map.kind == "hexes" and any(stack.place for one in lists for section in one.sections
                                              for stack in section.stacks)  # fmt: skip
    more = game.words.text("below the counters: their hexes") if placed else ""
    found = list[Column]()
    for plain, some in groupby(lists, key=lambda one: bool(grid.label_mm and not _shown(one)[0].label)):
        if plain:
            plates = [(_plate(game, one, grid), _shown(one)[0].stacks) for one in some]
            found += [[replace(row, gap_mm=SIDES_MM)] for row in section_rows(game, plates, grid)]
            continue
        for one in some:
            band = draw_band(game, one.side, one.name, _notes(game, one, "" if found else more), grid.width)
            wide = grid.label_mm - AFTER_MM if grid.label_mm else grid.width
            labels = [(text_block(section.label, LABEL, wide), section.stacks) for section in _shown(one)]
            found.append(_headed(game, band, labels, grid))
    return found


def _shown(listed: SideList) -> list[StackGroup]:
    """The sections of a side, those with one label as one; what waits on displays is not shown again, but for a side
    of which there is nothing else.
    """
    laid = [one for one in listed.sections if not listed.displays or any(stack.place for stack in one.stacks)]
    parted = groupby(laid or listed.sections, key=lambda section: section.label)
    return [StackGroup(label, tuple(stack for one in same for stack in one.stacks)) for label, same in parted]


def _notes(game: Game, listed: SideList, more: str) -> list[str]:
    """How many counters a side lays, and on which display, or `more`; and shorter."""
    if listed.displays:
        more = game.words.text("on the display: {names}", names=game.words.listed(listed.displays))
    number = game.words.count("{n} counter", "{n} counters", listed.counters)
    return [f"{number} · {more}" if more else number, number, f"×\u2009{listed.counters}"]


def _plate(game: Game, listed: SideList, grid: Grid) -> Drawing:
    """The name of a side on its colour, as wide as a label, over how many counters it lays."""
    style, wide = game.style.sides.get(listed.side), grid.label_mm - AFTER_MM
    ground = band_colour(style) if style else game.style.colour("zebra")
    name = text_block(f"**{listed.name}**", LABEL.with_(colour=PAPER if is_dark(ground) else INK), wide)
    plate = Path(rect(0.0, 0.0, wide + 2 * PLATE_MM, name.height_mm + PLATE_MM, 0.8), fill=ground)
    told = text_block(_notes(game, listed, "")[0], COUNTED, wide + 2 * PLATE_MM)
    named = Drawing((plate, name.at(PLATE_MM, PLATE_MM / 2)), wide, name.height_mm + PLATE_MM)
    return below_one_another([named, told], PLATE_MM / 2)


def _headed(game: Game, head: Drawing, sections: Sequence[tuple[Drawing, Sequence[LaidStack]]], grid: Grid) -> Column:
    """Sections in rows below a head."""
    first, *more = section_rows(game, sections, grid)
    return [whole(head, SIDES_MM), replace(first, gap_mm=0.0), *more]


def set_up_part(game: Game, scenario: Scenario, width: float) -> Drawing | None:
    """What a scenario says, and what every side sets up; None where nothing is."""
    lists = side_lists(game, scenario)
    if not lists:
        return None
    sides = set_up_columns(game, lists, grid_of(labels_of(game, scenario), width, CHIT_MM))
    text = whole(text_block(scenario.text, BODY, min(width, MEASURE_MM)))
    return titled(game, scenario.name, as_one([text, *chain.from_iterable(sides)], width))
