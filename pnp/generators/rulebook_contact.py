"""The reckoning of a fight in an example: strengths, difference or odds, shift, column, roll, result.

The numbers are those that the referee logged, worked out once more from the printed tables: a book whose example
doesn't come out is not made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.draw.scene import Node, Path, Stroke, Text, line, rect
from pnp.draw.text import width_mm
from pnp.errors import Problem, SourceError
from pnp.generators.charts_dice import die_face, signed
from pnp.generators.charts_lists import shift_label
from pnp.generators.charts_look import INK, QUIET
from pnp.generators.charts_results import code_tints
from pnp.generators.typeset.block import Drawing, centred_baseline
from pnp.model.game import Game
from pnp.model.log import LogLine
from pnp.model.rules import Example
from pnp.model.tables import ResultsTable, ShiftsTable

ROW_MM, HEAD_MM = 6.4, 3.6
CELL_PT, HEAD_PT = 9.0, 6.8


@dataclass(frozen=True, slots=True)
class Fight:
    """One fight as it was reckoned.

    shift      columns to the right (+) or left (-); None when the table has no shifts
    modifiers  of the die, in order
    """

    table: ResultsTable
    attack: int
    defence: int
    shift: int | None
    column: str
    die: int
    modifiers: tuple[int, ...]
    code: str

    @property
    def rolled(self) -> int:
        """The die with its modifiers."""
        return self.die + sum(self.modifiers)


def fights_of(game: Game, example: Example, log: Sequence[LogLine]) -> tuple[Fight, ...]:
    """The fights of an example on tables of differences.

    Raises SourceError when the tables give another result than the log.
    """
    tables = {t.id: t for t in game.charts.tables if isinstance(t, ResultsTable) and t.column_kind == "difference"}
    found = tuple(_fights(game, tables, log))
    for fight in found:
        _check(fight, game, example)
    return found


def _fights(game: Game, tables: dict[str, ResultsTable], log: Sequence[LogLine]) -> Iterator[Fight]:
    strengths: tuple[int, int] | None = None
    shift, die, modifiers = 0, 0, []
    for entry in log:
        event = entry.get("event")
        odds = str(entry.get("odds", ""))
        if event == "contact" and odds.count(":") == 1:
            attack, defence = odds.split(":")
            strengths, shift, modifiers = (int(attack), int(defence)), 0, []
        elif event == "column-shift":
            shift = int(entry.get("value"))
        elif event == "modifier":
            modifiers.append(int(entry.get("value")))
        elif entry.get("draw") == "d6":
            die = int(entry.get("value"))
        elif event == "result" and entry.get("table") in tables and strengths:
            table = tables[entry.get("table")]
            shown = shift if table.shifts else None
            yield Fight(table, *strengths, shown, str(entry.get("column")), die, tuple(modifiers), str(entry.get("code")))
            strengths = None


def _check(fight: Fight, game: Game, example: Example) -> None:
    """Raise SourceError unless the printed tables give what was logged."""
    table = fight.table
    index = table.column_index(table.difference_column(fight.attack - fight.defence))
    shifts = next((t for t in game.charts.tables if isinstance(t, ShiftsTable) and t.id == table.shifts), None)
    shift = shifts.shift(fight.attack, fight.defence) if shifts else 0
    column = table.columns[min(max(index + shift, 0), len(table.columns) - 1)]
    code = table.result(column, fight.rolled)
    if (shift, column, code) != (fight.shift or 0, fight.column, fight.code):
        message = f"{example.id}: the tables give column {column}, {code}; the referee took {fight.column}, {fight.code}"
        raise SourceError(Problem("example", message, example.where("id"), game=game.id))


def fight_strip(game: Game, fight: Fight, width: float) -> Drawing:
    """The reckoning in one line of cells, left to right."""
    words = game.words
    heads = [words.text("attack − defence")]
    texts = [f"{fight.attack} − {fight.defence} = {signed(fight.attack - fight.defence)}"]
    if fight.shift is not None:
        heads.append(words.text("shift"))
        texts.append(shift_label(words, fight.shift))
    heads += [words.text("column"), words.text("die"), words.text("result")]
    sums = "".join(f" {'+' if m >= 0 else '−'} {abs(m)}" for m in fight.modifiers)
    rolled = f"{sums} = {fight.rolled}" if fight.modifiers else ""
    texts += [signed(int(fight.column)), rolled, fight.code]
    return _cells(game, fight, heads, texts, width)


def _cells(game: Game, fight: Fight, heads: Sequence[str], texts: Sequence[str], width: float) -> Drawing:
    face = 4.6
    natural = [
        max(width_mm(head, "sans-italic", HEAD_PT), width_mm(text, "sans-semibold", CELL_PT) + (face + 1.0 if i == len(texts) - 2 else 0.0))
        for i, (head, text) in enumerate(zip(heads, texts, strict=True))
    ]  # fmt: skip
    spare = max(width - sum(natural), 0.0) / len(natural)
    scale = min(1.0, width / sum(natural))
    nodes: list[Node] = []
    x = 0.0
    middle = HEAD_MM + ROW_MM / 2
    baseline = centred_baseline("sans-semibold", CELL_PT, middle)
    for index, (head, text) in enumerate(zip(heads, texts, strict=True)):
        room = natural[index] * scale + spare
        centre = x + room / 2
        last = index == len(texts) - 1
        if last:
            tint = code_tints(game, fight.table)[fight.code]
            nodes.append(Path(rect(x, HEAD_MM, room, ROW_MM), fill=tint))
        nodes.append(Text(centre, HEAD_MM - 1.0, head, "sans-italic", HEAD_PT, QUIET, anchor="middle"))
        if index == len(texts) - 2:
            length = face + width_mm(text, "sans-semibold", CELL_PT) + (1.0 if text else 0.0)
            start = centre - length / 2
            nodes += die_face(start, middle - face / 2, face, fight.die) if 1 <= fight.die <= 6 else ()
            nodes.append(Text(start + face + 0.6, baseline, text, "sans-semibold", CELL_PT, INK))
        else:
            nodes.append(Text(centre, baseline, text, "sans-semibold", CELL_PT, INK, anchor="middle"))
        x += room
    nodes += [line(0, y, width, y, Stroke(INK, 0.6)) for y in (HEAD_MM, HEAD_MM + ROW_MM)]
    return Drawing(tuple(nodes), width, HEAD_MM + ROW_MM)
