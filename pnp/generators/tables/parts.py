"""The parts of the player aid, each a `Drawing` as wide as the page: tables with results explained, the sequence
of play, options, how the game ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.draw.scene import Group, Node, Path, Stroke, Text, circle, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex
from pnp.generators.counters.colours import band_colour
from pnp.generators.tables.look import told_pair
from pnp.generators.tables.results import shown_code
from pnp.generators.tables.tables import INK, LARGE, QUIET, TableLook, code_tints, draw_table
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.paragraph import first_baseline_pt
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.model.info import Phase
from pnp.model.scenario import Scenario
from pnp.model.tables import AnyTable, FlowTable, ResultsTable
from pnp.units import MM_PER_PT

BODY = TextStyle(SANS, 9.5, 12.4, INK, raised=False)
NOTE = TextStyle(SANS, 9.0, 11.6, QUIET)
FLOW = TableLook(body_pt=10.4, leading_pt=12.8)
TITLE_PT = 14.0
SIDE_BAR_MM = 1.3
"""Width of the bar in the colour of a phase's side."""
TITLE_MM = 8.4
GUTTER_MM = 7.0
"""Between two columns of tables."""
LEAST_TITLE_PT = 10.0
"""A title is as large as the words of its table at the least."""


NAMES_MM = (45.0, 50.0, 55.0, 60.0)
"""Where the texts of phases may begin."""


def titled(title: str, body: Drawing, *, note: str = "") -> Drawing:
    """`body` under a heading, smaller where it would be wider than `body`; `note` stands at the heading's right end."""
    room = body.width_mm - (width_mm(note, "sans-regular", 9.0) + 4.0 if note else 0.0)
    needed = width_mm(title, "sans-bold", TITLE_PT)
    size = max(TITLE_PT * room / needed, LEAST_TITLE_PT) if needed > room else TITLE_PT
    nodes: list[Node] = [Group((Text(0, 5.2, title, "sans-bold", size, INK),), role="H2")]
    if note:
        nodes.append(Text(body.width_mm, 5.2, note, "sans-regular", 9.0, QUIET, anchor="end"))
    nodes.append(body.at(0, TITLE_MM))
    return Drawing(tuple(nodes), body.width_mm, body.height_mm + TITLE_MM, title)


def minor(part: Drawing) -> Drawing:
    """A part that no page is titled by where something weightier stands on it."""
    return replace(part, topics=("",))


def table_part(game: Game, table: AnyTable, width: float, look: TableLook = LARGE) -> Drawing:
    """A table with its title and the key to its results."""
    if isinstance(table, FlowTable) and look is LARGE:
        look = FLOW
    drawing = draw_table(game, table, width, look)
    topics = tuple(topic.title for topic in game.charts.topics if table.id in topic.tables)
    if not isinstance(table, ResultsTable):
        return replace(titled(table.title, drawing), topics=topics)
    legend = results_legend(game, table, width)
    combined = Drawing(
        (*drawing.nodes, legend.at(0, drawing.height_mm + 4.0)), width, drawing.height_mm + 4.0 + legend.height_mm
    )
    return replace(titled(table.title, combined), topics=topics)


def in_two_columns(parts: Sequence[Drawing], width: float, look: TableLook = LARGE) -> Drawing:
    """Tables half as wide as the page in two columns, in order, split where the columns are most level."""
    half = (width - GUTTER_MM) / 2
    between = look.row_mm * 0.42
    heights = [part.height_mm + between for part in parts]
    cut = min(range(1, len(parts) + 1), key=lambda n: max(sum(heights[:n]), sum(heights[n:])))
    nodes: list[Node] = []
    tallest = 0.0
    for left, column in ((0.0, parts[:cut]), (half + GUTTER_MM, parts[cut:])):
        y = 0.0
        for part in column:
            nodes.append(part.at(left, y))
            y += part.height_mm + between
        tallest = max(tallest, y - between)
    topics = tuple(dict.fromkeys(topic for part in parts for topic in part.topics or (part.title,)))
    return Drawing(tuple(nodes), width, tallest, parts[0].title, topics)


def results_legend(game: Game, table: ResultsTable, width: float) -> Drawing:
    """The key to a results table: each code in its tint, with name and effect, in the order of the ladder."""
    tints = code_tints(game, table)
    columns = 3 if 4 < len(table.codes) <= 6 else 2
    rows = -(-len(table.codes) // columns)
    step = width / columns
    key = 11.0
    descriptions = []
    for code in table.codes:
        text = text_block(f"**{code.name}**", BODY, step - key - 6.0)
        more = text_block(code.text, NOTE.with_(colour=INK), step - key - 6.0)
        descriptions.append(Drawing((*text.nodes, more.at(0, text.height_mm)), step, text.height_mm + more.height_mm))
    heights = [max(d.height_mm for d in descriptions[row::rows]) + 3.0 for row in range(rows)]
    nodes: list[Node] = []
    told: list[Group] = []
    for index, (code, text) in enumerate(zip(table.codes, descriptions, strict=True)):
        x, y = index // rows * step, sum(heights[: index % rows])
        nodes.append(Path(rect(x, y, key, 7.4, 0.9), fill=tints[code.id]))
        baseline = centred_baseline("sans-semibold", 12.0, y + 3.7)
        shown = Text(x + key / 2, baseline, shown_code(code.id), "sans-semibold", 12.0, INK, anchor="middle")
        told.append(told_pair(shown, text.at(x + key + 2.6, y - 0.4)))
    nodes.append(Group(tuple(told), role="Table"))
    return Drawing(tuple(nodes), width, sum(heights) - 3.0)


def sequence_part(game: Game, width: float, style: TextStyle = BODY) -> Drawing | None:
    """The sequence of play: the phases of a turn in order, each with its text, its steps and its rules.

    A phase that holds others is followed by them, with letters for numbers; a bar shows whose it is.
    """
    if not game.info.all_phases:
        return None
    index = RuleIndex(game)
    aside = _addresses_mm(game, index, style)
    nodes: list[Node] = []
    at = _phase_names_mm(game, style)
    y, number = 0.0, 0
    for mark, within, phase in _marked(game.info.phases):
        number += 1 if mark and not within else 0
        left = 14.5 if within else 11.0
        name = text_block(f"{phase.name}" if within else f"**{phase.name}**", style, at - 2.5 - left)
        body = text_block(phase.text, style, width - at - aside)
        steps = _steps(phase, index, width - at, style, aside)
        gap = 0.8 if steps.nodes else 0.0
        height = max(body.height_mm + gap + steps.height_mm, name.height_mm) + 3.2 * style.size_pt / BODY.size_pt
        if number % 2:
            nodes.append(Path(rect(0, y, width, height), fill=game.style.colour("zebra")))
        if phase.side in game.style.sides:
            nodes.append(Path(rect(0, y, SIDE_BAR_MM, height), fill=band_colour(game.style.sides[phase.side])))
        first = y + 1.6 + first_baseline_pt(style) * MM_PER_PT
        if within:
            nodes.append(Text(11.0, first, mark, "sans-semibold", style.size_pt, INK))
        elif mark:
            middle = 2 * first - centred_baseline("sans-bold", style.size_pt, first)
            nodes.append(Path(circle(5.0, middle, 0.235 * style.leading_pt), fill=INK))
            nodes.append(Text(5.0, first, mark, "sans-bold", style.size_pt, "#ffffff", anchor="middle"))
        nodes += [name.at(left, y + 1.6), body.at(at, y + 1.6), steps.at(at, y + 1.6 + body.height_mm + gap)]
        nodes.append(_address(index, phase.rule, width - 2.0, y + 1.6, style))
        y += height
    nodes += [line(0, 0, width, 0, Stroke(INK, 0.9)), line(0, y, width, y, Stroke(INK, 0.9))]
    return titled(game.words.text("Sequence of play"), Drawing(tuple(nodes), width, y))


def _phase_names_mm(game: Game, style: TextStyle) -> float:
    """Where the texts begin beside the names of the phases: so far right that no name takes more than two lines."""
    names = [(11.0, f"**{phase.name}**") for phase in game.info.phases]
    names += [(14.5, phase.name) for phase in game.info.all_phases if phase not in game.info.phases]
    for at in NAMES_MM:
        tallest = max(text_block(name, style, at - 2.5 - left).height_mm for left, name in names)
        if tallest < 2.5 * style.leading_pt * MM_PER_PT:
            return at
    return NAMES_MM[-1]


def _marked(phases: Sequence[Phase], within: bool = False) -> Iterator[tuple[str, bool, Phase]]:
    """Each phase with its number, or its letter where it lies within another; without one before the first turn."""
    number = 0
    for phase in phases:
        if "setup" in (phase.id, phase.procedure):
            yield "", within, phase
            continue
        number += 1
        yield chr(96 + number) if within else str(number), within, phase
        yield from _marked(phase.phases, within=True)


def _address(index: RuleIndex, rule: str, right: float, top: float, style: TextStyle) -> Text:
    base = top + first_baseline_pt(style) * MM_PER_PT
    return Text(right, base, index.bare(rule), "condensed-medium", min(9.0, style.size_pt), QUIET, anchor="end")


def _addresses_mm(game: Game, index: RuleIndex, style: TextStyle) -> float:
    """Width of the rule addresses at the right; in some rulebooks they are titles instead of numbers."""
    rules = [rule for phase in game.info.all_phases for rule in (phase.rule, *(step.rule for step in phase.steps))]
    size = min(9.0, style.size_pt)
    return max([14.0, *(width_mm(index.bare(rule), "condensed-medium", size) + 5.0 for rule in rules)])


def _steps(phase: Phase, index: RuleIndex, width: float, style: TextStyle, aside: float) -> Drawing:
    """The lettered steps of a phase, a line each."""
    nodes: list[Node] = []
    y = 0.0
    for number, step in enumerate(phase.steps):
        base = y + first_baseline_pt(style) * MM_PER_PT
        nodes.append(Text(0.6, base, f"{chr(97 + number % 26)}", "sans-semibold", style.size_pt, INK))
        text = text_block(step.name, style, width - 4.6 - aside)
        nodes += [text.at(4.6, y), _address(index, step.rule, width - 2.0, y, style)]
        y += text.height_mm
    return Drawing(tuple(nodes), width, y)


def options_part(game: Game, width: float) -> Drawing | None:
    """The optional rules, a sentence each; None when the game has none."""
    if not game.info.options:
        return None
    rows = [(o.name, o.text) for o in game.info.options]
    return minor(titled(game.words.text("Optional rules"), _pairs(rows, width)))


def ending_part(game: Game, width: float) -> Drawing | None:
    """How the game ends; None where the levels of a score, which have a chart of their own, decide it."""
    outcomes = outcomes_part(game, width)
    if outcomes is None:
        return None
    scenario = next(iter(game.scenarios.values()))
    return titled(
        game.words.text("Victory"), outcomes, note=scenario_length(game, scenario) if scenario.victory_points else ""
    )


def outcomes_part(game: Game, width: float) -> Drawing | None:
    """Each way in which the game can end; None where the levels of a score, charted elsewhere, decide it."""
    if not game.info.outcomes or next(iter(game.scenarios.values())).levels:
        return None
    return _pairs([(outcome.name, outcome.text) for outcome in game.info.outcomes], width)


def scenario_length(game: Game, scenario: Scenario) -> str:
    """The length of a scenario in turns, and the points needed to win it, as a phrase."""
    if not scenario.victory_points:
        return game.words.count("{n} turn", "{n} turns", scenario.turns)
    points = game.words.count("{n} point", "{n} points", scenario.victory_points)
    return game.words.count("{points} in {n} turn", "{points} in {n} turns", scenario.turns, points=points)


def _pairs(rows: Sequence[tuple[str, str]], width: float) -> Drawing:
    """A list of pairs: names in bold at the left, texts at the right."""
    told: list[Group] = []
    y = 0.0
    for name, text in rows:
        left = text_block(f"**{name}**", BODY, 43.0)
        right = text_block(text, BODY, width - 45.0)
        told.append(told_pair(left.at(0, y), right.at(45.0, y)))
        y += max(left.height_mm, right.height_mm) + 1.6
    return Drawing((Group(tuple(told), role="Table"),), width, y - 1.6)
