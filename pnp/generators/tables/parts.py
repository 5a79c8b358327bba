"""The parts of the player aid, each a `Drawing` as wide as the page: tables with results explained, the sequence
of play, options, how the game ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.draw.colour import mix
from pnp.draw.scene import Group, Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.generators.book.index import RuleIndex, rule_index
from pnp.generators.counters.colours import band_colour
from pnp.generators.sheets.head import block_rules, capitals
from pnp.generators.tables.lists import draw_list
from pnp.generators.tables.look import HAIR, HAIR_PT, told_pair
from pnp.generators.tables.results import shown_code
from pnp.generators.tables.tables import AID, INK, QUIET, TableLook, code_tints
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
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
KEY_GAP_MM, KEY_ROW_MM, KEY_MM, MOST_KEYS, SHORT_KEY_MM = 2.6, 1.8, 44.0, 4, 11.6
"""Between a results table and the key to it, and between the rows of a key; the least width of its columns, how many
they are at most, and the height of a name over two lines.
"""
BESIDE_MM = 125.0
"""From this width, the text of a phase stands beside its name."""
PHASE_MM = 10.4
"""The x at which the names of phases begin."""
SMALL_NUMERALS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
FLOW = TableLook(body_pt=10.4, leading_pt=12.8)
TITLE_PT = 13.0
"""The heading of a block."""
SIDE_BAR_MM = 2.2
"""Width of the bar in the colour of a phase's side."""
TITLE_MM, TITLE_MIDDLE_MM = 8.2, 4.3
"""The height of a heading, and the middle of its capitals."""
LEAST_TITLE_PT = 10.0
"""A title is as large as the words of its table at the least."""


LEAST_NAMES_MM, NAMES_SHARE = 30.0, 0.32
"""The least width of the names of phases beside their texts, and the greatest share of a row."""


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
    effects are short; entries side by side begin on one line. The middle one of an odd number has all of the width.

    air_mm  what is added between its entries
    """
    tints, codes = code_tints(game, table), [*table.codes]
    key = max(9.4, *(width_mm(shown_code(code.id), "sans-semibold", AID.cell_pt) + 2.4 for code in codes))
    fewest = min(len(codes), 2 if width >= BESIDE_MM else 1)
    even = [n for n in range(min(int(width // KEY_MM), MOST_KEYS), fewest, -1) if len(codes) % n == 0]
    for count in (*even, fewest):
        entries = [_explained(code, width / count - key - 5.6) for code in codes]
        if max(entry.height_mm for entry in entries) <= SHORT_KEY_MM:
            break
    rows, odd = divmod(len(codes), count)
    if odd:
        codes.append(codes.pop(rows if table.ranked else -1))
        entries = [_explained(code, width / (1 if code is codes[-1] else count) - key - 5.6) for code in codes]
    places = [*((n // rows * width / count, n % rows) for n in range(rows * count)), *[(0.0, rows)] * odd]
    tall = [max(entry.height_mm for entry, (_, at) in zip(entries, places, strict=True) if at == row)
            + KEY_ROW_MM + air_mm for row in range(rows + odd)]  # fmt: skip
    nodes, told = list[Node](), list[Group]()
    for code, text, (x, row) in zip(codes, entries, places, strict=True):
        y = sum(tall[:row])
        nodes.append(Path(rect(x, y + 0.4, key, 6.2, 0.9), fill=tints[code.id]))
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
    """The sequence of play: the phases of a turn in order, each with its text, its steps and its rules.

    A phase that holds others is followed by them, with letters for numbers, on white; a bar shows whose it is. In half
    the page the text stands below the name. Steps say what their phase's text says, so it isn't printed with them; nor
    is a text twice below names. `air_mm` is added to the height of each row.
    """
    if not game.info.all_phases:
        return None
    index = rule_index(game)
    beside = width >= BESIDE_MM
    nodes: list[Node] = []
    texts = _phase_texts(game, again=beside)
    names_mm = _phase_names_mm(game, width, style) if beside else 0.0
    pad, y = (1.6 * style.size_pt + 2.0) / BODY.size_pt / 2 + air_mm / 2, 0.0
    for mark, within, phase in _marked(game.info.phases):
        left = PHASE_MM + (3.0 if within else 0.0)
        at = names_mm if beside else left
        named = index.cited(phase.name if within else f"**{phase.name}**", phase.rule)
        name = text_block(named, style, (at - 2.5 if beside else width - 1.0) - left)
        below = 0.0 if beside else name.height_mm
        body = text_block(texts[phase.id], style, width - at - 1.0)
        steps = _steps(phase, index, width - at - 1.0, style, within)
        height = max(below + body.height_mm + steps.height_mm, name.height_mm) + 2 * pad
        side = game.style.sides.get(phase.side or "")
        if within and side is None:
            nodes.append(line(PHASE_MM, y - 0.25, width, y - 0.25, Stroke(HAIR, HAIR_PT)))
        else:
            nodes.append(Path(rect(0, y, width, height - 0.5), fill=phase_ground(game, phase)))
        if side is not None:
            nodes.append(Path(rect(0, y, SIDE_BAR_MM, height - 0.5), fill=band_colour(side)))
        top = y + pad - 0.25
        first = top + first_baseline_pt(style) * MM_PER_PT
        if within:
            nodes.append(Text(PHASE_MM - 0.4, first, mark, "sans-semibold", style.size_pt, INK))
        elif mark:
            size = AID.cell_pt * style.size_pt / BODY.size_pt
            nodes.append(Text(SIDE_BAR_MM + 3.6, first, mark, "sans-bold", size, INK, anchor="middle"))
        nodes += [name.at(left, top), body.at(at, top + below), steps.at(at, top + below + body.height_mm)]
        y += height
    return titled(game, game.words.text("Sequence of play"), Drawing(tuple(nodes), width, y - 0.5))


def phase_ground(game: Game, phase: Phase) -> str:
    """The ground of a phase: a touch of its side's colour, grey for what concerns both."""
    side = game.style.sides.get(phase.side or "")
    if side is None or game.style.ink == "low":
        return game.style.colour("zebra")
    return mix("#ffffff", band_colour(side), 0.09)


def _phase_texts(game: Game, *, again: bool) -> dict[Id, str]:
    """Phase -> its text; none for one with steps, and that of an earlier one only if it may be told `again`."""
    said = dict[str, Id]()
    return {
        phase.id: "" if phase.steps or (said.setdefault(phase.text, phase.id) != phase.id and not again) else phase.text
        for phase in game.info.phases_and_parts
    }


def _phase_names_mm(game: Game, room: float, style: TextStyle) -> float:
    """Where the texts, which end at `room`, begin beside the names of the phases; the longest may take two lines."""
    index = rule_index(game)
    names = [index.cited(phase.name, phase.rule) for _, _, phase in _marked(game.info.phases)]
    widest = max(sum(width_mm(span.text, "sans-bold", style.size_pt) for span in name) for name in names)
    return PHASE_MM + 6.0 + max(LEAST_NAMES_MM, min(widest, NAMES_SHARE * room))


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


def _steps(phase: Phase, index: RuleIndex, width: float, style: TextStyle, within: bool) -> Drawing:
    """The steps of a phase with their cases: with letters, or with small numerals where the phase itself has a letter.
    """
    nodes: list[Node] = []
    y = 0.0
    for number, step in enumerate(phase.steps):
        base = y + first_baseline_pt(style) * MM_PER_PT
        mark = SMALL_NUMERALS[number % len(SMALL_NUMERALS)] if within else chr(97 + number % 26)
        nodes.append(Text(0.6, base, mark, "sans-semibold", style.size_pt, INK))
        text = text_block(index.cited(step.name, step.rule), style, width - 5.6)
        nodes.append(text.at(4.6, y))
        y += text.height_mm
    return Drawing(tuple(nodes), width, y)


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
