"""The blocks of a scenario's page besides its lists: its head, its special rules, arrivals, how it is won.

In: a game, a scenario, a width. Out: a `Drawing`, each under a heading with the address of its case in grey.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.counters.colours import PAPER, band_colour, is_dark
from pnp.generators.maps.hex.victory import level_range
from pnp.generators.scenarios.lists import StackGroup, draw_section, list_look, zebra
from pnp.generators.tables.look import INK, QUIET, told_pair
from pnp.generators.tables.parts import scenario_length
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.paragraph import first_baseline_pt
from pnp.generators.typeset.styles import CONDENSED, SANS, TextStyle, text_faces
from pnp.model.game import Game
from pnp.model.info import EACH, Phase
from pnp.model.scenario import Scenario
from pnp.model.words import signed
from pnp.units import MM_PER_PT

TITLE_PT, LEAST_TITLE_PT, SMALL_TITLE_PT = 30.0, 18.0, 20.0
HEAD_PT, HEAD_MM = 13.0, 8.0
GUTTER_MM = 6.0
"""Between two columns of arrivals."""
PAD_MM, TURN_LINES = 0.9, 1.2
"""White around a turn, and the lines of its numeral and dates, where they have room."""
COLUMN_MM = 80.0
"""Least width of a column of arrivals, where there are two."""
BODY = TextStyle(SANS, 8.8, 11.6, INK, raised=True)
LEVEL = TextStyle(CONDENSED, 7.6, 9.0, INK)
LEVEL_MM = 21.0
"""Least width of a level in a band; narrower ones stand below one another."""
BESIDE_MM = 68.0
"""Least width in which the ways to win have their names at the left."""
TINT, DEEPER = 0.14, 0.17
"""Of a side's colour in its first level of victory, and more in each further one."""


def block(title: str, body: Drawing, *, note: str = "", address: str = "") -> Drawing:
    """`body` below a rule and a heading; `note` in italics and the address of a case in grey at its right end."""
    width = body.width_mm
    aside = [(text, font, size) for text, font, size in (
        (address, "condensed-semibold", 8.4), (note, "sans-italic", 7.8)
    ) if text]  # fmt: skip
    nodes: list[Node] = [
        line(0.0, 0.0, width, 0.0, Stroke(INK, 0.9)),
        Group((Text(0.0, 5.6, title, "sans-bold", HEAD_PT, INK),), role="H2"),
    ]
    right = width
    for text, font, size in aside:
        long = width_mm(text, font, size)
        if right - long > width_mm(title, "sans-bold", HEAD_PT) + 2.0:
            nodes.append(Text(right, 5.6, text, font, size, QUIET, anchor="end"))
            right -= long + 3.0
    return Drawing((*nodes, body.at(0.0, HEAD_MM)), width, body.height_mm + HEAD_MM, title)


# Head ------------------------------------------------------------------------------------------------


def head_block(game: Game, scenario: Scenario, number: int, width: float, *, small: bool = False) -> Drawing:
    """The name of a scenario, its length, who plays it and begins, and its text, across the page.

    small  the name alone: the text stands in a column
    """
    accent = game.style.palette.get("accent", INK)
    over = game.words.text("Scenario {n}", n=number) if len(game.scenarios) > 1 else game.info.printed_title
    most = SMALL_TITLE_PT if small else TITLE_PT
    size = max(min(most, most * width / width_mm(scenario.name, "sans-bold", most)), LEAST_TITLE_PT)
    base = 8.4 + 0.3 * size
    nodes: list[Node] = [
        line(0.0, 0.0, width, 0.0, Stroke(game.style.palette.get("title", INK), 1.6)),
        Text(0.0, 6.2, over.upper(), "sans-semibold", 9.4, accent, tracking_em=0.12),
        Group((Text(0.0, base, scenario.name, "sans-bold", size, INK),), role="H1"),
    ]
    if small:
        return Drawing(tuple(nodes), width, base + 1.0)
    lead = lead_block(game, scenario, width)
    return Drawing((*nodes, lead.at(0.0, base + 2.6)), width, base + 2.6 + lead.height_mm)


def lead_block(game: Game, scenario: Scenario, width: float, *, base: Scenario | None = None) -> Drawing:
    """The facts of a scenario, those alone that aren't those of `base`, and its text."""
    known = _facts(game, base) if base else []
    facts = " \u2002".join(fact.replace(" ", "\u00a0") for fact in _facts(game, scenario) if fact not in known)
    size = (9.2, 12.4) if base else (10.6, 14.6)
    told = text_block(facts, TextStyle(SANS, 9.4, 12.6, QUIET), width) if facts else Drawing((), width, -1.8)
    text = text_block(scenario.text, TextStyle(text_faces(game.language), *size, INK), width)
    return Drawing((*told.nodes, text.at(0.0, told.height_mm + 1.8)), width, told.height_mm + 1.8 + text.height_mm)


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


def rules_block(game: Game, rules: Sequence[str], width: float) -> Drawing:
    """The rules of a scenario alone, a bullet each."""
    index = RuleIndex(game)
    nodes: list[Node] = []
    y = 0.0
    for rule in rules:
        text = text_block(rule, BODY, width - 4.4, resolve=index.resolved)
        nodes += [Path(rect(0.4, y + 1.5, 1.5, 1.5), fill=game.style.palette.get("title", INK)), text.at(4.4, y)]
        y += text.height_mm + 1.3
    return block(game.words.text("Special rules"), Drawing(tuple(nodes), width, y - 1.3))


def victory_block(game: Game, scenario: Scenario, width: float) -> Drawing | None:
    """How a scenario is won: its points and its levels of victory, or the ways in which the game ends."""
    index, title = RuleIndex(game), game.words.text("Victory")
    if scenario.victory:
        rules = [entry.rule for entry in scenario.victory]
        points = _points(game, scenario, width, index)
        levels = _levels(game, scenario, width)
        nodes = (points.at(0.0, 0.0), levels.at(0.0, points.height_mm + 2.4))
        high = points.height_mm + (2.4 + levels.height_mm if levels.nodes else 0.0)
        owner = next((s.name for s in game.info.sides if s.id == scenario.victory[0].side), "")
        note = game.words.text("counted for: {side}", side=owner) if owner else ""
        most = max(rules, key=rules.count)
        return block(title, Drawing(nodes, width, high), note=note, address=_short(index, most))
    if scenario.levels:
        return block(title, _levels(game, scenario, width))
    if game.info.outcomes:
        rules = [str(outcome.rule) for outcome in game.info.outcomes]
        return block(title, _outcomes(game, width), address=_short(index, max(rules, key=rules.count)))
    return None


def _short(index: RuleIndex, address: str) -> str:
    """An address for the right end of a heading; that of a case without a number would repeat the heading."""
    return index.bare(address) if index.is_number(address) else ""


def _points(game: Game, scenario: Scenario, width: float, index: RuleIndex) -> Drawing:
    """A row for each line of the schedule, gains first; the address of a case that isn't that of most."""
    rules = [entry.rule for entry in scenario.victory]
    usual = max(rules, key=rules.count)
    figure = max(width_mm(signed(entry.points), "sans-bold", 10.4) for entry in scenario.victory) + 2.0
    told: list[Node] = []
    y = 0.0
    for number, entry in enumerate(sorted(scenario.victory, key=lambda entry: -entry.points)):
        sentence = entry.text[:1].upper() + entry.text[1:]
        spans = index.cited(sentence, entry.rule if entry.rule != usual else "")
        text = text_block(spans, BODY, width - figure - 5.0)
        height = text.height_mm + 1.5
        if number % 2 == 0:
            told.append(Path(rect(0.0, y, width, height), fill=game.style.colour("zebra")))
        base = y + 0.75 + first_baseline_pt(BODY) * MM_PER_PT
        key = Text(figure, base, signed(entry.points), "sans-bold", 10.4, INK, anchor="end")
        told.append(told_pair(key, text.at(figure + 3.0, y + 0.75)))
        y += height
    return Drawing((Group(tuple(told), role="Table"),), width, y)


def _levels(game: Game, scenario: Scenario, width: float) -> Drawing:
    """The levels of victory from the lowest score to the highest, in the colours of who wins: a band, or rows."""
    levels = list(scenario.levels)
    if not levels:
        return Drawing((), width, 0.0)
    names = {outcome.id: outcome.name for outcome in game.info.outcomes}
    tints, step = _tints(game, scenario), width / len(levels)
    spans = [level_range(game, levels, number) for number in range(len(levels))]
    band = step >= LEVEL_MM
    wide = step if band else width
    left = 0.0 if band else max(width_mm(span, "sans-bold", 9.4) for span in spans) + 4.0
    texts = [text_block(names.get(level.outcome, level.outcome), LEVEL, wide - left - 2.0) for level in levels]
    nodes: list[Node] = []
    high = (5.4 if band else 1.6) + max(text.height_mm for text in texts) + (1.0 if band else 0.0)
    for number, (span, tint, text) in enumerate(zip(spans, tints, texts, strict=True)):
        x, y = (number * step, 0.0) if band else (0.0, (len(levels) - 1 - number) * high)
        nodes.append(Path(rect(x, y, wide - (0.5 if band else 0.0), high - (0.0 if band else 0.4)), fill=tint))
        base = y + 4.2 if band else centred_baseline("sans-bold", 9.4, y + high / 2)
        narrowed = min(1.0, (wide - 2.0) / width_mm(span, "sans-bold", 9.4))
        nodes.append(Text(x + 1.0, base, span, "sans-bold", 9.4, INK, stretch=narrowed))
        nodes.append(text.at(x + 1.0 + left, y + 5.0 if band else y + (high - text.height_mm) / 2))
    return Drawing(tuple(nodes), width, high if band else len(levels) * high)


def _tints(game: Game, scenario: Scenario) -> list[str]:
    """The ground of each level: grey for a draw, and for a side its colour, deeper the better its victory."""
    winners = {outcome.id: str(outcome.winner or "") for outcome in game.info.outcomes}
    levels = [winners.get(str(level.outcome), "") for level in scenario.levels]
    tints = []
    for number, side in enumerate(levels):
        if side not in game.style.sides:
            tints.append(game.style.colour("zebra"))
            continue
        # A side that wins by a low score has its best level at the low end.
        low = side == levels[0] and side != levels[-1]
        rank = (levels[number + 1:] if low else levels[:number]).count(side)
        colour = band_colour(game.style.sides[side])
        share = (TINT + DEEPER * rank) * (1.0 if is_dark(colour) else 3.0)
        tints.append(mix(PAPER, colour, min(share, 0.55 if is_dark(colour) else 1.0)))
    return tints


def _outcomes(game: Game, width: float) -> Drawing:
    """A row for each way in which the game ends, with a bar in the colour of who wins it."""
    names = [outcome.name for outcome in game.info.outcomes]
    beside = min(0.4 * width, max(width_mm(name, "sans-bold", BODY.size_pt) for name in names) + 6.0)
    told: list[Node] = []
    y = 0.0
    for number, outcome in enumerate(game.info.outcomes):
        if width >= BESIDE_MM:
            name = text_block(f"**{outcome.name}**", BODY, beside - 4.0)
            text = text_block(outcome.text, BODY, width - beside - 2.0)
            height = max(name.height_mm, text.height_mm) + 1.7
            at = beside, y + 0.85
        else:
            name = text_block(f"**{outcome.name}**", BODY, width - 5.0)
            text = text_block(outcome.text, BODY, width - 5.0)
            height = name.height_mm + text.height_mm + 1.7
            at = 3.4, y + 0.85 + name.height_mm
        if number % 2 == 0:
            told.append(Path(rect(0.0, y, width, height), fill=game.style.colour("zebra")))
        if outcome.winner in game.style.sides:
            told.append(Path(rect(0.0, y, 1.3, height), fill=band_colour(game.style.sides[str(outcome.winner)])))
        told.append(told_pair(name.at(3.4, y + 0.85), text.at(*at)))
        y += height
    return Drawing((Group(tuple(told), role="Table"),), width, y)


# Arrivals --------------------------------------------------------------------------------------------


def arrivals_block(
    game: Game, scenario: Scenario, turns: Sequence[StackGroup], width: float, chit_mm: float
) -> Drawing:  # fmt: skip
    """The turns that bring units, a row each, in two columns where they are wide enough.

    turns  at least one
    """
    columns = 2 if len(turns) > 2 and (width - GUTTER_MM) / 2 >= COLUMN_MM else 1
    wide = (width - (columns - 1) * GUTTER_MM) / columns
    look = list_look(turns, wide - PAD_MM, chit_mm, TURN_LINES)
    rows = [zebra(game, draw_section(game, section, wide - PAD_MM, look), PAD_MM) for section in turns]
    first = _half(rows) if columns == 2 else len(rows)
    nodes: list[Node] = []
    high = 0.0
    for x, taken in ((0.0, rows[:first]), (wide + GUTTER_MM, rows[first:])):
        y = 0.0
        for row in taken:
            nodes.append(row.at(x, y))
            y += row.height_mm + 0.6
        high = max(high, y - 0.6)
    rules = {str(arrival.rule or "") for arrival in scenario.arrivals if arrival.turn is not None}
    address = _short(RuleIndex(game), rules.pop()) if len(rules) == 1 and "" not in rules else ""
    return block(game.words.text("Arrivals"), Drawing(tuple(nodes), width, high), address=address)


def _half(rows: Sequence[Drawing]) -> int:
    """How many rows the first of two columns has, so that they are about as high."""
    heights = [row.height_mm for row in rows]
    return min(range(1, len(rows) + 1), key=lambda n: max(sum(heights[:n]), sum(heights[n:])))


__all__ = ["BODY", "arrivals_block", "block", "head_block", "lead_block", "rules_block", "victory_block"]
