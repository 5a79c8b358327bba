"""A worked example of finding the column of a results table, with counters of the game; every number is looked up."""

from __future__ import annotations

from pnp.draw.scene import Node, Path, Stroke, Text, rect
from pnp.draw.text import width_mm
from pnp.generators.counters.chit import chit
from pnp.generators.tables.dice import die_face
from pnp.generators.tables.lists import shift_label
from pnp.generators.tables.look import AID, HAIR, HAIR_PT, INK
from pnp.generators.tables.parts import BODY, NOTE
from pnp.generators.tables.results import code_tints, shown_code
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.model.counters import Counter
from pnp.model.game import Game
from pnp.model.tables import ResultsTable, ShiftsTable, die_span
from pnp.model.words import signed

APART_MM, DIE_MM, CODE_MM, LEAST_MM = 1.2, 7.0, 12.0, 10.2
"""White between counters; the die, and the result in its tint; the least size of a counter."""
BESIDE_MM, TEXT_MM = 4.0, 50.0
"""White between counters, text and die; the least width of the text."""


def odds_part(game: Game, width: float, side: str = "") -> Drawing | None:
    """A worked example for the first results table entered by odds or a difference, in a row; None without one.

    side  the attacker, where no track adds to the other side's strength; "" = the first side
    """
    for table in game.charts.tables:
        if isinstance(table, ResultsTable) and table.column_kind in ("odds", "difference"):
            return (_odds if table.column_kind == "odds" else _difference)(game, table, width, side)
    return None


def _odds(game: Game, table: ResultsTable, width: float, side: str) -> Drawing | None:
    forces = _forces(game, side)
    if forces is None:
        return None
    totals = [sum(_value(c) for c in forces[0]), sum(_value(c, "defence") for c in forces[1])]
    column = table.odds_column(*totals)
    if column is None:
        return None
    how = game.words.text(
        "Add up the values of each side: {attacker} against {defender}. Divide and round down: column {column}.",
        attacker=totals[0], defender=totals[1], column=column.replace("-", "–"),
    )  # fmt: skip
    return _worked(game, table, width, forces, how, column, game.words.text("Odds"))


def _difference(game: Game, table: ResultsTable, width: float, side: str) -> Drawing | None:
    """An example by difference: strengths, what a track adds, the shift of the ratio, the column, a roll."""
    forces = _forces(game, side)
    if forces is not None and any(_from_track(game, defender) for defender in forces[1]):
        forces = _forces(game)
    if forces is None:
        return None
    words = game.words
    forces = forces[0][:1], forces[1]
    extra = _from_track(game, forces[0][0])
    attacker, defender = _value(forces[0][0]) + extra, sum(_value(c) for c in forces[1])
    column = table.difference_column(attacker - defender)
    sentences = []
    if extra:
        sentences.append(words.text(
            "{name} has {value} and {extra} from its marker on the track.", name=forces[0][0].name,
            value=_value(forces[0][0]), extra=extra,
        ))  # fmt: skip
    sentences.append(words.text(
        "{attacker} against {defender} is {difference}.", attacker=attacker, defender=defender,
        difference=signed(attacker - defender),
    ))  # fmt: skip
    shifts = next((t for t in game.charts.tables if isinstance(t, ShiftsTable) and t.id == table.shifts), None)
    if shifts is not None:
        shift = shifts.shift(attacker, defender)
        index = min(max(table.column_index(column) + shift, 0), len(table.columns) - 1)
        column = table.columns[index]
        sentences.append(words.text(
            "{attacker}:{defender} is at least {ratio}, that is {shift}: column {column}.", attacker=attacker,
            defender=defender, ratio=words.decimal(shifts.column_for(attacker, defender)),
            shift=shift_label(words, shift), column=signed(int(column)),
        ))  # fmt: skip
    else:
        sentences.append(words.text("Column {column}.", column=signed(int(column))))
    title = words.text("How a column is found")
    return _worked(game, table, width, forces, words.sentences(sentences), column, title)


def _worked(
    game: Game, table: ResultsTable, width: float, forces: tuple[list[Counter], list[Counter]], how: str, column: str,
    title: str,
) -> Drawing:  # fmt: skip
    """The drawing of an example: the counters, as large as they are cut where there is room, the arithmetic, a roll."""
    words = game.words
    first, last = die_span(table.rows[0].die)
    die = 4 if any(row.die == "4" for row in table.rows) else first if first is not None else last or 0
    code = next(c for c in table.codes if c.id == table.result(column, die))
    rolled = words.text("A roll of {die} gives {code}: {name}.", die=die, code=code.id, name=code.name)
    after = (DIE_MM + BESIDE_MM if 1 <= die <= 6 else 0.0) + CODE_MM + 2 * BESIDE_MM
    most = (width - after - TEXT_MM - _facing(game, forces, 0.0).width_mm) / (len(forces[0]) + len(forces[1]))
    facing = _facing(game, forces, max(LEAST_MM, min(game.style.counters.size_mm, most)))
    told = words.sentences([f"**{title}{words.stop}**", how, rolled])
    text = text_block(told, BODY, width - facing.width_mm - after)
    height = max(facing.height_mm, text.height_mm)
    box = rect(width - CODE_MM, (height - DIE_MM) / 2, CODE_MM, DIE_MM, 0.9)
    base = centred_baseline("sans-semibold", AID.cell_pt, height / 2)
    nodes: list[Node] = [
        facing.at(0.0, (height - facing.height_mm) / 2),
        text.at(facing.width_mm + BESIDE_MM, (height - text.height_mm) / 2),
        *(die_face(width - after + 2 * BESIDE_MM, (height - DIE_MM) / 2, DIE_MM, die) if 1 <= die <= 6 else ()),
        Path(box, fill=code_tints(game, table)[code.id], stroke=Stroke(HAIR, HAIR_PT)),
        Text(width - CODE_MM / 2, base, shown_code(code.id), "sans-semibold", AID.cell_pt, INK, anchor="middle"),
    ]
    return Drawing(tuple(nodes), width, height)


def _from_track(game: Game, counter: Counter) -> int:
    """The value that the counter's marker adds to its first factor, on the space where it starts."""
    scenario = next(iter(game.scenarios.values()))
    starts = scenario.position.tracks or {}
    name = counter.factors[0][0]
    for marker in game.all_counters():
        owners = marker.group.belongs_to
        if owners and owners[min(marker.index, len(owners) - 1)] == counter.id and marker.id in starts:
            for track in game.tracks:
                if marker.id in track.markers:
                    return next((s.factors.get(name, 0) for s in track.spaces if s.value == starts[marker.id]), 0)
    return 0


def _value(counter: Counter, factor: str = "") -> int:
    """The factor of that name where the counter has one, else its first."""
    values = counter.factor(factor), *(value for _, value in counter.factors)
    return next((value for value in values if isinstance(value, int)), 0)


def _forces(game: Game, side: str = "") -> tuple[list[Counter], list[Counter]] | None:
    """Three units of the attacker, one of each of its first types, and two of the defender."""
    sides = sorted((str(s.id) for s in game.info.sides), key=lambda one: one != side)
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


def _facing(game: Game, forces: tuple[list[Counter], list[Counter]], size: float) -> Drawing:
    """The counters of both sides in a row, of a size in mm, and a word between them."""
    sign, nodes, x = game.words.text("against"), list[Node](), 0.0
    named = text_block(f"*{sign}*", NOTE, width_mm(sign, "sans-italic", NOTE.size_pt) + 1.0)
    rows = [
        Drawing(tuple(node for n, one in enumerate(side) for node in chit(game, one, n * (size + APART_MM), 0.0, size)),
                len(side) * (size + APART_MM) - APART_MM, size) for side in forces
    ]  # fmt: skip
    for part in (rows[0], named, rows[1]):
        nodes.append(part.at(x, (size - part.height_mm) / 2))
        x += part.width_mm + APART_MM
    return Drawing(tuple(nodes), x - APART_MM, size)
