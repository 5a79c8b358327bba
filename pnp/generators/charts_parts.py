"""The parts of the player aid, each a `Drawing` as wide as the page: tables with results explained, the sequence
of play, odds with an example worked from the data, units, symbols, options, how the game ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.draw.scene import Group, Node, Path, Stroke, Text, circle, line, rect
from pnp.draw.text import width_mm
from pnp.generators.charts_dice import die_face
from pnp.generators.charts_tables import INK, LARGE, QUIET, TableLook, code_tints, draw_table
from pnp.generators.counter_face import draw_counter
from pnp.generators.rulebook_index import RuleIndex
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.tables import EventsTable, ResultsTable
from pnp.symbols.badges import MAP_BADGES, WITH_VALUE
from pnp.units import MM_PER_PT

BODY = TextStyle(SANS, 9.5, 12.4, INK)
NOTE = TextStyle(SANS, 9.0, 11.6, QUIET)
TITLE_PT = 14.0
TITLE_MM = 8.4


def titled(title: str, body: Drawing, *, note: str = "") -> Drawing:
    """`body` under a heading; `note` stands at the heading's right end."""
    nodes: list[Node] = [Text(0, 5.2, title, "sans-bold", TITLE_PT, INK)]
    if note:
        nodes.append(Text(body.width_mm, 5.2, note, "sans-regular", 9.0, QUIET, anchor="end"))
    nodes.append(body.at(0, TITLE_MM))
    return Drawing(tuple(nodes), body.width_mm, body.height_mm + TITLE_MM)


def table_part(game: Game, table: ResultsTable | EventsTable, width: float, look: TableLook = LARGE) -> Drawing:
    """A table with its title, and what its results mean."""
    drawn = draw_table(game, table, width, look)
    if not isinstance(table, ResultsTable):
        return titled(table.title, drawn)
    legend = results_legend(game, table, width)
    both = Drawing((*drawn.nodes, legend.at(0, drawn.height_mm + 4.0)), width, drawn.height_mm + 4.0 + legend.height_mm)
    return titled(table.title, both)


def results_legend(game: Game, table: ResultsTable, width: float) -> Drawing:
    """Each code in its tint, its name and what it does; in the order of the ladder, down the columns."""
    tints = code_tints(game, table)
    columns = 2 if len(table.codes) <= 4 else 3
    rows = -(-len(table.codes) // columns)
    step = width / columns
    key = 11.0
    drawn = []
    for code in table.codes:
        text = text_block(f"**{code.name}**", BODY, step - key - 6.0)
        more = text_block(code.text, NOTE.with_(colour=INK), step - key - 6.0)
        drawn.append(Drawing((*text.nodes, more.at(0, text.height_mm)), step, text.height_mm + more.height_mm))
    heights = [max(d.height_mm for d in drawn[row::rows]) + 3.0 for row in range(rows)]
    nodes: list[Node] = []
    for index, (code, text) in enumerate(zip(table.codes, drawn, strict=True)):
        x, y = index // rows * step, sum(heights[: index % rows])
        nodes.append(Path(rect(x, y, key, 7.4, 0.9), fill=tints[code.id]))
        baseline = centred_baseline("sans-semibold", 12.0, y + 3.7)
        nodes.append(Text(x + key / 2, baseline, code.id, "sans-semibold", 12.0, INK, anchor="middle"))
        nodes.append(text.at(x + key + 2.6, y - 0.4))
    return Drawing(tuple(nodes), width, sum(heights) - 3.0)


def sequence_part(game: Game, width: float, style: TextStyle = BODY) -> Drawing | None:
    """The phases of a turn in order, each with what is done and its rule."""
    if not game.info.phases:
        return None
    words, index = game.words, RuleIndex(game)
    nodes: list[Node] = []
    y, number = 0.0, 0
    for phase in game.info.phases:
        before = phase.id == "setup"
        number += 0 if before else 1
        name = text_block(f"**{phase.name}**", style, 33.0)
        body = text_block(phase.text, style, width - 45.0 - 14.0)
        height = max(body.height_mm, name.height_mm) + 3.2 * style.size_pt / BODY.size_pt
        if number % 2:
            nodes.append(Path(rect(0, y, width, height), fill=game.style.colour("zebra")))
        if not before:
            middle = y + 1.7 + 0.4 * style.leading_pt * MM_PER_PT
            nodes.append(Path(circle(5.0, middle, 0.235 * style.leading_pt), fill=INK))
            base = centred_baseline("sans-bold", style.size_pt, middle)
            nodes.append(Text(5.0, base, str(number), "sans-bold", style.size_pt, "#ffffff", anchor="middle"))
        nodes += [name.at(11.0, y + 1.6), body.at(45.0, y + 1.6)]
        base = y + 1.6 + 0.99 * style.size_pt * MM_PER_PT
        nodes.append(
            Text(width - 2.0, base, f"[{index.bare(phase.rule)}]", "condensed-medium", 9.0, QUIET, anchor="end")
        )
        y += height
    nodes += [line(0, 0, width, 0, Stroke(INK, 0.9)), line(0, y, width, y, Stroke(INK, 0.9))]
    return titled(words.text("Sequence of play"), Drawing(tuple(nodes), width, y))


# Odds --------------------------------------------------------------------------------------------


def odds_part(game: Game, width: float) -> Drawing | None:
    """How to find the column, worked with counters of the game."""
    table = next((t for t in game.charts.tables if isinstance(t, ResultsTable) and t.column_kind == "odds"), None)
    forces = _forces(game)
    if table is None or forces is None:
        return None
    attackers, defenders = forces
    totals = [sum(_value(c) for c in side) for side in forces]
    column = table.odds_column(*totals)
    if column is None:
        return None
    words = game.words
    die = 4 if any(row.die == "4" for row in table.rows) else int(table.rows[0].die.rstrip("+-"))
    code = next(c for c in table.codes if c.id == table.result(column, die))
    size = 13.0
    nodes: list[Node] = []
    x = _chits(game, nodes, attackers, 0.0, size)
    x = _sign(nodes, x, size, words.text("against"))
    x = _chits(game, nodes, defenders, x, size)
    how = words.text(
        "Add up the values of each side: {attacker} against {defender}. Divide and round down: column {column}.",
        attacker=totals[0], defender=totals[1], column=column,
    )  # fmt: skip
    rolled = words.text("A roll of {die} gives {code}: {name}.", die=die, code=code.id, name=code.name.lower())
    text = text_block(f"{how}\n\n{rolled}", BODY, width - x - 6.0 - 10.0)
    top = max(0.0, (size - text.height_mm) / 2)
    nodes.append(text.at(x + 6.0, top))
    nodes += die_face(width - 8.4, size / 2 - 4.0, 8.0, die) if 1 <= die <= 6 else ()
    return titled(words.text("Odds"), Drawing(tuple(nodes), width, max(size, text.height_mm)))


def _value(counter: Counter) -> int:
    values = [value for _, value in counter.factors if isinstance(value, int)]
    return values[0] if values else 0


def _forces(game: Game) -> tuple[list[Counter], list[Counter]] | None:
    """Three units of the attacker, the first of each of its types, and two of the defender."""
    sides = [s.id for s in game.info.sides]
    if len(sides) < 2:
        return None
    units = [c for c in game.all_counters() if c.group.type and not c.group.optional and _value(c) > 0]
    firsts: dict[str, Counter] = {}
    for counter in units:
        if counter.side == sides[0]:
            firsts.setdefault(counter.group.id, counter)
    attackers = list(firsts.values())[:3]
    defenders = [c for c in units if c.side == sides[1]]
    return (attackers, defenders[:2]) if attackers and defenders else None


def _chits(game: Game, nodes: list[Node], counters: Sequence[Counter], x: float, size: float) -> float:
    """Draw `counters` side by side from `x`; return where they end."""
    for counter in counters:
        nodes += chit(game, counter, x, 0.0, size)
        x += size + 1.2
    return x - 1.2


def chit(game: Game, counter: Counter, x: float, y: float, size: float, face: str = "front") -> list[Node]:
    """A counter at (x, y), `size` mm wide, drawn at its usual size and scaled."""
    natural = game.style.counters.size_mm
    scale = size / natural
    drawn = draw_counter(game, counter, face, natural, reach=(0.0, 0.0, 0.0, 0.0))  # type: ignore[arg-type]
    return [
        Group((drawn,), transform=(scale, 0.0, 0.0, scale, x, y), clip=Path(rect(0, 0, natural, natural))),
        Path(rect(x, y, size, size), stroke=Stroke("#3a352f", 0.35)),
    ]


def _sign(nodes: list[Node], x: float, size: float, text: str) -> float:
    """A word between two groups of counters."""
    length = width_mm(text, "sans-italic", 9.0)
    nodes.append(Text(x + 2.6, size / 2 + 1.1, text, "sans-italic", 9.0, QUIET))
    return x + length + 5.2


# Units and symbols ---------------------------------------------------------------------------------


def units_part(game: Game, width: float) -> Drawing | None:
    """Each type of counter, with its picture, number and values, in two columns."""
    groups = game.counters.groups
    if not groups:
        return None
    step, size = width / 2, 13.0
    nodes: list[Node] = []
    rows = -(-len(groups) // 2)
    for index, group in enumerate(groups):
        counter = next(c for c in game.all_counters() if c.group.id == group.id)
        x, y = index // rows * step, index % rows * (size + 2.6)
        faces = ("front",) if group.back == "same" else ("front", "back")
        for face in faces:
            nodes += chit(game, counter, x, y, size, face)
            x += size + 1.2
        text = text_block(f"**{group.name}**\n\n{unit_facts(game, group.id)}", BODY, step - 2 * size - 6.0, gap_pt=0.0)
        nodes.append(text.at(index // rows * step + 2 * size + 3.6, y + max(0.0, (size - text.height_mm) / 2)))
    height = rows * (size + 2.6) - 2.6
    return titled(game.words.text("Counters"), Drawing(tuple(nodes), width, height))


def unit_facts(game: Game, group_id: str) -> str:
    """Number, values and back of a group in words."""
    words = game.words
    group = game.counters.group(group_id)
    values = [c.factors[0][1] for c in game.all_counters() if c.group.id == group_id and c.factors]
    said = [
        words.text("{n} of value {value}", n=values.count(v), value=f"{v}{group.suffix}") for v in dict.fromkeys(values)
    ]
    said = [", ".join(said) or words.text("{n} in the set", n=group.count)]
    if group.optional:
        said.append(words.text("optional rule"))
    if group.back == "activated":
        said.append(words.text("paler back: activated"))
    if group.back == "face-down":
        said.append(words.text("backs alike: drawn at random"))
    return "; ".join(said)


def symbols_part(game: Game, width: float) -> Drawing | None:
    """The symbols of the map and what they are."""
    index = RuleIndex(game)
    entries = [(s.id, s.name, index.bare(s.rule), s.value) for s in game.map.symbols if s.id in MAP_BADGES]
    most = max((space.victory_points for space in game.map.spaces), default=0)
    if most:
        entries.insert(0, ("victory-points", game.words.text("victory points"), "", most))
    if not entries:
        return None
    columns = min(max(len(entries), 3), 4) if len(entries) < 5 else 3
    step, row_mm = width / columns, 9.6
    nodes: list[Node] = []
    for number, (symbol, name, rule, value) in enumerate(entries):
        row, column = divmod(number, columns)
        x, y = column * step + 4.0, row * row_mm
        nodes += _map_badge(game, symbol, x, y + 4.2, value)
        text = text_block(name + (f" [{rule}]" if rule else ""), BODY, step - 10.5)
        nodes.append(text.at(x + 5.6, y + max(0.0, (8.4 - text.height_mm) / 2)))
    height = row_mm * (-(-len(entries) // columns)) - 1.2
    return titled(game.words.text("On the map"), Drawing(tuple(nodes), width, height))


_BADGE_COLOURS = {"port": "port", "red-star": "star", "star": "star", "modifier": "accent"}


def _map_badge(game: Game, symbol: str, x: float, y: float, value: int) -> tuple[Node, ...]:
    """One symbol of the map, in the map's colours."""
    ground = game.style.colour("symbol")
    if symbol == "victory-points":
        return MAP_BADGES[symbol](x, y, 3.6, "#ffffff", ground, value)
    colour = game.style.palette.get(_BADGE_COLOURS.get(symbol, "symbol"), ground)
    return MAP_BADGES[symbol](x, y, 3.6, colour, "#ffffff", *((value,) if symbol in WITH_VALUE else ()))


def options_part(game: Game, width: float) -> Drawing | None:
    """The optional rules in a sentence each."""
    if not game.info.options:
        return None
    rows = [(o.name, o.text) for o in game.info.options]
    return titled(game.words.text("Optional rules"), _pairs(rows, width))


def ending_part(game: Game, width: float) -> Drawing | None:
    """How the game ends."""
    if not game.info.outcomes:
        return None
    rows = [(o.name, o.text) for o in game.info.outcomes]
    scenario = next(iter(game.scenarios.values()))
    note = ""
    if scenario.victory_points:
        note = game.words.text("{points} points in {turns} turns", points=scenario.victory_points, turns=scenario.turns)
    return titled(game.words.text("Victory"), _pairs(rows, width), note=note)


def _pairs(rows: Sequence[tuple[str, str]], width: float) -> Drawing:
    """Names in bold at the left, texts at the right."""
    nodes: list[Node] = []
    y = 0.0
    for name, text in rows:
        left = text_block(f"**{name}**", BODY, 43.0)
        right = text_block(text, BODY, width - 45.0)
        nodes += [left.at(0, y), right.at(45.0, y)]
        y += max(left.height_mm, right.height_mm) + 1.6
    return Drawing(tuple(nodes), width, y - 1.6)
