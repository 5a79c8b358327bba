"""The parts of the player aid, each a `Drawing` as wide as the page: tables with results explained, the sequence
of play, options, how the game ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from string import ascii_lowercase

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Stroke, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import rule_index
from pnp.generators.counters.colours import band_colour
from pnp.generators.sheets.head import block_rules, capitals
from pnp.generators.tables.lists import draw_list
from pnp.generators.tables.look import AID, HAIR_PT, INK, QUIET, TableLook, told_pair
from pnp.generators.tables.results import code_tints, shown_code
from pnp.generators.typeset.block import Drawing, below_one_another, centred_baseline, levelled, text_block
from pnp.generators.typeset.markup import Span
from pnp.generators.typeset.paragraph import first_baseline_pt
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.base import Id
from pnp.model.game import Game
from pnp.model.info import Phase
from pnp.model.scenario import Scenario
from pnp.model.tables import ListRow, ListTable, ResultCode, ResultsTable
from pnp.units import MM_PER_PT

BODY = TextStyle(SANS, 9.0, 11.2, INK, raised=False)
NOTE = TextStyle(SANS, 8.4, 10.4, QUIET)
KEY_GAP_MM, KEY_ROW_MM, KEY_MM, MOST_KEYS, SHORT_KEY_MM, CHIP_EDGE = 2.6, 1.8, 44.0, 4, 11.6, 0.25
"""Between a results table and the key to it, and between the rows of a key; the least width of its columns, how many
they are at most, and the height of a name over two lines; how much darker than a chip its edge is.
"""
TWO_COLUMNS_MM, SEQUENCE_GAP_MM = 125.0, 6.0
"""From this width, phases and results stand in two columns; between those of phases."""
PHASE_MM, NUMBER_PT, MOST_MORE_MM, TIED = 11.0, 15.0, 5.0, 32
"""The x at which the names of phases begin; the size of their numbers; how much higher they become to end level; the
letters of a step that is divided.
"""
SMALL_NUMERALS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
FLOW = TableLook(body_pt=10.4, leading_pt=12.8)
TITLE_PT = 13.0
"""The heading of a block."""
SIDE_BAR_MM = 2.6
"""Width of the bar in the colour of a phase's side."""
TITLE_MM, TITLE_MIDDLE_MM = 8.2, 4.3
"""The height of a heading, and the middle of its capitals."""
LEAST_TITLE_PT = 10.0
"""A title is as large as the words of its table at the least."""


def titled(game: Game, title: str, body: Drawing, *, note: str = "", address: str = "") -> Drawing:
    """`body` under a heading in the game's form, smaller where it would be wider, at last on several lines.

    note     stands at the heading's right end, or below it where it is narrow
    address  the case it is from, in grey right of all
    """
    least = least_title_mm(game, title, address)
    if note and body.width_mm < least + width_mm(note, "sans-italic", NOTE.size_pt) + 3.0:
        told = text_block((Span(note, italic=True),), NOTE, body.width_mm)
        body = replace(body, nodes=(*told.nodes, body.at(0.0, told.height_mm + 0.6)),
                       height_mm=body.height_mm + told.height_mm + 0.6)  # fmt: skip
        note = ""
    beside = [(text, face) for text, face in ((address, "condensed-semibold"), (note, "sans-italic")) if text]
    font = game.style.faces.heading
    room = body.width_mm - sum(width_mm(text, face, NOTE.size_pt) + 3.0 for text, face in beside)
    shown = capitals(game, title)
    needed = width_mm(shown, font, TITLE_PT)
    size = min(TITLE_PT, max(0.999 * TITLE_PT * room / needed, LEAST_TITLE_PT))  # or rounding would divide it
    style = BODY.with_(faces=SANS._replace(bold=font), size_pt=size, leading_pt=size * 1.2)
    head = text_block((Span(shown, bold=True),), style, max(room, width_mm(shown, font, LEAST_TITLE_PT) / 3))
    more = head.height_mm - size * 1.2 * MM_PER_PT
    base, below_mm = centred_baseline(font, size, TITLE_MIDDLE_MM), TITLE_MM + more
    top = base - first_baseline_pt(style) * MM_PER_PT
    nodes: list[Node] = [Group((*block_rules(game, body.width_mm), head.at(0.0, top)), role="H2")]
    x = body.width_mm
    for text, face in beside:
        nodes.append(Text(x, base, text, face, NOTE.size_pt, QUIET, anchor="end"))
        x -= width_mm(text, face, NOTE.size_pt) + 3.0
    aside, shown_mm = " · ".join(text for text, _ in beside), body.height_mm + below_mm
    return Drawing((Group(tuple(nodes)), body.at(0, below_mm)), body.width_mm, shown_mm, title, aside, head_mm=below_mm)


def least_title_mm(game: Game, title: str, address: str = "") -> float:
    """The width in which a heading fits in the smallest type."""
    beside = width_mm(address, "condensed-semibold", NOTE.size_pt) + 3.0 if address else 0.0
    words = width_mm(capitals(game, title), game.style.faces.heading, LEAST_TITLE_PT)
    return words + beside


def address_of(game: Game, rule: str) -> str:
    """The number of the case that a block is from; "" for one known by a title, often the block's own."""
    index = rule_index(game)
    return index.bare(rule) if rule and index.is_number(rule) else ""


def results_legend(game: Game, table: ResultsTable, width: float, air_mm: float = 0.0) -> Drawing:
    """The key to a results table: each code in its tint, with name and effect, from worst to best down columns in which
    effects are short, the middle one of an odd number across two; entries side by side begin on one line.

    air_mm  what is added between its entries
    """
    tints, codes = code_tints(game, table), table.codes
    key = max(9.4, *(width_mm(shown_code(code.id), "sans-semibold", AID.cell_pt) + 2.4 for code in codes))
    fewest = min(len(codes), 2 if width >= TWO_COLUMNS_MM else 1)
    even = [n for n in range(min(int(width // KEY_MM), MOST_KEYS), fewest, -1) if len(codes) % n == 0]
    for count in (*even, fewest):
        rows = -(-len(codes) // count)
        lone = rows - 1 if len(codes) % count else -1
        entries = [_explained(code, (width if n == lone else width / count) - key - 5.6)
                   for n, code in enumerate(codes)]  # fmt: skip
        if max(entry.height_mm for entry in entries) <= SHORT_KEY_MM:
            break
    tall = [max(entry.height_mm for entry in entries[row::rows]) + KEY_ROW_MM + air_mm for row in range(rows)]
    nodes, told = list[Node](), list[Group]()
    for n, (code, text) in enumerate(zip(codes, entries, strict=True)):
        x, y = n // rows * width / count, sum(tall[: n % rows])
        nodes.append(Path(rect(x, y + 0.4, key, 6.2, 0.9), fill=tints[code.id],
                          stroke=Stroke(mix(tints[code.id], INK, CHIP_EDGE), HAIR_PT)))  # fmt: skip
        baseline = centred_baseline("sans-semibold", AID.cell_pt, y + 3.5)
        shown = Text(x + key / 2, baseline, shown_code(code.id), "sans-semibold", AID.cell_pt, INK, anchor="middle")
        told.append(told_pair(shown, text.at(x + key + 2.2, y)))
    nodes.append(Group(tuple(told), role="Table"))
    return Drawing(tuple(nodes), width, sum(tall) - KEY_ROW_MM - air_mm)


def _explained(code: ResultCode, room: float) -> Drawing:
    """The name of a result over its effect."""
    name, effect = text_block(f"**{code.name}**", BODY, room), text_block(code.text, NOTE.with_(colour=INK), room)
    return Drawing((*name.nodes, effect.at(0, name.height_mm)), room, max(6.6, name.height_mm + effect.height_mm))


def sequence_part(game: Game, width: float, style: TextStyle = BODY, air_mm: float = 0.0) -> Drawing | None:
    """The sequence of play: the phases of a turn in order, a large number and a bar in the colour of whose it is; below
    its name the text of a phase, or its steps in one run; then the phases within it. In a wide page in two columns.

    Steps say what their phase's text says, so it isn't printed with them; nor is a text twice. `air_mm` is added to the
    height of each row.
    """
    if not game.info.all_phases:
        return None
    index, columns = rule_index(game), 2 if width >= TWO_COLUMNS_MM else 1
    room = (width + SEQUENCE_GAP_MM) / columns - SEQUENCE_GAP_MM
    texts, number, rows = _phase_texts(game), 0, list[tuple[str, Phase, Drawing]]()
    for phase in game.info.phases:
        setting_up = "setup" in (phase.id, phase.procedure)
        number += not setting_up
        paragraphs = [index.cited(f"**{phase.name}**", phase.rule), texts[phase.id], *_parts_told(game, phase, texts)]
        told = [text_block(spans, style, room - PHASE_MM - 1.0) for spans in paragraphs if spans]
        rows.append(("" if setting_up else str(number), phase, below_one_another(told, 0.3)))
    pad = (1.6 * style.size_pt + 2.0) / BODY.size_pt / 2 + air_mm / 2
    heights = [told.height_mm + 2 * pad for *_, told in rows]
    parts, nodes = levelled(heights, min(columns, len(rows))), list[Node]()
    high = max(sum(heights[part]) for part in parts)
    for column, part in enumerate(parts):
        x, y, left = column * (room + SEQUENCE_GAP_MM), 0.0, high - sum(heights[part])
        more = min(MOST_MORE_MM, left / len(heights[part]))
        for (mark, phase, told), tall in zip(rows[part], heights[part], strict=True):
            side, deep = game.style.sides.get(phase.side or ""), tall + more - 0.5
            bar = band_colour(side) if side else mix(game.style.colour("zebra"), INK, 0.3)
            nodes.append(Path(rect(x, y, room, deep), fill=phase_ground(game, phase)))
            nodes.append(Path(rect(x, y, SIDE_BAR_MM, deep), fill=bar))
            top = y + (deep - told.height_mm) / 2
            first = top + first_baseline_pt(style) * MM_PER_PT
            size = NUMBER_PT * style.size_pt / BODY.size_pt
            middle = x + (SIDE_BAR_MM + PHASE_MM) / 2
            nodes += [Text(middle, first + 0.4, mark, "sans-bold", size, INK, anchor="middle")] if mark else []
            nodes.append(told.at(x + PHASE_MM, top))
            y += tall + more
    return titled(game, game.words.text("Sequence of play"), Drawing(tuple(nodes), width, high - 0.5))


def _parts_told(game: Game, phase: Phase, texts: Mapping[Id, str], within: bool = False) -> list[list[Span]]:
    """The steps of a phase and the phases in it as paragraphs, each with its letter, or with a small numeral `within` a
    lettered one; those without a text run on.
    """
    told, runs_on, marks = list[list[Span]](), False, SMALL_NUMERALS if within else ascii_lowercase
    for number, part in enumerate((*phase.steps, *phase.phases)):
        inner, mark = isinstance(part, Phase), marks[number % len(marks)]
        text = texts[part.id] if isinstance(part, Phase) else ""
        name = part.name.replace(" ", "\u00a0") if len(part.name) < TIED else part.name
        name = f"**{name}{game.words.stop if text else ''}** {text}".strip() if inner else name
        spans = [Span(f"{mark}\u00a0", bold=True), *rule_index(game).cited(name, part.rule)]
        deeper = _parts_told(game, part, texts, within=True) if isinstance(part, Phase) else []
        spans += [span for run in deeper for span in (Span("\u2002 "), *run)]
        if runs_on and not text:
            told[-1] += [Span("\u2002 "), *spans]
        else:
            told.append(spans)
        runs_on = not text and not deeper
    return told


def phase_ground(game: Game, phase: Phase) -> str:
    """The ground of a phase: a touch of its side's colour, grey for what concerns both."""
    side = game.style.sides.get(phase.side or "")
    if side is None or game.style.ink == "low":
        return game.style.colour("zebra")
    return mix("#ffffff", band_colour(side), 0.09)


def _phase_texts(game: Game) -> dict[Id, str]:
    """Phase -> its text; none for one with steps, nor that of an earlier one."""
    said = dict[str, Id]()
    return {phase.id: "" if phase.steps or said.setdefault(phase.text, phase.id) != phase.id else phase.text
            for phase in game.info.phases_and_parts}  # fmt: skip


def options_part(game: Game, width: float, air_mm: float = 0.0) -> Drawing | None:
    """The optional rules, a sentence each; None when the game has none.

    air_mm  what is added to the height of each row
    """
    title, options = game.words.text("Optional rules"), game.info.options
    rows = tuple(ListRow(id=option.id, name=option.name, text=option.text, rule=option.rule) for option in options)
    if not rows:
        return None
    listed = ListTable(kind="list", id="options", title=title, rule=rows[0].rule, rows=rows)
    return titled(game, title, draw_list(game, listed, width, replace(AID, air_mm=air_mm)))


def turn_names(game: Game, turns: int) -> list[tuple[str, str]]:
    """Numeral and name of each turn, from the turn track."""
    track = next((t for t in game.tracks if t.kind == "turn"), None)
    spaces = list(track.spaces)[:turns] if track else []
    named = [(s.numeral or str(i), s.name) for i, s in enumerate(spaces, 1)]
    return named + [(str(i), "") for i in range(len(named) + 1, turns + 1)]


def scenario_length(game: Game, scenario: Scenario) -> str:
    """The length of a scenario in turns, and the points needed to win it, as a phrase."""
    if not scenario.victory_points:
        return game.words.count("{n} turn", "{n} turns", scenario.turns)
    points = game.words.count("{n} point", "{n} points", scenario.victory_points)
    return game.words.count("{points} in {n} turn", "{points} in {n} turns", scenario.turns, points=points)
