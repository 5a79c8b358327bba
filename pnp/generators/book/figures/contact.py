"""The arithmetic of a combat in an example: strengths, difference or odds, shift, column, roll, result.

The numbers are those that the referee logged, checked against the printed tables: a book with an example that
doesn't come out right is not built.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import floor

from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.errors import Problem, SourceError
from pnp.generators.tables.dice import die_face
from pnp.generators.tables.lists import shift_label
from pnp.generators.tables.look import INK, QUIET
from pnp.generators.tables.results import code_tints
from pnp.generators.typeset.block import Drawing, centred_baseline, text_block
from pnp.generators.typeset.styles import SANS, TextStyle
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.model.rules import Example
from pnp.model.tables import ResultsTable, ShiftsTable
from pnp.model.words import signed
from pnp.units import mixed_number

STRENGTHS = ("contact", "fight")
"""Events that tell the strengths of both sides, "24:4"."""

SHIFTS = ("column-shift", "shift")
"""Events that move the column: by a printed table of ratios, by a rule."""

ROW_MM, HEAD_MM, HEAD_LINE_MM = 6.4, 3.6, 2.7
CELL_PT, HEAD_PT, HEAD_FONT = 9.0, 6.8, "condensed-italic"
LEAST_PT = 6.5
"""However narrow the cells are."""

SUMS_SCALE = 0.84
"""What the sums of the strengths, too, may cost: else they stand on a line above."""

FACE_MM, BESIDE_MM = 4.6, 2.4
"""A die in a row of cells; the least white beside what stands in a cell."""


@dataclass(frozen=True, slots=True)
class Fight:
    """One combat, as the referee resolved it.

    attack, defence  strengths; with halves where units are at half strength
    shift      columns to the right (+) or left (-); None when the table has no shifts and nothing else moved the column
    modifiers  of the die, in order
    bracketed  the result stands in brackets
    read_as    the code that a rule makes of the result; "" where it stays as printed
    sums       how the strengths add up from the figures on the counters, where they do
    """

    table: ResultsTable
    attack: Fraction
    defence: Fraction
    shift: int | None
    column: str
    die: int
    modifiers: tuple[int, ...]
    code: str
    bracketed: bool = False
    sums: tuple[str, str] = field(default=("", ""), compare=False)
    read_as: str = ""

    @property
    def rolled(self) -> int:
        """The roll with all modifiers added."""
        return self.die + sum(self.modifiers)


def fights_of(game: Game, example: Example, log: Sequence[LogLine]) -> tuple[Fight, ...]:
    """The combats of an example that use tables of differences or of odds.

    Raises SourceError when the printed tables and the log disagree.
    """
    tables = {t.id: t for t in game.charts.tables if isinstance(t, ResultsTable) and t.column_kind != "value"}
    fights = tuple(_fights(tables, log, game))
    for fight in fights:
        _check(fight, game, example)
    return fights


def _fights(tables: Mapping[str, ResultsTable], log: Sequence[LogLine], game: Game) -> list[Fight]:
    """What the log says of each combat: the attack, strengths, shifts, the die and its modifiers, results.

    One fight has several results where not all defenders have the same; a shift that names units is theirs alone.
    """
    fights: list[list[Fight]] = []
    strengths: tuple[Fraction, Fraction] | None = None
    shift, own, die, modifiers = 0, 0, 0, []
    attackers: tuple[str, ...] = ()
    sums = ("", "")
    for entry in log:
        event = entry.get("event")
        odds = str(entry.get("odds", ""))
        if event == "attack":
            attackers, strengths = tuple(entry.get("units", ())), None
        elif event in STRENGTHS and odds.count(":") == 1:
            attack, defence = odds.split(":")
            strengths, shift, own, modifiers = (Fraction(attack), Fraction(defence)), 0, 0, []
            fights.append([])
            sums = (
                added_up(game, attackers, "attack", strengths[0]),
                added_up(game, entry.get("units", ()), "defence", strengths[1]),
            )
        elif event in SHIFTS:
            if entry.get("units"):
                own += int(entry.get("value"))
            else:
                shift += int(entry.get("value"))
        elif event == "modifier":
            modifiers.append(int(entry.get("value")))
        elif str(entry.get("draw", "")).startswith("d"):
            die = int(entry.get("value"))
        elif event == "result" and entry.get("table") in tables and strengths and entry.get("row") != "-":
            table = tables[entry.get("table")]
            shown = shift + own if table.shifts or shift or own else None
            column, code = str(entry.get("column")), str(entry.get("code"))
            inner = table.result(column, die + sum(modifiers)) != code
            fights[-1].append(Fight(table, *strengths, shown, column, die, tuple(modifiers), code, inner, sums))
            own = 0
        elif event == "upgrade" and fights and fights[-1]:
            fights[-1][-1] = replace(fights[-1][-1], read_as=str(entry.get("code")))
    plain = ("", "")
    return [
        replace(fight, sums=plain) if number else fight
        for same in fights for number, fight in enumerate(dict.fromkeys(same))
    ]  # fmt: skip


def _check(fight: Fight, game: Game, example: Example) -> None:
    """Raise SourceError unless the printed tables give the logged result."""
    table = fight.table
    shifts = next((t for t in game.charts.tables if isinstance(t, ShiftsTable) and t.id == table.shifts), None)
    shift = shifts.shift(int(fight.attack), int(fight.defence)) if shifts else fight.shift or 0
    if table.column_kind == "odds":
        odds = table.odds_column(fight.attack, fight.defence)  # type: ignore[arg-type]
        index = table.column_index(odds) if odds else 0
    else:
        index = table.column_index(table.difference_column(floor(fight.attack - fight.defence)))
    column = table.columns[min(max(index + shift, 0), len(table.columns) - 1)]
    code = table.result(column, fight.rolled, bracketed=fight.bracketed)
    if (shift, column, code) != (fight.shift or 0, fight.column, fight.code):
        message = (
            f"{example.id}: the tables give column {column}, {code}; the referee took {fight.column}, {fight.code}"
        )
        raise SourceError(Problem("example", message, example.where("id"), game=game.id))


def column_label(fight: Fight) -> str:
    """The column of the result as the table heads it: "2–1", "+4"."""
    return fight.column.replace("-", "–") if fight.table.column_kind == "odds" else signed(int(fight.column))


def fight_strip(game: Game, fight: Fight, width: float) -> Drawing:
    """The arithmetic of a combat as a row of cells: ratio or difference, shift, column, die, result; before them the
    sums of a ratio, or on a line above where they don't fit.
    """
    words, odds = game.words, fight.table.column_kind == "odds"
    difference = f"{fight.attack} − {fight.defence} = {signed(int(fight.attack - fight.defence))}"
    ratio = f"{mixed_number(fight.attack)} : {mixed_number(fight.defence)}"
    modified = "".join(f" {'+' if m >= 0 else '−'} {abs(m)}" for m in fight.modifiers)
    cells = [
        (words.text("attack : defence"), ratio) if odds else (words.text("attack − defence"), difference),
        *([] if fight.shift is None else [(words.text("shift"), shift_label(words, fight.shift))]),
        (words.text("column"), column_label(fight)),
        (words.text("die"), f"{modified} = {fight.rolled}" if fight.modifiers else ""),
        (words.text("result"), _result(game, fight)),
    ]  # fmt: skip
    sides = zip((words.text("attack"), words.text("defence")), fight.sums, strict=True)
    sums = [(side, added) for side, added in sides if added and odds]
    if not sums or _scale(*zip(*sums, *cells, strict=True), width) >= SUMS_SCALE:
        return _cells(game, fight, *zip(*sums, *cells, strict=True), width)
    strip = _cells(game, fight, *zip(*cells, strict=True), width)
    text = text_block("  ·  ".join(f"{side}: {added}" for side, added in sums), TextStyle(SANS, 7.8, 9.8, INK), width)
    return Drawing((*text.nodes, strip.at(0, text.height_mm + 0.8)), width, strip.height_mm + text.height_mm + 0.8)


def _result(game: Game, fight: Fight) -> str:
    """The result as it is printed, and what a rule makes of it: "DX → DE"."""
    code = game.words.text("{code} (in brackets)", code=fight.code) if fight.bracketed else fight.code
    return f"{code} → {fight.read_as}" if fight.read_as else code


def added_up(game: Game, units: Sequence[str], factor: str, total: Fraction) -> str:
    """How the figures on the counters add up to `total`: "20 + 6 = 26", "2 × (6 + 2) = 16"; "" where they don't."""
    counters = {str(c.id): c for c in game.all_counters()}
    values = [counters[name].factor(factor) for name in units if name in counters]
    figures = [value for value in values if isinstance(value, int)]
    plain = " + ".join(str(value) for value in figures)
    if not figures or len(figures) < len(values):
        return ""
    if sum(figures) == total:
        return f"{plain} = {mixed_number(total)}" if len(figures) > 1 else ""
    if 2 * sum(figures) == total:
        return f"2 × ({plain}) = {mixed_number(total)}" if len(figures) > 1 else f"2 × {plain} = {mixed_number(total)}"
    return ""


def _cells(game: Game, fight: Fight, heads: Sequence[str], texts: Sequence[str], width: float) -> Drawing:
    scale, shown = _scale(heads, texts, width), [[head] for head in heads]
    if sum(_rooms(shown, texts)) > width:
        shown = [_in_two(head) for head in heads]
    rooms = [room * scale for room in _rooms(shown, texts)]
    face, (head_pt, cell_pt) = FACE_MM * scale, (max(pt * scale, LEAST_PT) for pt in (HEAD_PT, CELL_PT))
    spare = max(width - sum(rooms), 0.0) / len(rooms)
    nodes: list[Node] = []
    x = 0.0
    top = HEAD_MM + HEAD_LINE_MM * (max(len(head) for head in shown) - 1)
    middle = top + ROW_MM / 2
    baseline = centred_baseline("sans-semibold", cell_pt, middle)
    for index, (head, text) in enumerate(zip(shown, texts, strict=True)):
        room = rooms[index] + spare
        centre = x + room / 2
        last = index == len(texts) - 1
        if last:
            tints = code_tints(game, fight.table)
            tint = tints.get(fight.read_as, tints[fight.code])
            nodes.append(Path(rect(x, top, room, ROW_MM), fill=tint))
        nodes += [
            Text(centre, top - 1.0 - HEAD_LINE_MM * up, one, HEAD_FONT, head_pt, QUIET, anchor="middle")
            for up, one in enumerate(reversed(head))
        ]
        if index == len(texts) - 2:
            length = face + width_mm(text, "sans-semibold", cell_pt) + (1.0 if text else 0.0)
            start = centre - length / 2
            nodes += die_face(start, middle - face / 2, face, fight.die) if 1 <= fight.die <= 6 else ()
            nodes.append(Text(start + face + 0.6, baseline, text, "sans-semibold", cell_pt, INK))
        else:
            nodes.append(Text(centre, baseline, text, "sans-semibold", cell_pt, INK, anchor="middle"))
        x += room
    nodes += [line(0, y, width, y, Stroke(INK, 0.6)) for y in (top, top + ROW_MM)]
    return Drawing(tuple(nodes), width, top + ROW_MM)


def _scale(heads: Sequence[str], texts: Sequence[str], width: float) -> float:
    """At which size all cells have room in `width`; 1 at the most."""
    return min(1.0, width / sum(_rooms([_in_two(head) for head in heads], texts)))


def _rooms(heads: Sequence[Sequence[str]], texts: Sequence[str]) -> list[float]:
    """The least width of each cell in mm; the last but one has a die."""
    faces = [FACE_MM + 1.0 if i == len(texts) - 2 else 0.0 for i in range(len(texts))]
    return [
        BESIDE_MM + max(
            width_mm(text, "sans-semibold", CELL_PT) + more, *(width_mm(one, HEAD_FONT, HEAD_PT) for one in head)
        )
        for head, text, more in zip(heads, texts, faces, strict=True)
    ]  # fmt: skip


def _in_two(head: str) -> list[str]:
    """A head in two lines, broken at the blank nearest to its middle; one word stays whole."""
    blanks = [match.start() for match in re.finditer(" ", head)]
    at = min(blanks, key=lambda blank: abs(2 * blank + 1 - len(head)), default=len(head))
    return [part for part in (head[:at], head[at + 1 :]) if part]
