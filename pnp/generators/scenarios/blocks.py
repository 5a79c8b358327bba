"""The blocks of a scenario's page, of charts and of aids: its head, special rules, arrivals, set-up, how it is won.

In: a game, a scenario, a width. Out: a `Drawing`, each under a heading with the address of its case in grey.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain, groupby, pairwise
from statistics import mode

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.counters.colours import PAPER, band_colour, is_dark
from pnp.generators.maps.hex.victory import level_range
from pnp.generators.scenarios.flow import Column, FlowPart, as_one, whole
from pnp.generators.scenarios.lists import (
    SideList,
    StackGroup,
    arrival_stacks,
    draw_band,
    section_rows,
    side_lists,
)
from pnp.generators.sheets.head import sheet_head
from pnp.generators.tables.look import HAIR, HAIR_PT, INK, LOSS, told_pair
from pnp.generators.tables.parts import BODY, address_of, scenario_length, titled, turn_names
from pnp.generators.typeset.block import Drawing, centred_baseline, levelled, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle, text_faces
from pnp.model.game import Game
from pnp.model.info import EACH, Phase
from pnp.model.scenario import Scenario
from pnp.model.words import capital, signed
from pnp.units import MM_PER_PT

CHIT_MM = 9.6
"""Of counters on charts and aids."""
GUTTER_MM, TOLD_MM, SIDES_MM = 6.0, 48.0, 4.0
"""Between two columns of rows of words; their least width; the white between the lists of two sides."""
LEAST_NEED, ABREAST_MM = 3.0, 5.6
"""The counters for which each of sides beside each other has room, and the white between them."""
PAD_MM, KEY_SHARE, COLUMNS_WORTH, MOST_TOLD, LEVEL_MM = 0.9, 0.4, 0.3, 3.5, 15.0
"""White around a row; a wider share of it for names puts these above the words on them; how much lower columns are;
the lines of a level in a band, at the most, and its least width.
"""
FACT = TextStyle(SANS, 10.6, 14.0, INK)
LEAD_MM = 1.8
"""Between facts and text."""
RULE = TextStyle(SANS, 9.0, 11.6, INK, raised=True)
LEVEL = TextStyle(CONDENSED, 8.4, 9.8, INK)
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
    rows = _rows(game, lambda n, wide: _told(game, *told[n], widest, left, wide), len(told), width, air_mm)
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


def _levels(game: Game, scenario: Scenario, width: float, air_mm: float) -> Drawing:
    """The levels of victory from the lowest score to the highest, in the colours of who wins: a band, or rows."""
    levels = list(scenario.levels)
    if not levels:
        return Drawing((), width, 0.0)
    names = {outcome.id: outcome.name for outcome in game.info.outcomes}
    tints, step = _tints(game, scenario), width / len(levels)
    spans = [level_range(game, levels, number) for number in range(len(levels))]
    told = [names.get(level.outcome, level.outcome) for level in levels]
    most = MOST_TOLD * LEVEL.leading_pt * MM_PER_PT
    widest = max(width_mm(word, LEVEL.faces.regular, LEVEL.size_pt) for one in told for word in one.split())
    band = step > max(LEVEL_MM, widest + 2.2)
    band = band and all(text_block(one, LEVEL, step - 2.0).height_mm < most for one in told)
    wide = step if band else width
    left = 0.0 if band else max(width_mm(span, "sans-bold", 9.0) for span in spans) + 4.0
    texts = [text_block(one, LEVEL, wide - left - 2.0) for one in told]
    nodes: list[Node] = []
    high = (5.4 if band else 1.6 + air_mm) + max(text.height_mm for text in texts) + (1.0 if band else 0.0)
    for number, (span, tint, text) in enumerate(zip(spans, tints, texts, strict=True)):
        x, y = (number * step, 0.0) if band else (0.0, (len(levels) - 1 - number) * high)
        nodes.append(Path(rect(x, y, wide - (0.5 if band else 0.0), high - (0.0 if band else 0.4)), fill=tint))
        base = y + 4.2 if band else centred_baseline("sans-bold", 9.0, y + high / 2)
        narrowed = min(1.0, (wide - 2.0) / width_mm(span, "sans-bold", 9.0))
        nodes.append(Text(x + 1.0, base, span, "sans-bold", 9.0, INK, stretch=narrowed))
        nodes.append(text.at(x + 1.0 + left, y + 5.0 if band else y + (high - text.height_mm) / 2))
    return Drawing(tuple(nodes), width, high if band else len(levels) * high)


def _tints(game: Game, scenario: Scenario) -> list[str]:
    """The ground of each level: grey for a draw, and for a side its colour, deeper the better its victory, and more of
    a pale one.
    """
    winners = {outcome.id: str(outcome.winner or "") for outcome in game.info.outcomes}
    levels = [winners.get(str(level.outcome), "") for level in scenario.levels]
    tints = []
    for number, side in enumerate(levels):
        # A side that wins by a low score has its best level at the low end.
        low = side == levels[0] and side != levels[-1]
        rank = (levels[number + 1:] if low else levels[:number]).count(side)
        style, share = game.style.sides.get(side), TINT + DEEPER * rank
        colour = band_colour(style) if style else ""
        share = min(0.55, share) if is_dark(colour or INK) else min(1.0, 3.0 * share)
        tints.append(mix(PAPER, colour, share) if style else game.style.colour("zebra"))
    return tints


# Set-up and arrivals ---------------------------------------------------------------------------------


def arrivals_part(game: Game, scenario: Scenario, width: float) -> Drawing | None:
    """What arrives turn by turn, by the place where it comes in; None where nothing does."""
    column = arrivals_column(game, scenario, CHIT_MM, width)
    return as_one(column, width) if column else None


def arrivals_column(game: Game, scenario: Scenario, chit_mm: float, width: float) -> Column | None:
    """What arrives turn by turn, drawn as what is set up is; nothing where nothing does, None where it has no room."""
    labels = [(Span(n, bold=True), Span(" " + name.replace(" ", "\u00a0")) if name else Span(""))
              for n, name in turn_names(game, scenario.turns)]  # fmt: skip
    sections = [StackGroup(labels[turn - 1], stacks) for turn, stacks in arrival_stacks(game, scenario).items()]
    rules = {str(arrival.rule or "") for arrival in scenario.arrivals if arrival.turn is not None}
    title, case = game.words.text("Arrivals"), address_of(game, rules.pop()) if len(rules) == 1 else ""
    head = titled(game, title, Drawing((), width, 0.0), address=case)
    return _headed(head, section_rows(game, sections, chit_mm, width)) if sections else ()


def set_up_columns(game: Game, lists: Sequence[SideList], chit_mm: float, width: float) -> list[Column | None]:
    """What each side lays, below a band that says how much that is and on which display it lies, where what waits
    beside the map is pictured; the first band says what stands below counters. Sides with one row stand abreast. None
    where a list has no room.
    """
    placed = game.map.kind == "hexes" and any(stack.place for one in lists for section in one.sections
                                              for stack in section.stacks)  # fmt: skip
    more = game.words.text("below the counters: their hexes") if placed else ""
    sides = [_side(game, one, chit_mm, "" if n else more, width) for n, one in enumerate(lists)]
    found, n = list[Column | None](), 0
    while n < len(sides):
        ends = (end for end in range(len(sides), n + 1, -1) if all(len(one or ()) == 2 for one in sides[n:end]))
        rows = ((_abreast(game, lists[n:end], chit_mm, width), end) for end in ends)
        row, n = next((way for way in rows if way[0]), (sides[n], n + 1))
        found.append(row)
    return found


def _abreast(game: Game, lists: Sequence[SideList], chit_mm: float, width: float) -> Column | None:
    """Sides beside each other, as wide as what each lays needs; None where one has no room in one row."""
    needs = [max(LEAST_NEED, sum(1.0 if kind.count == 1 else 1.5 for section in one.sections
                                 for stack in section.stacks for kind in stack.groups)) for one in lists]  # fmt: skip
    starts = [*accumulate((need * (width + ABREAST_MM) / sum(needs) for need in needs), initial=0.0)]
    sides = [_side(game, one, chit_mm, "", end - start - ABREAST_MM)
             for one, (start, end) in zip(lists, pairwise(starts), strict=True)]  # fmt: skip
    if not all(side is not None and len(side) == 2 for side in sides):
        return None
    return [FlowPart(lambda _, some=pieces: Drawing(
        tuple(piece.draw(0.0).at(x, 0.0) for piece, x in zip(some, starts, strict=False)), width, 0.0),
        max(piece.high_mm for piece in pieces), pieces[0].gap_mm, white_mm2=sum(piece.white_mm2 for piece in pieces))
        for pieces in zip(*filter(None, sides), strict=True)]  # fmt: skip


def _side(game: Game, listed: SideList, chit_mm: float, more: str, width: float) -> Column | None:
    """The band of a side, and its sections in rows; None where the name is wider."""
    if listed.displays:
        more = game.words.text("on the display: {names}", names=game.words.listed(listed.displays))
    number = game.words.count("{n} counter", "{n} counters", listed.counters)
    notes = [f"{number} · {more}" if more else number, number, f"×\u2009{listed.counters}"]
    laid = [one for one in listed.sections if not listed.displays or any(stack.place for stack in one.stacks)]
    # a band without counters would say nothing
    parted = groupby(laid or listed.sections, key=lambda section: section.label)
    sections = [StackGroup(label, tuple(stack for one in same for stack in one.stacks)) for label, same in parted]
    if width < 4.8 + width_mm(listed.name, "sans-bold", 10.6):
        return None
    return _headed(draw_band(game, listed.side, listed.name, notes, width),
                   section_rows(game, sections, chit_mm, width))  # fmt: skip


def _headed(head: Drawing, below: Sequence[FlowPart] | None) -> Column | None:
    """Rows, if they have room, below a head."""
    return [whole(head, SIDES_MM), replace(below[0], gap_mm=0.0), *below[1:]] if below else None


def set_up_part(game: Game, scenario: Scenario, width: float) -> Drawing | None:
    """What a scenario says, and what every side sets up; None where nothing is."""
    lists = side_lists(game, scenario)
    if not lists:
        return None
    sides = set_up_columns(game, lists, CHIT_MM, width)
    text = whole(text_block(scenario.text, BODY, min(width, MEASURE_MM)))
    return titled(game, scenario.name, as_one([text, *chain.from_iterable(filter(None, sides))], width))


__all__ = [
    "arrivals_column", "arrivals_part", "head_block", "lead_block", "rules_block", "set_up_columns", "set_up_part",
    "victory_part",
]  # fmt: skip
